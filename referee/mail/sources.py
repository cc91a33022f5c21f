"""What all the ways in have in common: each hands a mail over to be stored, and only then says that it is taken."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from referee.errors import UserError
from referee.mail.envelope import Envelope

Store: TypeAlias = Callable[[bytes, Envelope], None]
"""Stores a mail for good before it returns, or raises. It blocks, and a server waits while it does."""

Unmarked: TypeAlias = set[bytes]
"""Digests of the mails that were stored and could not be marked as taken. They lie there as if they were new: whoever
looks again with the same set stores none of them a second time."""

CUT_AT: Final = 2 * 1024 * 1024
"""Bytes that are taken of a mail in a mailbox. It is more than intake reads of any: what is cut here is refused, and
answered, for its size."""

_HEADER: Final = 256 * 1024
"""Bytes at the beginning of a mail among which its Return-Path is looked for."""

_RETURN_PATH: Final = re.compile(
    rb"^Return-Path:[ \t]*(?:\r?\n[ \t]+)?<([^<>\r\n]*)>", re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of one look into a mailbox: how many mails were stored, and a sentence about each in trouble."""

    stored: int = 0
    faults: tuple[str, ...] = ()


class SourceError(UserError):
    """A source of mail cannot be used as it is now; everything that was not stored is still where it was."""


def store_once(raw: bytes, store: Store, unmarked: Unmarked) -> bool:
    """Store a mail that lay in a mailbox, unless it is one of those; from now on it is. Whether it was stored."""
    digest = hashlib.sha256(raw).digest()
    if digest in unmarked:
        return False
    store(raw, envelope_in(raw))
    unmarked.add(digest)
    return True


def forget_marked(raw: bytes, unmarked: Unmarked) -> None:
    """A mail that was stored counts as taken where it lay, too."""
    unmarked.discard(hashlib.sha256(raw).digest())


def envelope_in(raw: bytes) -> Envelope:
    """The envelope of a mail that lay in a mailbox: its topmost Return-Path, as the delivering server wrote it.

    The recipients are not known: the fields that may name them are for `intake` to judge.
    """
    header, _, _ = raw[:_HEADER].replace(b"\r\n", b"\n").partition(b"\n\n")
    found = _RETURN_PATH.search(header)
    return Envelope(sender=clean_address(found[1]) if found else None)


def clean_address(address: bytes | str) -> str:
    """An address from outside as text that can be stored anywhere and shown on one line."""
    given = address if isinstance(address, bytes) else address.encode("utf-8", "surrogateescape")
    return "".join(one if one.isprintable() else "�" for one in given.decode("utf-8", "replace").strip())
