"""Which records of a log still count: a fold cannot rewind, so what was cancelled is left out before it.

Nothing is ever taken out of a log. A `round_reopened` cancels what stands from its `back_to_seq` on up to
itself; one that is itself cancelled by a later one cancels nothing any more.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.events import Entry, RoundReopened


def effective(log: Sequence[Entry]) -> list[Entry]:
    """The entries that count, in their order; `log` is a game's whole log, entry number `seq` at place seq - 1.

    The `round_reopened` itself stays, unless a later one cancels it too.
    """
    kept: list[Entry] = []
    place = len(log)
    while place > 0:  # a forged record may go back to anywhere
        place -= 1
        entry = log[place]
        kept.append(entry)
        if isinstance(entry.event, RoundReopened):
            place = min(place, entry.event.back_to_seq - 1)
    kept.reverse()
    return kept
