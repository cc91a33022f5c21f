"""The parts of a mail that may hold what its sender wrote, and what else there is in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from email.header import decode_header
from email.message import Message
from typing import Final

from referee.mail.charset import bytes_of, text_of
from referee.mail.flowed import unflowed
from referee.mail.message import FAULTS

_TEXT_NAME: Final = re.compile(r".*\.(?:txt|text|asc)\s*\Z|[^.]*\Z", re.IGNORECASE | re.DOTALL)
_TEXT_FILE: Final = re.compile(r".*\.(?:txt|text)\s*\Z", re.IGNORECASE | re.DOTALL)
_PAGE: Final = re.compile(r"\s*<(?:!doctype\s+html|html)(?=[\s>])", re.IGNORECASE)
"""How HTML begins, whatever its label says."""

_ENCODED_WORD: Final = re.compile(r"=\?[^?\s]{1,40}\?[bBqQ]\?[^?]{0,400}\?=")
_PLAIN: Final = frozenset({"text/plain", "text/markdown", "text/x-markdown", "plain/text"})
_UNTYPED: Final = frozenset({"application/octet-stream", "application/txt", "application/text", "text/txt"})
_ENCRYPTED: Final = frozenset({"multipart/encrypted", "application/pgp-encrypted"})
_OF_OUTLOOK: Final = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
_SMIME: Final = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
_SIGNATURES: Final = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}
)
_KIND: Final = re.compile(r"[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,60}\Z")


@dataclass(slots=True)
class Parts:
    """Texts of a mail: `plain` and `pages` (HTML) of its body, `files` that are attached; mails within it.

    `unreadable` is what kind the first part is that is none of them, "" where there is no such part.
    """

    plain: list[str] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    mails: list[Message] = field(default_factory=list)
    is_encrypted: bool = False
    is_of_outlook: bool = False
    unreadable: str = ""


def parts_of(message: Message) -> Parts:
    """What is in a mail. A mail within it is not gone into. Never raises."""
    found = Parts()
    for part in _walk([message]):
        kind = part.get_content_type()
        if kind in _ENCRYPTED or (kind in _SMIME and not _is_signed(part)):
            found.is_encrypted = True
        elif kind.startswith("message/"):
            found.mails.append(part)
        elif kind in _OF_OUTLOOK or _name_of(part).lower() == "winmail.dat":
            found.is_of_outlook = True
        elif not part.is_multipart():
            _put(found, part, kind)
    return found


def texts_in(mails: Iterable[Message]) -> Iterator[tuple[str, bool]]:
    """The texts in mails that are attached, and whether each is HTML."""
    for mail in mails:
        for part in _walk(_inside(mail)):
            kind = part.get_content_type()
            if kind in {"text/plain", "text/html"} and not part.is_multipart():
                yield _text(part), kind == "text/html"


def _inside(part: Message) -> list[Message]:
    """The parts of a part. Only of one that has parts the payload is asked for: the method trips over charsets."""
    inner = part.get_payload() if part.is_multipart() else []
    return [one for one in inner if isinstance(one, Message)] if isinstance(inner, list) else []


def _walk(messages: list[Message]) -> Iterator[Message]:
    """All parts in their order, without those of mails within them and of what is encrypted.

    Of several plain texts that are alternatives of each other the first alone counts, of several pages too.
    """
    waiting = messages[::-1]
    while waiting:
        part = waiting.pop()
        yield part
        kind = part.get_content_type()
        if kind.startswith("message/") or kind in _ENCRYPTED:
            continue
        below = _inside(part)
        waiting += (_first_of_each_kind(below) if kind == "multipart/alternative" else below)[::-1]


def _first_of_each_kind(parts: list[Message]) -> list[Message]:
    first: dict[str, Message] = {}
    for part in parts:
        if part.is_multipart() or bytes_of(part).strip():
            first.setdefault(part.get_content_type(), part)
    return list(first.values())


def _put(found: Parts, part: Message, kind: str) -> None:
    if kind.startswith("multipart/"):
        kind = "text/plain"  # it says that it has parts, and not where they begin
    name = _name_of(part)
    is_attached = _disposition(part) == "attachment"
    if kind in _PLAIN and (is_attached or name):
        if _TEXT_NAME.match(name):
            found.files.append(_text(part))
    elif kind in _UNTYPED and _TEXT_FILE.match(name):
        found.files.append(_text(part))
    elif kind in _PLAIN:
        text = _text(part)
        (found.pages if _PAGE.match(text) else found.plain).append(text)
    elif kind == "text/html" and not is_attached:
        found.pages.append(_text(part))
    elif kind not in _SIGNATURES and not found.unreadable:
        found.unreadable = kind if _KIND.match(kind) else "unknown"


def _text(part: Message) -> str:
    text = text_of(bytes_of(part), _parameter(part, "charset"))
    if part.get_content_type() == "text/plain" and (_parameter(part, "format") or "").lower() == "flowed":
        return unflowed(text, delsp=(_parameter(part, "delsp") or "").lower() == "yes")
    return text


def _is_signed(part: Message) -> bool:
    """Whether S/MIME has only signed it: it can be read, but not by us."""
    return "signed" in str(part.get("content-type", "")).lower()


def _name_of(part: Message) -> str:
    """The name of the file that a part is, "" where it is none; also where it stands in encoded words."""
    try:
        name = part.get_filename() or ""
        if not _ENCODED_WORD.search(name):
            return name
        pieces = decode_header(name)
        return "".join(
            piece if isinstance(piece, str) else text_of(piece, label) for piece, label in pieces
        ).strip()
    except FAULTS:
        return ""


def _parameter(part: Message, name: str) -> str | None:
    try:
        value = part.get_param(name)
    except FAULTS:
        return None
    if isinstance(value, tuple):
        return str(value[2])
    return None if value is None else str(value)


def _disposition(part: Message) -> str:
    return str(part.get("content-disposition", "")).partition(";")[0].strip().lower()
