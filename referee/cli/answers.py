"""How the answer to an order file looks: for a person, and for a program."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from referee.cli.screen import say

if TYPE_CHECKING:
    from referee.round.answer import Answer, ForeseenPlay, Problem

COLOURS: Final = {"FILED": "green", "FILED WITH PROBLEMS": "yellow", "NOT FILED": "red"}


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
        "preview": [play_json(play) for play in answer.preview],
        "misses": answer.misses,
        "seats": [
            {
                "player": one.seat,
                "round": one.round,
                "canonical": one.canonical,
                "notes": [asdict(note) for note in one.notes],
                "remarks": list(one.remarks),
                "preview": [play_json(play) for play in one.preview],
                "misses": one.misses,
            }
            for one in answer.seats
        ],
    }


def _problem_json(problem: Problem) -> dict[str, Any]:
    return {
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "expected": list(problem.expected),
        "suggestion": problem.suggestion,
    }


def play_json(play: ForeseenPlay) -> dict[str, Any]:
    """An own play as it is foreseen, for a program."""
    decisions = [
        {
            "question": one.question,
            "answer": one.answer,
            "text": [used.text for used in one.used],
            "default": one.default,
            "passed": [{"text": passed.text, "why": passed.why} for passed in one.passed],
        }
        for one in play.decisions
    ]
    return {"decisions": decisions, "open_end": play.open_end}


def show_answer(answer: Answer) -> None:
    """The answer for a person: the verdict first, in its colour."""
    from referee.report.answer import answer_text

    verdict, _, rest = answer_text(answer).partition("\n")
    say(verdict, colour=COLOURS[answer.verdict], bold=True)
    if rest:
        say(rest.rstrip("\n"))


def show_problems(answer: Answer) -> None:
    """What is wrong with a file, and what of it was not read."""
    from referee.report.answer import problems_text

    say(problems_text(answer).rstrip("\n"))
