"""What the referee does by hand about letters: he looks at one, sends it once more, or drops it."""

from __future__ import annotations

import email
from dataclasses import dataclass
from email.policy import default
from typing import Final

from referee.db.outbox import Posted, change, letter_numbered, letters_on_their_way
from referee.db.people import person_numbered
from referee.errors import UserError
from referee.mail.compose import readdressed
from referee.service.game_log import Work
from referee.service.post_schedule import UNSURE

MANY: Final = 500

_TOLD: Final = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To")


@dataclass(frozen=True, slots=True)
class LetterLine:
    """A letter in a list: `to` is a handle where the person is known, else an address."""

    key: int
    made: str
    kind: str
    to: str
    state: str
    due: str
    said: str


@dataclass(frozen=True, slots=True)
class LetterShown:
    """A letter as its recipient reads it: the header that matters, and the text."""

    line: LetterLine
    header: tuple[tuple[str, str], ...]
    text: str


def letters(work: Work) -> tuple[LetterLine, ...]:
    """What has not gone out, the oldest first."""
    return tuple(_line(work, one) for one in letters_on_their_way(work.unit, MANY))


def letter_shown(work: Work, key: int) -> LetterShown:
    """One letter, wherever it is. Raises UserError for none of that number, and where its words are gone."""
    found = _letter(work, key)
    mail = email.message_from_bytes(_words_of(found), policy=default)
    told = tuple((name, str(mail[name])) for name in _TOLD if mail[name] is not None)
    return LetterShown(_line(work, found), told, str(mail.get_content()))


def send_again(work: Work, key: int) -> tuple[LetterLine, bool]:
    """A letter that has not arrived is tried once more; with it, whether it goes to another address than before.

    It goes to whom it was written to, whoever holds his seat by now, at the address where he is written to today; the
    Message-ID stays. A question about an address goes to that address. Raises UserError for a letter that is on its
    way, or has arrived as far as is known, and where it cannot be sent any more.
    """
    found = _letter(work, key)
    if found.state != "failed" and not found.said.startswith(UNSURE):
        raise UserError(
            f"No letter {key} has been given up: it {_HOW_FAR[found.state]}. What waits: referee mail queue"
        )
    body, recipient = _words_of(found), _recipient_today(work, found)
    if recipient != found.recipient:
        body = readdressed(body, recipient)
    again = {"state": "waiting", "tries": 0, "starts": 0, "due": work.at, "made": work.at, "done": None}
    change(work.unit, key, **again, recipient=recipient, body=body, said="")
    return _line(work, found), recipient != found.recipient


def drop_letter(work: Work, key: int) -> LetterLine:
    """A letter that waits, or was given up, is never sent, and nothing is said of it any more; as it was before.

    A sender that has it in hand at that moment finds it taken out of his hands before its bytes go out. Raises
    UserError for a letter whose bytes may be going out, and for one that has gone out or was dropped before.
    """
    found = _letter(work, key)
    if found.state not in {"waiting", "failed"}:
        raise UserError(f"Letter {key} cannot be dropped: it {_HOW_FAR[found.state]}.")
    change(work.unit, key, state="dropped", done=work.at)
    return _line(work, found)


_HOW_FAR: Final = {
    "waiting": "waits to be sent",
    "started": "may be going out at this moment, and what came of it is told soon",
    "sent": "was sent",
    "failed": "was given up",
    "dropped": "was dropped",
}


def _letter(work: Work, key: int) -> Posted:
    found = letter_numbered(work.unit, key)
    if found is None:
        raise UserError(f"There is no letter {key}. What waits: referee mail queue")
    return found


def _words_of(letter: Posted) -> bytes:
    if letter.body is None:
        raise UserError(f"The words of letter {letter.key} have been forgotten.")
    return letter.body


def _recipient_today(work: Work, letter: Posted) -> str:
    """Where a letter goes now: to the same person, or to the referee, wherever he is written to today."""
    if letter.kind == "question":
        return letter.recipient
    if letter.person is None:
        referee = None if work.office is None else work.office.referee
        return letter.recipient if letter.kind != "notice" or referee is None else referee
    person = person_numbered(work.unit, letter.person)
    if person is None:
        raise UserError(
            f"Letter {letter.key} was written to somebody who is not registered any more, and goes to nobody else. "
            f"Drop it: referee mail drop {letter.key}"
        )
    if not person.addresses:
        raise UserError(
            f"{person.handle} has no address. Give him one: referee player edit {person.handle} --mail ADDRESS"
        )
    return person.addresses[0]


def _line(work: Work, posted: Posted) -> LetterLine:
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
