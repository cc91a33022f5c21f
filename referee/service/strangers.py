"""Whether each record of a log is of somebody who can have it: a player, all of them, the bank, nobody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from referee.rules import events as e

NOBODYS: Final = (
    e.GameOpened,
    e.BagSealed,
    e.BagKept,
    e.BagOpened,
    e.PlayingOrderSet,
    e.RoundOpened,
    e.RoundClosed,
    e.RoundReopened,
    e.RulingMade,
    e.PositionAdopted,
    e.BankTileDrawn,
    e.BankTileReturned,
    e.BankTileRemoved,
    e.PoolRemixed,
    e.GameEnded,
)
"""Events that happen to the game; every other happens to a seat, but for press, which may be anonymous."""


def strangers(written: Sequence[e.Entry], seats: Sequence[e.Seat]) -> Iterator[str]:
    """The records of a whole log that are of somebody who cannot have them, as clauses."""
    for seq, entry in enumerate(written, 1):
        event, seat = entry.event, entry.event.seat
        is_nobodys = event.anonymous if isinstance(event, e.PressPublished) else isinstance(event, NOBODYS)
        if is_nobodys != (seat is None):
            whose = "nobody" if seat is None else repr(seat)
            yield f"record {seq} ({event.KIND}) cannot be replayed: it cannot be of {whose}"
        elif seat is not None and seat not in seats and not _is_of_the_bank(event):
            yield f"record {seq} ({event.KIND}) cannot be replayed: no player is called {seat!r}"
        elif not _is_of_all(event, seats):
            yield f"record {seq} ({event.KIND}) cannot be replayed: it is not of the players of the game"


def _is_of_all(event: e.Event, seats: Sequence[e.Seat]) -> bool:
    """Whether an event that tells of all players tells of each, and of nobody else."""
    match event:
        case e.PositionAdopted():
            by_seat = (event.cash, event.shares, event.hands, event.misses, event.powers)
            return (
                sorted(event.order) == sorted(seats)
                and all(table.keys() == set(seats) for table in by_seat)
                and {event.next, *event.left} <= set(seats)
            )
        case e.PlayingOrderSet(order=order):
            return sorted(order) == sorted(seats)
        case e.RoundOpened(plays=plays):
            return set(plays) <= set(seats)
        case e.PressPublished(to=str(to)):
            return to in seats
        case e.RulingMade(payments=payments, transfers=transfers):
            return {one["seat"] for one in (*payments, *transfers)} <= set(seats)
        case e.GameEnded(ranking=ranking):
            return sorted(one["seat"] for one in ranking) == sorted(seats)
        case _:
            return True


def _is_of_the_bank(event: e.Event) -> bool:
    """Whether the bank has what a seat otherwise has: its tiles are laid, and its part of a bonus stays unpaid."""
    if event.seat != e.BANK:
        return False
    return (isinstance(event, e.TilePlaced) and event.by == "bank") or (
        isinstance(event, e.BonusPaid) and not event.paid
    )
