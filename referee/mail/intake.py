"""What comes of a mail: from its bytes to a verdict, check by check, in the order in which they stand here.

Pure: what the house knows is asked through `World`, and nothing is written. The order matters. What no person wrote
is known before anything can be answered; who wrote is known before what he wrote is believed.

The orders are not read here, but for their key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from orders.reader import read
from orders.vocabulary import Vocabulary
from referee.mail.addresses import Mailbox
from referee.mail.authenticate import is_authenticated, named_as_senders, person_at, sender_of
from referee.mail.body import Body, body_of
from referee.mail.bounces import bounce_of, receipt_of
from referee.mail.envelope import Envelope
from referee.mail.machines import has_null_sender, is_machine_report, is_own, machine_of
from referee.mail.message import Mail, parse
from referee.mail.recipients import Recipients, others_see, recipients_of
from referee.mail.tokens import (
    BounceTag,
    ConfirmationTag,
    ReplyTag,
    signs_bounce,
    signs_confirmation,
    signs_reply,
)
from referee.mail.verdict import Bounce, Confirmation, Sender, Verdict
from referee.mail.world import PlayerNow, World

_ANY_WORDS: Final = Vocabulary(
    chains=("Luxor", "Tower", "American", "Worldwide", "Festival", "Imperial", "Continental"),
    columns=12,
    rows=9,
)
"""The names against which the key is looked for: it stands in a line of its own, whatever the game's names are."""

_REUSED: Final = "Message-ID reused with different content"
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
        report = _read_token(tag, world) if isinstance(tag, ReplyTag) else None
        if isinstance(report, _Report) and report.person == person:
            sender = replace(sender, game=report.game, handle=report.handle, round=report.round)
    return _taken(mail, _body(mail), sender, world)


def _nobodys(mail: Mail, envelope: Envelope, recipients: Recipients, world: World) -> Verdict | None:
    """The verdict on what no person wrote to us: nothing of it is answered, or two machines would not stop."""
    claimed = _claimed(mail, world)
    if is_own(mail, envelope, world.identity):
        return Verdict("ignored", "own mail (loop)", sender=claimed)
    letter = _letter_back(recipients, world)
    how = (
        "null sender"
        if has_null_sender(mail, envelope)
        else "multipart/report"
        if is_machine_report(mail)
        else "to the sender of our mail"
        if letter is not None
        else ""
    )
    if how and (bounce := bounce_of(mail, letter)) is not None:
        return Verdict("ignored", _bounced(bounce, how), sender=claimed, bounce=bounce)
    machine = machine_of(mail) or (how and (receipt_of(mail) or _without_bounce(how)))
    return Verdict("ignored", machine, sender=claimed) if machine else None


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


def _claimed(mail: Mail, world: World) -> Sender | None:
    """Who a mail says that it is from, with nothing to prove it; None where no plain address says so."""
    mailbox = sender_of(mail)
    return None if mailbox is None else _says(mailbox, world)


def _heard_before(mail: Mail, world: World) -> Verdict | None:
    """The verdict on what a server delivers a second time."""
    if mail.content in world.contents_under(mail.message_id):
        return Verdict("ignored", "duplicate Message-ID, same content", sender=_claimed(mail, world))
    return None


def _confirmation(mail: Mail, recipients: Recipients, world: World) -> Verdict | None:
    """The verdict on a reply to our question about a new address."""
    told = [tag for tag in recipients.tags if isinstance(tag, ConfirmationTag)]
    if not told:
        return None
    claimed = _claimed(mail, world)
    if len(told) > 1 or not signs_confirmation(world.identity, told[0]):
        return Verdict("rejected", "bad confirmation token", sender=claimed)
    confirmation = Confirmation(told[0].change, told[0].side)
    return Verdict("confirms", reply="answer", sender=claimed, confirmation=confirmation)


def _somebodys(mail: Mail, recipients: Recipients, world: World) -> Verdict:
    """The verdict on what a person wrote: who he is, and what he wrote."""
    mailbox = sender_of(mail)
    sender = _by_token(mail, mailbox, recipients, world)
    if isinstance(sender, Verdict):
        return sender
    sender = sender or _by_address(mail, mailbox, world)
    body = _body(mail)
    sender = _by_key(body.text, mailbox, sender, world)
    if isinstance(sender, Verdict):
        return sender
    if sender is None or sender.proof is None:
        return _unproven(mail, mailbox, sender, recipients, world)
    if world.contents_under(mail.message_id):
        return Verdict("rejected", _REUSED, "error", sender)
    return _taken(mail, body, sender, world)


def _body(mail: Mail) -> Body:
    """What the sender wrote; nothing, and why, where size or shape forbid that it is read."""
    return Body("", mail.fault, ()) if mail.fault else body_of(mail.message)


def _by_token(
    mail: Mail, mailbox: Mailbox | None, recipients: Recipients, world: World
) -> Sender | Verdict | None:
    """Who replies to a report; the verdict where a token stands in his way; None where there is none at all."""
    read = [_read_token(tag, world) for tag in recipients.tags if isinstance(tag, ReplyTag)]
    if not read:
        return None
    claimed = Sender(None, None, None) if mailbox is None else _says(mailbox, world)
    for one in read:
        if isinstance(one, str):
            return Verdict("rejected", one, sender=claimed)
    beside = [_read_token(tag, world) for tag in recipients.beside if isinstance(tag, ReplyTag)]
    reports = {one for one in (*read, *beside) if isinstance(one, _Report)}
    if len(reports) > 1:
        return Verdict("held", "replies to two reports at once", sender=claimed)
    (report,) = reports
    if report.person is None:
        return Verdict("held", "nobody is registered for the seat", sender=claimed)
    if _is_in_anothers_name(mail, report.person, report.game, world):
        return Verdict("held", "token belongs to another player", sender=claimed)
    return Sender(report.person, claimed.address, "token", report.game, report.handle, report.round)


@dataclass(frozen=True, slots=True)
class _Report:
    """To which report of whom a valid token belongs."""

    person: int | None
    game: str
    handle: str
    round: int


def _read_token(tag: ReplyTag, world: World) -> _Report | str:
    """Whose a token is, or what is wrong with it."""
    player = world.player(tag.game, tag.handle)
    if player is None:
        return "bad reply token"
    if _signs(tag, player, player.tenure, world):
        return _Report(player.person, player.game, player.handle, tag.round)
    former = any(_signs(tag, player, tenure, world) for tenure in range(1, player.tenure))
    return "reply token of a former player" if former else "bad reply token"


def _signs(tag: ReplyTag, player: PlayerNow, tenure: int, world: World) -> bool:
    return signs_reply(world.identity, tag, player.game, player.handle, tenure)


def _is_in_anothers_name(mail: Mail, person: int, game: str, world: World) -> bool:
    """Whether a mail with a player's token says that another player of the game wrote it, in whatever way."""
    named = {person_at(world, address) for address in named_as_senders(mail)}
    return any(one is not None and one != person and world.is_player(one, game) for one in named)


def _says(mailbox: Mailbox, world: World) -> Sender:
    """Who somebody says that he is, with nothing to prove it."""
    return Sender(person_at(world, mailbox.address), mailbox.address, None)


def _by_address(mail: Mail, mailbox: Mailbox | None, world: World) -> Sender | None:
    """Who a mail's From says that it is from, and whether our server found that true; None if it says nobody."""
    if mailbox is None:
        return None
    said = _says(mailbox, world)
    if said.person is not None and is_authenticated(mail, world.identity, mailbox):
        return Sender(said.person, said.address, "dmarc")
    return said


def _by_key(
    text: str, mailbox: Mailbox | None, sender: Sender | None, world: World
) -> Sender | Verdict | None:
    """Who wrote by the key in his orders, if there is one; the verdict where it is wrong or another's."""
    key = read(text, _ANY_WORDS).orders.header.key
    if key is None:
        return sender
    holder = world.person_with_key(key)
    if holder is None:
        return Verdict("rejected", "wrong key", "error" if _is_proven(sender) else "none", sender)
    if sender is None or sender.person is None:
        return Sender(holder, None if mailbox is None else mailbox.address, "key")
    if sender.person != holder:
        return Verdict("held", "key belongs to another person", sender=sender)
    return sender if _is_proven(sender) else Sender(holder, sender.address, "key")


def _is_proven(sender: Sender | None) -> bool:
    return sender is not None and sender.proof is not None


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
        return Verdict("held", _REUSED, sender=sender)
    return Verdict("held", "sender not authenticated", "notice", sender)


def _taken(mail: Mail, body: Body, sender: Sender, world: World) -> Verdict:
    """The verdict on what is known to come from a person: his orders, or why nothing of it can be read."""
    if body.refusal:
        return Verdict("rejected", body.refusal, "error", sender, remarks=body.remarks)
    seen = (_SEEN_BY_OTHERS,) if others_see(mail, world.identity, sender.address) else ()
    return Verdict("orders", "", "answer", sender, body.text, (*body.remarks, *seen))
