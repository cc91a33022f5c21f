"""One answer to a text for several seats of one person: what is the same for all once, the rest under its seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from orders.printer import canonical, print_sections
from referee.round.answer import Answer, SeatAnswer
from referee.round.answering import Sent, foresight_of, misses_then
from referee.round.desk import Desk
from referee.round.filing import Filing, Verdict
from referee.round.sections import joined, says_as_before
from referee.rules.events import Seat
from referee.rules.state import State

T = TypeVar("T")


def joint_answer(desk: Desk, views: Mapping[Seat, State], sent: Sent, decided: Sequence[Filing]) -> Answer:
    """The answer to a text for several seats; `decided` is what is filed for each, in their order.

    `views` are the seats' own, `desk` that before the text is filed. The round is the first for which orders count.
    """
    reading = sent.reading
    mine = [section for section in reading.orders.sections if section.seat in (None, *sent.seats)]
    repeats = says_as_before(mine)
    foresights = [
        foresight_of(
            desk,
            views[seat],
            seat,
            sent.of(seat),
            one.round,
            one.in_force,
            misses=misses_then(desk, seat, one),
        )
        for seat, one in zip(sent.seats, decided, strict=True)
    ]
    notes = _common(foresight.notes for foresight in foresights)
    remarks = _common(one.remarks for one in decided)
    seats = tuple(
        SeatAnswer(
            seat=seat,
            round=one.round,
            canonical=print_sections(one.in_force.sections) if repeats else "",
            remarks=tuple(said for said in one.remarks if said not in remarks),
            notes=tuple(note for note in foresight.notes if note not in notes),
            preview=foresight.preview,
            ahead=foresight.ahead,
            misses=foresight.misses,
        )
        for seat, one, foresight in zip(sent.seats, decided, foresights, strict=True)
    )
    first, foresight = min(zip(decided, foresights, strict=True), key=lambda both: both[0].round)
    return Answer(
        text=sent.text,
        verdict=_verdict(decided),
        canonical=canonical(replace(reading.orders, sections=joined(mine))),
        problems=first.problems,
        remarks=remarks,
        notes=notes,
        unread=reading.unread,
        game=sent.game,
        round=first.round,
        seat=sent.name,
        deadline=foresight.deadline,
        seats=seats,
    )


def _verdict(decided: Sequence[Filing]) -> Verdict:
    if all(one.verdict == "NOT FILED" for one in decided):
        return "NOT FILED"
    return "FILED WITH PROBLEMS" if decided[0].problems else "FILED"


def _common(lists: Iterable[tuple[T, ...]]) -> tuple[T, ...]:
    """What stands in all of them, in the order of the first."""
    first, *others = lists
    return tuple(one for one in first if all(one in other for other in others))
