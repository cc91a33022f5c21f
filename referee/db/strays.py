"""What can be wrong with a database beside its games: a damaged file, games that are gone, rows that are of none."""

from collections.abc import Iterator
from typing import Any, Final, get_args

from sqlalchemy import text
from sqlmodel import col, func, select

from referee.db.outbox import ON_THEIR_WAY, State
from referee.db.tables import (
    AddressChangeRow,
    AddressRow,
    DraftRow,
    EventRow,
    GameRow,
    HolderRow,
    InboxRow,
    OutboxRow,
    PersonRow,
    PressWaitingRow,
    PressWordsRow,
    PublicationRow,
)
from referee.db.unit import Unit

_STATES: Final = get_args(State)

_OF_A_GAME: Final[tuple[tuple[str, Any], ...]] = (
    ("records", EventRow),
    ("reports", PublicationRow),
    ("holders", HolderRow),
    ("waiting press", PressWaitingRow),
    ("words of press", PressWordsRow),
    ("held rounds", DraftRow),
)
_OF_A_PERSON: Final[tuple[tuple[str, Any], ...]] = (
    ("addresses", AddressRow),
    ("changes of address", AddressChangeRow),
    ("seats", HolderRow),
)


def listed_games(unit: Unit) -> tuple[list[str], list[str]]:
    """The names of all games that can be looked up, in the order in which they were opened, and what is wrong there.

    Games are numbered one after the other and never deleted: a number that is missing was a game.
    """
    names: list[str] = []
    faults: list[str] = []
    expected = 1
    rows = unit.session.exec(select(GameRow.key, GameRow.name, GameRow.name_key).order_by(col(GameRow.key)))
    for key, name, name_key in rows:
        faults += [f"game number {gone} is missing from the list of games" for gone in range(expected, key)]
        expected = key + 1
        if not isinstance(name, str) or name.casefold() != name_key:
            faults.append(f"the list of games is damaged at number {key}: it has {name!r} under {name_key!r}")
        else:
            names.append(name)
    return names, faults


def strays(unit: Unit) -> Iterator[str]:
    """Clauses for whatever belongs to no game or person that there is, and mail that can never go out or be read."""
    for what, table in _OF_A_GAME:
        yield from _of_no_row(unit, what, table, table.game, GameRow.key, "game")
    for what, table in _OF_A_PERSON:
        yield from _of_no_row(unit, what, table, table.person, PersonRow.key, "person")
    names = select(GameRow.name)
    for what, mail in (("letter", OutboxRow), ("mail", InboxRow)):
        of_none = select(mail.key, mail.game).where(col(mail.game).is_not(None), col(mail.game).not_in(names))
        for key, game in unit.session.exec(of_none.order_by(col(mail.key))):
            yield f"{what} {key} is of the game {game!r}, and there is none"
    letters = select(OutboxRow.key, OutboxRow.state)
    for key, state in unit.session.exec(letters.where(col(OutboxRow.state).not_in(_STATES))):
        yield f"letter {key} is in no state that there is ({state!r}), so it never goes out"
    empty = letters.where(col(OutboxRow.state).in_(ON_THEIR_WAY), col(OutboxRow.body).is_(None))
    for key, _ in unit.session.exec(empty):
        yield f"letter {key} is to go out and has no words"
    unread = select(InboxRow.key).where(col(InboxRow.outcome).is_(None), col(InboxRow.raw).is_(None))
    for key in unit.session.exec(unread):
        yield f"mail {key} is to be read and has no words"


def damaged_pages(unit: Unit, *, quick: bool = False) -> list[str]:
    """What SQLite finds wrong with its file: pages, indexes; with `quick` it does not compare indexes and tables.

    A server looks after its files itself: nothing is found.
    """
    connection = unit.session.connection()
    if connection.dialect.name != "sqlite":
        return []
    found = connection.execute(text("PRAGMA quick_check" if quick else "PRAGMA integrity_check")).scalars()
    return [f"the database file is damaged: {one}" for one in found if one != "ok"]


def _of_no_row(unit: Unit, what: str, table: Any, column: Any, owner: Any, called: str) -> Iterator[str]:  # noqa: ANN401  # tables and their columns
    query = select(column, func.count()).select_from(table)
    of_none = query.where(col(column).is_not(None), col(column).not_in(select(owner)))
    for key, count in unit.session.exec(of_none.group_by(column).order_by(column)):
        yield f"there are {what} ({count}) of {called} number {key}, and no such {called}"
