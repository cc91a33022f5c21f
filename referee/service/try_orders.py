"""Trying orders in a seat's own view, with suppositions about what others do before."""

from __future__ import annotations

from dataclasses import dataclass

from orders import tree
from orders.reader import read
from referee.errors import UserError
from referee.round.answer import ForeseenPlay
from referee.round.preview import preview
from referee.round.suppose import after, in_words, put_above, suppositions
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules.events import Seat
from referee.rules.state import State
from referee.service.game_log import GameLog, Work


@dataclass(frozen=True, slots=True)
class Trial:
    """What the orders of a seat would do; `supposed` tells what was taken for granted, a sentence each."""

    game: str
    round: int
    seat: Seat
    supposed: tuple[str, ...]
    preview: tuple[ForeseenPlay, ...]


def try_orders(work: Work, game: str, handle: str, text: str | None, supposed: tuple[str, ...]) -> Trial:
    """What a text (None: the orders in force) would do if what is supposed had happened; nothing is kept.

    Raises UserError for a finished game, a text with problems, or what cannot be supposed.
    """
    log = work.log(game)
    seat = log.seat(handle)
    number = log.desk.round
    if number is None:
        raise UserError(f"{log.name} is over: there is nothing to try.")
    if seat in log.desk.left:
        raise UserError(f"{seat} has left {log.name}: there is nothing to try.")
    view = view_of(log.entries, seat)
    what = suppositions(supposed, vocabulary_of(view, seat))
    then, events = after(view, seat, what)
    own = what.get(seat)
    orders = put_above(_orders(log, view, seat, text), own)
    told = [said for event in events if (said := in_words(event))]
    if own is not None:
        told.append("What you are supposed to do is read above your orders.")
    return Trial(log.name, number, seat, tuple(told), preview(then, seat, orders))


def _orders(log: GameLog, view: State, seat: Seat, text: str | None) -> tree.Orders:
    in_force = log.desk.in_force(seat)
    reading = read(in_force.text() if text is None else text, vocabulary_of(view, seat))
    if reading.refused is not None:
        raise UserError(reading.refused)
    if reading.problems:
        first = reading.problems[0]
        raise UserError(
            f"Line {first.line} of the orders has a problem: {first.message} "
            f"Look at all of them with: referee check FILE --game {log.name} --player {seat}"
        )
    return reading.orders
