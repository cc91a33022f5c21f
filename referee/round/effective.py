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
    return [log[seq - 1] for seq in counting(log)]


def counting(log: Sequence[Entry]) -> list[int]:
    """The numbers of the entries that count, in their order."""
    return not_gone_behind(
        [one.event.back_to_seq if isinstance(one.event, RoundReopened) else None for one in log]
    )


def not_gone_behind(goes_back: Sequence[int | None]) -> list[int]:
    """The numbers of the records that count; `goes_back` tells of each to which record it goes back, if to any."""
    kept: list[int] = []
    seq = len(goes_back)
    while seq > 0:  # a forged record may go back to anywhere
        kept.append(seq)
        back = goes_back[seq - 1]
        seq -= 1
        if back is not None:
            seq = min(seq, back - 1)
    kept.reverse()
    return kept
