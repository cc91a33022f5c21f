"""Text that a mail program has broken into lines, put together again. Source: RFC 3676 (format=flowed)."""

from __future__ import annotations

import re
from typing import Final

from orders.words import Beginning, beginning

_MARKS: Final = re.compile(r">+")
_MANGLED: Final = re.compile(r">From ")
_SIGNATURE: Final = "-- "
_SPOKEN: Final = re.compile(r"\s*(?:anonymous\s+)?press(?!\w)|\s*note(?!\w)", re.IGNORECASE)
_IF: Final = re.compile(r"\s*if(?!\w)", re.IGNORECASE)
_TYPED: Final = 50
"""Programs break lines near column 72. A shorter line that ends in a blank was typed so."""


def unflowed(text: str, *, delsp: bool) -> str:
    """The lines of a flowed text as they were written; quoted ones begin with as many `>` as they are deep.

    `delsp`: the blank at the end of a broken line is not part of the text. A line that was typed with a blank at its
    end, above one that begins a statement, is not joined to it: no program would have broken it there.
    """
    lines: list[str] = []
    open_depth: int | None = None
    pieces: list[str] = []

    def close() -> None:
        nonlocal open_depth
        if open_depth is not None:
            lines.append(_with_marks(open_depth, "".join(pieces)))
        pieces.clear()
        open_depth = None

    for line in text.split("\n"):
        depth, words = _depth_and_words(line)
        is_signature = words in {_SIGNATURE, "--"}
        if open_depth is not None and (open_depth != depth or is_signature or _is_typed(pieces, words)):
            close()
        if is_signature or not words.endswith(" "):
            pieces.append(words)
            open_depth = depth
            close()
        else:
            pieces.append(words[:-1] if delsp else words)
            open_depth = depth
    close()
    return "\n".join(lines)


def _depth_and_words(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and the rest without the blank that protects its beginning."""
    marks = None if _MANGLED.match(line) else _MARKS.match(line)
    depth = len(marks.group()) if marks else 0
    words = line[depth:]
    return depth, words.removeprefix(" ")


def _with_marks(depth: int, words: str) -> str:
    return f"{'>' * depth} {words}" if depth else words


def _is_typed(pieces: list[str], following: str) -> bool:
    """Whether the blank at the end of a line was typed, and the line is whole."""
    if len(pieces) != 1 or len(pieces[0]) >= _TYPED or _IF.match(following) or _SPOKEN.match(pieces[0]):
        return False
    return beginning(following) is Beginning.STATEMENT and beginning(pieces[0]) is Beginning.STATEMENT
