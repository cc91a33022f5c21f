"""The words a line can begin with, and whether one line goes on from another.

The reader joins by these rules and the printer breaks by them: what is printed is read again as it was.
Source: ORDERS.md, "Reading a text" (Joining, What is read).
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final

from orders.headings import is_heading_like, turn_of
from orders.lexicon import LANGUAGE_WORDS, NO_GAME, STATEMENT_WORDS, Known
from orders.lookalikes import is_like_as_before, is_of_orders, is_other_else
from orders.slips import nearest, one_slip, two_slips

_HEAD: Final = re.compile(r"\s*([A-Za-z]+)([0-9]*)(?!\w)[:.;]?\s*(.*)", re.DOTALL)
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
_JOINS: Final = re.compile(r"\s*(?:,|(?:and|or|unless)(?!\w))", re.IGNORECASE)
_LEFT_OPEN: Final = re.compile(
    r"(?:[<>=+(]|(?<!\S)-|(?<!\w)(?:and|or|not|if|unless|of|than|into))\s*\Z", re.IGNORECASE
)
_NEVER_OPEN: Final = re.compile(r"\s*(?:end\s+if\s*\Z|(?:game|key|player|seat)(?!\w))", re.IGNORECASE)
"""Lines that are whole although their last word could be one that leaves a line open: a game may be called `of`."""
_TURN: Final = frozenset({"turn", "turns"})
_ORDINALS: Final = frozenset({"first", "second", "all"})
_LOOKS_LIKE_LANGUAGE: Final = re.compile(
    r"(?:\s*\Z|.*(?:[0-9]|(?<!\w)(?:any|all|nothing|game|turns?|if|rest|orders|active|founded)(?!\w)))",
    re.IGNORECASE | re.DOTALL,
)
_BUY_WITHOUT_U: Final = re.compile(
    r"\s*(?:by|bye)\s+(?:[0-9]|nothing(?!\w)|exactly(?!\w)|enough(?!\w))", re.IGNORECASE
)
"""`by` is a word of the language, but no number follows it there."""

_LONG_WORDS: Final = ("anonymous", "merger", "settle", "standing", "survivor", "withdraw")
_NO_SLIPS: Final = frozenset({"survived", "survives"})
_LONGEST: Final = 300


class Beginning(Enum):
    """How a line begins."""

    STATEMENT = auto()
    NEARLY = auto()
    OTHER = auto()


def beginning(text: str, known: Known = NO_GAME) -> Beginning:
    """Whether a line (plain characters) begins with a statement word, nearly one, or none.

    None of the game's own words is a misspelt statement word.
    """
    head = _HEAD.match(text)
    word = head[1].lower() if head else ""
    if head and word in STATEMENT_WORDS and not head[2]:
        return _statement_or_condition(word, head[3])
    if turn_of(text) is not None:
        return Beginning.STATEMENT
    if is_heading_like(text):
        return Beginning.NEARLY
    return Beginning.OTHER if head is None else _other_word(text, word, head, known)


def _other_word(text: str, word: str, head: re.Match[str], known: Known) -> Beginning:
    """A line that begins with a word that is no statement word."""
    digits, rest = head[2], head[3]
    if word in _ORDINALS or word == "as":
        two_words = _two_words(word, rest)
        if two_words is not Beginning.OTHER:
            return two_words
    if is_like_as_before(text) or is_other_else(text, known) or _BUY_WITHOUT_U.match(text):
        return Beginning.NEARLY
    is_name = word in known.whole or word + digits in known.whole or word in known.beginnings
    return Beginning.NEARLY if not is_name and _is_near(word, digits, rest, known) else Beginning.OTHER


def _is_near(word: str, digits: str, rest: str, known: Known) -> bool:
    """Whether it begins with a misspelt statement word."""
    near = (
        word in STATEMENT_WORDS if digits else word not in LANGUAGE_WORDS and nearest(word, STATEMENT_WORDS)
    )
    if near and _supported(rest, known):
        return True
    far = word not in _NO_SLIPS and any(two_slips(word, one) for one in _LONG_WORDS)
    return far and is_of_orders(rest, known)


def goes_on(above: str, text: str, known: Known = NO_GAME) -> bool:
    """Whether a line goes on from the one directly above it (no blank line between)."""
    if _JOINS.match(text) or is_left_open(above):
        return True
    return beginning(text, known) is Beginning.OTHER


def is_left_open(text: str) -> bool:
    """Whether the last word of a line asks for more, whatever the next one begins with."""
    return _LEFT_OPEN.search(text) is not None and not _NEVER_OPEN.match(text)


def _statement_or_condition(word: str, rest: str) -> Beginning:
    """`the end is announced` and `the game can end` may be wrapped before a word that begins statements too."""
    following = _first(rest)
    if (word == "end" and following == "is") or (word == "game" and following in {"can", "cannot"}):
        return Beginning.OTHER
    return Beginning.STATEMENT


def is_heading(text: str) -> bool:
    """Whether a line that begins a statement, or nearly, is meant as a turn heading, well written or not."""
    head = _HEAD.match(text)
    if is_heading_like(text):
        return True
    return (
        head is not None
        and head[1].lower() in _ORDINALS
        and _two_words(head[1].lower(), head[3]) is not Beginning.OTHER
    )


def _two_words(word: str, rest: str) -> Beginning:
    """Turn headings and `as before`."""
    following = _first(rest)
    if word == "as":
        if following == "before":
            return Beginning.STATEMENT
        return Beginning.NEARLY if one_slip(following, "before") else Beginning.OTHER
    if following in _TURN:
        return Beginning.STATEMENT
    if not following and word != "all":
        return Beginning.NEARLY  # cut off from its `turn`
    if one_slip(following, "turn") or one_slip(following, "turns"):
        return Beginning.NEARLY
    return Beginning.OTHER


def nearest_statement(word: str) -> str | None:
    """The statement word that a first word was meant for."""
    if word in LANGUAGE_WORDS:
        return "buy" if word == "by" else None
    return nearest(word, STATEMENT_WORDS) or next((one for one in _LONG_WORDS if two_slips(word, one)), None)


def _supported(rest: str, known: Known) -> bool:
    """Whether what follows a misspelt first word looks like orders, not like prose."""
    if _LOOKS_LIKE_LANGUAGE.match(rest):
        return True
    words = [word.lower() for word in _WORD.findall(rest[:_LONGEST])]
    if any(word in known.whole for word in words):
        return True
    return all(word in known.beginnings or word in LANGUAGE_WORDS for word in words)


def _first(text: str) -> str:
    word = _WORD.search(text[:40])
    return word[0].lower() if word else ""
