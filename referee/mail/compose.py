"""From what is to be said to the bytes of a mail: the same said again gives the same bytes.

The header is written by hand. Python's policies fold a long In-Reply-To or References into encoded words, by which
Outlook threads no more; and what cannot be written here at all, a second line in a header, nobody can inject.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.utils import format_datetime, quote
from typing import Final, Literal, TypeAlias

from referee.mail.office import Office
from referee.mail.tokens import bounce_address
from referee.mail.wire import wire_address, wire_domain
from referee.mail.world import Identity

Kind: TypeAlias = Literal["report", "answer", "notice", "stranger", "question"]
"""Why a letter is written. `report`: the game goes on. `answer`: to a person who has proved who he is.
`notice`: somebody should know something. `stranger`: to somebody unknown. `question`: may this address be used."""

MARK: Final = "X-Acquire-Referee"
"""The header by which we know a mail of our own when it comes back."""

LONGEST_SUBJECT: Final = 150
"""Characters."""

_ANSWERS: Final = frozenset({"answer", "stranger"})
_BOUNCES_WANTED: Final = frozenset({"report", "answer"})
"""Letters to people who are known. The others have the null sender: whoever did not prove who he is may have put
somebody else's address there, and what comes back of it must not come to us."""

_LONGEST_NAME: Final = 60
_LONGEST_ID: Final = 250
_MOST_IDS: Final = 10
_LONGEST_LINE: Final = 998
"""Octets of a line without its end (RFC 5322, 2.1.1)."""
_FOLD: Final = 76
_ID: Final = re.compile(r"<[!-;=?A-~]+@[!-;=?A-~]+>")
_ENCODED: Final = "=?"
_ATOMS: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*")
_KEPT: Final = "\n\t"
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_LETTERS_OF_NAME: Final = 24


@dataclass(frozen=True, slots=True)
class Finished:
    """A mail ready to go: the fields are those of a letter in the outbox.

    `sender` is the address of MAIL FROM, "" the null sender. `body` is header and text, all lines ending in CRLF.
    """

    name: str
    kind: Kind
    sender: str
    recipient: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Thread:
    """The mails before this one: `answers` is the Message-ID of the one that it answers, `earlier` those before it.

    They may come from anybody: what is no well-formed Message-ID is left out.
    """

    answers: str | None = None
    earlier: tuple[str, ...] = ()


def letter_name(kind: Kind, *parts: object) -> str:
    """The name of a letter, by which the same is never written twice: a digest of what it is."""
    told = json.dumps([kind, *map(str, parts)], ensure_ascii=True).encode()
    return base64.b32encode(hashlib.sha256(told).digest()).decode().lower()[:_LETTERS_OF_NAME]


def message_id(identity: Identity, name: str) -> str:
    """The Message-ID of the letter with that name, in its angle brackets."""
    return f"<{name}@{wire_domain(identity.domain)}>"


def compose(  # noqa: PLR0913  # a letter has that many parts
    office: Office,
    kind: Kind,
    name: str,
    recipient: str,
    *,
    subject: str,
    text: str,
    at: str,
    thread: Thread | None = None,
    reply_to: str | None = None,
) -> Finished:
    """Write a letter to one recipient.

    `name` is its `letter_name`, `at` the moment that its Date shows, as `2026-12-04T18:00:00Z`, `reply_to` where an
    answer shall go if not to our plain address. Subject and text may hold anything: it stays in its place. Raises
    ValueError where an address is none.
    """
    identity = office.identity
    words = _cleaned(text)
    content, encoding = _encoded(words)
    header = [
        ("From", _from(office)),
        ("To", wire_address(recipient)),
        *([] if reply_to is None else [("Reply-To", wire_address(reply_to))]),
        ("Subject", _phrase("Subject", subject_line(subject))),
        ("Date", format_datetime(datetime.fromisoformat(at))),
        ("Message-ID", message_id(identity, name)),
        *_threading(thread or Thread()),
        ("Auto-Submitted", "auto-replied" if kind in _ANSWERS else "auto-generated"),
        ("X-Auto-Response-Suppress", "DR, RN, NRN, OOF, AutoReply"),
        (MARK, "1"),
        ("MIME-Version", "1.0"),
        ("Content-Type", f"text/plain; charset={'us-ascii' if words.isascii() else 'utf-8'}"),
        ("Content-Transfer-Encoding", encoding),
    ]
    lines = "".join(f"{field}: {value}\r\n" for field, value in header)
    sender = bounce_address(identity, name) if kind in _BOUNCES_WANTED else ""
    return Finished(name, kind, sender, recipient, lines.encode() + b"\r\n" + content)


def readdressed(body: bytes, recipient: str) -> bytes:
    """The bytes of a letter of ours with another address in To; all else stays, its Message-ID above all.

    Raises ValueError where the address is none.
    """
    header, blank, text = body.partition(b"\r\n\r\n")
    to = f"To: {wire_address(recipient)}".encode()
    lines = (to if line.startswith(b"To: ") else line for line in header.split(b"\r\n"))
    return b"\r\n".join(lines) + blank + text


def subject_line(text: str) -> str:
    """A subject as it is sent: on one line, nothing unseen in it, and no longer than is read."""
    seen = "".join(" " if unicodedata.category(one) in _UNSEEN else one for one in text)
    line = " ".join(seen.split())
    return line if len(line) <= LONGEST_SUBJECT else f"{line[: LONGEST_SUBJECT - 1].rstrip()}…"


def _from(office: Office) -> str:
    address = wire_address(office.identity.address)
    name = subject_line(office.name)[:_LONGEST_NAME].rstrip()
    if not name:
        return address
    if name.isascii() and _ENCODED not in name:
        told = name if _ATOMS.fullmatch(name) else f'"{quote(name)}"'
    else:
        told = _phrase("From", name)
    return f"{told} <{address}>"


def _phrase(field: str, text: str) -> str:
    """The text as it may stand in a header: as it is if it is ASCII and cannot be taken for an encoded word."""
    if text.isascii() and _ENCODED not in text:
        return text
    return Header(text, "utf-8", maxlinelen=_FOLD, header_name=field).encode(linesep="\r\n")


def _threading(thread: Thread) -> Iterator[tuple[str, str]]:
    answered = None if thread.answers is None else _sound(thread.answers)
    if answered is not None:
        yield "In-Reply-To", answered
    told = [*map(_sound, thread.earlier), answered]
    references = _fitting(list(dict.fromkeys(one for one in told if one is not None)))
    if references:
        yield "References", " ".join(references)


def _sound(identifier: str) -> str | None:
    found = identifier.strip(" \t\r\n")
    return found if len(found) <= _LONGEST_ID and _ID.fullmatch(found) else None


def _fitting(identifiers: Sequence[str]) -> list[str]:
    """The first and as many of the last as go on one line: the first is the thread's own, the last are its newest."""
    room = _LONGEST_LINE - len("References:")
    kept: list[str] = []
    for one in (*identifiers[:1], *reversed(identifiers[1:])):
        room -= len(one) + 1
        if room < 0 or len(kept) == _MOST_IDS:
            break
        kept.append(one)
    return [*kept[:1], *reversed(kept[1:])]


def _cleaned(text: str) -> str:
    """The text with a line feed alone after each of its lines, and nothing in it that moves a cursor."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if one not in _KEPT and unicodedata.category(one) in {"Cc", "Cs"} else one
        for one in lines
    )


def _encoded(text: str) -> tuple[bytes, str]:
    """The text's bytes for the line, and what Content-Transfer-Encoding calls them."""
    lines = text.split("\n")
    if text.isascii() and not any(len(line) > _LONGEST_LINE or line.startswith("From ") for line in lines):
        return text.replace("\n", "\r\n").encode(), "7bit"
    quoted = binascii.b2a_qp(text.encode()).split(b"\n")
    return b"\r\n".join(map(_unlike_a_mailbox, quoted)), "quoted-printable"


def _unlike_a_mailbox(line: bytes) -> bytes:
    """`From ` at the beginning of a line would begin a mail in a mailbox file, and be changed by who writes one."""
    if not line.startswith(b"From "):
        return line
    changed = b"=46" + line[1:]
    return changed if len(changed) <= _FOLD else b"=46rom =\r\n" + line[len(b"From ") :]
