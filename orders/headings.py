"""Turn headings: which turn a line names, and which lines are meant as a heading and name none.

Source: ORDERS.md, "Statements" (whose turn).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from orders.slips import one_slip

if TYPE_CHECKING:
    from orders.tree import Turn

_TWO_WORDS: Final = re.compile(r"\s*([A-Za-z0-9]+)\.?\s+([A-Za-z0-9]+)\s*[.:]?\s*\Z")
_WORD: Final = re.compile(r"[A-Za-z0-9]+")

_TURN: Final = frozenset({"turn", "turns"})
_PLAY: Final = frozenset({"play", "plays", "move", "moves"})
_BEFORE: Final[dict[str, Turn]] = {
    "first": "first",
    "1st": "first",
    "1": "first",
    "second": "second",
    "2nd": "second",
    "2": "second",
}
"""`first turn`, `2nd play`."""

_BEHIND: Final[dict[str, Turn]] = {"1": "first", "one": "first", "2": "second", "two": "second"}
"""`turn 1`, `play two`."""

_WORDS_NUMBERING: Final = """
    first second third fourth last next both each every either other 1st 2nd 3rd 1 2 3 4 one two
    three four
"""
_NUMBERING: Final = frozenset(_WORDS_NUMBERING.split())
_WORDS_OTHERS: Final = """
    all at during for i in my of on only order orders the this
"""
_OTHERS: Final = frozenset(_WORDS_OTHERS.split())
_MOST_WORDS: Final = 6
_MOST_WORDS_WITH_SLIP: Final = 3


def turn_of(text: str) -> Turn | None:
    """The turn that a line names in one of the ways in which only one can be meant."""
    match = _TWO_WORDS.match(text)
    if match is None:
        return None
    one, two = match[1].lower(), match[2].lower()
    if one == "all" and two in {"turns", "plays"}:
        return "all"
    if two in {"turn", "play"}:
        return _BEFORE.get(one)
    return _BEHIND.get(two) if one in {"turn", "play"} else None


def is_heading_like(text: str) -> bool:
    """`my second turn`, `frist turn`, `turn 3`, `turn`: meant as a heading, well written or not."""
    words = [word.lower() for word in _WORD.findall(text[:60])]
    if len(words) > _MOST_WORDS or not text.lstrip()[:1].isalnum():
        return False
    if all(word in _TURN or word in _PLAY or word in _NUMBERING or word in _OTHERS for word in words):
        numbered = any(word in _NUMBERING for word in words)
        return any(word in _TURN or (numbered and word in _PLAY) for word in words)
    return (
        len(words) <= _MOST_WORDS_WITH_SLIP
        and words[-1] in _TURN | {"play", "plays"}
        and any(one_slip(words[0], one) for one in ("first", "second", "all"))
    )
