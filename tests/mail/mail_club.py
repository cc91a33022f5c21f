"""A referee's machine as its users have it: a folder with `referee.toml`, the program, and mail of players."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from databases import new_database
from mail_servers import PASSWORD, MailServers
from players_by_mail import PROGRAMS, PlayerByMail
from warm_program import types

TOML = """\
[referee]
db = "{db}"

[mail]
address = "ref@acquire.example"
name = "Acquire referee"
referee = "erin@players.example"
secret_file = "referee.secret"

[mail.smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
"""

IMAP = """
[mail.imap]
host = "127.0.0.1"
port = {port}
tls = "none"
user = "ref"
password_file = "imap.password"
every = 1
"""


class Club:
    """A folder in which commands are typed; `lmtp`: with a listener for the servers, `imap`: with a mailbox."""

    def __init__(self, folder: Path, servers: MailServers, *, lmtp: bool = False, imap: bool = False) -> None:
        self.folder, self.servers = folder, servers
        self.logged_in = contextlib.ExitStack()
        more = TOML.format(db=new_database(folder), smtp=servers.smtp_port)
        if lmtp:
            more += f'\n[mail.lmtp]\nsocket = "{servers.lmtp.socket}"\n'
        if imap:
            more += IMAP.format(port=servers.imap_port)
            password = folder / "imap.password"
            password.touch(mode=0o600)
            password.write_text(PASSWORD)
        (folder / "referee.toml").write_text(more)
        self.types("secret")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.logged_in.close()

    def types(self, *words: str, status: int = 0) -> str:
        """Type a command; what it answers."""
        done = types(*words, folder=self.folder)
        said = done.stdout.decode()
        assert done.returncode == status, f"{words}: {done.returncode}\n{said}\n{done.stderr.decode()}"
        return said

    def opens(self, game: str, *handles: str, switches: tuple[str, ...] = ()) -> dict[str, PlayerByMail]:
        """A game of people who are registered for it, each with a mail program of his own."""
        for handle in handles:
            self.types("player", "add", handle, "--mail", f"{handle}@players.example")
        self.types(
            "new",
            game,
            "--players",
            ",".join(handles),
            *(word for one in switches for word in ("--set", one)),
        )
        return {
            handle: PlayerByMail(
                handle, PROGRAMS[handle], f"{9004711 + 1000 * place}", self.reads(handle), self.servers.send
            )
            for place, handle in enumerate(handles)
        }

    def reads(self, name: str) -> Callable[[], list[bytes]]:
        """A player's mail program, which stays logged in and fetches what is new."""
        mailbox = self.logged_in.enter_context(self.servers.mailbox(name))
        fetched: set[str] = set()

        def new() -> list[bytes]:
            mailbox.client.noop()
            uids = [uid for uid in mailbox.uids() if uid not in fetched]
            fetched.update(uids)
            return [mailbox.client.uid("FETCH", uid, "(BODY.PEEK[])")[1][0][1] for uid in uids]

        return new

    def status(self, game: str) -> dict:
        return json.loads(self.types("status", game, "--json"))

    @contextlib.contextmanager
    def serving(self) -> Iterator[subprocess.Popen]:
        """`referee serve`, ready, until the block ends; it must end well when it is told to."""
        with (self.folder / "serve.log").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "referee", "serve"],
                cwd=self.folder,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
            try:
                self.servers.wait_for(lambda: "Ready" in self.said() or process.poll() is not None, "serve")
                assert process.poll() is None, self.said()
                yield process
            finally:
                process.terminate()
                assert process.wait(60) == 0, self.said()

    def said(self) -> str:
        """What `serve` has said so far."""
        return (self.folder / "serve.log").read_text()


def plays_to_the_end(club: Club, game: str, players: dict[str, PlayerByMail], between=lambda: None) -> int:
    """The players read and reply, the referee resolves when all orders are in, until the game is over; the rounds.

    `between` is what the machine does by itself, where no `serve` runs.
    """
    rounds = 0
    while not all(one.is_over for one in players.values()):

        def all_answered(rounds: int = rounds) -> bool:
            between()
            for one in players.values():
                one.looks()
            return all(
                one.is_over or (not one.waits and len(one.reports) > rounds) for one in players.values()
            )

        club.servers.wait_for(all_answered, f"reports and answers of round {rounds + 1}", seconds=120)
        if all(one.is_over for one in players.values()):
            break
        waits_for = club.status(game)["waits_for"]
        assert waits_for == [], f"{waits_for}: {club.said() if (club.folder / 'serve.log').exists() else ''}"
        club.types("resolve", game)
        rounds += 1
    return rounds
