"""A game in which something could not be done that nobody waits for, and what is said of that."""

from __future__ import annotations

from dataclasses import dataclass

from referee.db.failures import StoreError, UnfitError
from referee.errors import UserError


@dataclass(frozen=True, slots=True)
class Failed:
    """A game whose round could not be resolved, or released where it was held, and why; nothing was published."""

    game: str
    why: str
    was_held: bool = False


def is_of_the_game(fault: Exception) -> bool:
    """Whether a fault is of one game alone: with others it can go on."""
    return not isinstance(fault, StoreError) or isinstance(fault, UnfitError)


def why_failed(fault: Exception) -> str:
    """What is said of what went wrong: a fault of the program by its kind alone, its words may tell of orders."""
    if isinstance(fault, UserError) and not isinstance(fault, UnfitError):
        return str(fault)
    return f"a fault of the program: {type(fault).__name__}."
