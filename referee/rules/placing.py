"""Laying a tile, and all that it causes. Source: RULES.md, "A play", "Postal rules" and "Two players"."""

from __future__ import annotations

from typing import Final, cast

from referee.rules import events as e
from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.legality import TileOutlook, connected_loose, options, outlook
from referee.rules.mergers import merge
from referee.rules.table import PowerUse, Table, WhichChain, WhichNextTile, WhichTile

MOST_TILES: Final = 4
"""Tiles of one play with `place 4 tiles`."""


def place(table: Table, seat: e.Seat, by: e.Manner, use: PowerUse | None) -> int:
    """Place one tile if any can be placed, with `place 4 tiles` up to four; how many were."""
    possible = options(table.now, seat)
    if not possible:
        table.emit(e.PlacementSkipped(seat=seat))
        return 0
    _lay(table, seat, _outlook_of(possible, table.ask(WhichTile(seat, possible))), by)
    placed = 1
    while use is not None and use.power == "place 4 tiles" and placed < MOST_TILES:
        possible = options(table.now, seat)
        tile = table.ask(WhichNextTile(seat, possible)) if possible else None
        if tile is None:
            break
        if placed == 1:
            table.emit(e.PowerUsed(use.power, seat=seat))
        _lay(table, seat, _outlook_of(possible, tile), by)
        placed += 1
    return placed


def _outlook_of(possible: tuple[TileOutlook, ...], tile: Tile) -> TileOutlook:
    return next(one for one in possible if one.tile == tile)


def _lay(table: Table, seat: e.Seat, look: TileOutlook, by: e.Manner) -> None:
    """Lay a tile of the hand; then those that were drawn for the bank meanwhile."""
    stays_loose = look.verdict == "found" and by == "missed"
    _put_down(table, seat, look, by, stays_loose=stays_loose)
    while table.now.edition.bank_tile == "laid" and table.now.bank_tiles:
        look = outlook(table.now, table.now.bank_tiles[0])
        if look.is_dead:
            table.emit(e.BankTileRemoved(look.tile))
        else:
            touches_loose_only = look.verdict in ("found", "blocked")
            _put_down(table, seat, look, "bank", stays_loose=touches_loose_only)


def _put_down(table: Table, placer: e.Seat, look: TileOutlook, by: e.Layer, *, stays_loose: bool) -> None:
    effect = "loose" if stays_loose else cast("e.Effect", look.verdict)  # never dead, blocked stays loose
    joined = () if effect == "loose" else connected_loose(table.now, look.tile)
    chain = look.chains[0] if effect == "grow" else None
    whose = e.BANK if by == "bank" else placer
    table.emit(e.TilePlaced(look.tile, effect, chain, joined, by, seat=whose))
    if effect == "merge":
        merge(table, placer, look.chains, (look.tile, *joined))
    elif effect == "found":
        _found(table, placer, look.tile, 1 + len(joined))


def _found(table: Table, seat: e.Seat, tile: Tile, size: int) -> None:
    now = table.now
    free: tuple[Chain, ...] = tuple(chain for chain in now.edition.chains if chain not in now.sizes)
    chain = table.ask(WhichChain(seat, tile, free))
    if chain not in free:
        raise ValueError(f"{chain} cannot be founded")
    table.emit(e.ChainFounded(chain, size, min(1, now.bank[chain]), seat=seat))
