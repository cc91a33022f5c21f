"""Press when its round is over: which of it is said, and in which order it is published.

A condition is looked at after the plays of the round, on what its author knows then and on nothing else. The order
tells nothing of when somebody wrote. Source: ORDERS.md, "Statements" (press).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from orders import conditions, tree
from referee.round.position import SeatPosition
from referee.rules.events import Entry, PressPublished, Seat, SeatLeft


@dataclass(frozen=True, slots=True)
class Sealed:
    """Words that are published, and the digest that stands for them in the log; `seat` wrote them."""

    digest: str
    seat: Seat
    press: tree.Press


def said(item: tree.Item, view: SeatPosition) -> tree.Press | None:
    """The press of an item, if the conditions under which it stands hold in the view of its author."""
    if isinstance(item, tree.Press):
        return item
    if not isinstance(item, tree.Block):
        return None
    for branch in item.branches:
        if branch.condition is None or conditions.holds(branch.condition, view):
            return next((press for one in branch.items if (press := said(one, view)) is not None), None)
    return None


def played(happened: Sequence[Entry]) -> Sequence[Entry]:
    """Of what happened in a round, the plays and who left with its end: what follows settles the game."""
    last = 0
    for place, entry in enumerate(happened, 1):
        if entry.play is not None or isinstance(entry.event, SeatLeft):
            last = place
    return happened[:last]


def in_order(words: Iterable[Sealed], order: Sequence[Seat]) -> list[PressPublished]:
    """The events that publish some press: to all, to one, then the anonymous by digest.

    What is signed goes by the playing order of who wrote it (then of whom it is to), several of one as they were
    written.
    """
    place = {seat: number for number, seat in enumerate(order)}

    def rank(one: Sealed) -> tuple[int, int, int, str]:
        if one.press.anonymous:
            return (2, 0, 0, one.digest)
        return (int(one.press.to is not None), place[one.seat], place.get(one.press.to or "", 0), "")

    return [
        PressPublished(
            one.digest, one.press.to, one.press.anonymous, seat=None if one.press.anonymous else one.seat
        )
        for one in sorted(words, key=rank)
    ]
