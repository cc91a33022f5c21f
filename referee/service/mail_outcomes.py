"""What is done about a mail, by the verdict on it, and who is told."""

from __future__ import annotations

from typing import Final

from referee.clock import A_DAY, later
from referee.db.inbox import Arrived
from referee.db.outbox import change, count_in_all, count_since, letter_named
from referee.db.people import forget_bounces, note_bounce, person_numbered
from referee.mail.message import Mail
from referee.mail.verdict import NO_MAILBOX, Bounce, Sender, Verdict
from referee.report.letters import forged_text, stranger_text
from referee.service.address_changes import agree_to_change
from referee.service.game_log import Work
from referee.service.letters import Words, tell_referee, what_mends, write_to, write_to_address
from referee.service.mail_answers import answer_refusal, thread_of
from referee.service.mail_orders import carry_out_orders
from referee.service.outcome import Outcome

MOST_STRANGERS: Final = 50
"""Strangers who are told on one day that nobody knows them: who has a domain has as many addresses as he likes."""


def carried_out(work: Work, arrived: Arrived, mail: Mail, verdict: Verdict) -> Outcome:
    """Do what a verdict says: file, answer, hold, tell. The mail's row is the caller's to mark."""
    if verdict.sender is not None:
        _hear_from(work, verdict.sender)
    match verdict.outcome:
        case "orders":
            return carry_out_orders(work, arrived, mail, verdict)
        case "confirms":
            return agree_to_change(work, verdict)
        case "held":
            return _held(work, arrived, verdict)
        case "rejected":
            return _rejected(work, arrived, mail, verdict)
        case "ignored":
            return _ignored(work, arrived, verdict)


def _hear_from(work: Work, sender: Sender) -> None:
    """Who is known to write from an address of his has a mailbox there, whatever came back from it before."""
    if sender.person is not None and sender.address is not None and sender.proof is not None:
        forget_bounces(work.unit, sender.person, sender.address)


def _ignored(work: Work, arrived: Arrived, verdict: Verdict) -> Outcome:
    if verdict.bounce is not None:
        _take_note_of(work, arrived, verdict.bounce)
    return Outcome("ignored", verdict.reason, of=verdict.sender)


def _take_note_of(work: Work, arrived: Arrived, bounce: Bounce) -> None:
    """A letter came back. Who has no mailbox any more is counted against his address; the rest is the referee's."""
    letter = None if bounce.letter is None else letter_named(work.unit, bounce.letter)
    if letter is None or not bounce.permanent:
        return
    if bounce.status.startswith(NO_MAILBOX) and letter.recipient:
        note_bounce(work.unit, letter.recipient)
    if letter.state == "sent":
        change(work.unit, letter.key, state="failed", said=f"it came back: {bounce.status or 'read why'}")
    person = None if letter.person is None else person_numbered(work.unit, letter.person)
    who = "somebody" if person is None else person.handle
    tell_referee(
        work,
        ("bounce", bounce.letter or "", str(bounce.status.startswith(NO_MAILBOX))),
        f"mail to {who} came back",
        f"A letter ({letter.kind}) to {who} came back{f': {bounce.status}' if bounce.status else ''}. "
        + _why_it_came_back(bounce.status),
        [("mail", str(arrived.key))],
        (
            f"referee mail show {arrived.key}",
            *what_mends(letter.key, None if person is None else person.handle),
        ),
    )


def _why_it_came_back(status: str) -> str:
    if status.startswith(NO_MAILBOX):
        return "There is no such mailbox, says the server."
    return "The server did not take it." if status else "Why is told in no way that is known here: read it."


def _held(work: Work, arrived: Arrived, verdict: Verdict) -> Outcome:
    sender = verdict.sender
    if verdict.reply == "notice":
        _tell_of_unproven(work, arrived, verdict)
    day = work.at[:10]
    tell_referee(
        work,
        ("held", day),
        "mail is held",
        f"Mail {arrived.key} is held: {verdict.reason}. Nothing of it is filed before you say so. Others that are "
        f"held today ({day}) are not told one by one.",
        [("Says that it is of", _handle_of(work, sender))],
        (
            "referee mail held",
            f"referee mail show {arrived.key}",
            f"referee mail accept {arrived.key}",
            f"referee mail refuse {arrived.key}",
        ),
    )
    return Outcome("held", verdict.reason, of=sender)


def _handle_of(work: Work, sender: Sender | None) -> str:
    person = None if sender is None or sender.person is None else person_numbered(work.unit, sender.person)
    return "somebody unknown" if person is None else person.handle


def _tell_of_unproven(work: Work, arrived: Arrived, verdict: Verdict) -> None:
    """Tell somebody, once a day, that a mail came in his name that nothing proves."""
    sender = verdict.sender
    person = None if sender is None or sender.person is None else person_numbered(work.unit, sender.person)
    if sender is None or person is None or not person.addresses:
        return
    address = person.addresses[0]
    if _told_today(work, "unproven", address):
        return
    text = forged_text(
        person.name, sender.address or address, arrived.received, is_held=verdict.outcome == "held"
    )
    write_to(work, person, Words("unproven", ("unproven", str(arrived.key)), "a mail in your name", text))


def _rejected(work: Work, arrived: Arrived, mail: Mail, verdict: Verdict) -> Outcome:
    sender = verdict.sender
    if verdict.reply == "error":
        answer_refusal(work, arrived, mail, verdict)
    elif verdict.reply == "notice":
        _tell_of_unproven(work, arrived, verdict)
    elif verdict.reply == "stranger" and sender is not None and sender.address is not None:
        office = work.office
        if office is not None and _may_be_told(work, sender.address):
            words = Words(
                "stranger",
                ("stranger", str(arrived.key)),
                "your mail",
                stranger_text(office.identity.address),
                thread=thread_of(mail),
            )
            write_to_address(work, sender.address, words)
    nobody = sender is None or sender.person is None
    return Outcome("rejected", verdict.reason, of=sender, is_nothing_to_keep=nobody)


def _may_be_told(work: Work, stranger: str) -> bool:
    """Whether a stranger was told nothing today, and few others were."""
    told = count_in_all(work.unit, "stranger", later(work.at, -A_DAY))
    return told < MOST_STRANGERS and not _told_today(work, "stranger", stranger)


def _told_today(work: Work, kind: str, address: str) -> bool:
    """Whether a letter of that kind was written to an address within a day."""
    return count_since(work.unit, kind, address, later(work.at, -A_DAY)) > 0
