"""Mergers: who survives, in which order the others are settled, what becomes of their shares.

Source: RULES.md, "Merger". All sizes and prices are those before the tile until the last chain is settled.
"""

from __future__ import annotations

from itertools import groupby

from referee.rules import events as e
from referee.rules.bank import draw_for_bank
from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.legality import in_tile_order, largest_of
from referee.rules.scoring import chain_bonuses
from referee.rules.table import Disposition, Table, WhatOfShares, WhichOrder, WhichSurvivor


def merge(table: Table, placer: e.Seat, chains: tuple[Chain, ...], joined: tuple[Tile, ...]) -> None:
    """Settle the merger of `chains`; `joined` are the tile laid and the loose ones it connects."""
    now = table.now
    largest = largest_of(now, chains)
    survivor = largest[0] if len(largest) == 1 else table.ask(WhichSurvivor(placer, largest))
    if survivor not in largest:
        raise ValueError(f"{survivor} cannot survive")
    defunct = _settling_order(table, placer, survivor, tuple(chain for chain in chains if chain != survivor))
    sizes = {chain: now.sizes[chain] for chain in (survivor, *defunct)}
    prices = {chain: now.price(chain) for chain in (survivor, *defunct)}
    table.emit(e.MergerBegun(survivor, defunct, sizes, prices, seat=placer))
    for chain in defunct:
        pay_bonuses(table, chain, now.from_placer(placer))
        for seat in now.from_placer(placer):
            if now.shares[seat][chain]:
                _settle(table, seat, chain, survivor)
        tiles = in_tile_order(now, {tile for tile, its in now.board.items() if its == chain})
        table.emit(e.ChainTakenOver(chain, survivor, tiles, seat=placer))
    size = sum(sizes.values()) + len(joined)
    table.emit(e.MergerEnded(survivor, size, joined, seat=placer))


def pay_bonuses(table: Table, chain: Chain, seats: tuple[e.Seat, ...]) -> None:
    """The bonuses of one chain; what falls to the bank is paid to nobody."""
    bank_holds = draw_for_bank(table, chain)
    for bonus in chain_bonuses(table.now, chain, seats, bank_holds):
        paid = bonus.seat != e.BANK
        table.emit(e.BonusPaid(chain, bonus.places, bonus.shares, bonus.amount, paid, seat=bonus.seat))


def _settling_order(
    table: Table, placer: e.Seat, survivor: Chain, chains: tuple[Chain, ...]
) -> tuple[Chain, ...]:
    """Largest first; the placer orders those of equal size, all up front."""
    sizes = table.now.sizes
    by_size = sorted(chains, key=lambda chain: -sizes[chain])
    ordered: list[Chain] = []
    for _, group in groupby(by_size, key=sizes.__getitem__):
        equal = tuple(group)
        answer = equal if len(equal) == 1 else table.ask(WhichOrder(placer, survivor, equal))
        if sorted(answer) != sorted(equal):
            raise ValueError(f"{answer} is no order of {equal}")
        ordered += answer
    return tuple(ordered)


def _settle(table: Table, seat: e.Seat, chain: Chain, survivor: Chain) -> None:
    now = table.now
    held, price = now.shares[seat][chain], now.price(chain)
    to_trade = min(held // 2, now.bank[survivor]) * 2
    done = table.ask(WhatOfShares(seat, chain, survivor, held, price, to_trade))
    if not _is_possible(done, held, to_trade):
        raise ValueError(f"{seat} cannot settle {held} {chain} so: {done}")
    kept = held - done.sell - done.trade
    table.emit(e.StockSettled(chain, done.sell, price, done.trade, done.trade // 2, kept, seat=seat))


def _is_possible(done: Disposition, held: int, to_trade: int) -> bool:
    return (
        done.sell >= 0
        and 0 <= done.trade <= to_trade
        and done.trade % 2 == 0
        and done.sell + done.trade <= held
    )
