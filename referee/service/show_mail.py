"""The inbox and the outbox for the referee, who alone may look into them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.db.inbox import Arrived, latest_mails, mail_in
from referee.db.outbox import Posted, change, letters_on_their_way
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


@dataclass(frozen=True, slots=True)
class LetterLine:
    """A letter that has not arrived: `to` is a handle where the person is known, else an address."""

    key: int
    made: str
    kind: str
    to: str
    state: str
    due: str
    said: str


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


def letters(work: Work) -> tuple[LetterLine, ...]:
    """What has not gone out, the oldest first."""
    return tuple(_letter(work, one) for one in letters_on_their_way(work.unit, MANY))


def send_again(work: Work, key: int) -> LetterLine:
    """A letter that was given up is tried once more. Raises UserError for any other, and where its words are gone."""
    found = next((one for one in letters_on_their_way(work.unit, MANY) if one.key == key), None)
    if found is None or found.state != "failed":
        raise UserError(f"No letter {key} has been given up. What waits: referee mail queue")
    if found.body is None:
        raise UserError(f"The words of letter {key} have been forgotten: it cannot be sent any more.")
    change(work.unit, key, state="waiting", tries=0, starts=0, due=work.at, made=work.at, done=None)
    return _letter(work, found)


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


def _letter(work: Work, posted: Posted) -> LetterLine:
    person = None if posted.person is None else person_numbered(work.unit, posted.person)
    return LetterLine(
        key=posted.key,
        made=posted.made,
        kind=posted.kind,
        to=posted.recipient if person is None else person.handle,
        state=posted.state,
        due=posted.due if posted.state in {"waiting", "started"} else "",
        said=posted.said,
    )
