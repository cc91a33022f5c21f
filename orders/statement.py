"""One logical line at a time: decisions, the conditions of blocks, press and notes.

What is not understood is a problem, and the answer None. Source: ORDERS.md, "Statements".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from orders import messages, tree
from orders.advice import advise, advise_mended
from orders.build import NO_POWERS, Builder
from orders.lexicon import STATEMENT_WORDS
from orders.nearest import nearest_player
from orders.parser import SyntaxProblem, parse
from orders.simple import after_keyword

if TYPE_CHECKING:
    from lark import Token, Tree

    from orders.logical import Logical
    from orders.names import Names
    from orders.problems import Kind, Problems

_ELSE_IF: Final = re.compile(r"\s*(?:else\s*:?\s*(?=if(?!\w))|else(?=if)|el(?=if))", re.IGNORECASE)
_AFTER_CONDITION: Final = "|".join(sorted(STATEMENT_WORDS - {"if", "end", "else", "round"}))
_STATEMENT_AFTER_CONDITION: Final = re.compile(
    rf"(?:[,:]|(?<!\w)then(?!\w))\s*(?:{_AFTER_CONDITION}|end\s+game)(?!\w)", re.IGNORECASE
)

_PRESS_WITHOUT_COLON: Final = re.compile(r"\s*((?:anonymous\s+)?press)\s+(?!to\s)(\S.*)", re.IGNORECASE)
_PRESS_TO: Final = re.compile(r"\s*((?:anonymous\s+)?press\s+to)\s+[^\s:]+\s*:", re.IGNORECASE)
_LONGEST: Final = 120


@dataclass(frozen=True, slots=True)
class Opens:
    """A line that opens a block or a branch; `condition` is None for `else`. Not `good`: it was not understood."""

    condition: tree.Condition | None
    good: bool


class StatementReader:
    """Reads single statements; knows nothing of what stands around them."""

    def __init__(self, names: Names, problems: Problems) -> None:
        self._names = names
        self._problems = problems

    def decision(self, word: str, logical: Logical, *, in_block: bool) -> tree.Line | None:
        """A decision with its guard. A line with one bad entry is left out whole."""
        parsed = parse("end_game" if word == "end" else word, logical.text, self._names.by_beginning)
        if isinstance(parsed, SyntaxProblem):
            if word == "use" and not self._names.vocabulary.special_powers:
                self._problem("illegal", logical, NO_POWERS)
            else:
                messages.report(logical, parsed, self._problems, word, self._names, in_block=in_block)
            return None
        return self._line(parsed, logical)

    def conditional(self, logical: Logical) -> tree.Line | Opens | None:
        """A line that begins with `if`: `if C, STATEMENT`, or the beginning of a block."""
        parsed = parse("if_block", logical.text, self._names.by_beginning)
        if isinstance(parsed, SyntaxProblem):
            messages.report(logical, parsed, self._problems, "if", self._names)
            return None if _is_one_line(logical.text, parsed) else Opens(None, good=False)
        return self._line(parsed, logical) if parsed.data == "if_line" else self._opens(parsed, logical)

    def alternative(self, logical: Logical) -> Opens:
        """`else`, or `else if C` in one of its forms."""
        text = logical.text
        conditional = _ELSE_IF.match(text)
        if conditional is None:
            rest, index = after_keyword(text)
            if rest:
                self._problems.add(
                    "invalid",
                    logical.at(index),
                    "`else` stands alone on its line. Write what follows on the next line.",
                    ("`if`", "the end of the line"),
                )
            return Opens(None, good=not rest)
        parsed = parse(
            "if_block", " " * conditional.end() + text[conditional.end() :], self._names.by_beginning
        )
        if isinstance(parsed, SyntaxProblem):
            messages.report(logical, parsed, self._problems, "else if", self._names)
        elif parsed.data == "if_line":
            self._problem(
                "invalid",
                logical,
                "After `else if` stands a condition alone. Write the rest on the next line.",
            )
        else:
            return self._opens(parsed, logical)
        return Opens(None, good=False)

    def _line(self, parsed: Tree[Token], logical: Logical) -> tree.Line | None:
        before = len(self._problems.found)
        builder = Builder(logical, self._names, self._problems)
        line = builder.line(parsed)
        return line if self._is_good(before, builder) else None

    def _opens(self, parsed: Tree[Token], logical: Logical) -> Opens:
        before = len(self._problems.found)
        builder = Builder(logical, self._names, self._problems)
        condition = builder.block_condition(parsed)
        return Opens(condition, good=self._is_good(before, builder))

    def _is_good(self, before: int, builder: Builder) -> bool:
        """Whether no problem was found since then; otherwise the last of them says what to write."""
        if len(self._problems.found) == before:
            return True
        text = builder.logical.text
        write = advise_mended(text, builder.mends, self._names) if builder.mends else None
        if write is None and self._problems.may_advise():
            write = advise(text, self._names)
        if write is not None:
            self._problems.mended(before, write)
        return False

    # --- press and notes ---

    def note(self, logical: Logical) -> tree.Note | None:
        """`note: …`, word for word."""
        if logical.trailing is not None:
            self._cut("note", logical)
        elif not logical.words:
            self._problem(
                "invalid", logical, "There is nothing in this note. Write `note:` and the words after it."
            )
        else:
            return tree.Note(logical.words, at=logical.start)
        return None

    def press(self, logical: Logical, *, may_stand: bool) -> tree.Press | None:
        """Press in all its forms, word for word."""
        to = None if logical.to is None else self._names.handle(logical.to)
        near = nearest_player(logical.to, self._names) if logical.to is not None and to is None else None
        if not logical.closed:
            self._problem(
                "invalid",
                logical,
                "This press has no `end press` and is not published; nothing below it was read. "
                "Write `end press` below its last line.",
                ("`end press`",),
            )
        elif logical.trailing is not None:
            self._cut("press", logical)
        elif logical.to is not None and to is None:
            self._problem(
                "invalid",
                logical,
                f"There is no player `{logical.to[:40]}` for this press; it is not sent.",
                self._names.vocabulary.handles or ("a player",),
                near,
                self._press_to(near, logical) if near and may_stand else None,
            )
        elif not (logical.words or "").strip():
            self._problem(
                "invalid", logical, "There is nothing in this press. Write `press:` and the words after it."
            )
        else:
            return tree.Press(logical.words or "", to, logical.anonymous, at=logical.start)
        return None

    @staticmethod
    def _press_to(near: str, logical: Logical) -> str | None:
        """The one line of press with another player; of several lines the first alone would be wrong."""
        begins = _PRESS_TO.match(logical.parts[0].text)
        return f"{begins[1].lower()} {near}: {logical.words}" if begins and logical.words else None

    def _cut(self, word: str, logical: Logical) -> None:
        """A line below a one-line press or note that can only be its end, cut off by a mail program."""
        trailing = logical.trailing
        assert trailing is not None  # noqa: S101 - the caller has looked
        way_out = (
            "write `press` alone, the words below it and `end press`"
            if word == "press"
            else "write several notes"
        )
        self._problems.add(
            "invalid",
            trailing.at(len(trailing.text) - len(trailing.text.lstrip())),
            f"A {word} ends with its line, and this looks like the rest of the one above, which is left out. "
            f"Write it on one line, or {way_out}.",
        )

    def bad_press(self, logical: Logical, *, may_stand: bool) -> None:
        """A line that begins with `press` or `anonymous` and is none."""
        words = _PRESS_WITHOUT_COLON.match(logical.text)
        meant = f"{words[1].lower()}: {words[2]}" if words and len(logical.text) < _LONGEST else None
        self._problem(
            "invalid",
            logical,
            "This press is not understood and is not published: one line of press needs its colon, several stand "
            "between `press` alone and `end press`.",
            ("`press: …`", "`press to Bob: …`", "`anonymous press: …`"),
            meant,
            meant if may_stand else None,
        )

    def _problem(
        self,
        kind: Kind,
        logical: Logical,
        message: str,
        expected: tuple[str, ...] = (),
        suggestion: str | None = None,
        write: str | None = None,
    ) -> None:
        self._problems.add(kind, logical.start, message, expected, suggestion, write)


def _is_one_line(text: str, syntax: SyntaxProblem) -> bool:
    """Whether a line with `if` that was not understood was meant as `if C, STATEMENT`, which opens no block."""
    if _STATEMENT_AFTER_CONDITION.search(text):
        return True
    token = syntax.token
    complete = bool({"COMMA", "THEN"} & syntax.accepted)
    return complete and token is not None and token.value.lower() in STATEMENT_WORDS
