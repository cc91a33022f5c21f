"""What the referee answers to a text of orders: one shape for a command, a mail and a report.

Source: ORDERS.md, "What the referee answers".
"""

from __future__ import annotations

from dataclasses import dataclass

from orders.checker import Note
from orders.reader import Problem, Unread
from referee.round.filing import Verdict
from referee.round.preview import ForeseenPlay

__all__ = ["Answer", "ForeseenPlay", "Note", "Problem", "SeatAnswer", "Unread"]


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """What an answer to one person says of one of his seats alone.

    `round` is the one for which the orders count, `ahead` whether it opens later. `canonical` is what then stands
    there, where the text repeats with `as before` what was filed for that seat; else "". With `misses` nothing is in
    force for the seat, and the preview is that of a miss.
    """

    seat: str
    round: int
    canonical: str = ""
    remarks: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    preview: tuple[ForeseenPlay, ...] = ()
    ahead: bool = False
    misses: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict, what was understood in canonical form, what is wrong or odd, and what would come of it.

    `text` is what was sent. `remarks` are sentences about what the filing does to what was filed before. Game,
    round and seat are None where a text was read without a game; then there is no preview either. The preview
    is of all that would be in force, in the position as the seat knows it. With `ahead` the seat has no play in
    the open round, and `round` is that of its next one, which is foreseen as if it were its turn now. With
    `misses` nothing is in force, and the preview is that of a miss. `filing` is False where it was only checked.

    Where one person plays several seats, `seat` is his handle, `seats` tells what is not the same for all of them,
    and the preview stands there.
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
    ahead: bool = False
    misses: bool = False
    seats: tuple[SeatAnswer, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether everything was filed, and nothing that looks like an order was left unread."""
        return self.verdict == "FILED" and not any(line.looks_like_statement for line in self.unread)
