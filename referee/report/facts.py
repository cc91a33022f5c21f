"""What can happen in a play, as reports tell it: one class a fact, and one macro in `facts.txt.j2` of that name.

A fact has all that its sentence needs, the sizes before and after included, so that templates compute nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.events import Effect, Layer, Seat


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened. `MACRO` tells it; `FORM` is how it stands in the text.

    `on` follows what was said before on the same line, `new` begins a line, `row` is a row of a small table.
    """

    MACRO: ClassVar[str]
    FORM: ClassVar[Literal["on", "new", "row"]] = "on"


@dataclass(frozen=True, slots=True)
class Missed(Fact):
    """No orders were in force."""

    MACRO = "missed"


@dataclass(frozen=True, slots=True)
class Size:
    """A chain with a number of tiles."""

    chain: Chain
    tiles: int


@dataclass(frozen=True, slots=True)
class Placed(Fact):
    """A tile laid. `joined` are the loose tiles it connects; `beside` those it touches where it stayed loose.

    `chain` is the one it joined, with its size `before` and `after`; `chains` are those that it brought together.
    """

    MACRO = "placed"
    tile: Tile
    effect: Effect
    by: Layer
    joined: tuple[Tile, ...]
    beside: tuple[Tile, ...]
    chain: Chain | None
    before: int
    after: int
    chains: tuple[Size, ...]


@dataclass(frozen=True, slots=True)
class Skipped(Fact):
    """No tile of the hand could be placed."""

    MACRO = "skipped"


@dataclass(frozen=True, slots=True)
class Die(Fact):
    """A die that everybody may see; `what` is what it decided, as its label says."""

    MACRO = "die"
    what: str
    sides: int
    result: int


@dataclass(frozen=True, slots=True)
class Founded(Fact):
    """A new chain."""

    MACRO = "founded"
    chain: Chain
    size: int
    founder_share: int


@dataclass(frozen=True, slots=True)
class Merging(Fact):
    """Who takes over whom, in the order of settlement."""

    MACRO = "merging"
    survivor: Chain
    defunct: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class Settling(Fact):
    """One of several chains comes up for settlement."""

    MACRO = "settling"
    FORM = "new"
    chain: Chain
    size: int
    price: int


@dataclass(frozen=True, slots=True)
class Bonus(Fact):
    """One holder's bonus: `places` pooled; `alone` tells that he was the only holder."""

    MACRO = "bonus"
    FORM = "row"
    seat: Seat
    places: tuple[int, ...]
    shares: int
    amount: int
    alone: bool
    shared: bool


@dataclass(frozen=True, slots=True)
class Settled(Fact):
    """What a holder did with his shares of a chain taken over."""

    MACRO = "settled"
    FORM = "row"
    seat: Seat
    survivor: Chain
    sold: int
    price: int
    traded: int
    received: int
    kept: int


@dataclass(frozen=True, slots=True)
class Unheld(Fact):
    """Nobody had shares of a chain taken over."""

    MACRO = "unheld"
    chain: Chain


@dataclass(frozen=True, slots=True)
class Taken:
    """The tiles that came from one chain."""

    chain: Chain
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Merged(Fact):
    """The survivor after it has taken everything; `joined` are the tile laid and the loose ones."""

    MACRO = "merged"
    FORM = "new"
    survivor: Chain
    before: int
    after: int
    taken: tuple[Taken, ...]
    joined: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """Shares of one chain at one price."""

    chain: Chain
    count: int
    price: int


@dataclass(frozen=True, slots=True)
class Bought(Fact):
    """All purchases of a play; none of them says so."""

    MACRO = "bought"
    FORM = "new"
    lots: tuple[Lot, ...]
    total: int


@dataclass(frozen=True, slots=True)
class BoughtNothing(Fact):
    """Orders, and no purchase."""

    MACRO = "bought_nothing"


@dataclass(frozen=True, slots=True)
class Announced(Fact):
    """The end of the game is announced."""

    MACRO = "announced"
    FORM = "new"
    why: str


@dataclass(frozen=True, slots=True)
class Dead(Fact):
    """A tile set aside for good, and the safe chains between which it would lie."""

    MACRO = "dead"
    FORM = "new"
    tile: Tile
    between: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class Drew(Fact):
    """How many tiles were drawn, how many the hand has."""

    MACRO = "drew"
    drawn: int
    hand: int
    tiles_left: int


@dataclass(frozen=True, slots=True)
class Passage:
    """Facts that stand together: as prose, or as the rows of a small table."""

    rows: bool
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """One play: its number in the round, whose it is, and what happened, in the order in which it did."""

    number: int
    seat: Seat
    passages: tuple[Passage, ...]
