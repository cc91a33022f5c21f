"""A game at one moment, as somebody may know it: the truth, or one seat's view.

Truth and views are the same class, folded by the same `apply` over different events. What a view does not know
(other hands) is simply empty in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from referee.rules.board import Tile
from referee.rules.editions import Chain, Edition
from referee.rules.events import Event, PlayEnded, Power, Seat
from referee.rules.switches import Switches

LOOSE: Final = ""
"""What the board says of a tile that belongs to no chain."""


@dataclass(slots=True)
class Merger:
    """A merger being settled; `settled` are the chains whose holders are all done.

    `bonus_is_paid` tells of the chain in hand, the next one of `defunct`.
    """

    survivor: Chain
    defunct: tuple[Chain, ...]
    sizes: dict[Chain, int]
    prices: dict[Chain, int]
    settled: list[Chain] = field(default_factory=list)
    bonus_is_paid: bool = False


@dataclass(slots=True)
class State:
    """Everything known of a game; changed by `apply` alone.

    `board` maps each tile that lies to its chain or LOOSE. `sizes` has exactly the chains on the board.
    `racks` are the known hands, one place a tile: None is an empty place, which the next tile drawn in the same play
    takes.
    `hand_counts` is public. `laid` is the tile placed last with the loose ones it connects. `unplaced`
    counts the plays in a row that placed nothing, `idle` those that did not draw either. `powers` are the special
    powers that each seat has left, `power_in_play` the one used in the play in hand. `bank_tiles` were drawn for the
    bank and wait to be laid, first drawn first. `left` are the seats whose holders have left, and nobody came in
    their place. `recent` are the events that conditions on the past may be about: those since the round opened or,
    with rounds of one play, those of as many rounds as there are seats.
    """

    edition: Edition
    switches: Switches
    seats: tuple[Seat, ...]
    ignored: tuple[str, ...]
    bag_given: bool
    seed_given: bool
    cash: dict[Seat, int]
    shares: dict[Seat, dict[Chain, int]]
    bank: dict[Chain, int]
    racks: dict[Seat, list[Tile | None]]
    hand_counts: dict[Seat, int]
    misses: dict[Seat, int]
    powers: dict[Seat, tuple[Power, ...]]
    board: dict[Tile, Chain] = field(default_factory=dict)
    sizes: dict[Chain, int] = field(default_factory=dict)
    setup_tiles: dict[Seat, Tile] = field(default_factory=dict)
    order: tuple[Seat, ...] = ()
    tiles_left: int = 0
    out_of_play: list[Tile] = field(default_factory=list)
    round: int = 0
    plays: tuple[Seat, ...] = ()
    plays_over: int = 0
    round_is_open: bool = False
    deadline: str | None = None
    laid: tuple[Tile, ...] = ()
    merger: Merger | None = None
    power_in_play: Power | None = None
    bank_tiles: list[Tile] = field(default_factory=list)
    left: list[Seat] = field(default_factory=list)
    unplaced: int = 0
    idle: int = 0
    end_announced: bool = False
    ended: str | None = None
    recent: list[Event] = field(default_factory=list)
    rounds_begun_at: list[int] = field(default_factory=list)
    """Where in `recent` each of its rounds begins."""

    def hand(self, seat: Seat) -> list[Tile]:
        """The known tiles of a seat, as they stand in the rack."""
        return [tile for tile in self.racks[seat] if tile is not None]

    def price(self, chain: Chain) -> int:
        """Dollars a share now; 0 for a chain not on the board."""
        return self.edition.price_by_size[chain][self.sizes.get(chain, 0)]

    def of_the_round(self) -> list[Event]:
        """What happened since the last round opened."""
        return self.recent[self.rounds_begun_at[-1] :]

    def since_last_play_of(self, seat: Seat) -> list[Event]:
        """What happened since the round opened; with rounds of one play, since the last play of a seat."""
        if not self.switches.one_play_a_round:
            return self.recent
        own = (
            n for n, event in enumerate(self.recent, 1) if isinstance(event, PlayEnded) and event.seat == seat
        )
        return self.recent[max(own, default=0) :]

    def prices(self) -> dict[Chain, int]:
        """Dollars a share of each chain on the board, in the edition's order."""
        by_size = self.edition.price_by_size
        return {
            chain: by_size[chain][self.sizes[chain]] for chain in self.edition.chains if chain in self.sizes
        }

    def is_safe(self, chain: Chain) -> bool:
        """Whether the chain is on the board and can never be taken over."""
        return self.sizes.get(chain, 0) >= self.edition.safe

    def active(self) -> tuple[Chain, ...]:
        """The chains on the board, in the edition's order."""
        return tuple(chain for chain in self.edition.chains if chain in self.sizes)

    def next_after(self, seat: Seat) -> Seat:
        """Whose turn comes after a seat's in the one rotation."""
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    def from_placer(self, placer: Seat) -> tuple[Seat, ...]:
        """All seats, the placer first and then in playing order."""
        start = self.order.index(placer)
        return self.order[start:] + self.order[:start]
