"""How a word of a wrong statement may have been meant: as itself, as another form, as a slip, or not at all."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from orders.lexer import split_square
from orders.lexicon import NUMBER_WORDS
from orders.nearest import allowed, distance, nearest_chain, nearest_player, nearest_tile
from orders.parser import words

if TYPE_CHECKING:
    from lark import Token

    from orders.names import Names
    from orders.repair import Way

_FAMILIES: Final = (
    "found founds founded",
    "merge merges merged merger",
    "lead leads",
    "hold holds",
    "play played playable",
    "buy bought",
    "sell sold",
    "keep kept",
    "trade traded",
    "stand stands",
    "grow grows",
    "is was am",
    "do does did",
    "tile tiles",
    "leave left leaving",
    "miss missed",
    "take taken",
    "use used",
    "anyone nobody any",
    "round players",
    "of for in to on into",
)
_SYNONYMS: Final[dict[str, str]] = {
    "acquired": "bought",
    "alive": "active",
    "anybody": "anyone",
    "anything": "any",
    "are": "is",
    "biggest": "largest",
    "cost": "price",
    "created": "founded",
    "else": "or",
    "everything": "all",
    "except": "but",
    "formed": "founded",
    "greater": "more",
    "has": "holds",
    "have": "hold",
    "higher": "more",
    "largets": "largest",
    "lower": "less",
    "fewer": "less",
    "me": "I",
    "money": "cash",
    "noone": "nobody",
    "own": "hold",
    "owns": "holds",
    "placed": "played",
    "provided": "if",
    "purchased": "bought",
    "remaining": "left",
    "someone": "anyone",
    "somebody": "anyone",
    "started": "founded",
    "stock": "my",
    "till": "to",
    "until": "to",
    "when": "if",
    "which": "that",
    "whenever": "if",
    "worth": "value",
    "your": "my",
    "&": "and",
    ";": ",",
    "/": ",",
    "|": "or",
    ".": ",",
    "{": ":",
    "[": "(",
    "]": ")",
}
_FILLER_WORDS: Final = """
    a all also an any at be been chain de for from game got has have i in it its just me more my now of
    on only out please really s shares share some still stock stocks that the then there tile tiles to
    total up with worth x
"""
_FILLERS: Final = frozenset(_FILLER_WORDS.split())
_LEFT_OUT: Final = 1.0
_NAME_LEFT_OUT: Final = 1.3
_FILLER_LEFT_OUT: Final = 0.35
_OTHER_FORM: Final = 0.4
_UNKNOWN_NAME: Final = 1.3
_NEAR_NAME: Final = 0.3


@lru_cache(maxsize=1)
def _families() -> dict[str, tuple[str, ...]]:
    return {word: tuple(family.split()) for family in _FAMILIES for word in family.split()}


def ways(token: Token, names: Names) -> list[Way]:
    """All ways of reading one token, the likeliest first."""
    written = token.value
    low = written.lower()
    result: list[Way] = []
    kind = token.type
    if kind == "NAME":
        result.extend(_as_name(written, names))
    elif kind == "SQUARE":
        result.append((0.0, (("SQUARE", written),)))
        if (both := split_square(token)) is not None:
            result.append((0.0, (("NUMBER", both[0].value), ("NAME", both[1].value))))
    elif kind != "UNKNOWN":
        result.append((0.0, ((kind, _word(kind, written)),)))
        if low in names.by_beginning:
            result.append((0.0, (("NAME", written),)))
    result.extend(_other_words(low, kind))
    if kind == "NAME" and (tile := nearest_tile(written, names)):
        result.append((0.5, (("SQUARE", tile),)))
    if low == "-":
        result.append((0.1, (("MINUS", "-"),)))  # without blanks around it
    if low in NUMBER_WORDS:
        result.append((0.2, (("NUMBER", NUMBER_WORDS[low]),)))
    out = _NAME_LEFT_OUT if kind in {"NAME", "SQUARE", "NUMBER"} else _LEFT_OUT
    result.append((_FILLER_LEFT_OUT if low in _FILLERS or kind == "UNKNOWN" else out, ()))
    return result


def _as_name(written: str, names: Names) -> list[Way]:
    if len(names.chains(written)) == 1 or names.who(written):
        return [(0.0, (("NAME", written),))]
    near = [one for one in (nearest_chain(written, names), nearest_player(written, names)) if one is not None]
    if not near:
        return [(_UNKNOWN_NAME, (("NAME", written),))]
    return [(_NEAR_NAME + 0.1 * rank, (("NAME", one),)) for rank, one in enumerate(near)]


@lru_cache(maxsize=2048)
def _other_words(low: str, kind: str) -> tuple[Way, ...]:
    """Other words of the language that this may have been meant for."""
    if len(low) > 16:  # noqa: PLR2004 - longer than any word
        return ()
    costs: dict[str, float] = {}
    if low in _SYNONYMS:
        costs[_SYNONYMS[low]] = 0.3
    for other in _families().get(low, ()):
        costs.setdefault(other, _OTHER_FORM)
    if low in {"or", "and", ":"}:
        costs[","] = 0.5
    if low[:1].isalpha() and kind in {"NAME", "UNKNOWN"}:
        for word in words():
            slips = distance(low, word) if abs(len(word) - len(low)) <= 2 and word.isalpha() else 9  # noqa: PLR2004
            if slips <= min(allowed(len(low)), allowed(len(word))) and slips < len(word) - 1:
                costs.setdefault(word, 0.3 + 0.35 * slips)
    return tuple((cost, ((_terminal(word), word),)) for word, cost in sorted(costs.items()) if word != low)


def _terminal(word: str) -> str:
    return "NAME" if word == "I" else words().get(word.lower(), "NAME")


def _word(kind: str, written: str) -> str:
    """The word of a token: `isn't` is two tokens, each of which has the whole as its text."""
    if kind in {"NUMBER", "COMPARISON", "APOSTROPHE"}:
        return written
    return _spelt().get(kind, written)


@lru_cache(maxsize=1)
def _spelt() -> dict[str, str]:
    return {name: word for word, name in words().items()}
