"""A mail as far as anybody may rely on it: read within limits, whatever its bytes are.

Python's modern policy raises on real mails (a broken `To`, an absurd `Date`), so that parts are read with the old
one and headers by this module. A mail beyond the limits is read as far as its header, and says in `fault` why.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from email.feedparser import BytesFeedParser
from email.message import Message
from email.policy import Compat32, compat32
from typing import Any, Final

MAX_SIZE: Final = 1024 * 1024
MAX_HEADER: Final = 128 * 1024
MAX_PARTS: Final = 100
MAX_DEPTH: Final = 10

FAULTS: Final = (ValueError, TypeError, LookupError, AttributeError, AssertionError)
"""What Python's mail package, and what is built on it, raises on hostile mails instead of an error of its own."""

_TOO_LARGE: Final = "larger than 1 MiB"
_LONG_HEADER: Final = "header larger than 128 KiB"
_MANY_PARTS: Final = "too many MIME parts"
_DEEP: Final = "MIME parts nested too deeply"
_UNREADABLE: Final = "MIME parts that cannot be read"

_LINE = re.compile(rb"([!-9;-~]+)([ \t]*):")
_MBOX_LINE = re.compile(rb">?From [^\n]*\n")
_ID = re.compile(r"<[^<>\s]{1,990}>")
_WRITTEN_BY_HAND: Final = ("from", "to", "subject", "date")


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail that was read.

    `fields` is its header, names in lower case, values unfolded and without control characters, in order. `sound` is
    whether its header can be read in one way only: where not, another server may have seen other fields than we do.
    `message` holds the parts; none where there is a `fault` (a clause that says what is wrong with size or shape).
    `content` is a digest of what the sender wrote: it stays the same when a server delivers the mail again.
    """

    raw: bytes
    message: Message
    fields: tuple[tuple[str, str], ...]
    sound: bool
    fault: str
    content: str

    def headers(self, name: str) -> tuple[str, ...]:
        """All values of a field, from the top; `name` in lower case."""
        return tuple(value for field, value in self.fields if field == name)

    def header(self, name: str) -> str | None:
        """The topmost value of a field."""
        return next((value for field, value in self.fields if field == name), None)

    @property
    def thread_id(self) -> str | None:
        """The Message-ID with its brackets, for who answers; None where there is none that can be repeated."""
        found = _ID.search(self.header("message-id") or "")
        return None if found is None else found.group()

    @property
    def message_id(self) -> str:
        """What the mail is known by: its Message-ID, or a digest where it has none.

        That of the content; but of a mail without a date that of all bytes, or `ready` of this round and `ready` of
        the next would be the same mail.
        """
        if (told := self.thread_id) is not None:
            return told
        if self.header("date"):
            return f"content {self.content}"
        return f"bytes {hashlib.sha256(self.raw).hexdigest()}"


def parse(raw: bytes) -> Mail:
    """Read a mail. Never raises, and takes time in proportion to its size."""
    lines = raw.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n")
    if b"\n" not in lines:
        lines = lines.replace(b"\r", b"\n")
    lines = lines.lstrip(b"\n")
    if (mbox := _MBOX_LINE.match(lines)) is not None:
        lines = lines[mbox.end() :]
    head, _, body = lines.partition(b"\n\n")
    fault = _TOO_LARGE if len(raw) > MAX_SIZE else _LONG_HEADER if len(head) > MAX_HEADER else ""
    head = head[:MAX_HEADER]
    fields, sound = _fields(head)
    head = head.replace(b"\r", b" ").replace(b"\0", b"")
    if fault:
        message = Message()
    else:
        message, fault = _parts(head + b"\n\n" + body.replace(b"\0", b""))
    return Mail(
        raw=raw,
        message=message,
        fields=fields,
        sound=sound and len(head) < MAX_HEADER,
        fault=fault,
        content=_content(fields, body),
    )


def harmless(value: bytes) -> str:
    """The text of a header: UTF-8, or else Latin-1; whatever does not show is a blank."""
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        text = value.decode("latin-1")
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    return text.strip()


def _fields(head: bytes) -> tuple[tuple[tuple[str, str], ...], bool]:
    """The fields of a header, and whether there is nothing in it that is none."""
    fields: list[tuple[str, list[bytes]]] = []
    sound = b"\r" not in head
    for line in head.split(b"\n"):
        if line[:1] in {b" ", b"\t"} and fields:
            fields[-1][1].append(line)
        elif (start := _LINE.match(line)) is not None:
            fields.append((start.group(1).decode("ascii").lower(), [line[start.end() :]]))
            sound = sound and not start.group(2)
        else:
            sound = sound and not line
    return tuple((name, harmless(b" ".join(values))) for name, values in fields), sound


def _content(fields: tuple[tuple[str, str], ...], body: bytes) -> str:
    written = hashlib.sha256()
    for name, value in fields:
        if name in _WRITTEN_BY_HAND:
            written.update(f"{name}:{' '.join(value.split())}\n".encode())
    written.update(b"\n" + body.replace(b"\r", b"\n").rstrip())
    return written.hexdigest()


class _ShapeError(Exception):
    """A limit was passed while the parts were read: its text is the fault."""


class _Part(Message):
    """A part that knows how deep it lies, and takes none that lies too deep.

    The parser goes down one level of its own for each level of the mail, and looks at each line once for each: what
    is 10,000 deep must be stopped on the way, not counted afterwards.
    """

    depth = 0

    def attach(self, payload: Any) -> None:  # noqa: ANN401  # the parameter of the library's own method
        """Take a part as the parser meets it."""
        payload.depth = self.depth + 1
        if payload.depth > MAX_DEPTH:
            raise _ShapeError(_DEEP)
        super().attach(payload)


class _Counted:
    """Makes the parts for the parser, and stops it at the one that is too many. The first is the mail itself."""

    def __init__(self) -> None:
        self.made: list[_Part] = []

    def __call__(self, policy: Compat32 = compat32) -> _Part:
        if len(self.made) > MAX_PARTS:
            raise _ShapeError(_MANY_PARTS)
        part = _Part(policy)
        self.made.append(part)
        return part


def _parts(raw: bytes) -> tuple[Message, str]:
    """The parts of a mail and "", or a message without any and what is wrong with them."""
    factory = _Counted()
    try:
        parser = BytesFeedParser(factory)
        factory.made.clear()  # the parser tries its factory once
        parser.feed(raw)
        return parser.close(), ""
    except _ShapeError as shape:
        return Message(), str(shape)
    except FAULTS:
        return Message(), _UNREADABLE
