"""How the answer to an order file looks: for a person, and for a program."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from referee.cli.screen import say, say_wrapped

if TYPE_CHECKING:
    from referee.service.answer import Answer, Problem

COLOURS: Final = {"FILED": "green", "FILED WITH PROBLEMS": "yellow", "NOT FILED": "red"}
WIDEST: Final = 72


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer for a program."""
    return {
        "verdict": answer.verdict,
        "game": answer.game,
        "round": answer.round,
        "player": answer.seat,
        "canonical": answer.canonical,
        "problems": [_problem_json(problem) for problem in answer.problems],
        "notes": [asdict(note) for note in answer.notes],
        "remarks": list(answer.remarks),
        "unread": [asdict(one) for one in answer.unread],
    }


def _problem_json(problem: Problem) -> dict[str, Any]:
    return {
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "expected": list(problem.expected),
        "suggestion": problem.suggestion,
    }


def show_answer(answer: Answer, text: str, *, filing: bool) -> None:
    """The answer for a person: the verdict, the orders as understood, what is wrong with them."""
    parts = (answer.game, None if answer.round is None else f"round {answer.round}", answer.seat)
    about = ", ".join(part for part in parts if part is not None)
    checked = "" if filing else " (only checked: nothing was filed)"
    say(
        f"{answer.verdict}{f': {about}' if about else ''}{checked}", colour=COLOURS[answer.verdict], bold=True
    )
    for remark in answer.remarks:
        say(remark)
    if answer.canonical.strip():
        say("\nAs understood:\n")
        for line in answer.canonical.splitlines():
            say(f"    {line}")
    show_problems(answer, text)


def show_problems(answer: Answer, text: str) -> None:
    """Each problem with its line, a caret, what was expected and the nearest right thing; then what was not read."""
    lines = text.splitlines()
    if answer.problems:
        count = len(answer.problems)
        say(f"\n{count} problem{'s' if count > 1 else ''}; these lines do not count:", bold=True)
    for problem in answer.problems:
        _show_problem(problem, lines)
    if answer.unread:
        say("\nNot read:")
    for line in sorted(answer.unread, key=lambda one: not one.looks_like_statement):
        warning = "   <- looks like an order" if line.looks_like_statement else ""
        say(f"  line {line.line}: {line.text.rstrip()}{warning}")


def _show_problem(problem: Problem, lines: list[str]) -> None:
    head = f"  line {problem.line}: "
    source = lines[problem.line - 1].expandtabs(1) if 0 < problem.line <= len(lines) else ""
    start = max(0, problem.column - WIDEST // 2) if len(source) > WIDEST else 0
    say(f"\n{head}{source[start : start + WIDEST]}")
    say(f"{' ' * (len(head) + problem.column - 1 - start)}^")
    say_wrapped(problem.message, "    ")
    if problem.expected:
        say_wrapped(f"expected: {', '.join(problem.expected)}", "    ")
    if problem.suggestion:
        say(f"    write: {problem.suggestion}")
