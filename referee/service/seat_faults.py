"""Whether the seats of a log change hands as they can: one holder after the other, with the hand that was there."""

from __future__ import annotations

from collections.abc import Iterator

from referee.rules import events as e
from referee.rules.state import State


class SeatFaults:
    """What cannot be of who left and who came, event by event of those that count."""

    def __init__(self) -> None:
        self._came: e.Seat | None = None

    def before(self, state: State, event: e.Event) -> Iterator[str]:
        """What is wrong with an event, as clauses; `state` is the truth before it."""
        seat, came = event.seat or "", self._came
        self._came = None
        if came is not None and not (isinstance(event, e.HandAdopted) and seat == came):
            yield f"{came} was filled, and its hand was not handed over"
        match event:
            case e.SeatLeft() if seat in state.left:
                yield f"{seat} had been left before"
            case e.SeatFilled():
                yield from self._filled(state, seat)
            case e.HandAdopted(tiles=tiles) if came == seat and list(tiles) != state.hand(seat):
                yield f"{seat} was handed over with {', '.join(tiles)}, not with its hand"
            case e.HandAdopted() if came is None and state.round_is_open:
                yield f"the hand of {seat} was handed over to nobody"
            case e.TilePlaced(by="left") if seat not in state.left or not state.switches.plays_for_leavers:
                yield f"the seat of {seat} was played by the defaults, and it was not left for good"
            case _:
                pass  # nothing else is about who holds a seat

    def _filled(self, state: State, seat: e.Seat) -> Iterator[str]:
        if seat in state.left and state.switches.plays_for_leavers:
            yield f"{seat} was filled, and it had been left for good"
        self._came = seat
