"""Verifying a game: the chain, the replay, what must always hold, and on demand every decision again."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from referee.db.drafts import draft_of
from referee.db.links import Head
from referee.db.press import words_of
from referee.round.effective import effective
from referee.rules.events import Entry
from referee.service.audit import differences, reopening_differences
from referee.service.game_log import Work
from referee.service.records import head_of
from referee.service.replaying import what_happened
from referee.service.report_names import names_borne, other_names
from referee.service.verify_drafts import draft_faults
from referee.service.verify_press import press_faults
from referee.service.verify_reports import report_differences, report_faults


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verifying found: `faults` are clauses that name the record, or the report, concerned.

    `differences` (None: not asked for) are what deciding the stored orders, and rendering the reports, again would
    give otherwise. They say nothing against the log: either the program has changed, or a stored report was.
    """

    game: str
    records: int
    head: Head
    reports: int
    faults: tuple[str, ...]
    differences: tuple[str, ...] | None = None
    called: tuple[str, ...] = ()
    """What reports call the game, beside its name: one that was brought in may have had other names before."""

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults and not self.differences


def verify_game(work: Work, game: str, heads: Collection[Head] = (), *, audit: bool = False) -> Verdict:
    """Look at everything there is of a game; `heads` are some that the footers of reports state."""
    # gather
    name = work.unit.game(game).name
    faults = [fault.message for fault in work.unit.verify(name, heads)]
    published, unreadable = work.unit.look_at_publications(name)
    records = [] if faults else work.unit.records(name)
    words = words_of(work.unit, name)
    borne = names_borne(name, published)
    held = draft_of(work.unit, name)
    # decide
    entries: list[Entry] = []
    if not faults:
        entries, faults = what_happened(records)
    faults = [*faults, *unreadable]
    faults = faults or [
        *report_faults(published, entries, records),
        *press_faults(entries, words),
        *draft_faults(held, entries, records),
    ]
    again = None
    if audit and not faults:
        decided = [*differences(effective(entries)), *reopening_differences(entries)]
        said = {one.digest: one.words for one in words}
        again = (*decided, *report_differences(borne, published, entries, records, said))
    end = head_of(records) if records else Head(0, work.unit.game(name).id)
    return Verdict(name, len(records), end, len(published), tuple(faults), again, other_names(name, borne))
