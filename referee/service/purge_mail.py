"""Forgetting mails: what was sent and received is kept for some time, not for ever."""

from __future__ import annotations

from dataclasses import dataclass

from referee.clock import A_DAY, Clock, later
from referee.db.address_changes import purge_changes
from referee.db.inbox import purge_mails
from referee.db.outbox import purge_letters
from referee.service.address_changes import OPEN_FOR
from referee.service.transactions import erasing


@dataclass(frozen=True, slots=True)
class Purged:
    """How many mails and letters have lost their bytes."""

    mails: int
    letters: int


def purge_old(database: str, clock: Clock, keep_days: int, *, whole: bool = False) -> Purged:
    """Forget the bytes of mails that came, and letters that were sent, more than `keep_days` days ago.

    That they came and went, and what came of them, stays; so do mails that are held, and what has not gone out. Their
    bytes are wiped out of the database's file too; with `whole` it is written anew for that (`transactions.erasing`).
    Raises UnfinishedError where they cannot be wiped out now.
    """
    with erasing(database, clock, whole=whole) as work:
        before = later(work.at, -keep_days * A_DAY)
        purge_changes(work.unit, later(work.at, -OPEN_FOR))
        return Purged(purge_mails(work.unit, before), purge_letters(work.unit, before))
