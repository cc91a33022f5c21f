"""The tokens in our addresses: what is told by the address that a mail was sent to, and that only we can write.

A token is `base32(HMAC-SHA256(secret, what))[:16]` in lower case, 80 bits. What is signed is spelt as the game spells
it; mail servers change the case of an address, so that reading one asks the game for its spelling first.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from referee.mail.world import Identity

LENGTH: Final = 16
LOCAL_LIMIT: Final = 64
"""Octets that may stand before the @ (RFC 5321, 4.5.3.1.1): servers refuse more."""

_LONGEST_GAME: Final = 20
_LONGEST_HANDLE: Final = 16
LONGEST_NAMES: Final = _LONGEST_GAME + _LONGEST_HANDLE
"""Characters of a game's name and a handle together."""
_LONGEST_ROUND: Final = 4

Side: TypeAlias = Literal["old", "new"]

_REPLY = re.compile(r"([^.]+)\.([^.]+)\.([0-9]{1,7})\.([^.]*)")
_BOUNCE = re.compile(r"bounce\.([a-z0-9]+)\.([^.]*)")
_CONFIRMATION = re.compile(r"address\.([0-9]{1,18})\.(old|new)\.([^.]*)")


@dataclass(frozen=True, slots=True)
class ReplyTag:
    """A reply to the report of a round, as the address says: nothing is proved yet."""

    game: str
    handle: str
    round: int
    token: str


@dataclass(frozen=True, slots=True)
class BounceTag:
    """What comes back to the sender of a letter, by its name in the outbox."""

    letter: str
    token: str


@dataclass(frozen=True, slots=True)
class ConfirmationTag:
    """A reply to the question about a new address."""

    change: int
    side: Side
    token: str


Tag: TypeAlias = ReplyTag | BounceTag | ConfirmationTag


def reply_address(identity: Identity, game: str, handle: str, round_number: int, tenure: int) -> str:
    """Where the reply to a private report goes: to the plain address where no token can stand in it."""
    token = _reply_token(identity, game, handle, round_number, tenure)
    return _address(identity, f"{game}.{handle}.{round_number}.{token}")


def bounce_address(identity: Identity, letter: str) -> str:
    """The envelope sender of a letter: to the plain address where no token can stand in it."""
    return _address(identity, f"bounce.{letter}.{_token(identity, 'bounce', letter)}")


def confirmation_address(identity: Identity, change: int, side: Side) -> str:
    """Where the reply to the question about a new address goes; the plain address where no token can stand in it."""
    return _address(identity, f"address.{change}.{side}.{_token(identity, 'address', str(change), side)}")


def longest_local(identity: Identity) -> int:
    """How many octets the longest reply address has before its @: more than LOCAL_LIMIT go out without a token."""
    handle, game = "h" * _LONGEST_HANDLE, "g" * _LONGEST_GAME
    tag = f"{game}.{handle}.{'9' * _LONGEST_ROUND}.{'t' * LENGTH}"
    return len(_local(identity, tag).encode())


def read_tag(tag: str) -> Tag | None:
    """What an address of ours says, by the part that is not always the same; None where it says nothing."""
    if (found := _BOUNCE.fullmatch(tag)) is not None:
        return BounceTag(*found.groups())
    if (found := _CONFIRMATION.fullmatch(tag)) is not None:
        change, side, token = found.groups()
        return ConfirmationTag(int(change), "old" if side == "old" else "new", token)
    if (found := _REPLY.fullmatch(tag)) is not None:
        game, handle, round_number, token = found.groups()
        return ReplyTag(game, handle, int(round_number), token)
    return None


def is_ours_alone(tag: str) -> bool:
    """Whether a tag, in lower case, has the form of a token to the letter, as nobody's own address has."""
    read = read_tag(tag)
    return read is not None and re.fullmatch(r"[a-z2-7]{16}", read.token) is not None


def signs_reply(identity: Identity, tag: ReplyTag, game: str, handle: str, tenure: int) -> bool:
    """Whether a token is that of a game and handle, in the game's spelling, and of a tenure."""
    return _same(tag.token, _reply_token(identity, game, handle, tag.round, tenure))


def signs_bounce(identity: Identity, tag: BounceTag) -> bool:
    """Whether a letter of ours went out under this address."""
    return _same(tag.token, _token(identity, "bounce", tag.letter))


def signs_confirmation(identity: Identity, tag: ConfirmationTag) -> bool:
    """Whether we asked one side about this change."""
    return _same(tag.token, _token(identity, "address", str(tag.change), tag.side))


def _reply_token(identity: Identity, game: str, handle: str, round_number: int, tenure: int) -> str:
    """What was signed for one holder of a seat is worth nothing to the next: later tenures stand in it."""
    later = (str(tenure),) if tenure > 1 else ()
    return _token(identity, game, handle, str(round_number), *later)


def _token(identity: Identity, *what: str) -> str:
    signed = hmac.new(identity.secret, "|".join(what).encode(), hashlib.sha256).digest()
    return base64.b32encode(signed).decode("ascii")[:LENGTH].lower()


def _same(told: str, true: str) -> bool:
    """In constant time, without regard to case."""
    return hmac.compare_digest(told.lower().encode(errors="replace"), true.encode())


def _local(identity: Identity, tag: str) -> str:
    return tag if identity.reply_style == "whole" else f"{identity.local}+{tag}"


def _address(identity: Identity, tag: str) -> str:
    local = _local(identity, tag)
    if identity.reply_style == "none" or len(local.encode()) > LOCAL_LIMIT:
        return identity.address
    return f"{local}@{identity.domain}"
