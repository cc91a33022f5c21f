"""Which special power a seat's `use` lines use now, and for what. Source: ORDERS.md, "Statements" (use)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orders import conditions, tree
from referee.round.choice import Choice
from referee.round.decisions import what_is_bought
from referee.round.position import SeatPosition
from referee.round.reading import Placing, Reading
from referee.rules import table as t
from referee.rules.editions import Chain
from referee.rules.events import Power


def power(reading: Reading, question: t.WhetherPower) -> Choice[t.PowerUse | None]:
    """The first `use` line that can do something now; by default none, and nothing is said of it."""
    mine = reading.view.powers
    for candidate in reading.lines(tree.UseOrder):
        order = candidate.decision
        if order.power not in question.options:
            if order.power not in mine:
                reading.pass_over(candidate.line, f"{order.power} is spent")
            continue
        use, why = _use(reading, order, question)
        if use is None:
            reading.pass_over(candidate.line, why)
            continue
        if use.power == "place 4 tiles":
            reading.orders.placing = Placing(candidate, list(order.tiles))
        _pass_over_others(reading, use, mine)
        return reading.answered(candidate, use)
    return Choice(None)


def _pass_over_others(reading: Reading, use: t.PowerUse, mine: Sequence[Power]) -> None:
    """Says of the lines that would use another power now, or later in the play, why they do not."""
    told = {passed.line for passed in reading.passed}
    for candidate in Reading(reading.orders, reading.view).lines(tree.UseOrder):
        power, line = candidate.decision.power, candidate.line
        if power in mine and power != use.power and line.at.line not in told:
            reading.pass_over(line, f"one power a turn, and {use.power} is used")


def _use(reading: Reading, order: tree.UseOrder, question: t.WhetherPower) -> tuple[t.PowerUse | None, str]:
    """What a line does with its power, None and the reason where it can do nothing."""
    offers = question.offers
    if offers is None:
        return t.PowerUse(order.power), ""
    if order.power == "trade 2":
        trades = tuple(_trades(reading.view, order, offers.trades))
        return (t.PowerUse(order.power, trades=trades) if trades else None), "no such trade can be made"
    if order.power == "buy 5":
        more = offers.is_beyond(_first_purchase(reading, offers.five).items())
        why = f"no more than {offers.purchase.limit} shares would be bought"
        return (t.PowerUse(order.power) if more else None), why
    taken, why = what_is_bought(reading.view, tree.BuyOrder(order.lots), offers.free)
    return (t.PowerUse(order.power, tuple(taken.items())) if taken else None), why


def _first_purchase(reading: Reading, question: t.WhatToBuy) -> dict[Chain, int]:
    """What the `buy` lines would buy, without using any of them."""
    for candidate in Reading(reading.orders, reading.view).lines(tree.BuyOrder):
        bought, _ = what_is_bought(reading.view, candidate.decision, question)
        if bought or not candidate.decision.lots:
            return bought
    return {}


def _trades(
    view: SeatPosition, order: tree.UseOrder, question: t.WhatToTrade
) -> Iterator[tuple[Chain, Chain]]:
    """The trades of a line that can be made, from left to right."""
    for swap in order.swaps:
        gave, got = conditions.resolve(swap.gave, view), conditions.resolve(swap.got, view)
        if gave is None or got is None:
            continue
        for _ in range(swap.times):
            after = question.after(gave, got)
            if after is not None:
                yield gave, got
                question = after
