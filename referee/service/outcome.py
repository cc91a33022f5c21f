"""What came of a mail, as its row in the inbox will have it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.mail.verdict import Sender
from referee.round.filing import Verdict


@dataclass(frozen=True, slots=True)
class Outcome:
    """`outcome` and `reason` are as of a verdict on a mail; `of` who wrote; `filed` the verdict on his orders.

    `is_nothing_to_keep`: whoever wrote is nobody we know, and his mail is not kept.
    """

    outcome: str
    reason: str = ""
    of: Sender | None = None
    game: str | None = None
    handle: str | None = None
    round: int | None = None
    filed: Verdict | None = None
    is_nothing_to_keep: bool = False
