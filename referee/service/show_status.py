"""Which games there are, which round is open, whose orders are in."""

from __future__ import annotations

from dataclasses import dataclass

from referee.errors import UserError
from referee.round.desk import Desk
from referee.rules.events import OrdersMissed, Seat
from referee.service.game_log import GameLog, Work


@dataclass(frozen=True, slots=True)
class SeatStatus:
    """One seat in the open round: its plays, whether its orders are in, how often it has missed so far."""

    seat: str
    plays: int
    orders: bool
    standing: bool
    ready: bool
    problems: int
    missed: int
    ahead: tuple[int, ...] = ()
    """The later rounds for which something is kept."""


@dataclass(frozen=True, slots=True)
class GameStatus:
    """A game now. `round` is None when it has ended; `trouble` says why it cannot be read at all."""

    game: str
    round: int | None = None
    plays: tuple[str, ...] = ()
    deadline: str | None = None
    ended: str | None = None
    last_round: int = 0
    waits_for: tuple[str, ...] = ()
    seats: tuple[SeatStatus, ...] = ()
    trouble: str | None = None


def all_games(work: Work) -> tuple[GameStatus, ...]:
    """Every game in the order in which they were opened; one that is damaged does not hide the others."""
    return tuple(_status_or_trouble(work, game.name) for game in work.unit.games())


def game_status(work: Work, game: str) -> GameStatus:
    """One game."""
    return _status(work.log(game))


def _status_or_trouble(work: Work, name: str) -> GameStatus:
    try:
        return game_status(work, name)
    except UserError as trouble:
        return GameStatus(name, trouble=str(trouble))


def _status(log: GameLog) -> GameStatus:
    desk = log.desk
    misses = [entry.event.seat for entry in log.entries if isinstance(entry.event, OrdersMissed)]
    seats = tuple(
        SeatStatus(
            seat=seat,
            plays=desk.plays.count(seat) if desk.round is not None else 0,
            orders=bool(desk.in_force(seat)),
            standing=bool(desk.in_force(seat).standing),
            ready=desk.in_force(seat).ready,
            problems=desk.in_force(seat).problems,
            missed=misses.count(seat),
            ahead=_kept_ahead(desk, seat),
        )
        for seat in desk.seats
    )
    return GameStatus(
        game=log.name,
        round=desk.round,
        plays=desk.plays if desk.round is not None else (),
        deadline=desk.deadline,
        ended=desk.ended,
        last_round=desk.last_round,
        waits_for=desk.missing() if desk.round is not None else (),
        seats=seats,
    )


def _kept_ahead(desk: Desk, seat: Seat) -> tuple[int, ...]:
    """The rounds after the open one for which a seat has filed decisions, standing orders or `ready`."""
    if desk.round is None:
        return ()
    filed = {
        number
        for (whose, number), what in desk.filed.items()
        if whose == seat and (what.orders or what.ready)
    }
    standing = {number for number, text in desk.standing.get(seat, {}).items() if text}
    return tuple(sorted(number for number in filed | standing if number > desk.round))
