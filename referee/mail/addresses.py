"""Addresses in headers: read strictly where somebody is believed, loosely where something is looked for.

Python's parsers read `a@b <c@d>` as a@b, other programs as c@d: who is believed must be the same for all of them.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from email.header import decode_header, make_header
from typing import Final

from referee.mail.message import FAULTS, harmless

_LONGEST: Final = 320

_ATOM: Final = r"[^\s()<>:;@\\,\"]++"
_WORD: Final = r"[^\s()<>\[\]:;@\\,\".]++"
_ADDRESS: Final = rf"{_WORD}(?:\.{_WORD})*+@{_WORD}(?:\.{_WORD})*+"
_QUOTED: Final = r'"(?:[^"\\]++|\\.)*+"'
_COMMENT: Final = r"\([^()\\@<>\"]*+\)"
_PLAIN = re.compile(rf"({_ADDRESS})(?:\s*+{_COMMENT})?")
_BRACKETED = re.compile(rf"((?:(?:{_QUOTED}|{_COMMENT}|{_ATOM})\s*+)*+)<({_ADDRESS})>(?:\s*+{_COMMENT})?")
"""Nothing in these can be read in two ways, so that no header makes the matching slow."""

_DELIMITERS = re.compile(r'[\s()<>\[\]:;,"\\]+')
_QUOTED_OR_OPEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?')


@dataclass(frozen=True, slots=True)
class Mailbox:
    """Where a mail says that it comes from, and what it calls him."""

    address: str
    name: str

    @property
    def domain(self) -> str:
        """What stands after the @."""
        return self.address.rpartition("@")[2]


def only_mailbox(value: str) -> Mailbox | None:
    """The address of a header that holds one plain mailbox and nothing else; None for any other."""
    if (found := _PLAIN.fullmatch(value)) is not None:
        address, name = found.group(1), ""
    elif (found := _BRACKETED.fullmatch(value)) is not None:
        address, name = found.group(2), _decoded(found.group(1))
    else:
        return None
    return None if len(address) > _LONGEST or _looks_like_another(address) else Mailbox(address, name)


def _looks_like_another(address: str) -> bool:
    """Whether an address is read as another by who compares without regard to case, or looks up its domain.

    `ß` of a name is `ss` to some and a letter of its own to others, a full-width `a` an `a`: whoever vouches for one
    need not mean the other.
    """
    local, _, domain = address.rpartition("@")
    if not local.isascii() and local.casefold().isascii():
        return True
    if domain.isascii():
        return False
    return _in_letters(domain_key(domain)) != unicodedata.normalize("NFC", domain.lower())


def all_addresses(value: str) -> tuple[str, ...]:
    """Whatever looks like an address in a header, in display names and comments too."""
    words = (word.strip("'") for word in _DELIMITERS.split(value.replace('"@', "@")))
    return tuple(word for word in words if "@" in word.strip("@"))


def addressed(value: str) -> tuple[str, ...]:
    """The addresses of a header as a mail program would show them; what cannot be read is left out."""
    found: list[str] = []
    for entry in _QUOTED_OR_OPEN.sub("", value).split(","):
        _, bracket, rest = entry.rpartition("<")
        found += all_addresses(rest.partition(">")[0] if bracket else entry)
    return tuple(found)


def same_address(one: str, other: str) -> bool:
    """Whether two addresses are the same to us: the case says nothing, nor how the domain is written."""
    local, _, domain = one.rpartition("@")
    other_local, _, other_domain = other.rpartition("@")
    return local.casefold() == other_local.casefold() and same_domain(domain, other_domain)


def same_domain(one: str, other: str) -> bool:
    """Whether two domains are the same, in letters or in ASCII's spelling of them (`xn--…`)."""
    return domain_key(one) == domain_key(other)


def domain_key(domain: str) -> str:
    """A domain in ASCII, as name servers know it; one that cannot be written so as it stands."""
    domain = domain.casefold().removesuffix(".")
    if domain.isascii() or len(domain) > _LONGEST:
        return domain
    try:
        return domain.encode("idna").decode("ascii")
    except UnicodeError:
        return domain


def spellings(address: str) -> tuple[str, ...]:
    """The ways to write an address: as it stands, and with its domain in ASCII and in letters."""
    local, _, domain = address.rpartition("@")
    ascii_domain = domain_key(domain)
    letters = _in_letters(ascii_domain)
    return tuple(dict.fromkeys((address, f"{local}@{ascii_domain}", f"{local}@{letters}")))


def _in_letters(domain: str) -> str:
    """A domain in the letters that its ASCII stands for; as it stands where it stands for none."""
    try:
        return domain.encode("ascii").decode("idna")
    except UnicodeError:
        return domain


def _decoded(name: str) -> str:
    """A display name with its encoded words decoded."""
    try:
        return harmless(str(make_header(decode_header(name))).encode("utf-8", "replace"))
    except FAULTS:
        return name
