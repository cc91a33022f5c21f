"""What the rules need of the world around them, and the questions they ask of players.

A question holds all that legality needs, so that whoever answers it needs no rule. Answers are checked by the
play all the same: a wrong one is a fault of the referee's, not of a player's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.events import Event, Power, Seat
from referee.rules.legality import TileOutlook
from referee.rules.state import State

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Question(Generic[T_co]):
    """A decision that `seat` has to make; the type parameter is the type of its answer."""

    seat: Seat


Moment: TypeAlias = Literal["beginning", "before buying", "after buying"]


@dataclass(frozen=True, slots=True)
class WhetherToEnd(Question[bool]):
    """Announce the end? Asked only when the rules allow it, at each of the moments of ORDERS.md."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class WhichTile(Question[Tile]):
    """Which tile to place: the playable ones of the hand, in the edition's tile order; at least one."""

    options: tuple[TileOutlook, ...]


@dataclass(frozen=True, slots=True)
class WhichNextTile(Question[Tile | None]):
    """Which tile to place after the first, with the power `place 4 tiles`; None: no further one."""

    options: tuple[TileOutlook, ...]


@dataclass(frozen=True, slots=True)
class WhichChain(Question[Chain]):
    """Which chain to found with the tile just laid: those not on the board, in the edition's order."""

    tile: Tile
    options: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class WhichSurvivor(Question[Chain]):
    """Which of the largest chains survives, where several are equal."""

    options: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class WhichOrder(Question[tuple[Chain, ...]]):
    """In which order to settle defunct chains of equal size: a permutation of `options` answers."""

    survivor: Chain
    options: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class Disposition:
    """What is done with shares of a chain taken over; `trade` are those given up, even; the rest is kept."""

    sell: int = 0
    trade: int = 0


@dataclass(frozen=True, slots=True)
class WhatOfShares(Question[Disposition]):
    """What a holder does with his `held` shares; `to_trade` is the most that can be given up in trades now."""

    chain: Chain
    survivor: Chain
    held: int
    price: int
    to_trade: int


@dataclass(frozen=True, slots=True)
class WhatToBuy(Question[tuple[tuple[Chain, int], ...]]):
    """What to buy: chain and count, in the order of the purchases; at most `limit` shares in all.

    `prices` and `bank` (shares left) are those of the chains on the board, in the edition's order.
    """

    limit: int
    cash: int
    prices: dict[Chain, int]
    bank: dict[Chain, int]


@dataclass(frozen=True, slots=True)
class PowerUse:
    """A special power and what is done with it, every part of which can be done.

    `taken` are the shares taken with `3 free` or bought with `buy 5`, chain and count; `trades` the chain given
    (two shares) and the chain got (one) of each `trade 2`.
    """

    power: Power
    taken: tuple[tuple[Chain, int], ...] = ()
    trades: tuple[tuple[Chain, Chain], ...] = ()


@dataclass(frozen=True, slots=True)
class WhetherPower(Question[PowerUse | None]):
    """Use one of `options`, those that are left and can act now? None: none of them.

    `purchase` is what could be bought without a power, None before the tile. `shares` are those that the seat has
    of the chains on the board.
    """

    options: tuple[Power, ...]
    purchase: WhatToBuy | None = None
    shares: dict[Chain, int] = field(default_factory=dict)


class Table(Protocol):
    """Where a play takes place."""

    @property
    def now(self) -> State:
        """The game as it is; it changes with every event emitted."""

    def emit(self, event: Event) -> None:
        """A fact: applied before the call returns."""

    def ask(self, question: Question[T_co]) -> T_co:
        """The answer of the seat that the question names."""

    def draw(self) -> tuple[Tile, int] | None:
        """The next tile and its place in the bag (from 1), None from an empty pool."""

    def remix(self, tile: Tile) -> str:
        """Put a drawn tile back and bring the pool into a new order; the label of the shuffle."""

    @property
    def pool(self) -> int:
        """How many tiles are left to draw."""
