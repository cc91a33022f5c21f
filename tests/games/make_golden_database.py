"""Keeps a referee's desk for some months with the commands of the program, and writes down all that is then there.

    PYTHONPATH=tests .venv/bin/python tests/games/make_golden_database.py FOLDER

makes there `club-schema-NNNN` of the newest schema: the database, each of its games whole, and its public log. Time
and chance are replaced by a clock that is set and bytes that follow from a name, so that the same program writes the
same rows again; the keys of the people are printed. What is kept here is never made again: when the database gets
another schema, make another one beside it.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from email.message import EmailMessage
from pathlib import Path
from unittest import mock

from smtp_puppet import Puppet
from typer.testing import CliRunner

from referee.cli.main import app
from referee.clock import FixedEntropy, SystemClock, SystemEntropy
from referee.db.tables import SCHEMA

IN_SEPTEMBER, IN_DECEMBER = "2026-09-01T18:00:00Z", "2026-12-10T18:00:00Z"
"""In between more days pass than mails are kept."""
LATER_THAT_DAY = "2026-12-10T18:30:00Z"

ADDRESS = "desk@club.example"
TOML = """\
[referee]
db = "club.db"

[mail]
address = "{address}"
authserv_id = "mx.club.example"
secret = "the secret of a golden desk"

[mail.smtp]
host = "127.0.0.1"
port = {port}
tls = "none"
"""
PEOPLE = ("ann", "ben", "cid", "dora")
NOBODY_THERE = "cid@home.example"
"""Whose mailbox, as the mail server says, is not there any more in December."""

GAMES = {
    "mill": "[switches]\nplays_per_round = 1\n",
    "slip": "",
    "pier": '[switches]\nauto_end = "true"\nend_size = 31\n',
}
ORDERS = """
tile any that founds, any that grows the largest chain, any that does not merge, any
found any
survivor any
settle any
merger any: trade 2, sell 2, keep rest
buy 3 the cheapest chain
"""
END = "end game if my value > anyone's value\n"
STANDING = "standing\n  tile any that founds, any\n  found any\n  buy 2 the cheapest chain\nend\n"
MOST_ROUNDS, MOST_LETTERS = 40, 1000


class Desk:
    """A referee at his desk, in the folder that is the present one."""

    def __init__(self, port: int) -> None:
        self._mails = 0
        settings = Path("referee.toml")
        settings.touch(mode=0o600)
        settings.write_text(TOML.format(address=ADDRESS, port=port))

    def types(self, *words: object, given: str | bytes | None = None, well: tuple[int, ...] = (0,)) -> str:
        """A command that must end with one of these exit statuses: what it prints."""
        result = CliRunner().invoke(app, [*map(str, words)], input=given, prog_name="referee")
        if result.exit_code not in well:
            raise SystemExit(f"referee {' '.join(map(str, words))}: {result.output}") from result.exception
        return result.stdout

    def files(self, game: str, handle: str, text: str = ORDERS) -> None:
        """Orders come in, with whatever remarks."""
        self.types("submit", game, "-", "--player", handle, given=text, well=(0, 1))

    def receives(self, handle: str, text: str, *, proven: bool = True) -> None:
        """A mail falls into the inbox."""
        self._mails += 1
        mail, sender = EmailMessage(), f"{handle}@home.example"
        if proven:
            mail["Authentication-Results"] = "mx.club.example; dmarc=pass header.from=home.example"
        mail["From"], mail["To"], mail["Subject"] = sender, ADDRESS, "Acquire"
        mail["Message-ID"] = f"<{self._mails}@home.example>"
        mail.set_content(text)
        self.types("receive", "--from", sender, "--", ADDRESS, given=mail.as_bytes())

    def plays(self, game: str, *handles: str, more: str = "") -> str:
        """Those who write file orders, the others miss the round: what the resolving prints."""
        for handle in handles:
            self.files(game, handle, f"{ORDERS}{more}")
        return self.types("resolve", game, "--missing", well=(0, 1))


def keep(desk: Desk, clock: mock.Mock) -> None:
    """All that happens at the desk, so that there is some of everything."""
    clock.return_value = IN_SEPTEMBER
    for handle in PEOPLE:
        name = f"{handle.title()} Abel"
        added = desk.types("player", "add", handle, "--mail", f"{handle}@home.example", "--name", name)
        sys.stdout.write(added)
    for game, switches in GAMES.items():
        opening = Path("opening.toml")
        opening.write_text(f'name = "{game}"\nplayers = ["ann", "ben", "cid"]\n{switches}')
        desk.types("new", "--from", opening)
    desk.receives("ann", "help\n")
    desk.receives("eve", "Hello, may I play too?\n")
    desk.types("serve", "--once")
    for _ in range(MOST_ROUNDS):
        if "over" in desk.plays("pier", "ann", "ben", "cid", more=END):
            break
    else:
        raise SystemExit("pier does not end")
    play_the_corrected_game(desk)
    desk.types("send", well=(0, 1))

    clock.return_value = IN_DECEMBER
    desk.types("mail", "purge")
    leave_the_mill_in_mid_round(desk, clock)


def play_the_corrected_game(desk: Desk) -> None:
    """A round that is opened again with other orders, a ruling after it, and in the end one that is held."""
    desk.plays("slip", "ann", "ben")
    desk.plays("slip", "ann", "ben", "cid", more="press: A round of many words.\n")
    overlooked = Path("overlooked.txt")
    overlooked.write_text(ORDERS)
    why = "A mail of Cid's had been overlooked."
    orders = ("--orders", f"cid={overlooked}")
    desk.types("reopen", "slip", "--round", 1, "--why", why, *orders, "--resolve", "--missing", "--yes")
    desk.types("resolve", "slip", "--missing", well=(0, 1))
    desk.types("rule", "slip", "Cid waited for this.", "--cash", "cid=+300", "--yes")
    desk.plays("slip", "ann", "cid", more="anonymous press: Who reopens once, reopens twice.\n")
    desk.types("seat", "slip", "ben", "--to", "dora")
    desk.types("resolve", "slip", "--missing", "--hold")


def leave_the_mill_in_mid_round(desk: Desk, clock: mock.Mock) -> None:
    """Orders for the open round, standing ones and some for a round to come; press, mail and letters that wait."""
    for handle in ("ann", "ben", "cid"):
        desk.files("mill", handle, f"{ORDERS}press: {handle.title()} was here.\n")
    for _ in range(4):
        desk.types("resolve", "mill", "--missing", well=(0, 1))
    desk.types("send", well=(0, 1))
    desk.files("mill", "ann", f"{ORDERS}anonymous press: The mill grinds slowly.\n")
    desk.files("mill", "ben", f"{ORDERS}{STANDING}press to Cid: Luxor?\n")
    desk.files("mill", "cid", f"{ORDERS}{STANDING}")
    desk.types("rule", "mill", "A dollar for the miller.", "--cash", "ben=+100", "--yes")
    clock.return_value = LATER_THAT_DAY
    desk.receives("ann", "game mill\naddress ann@new.example\n")
    desk.receives("cid", f"game mill\n{ORDERS}", proven=False)
    desk.receives("ben", "game mill\nstatus\n")


def main(folder: Path) -> None:
    """Keep the desk in a folder of its own, and write what is then there."""
    kept = folder.resolve() / f"club-schema-{SCHEMA}"
    kept.mkdir(parents=True)
    entropy = FixedEntropy("a golden desk")
    with (
        elsewhere(),
        mock.patch.object(SystemEntropy, "token", lambda _, size: entropy.token(size)),
        mock.patch.object(SystemClock, "now") as clock,
        Puppet(rcpt=[refusing_in_december(clock)] * MOST_LETTERS) as server,
    ):
        desk = Desk(server.port)
        keep(desk, clock)
        desk.types("verify", "--all", "--audit")
        for game in GAMES:
            desk.types("export", game, "--out", kept / f"{game}.jsonl.gz")
            desk.types("export", game, "--public", "--out", kept / f"{game}.public.jsonl.gz")
        desk.types("backup", "whole.db")
        with closing(sqlite3.connect("whole.db")) as connection:
            connection.execute("VACUUM")
        database = Path("whole.db").read_bytes()
        (kept / "club.db.gz").write_bytes(gzip.compress(database, mtime=0))
        sys.stdout.write(desk.types("verify", "--all", "--audit") + desk.types("status"))
        sys.stdout.write(desk.types("mail", "queue", well=(0, 1)) + desk.types("mail", "list"))


def refusing_in_december(clock: mock.Mock) -> Callable[[str], str | None]:
    """What the mail server says to RCPT TO."""

    def says(said: str) -> str | None:
        is_refused = clock.return_value >= IN_DECEMBER and NOBODY_THERE in said
        return "550 5.1.1 no such mailbox" if is_refused else None

    return says


@contextmanager
def elsewhere() -> Iterator[None]:
    """A folder for the time being, the present one."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
