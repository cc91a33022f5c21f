"""Slips of the finger, for the few words that decide how a text is cut up.

What to propose is found elsewhere and with more patience; this is asked of the first word of every line.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHORT: Final = 3
_LONG: Final = 6
_TWO: Final = 2


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The first of the candidates, in alphabetical order, from which the word is one slip of the finger away."""
    return next((one for one in sorted(candidates) if one_slip(word, one)), None)


def one_slip(typed: str, meant: str) -> bool:
    """One character wrong (not the first), one too many, one missing, or two neighbours exchanged.

    Words of three letters are too close to others for all but a slip that keeps all their letters.
    """
    if typed == meant or abs(len(typed) - len(meant)) > 1:
        return False
    start = 0
    while start < min(len(typed), len(meant)) and typed[start] == meant[start]:
        start += 1
    if len(typed) == len(meant):
        swapped = (
            start + 1 < len(meant)
            and typed[start] == meant[start + 1]
            and typed[start + 1] == meant[start]
            and typed[start + 2 :] == meant[start + 2 :]
        )
        return swapped or (len(meant) > _SHORT and start > 0 and typed[start + 1 :] == meant[start + 1 :])
    if len(typed) > len(meant):
        return start > 0 and typed[start + 1 :] == meant[start:]
    return len(meant) > _SHORT and typed[start:] == meant[start + 1 :]


@lru_cache(maxsize=4096)
def two_slips(typed: str, meant: str) -> bool:
    """Two slips in a word of six letters or more whose first letter is right."""
    if len(meant) < _LONG or typed[:1] != meant[:1] or abs(len(typed) - len(meant)) > _TWO:
        return False
    two_above: list[int] = []
    above = list(range(len(meant) + 1))
    for i, one in enumerate(typed, 1):
        row = [i]
        for j, other in enumerate(meant, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (one != other))
            if i > 1 and j > 1 and one == meant[j - 2] and typed[i - 2] == other:
                cost = min(cost, two_above[j - 2] + 1)
            row.append(cost)
        two_above, above = above, row
    return 0 < above[-1] <= _TWO
