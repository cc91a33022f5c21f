"""Taking in a mail that somebody brings: its bytes are safe before anybody says "accepted". Loads nothing heavy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from referee.clock import Clock
from referee.db.drop import Dropped, drop
from referee.mail.envelope import Envelope

Source: TypeAlias = Literal["pipe", "lmtp", "imap", "maildir"]

KEPT: Final = 1024 * 1024 + 1
"""Bytes of a mail that are kept: one more than any mail is read of, so that a larger one is known for what it is."""


def store_mail(database: str, source: Source, clock: Clock) -> Callable[[bytes, Envelope], None]:
    """What stores each mail that comes in one way; it raises UserError where that cannot be done."""

    def store(raw: bytes, envelope: Envelope) -> None:
        dropped = Dropped(clock.now(), source, envelope.sender, envelope.recipients, raw[:KEPT])
        drop(database, [dropped])

    return store


def receive_mail(
    database: str, clock: Clock, raw: bytes, sender: str | None, recipients: Sequence[str]
) -> None:
    """Store one mail that a mail server pipes to us, with the envelope as it says; UserError if it cannot be done."""
    store_mail(database, "pipe", clock)(raw, Envelope(sender, tuple(recipients)))
