"""What is done about a round when every mail that has come is read: it may hold orders for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from referee.clock import Clock
from referee.mail.office import Office
from referee.service.game_log import Work
from referee.service.resolve_round import MailWaitsError
from referee.service.take_mail import Taken, take_waiting
from referee.service.transactions import writing

T = TypeVar("T")


def with_mail_read(
    database: str, office: Office, clock: Clock, act: Callable[[Work], T]
) -> Iterator[Taken | T]:
    """Read every mail that has come, then act, in one transaction: what came of the mails, and last of that.

    A mail that comes in before it is done is read first, however often one does: `act` raises MailWaitsError then.
    """
    while True:
        yield from take_waiting(database, office, clock)
        try:
            with writing(database, clock, office=office) as work:
                done = act(work)
        except MailWaitsError:
            continue
        yield done
        return
