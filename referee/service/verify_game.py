"""Verifying a game: the chain, the replay, what must always hold, and on demand every decision again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.db.codec import Record
from referee.db.links import Head
from referee.db.unit import Publication
from referee.errors import UserError
from referee.round.effective import effective
from referee.rules.events import Entry, GameOpened, RoundClosed, UnreadableEvent
from referee.service.audit import differences
from referee.service.game_log import Work, entry_of
from referee.service.invariants import broken


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verifying found: `faults` are clauses that name the record, or the report, concerned.

    `differences` (None: not asked for) are what deciding the stored orders again would give otherwise; they say
    something of the program, and nothing against the log.
    """

    game: str
    records: int
    head: Head
    reports: int
    faults: tuple[str, ...]
    differences: tuple[str, ...] | None = None

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults and not self.differences


def verify_game(
    work: Work, game: str, head: str | None = None, *, audit: bool = False, guards: Sequence[str] = ()
) -> Verdict:
    """Look at everything there is of a game.

    `head` is one that a report's footer states; `guards` is what is wrong with the database's own guards.
    """
    # gather
    name = work.unit.game(game).name
    witnesses = [] if head is None else [Head.read(head)]
    faults = [fault.message for fault in work.unit.verify(name, witnesses)]
    published = work.unit.publications(name)
    records = [] if faults else work.unit.records(name)
    # decide
    entries: list[Entry] = []
    if not faults:
        entries, faults = _read(records)
    if not faults:
        faults = broken(entries) or list(_report_faults(published, entries))
    again = tuple(differences(effective(entries))) if audit and not faults else None
    end = work.unit.head(name)
    return Verdict(name, end.seq, end, len(published), (*_about(guards), *faults), again)


def _about(guards: Sequence[str]) -> Iterator[str]:
    if guards:
        yield f"the database is no longer guarded against changes: {'; '.join(guards)}"


def _read(records: list[Record]) -> tuple[list[Entry], list[str]]:
    """The events of all records, and which cannot be read."""
    entries: list[Entry] = []
    unreadable: list[str] = []
    if not records:
        unreadable.append("the log is empty: every record of it is missing")
    for record in records:
        try:
            entries.append(entry_of(record))
        except (UnreadableEvent, UserError) as problem:
            unreadable.append(f"record {record.seq} cannot be replayed: {problem}")
    return entries, unreadable


def _report_faults(published: list[Publication], entries: list[Entry]) -> Iterator[str]:
    """Each round that is over, and the opening, has a report for the public and each seat that states its head."""
    seats = next(entry.event.seats for entry in entries if isinstance(entry.event, GameOpened))
    over = [0, *(entry.round for entry in entries if isinstance(entry.event, RoundClosed))]
    there = {(one.round, one.recipient) for one in published}
    for number in over:
        for reader in (None, *seats):
            if (number, reader) not in there:
                yield f"the report of round {number} for {reader or 'the public'} is missing"
    for one in published:
        footer = f"{one.seq}:{one.head[:12]}".encode()
        if footer not in one.body:
            yield f"the report of round {one.round} for {one.recipient or 'the public'} does not state its head"
