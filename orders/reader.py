"""Reads an order file: text in, orders and problems out.

Source: ORDERS.md, "Reading a text". Never raises, whatever the text; takes time in proportion to its length.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from orders.assembler import Assembler
from orders.lines import Unread, physical_lines, split
from orders.names import names_of
from orders.problems import MAX_BYTES, MAX_LINES, Problem, Problems, RefusedError
from orders.tree import Orders

if TYPE_CHECKING:
    from orders.vocabulary import Vocabulary

__all__ = ["Problem", "Reading", "Unread", "read"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood of a text, what was not, and what was not read at all.

    `orders` holds no line that had a problem. `refused` says why nothing was read, where a limit was passed; then
    the rest is empty.
    """

    orders: Orders = field(default_factory=Orders)
    problems: tuple[Problem, ...] = ()
    unread: tuple[Unread, ...] = ()
    refused: str | None = None


def read(text: str, vocabulary: Vocabulary) -> Reading:
    """Reads a text against the names of a game."""
    lines = physical_lines(text)
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return Reading(
            refused=f"The text is longer than {MAX_BYTES // 1024} KiB. Nothing of it was read: send less."
        )
    if len(lines) > MAX_LINES:
        return Reading(
            refused=f"The text has more than {MAX_LINES:,} lines. Nothing of it was read: send fewer."
        )
    names = names_of(vocabulary)
    problems = Problems()
    parts = split(lines, names.known)
    assembler = Assembler(names, problems)
    try:
        for logical in parts.lines:
            assembler.take(logical)
    except RefusedError as refused:
        return Reading(refused=str(refused))
    return Reading(assembler.finish(), problems.sorted(), tuple(parts.unread))
