"""Lines that begin with no statement word and yet must not be passed over.

They look like orders, open a block that there is not, or are the rest of what a blank line has cut.
Source: ORDERS.md, "Reading a text": a condition that cannot be read never counts as true.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from orders.lexicon import DECISION_WORDS, LANGUAGE_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from orders.lexicon import Known

_WORD: Final = re.compile(r"[^\W_]+(?:'[a-z]+)?")
_TILE: Final = re.compile(r"(?:[0-9]{1,2}[a-z]|[a-z][0-9]{1,2})\Z")
_DECISION: Final = re.compile(r"(?<!\w)(?:tile|found|survivor|settle|merger|buy)(?!\w)", re.IGNORECASE)
_STARTS_WITH_WORD: Final = re.compile(r"\s*[A-Za-z0-9]")
_WORDS_CONTINUATIONS: Final = """
    at but by did do does for founded founds grows hold holds in into is lead leads least leaving
    less merges most more my not of over playable safe than that to was
"""
_CONTINUATIONS: Final = frozenset(_WORDS_CONTINUATIONS.split())
_LONGEST: Final = 300

_WORDS_ORDER_VERBS: Final = """
    announce buying build call create declare exchange form get grab invest keep lay merge merging
    pass place play purchase put sell selling skip swap take trade trading
"""
_ORDER_VERBS: Final = frozenset(_WORDS_ORDER_VERBS.split())
_WORDS_LEAD_INS: Final = """
    1st 2nd also always finally first i i'd i'll id ill just last let let's lets like maybe me my
    next now ok or please second should so then third to try us want will would
"""
_LEAD_INS: Final = frozenset(_WORDS_LEAD_INS.split())
_WORDS_FILLERS: Final = """
    a again an it me piece please share shares some stock stocks them us you
"""
_FILLERS: Final = frozenset(_WORDS_FILLERS.split())
_WORDS_TELLING: Final = """
    active all any bought cash cheapest dearest end exactly founded founds game grows into largest lead
    leading leads leaving merged merges nothing playable played price rest safe size smallest tile
    value
"""
_TELLING: Final = frozenset(_WORDS_TELLING.split())
_CONDITION_WORDS: Final = _TELLING - {
    "into",
    "all",
    "any",
    "end",
    "exactly",
    "game",
    "nothing",
    "rest",
    "tile",
}
_OPENERS: Final = re.compile(
    r"\s*(?:unless|when|whenever|while|provided(?:\s+that)?|assuming|supposing|suppose|once|where|except|until|"
    r"only\s+(?:if|when)|in\s+case|as\s+long\s+as|as\s+soon\s+as)(?!\w)",
    re.IGNORECASE,
)
_ELSE: Final = re.compile(
    r"\s*(?:otherwise|elsif|els|or\s+else)(?!\w)\s*(?:[:.,]?\s*\Z|[,:]?\s*(?=(?P<rest>\w.*)))",
    re.IGNORECASE | re.DOTALL,
)
_AS_BEFORE: Final = re.compile(
    r"\s*(?:\w+\s+){0,3}?(?:as|like)\s+(?:before|b4|above|previously|last\s+(?:time|round|turn)|in\s+the\s+last\s+round)"
    r"\s*[.:]?\s*\Z|\s*(?:the\s+)?same\s+again\s*\Z",
    re.IGNORECASE,
)
_JOINS: Final = re.compile(r"\s*(?:,|(?:and|or)(?!\w))", re.IGNORECASE)


def looks_like_order(text: str, known: Known) -> bool:
    """`sell all Luxor`, `please buy 3 L`, `play 5C`: orders, though no statement begins so."""
    if not _STARTS_WITH_WORD.match(text):
        return False
    words = _words(text)
    start = 0
    while start < len(words) and words[start] in _LEAD_INS:
        start += 1
    if start == len(words):
        return False
    verb, rest = words[start], words[start + 1 :]
    if verb in _ORDER_VERBS or (start and (verb in DECISION_WORDS or verb == "end")):
        return _is_language(rest, known, _TELLING)
    return False


def holds_an_order(text: str, known: Known) -> bool:
    """`Dear referee, please buy 3 Luxor`: prose that ends in what may be an order."""
    found = _DECISION.search(text[:_LONGEST]) if _STARTS_WITH_WORD.match(text) else None
    return found is not None and is_of_orders(text[found.end() :], known)


def opens_a_block(text: str, known: Known) -> bool:
    """`when T is active`, `unless …`: meant to open a block, which only `if` does."""
    opener = _OPENERS.match(text)
    if opener is None:
        return False
    words = _words(text[opener.end() :])
    return any(word in _CONDITION_WORDS or _is_hard(words, i, known) for i, word in enumerate(words))


def is_other_else(text: str, known: Known) -> bool:
    """`otherwise`, `elsif …`: meant as `else`."""
    match = _ELSE.match(text)
    if match is None:
        return False
    rest = match["rest"]
    return rest is None or rest[:3].lower() == "if " or _is_language(_words(rest), known, _TELLING)


def is_like_as_before(text: str) -> bool:
    """`same as before`, `as b4`: meant as `as before`."""
    return len(text) < _LONGEST and _AS_BEFORE.match(text) is not None


def is_torn_off(text: str, known: Known) -> bool:
    """The rest of a statement from which a blank line has cut it."""
    if _JOINS.match(text):
        return True
    words = _words(text)
    if not words or not _STARTS_WITH_WORD.match(text):
        return False
    starts = words[0] in _CONTINUATIONS or _TILE.match(words[0]) is not None or words[1:2] == ["is"]
    return starts and _is_language(words, known, _CONDITION_WORDS)


def is_of_orders(text: str, known: Known) -> bool:
    """Whether there are only words that orders are made of, one at least that prose has not."""
    return _is_language(_words(text), known, _TELLING)


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text[:_LONGEST])]


def _is_language(words: Sequence[str], known: Known, telling: frozenset[str]) -> bool:
    """Whether there are only words that orders are made of, and one that prose has not."""
    return all(_is_of_language(word, known) for word in words) and any(
        word in telling or _is_hard(words, i, known) for i, word in enumerate(words)
    )


def _is_of_language(word: str, known: Known) -> bool:
    return (
        word in LANGUAGE_WORDS
        or word in _FILLERS
        or word.removesuffix("'s") in known.whole
        or word in known.beginnings
        or word[0].isdigit()
        or _TILE.match(word) is not None
    )


def _is_hard(words: Sequence[str], index: int, known: Known) -> bool:
    """A tile, a number, a chain: what prose seldom has."""
    word = words[index]
    if word[0].isdigit() or _TILE.match(word):
        return True
    if word not in known.beginnings or word in LANGUAGE_WORDS:
        return False
    return len(word) > 2 or (index + 1 < len(words) and words[index + 1] == "is")  # noqa: PLR2004 - `a`, `to`, `we`
