"""The syntax tree of an order file.

Every node is frozen and knows the line and column it was read from (`at`), which take no part in comparisons:
two trees are equal when they mean the same. Names of chains, tiles and handles are canonical (as the edition
and the game write them). Source: ORDERS.md, "Statements" and "Conditions".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

ME: Final = "I"
ANYONE: Final = "anyone"
NOBODY: Final = "nobody"

Who: TypeAlias = str
"""A handle, or `ME`, `ANYONE` or `NOBODY` (none of which can be a handle)."""


@dataclass(frozen=True, slots=True)
class At:
    """Where something stands in the text: line and column, both from 1."""

    line: int
    column: int


NOWHERE: Final = At(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Something that was read at a place of the text."""

    at: At = field(default=NOWHERE, compare=False, repr=False)


# --- chains ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named(Node):
    """A chain by its name."""

    chain: str


@dataclass(frozen=True, slots=True)
class FoundedBy(Node):
    """`the chain Bob founded` (`who` may be `ME`): the last one founded by that seat since the round opened."""

    who: Who


@dataclass(frozen=True, slots=True)
class TheSurvivor(Node):
    """`the survivor` of the merger being settled, else of the last one since the round opened."""


@dataclass(frozen=True, slots=True)
class Extreme(Node):
    """`the largest chain` on the board and its like; of equals the first in the edition's order."""

    which: Literal["largest", "smallest", "cheapest", "dearest"]


@dataclass(frozen=True, slots=True)
class AnyChain(Node):
    """`any` where a chain may stand."""


ChainRef: TypeAlias = Named | FoundedBy | TheSurvivor | Extreme
ChainChoice: TypeAlias = ChainRef | AnyChain

# --- what a tile would do --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Founds(Node):
    """It would found a chain."""


@dataclass(frozen=True, slots=True)
class Grows(Node):
    """It would join `chain`; with no chain named, whichever."""

    chain: ChainRef | None = None


@dataclass(frozen=True, slots=True)
class Merges(Node):
    """It would merge chains; `chain` is one of them, and goes under into `into` if that is named."""

    chain: ChainRef | None = None
    into: ChainRef | None = None


@dataclass(frozen=True, slots=True)
class StandsAlone(Node):
    """It would lie loose, next to nothing."""


TileEffect: TypeAlias = Founds | Grows | Merges | StandsAlone

# --- conditions ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number, 0 to 9,999,999."""

    value: int


@dataclass(frozen=True, slots=True)
class ChainFigure(Node):
    """`size of X`, `price of X`, `bonus of X`, `bank's X`."""

    what: Literal["size", "price", "bonus", "bank"]
    chain: ChainRef


@dataclass(frozen=True, slots=True)
class Shares(Node):
    """`my X`, `Bob's X`, `anyone's X`."""

    who: Who
    chain: ChainRef


@dataclass(frozen=True, slots=True)
class Stat(Node):
    """`my cash`, `Bob's value`; of `anyone` only the value."""

    who: Who
    what: Literal["cash", "value", "rank", "tiles"]


@dataclass(frozen=True, slots=True)
class GameFigure(Node):
    """`tiles left`, `round`, `players`."""

    what: Literal["tiles left", "round", "players"]


Term: TypeAlias = Number | ChainFigure | Shares | Stat | GameFigure


@dataclass(frozen=True, slots=True)
class Sum(Node):
    """Terms with their signs (+1 or -1), brackets resolved."""

    parts: tuple[tuple[int, Term], ...]


Operator: TypeAlias = Literal["<", "<=", "=", "<>", ">=", ">"]


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """Two sums compared; the words (`is at least`) are written back as signs."""

    left: Sum
    operator: Operator
    right: Sum


@dataclass(frozen=True, slots=True)
class Fact(Node):
    """What is true or not of a position; `negated` is the fact's own `not` (`is not active`).

    Where a chain by description does not exist the fact is false, negated or not.
    """

    negated: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ChainIs(Fact):
    """`X is active` (on the board), `X is safe`."""

    chain: ChainRef
    state: Literal["active", "safe"]


@dataclass(frozen=True, slots=True)
class Leads(Fact):
    """`I lead X`, `Bob leads X`: holds more than each other player."""

    who: Who
    chain: ChainRef


@dataclass(frozen=True, slots=True)
class PlaceIn(Fact):
    """`I am first in X`, `I am second in X` (place 1 or 2, ties share the better place)."""

    place: Literal[1, 2]
    chain: ChainRef


@dataclass(frozen=True, slots=True)
class OnBoard(Fact):
    """`5C is on the board`."""

    tile: str


@dataclass(frozen=True, slots=True)
class Holds(Fact):
    """`I hold 5C`."""

    tile: str


@dataclass(frozen=True, slots=True)
class Playable(Fact):
    """`5C is playable`: could be laid now, whoever holds it."""

    tile: str


@dataclass(frozen=True, slots=True)
class TileWould(Fact):
    """`5C founds`, `5C grows X`, `5C merges X into Y`, as if it were laid now, whoever holds it."""

    tile: str
    effect: TileEffect


@dataclass(frozen=True, slots=True)
class Founded(Fact):
    """`Bob founded X`, since the round opened (as all that follow)."""

    who: Who
    chain: ChainRef


@dataclass(frozen=True, slots=True)
class Merged(Fact):
    """`Bob merged X [into Y]`: he laid the tile by which X was taken over."""

    who: Who
    chain: ChainRef
    into: ChainRef | None = None


@dataclass(frozen=True, slots=True)
class Played(Fact):
    """`Bob played 5C`."""

    who: Who
    tile: str


@dataclass(frozen=True, slots=True)
class Dealt(Fact):
    """`Bob bought [N] X`, and `sold`, `traded`, `kept`: at least `count`, added up."""

    who: Who
    verb: Literal["bought", "sold", "traded", "kept"]
    chain: ChainRef
    count: int = 1


Power: TypeAlias = Literal["3 free", "buy 5", "trade 2", "take 5 tiles", "place 4 tiles"]


@dataclass(frozen=True, slots=True)
class UsedPower(Fact):
    """`Bob used buy 5`."""

    who: Who
    power: Power


@dataclass(frozen=True, slots=True)
class Missed(Fact):
    """`Bob missed`: from his first play of the round on."""

    who: Who


@dataclass(frozen=True, slots=True)
class Left(Fact):
    """`Bob left` the game."""

    who: Who


@dataclass(frozen=True, slots=True)
class WasFounded(Fact):
    """`X was founded`."""

    chain: ChainRef


@dataclass(frozen=True, slots=True)
class WasTakenOver(Fact):
    """`X was taken over [by Y]`."""

    chain: ChainRef
    by: ChainRef | None = None


@dataclass(frozen=True, slots=True)
class EndIs(Fact):
    """`the game can end` (the rules allow it now), `the end is announced`."""

    what: Literal["possible", "announced"]


AnyFact: TypeAlias = (
    ChainIs
    | Leads
    | PlaceIn
    | OnBoard
    | Holds
    | Playable
    | TileWould
    | Founded
    | Merged
    | Played
    | Dealt
    | UsedPower
    | Missed
    | Left
    | WasFounded
    | WasTakenOver
    | EndIs
)


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not` before a condition."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class And(Node):
    """Two or more conditions that must all hold; flat: none of them is itself an `And`."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """Two or more conditions of which one must hold; flat: none of them is itself an `Or`."""

    conditions: tuple[Condition, ...]


Condition: TypeAlias = Compare | AnyFact | Not | And | Or

# --- decisions -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TheTile(Node):
    """A tile by name."""

    tile: str


@dataclass(frozen=True, slots=True)
class AnyTile(Node):
    """`any [that [does not] …] [but …]`: the tiles of the hand that fit; bare (no effect) drawn by the die."""

    effect: TileEffect | None = None
    negated: bool = False
    but: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TileOrder(Node):
    """`tile …`: the first entry that can be played."""

    entries: tuple[TheTile | AnyTile, ...]


@dataclass(frozen=True, slots=True)
class FoundOrder(Node):
    """`found …` in order of preference."""

    chains: tuple[ChainChoice, ...]


@dataclass(frozen=True, slots=True)
class SurvivorOrder(Node):
    """`survivor …` in order of preference."""

    chains: tuple[ChainChoice, ...]


@dataclass(frozen=True, slots=True)
class SettleOrder(Node):
    """`settle …`: those named first, the rest by the die."""

    chains: tuple[ChainChoice, ...]


@dataclass(frozen=True, slots=True)
class Step(Node):
    """One step of a `merger` line; a number for `trade` counts shares given up and is even.

    `enough` (only for `trade`): the fewest that make me lead the survivor.
    """

    action: Literal["trade", "sell", "keep"]
    amount: int | Literal["all", "rest", "enough"]


@dataclass(frozen=True, slots=True)
class MergerOrder(Node):
    """`merger A [into B]: …`; `into` None where nothing was said of the survivor."""

    defunct: ChainChoice
    into: ChainChoice | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Lot(Node):
    """`3 Luxor`."""

    count: int
    chain: ChainRef


@dataclass(frozen=True, slots=True)
class EnoughLot(Node):
    """`enough X to lead`."""

    chain: ChainRef


@dataclass(frozen=True, slots=True)
class BuyOrder(Node):
    """`buy [exactly] … [leaving N]`; no lots at all is `buy nothing`."""

    lots: tuple[Lot | EnoughLot, ...]
    exactly: bool = False
    leaving: int = 0


@dataclass(frozen=True, slots=True)
class EndOrder(Node):
    """`end game`."""


@dataclass(frozen=True, slots=True)
class Swap(Node):
    """`2 Luxor for 1 Tower` (`times` 1), `6 Luxor for 3 Tower` (`times` 3)."""

    gave: ChainRef
    got: ChainRef
    times: int = 1


@dataclass(frozen=True, slots=True)
class UseOrder(Node):
    """`use POWER …`; lots for `3 free`, swaps for `trade 2`, tiles for `place 4 tiles`."""

    power: Power
    lots: tuple[Lot | EnoughLot, ...] = ()
    swaps: tuple[Swap, ...] = ()
    tiles: tuple[TheTile | AnyTile, ...] = ()


Decision: TypeAlias = (
    TileOrder | FoundOrder | SurvivorOrder | SettleOrder | MergerOrder | BuyOrder | EndOrder | UseOrder
)


@dataclass(frozen=True, slots=True)
class Guard(Node):
    """`if C` or `unless C` at the end of a line; looked at whenever the line is read."""

    condition: Condition
    unless: bool = False


@dataclass(frozen=True, slots=True)
class Line(Node):
    """One decision with its guard; `at.line` names it in reports and answers."""

    decision: Decision
    guard: Guard | None = None


@dataclass(frozen=True, slots=True)
class Press(Node):
    """Words to all, or to one handle; `anonymous` hides who wrote. Nothing in the text is language."""

    text: str
    to: str | None = None
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """One branch of a block; `condition` None is the `else`."""

    condition: Condition | None
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Block(Node):
    """`if … else if … else … end`."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class AsBefore(Node):
    """`as before`: the earlier decisions of this round follow here. Only at the top level."""


Item: TypeAlias = Line | Block | Press | AsBefore


def walk(items: Iterable[Item]) -> Iterator[Item]:
    """All items in reading order, those inside the branches of blocks included."""
    for item in items:
        yield item
        if isinstance(item, Block):
            for branch in item.branches:
                yield from walk(branch.items)


Turn: TypeAlias = Literal["all", "first", "second"]


@dataclass(frozen=True, slots=True)
class Section(Node):
    """The items under one heading: whose turn and, where one person plays two seats, which seat."""

    turn: Turn
    items: tuple[Item, ...]
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Ready(Node):
    """`ready`: the orders are final, the round may run early."""


@dataclass(frozen=True, slots=True)
class Withdraw(Node):
    """`withdraw`: the decisions for this round, and `ready`, are taken back."""


@dataclass(frozen=True, slots=True)
class Resign(Node):
    """`resign`, after the open round."""


@dataclass(frozen=True, slots=True)
class Away(Node):
    """`away DATE to DATE`, ISO dates, both included."""

    first: str
    last: str


@dataclass(frozen=True, slots=True)
class Note(Node):
    """`note: …` to the referee."""

    text: str


@dataclass(frozen=True, slots=True)
class Ask(Node):
    """`help`, `status`, `rules`."""

    what: Literal["help", "status", "rules"]


@dataclass(frozen=True, slots=True)
class AskReport(Node):
    """`report N`: that round's report once more, 0 being the one of the beginning; with no number the last one."""

    round: int | None = None


@dataclass(frozen=True, slots=True)
class NewAddress(Node):
    """`address NEW`: where the writer's mail is to go from now on."""

    address: str = field(repr=False)


Question: TypeAlias = Ask | AskReport | NewAddress
"""What is answered by mail, and changes nothing in a game."""

Request: TypeAlias = Ready | Withdraw | Resign | Away | Note | Question


@dataclass(frozen=True, slots=True)
class Header(Node):
    """`game`, `round`, `key`, `player`: who writes about what; None where nothing was said."""

    game: str | None = None
    round: int | None = None
    key: str | None = field(default=None, repr=False)
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Orders(Node):
    """Everything that was understood of one text.

    `sections` are the decisions of the round in the order of the text (empty ones are left out); `standing` is
    None where no standing block was written and () where an empty one deletes them.
    """

    header: Header = field(default_factory=Header)
    sections: tuple[Section, ...] = ()
    standing: tuple[Item, ...] | None = None
    requests: tuple[Request, ...] = ()
