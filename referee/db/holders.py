"""Who holds which seat, by the name that the referee was given: personal data, which is kept out of the log.

A log is for ever, a name is not: these rows, and no others, may be deleted.
"""

from dataclasses import dataclass
from typing import Any

from sqlmodel import col, delete, insert, select, update

from referee.db.people import Person, person_numbered
from referee.db.tables import GameRow, HolderRow
from referee.db.unit import Unit


@dataclass(frozen=True, slots=True)
class Holder:
    """A person in a seat: `tenure` counts the seat's holders from 1, `since` is the ISO time at which he came.

    `person` is his number among the people; None for one who is not registered.
    """

    seat: str
    tenure: int
    name: str
    since: str
    person: int | None = None


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A seat of a game that a registered person holds or has held: the log knows whether that tenure lasts."""

    game: str
    seat: str
    tenure: int


def keep_holder(unit: Unit, game: str, holder: Holder) -> None:
    """Remember who holds a seat in a tenure, in the place of what was known of that. Raises UnknownGameError."""
    drop_holder(unit, game, holder.seat, holder.tenure)
    values = {
        "game": unit.key_of(game),
        "seat": holder.seat,
        "tenure": holder.tenure,
        "name": holder.name,
        "since": holder.since,
        "person": holder.person,
    }
    unit.session.exec(insert(HolderRow).values(values))


def drop_holder(unit: Unit, game: str, seat: str, tenure: int) -> None:
    """Forget who holds a seat in a tenure. Raises UnknownGameError."""
    which = (
        col(HolderRow.game) == unit.key_of(game),
        col(HolderRow.seat) == seat,
        col(HolderRow.tenure) == tenure,
    )
    unit.session.exec(delete(HolderRow).where(*which))


def holders_of(unit: Unit, game: str) -> list[Holder]:
    """All whose names are known, by seat, the first holder first. Raises UnknownGameError."""
    columns: Any = tuple(getattr(HolderRow, name) for name in Holder.__dataclass_fields__)
    rows = select(*columns).where(HolderRow.game == unit.key_of(game))
    ordered = rows.order_by(col(HolderRow.seat), col(HolderRow.tenure))
    return [Holder(*row) for row in unit.session.exec(ordered)]


def holder_of(unit: Unit, game: str, seat: str, tenure: int) -> Person | None:
    """The registered person who holds a seat in a tenure; None where nobody is. Raises UnknownGameError."""
    key = unit.session.exec(
        select(HolderRow.person).where(
            HolderRow.game == unit.key_of(game), HolderRow.seat == seat, HolderRow.tenure == tenure
        )
    ).first()
    return None if key is None else person_numbered(unit, key)


def seats_held_by(unit: Unit, person: int) -> list[HeldSeat]:
    """All seats that a person holds or has held, by game in the order in which they were opened, then by seat."""
    query = (
        select(GameRow.name, HolderRow.seat, HolderRow.tenure)
        .where(GameRow.key == HolderRow.game, HolderRow.person == person)
        .order_by(col(HolderRow.game), col(HolderRow.seat), col(HolderRow.tenure))
    )
    return [HeldSeat(*row) for row in unit.session.exec(query)]


def rename_holder(unit: Unit, person: int, name: str) -> None:
    """Call a registered person by another name wherever he holds a seat or has held one."""
    unit.session.exec(update(HolderRow).where(col(HolderRow.person) == person).values(name=name))


def forget_holders(unit: Unit, game: str, seat: str) -> int:
    """Delete the names of all who have held a seat and are not registered; how many there were.

    Who is registered is forgotten in all games at once (`forget_holder`). Raises UnknownGameError.
    """
    wanted = delete(HolderRow).where(
        col(HolderRow.game) == unit.key_of(game), col(HolderRow.seat) == seat, col(HolderRow.person).is_(None)
    )
    return int(unit.session.exec(wanted).rowcount)


def forget_holder(unit: Unit, person: Person) -> int:
    """Take a person from all seats, and his name where he came before he was registered; how many there were."""
    his = (col(HolderRow.person) == person.key) | (
        col(HolderRow.person).is_(None) & (col(HolderRow.name) == person.name)
    )
    return int(unit.session.exec(delete(HolderRow).where(his)).rowcount)
