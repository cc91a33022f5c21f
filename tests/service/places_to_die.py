"""Databases that can be put back and compared, and the commands that write in them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from databases import postgres_databases, rows_in
from dying import Run, run_until
from mail_house import MailHouse

from referee.service.file_orders import file_orders
from referee.service.hold_round import hold_round
from referee.service.move_game import export_game, write_export

KEPT = "base"
_CHANCE = re.compile(r"\b(?:[0-9a-f]{12,64}|[a-z2-7]{16}|[a-z2-7]{24})\b")
"""Salts, hashes, the ids of games, and the names of letters that follow from them."""


@dataclass(frozen=True)
class Command:
    """What is typed, with `given` on its standard input; `by_mail` if the mail is set up where it is typed."""

    name: str
    words: tuple[str, ...]
    given: Callable[[MailHouse], str] = lambda _: ""
    prepares: Callable[[MailHouse], object] = lambda _: None
    by_mail: bool = False
    everywhere: bool = False
    """Whether it is killed after every statement, else after those that write and before each COMMIT."""
    goes_on: tuple[str, ...] | None = None
    """What finishes it after half of its transactions, where that is not typing it again."""


ORDERS = "tile any\nbuy nothing\n"
LONGER = "tile any\nbuy nothing\nready\n\npress: ahoy\n"
QUAY = 'name = "quay"\nplayers = ["ann", "ben", "cid"]\nseed = "as long a seed as one wants"\n'
OVERLOOKED, EXPORTED = "overlooked.txt", "pier.jsonl.gz"


def all_file(house: MailHouse) -> None:
    """Orders of everybody, press among them."""
    for handle in house.handles:
        with house.working() as work:
            file_orders(work, "harbour", handle, f"{ORDERS}press: {handle} was here\n", "tests")


def one_is_held(house: MailHouse) -> None:
    """The round is held, with press that waits for it, and is due."""
    all_file(house)
    with house.working() as work:
        hold_round(work, "harbour", misses_meant=False, seconds=0)


def two_mails(house: MailHouse) -> None:
    """Two mails wait to be read, one with orders."""
    all_file(house)
    house.arrives(house.mail(ORDERS, to=house.reply_address("alice")))
    house.arrives(house.mail("hello?\n", sender="eve@players.example"))


def one_mail(house: MailHouse) -> str:
    return house.mail(LONGER, to=house.reply_address("alice")).decode()


def one_held(house: MailHouse) -> None:
    house.arrives(house.mail(ORDERS, proven=False))
    house.takes()


def two_rounds_played(house: MailHouse) -> None:
    """The third round is open, with orders and press; what had been overlooked in the first lies in a file."""
    for _ in range(2):
        all_file(house)
        house.resolves()
    all_file(house)
    (house.folder / OVERLOOKED).write_text("tile any\nfound any\nbuy 1 the cheapest chain\n")


def a_game_elsewhere(house: MailHouse) -> None:
    """A whole game lies in a file, exported from another database; press waits in it."""
    elsewhere = house.folder / "elsewhere"
    elsewhere.mkdir()
    other = MailHouse(elsewhere)
    other.opens("pier")
    other.resolves("pier")
    with other.working() as work:
        file_orders(work, "pier", "alice", LONGER, "tests")
    with other.looking() as work:
        write_export(export_game(work, "pier", "all"), house.folder / EXPORTED, "all")


COMMANDS = (
    Command("opening", ("new", "--from", "quay.toml"), everywhere=True),
    Command("filing", ("submit", "harbour", "-", "--player", "alice"), lambda _: LONGER, everywhere=True),
    Command("resolving", ("resolve", "harbour"), prepares=all_file, everywhere=True),
    Command("holding", ("resolve", "harbour", "--hold"), prepares=all_file, everywhere=True),
    Command("releasing", ("release", "harbour"), prepares=one_is_held, everywhere=True),
    Command("releasing what is due", ("release", "--due"), prepares=one_is_held, by_mail=True),
    Command("discarding", ("discard", "harbour"), prepares=one_is_held, everywhere=True),
    Command("working", ("work", "--until-idle"), prepares=all_file),
    Command(
        "reopening",
        (
            *("reopen", "harbour", "--round", "1", "--why", "Bob's mail had been overlooked.", "--yes"),
            *("--orders", f"bob={OVERLOOKED}", "--resolve", "--missing"),
        ),
        prepares=two_rounds_played,
        everywhere=True,
    ),
    Command(
        "reopening with mail",
        ("reopen", "harbour", "--round", "1", "--why", "The die was read wrongly.", "--yes"),
        prepares=two_rounds_played,
        by_mail=True,
    ),
    Command(
        "ruling",
        ("rule", "harbour", "Alice had been promised this.", "--cash", "alice=+300", "--yes"),
        prepares=two_rounds_played,
        by_mail=True,
    ),
    Command("importing", ("import", EXPORTED), prepares=a_game_elsewhere, everywhere=True),
    Command("resolving with mail", ("resolve", "harbour", "--missing"), prepares=two_mails, by_mail=True),
    Command(
        "taking mail",
        ("receive", "--", "ref@acquire.example"),
        one_mail,
        by_mail=True,
        goes_on=("serve", "--once"),
    ),
    Command("vouching for a mail", ("mail", "accept", "1"), prepares=one_held, by_mail=True),
    Command("leaving", ("seat", "harbour", "bob", "--left"), prepares=all_file, by_mail=True),
    Command("registering", ("player", "add", "dave", "--mail", "dave@players.example")),
    Command("forgetting", ("player", "forget", "bob"), prepares=all_file),
)
"""Every command whose work must be whole or not at all; a further one is a further row."""


class Place:
    """A folder with a database that can be put back to what it was when it was kept."""

    def __init__(self, folder: Path, copy: Callable[[], str]) -> None:
        self._folder, self._copy = folder, copy
        self.database = copy()
        self._rows, self._state = [], ""

    def put_back(self) -> None:
        self.database = self._copy()

    def types(self, *words: str, given: str = "", **how) -> Run:
        """A command in this place; its standard input is `given`."""
        return run_until("--db", self.database, *words, folder=self._folder, given=given, **how)

    def state(self) -> str:
        """All rows, what chance gave, numbers of rows too, being named by the order in which it comes."""
        rows = rows_in(self.database)
        if rows != self._rows:
            self._rows, self._state = rows, _comparable(rows)
        return self._state


def _comparable(rows) -> str:
    named: dict[object, str] = {}

    def told(table: str, column: str, value: object) -> object:
        of = _numbered(table, column)
        return value if of is None else named.setdefault((of, value), f"{of} {len(named)}")

    texts = [
        f"{table} { {title: told(table, title, value) for title, value in zip(titles, row, strict=True)} }"
        for table, titles, row in rows
    ]
    texts.sort(key=lambda text: _CHANCE.sub("", text))
    return _CHANCE.sub(lambda one: named.setdefault(one[0], f"<{len(named)}>"), "\n".join(texts))


def _numbered(table: str, column: str) -> str | None:
    """Of which table a column has the number of a row that is counted: what is rolled back may be left out."""
    return "people" if column == "person" else table if column == "key" and table != "games" else None


@contextmanager
def place_for(command: Command, kind: str, folder: Path):
    """A place in which a command can be typed, and what it reads; `kind` is `sqlite` or `postgres`."""
    (folder / "quay.toml").write_text(QUAY)
    if kind == "sqlite":
        house = _house(MailHouse(folder), command)
        given = command.given(house)
        kept = shutil.copy(house.database, folder / KEPT)
        there = folder / "referee.db"

        def copy() -> str:
            for beside in ("-wal", "-shm"):
                Path(f"{there}{beside}").unlink(missing_ok=True)
            return str(shutil.copy(kept, there))

        yield Place(folder, copy), given
        return
    with postgres_databases() as make:
        url = make()
        house = _house(MailHouse(folder, server=url), command)
        given = command.given(house)
        yield Place(folder, lambda: make(url)), given


def _house(house: MailHouse, command: Command) -> MailHouse:
    house.opens()
    command.prepares(house)
    if command.by_mail:
        house.sets_up()
    return house
