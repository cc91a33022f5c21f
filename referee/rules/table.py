"""What the rules need of the world around them, and the questions they ask of players.

A question holds all that legality needs, so that whoever answers it needs no rule. Answers are checked by the
play all the same: a wrong one is a fault of the referee's, not of a player's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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
class WhatToTrade:
    """What can be traded: `given` shares of one chain for one of another, at most `most` times.

    `held` and `bank` (shares left) are those of the chains on the board.
    """

    most: int
    given: int
    held: dict[Chain, int]
    bank: dict[Chain, int]

    def after(self, gave: Chain, got: Chain) -> WhatToTrade | None:
        """What can be traded after one trade; None where that one cannot be made."""
        if not self.most or gave == got or gave not in self.held or got not in self.held:
            return None
        if self.held[gave] < self.given or not self.bank[got]:
            return None
        held = {**self.held, gave: self.held[gave] - self.given, got: self.held[got] + 1}
        bank = {**self.bank, gave: self.bank[gave] + self.given, got: self.bank[got] - 1}
        return WhatToTrade(self.most - 1, self.given, held, bank)


@dataclass(frozen=True, slots=True)
class Offers:
    """What a seat can have while it buys: without a power, with `3 free`, with `buy 5`, and by `trade 2`."""

    purchase: WhatToBuy
    free: WhatToBuy
    five: WhatToBuy
    trades: WhatToTrade

    def is_beyond(self, lots: Iterable[tuple[Chain, int]]) -> bool:
        """Whether a purchase is of more shares than can be bought without a power: then `buy 5` is used by it."""
        return sum(count for _, count in lots) > self.purchase.limit


@dataclass(frozen=True, slots=True)
class PowerUse:
    """A special power and what is done with it, every part of which can be done.

    `taken` are the shares taken with `3 free`, chain and count; `trades` the chain given and the chain got of each
    `trade 2`. What is bought with `buy 5` is asked for by itself.
    """

    power: Power
    taken: tuple[tuple[Chain, int], ...] = ()
    trades: tuple[tuple[Chain, Chain], ...] = ()


@dataclass(frozen=True, slots=True)
class WhetherPower(Question[PowerUse | None]):
    """Use one of `options`, those that are left and can act now? None: none of them.

    `offers` are what those can give that act while buying; None before the tile.
    """

    options: tuple[Power, ...]
    offers: Offers | None = None


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
