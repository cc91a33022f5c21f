"""Whether each record of a log stands where its kind can stand, in its round and in its play.

Which kind can stand where is data. It holds no rule of the game that a later version may decide otherwise: only how
a log is put together (DESIGN.md, "The log") and whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import takewhile
from typing import Final, TypeAlias

from referee.round.desk import Desk, put
from referee.round.opening import plays_of_round
from referee.rules import events as e
from referee.rules.sides import why_over_without

Kind: TypeAlias = type[e.Event]


class Place(Enum):
    """A place of a log, in the words of a message: `a round_closed cannot stand between two plays`."""

    SET_UP = "before the first round"
    OPEN = "in a round that nobody has played in"
    LEFT = "where the game is over because somebody left"
    RULED = "where the game is over by a ruling"
    PLAY = "in a play"
    BETWEEN = "between two plays"
    PLAYED = "after the last play of a round"
    RECKONING = "in the final reckoning"
    ENDED = "after the end of the game"
    TOLD = "below the press of a round"
    CLOSED = "between two rounds"
    SHUT = "where the bag is to be opened"
    OVER = "after the bag was opened"


_OPEN: Final = frozenset({Place.OPEN})
_OVER: Final = frozenset({Place.PLAYED, Place.ENDED, Place.TOLD})
_RECKONING: Final = frozenset({Place.LEFT, Place.RULED, Place.BETWEEN, Place.PLAYED, Place.RECKONING})

OUTSIDE_PLAYS: Final[dict[Kind, frozenset[Place]]] = {
    e.RoundOpened: frozenset({Place.SET_UP, Place.CLOSED}),
    e.OrdersFiled: _OPEN,
    e.OrdersWithdrawn: _OPEN,
    e.SeatFilled: _OPEN,
    e.HandAdopted: _OPEN,
    e.RoundReopened: _OPEN,
    e.RulingMade: _OPEN,
    e.SeatLeft: frozenset({Place.OPEN, Place.PLAYED, Place.LEFT}),
    e.BankTileDrawn: _RECKONING,
    e.BankTileReturned: _RECKONING,
    e.PoolRemixed: _RECKONING,
    e.BonusPaid: _RECKONING,
    e.StockSoldAtEnd: _RECKONING,
    e.GameEnded: _RECKONING,
    e.PressPublished: _OVER,
    e.RoundClosed: _OVER,
    e.BagOpened: frozenset({Place.SHUT}),
}
"""Where a kind can stand whose record is of no play; those of the set-up stand as `_set_up_of` has them."""

_OF_WHOSE_TURN_IT_IS: Final[frozenset[Kind]] = frozenset(
    {
        e.OrdersMissed,
        e.TilePlaced,
        e.PlacementSkipped,
        e.ChainFounded,
        e.MergerBegun,
        e.ChainTakenOver,
        e.MergerEnded,
        e.PowerUsed,
        e.SharesTraded,
        e.SharesBought,
        e.TileDrawn,
        e.DeadTileSetAside,
        e.EndAnnounced,
        e.PlayEnded,
    }
)

IN_A_PLAY: Final[frozenset[Kind]] = _OF_WHOSE_TURN_IT_IS | {
    e.OrderApplied,
    e.DieRolled,
    e.BankTileDrawn,
    e.BankTileReturned,
    e.BankTileRemoved,
    e.PoolRemixed,
    e.BonusPaid,
    e.StockSettled,
}
"""The kinds that can be of a play."""

_LEADS_TO: Final[dict[Kind, Place]] = {
    e.RoundOpened: Place.OPEN,
    e.BankTileDrawn: Place.RECKONING,
    e.BankTileReturned: Place.RECKONING,
    e.PoolRemixed: Place.RECKONING,
    e.BonusPaid: Place.RECKONING,
    e.StockSoldAtEnd: Place.RECKONING,
    e.GameEnded: Place.ENDED,
    e.PressPublished: Place.TOLD,
    e.BagOpened: Place.OVER,
}
"""Where the log is after a record that is of no play; after any other kind it is where it was."""

WHOLE: Final = frozenset({Place.OPEN, Place.OVER})
"""Where a log can end: what is decided at once is written at once."""

STOPS: Final = "the log stops"
"""How the fault of a log begins whose end is missing."""


def out_of_place(
    entries: Sequence[e.Entry], numbers: Mapping[int, int]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stands where it cannot, and what is missing at the end, as clauses.

    `entries` are those that count, `numbers` gives records by identity. What is out of place is left out when the
    next is looked at.
    """
    walk = _Walk(entries)
    misplaced = []
    for entry in entries:
        try:
            what = walk.fault_of(entry)
            if what is None:
                walk.go_on(entry)
        except (LookupError, TypeError, ValueError) as problem:
            what = f"cannot be replayed: {problem}"
        if what is not None:
            misplaced.append(f"record {numbers[id(entry)]} ({entry.event.KIND}) {what}")
    is_whole = walk.place in WHOLE and not isinstance(entries[-1].event, e.SeatFilled)
    return tuple(misplaced), () if is_whole else (f"{STOPS} {walk.place.value}: what followed is missing",)


def _set_up_of(entries: Sequence[e.Entry]) -> list[tuple[Kind, e.Seat | None]]:
    """The kinds before the first round, each with its seat, as they must stand: as often as they must, in order."""
    set_up = [
        entry.event for entry in takewhile(lambda one: not isinstance(one.event, e.RoundOpened), entries)
    ]
    seats = next((event.seats for event in set_up if isinstance(event, e.GameOpened)), ())
    order = next((event.order for event in set_up if isinstance(event, e.PlayingOrderSet)), seats)
    opened: list[tuple[Kind, e.Seat | None]] = [(e.GameOpened, None), (e.BagSealed, None), (e.BagKept, None)]
    if any(isinstance(event, e.PositionAdopted) for event in set_up):
        return [*opened, (e.PositionAdopted, None), *((e.HandAdopted, seat) for seat in seats)]
    drawn = [(e.SetupTileDrawn, seat) for seat in seats]
    return [*opened, *drawn, (e.PlayingOrderSet, None), *((e.TilesDealt, seat) for seat in order)]


def _after(seat: e.Seat, order: Sequence[e.Seat]) -> e.Seat:
    return order[(order.index(seat) + 1) % len(order)]


class _Walk:
    """Goes through a log, record by record."""

    def __init__(self, entries: Sequence[e.Entry]) -> None:
        self.place = Place.SET_UP
        self._due = _set_up_of(entries)
        self._desk = Desk()
        self._round: int | None = None
        self._play = 0
        self._next: e.Seat | None = None

    def fault_of(self, entry: e.Entry) -> str | None:
        """What is wrong with where an entry stands, as the end of a clause."""
        kind, opens = type(entry.event), isinstance(entry.event, e.RoundOpened)
        number = self._desk.last_round + 1 if opens else self._round
        if entry.round != number:
            return f"is of round {entry.round} and stands in {number}"
        if entry.play is not None:
            return self._fault_in_play(entry.event, entry.play)
        if self.place is Place.SET_UP:
            return self._fault_of_set_up(entry.event)
        if self.place not in OUTSIDE_PLAYS.get(kind, ()):
            return f"cannot stand {self.place.value}{'' if kind in OUTSIDE_PLAYS else ' without a play'}"
        return self._fault_outside_plays(entry.event)

    def go_on(self, entry: e.Entry) -> None:
        """The entry stands where it can."""
        event = entry.event
        if entry.play is not None:
            self._play = entry.play
            self.place = Place.PLAY
            if isinstance(event, e.PlayEnded):
                self.place = Place.PLAYED if self._play == len(self._desk.plays) else Place.BETWEEN
            return
        if self.place is Place.SET_UP and self._due:
            self._due.pop(0)
        put(self._desk, event, entry.round)
        if isinstance(event, e.RoundOpened):
            self._round, self._play = entry.round, 0
            self._next = _after(event.plays[-1], self._desk.order)
        elif isinstance(event, e.PositionAdopted):
            self._next = event.next
        elif isinstance(event, e.RoundClosed):
            self.place = Place.CLOSED if self._desk.ended is None else Place.SHUT
        elif isinstance(event, e.SeatLeft) and self._is_over():
            self.place = Place.LEFT
        elif isinstance(event, e.RulingMade) and event.ends:
            self.place = Place.RULED
        self.place = _LEADS_TO.get(type(event), self.place)

    def _is_over(self) -> bool:
        desk = self._desk
        return desk.switches is not None and bool(why_over_without(desk.seats, desk.left, desk.switches))

    def _fault_of_set_up(self, event: e.Event) -> str | None:
        if not self._due:
            return (
                self._fault_outside_plays(event) if isinstance(event, e.RoundOpened) else "stands too often"
            )
        kind, seat = self._due[0]
        if (type(event), event.seat) == (kind, seat):
            return None
        return f"stands where a {kind.KIND}{f' of {seat}' if seat else ''} must stand"

    def _fault_in_play(self, event: e.Event, play: int) -> str | None:
        plays = self._desk.plays
        if type(event) not in IN_A_PLAY:
            return "cannot stand in a play"
        if self.place not in {Place.OPEN, Place.PLAY, Place.BETWEEN}:
            return f"is of play {play}, and cannot stand {self.place.value}"
        here = self._play if self.place is Place.PLAY else self._play + 1
        if play != here:
            return f"is of play {play} and stands in {here}"
        if type(event) in _OF_WHOSE_TURN_IT_IS and event.seat not in {plays[play - 1], e.BANK}:
            return f"is of {event.seat} and stands in a play of {plays[play - 1]}"
        return None

    def _fault_outside_plays(self, event: e.Event) -> str | None:
        desk = self._desk
        match event:
            case e.RoundOpened(plays=plays) if plays != (due := self._plays_due()):
                return f"is played by {', '.join(plays)}, and it is the turn of {', '.join(due)}"
            case e.SeatLeft(how="removed") if self.place is not Place.OPEN:
                return f"cannot be by the referee's word {self.place.value}"
            case e.SeatLeft(how="resigned", seat=seat) if (
                self.place is Place.OPEN or self._play != len(desk.plays) or seat not in desk.resigning()
            ):
                return f"cannot be {self.place.value} of {seat}, who had not resigned"
            case e.RoundClosed() if desk.ended is None and (stayed := desk.resigning()):
                return f"cannot stand before {', '.join(stayed)} left, who resigned"
            case e.OrdersFiled(round=number) | e.OrdersWithdrawn(round=number) if number < desk.last_round:
                return f"is about round {number} and stands in {desk.last_round}"
            case e.OrdersFiled(seat=seat) | e.OrdersWithdrawn(seat=seat) if seat in desk.left:
                return f"is of {seat}, a seat that nobody held"
            case _:
                return None

    def _plays_due(self) -> tuple[e.Seat, ...]:
        """The plays of the round that is opened next: the one rotation goes on."""
        desk = self._desk
        first = self._next or desk.order[0]
        return () if desk.switches is None else plays_of_round(desk.order, first, desk.switches)
