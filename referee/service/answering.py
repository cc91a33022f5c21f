"""The position behind an answer: the notes and the preview that a game adds to a text."""

from __future__ import annotations

from orders import tree
from orders.checker import notes
from orders.printer import print_sections
from orders.reader import Reading, read
from referee.round.answer import Answer
from referee.round.preview import preview
from referee.round.situation import situation_of
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules.events import Seat
from referee.service.game_log import GameLog


def written_answer(
    log: GameLog, seat: Seat, reading: Reading, round_number: int, in_force: tree.Orders
) -> Answer:
    """The notes on a text and what `in_force` would do in the seat's own view, if its round is open."""
    view = view_of(log.entries, seat)
    is_open = round_number == log.desk.round
    situation = situation_of(view, seat, log.desk.in_force(seat)) if is_open else None
    return Answer(
        text="",
        verdict="FILED",
        canonical=print_sections(in_force.sections),
        problems=(),
        notes=notes(reading, situation),
        unread=reading.unread,
        preview=preview(view, seat, in_force) if is_open else (),
        game=log.name,
        round=round_number,
        seat=seat,
        deadline=log.desk.deadline if is_open else None,
    )


def answer_to_orders_filed_ahead(log: GameLog, seat: Seat) -> Answer | None:
    """Looking again at orders that were filed before their round opened; None where there are none."""
    number = log.desk.round
    if number is None or not log.desk.in_force(seat).orders:
        return None
    view = view_of(log.entries, seat)
    reading = read(f"round {number}\n{log.desk.in_force(seat).text()}", vocabulary_of(view, seat))
    return written_answer(log, seat, reading, number, reading.orders)
