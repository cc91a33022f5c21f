"""Whose turn comes when, in the one rotation of a game. Source: RULES.md, "Postal rules" (rounds)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.events import Seat


def rounds_until(order: Sequence[Seat], from_seat: Seat, seat: Seat) -> int:
    """With rounds of one play, how many rounds after a play of `from_seat` the next one of `seat` is; 0: that play.

    `order` is the playing order.
    """
    return (order.index(seat) - order.index(from_seat)) % len(order)
