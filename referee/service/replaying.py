"""From the records of a log to what happened, and what cannot have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.db.codec import Record
from referee.errors import UserError
from referee.rules.events import Entry, UnreadableEvent
from referee.service.invariants import broken
from referee.service.records import Tenures, entry_of, visibility_of

CANNOT_BE: Final[tuple[type[Exception], ...]] = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What reading a log raises that nobody's rules have made."""


def what_happened(records: Sequence[Record]) -> tuple[list[Entry], list[str]]:
    """The events of a whole log, and what is wrong with them: what cannot be read, what cannot have happened."""
    entries, faults = _read(records)
    if faults:
        return entries, faults
    try:
        return entries, broken(entries)
    except CANNOT_BE as problem:
        return entries, [f"the log cannot be replayed: {problem}"]


def _read(records: Sequence[Record]) -> tuple[list[Entry], list[str]]:
    """The events of all records, and which cannot be read."""
    entries: list[Entry] = []
    unreadable: list[str] = []
    if not records:
        unreadable.append("the log is empty: every record of it is missing")
    tenures = Tenures()
    for record in records:
        try:
            entry = entry_of(record)
        except (UnreadableEvent, UserError) as problem:
            unreadable.append(f"record {record.seq} cannot be replayed: {problem}")
            continue
        entries.append(entry)
        tenures.put(entry.event)
        if record.visibility != visibility_of(entry.event, tenures):
            seen = ", ".join(record.visibility) if isinstance(record.visibility, tuple) else record.visibility
            unreadable.append(f"record {record.seq} ({record.kind}) is not for those who may see it ({seen})")
    return entries, unreadable
