"""The sample files of the notes: each marks the lines that get one, and says in whose situation it is read.

`# note: KIND` at the end of a line: this line gets that note, and no line gets another. The first line may say
`# situation: third` (the player has the third play of the round) or `opener` (the first and the last); `spent` and
`five` are of a game with special powers (which are spent; with a standing `use buy 5`), `later` of one with rounds of
one play, in which his is two rounds off.
"""

import re
from dataclasses import replace
from pathlib import Path

from orders import tree
from orders.checker import Situation
from orders.vocabulary import Vocabulary

FOLDER = Path(__file__).parent / "data" / "notes"
SEATS = ("Alice", "Bob", "Carol", "Dave")
WORDS = Vocabulary(
    ("Luxor", "Tower", "American", "Festival", "Worldwide", "Continental", "Imperial"),
    12,
    9,
    SEATS,
    "Alice",
    special_powers=True,
)
THIRD = Situation(
    me="Alice",
    round=5,
    seats=SEATS,
    plays=("Carol", "Dave", "Alice", "Bob", "Carol"),
    hand=("1A", "3E", "5C", "6D", "9H", "12I"),
    cash=2500,
    sizes={"Luxor": 5, "Tower": 4, "American": 12, "Worldwide": 3},
    prices={"Luxor": 500, "Tower": 400, "American": 800, "Worldwide": 400},
    safe=frozenset(["American"]),
    bank={"Luxor": 9, "Tower": 12, "Worldwide": 2, "Festival": 25, "Continental": 25, "Imperial": 25},
    shares={"Luxor": 7, "Tower": 3},
    board=frozenset(["4C", "4D", "11A"]),
    out_of_play=frozenset(["2B"]),
    unplayable=frozenset(["3E", "12I"]),
    dead=frozenset(["3E"]),
)
OPENER = replace(THIRD, plays=("Alice", "Bob", "Carol", "Dave", "Alice"))
SPENT = replace(THIRD, powers=("3 free", "take 5 tiles"))
FIVE = replace(
    THIRD,
    powers=("buy 5",),
    standing=(tree.Line(tree.UseOrder("buy 5")),),
)
LATER = replace(THIRD, round=7, open_round=5, plays=("Alice",))
SITUATIONS = {"third": THIRD, "opener": OPENER, "spent": SPENT, "five": FIVE, "later": LATER}

_MARK = re.compile(r"# note: (\S+)")
_SITUATION = re.compile(r"# situation: (\S+)")


def names():
    return sorted(file.stem for file in FOLDER.glob("*.txt"))


def text_of(name):
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def situation_of(text):
    said = _SITUATION.match(text)
    return SITUATIONS[said[1]] if said else None


def marked(text):
    """Line and kind of each note that the file asks for."""
    return [
        (number, kind) for number, line in enumerate(text.splitlines(), 1) for kind in _MARK.findall(line)
    ]
