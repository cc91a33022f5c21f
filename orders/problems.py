"""What can be wrong with a text, and how it is told.

Three kinds (DESIGN.md, "Errors"): *invalid* is not understood, *illegal* is understood and not allowed,
*ambiguous* could mean more than one thing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from orders.tree import At

Kind = Literal["invalid", "illegal", "ambiguous"]

MAX_BYTES: Final = 64 * 1024
MAX_LINES: Final = 1000
MAX_DEPTH: Final = 16
MAX_TERMS: Final = 200
MAX_DIGITS: Final = 7
MOST_ADVICE: Final = 40
"""Statements of one text for which a mend is looked for: a text that is wrong throughout must be answered too."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a line does not count.

    Line and column (both from 1) are those of the original text. The message is in whole sentences: what is
    wrong and what to do. `expected` says in a player's words what could have stood there; `suggestion` is the nearest
    right thing, a word or more, where there is one: then the message asks "Did you mean …?". `write` is the whole
    statement, ready to be copied to the place of the wrong one, where it is read without a problem. Of several
    problems of one statement, which all are mended by it, the last one has it.
    """

    kind: Kind
    line: int
    column: int
    message: str
    expected: tuple[str, ...] = ()
    suggestion: str | None = None
    write: str | None = None


@dataclass(slots=True)
class Problems:
    """Collects the problems of one text."""

    found: list[Problem] = field(default_factory=list)
    _advice_left: int = MOST_ADVICE

    def add(
        self,
        kind: Kind,
        at: At,
        message: str,
        expected: tuple[str, ...] = (),
        suggestion: str | None = None,
        write: str | None = None,
    ) -> None:
        """One more. A message asks for its suggestion at its end."""
        if suggestion is not None:
            message = f"{message} Did you mean {suggestion}?"
        self.found.append(Problem(kind, at.line, at.column, message, expected, suggestion, write))

    def mended(self, since: int, write: str) -> None:
        """The problems since then are those of one statement, which may be written so."""
        last = max(range(since, len(self.found)), key=lambda i: (self.found[i].line, self.found[i].column))
        self.found[last] = replace(self.found[last], write=write)

    def may_advise(self) -> bool:
        """Whether a mend may be looked for once more."""
        self._advice_left -= 1
        return self._advice_left >= 0

    def explain_joining(self, since: int, first: int, last: int) -> None:
        """The first problem since then says which lines were read as one; a wrong joining is its likeliest cause."""
        if len(self.found) > since:
            problem = self.found[since]
            lines = f"{first} and {last}" if last == first + 1 else f"{first} to {last}"
            message = (
                f"{problem.message} Lines {lines} were read as one statement; if they are not, begin each with its "
                "statement word, and put a blank line or # before a remark."
            )
            self.found[since] = replace(problem, message=message)

    def sorted(self) -> tuple[Problem, ...]:
        """All of them in the order of the text."""
        return tuple(sorted(self.found, key=lambda problem: (problem.line, problem.column)))


class RefusedError(Exception):
    """A limit is passed: the text is refused as a whole; the message is for its writer."""
