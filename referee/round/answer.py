"""What the referee answers to a text of orders: one shape for a command, a mail and a report.

Source: ORDERS.md, "What the referee answers".
"""

from __future__ import annotations

from dataclasses import dataclass

from orders.checker import Note
from orders.reader import Problem, Unread
from referee.round.filing import Verdict
from referee.round.preview import ForeseenPlay

__all__ = ["Answer", "ForeseenPlay", "Note", "Problem", "Unread"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict, what was understood in canonical form, what is wrong or odd, and what would come of it.

    `text` is what was sent. `remarks` are sentences about what the filing does to what was filed before. Game,
    round and seat are None where a text was read without a game; then there is no preview either. The preview
    is of all that would be in force, in the position as the seat knows it. `filing` is False where it was only
    checked.
    """

    text: str
    verdict: Verdict
    canonical: str
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    unread: tuple[Unread, ...] = ()
    preview: tuple[ForeseenPlay, ...] = ()
    game: str | None = None
    round: int | None = None
    seat: str | None = None
    deadline: str | None = None
    filing: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether everything was filed, and nothing that looks like an order was left unread."""
        return self.verdict == "FILED" and not any(line.looks_like_statement for line in self.unread)
