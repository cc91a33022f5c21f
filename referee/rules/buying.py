"""Buying shares, and the special powers beside it or in its place. Source: RULES.md, "A play", "Postal rules"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.rules import events as e
from referee.rules.editions import Chain
from referee.rules.table import PowerUse, Table, WhatToBuy, WhetherPower

FREE_SHARES: Final = 3
BUY_FIVE: Final = 5
MOST_TRADES: Final = 3
GIVEN_IN_TRADE: Final = 2

WHILE_BUYING: Final[tuple[e.Power, ...]] = ("3 free", "buy 5", "trade 2")


def buy(table: Table, seat: e.Seat) -> None:
    """What a seat buys by its orders, or does instead with a special power; one power a play."""
    use = _power(table, seat)
    if use is not None and use.power == "3 free":
        _take_free(table, seat, use)
        return
    if use is not None and use.power == "trade 2":
        _trade(table, seat, use)
    has_five = use is not None and use.power == "buy 5"
    question = what_to_buy(table, seat, BUY_FIVE if has_five else table.now.edition.buy_limit)
    bought = table.ask(question)
    _check(seat, bought, question)
    if has_five and sum(count for _, count in bought) > table.now.edition.buy_limit:
        table.emit(e.PowerUsed("buy 5", seat=seat))
    for chain, count in bought:
        table.emit(e.SharesBought(chain, count, question.prices[chain], seat=seat))


def what_to_buy(table: Table, seat: e.Seat, limit: int) -> WhatToBuy:
    """What is for sale to a seat now."""
    now = table.now
    prices = now.prices()
    return WhatToBuy(seat, limit, now.cash[seat], prices, {chain: now.bank[chain] for chain in prices})


def _power(table: Table, seat: e.Seat) -> PowerUse | None:
    now = table.now
    left = tuple(power for power in WHILE_BUYING if power in now.powers[seat])
    if not left or now.power_in_play is not None or not now.sizes:
        return None
    purchase = what_to_buy(table, seat, now.edition.buy_limit)
    shares = {chain: now.shares[seat][chain] for chain in now.active()}
    return table.ask(WhetherPower(seat, left, purchase, shares))


def _take_free(table: Table, seat: e.Seat, use: PowerUse) -> None:
    now = table.now
    free = WhatToBuy(seat, FREE_SHARES, 0, dict.fromkeys(now.active(), 0), dict(now.bank))
    _check(seat, use.taken, free)
    table.emit(e.PowerUsed(use.power, seat=seat))
    for chain, count in use.taken:
        table.emit(e.SharesBought(chain, count, 0, seat=seat))


def _trade(table: Table, seat: e.Seat, use: PowerUse) -> None:
    if not 0 < len(use.trades) <= MOST_TRADES:
        raise ValueError(f"{seat} cannot trade {len(use.trades)} times")
    table.emit(e.PowerUsed(use.power, seat=seat))
    for gave, got in use.trades:
        now = table.now
        has, there = now.shares[seat][gave] >= GIVEN_IN_TRADE, now.bank[got] >= 1
        if gave == got or not (has and there and gave in now.sizes and got in now.sizes):
            raise ValueError(f"{seat} cannot trade {gave} for {got}")
        table.emit(e.SharesTraded(gave, GIVEN_IN_TRADE, got, 1, seat=seat))


def _check(seat: e.Seat, lots: Sequence[tuple[Chain, int]], question: WhatToBuy) -> None:
    limit, cash, bank = question.limit, question.cash, dict(question.bank)
    for chain, count in lots:
        limit -= count
        cash -= count * question.prices[chain]
        bank[chain] -= count
        if count < 1 or limit < 0 or cash < 0 or bank[chain] < 0:
            raise ValueError(f"{seat} cannot take {count} {chain}")
