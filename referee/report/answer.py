"""The written answer to a text of orders: the same for the screen and for a mail.

No line of it can be taken for an order when it comes back quoted: whatever quotes orders has a bar before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.report.layout import tidy
from referee.report.templates import environment
from referee.round.answer import Answer, ForeseenPlay, Problem, Unread

LINE_ENDS: Final = re.compile(r"\r\n|\r|\n")
"""The line ends by which a reader counts, and no others."""

WIDEST: Final = 68
"""The widest piece of a player's line that is shown with a caret below it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A problem with the piece of its line that is shown, and how far in the caret stands."""

    problem: Problem
    source: str
    caret: int


def answer_text(answer: Answer) -> str:
    """The whole answer; the verdict stands in its first line."""
    return _render("answer.txt.j2", answer)


def problems_text(answer: Answer) -> str:
    """Only what is wrong and what was not read; empty where that is nothing."""
    return _render("answer_problems.txt.j2", answer)


def ahead_text(answer: Answer) -> str:
    """What is told of orders that were filed ahead, when their round opens: notes and what they would do."""
    return _render("answer_ahead.txt.j2", answer)


def trial_text(
    *,
    game: str,
    round_number: int,
    seat: str,
    supposed: Sequence[str],
    preview: Sequence[ForeseenPlay],
    ahead: bool,
    misses: bool,
) -> str:
    """What is told of a trial of orders; `ahead`: its round, in which the seat plays next, is not open yet.

    `misses`: no orders decide, and what is foreseen is a miss.
    """
    trial = {
        "game": game,
        "round": round_number,
        "seat": seat,
        "supposed": supposed,
        "preview": preview,
        "ahead": ahead,
        "misses": misses,
    }
    return tidy(environment().get_template("trial.txt.j2").render(trial=trial))


def _render(template: str, answer: Answer) -> str:
    lines = LINE_ENDS.split(answer.text)
    shown = [_shown(problem, lines) for problem in answer.problems]
    made = environment().get_template(template)
    return tidy(made.render(answer=answer, problems=shown, unread=_unread(answer)))


def _shown(problem: Problem, lines: list[str]) -> Shown:
    source = lines[problem.line - 1].expandtabs(1) if 0 < problem.line <= len(lines) else ""
    column = problem.column - 1
    start = max(0, column - WIDEST // 2) if len(source) > WIDEST else 0
    return Shown(problem, source[start : start + WIDEST], column - start)


def _unread(answer: Answer) -> list[Unread]:
    """Lines that look like orders first."""
    return sorted(answer.unread, key=lambda line: not line.looks_like_statement)
