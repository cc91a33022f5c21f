"""Names that may have been meant by one that is none."""

from collections.abc import Sequence

from rapidfuzz.distance import OSA

_SUGGESTED = 3
_A_SLIP = 3
"""As many characters as have one that is wrong, missing, too much, or in another's place."""


def suggested(name: str, names: Sequence[str], shows_all: str) -> str:
    """A sentence on which of some names may be meant; where none is near, on which there are.

    `shows_all` is the command that lists them.
    """
    near = [one for one in names if _is_like(name.casefold(), one.casefold())]
    if near:
        return f"Did you mean {' or '.join(near[:_SUGGESTED])}?"
    more = "" if len(names) <= _SUGGESTED else f", … ({shows_all} shows all)"
    return f"There are: {', '.join(names[:_SUGGESTED])}{more}."


def _is_like(name: str, other: str) -> bool:
    """Whether one name may have been meant by the other: a few slips, or the beginning of a longer one."""
    shorter, longer = sorted((name, other), key=len)
    slips = len(shorter) // _A_SLIP
    return longer.startswith(shorter) or OSA.distance(shorter, longer, score_cutoff=slips) <= slips
