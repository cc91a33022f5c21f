"""Whether there are orders in a text, and whether two texts say the same, before it is known which game is meant."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final

from orders.characters import BULLET, fold
from orders.lexicon import DECISION_WORDS
from orders.lookalikes import is_of_orders, looks_like_order
from orders.names import names_of
from orders.printer import canonical
from orders.problems import MAX_LINES
from orders.reader import read
from orders.tree import Header, Orders
from orders.vocabulary import Vocabulary
from orders.words import Beginning, beginning

ANY_WORDS: Final = Vocabulary(
    chains=("Luxor", "Tower", "American", "Worldwide", "Festival", "Imperial", "Continental"),
    columns=12,
    rows=9,
)
"""Names with which a text is read to see whether there are orders in it, whatever the names of its game are."""

_KNOWN: Final = names_of(ANY_WORDS).known
_FIRST: Final = re.compile(r"\s*([A-Za-z]+)(?:\s*:)?\s*(.*)", re.DOTALL)
_OF_NUMBERS: Final = re.compile(
    r".*(?:[0-9]|(?<!\w)(?:any|all|nothing|rest)(?!\w))", re.IGNORECASE | re.DOTALL
)
_PRESS: Final = re.compile(r"\s*(?:anonymous\s+)?press\s*(?:to\s+\w+\s*)?(?::|\Z)", re.IGNORECASE)
_BULLET: Final = re.compile(BULLET)
_LONGEST: Final = 300


class Rank(IntEnum):
    """What there is in a text; of two texts that with more is read."""

    NOTHING = 0
    HEADERS = 1
    MEANT = 2
    UNDERSTOOD = 3


def rank_of(text: str) -> Rank:
    """What there is in a text.

    HEADERS: no more than what it is for. MEANT: lines that are meant as orders, though none is understood.
    UNDERSTOOD: a decision, a request, press or a note, written as it should be. Prose that happens to begin with a
    word of the language (`If you cannot see this mail …`, `Buy a badge!`) is none of them.
    """
    if not text.strip():
        return Rank.NOTHING
    reading = read(text, ANY_WORDS)
    orders = reading.orders
    if any(section.items for section in orders.sections) or orders.standing is not None or orders.requests:
        return Rank.UNDERSTOOD
    if any(is_meant(line) for line in text.split("\n", MAX_LINES)[:MAX_LINES]):
        return Rank.MEANT
    return Rank.NOTHING if orders.header == Header() else Rank.HEADERS


def is_meant(line: str) -> bool:
    """Whether a line is meant as an order, well written or not."""
    text = _BULLET.sub("", fold(line[:_LONGEST]).text, count=1)
    first = _FIRST.match(text)
    if looks_like_order(text, _KNOWN) or _PRESS.match(text):
        return True
    if first is None:
        return False
    word, rest = first[1].lower(), first[2]
    match beginning(text, _KNOWN):
        case Beginning.OTHER:
            return False
        case Beginning.NEARLY:
            return is_of_orders(rest, _KNOWN)
        case Beginning.STATEMENT:
            numbers = word in DECISION_WORDS and _OF_NUMBERS.match(rest) is not None
            return numbers or is_of_orders(rest, _KNOWN)


def say_the_same(one: str, other: str) -> bool:
    """Whether two texts ask for the same; what they are for may stand in one of them alone."""
    first, second = read(one, ANY_WORDS), read(other, ANY_WORDS)
    if first.refused or second.refused:
        return one == other
    headers = zip(_fields(first.orders), _fields(second.orders), strict=True)
    return (
        all(here == there or None in {here, there} for here, there in headers)
        and _decisions(first.orders) == _decisions(second.orders)
        and [each.message for each in first.problems] == [each.message for each in second.problems]
    )


def headers_of(text: str) -> str:
    """The lines of a text that say what it is for."""
    header = read(text, ANY_WORDS).orders.header
    said = (("game", header.game), ("round", header.round), ("player", header.player), ("key", header.key))
    return "".join(f"{word} {value}\n" for word, value in said if value is not None)


def _fields(orders: Orders) -> tuple[str | None, ...]:
    header = orders.header
    number = None if header.round is None else str(header.round)
    fields = (header.game, number, header.player, header.key)
    return tuple(None if one is None else one.lower() for one in fields)


def _decisions(orders: Orders) -> str:
    """The orders without what they are for; how their press is cut into lines tells nothing."""
    return " ".join(canonical(Orders(Header(), orders.sections, orders.standing, orders.requests)).split())
