"""What each reader may see of a game: the same fold over fewer events."""

from __future__ import annotations

from collections.abc import Iterable

from referee.rules.apply import fold
from referee.rules.events import Entry, Seat, SeatFilled, is_for_seat_alone, may_see
from referee.rules.state import State


def entries_for(entries: Iterable[Entry], reader: Seat | None) -> list[Entry]:
    """The entries that the present holder of a seat (None: the public) may see, in their order.

    What a seat alone may see is its holder's of that time: who comes in his place never reads it.
    """
    seen: list[Entry] = []
    for entry in entries:
        if reader is not None and isinstance(entry.event, SeatFilled) and entry.event.seat == reader:
            seen = [earlier for earlier in seen if not is_for_seat_alone(earlier.event)]
        if may_see(entry.event, reader):
            seen.append(entry)
    return seen


def view_of(entries: Iterable[Entry], reader: Seat | None) -> State:
    """The game as that reader knows it."""
    return fold(entry.event for entry in entries_for(entries, reader))
