"""Fetching what lies in the mailboxes of the settings; nothing of it is read yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from referee.clock import Clock
from referee.db.drop import DropError
from referee.db.store import open_store
from referee.mail import imap, maildir
from referee.mail.settings import MailSettings
from referee.mail.sources import Brought, SourceError, Store
from referee.service.receive_mail import Source, store_mail


def boxes(mail: MailSettings) -> Iterator[tuple[Source, float, Callable[[Store], Brought]]]:
    """The mailboxes that are looked into: which way mail comes, every how many seconds, and the looking."""
    if mail.imap is not None:
        yield "imap", mail.imap.every, partial(imap.bring, mail.imap, unmarked=set())
    if mail.maildir is not None:
        yield "maildir", mail.maildir.every, partial(maildir.bring, mail.maildir, unmarked=set())


def fetch_once(database: str, mail: MailSettings, clock: Clock) -> Iterator[str]:
    """Store what lies in each mailbox now; a sentence about each mail, or mailbox, with which that cannot be done.

    Mail that is brought to us (LMTP, a pipe) is there already. Raises UserError where the database cannot be used.
    """
    for source, _, look in boxes(mail):
        with open_store(database):
            pass  # brings it up to date: mail falls into a database of today's schema only
        try:
            yield from look(store_mail(database, source, clock)).faults
        except (SourceError, DropError) as problem:
            yield f"{problem} Mail may lie there that nobody has read."
