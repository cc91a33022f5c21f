"""Trying orders in a seat's own view, with suppositions about what others do before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orders import tree
from orders.reader import Problem, Reading, read
from orders.vocabulary import Vocabulary
from referee.errors import UserError
from referee.round.answer import ForeseenPlay
from referee.round.preview import preview
from referee.round.sections import Earlier, for_seat, with_earlier, without_press
from referee.round.suppose import (
    Supposed,
    after,
    check_own,
    in_words,
    own_in_words,
    put_above,
    suppositions,
)
from referee.round.unfit import strange_seats
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import opened
from referee.rules.events import Seat
from referee.rules.state import State
from referee.service.game_log import GameLog, Work


@dataclass(frozen=True, slots=True)
class Trial:
    """What the orders of a seat would do; `supposed` tells what was taken for granted, a sentence each.

    `ahead`: `round`, in which the seat has its next play, is not open yet; the position is that of now. `misses`: no
    orders are in force, or a miss is supposed, and the preview is that of a miss.
    """

    game: str
    round: int
    seat: Seat
    supposed: tuple[str, ...]
    preview: tuple[ForeseenPlay, ...]
    ahead: bool = False
    misses: bool = False


def try_orders(
    work: Work, game: str, handle: str, text: str | None, supposed: tuple[str, ...]
) -> tuple[Trial, ...]:
    """What a text (None: the orders in force) would do if what is supposed had happened; nothing is kept.

    One trial for each seat of the player. Raises UserError for a finished game, a text with problems, or what cannot
    be supposed.
    """
    log = work.log(game)
    seats = log.seats_of(handle)
    if log.desk.round is None:
        raise UserError(f"{log.name} is over: there is nothing to try.")
    name = log.name_of(seats)
    words = vocabulary_of(opened(log.opening), name)
    what = suppositions(supposed, words)
    reading = None if text is None else _read(log, name, text, words)
    return tuple(_try_for(log, seat, log.desk.round, reading, what) for seat in seats)


def _try_for(
    log: GameLog, seat: Seat, open_round: int, reading: Reading | None, what: dict[Seat, Supposed]
) -> Trial:
    if seat in log.desk.left:
        raise UserError(f"{seat} has left {log.name}: there is nothing to try.")
    view = view_of(log.entries, seat)
    then, events = after(view, seat, what)
    own = what.get(seat)
    told = [said for event in events if (said := in_words(event))]
    if own is not None:
        check_own(then, seat, own)
        told += own_in_words(seat, own)
    orders = put_above(_orders(log, view, seat, reading), own)
    missed = own.missed if own else reading is None and not log.desk.in_force(seat)
    return Trial(
        game=log.name,
        round=log.desk.turn_round(seat, open_round),
        seat=seat,
        supposed=tuple(told),
        preview=preview(then, seat, orders, misses=missed),
        ahead=log.desk.turn_round(seat, open_round) != open_round,
        misses=missed,
    )


def _orders(log: GameLog, view: State, seat: Seat, reading: Reading | None) -> tree.Orders:
    """The seat's orders of a text, or those it has in force. Raises UserError where `as before` repeats nothing."""
    in_force, words = log.desk.in_force(seat), vocabulary_of(view, seat)
    if reading is None:
        return read(in_force.text(), words).orders
    orders = for_seat(reading, seat, words).orders
    sections, faults = with_earlier(orders.sections, Earlier(in_force.orders, words), seat)
    _refuse(faults, log.name, seat)
    return replace(orders, sections=without_press(sections))


def _read(log: GameLog, name: str, text: str, words: Vocabulary) -> Reading:
    reading = read(text, words)
    if reading.refused is not None:
        raise UserError(reading.refused)
    _refuse((*reading.problems, *strange_seats(reading.orders, words)), log.name, name)
    return reading


def _refuse(problems: Sequence[Problem], game: str, name: str) -> None:
    """Refuse orders with problems."""
    if problems:
        first = problems[0]
        raise UserError(
            f"Line {first.line} of the orders has a problem: {first.message} "
            f"Look at all of them with: referee check FILE --game {game} --player {name}"
        )
