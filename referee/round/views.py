"""What each reader may see of a game: the same fold over fewer events."""

from __future__ import annotations

from collections.abc import Iterable

from referee.rules.apply import fold
from referee.rules.events import Entry, Seat, may_see
from referee.rules.state import State


def entries_for(entries: Iterable[Entry], reader: Seat | None) -> list[Entry]:
    """The entries that a seat (None: the public) may see, in their order."""
    return [entry for entry in entries if may_see(entry.event, reader)]


def view_of(entries: Iterable[Entry], reader: Seat | None) -> State:
    """The game as that reader knows it."""
    return fold(entry.event for entry in entries_for(entries, reader))
