"""Real mail servers on loopback for a test: a Postfix and a Dovecot of their own, from Debian's packages.

Everything they write lies in one folder of their own, which is taken away at the end; the servers of the machine are
neither used nor touched. Mail for players goes into their mailboxes; mail for the referee goes one of three ways:

- `lmtp`: to a listener at the socket `servers.lmtp`;
- `pipe`: to a command, as Postfix's pipe(8) calls it;
- `mailbox`: into his mailbox, which he reads himself.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, Self, TypeAlias, TypeVar

import pytest
from imap_tools import MailBoxUnencrypted
from mail_pipe import Pipe

from referee.mail.settings import ImapSettings, LmtpSettings, SmtpSettings

Route: TypeAlias = Literal["lmtp", "pipe", "mailbox"]
T = TypeVar("T")

REQUIRED: Final = "REFEREE_TEST_REQUIRE_MAIL"
PASSWORD: Final = "correct horse"  # noqa: S105  # of mailboxes that live for one test
PLAYERS: Final = ("alice", "bob", "carol", "dave", "erin", "frank")
MASTER: Final = Path("/usr/lib/postfix/sbin/master")
DOVECOT: Final = Path("/usr/sbin/dovecot")
DOVECOT_LMTP: Final = Path("/usr/lib/dovecot/lmtp")
LONG: Final = 30.0
"""Seconds after which what should happen has not."""

MAIN_CF = """\
compatibility_level = 3.6
queue_directory = {root}/queue
data_directory = {root}/data
command_directory = /usr/sbin
daemon_directory = {daemons}
mail_owner = postfix
setgid_group = postdrop
maillog_file = {root}/postfix.log
maillog_file_prefixes = {root}
myhostname = mx.acquire.example
mydestination =
local_recipient_maps =
alias_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtp_dns_support_level = disabled
lmtp_dns_support_level = disabled
smtpd_peername_lookup = no
smtpd_client_connection_count_limit = 0
smtpd_error_sleep_time = 0
in_flow_delay = 0
recipient_delimiter = +
message_size_limit = 33554432
relay_domains = acquire.example, players.example
default_transport = error:5.1.2 No other domain can be reached from here
transport_maps = inline:{{acquire.example={referee}, players.example=lmtp:unix:{root}/dovecot-lmtp}}
smtpd_relay_restrictions =
smtpd_recipient_restrictions = {proves}
    check_recipient_access inline:{{acquire.example=OK, players.example=OK}}, reject
queue_run_delay = 1s
minimal_backoff_time = 2s
maximal_backoff_time = 2s
transport_retry_time = 1s
"""

PROVES = "check_sender_access inline:{ { players.example = PREPEND Authentication-Results: mx.acquire.example; %s } }"

MASTER_CF = """\
127.0.0.1:{smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
referee unix - n n - 4 pipe
  flags=q null_sender= user=nobody:nogroup argv={root}/pipe --from ${{sender}} -- ${{recipient}}
"""

DOVECOT_CONF = """\
base_dir = {root}/dovecot-run
state_dir = {root}/dovecot-state
log_path = {root}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl_cert = <{root}/cert.pem
ssl_key = <{root}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
auth_username_format = %Ln
recipient_delimiter = +
first_valid_uid = 1
mail_location = maildir:~/Maildir
mail_fsync = never
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {root}/users
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={root}/mail/%n
}}
service lmtp {{
  unix_listener {root}/dovecot-lmtp {{
    mode = 0666
  }}
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
"""


def require() -> None:
    """Skip the test, or fail it where it must run, if the servers cannot be started here."""
    if os.geteuid() != 0:
        reason = "Postfix has to be started by root"
    elif not all(one.exists() for one in (MASTER, DOVECOT, DOVECOT_LMTP)) or shutil.which("openssl") is None:
        reason = "not installed (on Debian: apt-get install postfix dovecot-imapd dovecot-lmtpd openssl)"
    else:
        return
    if os.environ.get(REQUIRED):
        pytest.fail(f"{REQUIRED} is set, but the mail servers cannot run: {reason}")
    pytest.skip(f"real mail servers: {reason}")


class MailServers:
    """A Postfix and a Dovecot that run as long as the `with` block does.

    `route` is where mail for acquire.example goes. With `lmtp_port` it is brought to that port instead of to a socket
    in the file system. With route `pipe`, `command` is called with `--from SENDER -- RECIPIENT…` behind it, in
    `folder` and with `environ`. With `proves` Postfix writes Authentication-Results that say dmarc=pass of mails
    whose envelope sender is a player, as a server does that has checked it.
    """

    def __init__(
        self,
        route: Route = "lmtp",
        *,
        command: Sequence[str] = (),
        folder: Path | None = None,
        environ: Mapping[str, str] | None = None,
        proves: bool = False,
        lmtp_port: int | None = None,
    ) -> None:
        self._route, self._proves, self._lmtp_port = route, proves, lmtp_port
        self._pipe = (list(command), folder, environ)
        self._running = contextlib.ExitStack()
        self.root = Path()

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as stack:
            self.root = Path(tempfile.mkdtemp(prefix="acquire-mail-"))
            stack.callback(shutil.rmtree, self.root, ignore_errors=True)
            self.root.chmod(0o755)
            self.smtp_port, self.imap_port, self.imaps_port = _free_ports(3)
            if self._route == "pipe":
                command, folder, environ = self._pipe
                stack.enter_context(Pipe(self.root / "pipe", command, folder, environ))
            self._lay_out_dovecot()
            self._lay_out_postfix()
            stack.enter_context(_process(DOVECOT, "-F", "-c", self.root / "dovecot.conf"))
            stack.enter_context(_process(MASTER, "-c", self.root / "postfix", "-s"))
            for port in (self.imap_port, self.smtp_port):
                self.wait_for(lambda port=port: _answers(port), f"a server at port {port}")
            self.wait_for((self.root / "dovecot-lmtp").exists, "Dovecot's LMTP")
            self._running = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    @property
    def lmtp(self) -> LmtpSettings:
        """Where a listener has to stand to get the referee's mail on the way `lmtp`."""
        if self._lmtp_port is not None:
            return LmtpSettings(port=self._lmtp_port)
        return LmtpSettings(socket=self.root / "referee-lmtp")

    @property
    def smtp(self) -> SmtpSettings:
        """For what the referee sends."""
        return SmtpSettings("127.0.0.1", self.smtp_port, tls="none", timeout=LONG)

    def imap(self, name: str = "ref", *, tls: bool = False, **other: object) -> ImapSettings:
        """For reading a mailbox with our own source."""
        if tls:
            other = {"tls": "tls", "port": self.imaps_port, "ca_file": self.root / "cert.pem"} | other
        else:
            other = {"tls": "none", "port": self.imap_port} | other
        return ImapSettings("127.0.0.1", name, PASSWORD, timeout=LONG, **other)

    def send(self, sender: str, recipient: str | Sequence[str], raw: bytes) -> None:
        """Bring a mail to Postfix as a player's mail program does."""
        with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=LONG) as line:
            line.sendmail(sender, recipient, raw, mail_options=["BODY=8BITMIME"])

    @contextlib.contextmanager
    def mailbox(self, name: str) -> Iterator[MailBoxUnencrypted]:
        """A player's mailbox, logged in, at his INBOX."""
        with MailBoxUnencrypted("127.0.0.1", self.imap_port, LONG).login(name, PASSWORD) as mailbox:
            yield mailbox

    def mails(self, name: str) -> list[bytes]:
        """Every mail in a player's INBOX as it is, in the order of arrival."""
        with self.mailbox(name) as mailbox:
            uids = mailbox.uids()
            return [mailbox.client.uid("FETCH", uid, "(BODY.PEEK[])")[1][0][1] for uid in uids]

    def files(self, name: str) -> list[Path]:
        """The files in which Dovecot keeps the mails of an INBOX."""
        box = self.root / "mail" / name / "Maildir"
        return [file for folder in ("new", "cur") for file in (box / folder).iterdir()]

    def queued(self) -> int:
        """How many mails Postfix has not delivered yet."""
        return sum(
            1
            for folder in ("maildrop", "incoming", "active", "deferred")
            for one in (self.root / "queue" / folder).rglob("*")
            if one.is_file()
        )

    def logs(self) -> str:
        """What the servers wrote down."""
        files = (self.root / "postfix.log", self.root / "dovecot.log")
        return "".join(one.read_text(errors="replace") for one in files if one.exists())

    def wait_for(
        self, condition: Callable[[], T], what: str = "what should happen", seconds: float = LONG
    ) -> T:
        """Ask until the answer is true, and return it; fail with the servers' words if it never is."""
        end = time.monotonic() + seconds
        while True:
            if answer := condition():
                return answer
            if time.monotonic() > end:
                pytest.fail(f"{what}: not within {seconds:.0f} seconds\n{self.logs()[-6000:]}")
            time.sleep(0.02)

    def _lay_out_postfix(self) -> None:
        queue = self.root / "queue"
        for name in ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private",
                     "saved", "trace"):  # fmt: skip
            _make(queue / name, 0o700, "postfix")
        _make(queue / "pid", 0o755)
        _make(queue / "maildrop", 0o730, "postfix", "postdrop")
        _make(queue / "public", 0o710, "postfix", "postdrop")
        _make(self.root / "data", 0o700, "postfix")
        _make(self.root / "postfix", 0o755)
        lmtp = self.root / "referee-lmtp"
        referee = {
            "lmtp": f"lmtp:inet:127.0.0.1:{self._lmtp_port}" if self._lmtp_port else f"lmtp:unix:{lmtp}",
            "pipe": "referee:",
            "mailbox": f"lmtp:unix:{self.root}/dovecot-lmtp",
        }[self._route]
        proves = PROVES % "dmarc=pass header.from=players.example" if self._proves else ""
        for name, text in (("main.cf", MAIN_CF), ("master.cf", MASTER_CF)):
            file = self.root / "postfix" / name
            file.write_text(
                text.format(
                    root=self.root, daemons=MASTER.parent, smtp=self.smtp_port, referee=referee, proves=proves
                )
            )
            os.utime(file, (1, 1))  # Postfix does not believe a file that is still warm

    def _lay_out_dovecot(self) -> None:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-days", "2",
             "-keyout", self.root / "key.pem", "-out", self.root / "cert.pem"],
            check=True, capture_output=True,
        )  # fmt: skip
        _make(self.root / "mail", 0o755, "nobody", "nogroup")
        for name in ("ref", *PLAYERS):
            _make(self.root / "mail" / name, 0o755, "nobody", "nogroup")
        (self.root / "users").write_text("".join(f"{one}:{PASSWORD}\n" for one in ("ref", *PLAYERS)))
        (self.root / "dovecot.conf").write_text(
            DOVECOT_CONF.format(root=self.root, imap=self.imap_port, imaps=self.imaps_port)
        )


def _make(folder: Path, mode: int, *owner: str) -> None:
    folder.mkdir(parents=True)
    folder.chmod(mode)
    if owner:
        shutil.chown(folder, *owner)


@contextlib.contextmanager
def _process(*command: object) -> Iterator[subprocess.Popen[bytes]]:
    """A server that ends with the block, and also when the test process dies."""
    process = subprocess.Popen(
        ["setpriv", "--pdeathsig", "TERM", *map(str, command)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(
                process.pid, signal.SIGKILL
            )  # with all its children; nothing of theirs is needed any more
        process.wait()


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=LONG) as line:
            return bool(line.recv(1))
    except OSError:
        return False
