"""The inbox for the referee, who alone may look into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.db.inbox import Arrived, latest_mails, mail_in
from referee.db.people import person_numbered
from referee.errors import UserError
from referee.mail.body import body_of
from referee.mail.message import parse
from referee.service.game_log import Work

FEW: Final = 30
MANY: Final = 500


@dataclass(frozen=True, slots=True)
class MailLine:
    """A mail in a list: `who` is the handle of who wrote it, or is said to have, "" for a stranger."""

    key: int
    received: str
    source: str
    who: str
    game: str
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class MailShown:
    """A mail as the referee reads it: its header, and what its sender wrote; `raw` is None where it is gone."""

    line: MailLine
    header: tuple[tuple[str, str], ...]
    text: str
    raw: bytes | None


def mails(work: Work, *, held: bool = False) -> tuple[MailLine, ...]:
    """The latest mails, or all that are held; the last first."""
    found = latest_mails(work.unit, MANY if held else FEW, outcome="held" if held else None)
    return tuple(_line(work, one) for one in found)


def mail_shown(work: Work, key: int) -> MailShown:
    """One mail. Raises UserError where there is none of that number."""
    arrived = mail_in(work.unit, key)
    if arrived is None:
        raise UserError(f"There is no mail {key}. The latest ones: referee mail")
    mail = parse(arrived.raw or b"")
    told = tuple((name, value) for name, value in mail.fields if name in _TOLD)
    text = "" if mail.fault else body_of(mail.message).text
    return MailShown(_line(work, arrived), told, text, arrived.raw)


_TOLD: Final = frozenset(
    {"from", "to", "cc", "subject", "date", "message-id", "reply-to", "return-path", "authentication-results"}
)


def _line(work: Work, arrived: Arrived) -> MailLine:
    person = None if arrived.person is None else person_numbered(work.unit, arrived.person)
    return MailLine(
        key=arrived.key,
        received=arrived.received,
        source=arrived.source,
        who="" if person is None else person.handle,
        game=arrived.game or "",
        outcome=arrived.outcome or "waiting",
        reason=arrived.reason,
    )
