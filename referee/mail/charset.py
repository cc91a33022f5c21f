"""From the bytes of a part to its text, whatever the mail says of them.

What a mail claims of its own bytes is often wrong: the label is garbage, the charset another, base64 is none. Nothing
here raises; what cannot be read is replaced, and nothing that can be read is lost with it.
Sources: RFC 2045 (transfer encodings), the WHATWG Encoding Standard (which charset a label really means).
"""

from __future__ import annotations

import binascii
import codecs
import quopri
import re
from email.message import Message
from typing import Final

_LABEL: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:+-]{0,39}\Z")
_LINE: Final = re.compile(rb"[^\n]*\n?")
_LINE_ENDS: Final = re.compile("[\r\u2028\u2029]")
_BASE64_LINE: Final = re.compile(rb"[A-Za-z0-9+/]+={0,2}\Z")
_NOT_BASE64: Final = re.compile(rb"[^A-Za-z0-9+/]")
_OF_MACHINES: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")
_TOKEN: Final = re.compile(r"[A-Za-z0-9-]+")
_UU: Final = frozenset({"x-uuencode", "uuencode", "uue", "x-uue"})

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
"""Byte order marks; that of UTF-32 begins with that of UTF-16 and is looked for first."""

_MEANT: Final = {
    "ascii": "utf-8",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "iso2022_jp": "iso2022_jp_ext",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}
"""Charsets (Python's names) in place of which programs write a larger one."""

_NAMES: Final = {
    "utf8mb4": "utf-8",
    "unicode": "utf-16",
    "ks_c_5601-1987": "cp949",
    "x-sjis": "cp932",
    "x-gbk": "gb18030",
    "iso-8859-8-i": "iso8859-8",
    "iso-8859-8-e": "iso8859-8",
    "iso-8859-6-i": "iso8859-6",
    "x-mac-roman": "mac-roman",
    "x-cp1252": "cp1252",
    "x-cp1251": "cp1251",
    "x-cp1250": "cp1250",
}
"""Labels that Python does not know."""

_NO_CHARSETS: Final = frozenset({"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"})
_WIDE: Final = frozenset({"utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"})
_WITH_STATES: Final = frozenset({"utf-7", "hz"})


def text_of(data: bytes, label: str | None) -> str:
    """The text of some bytes in lines that end in a line feed, without zero characters and byte order marks.

    In this order: a byte order mark, the declared charset, UTF-8, Windows Western with replacement. Where the bytes
    are not all of one charset it is found for each line alone, so that one bad letter spoils its own line at most.
    """
    charset = charset_of(label)
    for mark, marked in _MARKS:
        if data.startswith(mark):
            data, charset = data[len(mark) :], marked
            break
    if charset in _WIDE:
        charset = _wide(data, charset)
    return _clean(_decoded(data, charset or "utf-8"))


def charset_of(label: str | None) -> str | None:
    """The charset that a label means, by Python's name; None for garbage, or for what is no charset at all."""
    label = (label or "").strip().strip("\"'").lower()
    if not _LABEL.match(label):
        return None
    try:
        name = codecs.lookup(_NAMES.get(label, label)).name
        b"\0\0\0\0".decode(name, "replace")  # raises for what turns bytes into bytes
    except (LookupError, ValueError):
        return None
    return None if name in _NO_CHARSETS else _MEANT.get(name, name)


def bytes_of(part: Message) -> bytes:
    """The bytes of a part that holds no others, its transfer encoding undone; an unknown one is none."""
    payload = part._payload  # type: ignore[attr-defined]  # noqa: SLF001  # its method has decoded it already, and by the label alone
    if not isinstance(payload, str):
        return b""
    data = payload.encode("utf-8", "surrogateescape")
    told = _TOKEN.search(str(part.get("content-transfer-encoding", "")))
    encoding = told.group().lower() if told else ""
    if encoding == "quoted-printable":
        return quopri.decodestring(data)
    if encoding == "base64":
        return _from_base64(data)
    return _from_uu(data) if encoding in _UU else data


def _from_base64(data: bytes) -> bytes:
    """What base64 stands for, without the lines of plain text that lists write below it; itself where it is none."""
    lines = [line.strip() for line in data.splitlines()]
    lines = [line for line in lines if line]
    good = [line for line in lines if _BASE64_LINE.match(line)]
    decoded = _decode_base64(b"\n".join(good))
    if 2 * len(good) >= len(lines):
        return decoded
    if good[:1] == lines[:1] and _reads_well(decoded):
        return decoded
    decoded = _decode_base64(data)
    return decoded if _reads_well(decoded) else data


def _decode_base64(data: bytes) -> bytes:
    """Leniently: each stretch up to its padding by itself; what is no letter of base64 is passed over."""
    found: list[bytes] = []
    for stretch in data.split(b"="):
        letters = _NOT_BASE64.sub(b"", stretch)
        if len(letters) % 4 == 1:
            letters = letters[:-1]
        found.append(binascii.a2b_base64(letters + b"=" * (-len(letters) % 4)))
    return b"".join(found)


def _reads_well(data: bytes) -> bool:
    """Whether bytes may be a text: UTF-8, without the characters that only machines write."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return bool(text) and _OF_MACHINES.search(text) is None


def _from_uu(data: bytes) -> bytes:
    """What uuencoded lines stand for; the bytes as they are where there are none."""
    lines = data.splitlines()
    begin = next((i for i, line in enumerate(lines) if line.startswith(b"begin ")), None)
    if begin is None:
        return data
    found: list[bytes] = []
    for line in lines[begin + 1 :]:
        if line.strip() in {b"end", b"`", b""}:
            break
        try:
            found.append(binascii.a2b_uu(line))
        except binascii.Error:
            return data
    return b"".join(found)


def _wide(data: bytes, declared: str) -> str | None:
    """Which of the charsets of two or four bytes a character it is, by where its zeros stand; None: none of them."""
    if b"\0" not in data[:4096]:
        return None
    if declared not in {"utf-16", "utf-32"}:
        return declared
    width = 2 if declared == "utf-16" else 4
    first, last = data[:4096:width].count(0), data[width - 1 : 4096 : width].count(0)
    return f"{declared}-{'be' if first > last else 'le'}"


def _decoded(data: bytes, charset: str) -> str:
    """The text of bytes in a charset, or of each of its lines in the charset that it fits."""
    try:
        return data.decode(charset)
    except (UnicodeError, ValueError):
        pass  # it is not what it says: each line by itself, or with replacement
    if charset in _WIDE or charset in _WITH_STATES or charset.startswith("iso2022"):
        return data.decode(charset, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(_line(line, charset) for line in _LINE.findall(data))


def _line(line: bytes, charset: str) -> str:
    for one in (charset, "utf-8"):
        try:
            return line.decode(one)
        except (UnicodeError, ValueError):
            continue
    return line.decode("cp1252", "replace")


def _clean(text: str) -> str:
    text = text.replace("\0", "").removeprefix("\ufeff")
    return _LINE_ENDS.sub("\n", text.replace("\r\r\n", "\n").replace("\r\n", "\n"))
