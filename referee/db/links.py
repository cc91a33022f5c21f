r"""The hash chain over a game's log: what exactly is hashed.

Everything that is hashed is text, joined with `|`, as the bytes that are stored (ASCII), so that anybody can
check a log with `sha256sum` alone::

    digest = sha256("SALT|RECORD")              printf '%s|%s' "$salt" "$record" | sha256sum
    hash   = sha256("PREVIOUS|SEQ|DIGEST")      printf '%s|%s|%s' "$previous" "$seq" "$digest" | sha256sum

SALT, PREVIOUS, DIGEST and the results are 64 lower-case hexadecimal digits; SALT is random for each record,
so that a short secret cannot be found by trying; RECORD is the canonical text (see `codec`); SEQ is decimal
and counts from 1. PREVIOUS is the hash of the record before; for the first it is the random id of the game.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from referee.errors import UserError

SHORTEST_HEAD = 12
"""Hexadecimal digits of a hash that a report's footer shows, and that a head must have at least."""

_HEAD = re.compile(r"([0-9]{1,9}):([0-9a-f]{12,64})(?:…|\.\.\.)?")


class Row(NamedTuple):
    """A record as the database gives it, unread."""

    seq: int
    text: str
    salt: str
    hash: str


FaultKind: TypeAlias = Literal[
    "changed",  # text or salt are not those that were sealed
    "hash",  # the hash was changed, its record was not
    "missing",
    "doubled",
    "swapped",
    "inserted",
    "cut",  # the tail
    "rewritten",  # in itself the log holds, but a report says otherwise
    "malformed",
]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a log; `seq` is the first record concerned."""

    seq: int
    kind: FaultKind
    message: str
    """A clause without a full stop, naming the record."""


@dataclass(frozen=True, slots=True)
class Head:
    """How far a log goes, and what stands for everything in it.

    `hash` may be shortened to at least 12 digits. The head of an empty log is 0 and the game's id.
    """

    seq: int
    hash: str

    @classmethod
    def read(cls, text: str) -> "Head":
        """The head written as in a report's footer: `214:9c1e04ab57d2`."""
        found = _HEAD.fullmatch(text.strip().lower())
        if not found:
            raise UserError(
                f"'{text}' is not the head of a log. Copy it from the last line of a report: the record's "
                f"number, a colon and at least {SHORTEST_HEAD} digits of its hash, as in 214:9c1e04ab57d2."
            )
        return cls(int(found[1]), found[2])

    @property
    def short(self) -> str:
        """The form for a report's footer."""
        return f"{self.seq}:{self.hash[:SHORTEST_HEAD]}"

    def __str__(self) -> str:
        return f"{self.seq}:{self.hash}"


def digest_of(salt: str, text: str) -> str:
    """What stands for one record without giving it away."""
    return hashlib.sha256(f"{salt}|{text}".encode("utf-8", "surrogateescape")).hexdigest()


def link_of(previous: str, seq: int, digest: str) -> str:
    """The hash of record `seq`: it stands for this record and all before it."""
    return hashlib.sha256(f"{previous}|{seq}|{digest}".encode("utf-8", "surrogateescape")).hexdigest()
