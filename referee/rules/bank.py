"""The bank as a third holder in a game for two: a tile decides what it holds. Source: RULES.md, "Two players"."""

from __future__ import annotations

from referee.rules import events as e
from referee.rules.board import column_and_letter
from referee.rules.editions import Chain
from referee.rules.table import Table


def draw_for_bank(table: Table, chain: Chain) -> int:
    """Draw a tile for the bank if it takes part: its column is what the bank holds of a chain for its bonus.

    Where the edition lays such tiles, it waits among the bank's; otherwise it goes back, and the pool is remixed.
    From an empty pool the bank holds 0.
    """
    now = table.now
    if now.switches.two_players != "bank" or (drawn := table.draw()) is None:
        return 0
    tile, _ = drawn
    column, _ = column_and_letter(tile)
    table.emit(e.BankTileDrawn(chain, tile, column))
    if now.edition.bank_tile == "returned":
        table.emit(e.BankTileReturned(tile))
        label = table.remix(tile)
        table.emit(e.PoolRemixed(label, table.pool))
    return column
