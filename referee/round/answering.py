"""The position behind an answer: the notes and the preview that a game adds to a text."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass

from orders import tree
from orders.checker import Note, notes
from orders.printer import print_sections
from orders.reader import Reading, read
from orders.vocabulary import Vocabulary
from referee.round.answer import Answer
from referee.round.desk import Desk, put
from referee.round.filing import Filing
from referee.round.preview import ForeseenPlay, preview
from referee.round.sections import for_seat
from referee.round.situation import situation_of
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import fold
from referee.rules.events import Entry, Seat
from referee.rules.state import State


@dataclass(frozen=True, slots=True)
class Sent:
    """A text as it was read for some seats of one person, who is called `name`, in the game `game`."""

    game: str
    name: str
    seats: tuple[Seat, ...]
    text: str
    reading: Reading
    words: Vocabulary

    def of(self, seat: Seat) -> Reading:
        """What of it is one seat's."""
        return for_seat(self.reading, seat, self.words)


@dataclass(frozen=True, slots=True)
class Foresight:
    """What a seat's position says of its orders; the fields are those of the answer.

    Of orders for a round that is neither open nor that of the seat's next play, only what the text itself shows.
    `misses`: what is foreseen is a miss, since nothing would be in force.
    """

    notes: tuple[Note, ...]
    preview: tuple[ForeseenPlay, ...]
    deadline: str | None
    ahead: bool
    misses: bool


def misses_then(desk: Desk, seat: Seat, decided: Filing) -> bool:
    """Whether the seat would miss the round that a text is for, once that is filed; `desk` is that before it."""
    then = deepcopy(desk)
    for event in decided.events:
        put(then, event, desk.round)
    return not then.in_force(seat, decided.round)


def foresight_of(
    desk: Desk,
    view: State,
    seat: Seat,
    reading: Reading,
    round_number: int,
    in_force: tree.Orders,
    *,
    misses: bool = False,
) -> Foresight:
    """The notes on a text and what `in_force` would do in `view`, the seat's own, if its round is open.

    With `misses` nothing is in force, and it is what a miss would do.
    With rounds of one play that is the round of the seat's next play, in the position as it is now.
    """
    is_next = desk.round is not None and round_number == desk.turn_round(seat, desk.round)
    is_open = round_number == desk.round
    situation = situation_of(view, seat, desk.in_force(seat), round_number) if is_next else None
    return Foresight(
        notes=notes(reading, situation),
        preview=preview(view, seat, in_force, misses=misses) if is_next else (),
        deadline=desk.deadline if is_open else None,
        ahead=is_next and not is_open,
        misses=misses,
    )


def answer_for_one(desk: Desk, view: State, sent: Sent, decided: Filing) -> Answer:
    """The answer to a text for one seat; `view` is the seat's own, `desk` that before the text is filed."""
    (seat,) = sent.seats
    misses = misses_then(desk, seat, decided)
    foresight = foresight_of(desk, view, seat, sent.of(seat), decided.round, decided.in_force, misses=misses)
    return Answer(
        text=sent.text,
        verdict=decided.verdict,
        canonical=decided.understood,
        problems=decided.problems,
        remarks=decided.remarks,
        notes=foresight.notes,
        unread=sent.reading.unread,
        preview=foresight.preview,
        game=sent.game,
        round=decided.round,
        seat=sent.name,
        deadline=foresight.deadline,
        ahead=foresight.ahead,
        misses=foresight.misses,
    )


def answer_to_orders_filed_ahead(
    game: str, desk: Desk, seat: Seat, seen: Iterable[Entry], *, standing_too: bool = False
) -> Answer | None:
    """Looking again at orders that were filed before their round opened; None where there are none.

    Those are orders for that round, or with `standing_too` standing ones as well.

    `seen` are the entries that the seat's holder may see. With rounds of one play the answer comes as soon as the
    round opens in which the seat plays.
    """
    number, in_force = desk.round, desk.in_force(seat)
    there = in_force.orders or (standing_too and in_force.standing)
    if number is None or desk.turn_round(seat, number) != number or not there:
        return None
    view = fold(entry.event for entry in seen)
    reading = read(f"round {number}\n{in_force.text()}", vocabulary_of(view, seat))
    foresight = foresight_of(desk, view, seat, reading, number, reading.orders)
    return Answer(
        text="",
        verdict="FILED",
        canonical=print_sections(reading.orders.sections),
        problems=(),
        notes=foresight.notes,
        unread=reading.unread,
        preview=foresight.preview,
        game=game,
        round=number,
        seat=seat,
        deadline=foresight.deadline,
    )
