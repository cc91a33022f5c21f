"""To which of our addresses a mail was sent, and who else got it.

What the envelope says comes first: a header can say anything. But what stands in an address proves itself (tokens),
so that where the envelope is not known, or names only our plain address, the headers are asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from referee.mail.addresses import addressed, all_addresses, same_address, same_domain
from referee.mail.envelope import Envelope
from referee.mail.message import Mail
from referee.mail.tokens import Tag, is_ours_alone, read_tag
from referee.mail.world import Identity

_DELIVERY: Final = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
_VISIBLE: Final = ("to", "cc")
_MOST_TAGS: Final = 20
"""For each the house is asked: nobody has so many games that he answers at once."""

_SEPARATOR = re.compile(r"\+|%2b")


@dataclass(frozen=True, slots=True)
class Recipients:
    """Whether a mail was sent to us as far as can be seen, and what the addresses say that it was sent to.

    `tags` are what the mail is judged by. `beside` are those that stand only in its headers though the envelope told
    of others: the letter may have been copied into another mail.
    """

    to_us: bool
    tags: tuple[Tag, ...]
    beside: tuple[Tag, ...] = ()


def recipients_of(mail: Mail, envelope: Envelope, identity: Identity) -> Recipients:
    """Where a mail was sent."""
    by_envelope = [_whole(address) for address in envelope.recipients]
    by_header = [
        address
        for name in (*_DELIVERY, *_VISIBLE)
        for value in mail.headers(name)
        for address in all_addresses(value)
    ]
    enveloped = _tags(by_envelope, identity)
    headed = _tags(by_header, identity)
    to_us = bool(by_envelope) or any(_tag(address, identity) is not None for address in by_header)
    if enveloped:
        return Recipients(to_us, enveloped, tuple(tag for tag in headed if tag not in enveloped))
    return Recipients(to_us, headed)


def others_see(mail: Mail, identity: Identity, sender: str | None) -> bool:
    """Whether a mail went openly to others than us and its own sender."""
    return any(
        not (sender and same_address(address, sender))
        for name in _VISIBLE
        for value in mail.headers(name)
        for address in addressed(value)
        if _tag(address, identity) is None
    )


def is_ours(address: str, identity: Identity) -> bool:
    """Whether an address is ours, with a token or without."""
    return _tag(_whole(address), identity) is not None


def _whole(address: str) -> str:
    """An address of the envelope without brackets, quotes and the way that it should take (`<@relay:a@b>`).

    A server can hand over any bytes, which stand in a text as what no text may hold.
    """
    address = address.encode(errors="replace").decode()
    found = all_addresses(address)
    return found[-1] if found else address


def _tags(addresses: list[str], identity: Identity) -> tuple[Tag, ...]:
    read = (read_tag(tag) for address in addresses if (tag := _tag(address, identity)))
    return tuple(dict.fromkeys(tag for tag in read if tag is not None))[:_MOST_TAGS]


def _tag(address: str, identity: Identity) -> str | None:
    """What stands in an address of ours beside our name: "" in the plain one, None where it is not ours."""
    local, _, domain = address.rpartition("@")
    if not same_domain(domain, identity.domain):
        return None
    local, own = local.lower(), identity.local.lower()
    if local == own:
        return ""
    if local.startswith(own):
        if (separator := _SEPARATOR.match(local, len(own))) is not None:
            return local[separator.end() :]
        hyphened = local[len(own) + 1 :]
        if local[len(own)] == "-" and is_ours_alone(hyphened):
            return hyphened
    return local if is_ours_alone(local) else None
