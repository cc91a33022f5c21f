"""Letters on their way into the outbox, in the transaction of what they tell.

Where no mail is set up nothing is written. Letters go to registered addresses, but for a stranger's answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from referee.db.outbox import Letter, post
from referee.db.people import Person
from referee.mail import compose
from referee.report.letters import referee_text
from referee.service.game_log import Work

Kind: TypeAlias = Literal["report", "answer", "question", "unproven", "stranger", "notice"]
"""Why a letter is written, finer than the post office needs to know: `unproven` to somebody in whose name a mail
came."""

MANNER: Final[dict[Kind, compose.Kind]] = {
    "report": "report",
    "answer": "answer",
    "question": "question",
    "unproven": "notice",
    "stranger": "stranger",
    "notice": "notice",
}


@dataclass(frozen=True, slots=True)
class Words:
    """What a letter says. `what` is what it is, so that the same is not written twice; the rest is its head."""

    kind: Kind
    what: tuple[str, ...]
    subject: str
    text: str
    reply_to: str | None = None
    thread: compose.Thread | None = None
    game: str | None = None


def write_to(work: Work, person: Person | None, words: Words) -> bool:
    """A letter to a person, at the address he is written to; False where there is none, or mail is not set up."""
    if person is None or not person.addresses:
        return False
    return _write(work, person.addresses[0], words, person.key)


def write_to_address(work: Work, address: str, words: Words, person: int | None = None) -> bool:
    """A letter to an address that is not, or not yet, the one a person is written to."""
    return _write(work, address, words, person)


def tell_referee(
    work: Work,
    what: tuple[str, ...],
    subject: str,
    text: str,
    details: Sequence[tuple[str, str]] = (),
    commands: Sequence[str] = (),
) -> bool:
    """A notice to the referee himself, where he has an address; `what` as of Words."""
    office = work.office
    if office is None or office.referee is None:
        return False
    words = Words("notice", what, subject, referee_text(text, details, commands))
    return _write(work, office.referee, words, None)


def what_mends(letter: int, handle: str | None) -> tuple[str, ...]:
    """What the referee can do about a letter that has not arrived; `handle` is whose it is, None where nobody's."""
    elsewhere = () if handle is None else (f"referee player edit {handle} --mail NEW",)
    return (*elsewhere, f"referee mail resend {letter}", f"referee mail drop {letter}")


def _write(work: Work, address: str, words: Words, person: int | None) -> bool:
    office = work.office
    if office is None:
        return False
    kind = MANNER[words.kind]
    made = compose.compose(
        office,
        kind,
        compose.letter_name(kind, *words.what, address),
        address,
        subject=words.subject,
        text=words.text,
        at=work.at,
        thread=words.thread,
        reply_to=words.reply_to,
    )
    letter = Letter(made.name, words.kind, made.sender, made.recipient, made.body, person, words.game)
    return post(work.unit, letter, work.at)
