"""What a wrong line was probably meant as: a word, or the whole statement, ready to be copied.

What is proposed has been read: it is a statement without a problem. Source: ORDERS.md, "What the referee answers".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from orders.build import Builder
from orders.characters import Folded
from orders.lexer import pieces
from orders.lexicon import DECISION_WORDS, STATEMENT_WORDS
from orders.lines import Logical, Physical
from orders.nearest import nearest_chain, nearest_of, nearest_player
from orders.parser import SyntaxProblem, parse, words
from orders.phrases import reword
from orders.printer import condition_text, line_text
from orders.problems import Problems, RefusedError
from orders.repair import mend
from orders.ways import ways

if TYPE_CHECKING:
    from lark import Token, Tree

    from orders.names import Names

_FIRST: Final = re.compile(r"\s*([A-Za-z]+)[0-9]*")
_ELSE_IF: Final = re.compile(r"\s*(?:else\s*:?\s*|el(?:se)?)(?=if\b)", re.IGNORECASE)
_LONGEST: Final = 400
_FIRST_WORDS: Final = tuple(
    sorted(
        DECISION_WORDS
        | {
            "if",
            "end",
            "game",
            "round",
            "standing",
            "else",
            "ready",
            "seat",
            "press",
            "note",
            "withdraw",
            "resign",
        }
    )
)


def advise(text: str, names: Names) -> str | None:
    """The whole statement that a line was meant as; None where nothing is near enough."""
    if len(text) > _LONGEST:
        return None
    else_if = _ELSE_IF.match(text)
    if else_if is not None:
        rest = advise(text[else_if.end() :], names)
        return f"else {rest}" if rest and rest.startswith("if ") else None
    for candidate in dict.fromkeys((reword(text), " ".join(text.split()))):
        advice = _read_or_mend(candidate, names)
        if advice is not None:
            return advice
    return None


def advise_word(text: str, advice: str | None, syntax: SyntaxProblem, names: Names) -> str | None:
    """The one word to change where reading stopped, if the text then says what is advised; else the advice."""
    if advice is None or syntax.token is None or not syntax.token.value.isalpha():
        return advice
    end = syntax.index + len(syntax.token.value)
    said = advice.split()
    place = len(text[: syntax.index].split())
    if len(said) != len(text.split()) or place >= len(said) or not said[place].isalpha():
        return advice
    changed = f"{text[: syntax.index]}{said[place]}{text[end:]}"
    return said[place] if _read(changed, names) == advice else advice


def advise_opening(text: str, names: Names) -> str | None:
    """The `if` that a line was meant as which opens a block with another word; `unless` is `if not`."""
    unless = re.match(r"\s*unless\b", text, re.IGNORECASE)
    advice = advise(f"if {text[unless.end() :]}" if unless else text, names)
    if advice is None or not advice.startswith("if "):
        return None
    condition = advice.removeprefix("if ")
    if not unless:
        return advice
    several = " and " in condition or " or " in condition
    return f"if not ({condition})" if several else f"if not {condition}"


def advise_first_word(text: str, names: Names) -> str | None:
    """The first word put right, where nothing else is wrong with the statement."""
    corrected = _with_first_word(text)
    return None if corrected == text or _read(corrected, names) is None else corrected.split()[0]


def _start_of(text: str) -> str | None:
    match = _FIRST.match(text)
    word = match[1].lower() if match else ""
    if word in DECISION_WORDS:
        return word
    return {"if": "if_block", "end": "end_game"}.get(word)


def _read_or_mend(text: str, names: Names) -> str | None:
    text = _with_first_word(text)
    start = _start_of(text)
    if start is None:
        return None
    try:
        parsed = parse(start, text, names.by_beginning)
    except RefusedError:
        return None
    if not isinstance(parsed, SyntaxProblem):
        return _read(text, names) or _read(_with_names(text, names), names)
    tokens = pieces(text, words())
    mended = mend(start, [ways(token, names) for token in tokens], len(parsed.read))
    return _read(" ".join(mended), names) if mended else None


def _read(text: str, names: Names) -> str | None:
    """A statement in canonical words; None where it is none, or a problem."""
    start = _start_of(text)
    if start is None:
        return None
    try:
        parsed = parse(start, text, names.by_beginning)
        return None if isinstance(parsed, SyntaxProblem) else _written(parsed, text, names)
    except RefusedError:
        return None


def _with_first_word(text: str) -> str:
    """The text with its first word put right, where that is near a statement word."""
    match = _FIRST.match(text)
    if match is None or match[1].lower() in STATEMENT_WORDS:
        return text
    near = "buy" if match[1].lower() in {"by", "bye"} else nearest_of(match[1], _FIRST_WORDS)
    return f"{near} {text[match.end(1) :].lstrip(':;. ')}" if near else text


def _written(parsed: Tree[Token], text: str, names: Names) -> str | None:
    """The statement in canonical words; None where it is a problem all the same."""
    line = Physical(1, text, Folded(text), text, text, is_blank=False)
    problems = Problems()
    builder = Builder(Logical("language", [line], touches_above=False), names, problems)
    if parsed.data == "if_block":
        written = f"if {condition_text(builder.block_condition(parsed))}"
    else:
        written = line_text(builder.line(parsed))
    return None if problems.found else written


def _with_names(text: str, names: Names) -> str:
    """The text with its unknown names replaced by the nearest known ones."""
    written: list[str] = []
    end = 0
    for token in pieces(text, words()):
        start = token.start_pos or 0
        if token.type == "NAME" and not names.chains(token.value) and names.who(token.value) is None:
            near = nearest_chain(token.value, names) or nearest_player(token.value, names)
            written += [text[end:start], near or token.value]
            end = start + len(token.value)
    return "".join([*written, text[end:]])
