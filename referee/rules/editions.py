"""Editions as data: what differs between them is never an `if` in the engine. Source: RULES.md, "Editions"."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from referee.errors import UserError
from referee.rules.board import Board, Tile, board, column_and_letter, letter_and_column

Chain: TypeAlias = str
"""A chain by the name that its edition gives it."""

Tier: TypeAlias = Literal["low", "middle", "high"]
BankTile: TypeAlias = Literal["laid", "returned"]
RUNGS_ABOVE_LOW: Final[dict[Tier, int]] = {"low": 0, "middle": 1, "high": 2}

PRICES: Final = tuple(200 + 100 * rung for rung in range(11))
TWO_BONUSES: Final = tuple((10 * price, 5 * price) for price in PRICES)
SECOND_OF_THREE: Final = (1500, 2200, 3000, 3700, 4200, 5000, 5700, 6200, 7000, 7700, 8200)
THREE_BONUSES: Final = tuple(
    (10 * price, second, 5 * price) for price, second in zip(PRICES, SECOND_OF_THREE, strict=True)
)


@dataclass(frozen=True, slots=True)
class Variant:
    """What a switch with the value `true` changes about an edition; `defaults` are those that differ."""

    title: str
    bonuses: tuple[tuple[int, ...], ...]
    players: tuple[int, int]
    defaults: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Edition:
    """The facts of one printed (or club's own) edition; money in dollars.

    `tiers` gives each chain its price tier, in the edition's order of chains. `bands` are the smallest sizes of
    each rung of the price ladder; `prices` and `bonuses` are the ladder, rung by rung, and long enough for the
    highest tier. `tile_order` is the order of tiles: `number` (then letter) or `letter` (then number).
    `defaults` are the values of the switches whose default differs between editions. `bank_tile` is what becomes of
    a tile that is drawn for the bank in a game for two: laid after the merger, or returned and the pool remixed.
    `variants` are by the name of their switch; a game fixes one or none, so that its log knows none.

    No slots: what follows from the facts is kept once computed.
    """

    id: str
    title: str
    columns: int
    rows: int
    tiers: dict[Chain, Tier]
    bands: tuple[int, ...]
    prices: tuple[int, ...]
    bonuses: tuple[tuple[int, ...], ...]
    shares: int
    cash: int
    hand: int
    safe: int
    end: int
    tile_order: Literal["number", "letter"]
    players: tuple[int, int]
    defaults: dict[str, str] = field(default_factory=dict)
    buy_limit: int = 3
    bank_tile: BankTile = "returned"
    variants: dict[str, Variant] = field(default_factory=dict)

    @cached_property
    def chains(self) -> tuple[Chain, ...]:
        """All chains, in the edition's order."""
        return tuple(self.tiers)

    @cached_property
    def board(self) -> Board:
        """The board with its tiles and neighbours."""
        return board(self.columns, self.rows)

    @cached_property
    def tile_rank(self) -> dict[Tile, int]:
        """The place of each tile in the edition's tile order, from 0."""
        key = column_and_letter if self.tile_order == "number" else letter_and_column
        return {tile: rank for rank, tile in enumerate(sorted(self.board.tiles, key=key))}

    @cached_property
    def _rungs(self) -> dict[Chain, tuple[int, ...]]:
        """The rung of each chain by its size; sizes below 2 are no chain and stand for the first band."""
        most = self.columns * self.rows
        by_size = tuple(max(0, bisect_right(self.bands, size) - 1) for size in range(most + 1))
        return {
            chain: tuple(rung + RUNGS_ABOVE_LOW[tier] for rung in by_size)
            for chain, tier in self.tiers.items()
        }

    @cached_property
    def price_by_size(self) -> dict[Chain, tuple[int, ...]]:
        """`price_by_size[chain][size]`: dollars a share; 0 at size 0."""
        return {
            chain: (0, *(self.prices[rung] for rung in rungs[1:])) for chain, rungs in self._rungs.items()
        }

    def bonuses_at(self, chain: Chain, size: int) -> tuple[int, ...]:
        """The bonuses of a chain of that size, first to last."""
        return self.bonuses[self._rungs[chain][size]]

    def varied(self, switch: str) -> Edition | None:
        """The edition as it is played with that switch, a variant no more; None where it has no such variant."""
        variant = self.variants.get(switch)
        if variant is None:
            return None
        return replace(
            self,
            title=variant.title,
            bonuses=variant.bonuses,
            players=variant.players,
            defaults=self.defaults | variant.defaults,
            variants={},
        )

    def as_data(self) -> dict[str, Any]:
        """The whole edition as it stands in the first event of a game."""
        data = asdict(self)
        del data["tiers"]  # an object's keys have no order in a log; a list has
        del data["variants"]  # what could have been played is no fact of the game
        return data | {
            "chains": [{"name": chain, "tier": tier} for chain, tier in self.tiers.items()],
            "bonuses": [list(row) for row in self.bonuses],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Edition:
        """The edition that `as_data` wrote down; what a later version added beside it is left alone."""
        known = {one.name: data[one.name] for one in fields(cls) if one.name in data}
        known["tiers"] = {chain["name"]: chain["tier"] for chain in data["chains"]}
        known["bonuses"] = tuple(tuple(row) for row in data["bonuses"])
        for name in ("bands", "prices", "players"):
            known[name] = tuple(data[name])
        return cls(**known)


SIZES_OF_12_X_9: Final = (2, 3, 4, 5, 6, 11, 21, 31, 41)
SIZES_OF_10_X_10: Final = (2, 3, 4, 5, 6, 8, 18, 28, 38)

PRINTED_WITH_TWO: Final = {"stall_end": "false", "dead_tiles": "once", "sole_holder": "first_second"}
PRINTED_WITH_THREE: Final = PRINTED_WITH_TWO | {"sole_holder": "first_third"}
"""The switches as all printed editions have them, with two bonuses and with three."""

CLASSIC: Final = Edition(
    id="classic",
    title="The online rules",
    columns=12,
    rows=9,
    tiers={
        "Luxor": "low",
        "Tower": "low",
        "American": "middle",
        "Festival": "middle",
        "Worldwide": "middle",
        "Continental": "high",
        "Imperial": "high",
    },
    bands=SIZES_OF_12_X_9,
    prices=PRICES,
    bonuses=TWO_BONUSES,
    shares=25,
    cash=6000,
    hand=6,
    safe=11,
    end=41,
    tile_order="number",
    players=(2, 6),
    defaults={"stall_end": "true", "dead_tiles": "until_clean", "sole_holder": "first_second"},
    bank_tile="laid",
)

AVALON_HILL_1995: Final = replace(
    CLASSIC, id="avalon_hill_1995", title="Avalon Hill 1995", defaults=PRINTED_WITH_TWO, bank_tile="returned"
)

HASBRO_1999: Final = replace(
    AVALON_HILL_1995,
    id="hasbro_1999",
    title="Hasbro 1999",
    tiers={
        "Sackson": "low",
        "Zeta": "low",
        "America": "middle",
        "Fusion": "middle",
        "Hydra": "middle",
        "Phoenix": "high",
        "Quantum": "high",
    },
    tile_order="letter",
)

WOTC_2008: Final = replace(
    AVALON_HILL_1995,
    id="wotc_2008",
    title="Wizards of the Coast 2008",
    tiers={
        "Sackson": "low",
        "Worldwide": "low",
        "American": "middle",
        "Festival": "middle",
        "Imperial": "middle",
        "Continental": "high",
        "Tower": "high",
    },
    tile_order="letter",
    players=(3, 6),
)

HASBRO_2016: Final = Edition(
    id="hasbro_2016",
    title="The 10x10 rulebook",
    columns=10,
    rows=10,
    tiers={
        "Nestor": "low",
        "Spark": "low",
        "Etch": "middle",
        "Fleet": "middle",
        "Rove": "middle",
        "Bolt": "high",
        "Echo": "high",
    },
    bands=SIZES_OF_10_X_10,
    prices=PRICES,
    bonuses=THREE_BONUSES,
    shares=24,
    cash=6000,
    hand=6,
    safe=10,
    end=38,
    tile_order="letter",
    players=(2, 6),
    defaults=PRINTED_WITH_THREE,
)

RENEGADE_2023: Final = replace(
    AVALON_HILL_1995,
    id="renegade_2023",
    title="Renegade 2023",
    tiers={
        "Sackson": "low",
        "Tower": "low",
        "American": "middle",
        "Festival": "middle",
        "Worldwide": "middle",
        "Continental": "high",
        "Imperial": "high",
    },
    tile_order="letter",
    variants={
        "tycoon": Variant(
            title="Renegade 2023, tycoon",
            bonuses=THREE_BONUSES,
            players=(3, 6),
            defaults={"sole_holder": "first_third"},
        )
    },
)

EDITIONS: Final = {
    edition.id: edition
    for edition in (CLASSIC, AVALON_HILL_1995, HASBRO_1999, WOTC_2008, HASBRO_2016, RENEGADE_2023)
}


def edition_named(edition: str | Edition) -> Edition:
    """The edition of that id, in any case; one that is no id already, a club's own, is that.

    Raises UserError with those there are.
    """
    if isinstance(edition, Edition):
        return edition
    found = EDITIONS.get(edition.strip().lower())
    if found is None:
        raise UserError(
            f"there is no edition {edition!r}; there are {', '.join(EDITIONS)}. "
            "A club's own is named by its file, as in mine.toml."
        )
    return found
