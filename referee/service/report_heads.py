"""Heads of logs that stand in what readers have: the last lines of reports, kept in files or mailboxes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Final

from referee.db.links import Head
from referee.errors import UserError, named

LAST_LINE: Final = re.compile(rb"\breferee verify (\S+) --head (\d{1,9}:[0-9a-fA-F]{12,64})\b")
"""What the last line of a report tells its reader to type."""


class Heads:
    """Heads by game, in whatever case the game is named; each is kept once. `where` is what states them.

    `is_typed`: that is no file, but one line of a report as somebody typed it.
    """

    def __init__(self, file: str | None = None) -> None:
        """None as yet."""
        self.where = file or "--head"
        self.is_typed = file is None
        self._of: defaultdict[str, set[Head]] = defaultdict(set)
        self._otherwise: defaultdict[str, set[str]] = defaultdict(set)

    def add(self, game: str, head: str) -> None:
        """Another one, as the last line of a report states it; UserError if it is none."""
        self.put(game, Head.read(head))

    def put(self, game: str, head: Head, *, said: str | None = None) -> None:
        """Another one, which reports state under the name `said`, if that is another one."""
        self._of[game.casefold()].add(head)
        if said is not None and said.casefold() != game.casefold():
            self._otherwise[game.casefold()].add(said)

    def other_names(self, game: str) -> list[str]:
        """What the reports that state its heads call a game, as far as that is not its name."""
        return sorted(self._otherwise.get(game.casefold(), ()))

    def of(self, game: str) -> list[Head]:
        """All of a game, the earliest first."""
        return sorted(self._of.get(game.casefold(), ()), key=lambda head: (head.seq, head.hash))

    @property
    def games(self) -> AbstractSet[str]:
        """The games that they are of, in small letters (`casefold`)."""
        return self._of.keys()


def read_heads(file: Path) -> Heads:
    """Every head that a file states as reports do, whatever else is in it: reports one after the other, a mailbox.

    Raises UserError if it cannot be read, or has no such line.
    """
    heads = Heads(named(file))
    try:
        with file.open("rb") as lines:
            for line in lines:
                for game, head in LAST_LINE.findall(line):
                    heads.add(game.decode("utf-8", "replace"), head.decode("ascii"))
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "that is no name for a file"
        raise UserError(f"{named(file)} cannot be read: {reason}. Name another file.") from problem
    if not heads.games:
        raise UserError(
            f"{named(file)} has no last line of a report. Such a line is: "
            "Check the log:  referee verify harbour --head 214:9c1e04ab57d2"
        )
    return heads
