"""Who holds which seat, by the name that the referee was given: personal data, which is kept out of the log.

A log is for ever, a name is not: these rows, and no others, may be deleted.
"""

from dataclasses import dataclass

from sqlmodel import col, delete, insert, select

from referee.db.tables import HolderRow
from referee.db.unit import Unit


@dataclass(frozen=True, slots=True)
class Holder:
    """A person in a seat: `tenure` counts the seat's holders from 1, `since` is the ISO time at which he came."""

    seat: str
    tenure: int
    name: str
    since: str


def keep_holder(unit: Unit, game: str, holder: Holder) -> None:
    """Remember who holds a seat from now on. Raises UnknownGameError."""
    values = {
        "game": unit.key_of(game),
        "seat": holder.seat,
        "tenure": holder.tenure,
        "name": holder.name,
        "since": holder.since,
    }
    unit.session.exec(insert(HolderRow).values(values))


def holders_of(unit: Unit, game: str) -> list[Holder]:
    """All whose names are known, by seat, the first holder first. Raises UnknownGameError."""
    query = select(HolderRow.seat, HolderRow.tenure, HolderRow.name, HolderRow.since)
    rows = query.where(HolderRow.game == unit.key_of(game)).order_by(
        col(HolderRow.seat), col(HolderRow.tenure)
    )
    return [Holder(*row) for row in unit.session.exec(rows)]


def forget_holders(unit: Unit, game: str, seat: str) -> int:
    """Delete the names of all who have held a seat; how many there were. Raises UnknownGameError."""
    if unit.session.connection().dialect.name == "sqlite":
        # Else the name would stay readable in the file, in the place that it leaves.
        unit.session.connection().exec_driver_sql("PRAGMA secure_delete = ON")
    wanted = delete(HolderRow).where(col(HolderRow.game) == unit.key_of(game), col(HolderRow.seat) == seat)
    return int(unit.session.exec(wanted).rowcount)
