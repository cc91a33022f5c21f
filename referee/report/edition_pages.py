"""Editions for whoever looks for one: all of them side by side, or one with its printed price card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.report.context import PriceCard
from referee.report.layout import tidy
from referee.report.position import price_card
from referee.report.templates import environment
from referee.rules.board import Tile
from referee.rules.editions import RUNGS_ABOVE_LOW, BankTile, Edition

TRUTH: Final = {"true": True, "false": False}
FEW: Final = 3


@dataclass(frozen=True, slots=True)
class EditionFacts:
    """What is told of an edition, or of the variant that the switch `switch` makes of it.

    `tiers` are its chains, low to high; `first_tiles` the lowest in its order; `switches` those whose default it
    decides, `changes` those that a variant decides otherwise.
    """

    id: str
    title: str
    switch: str | None
    columns: int
    row_letters: str
    tiers: tuple[str, ...]
    card: PriceCard
    shares: int
    cash: int
    hand: int
    buy_limit: int
    safe: int
    end: int
    tile_order: str
    first_tiles: tuple[Tile, ...]
    players: tuple[int, int]
    bank_tile: BankTile
    switches: dict[str, bool | str]
    changes: dict[str, bool | str]
    variants: tuple[EditionFacts, ...]


def edition_page(edition: Edition) -> str:
    """One edition: its price card, what is counted, its defaults, and what a switch makes of it."""
    return tidy(environment().get_template("edition.txt.j2").render(edition=_facts(edition)))


def editions_page(editions: Sequence[Edition]) -> str:
    """All editions, with what differs between them."""
    told = [_facts(edition) for edition in editions]
    names = tuple(dict.fromkeys(name for one in told for name in one.switches))
    return tidy(environment().get_template("editions.txt.j2").render(editions=told, names=names))


def _facts(edition: Edition, switch: str | None = None, base: Edition | None = None) -> EditionFacts:
    switches = {name: TRUTH.get(value, value) for name, value in edition.defaults.items()}
    before = {} if base is None else base.defaults
    varied = {name: edition.varied(name) for name in edition.variants}
    return EditionFacts(
        id=edition.id,
        title=edition.title,
        switch=switch,
        columns=edition.columns,
        row_letters=edition.board.letters,
        tiers=tuple(
            " ".join(chain for chain, its in edition.tiers.items() if its == tier) for tier in RUNGS_ABOVE_LOW
        ),
        card=price_card(edition, {}),
        shares=edition.shares,
        cash=edition.cash,
        hand=edition.hand,
        buy_limit=edition.buy_limit,
        safe=edition.safe,
        end=edition.end,
        tile_order=edition.tile_order,
        first_tiles=tuple(sorted(edition.tile_rank, key=edition.tile_rank.__getitem__)[:FEW]),
        players=edition.players,
        bank_tile=edition.bank_tile,
        switches=switches,
        changes={
            name: value for name, value in switches.items() if before.get(name) != edition.defaults[name]
        },
        variants=tuple(_facts(one, name, edition) for name, one in varied.items() if one is not None),
    )
