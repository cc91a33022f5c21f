"""Cuts a logical line into tokens for the grammar.

A lexer of our own because one thing depends on the parser: `3C` is a tile where a tile may stand, otherwise the
number 3 and the beginning of a chain (ORDERS.md, "Reading a text"); and because it is several times as fast.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from lark import Token

if TYPE_CHECKING:
    from collections.abc import Mapping

_TOKEN: Final = re.compile(
    r"""
    (?P<SQUARE> [0-9]{1,3}-?[A-Za-z](?!\w) | [A-Za-z]-?[0-9]{1,3}(?!\w) )
  | (?P<NUMBER> \$?[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]) | \$?[0-9]+ )
  | (?P<X> (?<=[0-9])[xX](?=[A-Za-z]) )
  | (?P<SHORT> (?:is|was|do|does|did)n't(?!\w) | cannot(?!\w) | can't(?!\w) )
  | (?P<NAME> [^\W\d_]\w* )
  | (?P<APOSTROPHE> '[sS](?!\w) | '(?!\w) )
  | (?P<COMPARISON> <= | =< | >= | => | <> | != | == | < | > | = )
  | (?P<MINUS> (?<=\s)-(?=\s) )
  | (?P<MARK> [,:()+] )
  | (?P<UNKNOWN> \S )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MARKS: Final = {",": "COMMA", ":": "COLON", "(": "LPAR", ")": "RPAR", "+": "PLUS"}
_SHORT: Final = {"cannot": ("can", "not"), "can't": ("can", "not")}


def pieces(text: str, words: Mapping[str, str]) -> list[Token]:
    """All tokens of a line, `start_pos` counted in it; `words` gives the grammar's name of each reserved word.

    `isn't` is two tokens, each with the whole as its text and its place.
    """
    result: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "UNKNOWN"
        written = match[0]
        index = match.start()
        if kind == "NAME":
            kind = words.get(written.lower(), kind)
        elif kind == "MARK":
            kind = _MARKS[written]
        elif kind == "SHORT":
            lower = written.lower()
            first, second = _SHORT.get(lower) or (lower[:-3], "not")
            result.append(Token(words[first], written, index))
            kind = words[second]
        result.append(Token(kind, written, index))
    return result


def split_square(piece: Token) -> tuple[Token, Token] | None:
    """`3C` as a number and a name, None for `C3` and `3-C` which can only be tiles."""
    number, name, start = piece.value[:-1], piece.value[-1], piece.start_pos or 0
    if not number.isdigit():
        return None
    return Token("NUMBER", number, start), Token("NAME", name, start + len(number))
