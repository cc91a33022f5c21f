"""Syntax errors in a player's words: what stands there, what could stand there, and what was probably meant.

Source: ORDERS.md, "Reading a text" (Never guessed) and "What the referee answers".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from orders.advice import advise, advise_word, missing_list
from orders.words import Beginning, beginning

if TYPE_CHECKING:
    from collections.abc import Iterable

    from orders.logical import Logical
    from orders.names import Names
    from orders.parser import SyntaxProblem
    from orders.problems import Kind, Problems

_WORDS: Final = {
    "COMMA": "`,`",
    "COLON": "`:`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "APOSTROPHE": "`'s`",
    "NUMBER": "a number",
    "SQUARE": "a tile",
    "COMPARISON": "a comparison such as `>=`",
    "$END": "the end of the line",
}
_TERM_STARTS: Final = frozenset({"SIZE", "PRICE", "BONUS", "BANK", "MY", "ROUND", "PLAYERS"})
_VERBS: Final = frozenset({"FOUNDED", "MERGED", "PLAYED", "BOUGHT", "MISSED"})
_LONGEST: Final = 40

_THOUSANDS: Final = re.compile(r"(?<![\w.])\$?([0-9]+(?:[.,][0-9]+)?)\s*[kK](?!\w)")
_SLASH_DATE: Final = re.compile(r"[0-9]+/[0-9]+")
_DATE_LIKE: Final = "`5/12` could mean a date or two numbers, and a tile is neither: it is written as `5C`."
_NO_COUNT: Final = "Shares are counted in digits, and with `k` there is no number of them."
_WITHOUT_ADVICE: Final = frozenset({_DATE_LIKE, _NO_COUNT})
"""What was meant by these is anybody's guess."""

_SHARED_VERB: Final = re.compile(
    r"(?P<one>\w+)\s+(?P<join>or|and)\s+(?P<two>\w+)\s+(?P<rest>(?:is|was)\s+(?:not\s+)?\w+)", re.IGNORECASE
)
_SHARED_SIDE: Final = re.compile(
    r"(?P<left>(?:(?:size|price|bonus)\s+of\s+\w+)|(?:\w+'s?|my)\s+\w+)\s*(?:[<>=]+)\s*\w+\s+"
    r"(?P<join>and|or)\s*(?P<sign>[<>=]+)\s*(?P<right>\w+)",
    re.IGNORECASE,
)
_APART: Final = re.compile(r"(?:(?<!\w)(?P<number>[0-9]{1,2})\s+(?P<letter>[A-Za-z])(?!\w))")
_END_OF_BLOCK: Final = re.compile(
    r"\s*end(?:\s+(?:of\s+)?(?:the\s+)?(?:block|else|elif|unless|else\s*if|if\s+block|it|of\s+if|when|branch))?\s*[:;.]?\s*\Z",
    re.IGNORECASE,
)
_LIST_STATEMENTS: Final = frozenset(["tile", "found", "survivor", "settle", "merger", "buy", "use"])
_STATEMENT_TOKENS: Final = frozenset({"TILE", "FOUND", "SURVIVOR", "SETTLE", "MERGER", "BUY", "USE", "END"})


def report(
    logical: Logical,
    syntax: SyntaxProblem,
    problems: Problems,
    word: str,
    names: Names,
    *,
    in_block: bool = False,
) -> None:
    """Adds the problem of a statement that begins with `word` and could not be read."""
    expected = describe(syntax.accepted)
    text = logical.text
    at = logical.at(syntax.index)
    if syntax.token is None and text.endswith(","):
        at = logical.at(len(text) - 1)
        if logical.comma_left:
            problems.add(
                "invalid",
                at,
                "This line ends in a comma, but the next one begins a new statement. Take the comma out, or go on "
                "with the list.",
                expected,
            )
            return
    with_list = missing_list(text, names) if word == "use" else None
    if with_list is not None:
        message = "A list is missing behind this power: of which chains, and how many shares of each?"
        problems.add("invalid", at, message, expected, write=with_list)
        return
    kind: Kind = "invalid"
    meant = _meant(text, syntax, word)
    message, suggestion = meant or (_found(syntax), None)
    if "could mean" in message:
        kind = "ambiguous"
    write = None
    if message not in _WITHOUT_ADVICE and problems.may_advise():
        nearest, write = _advice(logical, syntax, names, in_block=in_block)
        suggestion = suggestion or nearest
    problems.add(kind, at, message, expected, suggestion, write)


def _advice(
    logical: Logical, syntax: SyntaxProblem, names: Names, *, in_block: bool
) -> tuple[str | None, str | None]:
    """The nearest right word or statement, and the whole statement."""
    text = logical.text
    if in_block and _END_OF_BLOCK.match(text):
        return "end", "end"
    whole = advise(text, names)
    if whole is None and len(logical.parts) > 1:
        whole = advise(logical.parts[0].text, names)  # the lines below it may be no part of it
        return whole, None
    return advise_word(text, whole, syntax, names), None if _may_be_more(logical, whole) else whole


def _may_be_more(logical: Logical, whole: str | None) -> bool:
    """Whether lines that were read as one may be several statements: a block's `end`, or a block and a line of it."""
    if any(beginning(part.text) is Beginning.STATEMENT for part in logical.parts[1:]):
        return True
    was_block = len(logical.parts) > 1 and logical.text.lstrip()[:2].lower() == "if"
    return was_block and whole is not None and not whole.startswith("if ")


def describe(accepted: Iterable[str]) -> tuple[str, ...]:
    """The grammar's names of tokens as a player knows them, the most telling first."""
    left = set(accepted)
    said: list[str] = []
    if "NAME" in left:
        said.extend(["a chain"] if "THE" in left else [])
        said.extend(["a player"] if "ANYONE" in left or "THE" not in left else [])
        left -= {"NAME", "THE", "ANYONE", "NOBODY"}
    if left >= _TERM_STARTS:
        said.append("a term such as `size of Luxor`, `my cash`, `Bob's Luxor`")
        left -= _TERM_STARTS | {"TILES"}
    if left >= _VERBS:
        said.append("what somebody did, such as `founded`, `bought`, `leads`")
        left -= _VERBS | {
            "MERGED",
            "KEPT",
            "DOES",
            "HOLDS",
            "LEAD",
            "DID",
            "DO",
            "TRADED",
            "LEFT",
            "USED",
            "AM",
        }
        left -= {"SOLD", "LEADS", "HOLD"}
    said.extend(_WORDS[name] for name in ("NUMBER", "SQUARE", "COMPARISON") if name in left)
    others = sorted(left - {"NUMBER", "SQUARE", "COMPARISON", "$END"})
    said.extend(_WORDS.get(name, f"`{name.lower()}`") for name in others)
    if "$END" in left:
        said.append(_WORDS["$END"])
    return tuple(said)


def _found(syntax: SyntaxProblem) -> str:
    if syntax.token is None:
        return "The line ends too early."
    written = syntax.token.value
    return f"`{written if len(written) <= _LONGEST else written[:_LONGEST] + '…'}` is not understood here."


def _meant(text: str, syntax: SyntaxProblem, word: str) -> tuple[str, str | None] | None:
    """What is never guessed, and what to write instead."""
    token = syntax.token
    if token is None:
        return None
    around = text[max(0, syntax.index - 80) : syntax.index + 80]
    if (thousands := _THOUSANDS.search(around)) and syntax.index >= 1:
        return _thousands(thousands, syntax)
    if word == "tile" and _SLASH_DATE.match(text, syntax.index):
        return _DATE_LIKE, None
    if token.type in {"OR", "AND"}:
        return _joined(around, token.type.lower(), syntax, word)
    if token.type == "COMPARISON" and (shared := _SHARED_SIDE.search(around)):
        right = f"{shared['left']} {shared['sign']} {shared['right']}"
        return "A comparison needs both its sides.", right
    if token.type in _STATEMENT_TOKENS and "COMMA" in syntax.accepted and word == "if":
        message = (
            f"A condition before a statement on the same line ends in a comma: put one before `{token.value}`, or "
            "write the statement on the next line and `end` below it."
        )
        return message, None
    if "SQUARE" in syntax.accepted and (apart := _APART.match(text, syntax.index)):
        tile = f"{apart['number']}{apart['letter'].upper()}"
        return "A tile is written in one word.", tile
    if token.value == "-" and "MINUS" in syntax.accepted:
        return "A minus stands between blanks. Write ` - `.", None
    return None


def _thousands(match: re.Match[str], syntax: SyntaxProblem) -> tuple[str, str | None]:
    if not {"LEAVING", "COMPARISON", "IS"} & {one.type for one in syntax.read}:
        return _NO_COUNT, None
    digits = match[1].replace(",", ".")
    whole, _, part = digits.partition(".")
    if len(whole) > 4 or len(part) > 3:  # noqa: PLR2004 - beyond the seven digits of a number
        return "Money is written in digits, such as `2000`.", None
    amount = str(int(whole) * 1000 + int((part + "000")[:3]))
    return "Money is written in digits.", amount


def _joined(around: str, join: str, syntax: SyntaxProblem, word: str) -> tuple[str, str | None] | None:
    """`L or T is active`, `buy 3 L or 3 T`."""
    before = {token.type for token in syntax.read}
    if before & {"IF", "UNLESS"}:
        shared = _SHARED_VERB.search(around)
        if shared is None:
            return None
        right = f"{shared['one']} {shared['rest']} {join} {shared['two']} {shared['rest']}"
        return f"Each side of `{join}` is a whole condition.", right
    if word not in _LIST_STATEMENTS:
        return None
    if join == "or":
        message = (
            "`or` between entries could mean a choice or a list. Write a comma: the list is carried out from left to "
            "right. Or write a second line below: the first that can be carried out is taken."
        )
        return message, None
    return "Entries of a list are joined by commas, not by `and`. Write a comma.", None
