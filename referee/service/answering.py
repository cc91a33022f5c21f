"""The position behind an answer: the notes and the preview that a game adds to a text."""

from __future__ import annotations

from collections.abc import Sequence

from orders import tree
from orders.checker import notes
from orders.printer import print_sections
from orders.reader import Reading, read
from referee.round.answer import Answer
from referee.round.preview import preview
from referee.round.situation import situation_of
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import fold
from referee.rules.events import Entry, Seat
from referee.rules.state import State
from referee.service.game_log import GameLog


def written_answer(
    log: GameLog, view: State, seat: Seat, reading: Reading, round_number: int, in_force: tree.Orders
) -> Answer:
    """The notes on a text and what `in_force` would do in `view`, the seat's own, if its round is open.

    With rounds of one play that is the round of the seat's next play, in the position as it is now.
    """
    desk = log.desk
    is_next = desk.round is not None and round_number == desk.turn_round(seat, desk.round)
    is_open = round_number == desk.round
    situation = situation_of(view, seat, desk.in_force(seat), round_number) if is_next else None
    return Answer(
        text="",
        verdict="FILED",
        canonical=print_sections(in_force.sections),
        problems=(),
        notes=notes(reading, situation),
        unread=reading.unread,
        preview=preview(view, seat, in_force) if is_next else (),
        game=log.name,
        round=round_number,
        seat=seat,
        deadline=desk.deadline if is_open else None,
        ahead=is_next and not is_open,
    )


def answer_to_orders_filed_ahead(log: GameLog, seat: Seat, seen: Sequence[Entry]) -> Answer | None:
    """Looking again at orders that were filed before their round opened; None where there are none.

    `seen` are the entries that the seat's holder may see. With rounds of one play the answer comes as soon as the
    round opens in which the seat plays.
    """
    number = log.desk.round
    if number is None or log.desk.turn_round(seat, number) != number or not log.desk.in_force(seat).orders:
        return None
    view = fold(entry.event for entry in seen)
    reading = read(f"round {number}\n{log.desk.in_force(seat).text()}", vocabulary_of(view, seat))
    return written_answer(log, view, seat, reading, number, reading.orders)
