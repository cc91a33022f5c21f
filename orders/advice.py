"""What a wrong line was probably meant as: a word, or the whole statement, ready to be copied.

What is proposed has been read: it is a statement without a problem. Source: ORDERS.md, "What the referee answers".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from orders.build import Builder
from orders.build_names import POWERS
from orders.characters import Folded
from orders.lexer import pieces
from orders.lexicon import DECISION_WORDS, STATEMENT_WORDS
from orders.logical import Logical, Physical
from orders.nearest import nearest_chain, nearest_of, nearest_player
from orders.parser import SyntaxProblem, parse, words
from orders.phrases import reword
from orders.printer import condition_text, line_text
from orders.problems import Problems, RefusedError
from orders.repair import mend
from orders.ways import ways

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lark import Token, Tree

    from orders.build_names import Mend
    from orders.names import Names

_FIRST: Final = re.compile(r"\s*([A-Za-z]+)[0-9]*")
_ELSE_IF: Final = re.compile(r"\s*(?:else\s*:?\s*|el(?:se)?)(?=if\b)", re.IGNORECASE)
_USE: Final = re.compile(
    r"\s*use\b[\s:]*(?P<before>[0-9]*)\s*(?P<word>[a-z]+)\s*(?P<behind>[0-9]*)\s*(?:tiles?\b)?[\s:]*",
    re.IGNORECASE,
)
_POWER_WORDS: Final = tuple(word.lower() for word in POWERS)
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
    power = _advise_power(text, names)
    if power is not None:
        return power
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


def advise_mended(text: str, mends: Iterable[Mend], names: Names) -> str | None:
    """The whole statement with its wrong words changed; None where more is wrong with it than these."""
    mended = text
    for start, end, words_there in sorted(mends, reverse=True):
        mended = f"{mended[:start]}{words_there}{mended[end:]}"
    else_if = _ELSE_IF.match(mended)
    if else_if is None:
        return _read(mended, names)
    rest = _read(mended[else_if.end() :], names)
    return f"else {rest}" if rest and rest.startswith("if ") else None


def missing_list(text: str, names: Names) -> str | None:
    """`use 3 free` or `use trade 2` with a list for it, where none stands there; None where it is something else."""
    match = _USE.match(text)
    word = match["word"].lower() if match else ""
    if (
        match is None
        or word not in {"free", "trade"}
        or not re.match(r"(?:if|unless)\b|\Z", text[match.end() :])
    ):
        return None
    sample = _sample(word, names)
    return _read(f"{sample} {text[match.end() :]}", names) or _read(sample, names)


def _advise_power(text: str, names: Names) -> str | None:
    """The `use` line that was meant: the power's own number, its word put right, a list where it needs one."""
    match = _USE.match(text)
    word = nearest_of(match["word"], _POWER_WORDS) if match else None
    if match is None or word is None:
        return None
    rest = text[match.end() :]
    _, power = POWERS[word.upper()]
    for candidate in (
        f"use {power} {rest}",
        f"use {power}: {rest}",
        *([] if rest else [_sample(word, names)]),
    ):
        advice = _read(candidate, names) or _read(_with_names(candidate, names), names)
        if advice is not None:
            return advice
    return None


def _sample(word: str, names: Names) -> str:
    one, other = (*names.vocabulary.chains, "", "")[:2]
    _, power = POWERS[word.upper()]
    return f"use {power}: 2 {one}{' for' if word == 'trade' else ','} 1 {other}"


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


def advise_first_word(text: str, names: Names) -> tuple[str, str] | None:
    """The first word put right, and the statement with it, where nothing else is wrong with it."""
    corrected = _with_first_word(text)
    whole = None if corrected == text else _read(corrected, names)
    return None if whole is None else (corrected.split()[0], whole)


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
