"""The order language in short, as the players of a game would write it: with the chains of its edition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from referee.report.layout import WIDTH
from referee.report.position import letters_of

COMMENT: Final = "# "
TEXT_FROM: Final = 12
"""Where the lines of the summary begin, beside what they are about."""
IN_COMMENT: Final = WIDTH - len("| # ")
IN_EXAMPLES: Final = ("Luxor", "Tower", "American")
"""The chains in the examples of the summary of the order language, in the order of their edition."""


def with_chains_of(text: str, chains: Sequence[str]) -> str:
    """The summary of the order language with an edition's first chains in place of those in its examples.

    A line that becomes too long goes on below itself.
    """
    names = dict(zip(IN_EXAMPLES, chains, strict=False))
    first = IN_EXAMPLES[0]
    renamed = names | {first[0]: letters_of(tuple(chains))[names[first]]}
    lines = (part for line in text.splitlines() for part in _with_names(line, renamed))
    return "".join(f"{part}\n" for line in lines for part in _cut(line))


def _with_names(line: str, renamed: Mapping[str, str]) -> Iterator[str]:
    """A line with other names in its orders; its comment stays in its column, below them if there is no room."""
    orders, mark, comment = line.partition(COMMENT)
    told = re.sub(r"\w+", lambda word: renamed.get(word[0], word[0]), orders)
    room = len(orders) - 1
    if mark and len(told.rstrip()) > room:
        yield told.rstrip()
        told = ""
    yield f"{told.rstrip():<{room}} {mark}{comment}" if mark else told


def _cut(line: str) -> Iterator[str]:
    """A line that is too wide for a comment in a report in pieces: before its comment, else between words."""
    while len(line) > IN_COMMENT:
        comment = line.find(COMMENT, TEXT_FROM + 1)
        at = comment if comment > 0 else line.rfind(" ", TEXT_FROM + 1, IN_COMMENT + 1)
        if at < 0:
            break
        yield line[:at].rstrip()
        line = " " * TEXT_FROM + line[at:].lstrip()
    yield line
