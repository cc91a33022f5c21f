"""The grammar at work: one statement in, lark's tree or one syntax error out. Only this room knows lark's parser."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer, PatternStr

from orders.lexer import pieces, split_square
from orders.problems import MAX_DEPTH, RefusedError

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from lark.parsers.lalr_interactive_parser import InteractiveParser

STARTS: Final = ("tile", "found", "survivor", "settle", "merger", "buy", "end_game", "use", "if_block")
END: Final = "$END"
_OWN_NOT: Final = frozenset({"IS", "WAS", "DO", "DOES", "DID", "AM", "CAN"})
"""Before a `not` that belongs to a fact and does not nest."""


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """Where a statement stopped making sense: the token (None: the line's end) and what could have stood there.

    `accepted` are the grammar's names of tokens.
    """

    token: Token | None
    index: int
    accepted: frozenset[str]
    read: tuple[Token, ...]


class _NoLexer(Lexer):
    """Tokens are fed by hand."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, *_args: object) -> Iterator[Token]:
        return iter(())


def grammar_text() -> str:
    """The grammar as it ships beside this module."""
    return (files("orders") / "grammar.lark").read_text(encoding="utf-8")


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    return Lark(grammar_text(), start=list(STARTS), parser="lalr", lexer=_NoLexer)


@cache
def words() -> Mapping[str, str]:
    """The grammar's name of each reserved word and mark."""
    return {
        terminal.pattern.value: terminal.name
        for terminal in grammar().terminals
        if isinstance(terminal.pattern, PatternStr)
    }


def parse(start: str, text: str, chains: Container[str] = ()) -> Tree[Token] | SyntaxProblem:
    """Parses one logical line as the statement `start`, in time proportional to its length.

    `chains` are the beginnings of chains in lower case: a word of the language that is one of them (`am`) is a
    chain where only a name can stand.
    """
    parser = grammar().parse_interactive(start=start)
    tokens = pieces(text, words())
    _check_depth(text, tokens)
    count = 0
    at_end = Token(END, "", len(text))
    token = at_end
    try:
        for token in tokens:
            if token.type == "SQUARE" and (both := _as_number(token, parser)):
                for token in both:  # noqa: PLW2901 - an error belongs to the half
                    parser.feed_token(token)
            elif token.type != "NAME" and token.value.lower() in chains and _is_name(token, parser):
                parser.feed_token(token.update(type="NAME"))
            else:
                parser.feed_token(token)
            count += 1
        token = at_end
        result = parser.feed_token(at_end)
    except UnexpectedToken:
        found = None if token is at_end else token
        return SyntaxProblem(found, token.start_pos or 0, _accepted(parser), tuple(tokens[:count]))
    assert isinstance(result, Tree)  # noqa: S101 - every start rule has a tree
    return result


def _accepted(parser: InteractiveParser) -> frozenset[str]:
    return frozenset(parser.accepts())  # type: ignore[no-untyped-call]  # lark leaves it untyped


def _check_depth(text: str, tokens: list[Token]) -> None:
    """Brackets and `not` are at most 16 deep, together."""
    if text.count("(") + text.lower().count("not") <= MAX_DEPTH:
        return
    opened: list[int] = []
    depth = nots = 0
    before = ""
    for token in tokens:
        if token.type == "NOT" and before not in _OWN_NOT:
            nots += 1
        elif token.type == "LPAR":
            opened.append(nots + 1)
            depth += nots + 1
            nots = 0
        else:
            nots = 0
            if token.type == "RPAR" and opened:
                depth -= opened.pop()
        if depth + nots > MAX_DEPTH:
            raise RefusedError(
                f"Brackets and `not` may be {MAX_DEPTH} deep, these are deeper. Nothing of this text was read: "
                "write the condition with fewer of them."
            )
        before = token.type


def _as_number(piece: Token, parser: InteractiveParser) -> tuple[Token, Token] | None:
    """After a number, and wherever no tile may stand, `3C` is 3 Continental."""
    choices: dict[str, object] = parser.choices()  # type: ignore[no-untyped-call]  # lark leaves it untyped
    return split_square(piece) if "SQUARE" not in choices and "NUMBER" in choices else None


def _is_name(word: Token, parser: InteractiveParser) -> bool:
    choices: dict[str, object] = parser.choices()  # type: ignore[no-untyped-call]  # lark leaves it untyped
    return word.type not in choices and "NAME" in choices
