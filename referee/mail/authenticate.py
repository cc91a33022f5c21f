"""Where a mail says that it comes from, and whether our own server found that true."""

from __future__ import annotations

from referee.mail.addresses import Mailbox, all_addresses, only_mailbox, same_domain, spellings
from referee.mail.authres import Results, read_results
from referee.mail.message import Mail
from referee.mail.world import Identity, World


def sender_of(mail: Mail) -> Mailbox | None:
    """The one plain mailbox of the one From of a mail; None where there is anything else."""
    values = mail.headers("from")
    return only_mailbox(values[0]) if len(values) == 1 else None


def named_as_senders(mail: Mail) -> tuple[str, ...]:
    """Whatever addresses stand in a From, for who must find out whom a mail might be taken for."""
    return tuple(address for value in mail.headers("from") for address in all_addresses(value))


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
