"""Resolving a round when every mail that has come is read: it may hold orders for it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.clock import Clock
from referee.mail.office import Office
from referee.service.resolve_round import MailWaitsError, Resolved, resolve_round
from referee.service.take_mail import Taken, take_waiting
from referee.service.transactions import writing


def resolve_with_mail(
    database: str, office: Office, clock: Clock, game: str, *, misses_meant: bool, number: int | None
) -> Iterator[Taken | Resolved]:
    """Read every mail that has come, then resolve the round: what came of the mails, and last of the round.

    A mail that comes in before the round is resolved is read first, however often one does. Raises UserError as
    `resolve_round`.
    """
    while True:
        yield from take_waiting(database, office, clock)
        try:
            with writing(database, clock, office=office) as work:
                done = resolve_round(work, game, misses_meant=misses_meant, number=number)
        except MailWaitsError:
            continue
        yield done
        return
