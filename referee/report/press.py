"""Press as a report prints it: somebody else's words, behind a bar, so that no line of them is taken for an order."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from referee.rules import events as e

ROOM: Final = 64
"""Columns for words: narrower than the page, so that a mail program that quotes does not break the lines anew."""

DELETED: Final = ("[deleted]",)
"""What stands in the place of words that are not there any more."""

DOTS: Final = "..."

_JOINERS: Final = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"


@dataclass(frozen=True, slots=True)
class PressItem:
    """Somebody's words in lines: `by` None where it is anonymous, `to` None where it is to all."""

    by: e.Seat | None
    to: e.Seat | None
    lines: tuple[str, ...]


def press_items(published: Sequence[e.PressPublished], words: Mapping[str, str]) -> tuple[PressItem, ...]:
    """What a report tells of press, in the order of the log; `words` by digest."""
    return tuple(
        PressItem(
            by=one.seat,
            to=one.to,
            lines=tuple(lines_of(words[one.digest])) if one.digest in words else DELETED,
        )
        for one in published
    )


def lines_of(words: str) -> Iterator[str]:
    """Words in lines of at most ROOM columns, blanks at the beginning of a line kept as far as they leave room."""
    for line in words.splitlines():
        text = "".join(map(_visible, line)).rstrip()
        indent = text[: min(len(text) - len(text.lstrip()), ROOM // 2)]
        yield from _folded(text.split(), indent)


def shortened(words: str, room: int) -> str:
    """Words on one line of at most `room` columns; of longer ones the beginning, up to the end of a word, and dots.

    Where the first word alone is too long it is cut.
    """
    text = " ".join("".join(map(_visible, words)).split())
    if columns(text) <= room:
        return text
    begins = text
    while columns(begins) > room - len(DOTS):
        begins = begins[:-1]
    is_whole = text[len(begins)] == " "
    return (begins if is_whole else begins.rpartition(" ")[0] or begins).rstrip() + DOTS


def _folded(words: Sequence[str], indent: str) -> Iterator[str]:
    line = indent
    room = ROOM - len(indent)
    for word in chain.from_iterable(_pieces(whole, room) for whole in words):
        gap = "" if line == indent else " "
        if columns(line) + len(gap) + columns(word) > ROOM:
            yield line
            line, gap = indent, ""
        line += gap + word
    yield line


def _pieces(word: str, room: int) -> Iterator[str]:
    """A word in pieces that fit."""
    piece = ""
    width = 0
    for character in word:
        width += columns(character)
        if width > room and piece:
            yield piece
            piece, width = "", columns(character)
        piece += character
    yield piece


def columns(text: str) -> int:
    """How many columns of a screen a text takes."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or character in _JOINERS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _visible(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    return " " if character.isspace() else ""
