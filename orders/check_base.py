"""What the notes on an order file are made from: the file laid out in reading order, and the player's situation.

Source: ORDERS.md, "What the referee answers" (notes).
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from orders import tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from orders.reader import Reading

BUY_LIMIT: Final = 3
"""Shares a turn where no game says otherwise."""

MOST_COMPARED: Final = 30
"""With how many lines above a line is compared: time stays in proportion to the length of the file."""

TURNS: Final[tuple[tree.Turn, ...]] = ("first", "second")

Path: TypeAlias = "tuple[tuple[tree.At, int], ...]"
"""The branches that something stands in, outermost first: the place of the block, the number of the branch."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is understood but surely not meant. It never keeps a line from counting.

    `line` (from 1) is that of the original text; `kind` is a short word that stays the same; the message is in
    whole sentences: what will happen, and what to write instead.
    """

    line: int
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Situation:
    """What a player knows of the game when he writes for the open round; made from his own view alone.

    `plays` are the seats in the order of the round's plays. `sizes` and `prices` have exactly the chains on the
    board, `bank` and `shares` (the player's own) may leave out chains of which there are none. Of `hand`,
    `unplayable` are the tiles that cannot be laid now, `dead` those that never can. `has_decisions` and `standing`
    tell of what is filed already. `buy_limit` and `keeps_unordered` are rules of the game, `powers` the special
    powers that the player has left (None: not known).

    In games of one play a round, `round` is that of the player's next play, `open_round` the open one (0: the same),
    and until then only his `merger` lines are asked; `plays` has that one play.
    """

    me: str
    round: int
    seats: tuple[str, ...]
    plays: tuple[str, ...]
    hand: tuple[str, ...]
    cash: int
    sizes: Mapping[str, int] = field(default_factory=dict)
    prices: Mapping[str, int] = field(default_factory=dict)
    safe: frozenset[str] = frozenset()
    bank: Mapping[str, int] = field(default_factory=dict)
    shares: Mapping[str, int] = field(default_factory=dict)
    board: frozenset[str] = frozenset()
    out_of_play: frozenset[str] = frozenset()
    unplayable: frozenset[str] = frozenset()
    dead: frozenset[str] = frozenset()
    buy_limit: int = BUY_LIMIT
    keeps_unordered: bool = False
    powers: tuple[str, ...] | None = None
    open_round: int = 0
    has_decisions: bool = False
    standing: tuple[tree.Item, ...] = ()

    @property
    def rounds(self) -> range:
        """The rounds that a file for this situation may name: the open one up to that of the next own play."""
        return range(self.open_round or self.round, self.round + 1)

    @property
    def own_plays(self) -> tuple[int, ...]:
        """Which plays of the round are the player's, counted from 0."""
        return tuple(number for number, seat in enumerate(self.plays) if seat == self.me)


@dataclass(frozen=True, slots=True)
class Place:
    """A decision where it stands; `guards` must all hold for it to count, whatever the blocks around it say."""

    number: int
    line: tree.Line
    path: Path
    turn: tree.Turn
    seat: str | None
    standing: bool
    guards: frozenset[tree.Condition]

    @property
    def decision(self) -> tree.Decision:
        """What it decides."""
        return self.line.decision

    @property
    def row(self) -> int:
        """Its line in the text."""
        return self.line.at.line


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """A block where it stands."""

    block: tree.Block
    path: Path
    turn: tree.Turn
    seat: str | None
    standing: bool


@dataclass(frozen=True, slots=True)
class File:
    """An order file laid out for the checks.

    `situation` is None where no game is known, and for a later round, whose position nobody knows.
    """

    reading: Reading
    situation: Situation | None
    places: tuple[Place, ...]
    blocks: tuple[BlockPlace, ...]
    press: tuple[tuple[tree.Press, Path], ...]
    as_before: bool
    views: Mapping[tuple[str | None, tree.Turn], tuple[Place, ...]]
    """The decisions that count for a seat in a turn, in the order in which they are read: standing ones last."""
    conditions: Mapping[tree.At, tuple[tree.Condition, ...]]
    """The conditions of the branches of each block, by the place of the block."""
    with_else: frozenset[tree.At]
    """The blocks of which one branch always counts."""

    @property
    def orders(self) -> tree.Orders:
        """What was understood."""
        return self.reading.orders

    def seats(self) -> tuple[str | None, ...]:
        """Whose orders these are, where one person writes for two seats; otherwise only None."""
        return tuple(dict.fromkeys(seat for seat, _ in self.views))

    def conditions_around(self, place: Place, depth: int = 0) -> Iterator[tree.Condition]:
        """The conditions on which it depends that the place is reached, from a depth of blocks on.

        Of a very long `else if` chain only those nearest above: time stays in proportion to the length of the file.
        """
        for block, number in place.path[depth:]:
            yield from self.conditions[block][max(0, number - MOST_COMPARED) : number + 1]

    def of_this_position(self) -> Iterator[tuple[Place, Situation]]:
        """The decisions that are made for the position at hand: no standing ones, no other seat's."""
        if self.situation is None:
            return
        mine = None if self.seats() == (None,) else self.situation.me
        for place in self.places:
            if not place.standing and place.seat == mine:
                yield place, self.situation


Check: TypeAlias = "Callable[[File], Iterator[Note]]"
"""One class of notes."""

OwnTurn: Final = (
    tree.TileOrder,
    tree.FoundOrder,
    tree.SurvivorOrder,
    tree.SettleOrder,
    tree.BuyOrder,
    tree.EndOrder,
    tree.UseOrder,
)
"""Decisions that are asked for only in the player's own plays."""


def laid_out(reading: Reading, situation: Situation | None) -> File:
    """The file in reading order; the situation is left out where the file is for another round."""
    said = reading.orders.header.round
    known = situation if situation is None or said is None or said in situation.rounds else None
    layout = _Layout()
    for section in reading.orders.sections:
        layout.walk(section.items, (), section.turn, section.seat, standing=False)
    layout.walk(reading.orders.standing or (), (), "all", None, standing=True)
    seats = tuple(dict.fromkeys(place.seat for place in layout.places if place.seat is not None)) or (None,)
    own_first = sorted(layout.places, key=lambda place: place.standing)
    views = {
        (seat, turn): tuple(
            place for place in own_first if place.turn in ("all", turn) and place.seat in (None, seat)
        )
        for seat in seats
        for turn in TURNS
    }
    conditions = {
        one.block.at: tuple(branch.condition for branch in one.block.branches if branch.condition is not None)
        for one in layout.blocks
    }
    return File(
        reading,
        known,
        tuple(layout.places),
        tuple(layout.blocks),
        tuple(layout.press),
        layout.as_before,
        views,
        conditions,
        frozenset(one.block.at for one in layout.blocks if one.block.branches[-1].condition is None),
    )


class _Layout:
    def __init__(self) -> None:
        self.places: list[Place] = []
        self.blocks: list[BlockPlace] = []
        self.press: list[tuple[tree.Press, Path]] = []
        self.as_before = False

    def walk(
        self, items: Iterable[tree.Item], path: Path, turn: tree.Turn, seat: str | None, *, standing: bool
    ) -> None:
        for item in items:
            match item:
                case tree.Line():
                    guards = conjuncts(item.guard)
                    self.places.append(Place(len(self.places), item, path, turn, seat, standing, guards))
                case tree.Block():
                    self.blocks.append(BlockPlace(item, path, turn, seat, standing))
                    for number, branch in enumerate(item.branches):
                        inner = (*path, (item.at, number))
                        self.walk(branch.items, inner, turn, seat, standing=standing)
                case tree.Press():
                    self.press.append((item, path))
                case tree.AsBefore():
                    self.as_before = True


def conjuncts(guard: tree.Guard | tree.Condition | None) -> frozenset[tree.Condition]:
    """Conditions that all hold where the guard lets its line count, or where the condition holds."""
    match guard:
        case None:
            return frozenset()
        case tree.Guard(condition=condition, unless=True):
            return frozenset([opposite(condition)])
        case tree.Guard(condition=condition):
            return conjuncts(condition)
        case tree.And(conditions=conditions):
            return frozenset(conditions)
        case _:
            return frozenset([guard])


def opposite(condition: tree.Condition) -> tree.Condition:
    """`not C`, without two `not` one after the other."""
    return condition.condition if isinstance(condition, tree.Not) else tree.Not(condition)


def nodes(value: object) -> Iterator[tree.Node]:
    """A node with all that it is made of; no depth of blocks or brackets is too deep for it."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, tree.Node):
            yield one
            left.extend(getattr(one, name) for name in _parts(type(one)))
        elif isinstance(one, tuple):
            left.extend(one)


_PARTS: Final[dict[type[tree.Node], tuple[str, ...]]] = {}


def _parts(kind: type[tree.Node]) -> tuple[str, ...]:
    if kind not in _PARTS:
        _PARTS[kind] = tuple(one.name for one in fields(kind) if one.name != "at")
    return _PARTS[kind]


def chains_in(value: object) -> set[str]:
    """The chains that are named in a part of the tree."""
    return {node.chain for node in nodes(value) if isinstance(node, tree.Named)}


def tiles_in(value: object) -> set[str]:
    """The tiles that are named in a part of the tree."""
    found: set[str] = set()
    for node in nodes(value):
        match node:
            case (
                tree.TheTile()
                | tree.OnBoard()
                | tree.Holds()
                | tree.Playable()
                | tree.TileWould()
                | tree.Played()
            ):
                found.add(node.tile)
            case _:
                pass
    return found


def to_be_had(chain: str, situation: Situation) -> bool:
    """Whether a share of the chain could be bought now."""
    price = situation.prices.get(chain)
    return price is not None and situation.bank.get(chain, 0) > 0 and situation.cash >= price


def listed(words: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:  # noqa: PLR2004 - one or none needs no `and`
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
