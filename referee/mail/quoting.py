"""What the sender of a mail wrote himself, line by line: without what is quoted, forwarded or put in by programs.

Nothing here need be right about every program there is. The order language is the last filter: no line of our own
reports and answers is an order, however it comes back. What has to be right is the other way round: no line that the
sender wrote may be lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from orders.characters import fold
from referee.mail.attributions import (
    ATTRIBUTION,
    ATTRIBUTION_BEGINS,
    CUT,
    FOOTER,
    HEADER_FROM,
    HEADER_OTHER,
)

_QUOTED: Final = re.compile(r"\s{0,3}\|?>")
_MARKS: Final = re.compile(r"(?:\s{0,3}\|?>)+ ?")
_MANGLED: Final = re.compile(r">+From ")
_SIGNATURE: Final = re.compile(r"--\s*\Z")
_SIGNED: Final = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----\s*\Z")
_SIGNED_END: Final = re.compile(r"-----BEGIN PGP SIGNATURE-----\s*\Z")
_ENCRYPTED: Final = re.compile(r"-----BEGIN PGP MESSAGE-----\s*\Z")
_LONGEST: Final = 400
"""Characters of a line that are looked at: what programs write above a quotation is shorter."""

_WRAPPED: Final = 3
"""Lines over which an attribution may be wrapped."""

_OF_A_HEADER: Final = 6
_FEWEST: Final = 3


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What somebody wrote (`text`), and what stands in his mail without being his (`quoted`), marks taken away."""

    text: str
    quoted: str
    is_encrypted: bool = False


@dataclass(slots=True)
class _Sorted:
    own: list[str] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)


def own_words(text: str) -> OwnWords:
    """Sort the lines of a text. Never raises; takes time in proportion to the length."""
    lines = _unsigned(text.split("\n"))
    found = _Sorted()
    index = 0
    while index < len(lines):
        line, plain = lines[index], _plain(lines[index])
        if _is_quoted(line):
            found.quoted.append(_MARKS.sub("", line, count=1))
            index += 1
        elif _SIGNATURE.match(plain):
            index = _skip_signature(lines, index, found)
        elif (wrapped := _attribution(lines, index)) and _stands_above_a_quotation(lines, index + wrapped):
            index += wrapped
        elif wrapped or CUT.match(plain) or _is_header_block(lines, index):
            _rest_is_quoted(lines, index + wrapped, found)
            break
        else:
            if not FOOTER.match(plain):
                found.own.append(_unmangled(line))
            index += 1
    encrypted = any(_ENCRYPTED.match(line) for line in found.own)
    return OwnWords(_joined(found.own), _joined(found.quoted), encrypted)


def _plain(line: str) -> str:
    """The beginning of a line in plain characters, without what nobody sees."""
    return fold(line[:_LONGEST]).text


def _is_quoted(line: str) -> bool:
    return _QUOTED.match(line) is not None and _MANGLED.match(line) is None


def _unmangled(line: str) -> str:
    return line[1:] if _MANGLED.match(line) else line


def _attribution(lines: list[str], index: int) -> int:
    """Over how many lines from this one on goes what a program writes above a quotation; 0 where it is no such."""
    first = lines[index][:_LONGEST]
    if ATTRIBUTION.match(first):
        return 1
    if not ATTRIBUTION_BEGINS.match(first):
        return 0
    joined = first
    for count in range(2, _WRAPPED + 1):
        if index + count > len(lines) or not lines[index + count - 1].strip():
            return 0
        following = lines[index + count - 1]
        joined += " " + following[:_LONGEST]
        if ATTRIBUTION.match(joined):
            return count
    return 0


def _stands_above_a_quotation(lines: list[str], index: int) -> bool:
    """Whether what follows, blank lines aside, is marked as quoted: then what is not marked below it is his own."""
    following = next((line for line in lines[index:] if line.strip()), "")
    return _is_quoted(following)


def _is_header_block(lines: list[str], index: int) -> bool:
    """Whether here begins the header that a program writes above the mail that is answered, unquoted."""
    if not HEADER_FROM.match(lines[index][:_LONGEST]):
        return False
    block = [line for line in lines[index : index + 2 * _OF_A_HEADER] if line.strip()][:_OF_A_HEADER]
    return sum(HEADER_OTHER.match(line[:_LONGEST]) is not None for line in block) >= _FEWEST


def _skip_signature(lines: list[str], index: int, found: _Sorted) -> int:
    """Leave out a signature: to the end, or to a quotation below it, under which he may go on."""
    while index < len(lines) and not _is_quoted(lines[index]) and not _attribution(lines, index):
        found.quoted.append("")
        index += 1
    return index


def _rest_is_quoted(lines: list[str], index: int, found: _Sorted) -> None:
    found.quoted += [_MARKS.sub("", line, count=1) for line in lines[index:]]


def _unsigned(lines: list[str]) -> list[str]:
    """The lines without the armour of a signature; what was changed for it is changed back."""
    start = next((index for index, line in enumerate(lines) if _SIGNED.match(line)), None)
    if start is None:
        return lines
    end = next((index for index in range(start, len(lines)) if _SIGNED_END.match(lines[index])), len(lines))
    body = next((index for index in range(start, end) if not lines[index].strip()), start) + 1
    words = [line.removeprefix("- ") for line in lines[body:end]]
    last = next(
        (index for index in range(end, len(lines)) if lines[index].startswith("-----END PGP")), len(lines)
    )
    return [*lines[:start], *words, *lines[last + 1 :]]


def _joined(lines: list[str]) -> str:
    text = "\n".join(lines).strip("\n")
    return f"{text}\n" if text else ""
