"""Rounds that are held: decided, seen by the referee alone, and then released or thrown away.

What was decided is not kept, but a digest of it: the log is all that a round is played from, when it is released too.
"""

from dataclasses import asdict, dataclass

from sqlmodel import col, delete, insert, select, update

from referee.db.tables import DraftRow, GameRow
from referee.db.unit import Unit


@dataclass(frozen=True, slots=True)
class HeldRound:
    """A round that was decided at `made`, the log ending with record `seq`, whose hash is `head`.

    `missing`: who had no orders was to miss it. `due` is when it is released by itself; None: when somebody says so.
    """

    game: str
    round: int
    seq: int
    head: str
    digest: str
    missing: bool
    made: str
    due: str | None


_COLUMNS = [
    GameRow.name,
    *(getattr(DraftRow, name) for name in HeldRound.__dataclass_fields__ if name != "game"),
]
_is_discarded = col(DraftRow.discarded)
_held = select(*_COLUMNS).where(GameRow.key == DraftRow.game, ~_is_discarded)


def keep_draft(unit: Unit, held: HeldRound) -> None:
    """Hold a round of a game that has none that is held. Raises UnknownGameError."""
    key = unit.key_of(held.game)
    unit.session.exec(delete(DraftRow).where(_is_discarded, col(DraftRow.game) == key))
    unit.session.exec(insert(DraftRow).values(asdict(held) | {"game": key, "discarded": False}))


def draft_of(unit: Unit, game: str) -> HeldRound | None:
    """The round of a game that is held, if one is. Raises UnknownGameError."""
    key = unit.key_of(game)
    row = unit.session.exec(_held.where(GameRow.key == key)).first()
    return None if row is None else HeldRound(*row)


def drafts_due(unit: Unit, at: str) -> list[HeldRound]:
    """All rounds that were to be released by that moment, those due longest first."""
    due = _held.where(col(DraftRow.due) <= at)
    rows = unit.session.exec(due.order_by(col(DraftRow.due), col(DraftRow.game)))
    return [HeldRound(*row) for row in rows]


def stop_clocks(unit: Unit) -> list[HeldRound]:
    """Hold every round that is held until somebody releases it; all that are held, in the order of their games."""
    unit.session.exec(update(DraftRow).where(~_is_discarded).values(due=None))
    return [HeldRound(*row) for row in unit.session.exec(_held.order_by(col(GameRow.key)))]


def is_with_referee(unit: Unit, game: str) -> bool:
    """Whether the open round is the referee's: it is held, or he discarded that and nothing has changed it since.

    Raises UnknownGameError.
    """
    own = select(DraftRow.game).where(DraftRow.game == unit.key_of(game))
    return unit.session.exec(own).first() is not None


def games_with_referee(unit: Unit) -> set[str]:
    """All games of which that is so."""
    return set(unit.session.exec(select(GameRow.name).where(GameRow.key == DraftRow.game)))


def discard_draft(unit: Unit, game: str) -> None:
    """Throw away the round of a game that is held, and remember that the referee did. Raises UnknownGameError."""
    own = col(DraftRow.game) == unit.key_of(game)
    unit.session.exec(update(DraftRow).where(own).values(discarded=True))


def drop_draft(unit: Unit, game: str) -> bool:
    """Throw away the round of a game that is held; whether one was. That one was discarded is forgotten too.

    Raises UnknownGameError.
    """
    was_held = draft_of(unit, game) is not None
    unit.session.exec(delete(DraftRow).where(col(DraftRow.game) == unit.key_of(game)))
    return was_held
