"""What can happen in a play, as reports tell it: one class a fact, and one macro in `facts.txt.j2` of that name.

A fact has all that its sentence needs, the sizes before and after included, so that templates compute nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.events import Effect, Layer, Leaving, Power, Seat

Form: TypeAlias = Literal["on", "new", "row"]
"""How a fact stands in the text: behind what was said before, on a new line, or as a row of a small table."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened. `MACRO` tells it; `FORM` is how it stands in the text."""

    MACRO: ClassVar[str]
    FORM: ClassVar[Form] = "on"


@dataclass(frozen=True, slots=True)
class Missed(Fact):
    """No orders were in force; `vacant` tells that nobody holds the seat who could have sent any."""

    MACRO = "missed"
    vacant: bool


@dataclass(frozen=True, slots=True)
class Absent(Fact):
    """The seat's holder has left; the game goes on for him."""

    MACRO = "absent"


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
class PlacedAfter(Placed):
    """A tile laid after others of the same play: the bank's, or a further one by a special power."""

    FORM = "new"


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
class BankDrew(Fact):
    """A tile drawn for the bank: what it counts as holding of a chain; `waits` tells that it is laid later."""

    MACRO = "bank_drew"
    FORM = "new"
    chain: Chain
    tile: Tile
    shares: int
    waits: bool


@dataclass(frozen=True, slots=True)
class BankReturned(Fact):
    """The bank's tile goes back into the pool."""

    MACRO = "bank_returned"
    tile: Tile


@dataclass(frozen=True, slots=True)
class Remixed(Fact):
    """The pool, of so many tiles, is in a new order."""

    MACRO = "remixed"
    tiles: int


@dataclass(frozen=True, slots=True)
class BankEmpty(Fact):
    """The pool had no tile for the bank, so that it holds nothing of a chain."""

    MACRO = "bank_empty"
    FORM = "new"
    chain: Chain


@dataclass(frozen=True, slots=True)
class BankRemoved(Fact):
    """A tile of the bank's was dead when it was to be laid, between those safe chains."""

    MACRO = "bank_removed"
    FORM = "new"
    tile: Tile
    between: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class Bonus(Fact):
    """One holder's bonus: `places` pooled; `alone` tells that he was the only holder.

    `paid` is false for the bank's part, which nobody gets.
    """

    MACRO = "bonus"
    FORM = "row"
    seat: Seat
    places: tuple[int, ...]
    shares: int
    amount: int
    alone: bool
    shared: bool
    paid: bool


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
    """Nobody had shares of a chain taken over; `but_bank` tells that the bank counts as holding some."""

    MACRO = "unheld"
    chain: Chain
    but_bank: bool


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
    FORM: ClassVar[Form] = "new"
    lots: tuple[Lot, ...]
    total: int


@dataclass(frozen=True, slots=True)
class BoughtByPower(Bought):
    """More purchases than the limit of a play; said behind the power that allows them."""

    FORM = "on"


@dataclass(frozen=True, slots=True)
class TookFree(Fact):
    """Shares that a special power gave."""

    MACRO = "took_free"
    lots: tuple[Lot, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Shares of one chain given for shares of another."""

    gave: Chain
    given: int
    got: Chain
    received: int


@dataclass(frozen=True, slots=True)
class Traded(Fact):
    """All trades of a special power, equal ones put together."""

    MACRO = "traded"
    swaps: tuple[Swap, ...]


@dataclass(frozen=True, slots=True)
class PowerUsed(Fact):
    """A special power did something and is spent; `tiles` are those it took, None where it takes none."""

    MACRO = "power_used"
    FORM = "new"
    power: Power
    tiles: int | None


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
    """How many tiles were drawn at the end of the play, how many the hand has."""

    MACRO = "drew"
    drawn: int
    hand: int
    tiles_left: int


@dataclass(frozen=True, slots=True)
class LeftGame(Fact):
    """A seat's holder is gone; `goes_on` tells that the game goes on for him, else the seat is vacant.

    It is None where the game is over.
    """

    MACRO = "left_game"
    seat: Seat
    how: Leaving
    goes_on: bool | None


@dataclass(frozen=True, slots=True)
class SeatFilled(Fact):
    """Somebody else holds a seat from now on, its holder number `tenure`."""

    MACRO = "seat_filled"
    seat: Seat
    tenure: int


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


@dataclass(frozen=True, slots=True)
class Story:
    """What happened in a round: its plays, and what was between this round and its neighbours."""

    before: tuple[Fact, ...]
    plays: tuple[Play, ...]
    after: tuple[Fact, ...]
