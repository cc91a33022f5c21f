"""Deciding the stored orders again, round by round, beside what the log says happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from referee.errors import UserError
from referee.round.adjudicate import resolve
from referee.rules import events as e


def differences(entries: Sequence[e.Entry]) -> Iterator[str]:
    """Where deciding again gives something else; the first difference of each round, as a clause."""
    for start, end in _resolved(entries):
        number = entries[start - 1].round
        try:
            again = resolve(entries[:start])
        except UserError as problem:
            yield f"round {number} cannot be decided again: {problem}"
            continue
        for place, (logged, decided) in enumerate(zip_longest(entries[start:end], again)):
            if logged != decided:
                yield f"round {number}, event {place + 1}: {_said(logged)}, but decided again {_said(decided)}"
                break


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


def _said(entry: e.Entry | None) -> str:
    if entry is None:
        return "nothing more happened"
    data = ", ".join(f"{name} {value}" for name, value in e.to_data(entry.event).items())
    who = f" of {entry.event.seat}" if entry.event.seat else ""
    return f"{entry.event.KIND}{who} ({data})" if data else f"{entry.event.KIND}{who}"
