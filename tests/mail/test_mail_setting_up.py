"""What the page on setting up mail says to write into Postfix, a real Postfix does; and the doctor asks a Dovecot."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from mail_servers import PASSWORD, MailServers, require
from test_mail_servers import listener

from referee.clock import FixedClock
from referee.db.inbox import latest_mails, mail_in
from referee.service.transactions import reading, writing

PAGE = (Path(__file__).parents[2] / "referee" / "mail" / "SETTING-UP.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^```\w+\n# ([\w.-]+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
PROGRAM = "import sys; sys.argv[0] = 'referee'; from referee.cli.main import main; main()"
CLOCK = FixedClock("2026-12-04T18:00:00Z")

ALICE = "alice@players.example"
REF = "ref@acquire.example"
WITH_TOKEN = "ref+harbour.alice.7.shpyh6a7zshhp32w@acquire.example"  # noqa: S105
FORGED = (
    b"Authentication-Results: mx.acquire.example; dmarc=pass header.from=players.example\r\n"
    b'authentication-results: (as it says)\r\n "mx\\.acquire.example"; dmarc=pass\r\n'
)
MAIL = (
    FORGED
    + b"From: alice@players.example\r\nTo: ref@acquire.example\r\nSubject: orders\r\n\r\ntile 5C, 6D\r\n"
)


class AsThePageSays(MailServers):
    """The servers of the tests, with what the page says put in: `transport` is which of its two."""

    def __init__(self, transport: str, port: int = 0, **other: object) -> None:
        super().__init__("pipe" if transport == "transport-pipe" else "lmtp", lmtp_port=port, **other)
        self._transport, self._port = transport, port

    def _lay_out_postfix(self) -> None:
        super()._lay_out_postfix()
        place = self.root / "postfix"
        players = f"players.example lmtp:unix:{self.root}/dovecot-lmtp\n"
        (place / "transport").write_text(FILES[self._transport].replace("2424", str(self._port)) + players)
        (place / "header_checks").write_text(FILES["header_checks"])
        service = FILES["master.cf"].replace("user=referee", "user=nobody:nogroup")
        service = service.replace("/srv/referee", str(self.root)).replace(
            "/opt/referee/bin/referee", str(self.root / "pipe")
        )
        master = place / "master.cf"
        others = master.read_text().partition("referee unix")[0]
        master.write_text(others + service)
        with (place / "main.cf").open("a") as main:
            main.write(FILES["main.cf"].replace("/etc/postfix", str(place)))
            if self._transport == "transport-pipe":
                main.write(FILES["main.cf-pipe"])
        for file in place.iterdir():
            os.utime(file, (1, 1))


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


def test_by_lmtp_every_address_of_ours_arrives_and_no_forged_results():
    require()
    port, kept = free_port(), []
    with AsThePageSays("transport", port) as servers, listener(servers, lambda *mail: kept.append(mail)):
        for sender, recipient in ((ALICE, REF), (ALICE, WITH_TOKEN), ("", WITH_TOKEN)):
            servers.send(sender, recipient, MAIL)
        servers.wait_for(lambda: len(kept) == 3 and not servers.queued(), "three mails stored")
    found = {(envelope.sender, *envelope.recipients) for _, envelope in kept}
    assert found == {(ALICE, REF), (ALICE, WITH_TOKEN), ("", WITH_TOKEN)}
    for raw, _ in kept:
        assert b"authentication-results" not in raw.lower()
        assert b"tile 5C, 6D" in raw


@pytest.fixture
def database(tmp_path):
    file = tmp_path / "referee.db"
    with writing(str(file), CLOCK, create=True):
        pass
    return file


def test_by_the_pipe_the_program_itself_stores_each_mail_with_its_envelope(database):
    require()
    command = [sys.executable, "-c", PROGRAM]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    folder = database.parent
    with AsThePageSays("transport-pipe", command=command, folder=folder, environ=environ) as servers:
        for sender, recipient in ((ALICE, WITH_TOKEN), ("", REF)):
            servers.send(sender, recipient, MAIL)
        servers.wait_for(lambda: len(stored(database)) == 2 and not servers.queued(), "two mails stored")
        assert "status=sent (delivered via referee service)" in servers.logs()
    found = stored(database)
    assert {(one.sender, one.recipients) for one in found} == {(ALICE, (WITH_TOKEN,)), ("", (REF,))}
    assert all(one.source == "pipe" for one in found)
    assert all(b"authentication-results" not in one.raw.lower() for one in found)


ENDS = """\
import os, pathlib, sys
sys.stdin.buffer.read()
calls = pathlib.Path("calls")
todo = pathlib.Path("todo").read_text().split()
with calls.open("a") as file:
    print(*sys.argv[1:], file=file)
how = int(todo[len(calls.read_text().splitlines()) - 1])
if how < 0:
    os.kill(os.getpid(), -how)
sys.exit(how)
"""


@pytest.mark.parametrize("how", [1, 2, 70, 126, 127, -9, -15])
def test_however_the_program_at_the_pipe_fails_postfix_keeps_the_mail_and_comes_again(tmp_path, how):
    require()
    (tmp_path / "todo").write_text(f"{how} {how} 0")
    (tmp_path / "ends.py").write_text(ENDS)
    command = [sys.executable, "ends.py"]
    with AsThePageSays("transport-pipe", command=command, folder=tmp_path) as servers:
        servers.send(ALICE, WITH_TOKEN, MAIL)
        servers.wait_for(lambda: "status=sent" in servers.logs() and not servers.queued(), "the third call")
        assert servers.mails("alice") == []
    calls = (tmp_path / "calls").read_text().splitlines()
    assert calls == [f"receive --from {ALICE} -- {WITH_TOKEN}"] * 3


def test_a_program_that_is_not_there_makes_postfix_wait_for_it():
    require()
    with AsThePageSays("transport-pipe", command=["true"]) as servers:
        (servers.root / "pipe").rename(servers.root / "updating")
        servers.send(ALICE, REF, MAIL)
        servers.wait_for(lambda: "status=deferred" in servers.logs(), "a mail kept")
        (servers.root / "updating").rename(servers.root / "pipe")
        servers.wait_for(lambda: "status=sent" in servers.logs() and not servers.queued(), "the mail taken")
        assert servers.mails("alice") == []


def test_the_pipe_may_take_its_time():
    require()
    with AsThePageSays("transport-pipe") as servers:
        said = subprocess.run(
            ["postconf", "-c", servers.root / "postfix", "-h", "referee_time_limit"],
            capture_output=True,
            text=True,
            check=True,
        )
    assert said.stdout == "1h\n"


def test_the_doctor_looks_into_a_mailbox_and_leaves_it_as_it_is(database):
    require()
    folder = database.parent
    with MailServers("mailbox") as servers:
        servers.send(ALICE, REF, MAIL)
        servers.wait_for(lambda: servers.mails("ref"), "a mail in the mailbox")
        for password, level in ((PASSWORD, "ok"), ("another horse", "fault"), (PASSWORD, "ok")):
            write_settings(folder, servers, password)
            found = doctor(folder)
            (mailbox,) = [one for one in found if one["check"] == "mail in"]
            assert mailbox["level"] == level, mailbox
            assert password not in json.dumps(found)
            if level == "ok":
                assert mailbox["said"] == "IMAP: ref at 127.0.0.1, INBOX: 1 mail to be fetched."
            (out,) = [one for one in found if one["check"] == "mail out"]
            assert out["level"] == "ok", out
        assert servers.queued() == 0
        assert len(servers.mails("ref")) == 1


def write_settings(folder, servers, password):
    for name, text in (("secret", "a secret only for these tests"), ("password", password)):
        (folder / name).write_text(f"{text}\n")
        (folder / name).chmod(0o600)
    (folder / "referee.toml").write_text(
        '[mail]\naddress = "ref@acquire.example"\nsecret_file = "secret"\n'
        f'[mail.smtp]\nhost = "127.0.0.1"\nport = {servers.smtp_port}\n'
        f'[mail.imap]\nhost = "127.0.0.1"\nport = {servers.imap_port}\ntls = "none"\nuser = "ref"\n'
        'password_file = "password"\n'
    )


def doctor(folder):
    environ = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "doctor", "--json"],
        cwd=folder,
        env=environ,
        capture_output=True,
        check=False,
    )
    return json.loads(done.stdout)


def stored(database):
    with reading(str(database), CLOCK) as work:
        return [mail_in(work.unit, one.key) for one in latest_mails(work.unit, 10)]


def test_there_is_nothing_for_postfix_on_the_page_that_is_not_tried_here():
    blocks = re.findall(r"^```(?:ini|text)\n# ([\w.-]+)\n", PAGE, re.MULTILINE)
    assert {one for one in blocks if not one.endswith((".service", ".timer"))} == {
        "main.cf",
        "main.cf-pipe",
        "master.cf",
        "transport",
        "transport-pipe",
        "header_checks",
    }
