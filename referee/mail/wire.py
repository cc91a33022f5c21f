"""Addresses as we write them, in a header and on the line to a server: one plain mailbox, or none at all."""

from __future__ import annotations

import re
from typing import Final

from referee.mail.addresses import domain_key

_LONGEST: Final = 254
"""Characters of an address that servers take (RFC 5321, 4.5.3.1.3, less the angle brackets)."""

_PART: Final = r"[^\s\x00-\x1f\x7f-\x9f\ud800-\udfff<>()\[\]\\,;:@\"]+"
_PLAIN: Final = re.compile(f"{_PART}@{_PART}")


def wire_address(address: str) -> str:
    """The address as servers are told it: an international domain in ASCII, where it can be written so.

    Raises ValueError for what is no plain `local@domain`: nothing else may come near a header or a command.
    """
    if len(address) > _LONGEST or not _PLAIN.fullmatch(address):
        raise ValueError("this is not one plain address")
    local, _, domain = address.rpartition("@")
    return f"{local}@{wire_domain(domain)}"


def wire_domain(domain: str) -> str:
    """`xn--…` for a domain with other letters; as it is where it is ASCII, or cannot be written so."""
    return domain if domain.isascii() else domain_key(domain)
