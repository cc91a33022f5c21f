"""What is understood of a text and is a problem all the same: other people's seats, and what cannot be had yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from orders import tree
from orders.names import names_of
from orders.reader import Problem
from orders.vocabulary import Vocabulary

NOT_AVAILABLE: Final = "not available yet"

Beside: TypeAlias = Literal["note", "questions"]
"""What a text can hold beside orders, and not everybody who takes a text can see to: notes to the referee, and the
questions that are answered by mail alone."""

NOTHING_BESIDE: Final[frozenset[Beside]] = frozenset()


def strange_seats(orders: tree.Orders, vocabulary: Vocabulary) -> Iterator[Problem]:
    """Problems for `seat` lines that name no seat which the writer may write for in this text.

    Where no game or no writer is known, whoever is named may be meant.
    """
    if vocabulary.handles is None or vocabulary.me is None:
        return
    own = names_of(vocabulary).own_seats if vocabulary.persons else ()
    above: str | None = None
    for section in orders.sections:
        seat, above_it = section.seat, above
        above = seat
        if seat is None or seat in own or seat == above_it:
            continue
        yield _illegal(section.at, _why_strange(seat, own, vocabulary))


def _why_strange(seat: str, own: Sequence[str], vocabulary: Vocabulary) -> str:
    left_out = "What stands below it, up to the next `seat` line, is left out."
    if not own:
        return f"Everybody plays one seat in this game: take the line `seat {seat}` out. {left_out}"
    mine = " or ".join(f"`seat {one}`" for one in own)
    if names_of(vocabulary).is_mine(seat):
        return (
            f"These orders are sent for {own[0]} alone. Send them for both seats, or write {mine}. {left_out}"
        )
    return f"{seat} is not yours: write {mine}. {left_out}"


def not_available(orders: tree.Orders, available: frozenset[Beside] = NOTHING_BESIDE) -> Iterator[Problem]:
    """Problems for what the language knows and this referee cannot carry out yet; `available` is seen to."""
    for request in orders.requests:
        match request:
            case tree.Away():
                yield _unavailable(request.at, "A time away")
            case tree.Note() if "note" not in available:
                yield _unavailable(request.at, "A note to the referee")
            case _:
                pass


def _unavailable(at: tree.At, what: str) -> Problem:
    return _illegal(at, f"{what} is {NOT_AVAILABLE}: nothing will come of it")


def _illegal(at: tree.At, message: str) -> Problem:
    return Problem(
        kind="illegal",
        line=at.line,
        column=at.column,
        message=message,
        expected=(),
        suggestion=None,
    )
