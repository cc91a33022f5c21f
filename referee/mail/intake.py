"""What comes of a mail: from its bytes to a verdict, check by check, in the order in which they stand here.

Pure: what the house knows is asked through `World`, and nothing is written. The order matters. What no person wrote
is known before anything can be answered; who wrote is known before what he wrote is believed.

The orders themselves are read by who files them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.mail.addresses import Mailbox
from referee.mail.authenticate import (
    Report,
    by_address,
    by_key,
    by_token,
    claimed_sender,
    is_authenticated,
    read_token,
    sender_of,
)
from referee.mail.body import Body, body_of
from referee.mail.bounces import bounce_of, receipt_of
from referee.mail.envelope import Envelope
from referee.mail.keys import with_keys_as_read
from referee.mail.machines import has_null_sender, is_machine_report, is_own, machine_of
from referee.mail.message import Mail, parse
from referee.mail.order_lines import Rank, is_meant, rank_of
from referee.mail.recipients import Recipients, others_see, recipients_of
from referee.mail.tokens import (
    BounceTag,
    ConfirmationTag,
    ReplyTag,
    signs_bounce,
    signs_confirmation,
)
from referee.mail.verdict import Bounce, Confirmation, Sender, Verdict
from referee.mail.world import World

_REUSED: Final = "Message-ID reused with different content"
_IN_SUBJECT: Final = "What looks like an order in the subject was not read: write it into the mail itself."
_SEEN_BY_OTHERS: Final = "This mail went to others as well (To, Cc): they can see your orders."


def intake(raw: bytes, envelope: Envelope, world: World) -> Verdict:
    """What a mail is. Never raises, whatever its bytes are."""
    return judge(parse(raw), envelope, world)


def judge(mail: Mail, envelope: Envelope, world: World) -> Verdict:
    """The same of a mail that has been parsed."""
    recipients = recipients_of(mail, envelope, world.identity)
    return (
        _nobodys(mail, envelope, recipients, world)
        or _heard_before(mail, world)
        or _confirmation(mail, recipients, world)
        or _somebodys(mail, recipients, world)
    )


def vouched_for(mail: Mail, envelope: Envelope, world: World, person: int) -> Verdict:
    """What a mail is that was held, when the referee says who wrote it: nothing else about it is asked again.

    Where it replies to a report of that person, the verdict says to which.
    """
    mailbox = sender_of(mail)
    sender = Sender(person, None if mailbox is None else mailbox.address, "referee")
    for tag in recipients_of(mail, envelope, world.identity).tags:
        report = read_token(tag, world) if isinstance(tag, ReplyTag) else None
        if isinstance(report, Report) and report.person == person:
            sender = replace(sender, game=report.game, handle=report.handle, round=report.round)
    return _taken(mail, _body(mail, world), sender, world)


def _nobodys(mail: Mail, envelope: Envelope, recipients: Recipients, world: World) -> Verdict | None:
    """The verdict on what no person wrote to us: nothing of it is answered, or two machines would not stop."""
    claimed = claimed_sender(mail, world)
    if is_own(mail, envelope, world.identity):
        return Verdict("ignored", "own mail (loop)", sender=claimed)
    letter = _letter_back(recipients, world)
    how = _how_nobody(mail, envelope, letter)
    if how and (bounce := bounce_of(mail, letter)) is not None:
        return Verdict("ignored", _bounced(bounce, how), sender=claimed, bounce=bounce)
    machine, receipt = machine_of(mail), how and receipt_of(mail)
    reason = machine or (how and (receipt or _without_bounce(how)))
    if not reason:
        return None
    is_told_of = is_machine_report(mail) or (how == "null sender" and not machine)
    bounce = _untold(letter) if is_told_of and not receipt else None
    return Verdict("ignored", reason, sender=claimed, bounce=bounce)


def _how_nobody(mail: Mail, envelope: Envelope, letter: str | None) -> str:
    """By what a mail shows that it is about another mail, so that it may be a bounce; "" where it shows nothing."""
    if has_null_sender(mail, envelope):
        return "null sender"
    if is_machine_report(mail):
        return "multipart/report"
    return "" if letter is None else "to the sender of our mail"


def _untold(letter: str | None) -> Bounce | None:
    """What is known where a server brings a letter of ours back in words that nobody can read."""
    return None if letter is None else Bounce(recipient="", permanent=True, status="", letter=letter)


def _bounced(bounce: Bounce, how: str) -> str:
    if bounce.permanent:
        return f"bounce ({bounce.status or how})"
    return f"delivery delayed ({bounce.status or how})"


def _without_bounce(how: str) -> str:
    """What a mail is that nobody wrote, and that tells of no letter.

    A person who answers a report writes to its Reply-To: only machines write to its envelope sender.
    """
    return {
        "null sender": "bounce (null sender)",
        "multipart/report": "machine report (multipart/report)",
    }.get(how, "auto-reply (to the sender of our mail)")


def _letter_back(recipients: Recipients, world: World) -> str | None:
    """The letter whose envelope sender a mail was sent to, if we wrote it."""
    for tag in recipients.tags:
        if isinstance(tag, BounceTag) and signs_bounce(world.identity, tag):
            return tag.letter
    return None


def _heard_before(mail: Mail, world: World) -> Verdict | None:
    """The verdict on what a server delivers a second time."""
    if mail.content in world.contents_under(mail.message_id):
        return Verdict("ignored", "duplicate Message-ID, same content", sender=claimed_sender(mail, world))
    return None


def _confirmation(mail: Mail, recipients: Recipients, world: World) -> Verdict | None:
    """The verdict on a reply to our question about a new address."""
    told = [tag for tag in recipients.tags if isinstance(tag, ConfirmationTag)]
    if not told:
        return None
    claimed = claimed_sender(mail, world)
    if len(told) > 1 or not signs_confirmation(world.identity, told[0]):
        return Verdict("rejected", "bad confirmation token", sender=claimed)
    confirmation = Confirmation(told[0].change, told[0].side)
    return Verdict("confirms", "", "answer", claimed, _body(mail, world).text, confirmation=confirmation)


def _somebodys(mail: Mail, recipients: Recipients, world: World) -> Verdict:
    """The verdict on what a person wrote: who he is, and what he wrote."""
    mailbox = sender_of(mail)
    sender = by_token(mail, mailbox, recipients, world)
    if isinstance(sender, Verdict):
        return sender
    sender = sender or by_address(mail, mailbox, world)
    body = _body(mail, world)
    sender = by_key(body.text, mailbox, sender, world)
    if isinstance(sender, Verdict):
        return sender
    if sender is None or sender.proof is None:
        return _unproven(mail, mailbox, sender, recipients, world)
    if world.contents_under(mail.message_id):
        return Verdict("rejected", _REUSED, "error", sender)
    return _taken(mail, body, sender, world)


def _body(mail: Mail, world: World) -> Body:
    """What the sender wrote; nothing, and why, where size or shape forbid that it is read."""
    if mail.fault:
        return Body("", mail.fault, ())
    body = body_of(mail.message)
    return replace(body, text=with_keys_as_read(body.text, world))


def _unproven(
    mail: Mail, mailbox: Mailbox | None, sender: Sender | None, recipients: Recipients, world: World
) -> Verdict:
    """The verdict where nothing proves who wrote."""
    if mailbox is None or sender is None:
        return Verdict("rejected", "From must hold exactly one address", sender=sender)
    if sender.person is None:
        can_be_told = recipients.to_us and "@" not in mailbox.name
        proven = can_be_told and is_authenticated(mail, world.identity, mailbox)
        return Verdict("rejected", "unknown sender", "stranger" if proven else "none", sender)
    if world.contents_under(mail.message_id):
        return Verdict("held", _REUSED, "notice", sender)
    return Verdict("held", "sender not authenticated", "notice", sender)


def _taken(mail: Mail, body: Body, sender: Sender, world: World) -> Verdict:
    """The verdict on what is known to come from a person: his orders, or why nothing of it can be read."""
    if body.refusal:
        return Verdict("rejected", body.refusal, "error", sender, remarks=body.remarks)
    remarks = list(body.remarks)
    if others_see(mail, world.identity, sender.address):
        remarks.append(_SEEN_BY_OTHERS)
    if is_meant(mail.header("subject") or "") and rank_of(body.text) < Rank.MEANT:
        remarks.append(_IN_SUBJECT)
    return Verdict("orders", "", "answer", sender, body.text, tuple(remarks))
