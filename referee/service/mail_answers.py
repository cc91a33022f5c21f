"""The answers to mails: what was filed, what was not and why, and what was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from orders import tree
from referee.clock import AN_HOUR, later
from referee.db.inbox import Arrived
from referee.db.outbox import count_since
from referee.db.people import Person, person_numbered
from referee.errors import UserError
from referee.mail.compose import Thread
from referee.mail.message import Mail
from referee.mail.verdict import Sender, Verdict
from referee.report.letters import refusal_text
from referee.report.render import order_form
from referee.round.views import entries_for
from referee.rules.events import Seat
from referee.service.game_log import GameLog, Work
from referee.service.letters import Words, write_to
from referee.service.mail_place import Place, place_meant
from referee.service.post_reports import reply_to

MOST_ANSWERS: Final = 40
"""Answers to one address in an hour: a machine that answers our answers is not answered for ever."""

REFUSALS: Final = {
    "every order line is quoted": "All lines that look like orders stand in the part that your mail program quotes, "
    "and what is quoted is never carried out. Write your orders above it, or take the marks (>) away.",
    "orders only in a forwarded message": "The orders stand only in a mail that is attached to yours, which may be "
    "somebody else's words. Copy them into your own mail.",
    "orders in body and in attachment differ": "There are orders in your mail and others in the text attached to it. "
    "Send those that you mean, once.",
    "no readable text part (winmail.dat)": "Your mail consists of a file winmail.dat, which only Outlook can read. "
    "Set Outlook to send plain text, or HTML, to this address.",
    "encrypted mail": "Your mail is encrypted, and there is no key for it here. Send it as plain text.",
    "too many MIME parts": "Your mail has more than 100 parts. Send the orders alone, as plain text.",
    "MIME parts nested too deeply": "The parts of your mail are nested too deeply. Send the orders alone, as plain "
    "text.",
    "larger than 1 MiB": "Your mail is larger than 1 MiB. Send the orders alone, without what they answer.",
    "header larger than 128 KiB": "The header of your mail is larger than 128 KiB. Write it again in a new mail.",
    "MIME parts that cannot be read": "The parts of your mail cannot be told from each other. Send the orders alone, "
    "as plain text.",
    "wrong key": "The key in your mail is not yours. Correct it, or leave it out and answer your report.",
    "Message-ID reused with different content": "Your mail program has given this mail the number (Message-ID) of an "
    "earlier one with other words, so one of the two may be an error. Write it again in a new mail.",
}
"""What is said to a player whose mail was not read, by the reason."""


@dataclass(frozen=True, slots=True)
class Received:
    """A mail, and who wrote it."""

    arrived: Arrived
    mail: Mail
    person: Person


def answer_refusal(work: Work, arrived: Arrived, mail: Mail, verdict: Verdict) -> None:
    """Tell a player that nothing of his mail was filed, and why."""
    sender = verdict.sender
    person = None if sender is None or sender.person is None else person_numbered(work.unit, sender.person)
    if sender is None or person is None:
        return
    place = _place(work, sender, person)
    about = "" if place is None else place.about
    why = REFUSALS.get(verdict.reason, f"Your mail could not be read: {verdict.reason}.")
    received = Received(arrived, mail, person)
    answer(
        work,
        received,
        not_filed(about),
        refusal_text(about, why),
        game=sender.game if place is None else place.log.name,
        reply_address=None if place is None else reply_to(work, place.log, place.seats[0]),
    )


def _place(work: Work, sender: Sender, person: Person) -> Place | None:
    """Where somebody plays whose text is not read: what he answered, or his only game; None where it is unclear."""
    try:
        return place_meant(work, sender, person, tree.Header())
    except UserError:
        return None


def not_filed(about: str) -> str:
    """The subject of an answer to what was not filed."""
    return f"NOT FILED: {about}" if about else "NOT FILED"


def answer(
    work: Work,
    received: Received,
    subject: str,
    text: str,
    *,
    game: str | None = None,
    reply_address: str | None = None,
) -> None:
    """An answer to a mail, at the registered address of who wrote it, wherever he wrote it from.

    None is written where there have been `MOST_ANSWERS` within an hour.
    """
    arrived, person = received.arrived, received.person
    if not can_be_answered(work, person):
        return
    words = Words(
        "answer",
        ("answer", str(arrived.key), arrived.received),
        subject,
        text,
        reply_to=reply_address,
        thread=thread_of(received.mail),
        game=game,
    )
    write_to(work, person, words)


def can_be_answered(work: Work, person: Person) -> bool:
    """Whether somebody has had fewer than `MOST_ANSWERS` within an hour."""
    address = person.addresses[0] if person.addresses else ""
    return count_since(work.unit, "answer", address, later(work.at, -AN_HOUR)) < MOST_ANSWERS


def thread_of(mail: Mail) -> Thread:
    """Where an answer to a mail belongs among the mails of who wrote it."""
    return Thread(mail.thread_id, tuple((mail.header("references") or "").split()))


def form_of(work: Work, log: GameLog, seats: Sequence[Seat]) -> str:
    """The order form of the open round for who plays some seats; "" where no round is open."""
    latest = work.unit.published(log.name)
    if log.desk.round is None or latest is None or not seats:
        return ""
    first, *others = seats
    return order_form(
        entries_for(log.entries, first),
        first,
        game=log.name,
        round_number=latest.round,
        in_other_seat=entries_for(log.entries, others[0]) if others else None,
    )
