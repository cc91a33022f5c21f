"""A game's log between the store and the rules: records there, entries here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from referee.db.codec import JSON, Draft, Record, Visibility
from referee.db.lift import Lifts
from referee.db.links import Head
from referee.db.unit import Unit
from referee.errors import UserError
from referee.round.desk import Desk, desk_of
from referee.round.effective import effective
from referee.rules import events as e
from referee.rules.sides import persons_of
from referee.rules.switches import Switches

NEW_SWITCHES: Final[dict[str, JSON]] = {
    "teams": False,
    "special_powers": False,
    "leaver": "defaults",
    "tycoon": False,
}
"""The switches that the first schema of an opening did not know, as every game was then played."""


def _opening_with_all_switches(data: dict[str, JSON]) -> dict[str, JSON]:
    switches = data["switches"]
    return {**data, "switches": {**NEW_SWITCHES, **(switches if isinstance(switches, dict) else {})}}


LIFTS: Final = Lifts(
    known=e.SCHEMAS,
    steps={
        ("game_opened", 1): _opening_with_all_switches,
        ("orders_filed", 1): lambda data: {**data, "resign": False},
        ("bonus_paid", 1): lambda data: {**data, "paid": True},
    },
)
"""What has had a second schema: switches and `resign` came with leaving, `paid` with the bank as a holder."""


@dataclass(frozen=True)
class GameLog:
    """A game as its log tells it up to `head`; `written` is all of it, in order."""

    name: str
    written: tuple[e.Entry, ...]
    head: Head

    @cached_property
    def entries(self) -> list[e.Entry]:
        """What counts: everything but what a later reopening cancels."""
        return list(effective(self.written))

    @cached_property
    def desk(self) -> Desk:
        """The open round and everything filed."""
        return desk_of(self.entries)

    def plays_begin(self, number: int) -> int:
        """How many entries there are before the first play of a round: all of them, if it was not played."""
        played = (
            place for place, one in enumerate(self.entries) if one.round == number and one.play is not None
        )
        return next(played, len(self.entries))

    def desk_before_plays(self, number: int) -> Desk:
        """The desk with which a round was played; folded once for all who read of it."""
        if number not in self._desks:
            self._desks[number] = desk_of(self.entries[: self.plays_begin(number)])
        return self._desks[number]

    @cached_property
    def _desks(self) -> dict[int, Desk]:
        """The desks that were asked for, by the round that was played with them."""
        return {}

    @cached_property
    def opening(self) -> e.GameOpened:
        """What the game was opened with."""
        first = self.written[0].event
        if not isinstance(first, e.GameOpened):
            raise e.UnreadableEvent("a game's first event is its opening")
        return first

    @cached_property
    def persons(self) -> dict[str, tuple[e.Seat, ...]]:
        """Everybody who plays, by handle, with his seats: two each with `four_hands`, else one."""
        return persons_of(self.seats, Switches.from_data(self.opening.switches))

    @property
    def ignored(self) -> tuple[str, ...]:
        """The switches that somebody asked for and that do not fit the game."""
        return self.opening.ignored

    @property
    def seats(self) -> tuple[e.Seat, ...]:
        """All seats in their order."""
        return self.desk.seats

    def seats_of(self, handle: str) -> tuple[e.Seat, ...]:
        """The seats meant by a handle, in any case: all of a person, or one. Raises UserError if there are none."""
        said = handle.strip().lower()
        for person, seats in self.persons.items():
            if person.lower() == said:
                return seats
        for seat in self.seats:
            if seat.lower() == said:
                return (seat,)
        raise UserError(f"Nobody in {self.name} is called '{handle}'. Its players are {self.players()}.")

    def name_of(self, seats: Sequence[e.Seat]) -> str:
        """The handle of whoever plays these seats: a seat's own, or that of the person whose seats they all are."""
        return next((person for person, own in self.persons.items() if own == tuple(seats)), seats[0])

    def players(self) -> str:
        """All handles that can be said, as a list."""
        return ", ".join(
            person if len(seats) == 1 else f"{person} ({', '.join(seats)})"
            for person, seats in self.persons.items()
        )


class Work:
    """A unit of work at one moment, and the logs that were read or written in it.

    In a writing unit nobody else can write before it ends, so a log once read stays true.
    """

    def __init__(self, unit: Unit, at: str) -> None:
        """Work through `unit`; `at` is the time that its records bear."""
        self.unit = unit
        self.at = at
        self._logs: dict[str, GameLog] = {}

    def log(self, game: str) -> GameLog:
        """The log of a game, named in any case; its chain is verified."""
        name = self.unit.game(game).name
        if name not in self._logs:
            self._logs[name] = log_of(name, self.unit.load(name))
        return self._logs[name]

    def append(self, log: GameLog, entries: Sequence[e.Entry]) -> GameLog:
        """The log with more at its end, as it will be read ever after; refused if somebody else was faster."""
        tenures = Tenures(entry.event for entry in log.written)
        drafts = [draft_of(entry, self.at, tenures) for entry in entries]
        added = self.unit.append(log.name, log.head.seq, drafts)
        longer = GameLog(log.name, (*log.written, *entries_of(added)), head_of(added))
        self._logs[log.name] = longer
        return longer


def log_of(name: str, records: Sequence[Record]) -> GameLog:
    """The log that some records make, from the first on."""
    return GameLog(name, tuple(entries_of(records)), head_of(records))


def head_of(records: Sequence[Record]) -> Head:
    """How far some records go; there must be one."""
    return Head(records[-1].seq, records[-1].hash)


def entries_of(records: Iterable[Record]) -> list[e.Entry]:
    """The events of records, those of older schemas in today's shape."""
    return [entry_of(record) for record in records]


def entry_of(record: Record) -> e.Entry:
    """The event of a record. Raises UserError for what a newer referee wrote."""
    lifted = LIFTS.lift(record)
    return e.Entry(e.from_data(lifted.kind, lifted.seat, lifted.data), lifted.round, lifted.play)


class Tenures:
    """How many have held each seat so far, as a whole log tells it: what was cancelled counts, a person was there."""

    def __init__(self, events: Iterable[e.Event] = ()) -> None:
        """After some events."""
        self._of: dict[e.Seat, int] = {}
        for event in events:
            self.put(event)

    def put(self, event: e.Event) -> None:
        """One event more."""
        if isinstance(event, e.SeatFilled) and event.seat is not None:
            self._of[event.seat] = event.tenure

    def reader_of(self, seat: e.Seat) -> str:
        """A seat with its tenure, as visibilities name it."""
        return f"{seat}#{self.count(seat)}"

    def count(self, seat: e.Seat) -> int:
        """How many have held a seat, its present holder included."""
        return self._of.get(seat, 1)


def draft_of(entry: e.Entry, at: str, tenures: Tenures) -> Draft:
    """The record that an entry becomes; `tenures` are those before it, and then those after it."""
    event = entry.event
    tenures.put(event)
    return Draft(
        kind=event.KIND,
        schema=event.SCHEMA,
        visibility=visibility_of(event, tenures),
        at=at,
        round=entry.round,
        play=entry.play,
        seat=event.seat,
        data=_as_json(e.to_data(event)),
    )


def visibility_of(event: e.Event, tenures: Tenures) -> Visibility:
    """Who may read the record of an event."""
    if e.is_for_seat_alone(event):
        return (tenures.reader_of(event.seat or ""),)
    return "public" if e.may_see(event, None) else "referee"


def _as_json(value: Any) -> Any:  # noqa: ANN401 (JSON in, JSON out: only tuples become lists)
    if isinstance(value, tuple | list):
        return [_as_json(one) for one in value]
    if isinstance(value, dict):
        return {key: _as_json(one) for key, one in value.items()}
    return value
