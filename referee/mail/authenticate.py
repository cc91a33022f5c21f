"""Who wrote a mail.

By the token in the address it was sent to; by its From, if our own server found that true; by a key in the orders.
Only where nothing speaks against it: whoever writes in one player's name with another's token is believed neither.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from orders.reader import read
from referee.mail.addresses import Mailbox, all_addresses, only_mailbox, same_domain, spellings
from referee.mail.authres import Results, read_results
from referee.mail.message import Mail
from referee.mail.order_lines import ANY_WORDS
from referee.mail.recipients import Recipients
from referee.mail.tokens import ReplyTag, signs_reply
from referee.mail.verdict import Reply, Sender, Verdict
from referee.mail.world import Identity, PlayerNow, World

_MOST_NAMED: Final = 20
"""For each the house is asked."""


@dataclass(frozen=True, slots=True)
class Report:
    """To which report of whom a valid token belongs."""

    person: int | None
    game: str
    handle: str
    round: int


def sender_of(mail: Mail) -> Mailbox | None:
    """The one plain mailbox of the one From of a mail; None where there is anything else."""
    values = mail.headers("from")
    return only_mailbox(values[0]) if len(values) == 1 else None


def named_as_senders(mail: Mail) -> tuple[str, ...]:
    """The addresses in whatever From there is, for who must find out whom a mail might be taken for."""
    found = (address for value in mail.headers("from") for address in all_addresses(value))
    return tuple(dict.fromkeys(found))[:_MOST_NAMED]


def person_at(world: World, address: str) -> int | None:
    """Whose address it is, however its domain is written."""
    for spelling in spellings(address):
        if (person := world.person_at(spelling)) is not None:
            return person
    return None


def is_authenticated(mail: Mail, identity: Identity, sender: Mailbox) -> bool:
    """Whether our server says that a mail comes from its From: `dmarc=pass` in the topmost of our own results.

    A header that can be read in two ways proves nothing: what our server looked at may not be what we see.
    """
    ours = _our_results(mail, identity)
    if ours is None or not mail.sound:
        return False
    found = [result for result in ours.results if result.method == "dmarc"]
    domains = [value for result in found for name, value in result.properties if name == "header.from"]
    return (
        bool(found)
        and all(result.result == "pass" for result in found)
        and all(same_domain(value.rpartition("@")[2], sender.domain) for value in domains)
    )


def _our_results(mail: Mail, identity: Identity) -> Results | None:
    """The topmost results of our own server. Those of others, and those below, anybody can have written."""
    ours = {name.casefold() for name in identity.authserv_ids}
    for value in mail.headers("authentication-results"):
        results = read_results(value)
        if results is not None and results.server in ours:
            return results
    return None


def claimed_sender(mail: Mail, world: World) -> Sender | None:
    """Who a mail says that it is from, with nothing to prove it; None where no plain address says so."""
    mailbox = sender_of(mail)
    return None if mailbox is None else _said(mailbox, world)


def by_token(
    mail: Mail, mailbox: Mailbox | None, recipients: Recipients, world: World
) -> Sender | Verdict | None:
    """Who replies to a report; the verdict where a token stands in his way; None where there is none at all."""
    told = [read_token(tag, world) for tag in recipients.tags if isinstance(tag, ReplyTag)]
    if not told:
        return None
    claimed = Sender(None, None, None) if mailbox is None else _said(mailbox, world)
    for one in told:
        if isinstance(one, str):
            return Verdict("rejected", one, sender=claimed)
    beside = [read_token(tag, world) for tag in recipients.beside if isinstance(tag, ReplyTag)]
    reports = {one for one in (*told, *beside) if isinstance(one, Report)}
    if len(reports) > 1:
        return Verdict("held", "replies to two reports at once", sender=claimed)
    (report,) = reports
    if report.person is None:
        return Verdict("held", "nobody is registered for the seat", sender=claimed)
    if _is_in_anothers_name(mail, report.person, report.game, world):
        return Verdict("held", "token belongs to another player", sender=claimed)
    return Sender(report.person, claimed.address, "token", report.game, report.handle, report.round)


def read_token(tag: ReplyTag, world: World) -> Report | str:
    """Whose a token is, or what is wrong with it."""
    player = world.player(tag.game, tag.handle)
    if player is None:
        return "bad reply token"
    if _signs(tag, player, player.tenure, world):
        return Report(player.person, player.game, player.handle, tag.round)
    former = any(_signs(tag, player, tenure, world) for tenure in range(1, player.tenure))
    return "reply token of a former player" if former else "bad reply token"


def _signs(tag: ReplyTag, player: PlayerNow, tenure: int, world: World) -> bool:
    return signs_reply(world.identity, tag, player.game, player.handle, tenure)


def _is_in_anothers_name(mail: Mail, person: int, game: str, world: World) -> bool:
    """Whether a mail with a player's token says that another player of the game wrote it, in whatever way."""
    named = {person_at(world, address) for address in named_as_senders(mail)}
    return any(one is not None and one != person and world.is_player(one, game) for one in named)


def _said(mailbox: Mailbox, world: World) -> Sender:
    """Who somebody says that he is, with nothing to prove it."""
    return Sender(person_at(world, mailbox.address), mailbox.address, None)


def by_address(mail: Mail, mailbox: Mailbox | None, world: World) -> Sender | None:
    """Who a mail's From says that it is from, and whether our server found that true; None if it says nobody."""
    if mailbox is None:
        return None
    said = _said(mailbox, world)
    if said.person is not None and is_authenticated(mail, world.identity, mailbox):
        return Sender(said.person, said.address, "dmarc")
    return said


def by_key(
    text: str, mailbox: Mailbox | None, sender: Sender | None, world: World
) -> Sender | Verdict | None:
    """Who wrote by the key in his orders, if there is one; the verdict where it is wrong or another's."""
    key = read(text, ANY_WORDS).orders.header.key
    if key is None:
        return sender
    holder = world.person_with_key(key)
    if holder is None:
        return Verdict("rejected", "wrong key", _who_hears_of_wrong_key(sender), sender)
    if sender is None or sender.person is None:
        return Sender(holder, None if mailbox is None else mailbox.address, "key")
    if sender.person != holder:
        return Verdict("held", "key belongs to another person", sender=sender)
    return sender if _is_proven(sender) else Sender(holder, sender.address, "key")


def _who_hears_of_wrong_key(sender: Sender | None) -> Reply:
    """Whoever can be meant: it may be his own slip, or somebody else's guess."""
    if sender is None or sender.person is None:
        return "none"
    return "error" if _is_proven(sender) else "notice"


def _is_proven(sender: Sender | None) -> bool:
    return sender is not None and sender.proof is not None
