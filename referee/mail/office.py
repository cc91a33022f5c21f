"""What is needed to write mails: who we are, and who is told what needs a person."""

from __future__ import annotations

from dataclasses import dataclass

from referee.mail.world import Identity


@dataclass(frozen=True, slots=True)
class Office:
    """Our identity, the name that stands before our address, and the referee's own address (None: he is not told)."""

    identity: Identity
    name: str
    referee: str | None = None
