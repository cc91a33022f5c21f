"""What is the address of one plain mailbox, and when two are the same."""

import re
from typing import Final

LONGEST_ADDRESS: Final = 254
"""Characters of an address that mail servers take (RFC 5321, 4.5.3.1.3, less the angle brackets)."""

_LONGEST_LOCAL: Final = 64
_ENCODED: Final = "=?"
"""How an encoded word begins (RFC 2047): who has that in his address is shown as something else."""
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_DOMAIN: Final = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")


def plain_address(text: str) -> str | None:
    """The address as mail servers take it: its domain in ASCII (an international one as `xn--…`) and small.

    None for everything that is not one plain mailbox: names, brackets, quotes, comments, several, blanks within.
    """
    said = text.strip(" ")
    local, at, domain = said.rpartition("@")
    if not at or len(local) > _LONGEST_LOCAL or _ENCODED in local or not _LOCAL.fullmatch(local):
        return None
    ascii_domain = _ascii(domain)
    if ascii_domain is None or not _DOMAIN.fullmatch(ascii_domain):
        return None
    address = f"{local}@{ascii_domain}"
    return address if len(address) <= LONGEST_ADDRESS else None


def address_key(address: str) -> str:
    """What is the same for two addresses only if they are the same: in any case, international or in ASCII."""
    local, at, domain = address.rpartition("@")
    return f"{local.casefold()}{at}{_ascii(domain) or domain.casefold()}"


def _ascii(domain: str) -> str | None:
    """A domain as it is written in ASCII, in small letters; None for one that cannot be."""
    try:
        return domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return None
