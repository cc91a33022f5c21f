"""The words a line can begin with, and whether one line goes on from another.

The reader joins by these rules and the printer breaks by them: what is printed is read again as it was.
Source: ORDERS.md, "Reading a text" (Joining, What is read).
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final

_STATEMENT_WORDS: Final = """
    anonymous away buy elif else elseif end endif found game if key merger note player press ready resign round seat
    settle standing survivor tile use withdraw
"""
_OTHER_WORDS: Final = """
    active after all alone am and announced any anyone as at available bank before board bonus bought but by can cash
    chain cheapest dearest did do does enough exactly first for founded founds free grow grows hold holds in into is
    keep kept largest lead leading leads least leave leaving left less me merge merged merges miss missed more most my
    no nobody not nothing of on or orders over place play playable played players price rank rest rounds safe second
    sell size smallest sold stand stands stop take taken than thanks that the then tiles to trade traded turn turns
    unless used value was x
"""
_WRONG_ORDINAL_WORDS: Final = "1st 2nd 3rd third both last next each every either my one two turn turns"

STATEMENT_WORDS: Final = frozenset(_STATEMENT_WORDS.split())
"""First words that begin a statement by themselves; turn headings and `as before` need a second word."""

LANGUAGE_WORDS: Final = STATEMENT_WORDS | frozenset(_OTHER_WORDS.split())
"""Words of the language: none of them can be a handle, and none is taken for a misspelt statement word."""

_HEAD: Final = re.compile(r"\s*([A-Za-z]+)([0-9]*)(?!\w)[:.]?\s*(.*)", re.DOTALL)
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
_JOINS: Final = re.compile(r"\s*(?:,|(?:and|or|unless)(?!\w))", re.IGNORECASE)
_LEFT_OPEN: Final = re.compile(
    r"(?:[<>=+(]|(?<!\S)-|(?<!\w)(?:and|or|not|if|unless|of|than|into))\s*\Z", re.IGNORECASE
)
_NEVER_OPEN: Final = re.compile(r"\s*(?:end\s+if\s*\Z|(?:game|key|player|seat)(?!\w))", re.IGNORECASE)
"""Lines that are whole although their last word could be one that leaves a line open: a game may be called `of`."""
_TURN: Final = frozenset({"turn", "turns"})
_ORDINALS: Final = frozenset({"first", "second", "all"})
_WRONG_ORDINALS: Final = frozenset(_WRONG_ORDINAL_WORDS.split())
_LOOKS_LIKE_LANGUAGE: Final = re.compile(
    r"(?:\s*\Z|.*(?:[0-9]|(?<!\w)(?:any|all|nothing|game|turns?|if|rest|orders|active|founded)(?!\w)))",
    re.IGNORECASE | re.DOTALL,
)
_SHORT: Final = 3
_HEADING_LENGTH: Final = 3


class Beginning(Enum):
    """How a line begins."""

    STATEMENT = auto()
    NEARLY = auto()
    OTHER = auto()


def beginning(text: str, names: frozenset[str] = frozenset()) -> Beginning:
    """Whether a line (plain characters) begins with a statement word, nearly one, or none.

    `names` are the game's chains and handles in lower case: none of them is a misspelt statement word.
    """
    head = _HEAD.match(text)
    if head is None:
        return _heading_or_other(text)
    word, digits, rest = head[1].lower(), head[2], head[3]
    if word in STATEMENT_WORDS and not digits:
        return _statement_or_condition(word, rest)
    if word in _ORDINALS or word == "as":
        return _two_words(word, rest)
    if word in names or word + digits in names:
        return Beginning.OTHER
    if is_heading_like(text):
        return Beginning.NEARLY
    if _is_near_statement(word, digits) and _supported(rest, names):
        return Beginning.NEARLY
    return Beginning.OTHER


def goes_on(above: str, text: str, names: frozenset[str] = frozenset()) -> bool:
    """Whether a line goes on from the one directly above it (no blank line between)."""
    if _JOINS.match(text) or (_LEFT_OPEN.search(above) and not _NEVER_OPEN.match(above)):
        return True
    return beginning(text, names) is Beginning.OTHER


def nearest(word: str, candidates: frozenset[str]) -> str | None:
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


def _statement_or_condition(word: str, rest: str) -> Beginning:
    """`the end is announced` and `the game can end` may be wrapped before a word that begins statements too."""
    following = _first(rest)
    if (word == "end" and following == "is") or (word == "game" and following in {"can", "cannot"}):
        return Beginning.OTHER
    return Beginning.STATEMENT


def is_heading(text: str) -> bool:
    """Whether a line that begins a statement, or nearly, is meant as a turn heading, well written or not."""
    head = _HEAD.match(text)
    return is_heading_like(text) or (head is not None and head[1].lower() in _ORDINALS)


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


def _heading_or_other(text: str) -> Beginning:
    return Beginning.NEARLY if is_heading_like(text) else Beginning.OTHER


def is_heading_like(text: str) -> bool:
    """`2nd turn`, `frist turn`, `turn 2`, `turn`: meant as a heading, and not one."""
    words = [word.lower() for word in _WORD.findall(text[:40])]
    if not 0 < len(words) <= _HEADING_LENGTH or not _TURN & {words[0], words[-1]}:
        return False
    return words[0] in _WRONG_ORDINALS or any(one_slip(words[0], one) for one in ("first", "second", "all"))


def _is_near_statement(word: str, digits: str) -> bool:
    if digits:
        return word in STATEMENT_WORDS
    return word not in LANGUAGE_WORDS and nearest(word, STATEMENT_WORDS) is not None


def _supported(rest: str, names: frozenset[str]) -> bool:
    """Whether what follows a misspelt first word looks like orders, not like prose."""
    if _LOOKS_LIKE_LANGUAGE.match(rest):
        return True
    return any(word.lower() in names for word in _WORD.findall(rest))


def _first(text: str) -> str:
    word = _WORD.search(text[:40])
    return word[0].lower() if word else ""
