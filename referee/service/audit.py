"""Deciding again, beside what the log says happened: the opening, the stored orders round by round, what leavers end.

Beside those there is in a log only what somebody told the referee; `places` says which kinds that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import takewhile, zip_longest
from typing import Final

from referee.errors import UserError
from referee.round.adjudicate import leave, resolve, rule
from referee.round.reopening import reopened
from referee.rules import events as e
from referee.service.opening_audit import edition_differences, opened_again


def differences(entries: Sequence[e.Entry]) -> Iterator[str]:
    """Where deciding again gives something else; the first difference of each round or leaver, as a clause.

    `entries` are those that count of a log in which everything stands in its place. Press is left out: the log has
    only what was published of it, and nothing follows from it.
    """
    entries = [entry for entry in entries if not isinstance(entry.event, e.PressPublished)]
    yield from _difference("the opening", entries[: _opening(entries)], partial(opened_again, entries))
    yield from _edition(entries)
    for start, end in _resolved(entries):
        what = f"round {entries[start - 1].round}"
        yield from _difference(what, entries[start:end], partial(resolve, entries[:start]))
    for start, end, seat in _removed(entries):
        decide = partial(leave, entries[:start], [seat], "removed")
        yield from _difference(f"the leaving of {seat}", entries[start:end], decide)
    for start, end, ruling in _ruled(entries):
        what = f"the ruling in round {entries[start].round}"
        yield from _difference(what, entries[start:end], partial(rule, entries[:start], ruling))


def reopening_differences(written: Sequence[e.Entry]) -> Iterator[str]:
    """Where a reopening did not keep what it keeps of what it cancels, as clauses; `written` is a whole log."""
    for place, entry in enumerate(written):
        event = entry.event
        if isinstance(event, e.RoundReopened) and entry.round is not None:
            again = partial(reopened, written[:place], entry.round, event.why)
            end = place + len(again())
            yield from _difference(f"the reopening of round {entry.round}", written[place:end], again)


def _difference(
    what: str, logged: Sequence[e.Entry], decide: Callable[[], Sequence[e.Entry]]
) -> Iterator[str]:
    """The first difference between what is logged and what comes of deciding it again; none if there is none."""
    try:
        again = decide()
    except UserError as problem:
        yield f"{what} cannot be decided again: {problem}"
        return
    for place, (one, other) in enumerate(zip_longest(logged, again)):
        if one != other:
            yield f"{what}, event {place + 1}: {_differently_said(one, other)}"
            return


def _opening(entries: Sequence[e.Entry]) -> int:
    """How many entries the opening has, that of the first round included."""
    opened = (place for place, entry in enumerate(entries, 1) if isinstance(entry.event, e.RoundOpened))
    return next(opened, len(entries))


def _edition(entries: Sequence[e.Entry]) -> Iterator[str]:
    opened = next(entry.event for entry in entries if isinstance(entry.event, e.GameOpened))
    try:
        yield from edition_differences(opened)
    except UserError as problem:
        yield f"the edition cannot be read again: {problem}"


CLOSING: Final = (
    e.BankTileDrawn,
    e.BankTileReturned,
    e.PoolRemixed,
    e.BonusPaid,
    e.StockSoldAtEnd,
    e.GameEnded,
    e.RoundClosed,
    e.BagOpened,
)
"""What follows where a game ends."""


def _removed(entries: Sequence[e.Entry]) -> Iterator[tuple[int, int, e.Seat]]:
    """Where somebody left by the referee's word, where the end of the game ends that followed at once, and who."""
    for place, entry in enumerate(entries):
        event = entry.event
        if isinstance(event, e.SeatLeft) and event.how == "removed" and event.seat is not None:
            followed = takewhile(lambda one: isinstance(one.event, CLOSING), entries[place + 1 :])
            yield place, place + 1 + sum(1 for _ in followed), event.seat


def _ruled(entries: Sequence[e.Entry]) -> Iterator[tuple[int, int, e.RulingMade]]:
    """Where the referee ruled, where the end of the game ends that followed at once, and what he ruled."""
    for place, entry in enumerate(entries):
        if isinstance(entry.event, e.RulingMade):
            followed = takewhile(lambda one: isinstance(one.event, CLOSING), entries[place + 1 :])
            yield place, place + 1 + sum(1 for _ in followed), entry.event


def _resolved(entries: Sequence[e.Entry]) -> Iterator[tuple[int, int]]:
    """Where the events of each resolved round begin and end (the next opening included)."""
    start: int | None = None
    is_open = False
    for place, entry in enumerate(entries):
        if isinstance(entry.event, e.RoundOpened):
            if start is not None:
                yield start, place + 1
            start, is_open = None, True
        elif is_open and entry.play is not None:
            start, is_open = place, False
    if start is not None:
        yield start, len(entries)


def _differently_said(one: e.Entry | None, other: e.Entry | None) -> str:
    """What is logged and what is decided again; of one event told otherwise, what is otherwise."""
    if one is None or other is None or type(one.event) is not type(other.event):
        return f"{_said(one)}, but decided again {_said(other)}"
    if (one.round, one.play, one.event.seat) != (other.round, other.play, other.event.seat):
        return f"{_said(one)} {_place(one)}, but decided again {_said(other)} {_place(other)}"
    its, others = e.to_data(one.event), e.to_data(other.event)
    said, again = (
        ", ".join(f"{name} {data[name]}" for name in its if its[name] != others[name])
        for data in (its, others)
    )
    return f"{_name(one)} ({said}), but decided again ({again})"


def _place(entry: e.Entry) -> str:
    return f"of round {entry.round}, play {entry.play}"


def _name(entry: e.Entry) -> str:
    return f"{entry.event.KIND}{f' of {entry.event.seat}' if entry.event.seat else ''}"


def _said(entry: e.Entry | None) -> str:
    if entry is None:
        return "nothing more happened"
    data = ", ".join(f"{name} {value}" for name, value in e.to_data(entry.event).items())
    return f"{_name(entry)} ({data})" if data else _name(entry)
