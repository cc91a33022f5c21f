"""What counts of a log for the position with which a round begins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from referee.rules.events import Entry, GameEnded, RoundOpened


def position_entries(entries: Sequence[Entry], number: int) -> list[Entry]:
    """What counts of a log up to the first play of a round; who left while it was open has left.

    Where the game was over before anybody played in it, the round as it was opened.
    """
    opening = next(
        place
        for place, entry in enumerate(entries)
        if entry.round == number and isinstance(entry.event, RoundOpened)
    )
    waiting = list(takewhile(lambda entry: entry.play is None, entries[opening + 1 :]))
    is_over = any(isinstance(entry.event, GameEnded) for entry in waiting)
    return [*entries[: opening + 1], *(() if is_over else waiting)]
