"""Which records of a log count: a reopening cancels what it goes back behind, other reopenings too."""

from __future__ import annotations

import pytest

from referee.round.effective import counting, effective
from referee.rules import events as e


def log(*said: int | None) -> list[e.Entry]:
    """Records that are nothing (None), or go back to a record."""
    events = (e.RoundClosed() if back is None else e.RoundReopened(back, "so") for back in said)
    return [e.Entry(event, 1) for event in events]


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ((), []),
        ((None, None, None), [1, 2, 3]),
        ((None, None, None, 2), [1, 4]),
        ((None, None, None, 3, None), [1, 2, 4, 5]),
        # one after the other
        ((None, None, 2, None, 4, None), [1, 3, 5, 6]),
        # one behind the other: the first counts no more
        ((None, None, None, 3, None, 2, None), [1, 6, 7]),
        # three, of which the last goes back behind the second, and not behind the first
        ((None, None, 2, None, None, 5, None, 4), [1, 3, 8]),
        # forged: to nowhere, to itself, to what is still to come
        ((None, None, -7), [3]),
        ((None, None, 0, None), [3, 4]),
        ((None, None, 3), [1, 2, 3]),
        ((None, None, 99), [1, 2, 3]),
    ],
)
def test_what_a_reopening_goes_back_behind_does_not_count(said, counts):
    entries = log(*said)
    assert counting(entries) == counts
    assert effective(entries) == [entries[seq - 1] for seq in counts]
