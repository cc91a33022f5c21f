"""What the referee answers to a text of orders."""

from __future__ import annotations

from dataclasses import dataclass

from orders.reader import Problem, Unread
from referee.round.filing import Verdict

__all__ = ["Answer", "Note", "Problem"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something understood but surely not meant; it never keeps a line from counting."""

    line: int
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict, what was understood in canonical form, and what is wrong.

    `remarks` are sentences about what the filing does to what was filed before. Game, round and seat are None
    where a text was read without a game.
    """

    verdict: Verdict
    canonical: str
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    unread: tuple[Unread, ...] = ()
    game: str | None = None
    round: int | None = None
    seat: str | None = None

    @property
    def is_plain(self) -> bool:
        """Whether everything was filed, and nothing that looks like an order was left unread."""
        return self.verdict == "FILED" and not any(line.looks_like_statement for line in self.unread)
