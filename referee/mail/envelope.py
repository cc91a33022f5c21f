"""What a mail server says of a mail, which is not in the mail itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Envelope:
    """Who sent a mail and to whom it goes, by the server's word.

    `sender` is the address of MAIL FROM, "" the null sender of bounces, None where it is not known. `recipients` are
    those of RCPT TO that are ours; none where they are not known (an IMAP mailbox, a Maildir).
    """

    sender: str | None = None
    recipients: tuple[str, ...] = ()
