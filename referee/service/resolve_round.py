"""Resolving the open round."""

from __future__ import annotations

from dataclasses import dataclass

from referee.errors import UserError
from referee.round.adjudicate import resolve
from referee.rules.events import Seat
from referee.service.game_log import Work
from referee.service.publish import publish_round


@dataclass(frozen=True, slots=True)
class Resolved:
    """What came of it: the round, who missed it, the next round with its plays (None: the game is over)."""

    game: str
    round: int
    missed: tuple[Seat, ...]
    next_round: int | None
    plays: tuple[Seat, ...]
    ended: str | None


def resolve_round(work: Work, game: str, *, misses_meant: bool) -> Resolved:
    """Play the whole round, record it and publish its reports. Raises UserError if it may not be resolved."""
    # gather
    log = work.log(game)
    desk = log.desk
    # decide
    why_not = desk.why_not_resolve(misses_meant=misses_meant)
    if why_not is not None or desk.round is None:
        raise UserError(f"{log.name}: {why_not or 'no round is open'}.")
    happened = resolve(log.entries)
    # apply
    longer = work.append(log, happened)
    publish_round(work, longer, desk.round)
    after = longer.desk
    return Resolved(log.name, desk.round, desk.missing(), after.round, after.plays, after.ended)
