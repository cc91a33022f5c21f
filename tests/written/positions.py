"""A position as a human referee writes it down, and what adopting says to it when a part of it is changed."""

from __future__ import annotations

import tomllib

from referee.errors import FaultsError
from referee.written.adopting import adopt

POSITION = """
name = "harbour"
round = 5
order = ["carol", "alice", "bob"]
next = "alice"
loose = ["9A", "12I"]
out_of_play = ["8H"]

[switches]
holdings = "private"

[chains]
Luxor = ["1A", "2A", "3A"]
Tower = ["5C", "5D"]

[players.alice]
cash = 5400
shares = { Luxor = 3, Tower = 1 }
hand = ["1I", "2I", "3I", "4I", "5I", "6I"]

[players.bob]
cash = 6000
shares = { Luxor = 20 }
hand = ["1H", "2H", "3H", "4H", "5H", "6H"]
misses = 2

[players.carol]
cash = 100
hand = ["1G", "2G", "3G", "4G", "5G", "6G"]
"""

PICTURE = """
     1  2  3  4  5  6  7  8  9 10 11 12
 A   L  L [L] .  .  .  .  .  o  .  .  .
 B   .  .  .  .  .  .  .  .  .  .  .  .
 C   .  .  .  .  T  .  .  .  .  .  .  .
 D   .  .  .  .  T  .  .  .  .  .  .  .
 H   .  .  .  .  .  .  .  #  .  .  .  .
 I   *  *  *  .  .  .  .  .  .  .  .  o
"""

BY_PICTURE = (
    POSITION.replace('loose = ["9A", "12I"]\nout_of_play = ["8H"]\n', f'board = """{PICTURE}"""\n')
    .replace('Luxor = ["1A", "2A", "3A"]\nTower = ["5C", "5D"]\n', "")
    .replace("[chains]\n", "")
)


def changed(*changes: tuple[str, str], text: str = POSITION) -> str:
    """The position with some of its text replaced, each in its first place."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def faults(text: str) -> list[str]:
    """All that is said against a position; none if it can be adopted."""
    try:
        adopt(tomllib.loads(text), "a fresh seed")
    except FaultsError as problem:
        return list(problem.faults)
    return []
