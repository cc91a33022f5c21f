"""Buying shares, and the special powers beside it or in its place. Source: RULES.md, "A play", "Postal rules"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.rules import events as e
from referee.rules.editions import Chain
from referee.rules.state import State
from referee.rules.table import Offers, PowerUse, Table, WhatToBuy, WhatToTrade, WhetherPower

FREE_SHARES: Final = 3
BUY_FIVE: Final = 5
MOST_TRADES: Final = 3
GIVEN_IN_TRADE: Final = 2

WHILE_BUYING: Final[tuple[e.Power, ...]] = ("3 free", "buy 5", "trade 2")


def buy(table: Table, seat: e.Seat) -> None:
    """What a seat buys by its orders, or does instead with a special power; one power a play."""
    powers = _powers_now(table.now, seat)
    if not powers:
        _purchase(table, seat)
        return
    offers = _offers(table.now, seat)
    match table.ask(WhetherPower(seat, powers, offers)):
        case PowerUse(power="3 free", taken=taken):
            _check(taken, offers.free)
            table.emit(e.PowerUsed("3 free", seat=seat))
            _take(table, taken, offers.free)
        case PowerUse(power="buy 5"):
            bought = _answer(table, offers.five)
            if offers.is_beyond(bought):
                table.emit(e.PowerUsed("buy 5", seat=seat))
            _take(table, bought, offers.five)
        case PowerUse(power="trade 2", trades=trades):
            _trade(table, seat, trades, offers.trades)
            _purchase(table, seat)
        case _:
            _purchase(table, seat)


def _powers_now(now: State, seat: e.Seat) -> tuple[e.Power, ...]:
    """The powers that a seat can use while it buys."""
    if now.power_in_play is not None or not now.sizes:
        return ()
    return tuple(power for power in WHILE_BUYING if power in now.powers[seat])


def _offers(now: State, seat: e.Seat) -> Offers:
    """What a seat can have now, with each power and without."""
    purchase = _for_sale(now, seat, now.edition.buy_limit)
    held = {chain: now.shares[seat][chain] for chain in purchase.bank}
    return Offers(
        purchase=purchase,
        free=WhatToBuy(seat, FREE_SHARES, purchase.cash, dict.fromkeys(purchase.prices, 0), purchase.bank),
        five=_for_sale(now, seat, BUY_FIVE),
        trades=WhatToTrade(MOST_TRADES, GIVEN_IN_TRADE, held, purchase.bank),
    )


def _for_sale(now: State, seat: e.Seat, limit: int) -> WhatToBuy:
    prices = now.prices()
    return WhatToBuy(seat, limit, now.cash[seat], prices, {chain: now.bank[chain] for chain in prices})


def _purchase(table: Table, seat: e.Seat) -> None:
    """The purchase of a play, without a power."""
    question = _for_sale(table.now, seat, table.now.edition.buy_limit)
    _take(table, _answer(table, question), question)


def _answer(table: Table, question: WhatToBuy) -> tuple[tuple[Chain, int], ...]:
    bought = table.ask(question)
    _check(bought, question)
    return bought


def _take(table: Table, lots: Sequence[tuple[Chain, int]], question: WhatToBuy) -> None:
    for chain, count in lots:
        table.emit(e.SharesBought(chain, count, question.prices[chain], seat=question.seat))


def _trade(table: Table, seat: e.Seat, trades: Sequence[tuple[Chain, Chain]], question: WhatToTrade) -> None:
    if not trades:
        raise ValueError(f"{seat} cannot trade nothing")
    table.emit(e.PowerUsed("trade 2", seat=seat))
    for gave, got in trades:
        after = question.after(gave, got)
        if after is None:
            raise ValueError(f"{seat} cannot trade {gave} for {got}")
        table.emit(e.SharesTraded(gave, question.given, got, 1, seat=seat))
        question = after


def _check(lots: Sequence[tuple[Chain, int]], question: WhatToBuy) -> None:
    limit, cash, bank = question.limit, question.cash, dict(question.bank)
    for chain, count in lots:
        limit -= count
        cash -= count * question.prices[chain]
        bank[chain] -= count
        if count < 1 or limit < 0 or cash < 0 or bank[chain] < 0:
            raise ValueError(f"{question.seat} cannot take {count} {chain}")
