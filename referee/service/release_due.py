"""Releasing every round that has been held long enough, each in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from referee.clock import Clock
from referee.db.drafts import HeldRound, draft_of, drafts_due, drop_draft
from referee.db.store import Store, open_store
from referee.mail.office import Office
from referee.service.damage import damage_told
from referee.service.failed import Failed, is_of_the_game, why_failed
from referee.service.game_log import Work
from referee.service.hold_round import ChangedError, release_round
from referee.service.resolve_round import MailWaitsError, Resolved
from referee.service.take_mail import Taken, take_waiting

Released: TypeAlias = Resolved | Failed | Taken


def release_due(database: str, office: Office | None, clock: Clock) -> Iterator[Released]:
    """Release all rounds that are due; what came of each, as soon as it is committed, and of the mails read before.

    One that cannot be released is thrown away, and that is told, so that it can be decided anew; it never stops the
    others. One that another has at the same time is left to him. Raises StoreError where the database cannot be used.
    """
    with open_store(database) as store:
        with store.read() as unit:
            due = drafts_due(unit, clock.now())
        for held in due:
            yield from _release(database, store, office, clock, held)


def _release(
    database: str, store: Store, office: Office | None, clock: Clock, held: HeldRound
) -> Iterator[Released]:
    while True:
        if office is not None:
            yield from take_waiting(database, office, clock)
        try:
            done = _release_one(store, office, clock, held)
        except MailWaitsError:
            continue
        except Exception as fault:  # whatever it is, it must not keep back the other games
            if not is_of_the_game(fault):
                raise
            if _throw_away(store, held):
                why = fault.fact if isinstance(fault, ChangedError) else why_failed(fault)
                gone = f"The draft of round {held.round} was thrown away; the round is open as before."
                yield Failed(held.game, f"{why} {gone}", was_held=True)
            return
        if done is not None:
            yield done
        return


def _release_one(store: Store, office: Office | None, clock: Clock, held: HeldRound) -> Resolved | None:
    """Release it, unless somebody else has it, or was faster with it."""
    with store.claim(held.game) as unit:
        if unit is None or draft_of(unit, held.game) != held:
            return None
        work = Work(unit, clock.now(), office)
        with damage_told(work):
            return release_round(work, held.game)


def _throw_away(store: Store, held: HeldRound) -> bool:
    with store.claim(held.game) as unit:
        return unit is not None and draft_of(unit, held.game) == held and drop_draft(unit, held.game)
