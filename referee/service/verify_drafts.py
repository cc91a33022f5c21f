"""Whether a round that is held can be what it says: the open one, decided from this very log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.db.codec import Record
from referee.db.drafts import HeldRound
from referee.round.desk import desk_of
from referee.round.effective import effective
from referee.rules.events import Entry


def draft_faults(
    held: HeldRound | None, entries: Sequence[Entry], records: Sequence[Record]
) -> Iterator[str]:
    """Clauses for what cannot be about a round that is held; `entries` is the whole log, that of `records`."""
    if held is None:
        return
    number = desk_of(effective(entries)).round
    if held.round != number:
        is_open = "no round is open" if number is None else f"the open one is round {number}"
        yield f"round {held.round} is held, and {is_open}"
    if not any(one.seq == held.seq and one.hash == held.head for one in records):
        yield f"round {held.round} is held by a log that ends with record {held.seq}, and not as this one has it"
