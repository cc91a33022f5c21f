"""The words of the order language, and the words that one game adds to them. Source: ORDERS.md, "Statements"."""

from __future__ import annotations

from dataclasses import dataclass
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

STATEMENT_WORDS: Final = frozenset(_STATEMENT_WORDS.split())
"""First words that begin a statement by themselves; turn headings and `as before` need a second word."""

LANGUAGE_WORDS: Final = STATEMENT_WORDS | frozenset(_OTHER_WORDS.split())
"""Words of the language: none of them can be a handle, and none is taken for a misspelt statement word."""

DECISION_WORDS: Final = frozenset(["tile", "found", "survivor", "settle", "merger", "buy", "use"])
"""The first words of decisions; `end game` is one too."""


@dataclass(frozen=True, slots=True)
class Known:
    """A game's own words in lower case: `whole` chains and handles, and all `beginnings` of chains."""

    whole: frozenset[str] = frozenset()
    beginnings: frozenset[str] = frozenset()


NO_GAME: Final = Known()

NUMBER_WORDS: Final = {
    word: str(number)
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}
"""Numbers written as words: never read, but known for what they mean."""
