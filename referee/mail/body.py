"""From the parts of a mail to the text that its sender wrote.

The plain text is read if an order stands in it, else the HTML, else a text file that is attached; a mail within the
mail never. Source: ORDERS.md, "What the referee answers" (every file is answered).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from itertools import islice
from typing import Final

from orders import tree
from orders.printer import canonical
from orders.reader import Reading, read
from orders.vocabulary import Vocabulary
from referee.mail.charset import bytes_of, text_of
from referee.mail.flowed import unflowed
from referee.mail.html_text import html_lines
from referee.mail.message import FAULTS
from referee.mail.quoting import OwnWords, own_words

ANY_WORDS: Final = Vocabulary(
    chains=("Luxor", "Tower", "American", "Worldwide", "Festival", "Imperial", "Continental"),
    columns=12,
    rows=9,
)
"""Names with which a text is read to see whether there are orders in it, whatever the names of its game are."""

_TEXT_FILE: Final = re.compile(r".*\.(?:txt|text|asc)\s*\Z", re.IGNORECASE | re.DOTALL)
_OF_A_FILE: Final = frozenset({"text/plain", "application/octet-stream", "application/txt"})
_MOST_FILES: Final = 5
"""Text files, and texts of attached mails, that are searched for orders: each may be long."""

_ENCRYPTED: Final = frozenset({"multipart/encrypted", "application/pgp-encrypted"})
_OF_OUTLOOK: Final = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
_SMIME: Final = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})


@dataclass(frozen=True, slots=True)
class Body:
    """What a sender wrote. `refusal`: why nothing of it can be read ("" if it can); `remarks` are for the answer."""

    text: str
    refusal: str = ""
    remarks: tuple[str, ...] = ()


@dataclass(slots=True)
class _Found:
    """The parts of a mail that may hold words, and what else there is."""

    plain: list[str] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    mails: list[Message] = field(default_factory=list)
    is_encrypted: bool = False
    is_of_outlook: bool = False


def body_of(message: Message) -> Body:
    """What the sender of a mail wrote. Never raises, whatever its parts hold."""
    found = _found_in(message)
    if len(found.files) > _MOST_FILES:
        return Body("", f"more than {_MOST_FILES} text files are attached")
    plain = own_words("\n".join(found.plain))
    page, remarks = _page(found.pages)
    files = [own_words(text) for text in found.files]
    chosen = _first_with_orders(plain, page)
    attached = [one for one in files if _orders_in(one.text)]
    if chosen is not None:
        if any(_means(one.text) != _means(chosen.text) for one in attached):
            return Body("", "orders in body and in attachment differ")
        told = ("The HTML part of the mail was read: the plain text has no orders.", *remarks)
        return Body(
            chosen.text,
            "",
            told if chosen is page and plain.text.strip() else remarks if chosen is page else (),
        )
    if attached:
        if any(_means(one.text) != _means(attached[0].text) for one in attached[1:]):
            return Body("", "orders in body and in attachment differ")
        return Body(attached[0].text, "", ("The text file that is attached to the mail was read.",))
    return _without_orders(found, plain, page, remarks)


def _without_orders(found: _Found, plain: OwnWords, page: OwnWords, remarks: tuple[str, ...]) -> Body:
    """What is said of a mail in which its sender wrote no order."""
    text = plain.text if plain.text.strip() else page.text
    if any(_is_orders(one.quoted) for one in (plain, page)):
        return Body(text, "every order line is quoted")
    if any(_is_orders(body_text) for body_text in islice(_texts_of(found.mails), _MOST_FILES)):
        return Body(text, "orders only in a forwarded message")
    if (found.is_encrypted or plain.is_encrypted) and not _says_something(text, plain):
        return Body("", "encrypted mail")
    if found.is_of_outlook and not text.strip():
        return Body("", "no readable text part (winmail.dat)")
    return Body(text, "", remarks)


def _says_something(text: str, plain: OwnWords) -> bool:
    return bool(text.strip()) and not plain.is_encrypted


def _first_with_orders(*texts: OwnWords) -> OwnWords | None:
    return next((one for one in texts if _orders_in(one.text)), None)


def _page(pages: list[str]) -> tuple[OwnWords, tuple[str, ...]]:
    """What was written in HTML, and what is said of what was not read of it."""
    read_pages = [html_lines(page) for page in pages]
    lines = [line for one in read_pages for line in one.lines]
    remarks = []
    if any(one.cut for one in read_pages):
        remarks.append("The end of the HTML part was not read: it is too large.")
    if any(one.struck for one in read_pages):
        remarks.append("What is struck out was not read.")
    return own_words("\n".join(lines)), tuple(remarks)


def _orders_in(text: str) -> bool:
    """Whether there is anything in a text that is to be answered as orders are, well written or not."""
    if not text.strip():
        return False
    reading = read(text, ANY_WORDS)
    return bool(
        reading.refused
        or reading.problems
        or reading.orders.sections
        or reading.orders.standing is not None
        or reading.orders.requests
        or reading.orders.header != tree.Header()
    )


def _is_orders(text: str) -> bool:
    """Whether there are decisions in a text that are understood."""
    if not text.strip():
        return False
    orders = read(text, ANY_WORDS).orders
    return bool(orders.sections or orders.standing)


def _means(text: str) -> str:
    """What a text says, however it is written down."""
    reading: Reading = read(text, ANY_WORDS)
    return reading.refused or canonical(reading.orders) + repr([one.message for one in reading.problems])


def _found_in(message: Message) -> _Found:
    found = _Found()
    for part in _parts(message):
        kind = part.get_content_type()
        if kind in _ENCRYPTED or (
            kind in _SMIME and "signed" not in str(part.get("content-type", "")).lower()
        ):
            found.is_encrypted = True
        elif kind.startswith("message/"):
            found.mails.append(part)
        elif kind in _OF_OUTLOOK or _name_of(part).lower() == "winmail.dat":
            found.is_of_outlook = True
        elif not part.is_multipart():
            _put(found, part, kind)
    return found


def _parts(message: Message) -> Iterator[Message]:
    """All parts of a mail in their order, without those of a mail within it; no tree is too deep for it."""
    waiting = [message]
    while waiting:
        part = waiting.pop()
        yield part
        inner = part.get_payload()
        if isinstance(inner, list) and not part.get_content_type().startswith("message/"):
            waiting += reversed([one for one in inner if isinstance(one, Message)])


def _put(found: _Found, part: Message, kind: str) -> None:
    name = _name_of(part)
    disposition = (_parameterless(part, "content-disposition") or "").lower()
    is_attached = disposition == "attachment" or bool(name)
    if (
        is_attached
        and _TEXT_FILE.match(name)
        and kind in {"text/plain", "application/octet-stream", "application/txt"}
    ):
        found.files.append(_text(part))
    elif is_attached and disposition == "attachment":
        return
    elif kind == "text/html":
        found.pages.append(_text(part))
    elif kind == "text/plain":
        found.plain.append(_text(part))


def _text(part: Message) -> str:
    text = text_of(bytes_of(part), _parameter(part, "charset"))
    if part.get_content_type() == "text/plain" and (_parameter(part, "format") or "").lower() == "flowed":
        return unflowed(text, delsp=(_parameter(part, "delsp") or "").lower() == "yes")
    return text


def _texts_of(mails: list[Message]) -> Iterator[str]:
    """The texts in the mails that are attached."""
    for mail in mails:
        payload = mail.get_payload()
        for inner in payload if isinstance(payload, list) else ():
            for part in _parts(inner) if isinstance(inner, Message) else ():
                if part.get_content_type() == "text/plain" and not part.is_multipart():
                    yield _text(part)


def _name_of(part: Message) -> str:
    try:
        return part.get_filename() or ""
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


def _parameterless(part: Message, name: str) -> str | None:
    value = part.get(name)
    return None if value is None else str(value).partition(";")[0].strip()
