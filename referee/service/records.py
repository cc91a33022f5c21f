"""Records of the store as entries of the rules, and the other way round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.db.codec import Draft, Record, Visibility
from referee.db.links import Head
from referee.rules import events as e
from referee.service.lifts import LIFTS


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

    def copy(self) -> Tenures:
        """The same, to which more events can be put."""
        other = Tenures()
        other._of = dict(self._of)
        return other

    def reader_of(self, seat: e.Seat) -> str:
        """A seat with its tenure, as visibilities name it."""
        return f"{seat}#{self.count(seat)}"

    def count(self, seat: e.Seat) -> int:
        """How many have held a seat, its present holder included."""
        return self._of.get(seat, 1)


def drafts_of(entries: Iterable[e.Entry], at: str, tenures: Tenures) -> list[Draft]:
    """The records that entries become; `tenures` are those before the first of them."""
    then = tenures.copy()
    drafts = []
    for entry in entries:
        then.put(entry.event)
        drafts.append(_draft_of(entry, at, then))
    return drafts


def _draft_of(entry: e.Entry, at: str, tenures: Tenures) -> Draft:
    event = entry.event
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
    """Who may read the record of an event; `tenures` are those after it."""
    if e.is_for_seat_alone(event):
        return tuple(tenures.reader_of(seat) for seat in e.seats_alone(event))
    return "public" if e.may_see(event, None) else "referee"


def _as_json(value: Any) -> Any:  # noqa: ANN401 (JSON in, JSON out: only tuples become lists)
    if isinstance(value, tuple | list):
        return [_as_json(one) for one in value]
    if isinstance(value, dict):
        return {key: _as_json(one) for key, one in value.items()}
    return value
