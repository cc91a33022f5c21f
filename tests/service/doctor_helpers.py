"""Servers that stop by themselves, and a referee's folder, for looking after both."""

import asyncio
import contextlib
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult

from referee.clock import FixedClock, FixedEntropy
from referee.config import look_at_mail
from referee.db.holders import Holder, keep_holder
from referee.db.people import add_person
from referee.round.opening import NewGame
from referee.service.doctor import examine
from referee.service.findings import Patient
from referee.service.open_game import open_game, plan_game
from referee.service.transactions import writing

NOW = "2026-12-04T18:00:00Z"
SECRET = "a secret only for these tests"  # noqa: S105
PASSWORD = "pass word of a robot"  # noqa: S105
OUR_ADDRESS = "ref@acquire.example"
BASE = f'[mail]\naddress = "{OUR_ADDRESS}"\nsecret_file = "secret"\n'
WHOLE = f'{BASE}authserv_id = "mx.acquire.example"\nreferee = "harbour.master@players.example"\n'
PLAYERS = ("alice", "bob", "carol")


@cache
def one_game() -> bytes:
    """The bytes of a database with a game for three, all of them registered."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "referee.db"
        with writing(str(file), FixedClock(NOW), create=True) as work:
            planned = plan_game("harbour", NewGame(PLAYERS, seed="a seed for these tests"), FixedEntropy("x"))
            open_game(work, "harbour", planned)
            for handle in PLAYERS:
                person = add_person(work.unit, handle, "", (f"{handle}@players.example",), NOW)
                register(work, "harbour", handle, person)
        return file.read_bytes()


def furnished(folder):
    """The folder with that database in it, and mail set up."""
    write_settings(folder, WHOLE)
    (folder / "referee.db").write_bytes(one_game())
    (folder / "referee.db").chmod(0o600)
    return folder


def register(work, game, seat, person):
    keep_holder(work.unit, game, Holder(seat, 1, person.handle, NOW, person.key))


def with_smtp(port, more=""):
    return f'{WHOLE}[mail.smtp]\nhost = "localhost"\nport = {port}\n{more}'


def write_settings(folder, text):
    """`referee.toml` with a secret and a password beside it."""
    for name, content in (("secret", SECRET), ("password", PASSWORD), ("referee.toml", text)):
        (folder / name).write_text(f"{content}\n")
        (folder / name).chmod(0o600)


def examined(folder, database=None, at=NOW):
    """All that is found with the settings of a folder."""
    file, mail = look_at_mail(folder)
    return list(examine(Patient(file, mail, None, str(database or folder / "referee.db"), FixedClock(at))))


def found_by(check, findings):
    """What one check found, as level and words."""
    return [(one.level, f"{one.said} {one.todo}".strip()) for one in findings if one.check == check]


@dataclass
class Postmaster:
    """A server's mind: what it takes, and what it was told."""

    senders: list[str] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    letters: list[bytes] = field(default_factory=list)
    no_sender: str | None = None
    no_plus: str | None = None

    async def handle_MAIL(self, _server, _session, envelope, address, _options):  # noqa: N802  # aiosmtpd looks for that name
        if self.no_sender:
            return self.no_sender
        envelope.mail_from = address
        self.senders.append(address)
        return "250 OK"

    async def handle_RCPT(self, _server, _session, envelope, address, _options):  # noqa: N802  # aiosmtpd looks for that name
        if self.no_plus and "+" in address:
            return self.no_plus
        envelope.rcpt_tos.append(address)
        self.recipients.append(address)
        return "250 OK"

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802  # aiosmtpd looks for that name
        self.letters.append(envelope.content)
        return "250 OK"


@contextlib.contextmanager
def serving(make):
    """A server of asyncio in a thread of its own: `make(loop)` gives a protocol for each line; its port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def begin():
        return await loop.create_server(lambda: make(loop), "127.0.0.1", 0)

    async def end():
        server.close()
        rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    server = asyncio.run_coroutine_threadsafe(begin(), loop).result(20)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        asyncio.run_coroutine_threadsafe(end(), loop).result(20)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(20)
        loop.close()


def smtp_server(master, **options):
    """An SMTP server on a free port."""
    return serving(lambda loop: SMTP(master, loop=loop, hostname="mx.acquire.example", **options))


def letting_in(user, password):
    """What a server asks who logs in."""

    def check(_server, _session, _envelope, _mechanism, data):
        is_right = (data.login, data.password) == (user.encode(), password.encode())
        return AuthResult(success=is_right, handled=False)

    return check


class Banner(asyncio.Protocol):
    """Some other program: it says one line and no more."""

    def connection_made(self, transport):
        transport.write(b"220 mx.acquire.example Dovecot ready.\r\n")


def certificate(folder, name="localhost"):
    """A certificate that vouches for itself, and its key."""
    key, cert = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
         "-addext", f"subjectAltName=DNS:{name}", "-keyout", key, "-out", cert],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key
