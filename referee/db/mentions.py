"""Whether a mail says certain words, in whatever encoding its words travel: nothing is parsed, all is tried.

A mail that lies about its own encoding is found as well as one that does not: rather too much is found than too
little.
"""

import base64
import binascii
import quopri
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

_LINES: Final = re.compile(rb"(?:^[>\t ]*[A-Za-z0-9+/]{2,}={0,2}[\t ]*\r?(?:\n|\Z))+", re.MULTILINE)
"""Lines that base64 may consist of, be they quoted."""
_ENCODED_WORD: Final = re.compile(rb"=\?[^?\s]+\?([BbQq])\?([^?\r\n]*)\?=")
_NOT_BASE64: Final = re.compile(rb"[^A-Za-z0-9+/]")
_FOUR: Final = 4
"""Characters of base64 that stand for three bytes."""


def marks_of(words: Iterable[str]) -> tuple[bytes, ...]:
    """By what bytes some words are known: in small letters, in UTF-8 and where they can be in Latin-1."""
    return tuple({form for word in words for form in _forms(word)})


def mentions(raw: bytes, marks: Collection[bytes]) -> bool:
    """Whether one of `marks_of` stands in a mail: plainly, in quoted-printable, base64 or the words of a header."""
    return any(mark in form for form in _readings(raw) for mark in marks)


def _forms(word: str) -> Iterator[bytes]:
    for text in {word, word.lower(), word.upper()}:  # bytes have small letters of a to z alone
        yield text.encode("utf-8", "surrogateescape").lower()
        if not text.isascii():
            yield text.encode("cp1252", "ignore").lower()


def _readings(raw: bytes) -> Iterator[bytes]:
    yield raw.lower()
    if b"=" in raw:
        yield quopri.decodestring(raw).lower()
        yield _header_words(raw).lower()
    for found in _LINES.finditer(raw):
        yield _from_base64(found[0]).lower()


def _header_words(raw: bytes) -> bytes:
    """All encoded words of a header, one behind the other: a long name is broken into several."""
    return b"".join(
        _from_base64(words) if kind in b"Bb" else quopri.decodestring(words, header=True)
        for kind, words in _ENCODED_WORD.findall(raw)
    )


def _from_base64(text: bytes) -> bytes:
    letters = _NOT_BASE64.sub(b"", text)
    whole = letters[: len(letters) - (len(letters) % _FOUR == 1)]
    try:
        return base64.b64decode(whole + b"=" * (-len(whole) % _FOUR))
    except binascii.Error:
        return b""
