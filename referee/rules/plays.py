"""One play from its beginning to its end. Source: RULES.md, "A play" and "Postal rules" (missed orders, powers)."""

from __future__ import annotations

from typing import Final

from referee.rules import events as e
from referee.rules.buying import buy
from referee.rules.legality import dead_tiles, end_reason
from referee.rules.mergers import pay_bonuses
from referee.rules.placing import place
from referee.rules.scoring import ranking
from referee.rules.state import State
from referee.rules.table import Moment, PowerUse, Table, WhetherPower, WhetherToEnd

AT_THE_BEGINNING: Final[tuple[e.Power, ...]] = ("take 5 tiles", "place 4 tiles")
TILES_TAKEN: Final = 5


def play(table: Table, seat: e.Seat, by: e.Manner) -> e.EndReason | None:
    """Play once for a seat and tell why the game ends with it, None if it goes on.

    By orders the seat is asked; by a miss it is asked for tile, survivor and settlement alone, and a tile that
    would found a chain stays loose. Who has left is asked for those and what to found.
    """
    asked = by == "orders"
    in_hand = table.now.hand_counts[seat]
    announced = asked and _may_announce(table, seat, "beginning")
    use = _begin_with_power(table, seat) if asked else None
    taken = table.now.hand_counts[seat] - in_hand
    placed = place(table, seat, by, use)
    if asked:
        announced = announced or _may_announce(table, seat, "before buying")
        buy(table, seat)
        announced = announced or _may_announce(table, seat, "after buying")
    ending = _ending_before_draw(table.now, announced=announced, placed=placed)
    drawn = 0 if ending else _draw(table, seat, placed) + _exchange_dead(table, seat)
    now = table.now
    table.emit(e.PlayEnded(placed, taken + drawn, len(now.hand(seat)), table.pool, seat=seat))
    if ending is None and not now.switches.stall_end and now.idle >= len(now.seats):
        return "stalled"
    return ending


def _may_announce(table: Table, seat: e.Seat, moment: Moment) -> bool:
    reason = end_reason(table.now)
    if reason is None or not table.ask(WhetherToEnd(seat, moment)):
        return False
    table.emit(e.EndAnnounced(reason, seat=seat))
    return True


def _begin_with_power(table: Table, seat: e.Seat) -> PowerUse | None:
    """The power that acts before the tile: five tiles are taken at once, four are placed in what follows.

    Nothing is drawn in the play that ends the game, be it announced already.
    """
    now = table.now
    can_take = table.pool and not now.end_announced
    left = tuple(
        power
        for power in AT_THE_BEGINNING
        if power in now.powers[seat] and (power != "take 5 tiles" or can_take)
    )
    use = table.ask(WhetherPower(seat, left)) if left else None
    if use is not None and use.power == "take 5 tiles":
        table.emit(e.PowerUsed(use.power, min(TILES_TAKEN, table.pool), seat=seat))
        for _ in range(TILES_TAKEN):
            _draw_one(table, seat)
    return use


def _ending_before_draw(now: State, *, announced: bool, placed: int) -> e.EndReason | None:
    if announced:
        return "announced"
    if now.switches.auto_end and end_reason(now) is not None:
        return "auto"
    if now.switches.stall_end and not placed and now.unplaced + 1 >= len(now.seats):
        return "stalled"
    return None


def _draw(table: Table, seat: e.Seat, placed: int) -> int:
    """Draw back to a full hand, after several tiles no more than were placed; how many were drawn."""
    missing = table.now.edition.hand - len(table.now.hand(seat))
    return sum(_draw_one(table, seat) for _ in range(missing if placed < 2 else min(placed, missing)))  # noqa: PLR2004


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
        pay_bonuses(table, chain, now.order)
    for chain in now.active():
        price = now.price(chain)
        for seat in now.order:
            if held := now.shares[seat][chain]:
                table.emit(e.StockSoldAtEnd(chain, held, price, seat=seat))
    table.emit(e.GameEnded(why, tuple(ranking(now))))
