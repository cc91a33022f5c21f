"""Whether each record of a log stands where it says: in its round, in a play of it, and of a player of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    e.PositionAdopted,
    e.BankTileDrawn,
    e.BankTileReturned,
    e.BankTileRemoved,
    e.PoolRemixed,
    e.GameEnded,
)
"""Events that happen to the game; every other happens to a seat."""


def strangers(written: Sequence[e.Entry], seats: Sequence[e.Seat]) -> Iterator[str]:
    """The records of a whole log that are of somebody who cannot have them, as clauses."""
    for seq, entry in enumerate(written, 1):
        seat, is_nobodys = entry.event.seat, isinstance(entry.event, NOBODYS)
        if is_nobodys != (seat is None):
            whose = "nobody" if seat is None else repr(seat)
            yield f"record {seq} ({entry.event.KIND}) cannot be replayed: it cannot be of {whose}"
        elif seat is not None and seat not in seats and not _is_of_the_bank(entry.event):
            yield f"record {seq} ({entry.event.KIND}) cannot be replayed: no player is called {seat!r}"
        elif isinstance(entry.event, e.PositionAdopted) and not _is_of_all(entry.event, seats):
            yield f"record {seq} ({entry.event.KIND}) cannot be replayed: it is not of the players of the game"


def _is_of_all(event: e.PositionAdopted, seats: Sequence[e.Seat]) -> bool:
    """Whether a position tells of each player, and of nobody else."""
    by_seat = (event.cash, event.shares, event.hands, event.misses, event.powers)
    return (
        sorted(event.order) == sorted(seats)
        and all(table.keys() == set(seats) for table in by_seat)
        and {event.next, *event.left} <= set(seats)
    )


def _is_of_the_bank(event: e.Event) -> bool:
    """Whether the bank has what a seat otherwise has: its tiles are laid, and its part of a bonus stays unpaid."""
    if event.seat != e.BANK:
        return False
    return (isinstance(event, e.TilePlaced) and event.by == "bank") or (
        isinstance(event, e.BonusPaid) and not event.paid
    )


def out_of_place(entries: Sequence[e.Entry], numbers: Mapping[int, int]) -> Iterator[str]:
    """The entries whose round or play is not the one that they stand in; `numbers` gives records by identity."""
    number: int | None = None
    before, play, plays = 0, 0, 0
    for entry in entries:
        event = entry.event
        if isinstance(event, e.PositionAdopted):
            before = event.round
        if isinstance(event, e.RoundOpened):
            number, play, plays = (number or before) + 1, 0, len(event.plays)
        if entry.round != number:
            yield f"record {numbers[id(entry)]} ({event.KIND}) is of round {entry.round} and stands in {number}"
        if entry.play is not None:
            if not max(play, 1) <= entry.play <= min(play + 1, plays):
                yield f"record {numbers[id(entry)]} ({event.KIND}) is of play {entry.play} and stands in {play}"
            play = entry.play
