"""Resolving the open round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.db.drafts import HeldRound, draft_of
from referee.db.inbox import first_waiting
from referee.errors import UserError
from referee.round.adjudicate import resolve
from referee.round.desk import Desk
from referee.rules.events import Entry, OrdersMissed, Seat, SeatLeft
from referee.service.game_log import GameLog, Work
from referee.service.press import count_unread
from referee.service.publish import publish_round
from referee.service.publish_press import publish_press


@dataclass(frozen=True, slots=True)
class Resolved:
    """What came of it: the round, who missed it, who left with its end, the next round (None: the game is over).

    Who had no orders and no play any more, since the game ended before it, has missed nothing. `unread_press` is how
    much press waits for a later report, since the referee, who reads it first in this game, has not.
    """

    game: str
    round: int
    missed: tuple[Seat, ...]
    left: tuple[Seat, ...]
    next_round: int | None
    plays: tuple[Seat, ...]
    ended: str | None
    unread_press: int = 0
    vacant: tuple[Seat, ...] = ()


class MailWaitsError(UserError):
    """A mail has come that nobody has read yet, and it may hold orders for the round."""


@dataclass(frozen=True, slots=True)
class Decided:
    """All that happens in a round, before its press is published; `log` ends before it."""

    log: GameLog
    round: int
    happened: Sequence[Entry]


def resolve_round(
    work: Work, game: str, *, misses_meant: bool, number: int | None = None, though_held: bool = False
) -> Resolved:
    """Play the whole round, record it and publish its reports.

    Raises UserError if it may not be resolved, if it is held (unless that is meant), or if the open round is not
    `number`: whoever says which round he means can say so twice without harm.
    """
    decided = decide_round(work, game, misses_meant=misses_meant, number=number, though_held=though_held)
    return publish_decided(work, decided)


def decide_round(
    work: Work, game: str, *, misses_meant: bool, number: int | None = None, though_held: bool = False
) -> Decided:
    """What `resolve_round` would record; nothing is written. Raises UserError as it does."""
    # gather
    log = work.log(game)
    desk = log.desk
    mail_waits = work.office is not None and first_waiting(work.unit) is not None
    held = draft_of(work.unit, log.name)
    # decide
    if mail_waits:
        raise MailWaitsError("Mail has come that has not been read. Read it first: referee serve --once")
    if number is not None and desk.round is not None and number != desk.round:
        past = (
            f"round {number} is resolved already"
            if number < desk.round
            else f"round {number} is not open yet"
        )
        raise UserError(f"{log.name}: {past}; the open one is round {desk.round}. Nothing was changed.")
    if held is not None and not though_held:
        raise UserError(_held_already(held))
    why_not = desk.why_not_resolve(misses_meant=misses_meant)
    if why_not is not None or desk.round is None:
        raise UserError(f"{log.name}: {why_not or 'no round is open'}.")
    return Decided(log, desk.round, resolve(log.entries))


def _held_already(held: HeldRound) -> str:
    until = "" if held.due is None else f", until {held.due}"
    return (
        f"{held.game}: round {held.round} is held already{until}. Nothing was changed. To publish it: "
        f"referee release {held.game}; to throw it away: referee discard {held.game}"
    )


def publish_decided(work: Work, decided: Decided) -> Resolved:
    """Record what was decided and publish its reports."""
    log = decided.log
    happened = publish_press(work, log, decided.happened)
    longer = work.append(log, happened)
    publish_round(work, longer, decided.round)
    after = longer.desk
    left = tuple(one.event.seat or "" for one in happened if isinstance(one.event, SeatLeft))
    missed = tuple(entry.event.seat for entry in happened if isinstance(entry.event, OrdersMissed))
    return Resolved(
        game=log.name,
        round=decided.round,
        missed=tuple(seat for seat in log.seats if seat in missed),
        left=left,
        next_round=after.round,
        plays=after.plays,
        ended=after.ended,
        unread_press=count_unread(work, longer),
        vacant=_vacant(after, left),
    )


def _vacant(desk: Desk, left: Sequence[Seat]) -> tuple[Seat, ...]:
    if desk.round is None or desk.switches is None or desk.switches.plays_for_leavers:
        return ()
    return tuple(dict.fromkeys(desk.seats_of_holder(seat)[0] for seat in left))
