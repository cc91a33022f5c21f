"""One play from its beginning to its end. Source: RULES.md, "A play" and "Postal rules" (missed orders)."""

from __future__ import annotations

from typing import cast

from referee.rules import events as e
from referee.rules.board import Tile
from referee.rules.legality import connected_loose, dead_tiles, end_reason, options
from referee.rules.mergers import merge
from referee.rules.scoring import chain_bonuses, ranking
from referee.rules.state import State
from referee.rules.table import Moment, Table, WhatToBuy, WhetherToEnd, WhichChain, WhichTile


def play(table: Table, seat: e.Seat, by: e.Manner) -> e.EndReason | None:
    """Play once for a seat and tell why the game ends with it, None if it goes on.

    By orders the seat is asked; by a miss it is asked for tile, survivor and settlement alone, and a tile that
    would found a chain stays loose.
    """
    asked = by == "orders"
    announced = asked and _may_announce(table, seat, "beginning")
    placed = _place(table, seat, by)
    if asked:
        announced = announced or _may_announce(table, seat, "before buying")
        _buy(table, seat)
        announced = announced or _may_announce(table, seat, "after buying")
    ending = _ending_before_draw(table.now, announced=announced, placed=placed)
    drawn = 0 if ending else _draw(table, seat) + _exchange_dead(table, seat)
    now = table.now
    table.emit(e.PlayEnded(placed, drawn, len(now.hand(seat)), table.pool, seat=seat))
    if ending is None and not now.switches.stall_end and now.idle >= len(now.seats):
        return "stalled"
    return ending


def _may_announce(table: Table, seat: e.Seat, moment: Moment) -> bool:
    reason = end_reason(table.now)
    if reason is None or not table.ask(WhetherToEnd(seat, moment)):
        return False
    table.emit(e.EndAnnounced(reason, seat=seat))
    return True


def _place(table: Table, seat: e.Seat, by: e.Manner) -> int:
    """Place one tile if any can be placed; how many were."""
    possible = options(table.now, seat)
    if not possible:
        table.emit(e.PlacementSkipped(seat=seat))
        return 0
    tile = table.ask(WhichTile(seat, possible))
    look = next(one for one in possible if one.tile == tile)
    stays_loose = look.verdict == "found" and by == "missed"
    effect = (
        "loose" if stays_loose else cast("e.Effect", look.verdict)
    )  # what is possible is never dead or blocked
    joined = () if effect == "loose" else connected_loose(table.now, tile)
    chain = look.chains[0] if effect == "grow" else None
    table.emit(e.TilePlaced(tile, effect, chain, joined, by, seat=seat))
    if effect == "merge":
        merge(table, seat, look.chains, (tile, *joined))
    elif effect == "found":
        _found(table, seat, tile, 1 + len(joined))
    return 1


def _found(table: Table, seat: e.Seat, tile: Tile, size: int) -> None:
    now = table.now
    free = tuple(chain for chain in now.edition.chains if chain not in now.sizes)
    chain = table.ask(WhichChain(seat, tile, free))
    if chain not in free:
        raise ValueError(f"{chain} cannot be founded")
    table.emit(e.ChainFounded(chain, size, min(1, now.bank[chain]), seat=seat))


def _buy(table: Table, seat: e.Seat) -> None:
    now = table.now
    limit, cash = now.edition.buy_limit, now.cash[seat]
    prices = now.prices()
    bank = {chain: now.bank[chain] for chain in prices}
    bought = table.ask(WhatToBuy(seat, limit, cash, prices, bank))
    for chain, count in bought:
        limit -= count
        cash -= count * prices[chain]
        bank[chain] -= count
        if count < 1 or limit < 0 or cash < 0 or bank[chain] < 0:
            raise ValueError(f"{seat} cannot buy {count} {chain}")
        table.emit(e.SharesBought(chain, count, prices[chain], seat=seat))


def _ending_before_draw(now: State, *, announced: bool, placed: int) -> e.EndReason | None:
    if announced:
        return "announced"
    if now.switches.auto_end and end_reason(now) is not None:
        return "auto"
    if now.switches.stall_end and not placed and now.unplaced + 1 >= len(now.seats):
        return "stalled"
    return None


def _draw(table: Table, seat: e.Seat) -> int:
    """Draw back to a full hand; how many were drawn."""
    missing = table.now.edition.hand - len(table.now.hand(seat))
    return sum(_draw_one(table, seat) for _ in range(missing))


def _draw_one(table: Table, seat: e.Seat) -> bool:
    drawn = table.draw()
    if drawn is None:
        return False
    table.emit(e.TileDrawn(*drawn, seat=seat))
    return True


def _exchange_dead(table: Table, seat: e.Seat) -> int:
    """Exchange dead tiles as the game's switch has it; how many were drawn for them."""
    policy = table.now.switches.dead_tiles
    if policy == "until_clean":
        drawn = 0
        while (tile := next(dead_tiles(table.now, seat), None)) is not None:
            table.emit(e.DeadTileSetAside(tile, seat=seat))
            drawn += _draw_one(table, seat)
        return drawn
    if policy == "once":
        dead = tuple(dead_tiles(table.now, seat))
        for tile in dead:
            table.emit(e.DeadTileSetAside(tile, seat=seat))
        return sum(_draw_one(table, seat) for _ in dead)
    return 0


def settle_the_game(table: Table, why: e.EndReason) -> None:
    """The final reckoning: bonuses of every chain on the board, their shares sold, the ranking."""
    now = table.now
    for chain in now.active():
        for bonus in chain_bonuses(now, chain, now.order):
            table.emit(e.BonusPaid(chain, bonus.places, bonus.shares, bonus.amount, seat=bonus.seat))
    for chain in now.active():
        price = now.price(chain)
        for seat in now.order:
            if held := now.shares[seat][chain]:
                table.emit(e.StockSoldAtEnd(chain, held, price, seat=seat))
    table.emit(e.GameEnded(why, tuple(ranking(now))))
