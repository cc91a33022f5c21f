"""What the lines of an order file decide, question by question.

Each function reads the orders from the top for its question and falls back to the default.
Source: ORDERS.md, "Statements" and "Defaults".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orders import conditions, tree
from referee.round.choice import Choice, Die, Used, picked, shuffled
from referee.round.position import SeatPosition
from referee.round.reading import Reading
from referee.rules import table as t
from referee.rules.editions import Chain

# --- tile -------------------------------------------------------------------------------------------------


def tile(reading: Reading, question: t.WhichTile, die: Die) -> Choice[str]:
    """The first entry of a `tile` line that can be played; by default the die among all that can."""
    playable = [option.tile for option in question.options]
    by_line = _by_tile_line(reading, playable, die)
    if by_line is not None:
        return by_line
    only = len(playable) == 1
    return reading.by_default(
        picked(playable, "tile", die), "the only playable tile" if only else "no line: the die"
    )


def next_tile(reading: Reading, question: t.WhichNextTile, die: Die) -> Choice[str | None]:
    """A tile after the first: of the list of the line that uses the power, or of a `tile` line; by default none.

    Of a list, the first entry that fits and was not taken yet: one that could not be played before may be now.
    """
    playable = [option.tile for option in question.options]
    placing = reading.orders.placing
    if placing is None or not placing.listed:
        by_line = _by_tile_line(reading, playable, die)
        return by_line if by_line is not None else reading.by_default(None, "no line: no further tile")
    for entry in placing.rest:
        if fitting := fitting_tiles(entry, playable, reading.view):
            placing.rest.remove(entry)
            return reading.answered(placing.candidate, fitting[0])
    return reading.by_default(None, "no further tile of the list can be played")


def _by_tile_line(reading: Reading, playable: list[str], die: Die) -> Choice[Any] | None:
    for candidate in reading.lines(tree.TileOrder):
        for entry in candidate.decision.entries:
            fitting = fitting_tiles(entry, playable, reading.view)
            if not fitting:
                continue
            bare = isinstance(entry, tree.AnyTile) and entry.effect is None and not entry.but
            return reading.answered(candidate, picked(fitting, "tile", die) if bare else fitting[0])
        reading.pass_over(candidate.line, _why_no_tile(candidate.decision, reading.view))
    return None


def fitting_tiles(entry: tree.TheTile | tree.AnyTile, playable: list[str], view: SeatPosition) -> list[str]:
    """The playable tiles that an entry means, lowest first in the edition's order."""
    if isinstance(entry, tree.TheTile):
        return [tile for tile in playable if tile == entry.tile]
    return [
        tile
        for tile in playable
        if tile not in entry.but
        and (entry.effect is None or conditions.tile_fits(entry.effect, entry.negated, tile, view))
    ]


def _why_no_tile(order: tree.TileOrder, view: SeatPosition) -> str:
    reasons = [_why_not_this(entry, view) for entry in order.entries]
    return "; ".join(dict.fromkeys(reasons))


def _why_not_this(entry: tree.TheTile | tree.AnyTile, view: SeatPosition) -> str:
    if isinstance(entry, tree.AnyTile):
        return "no playable tile fits"
    tile = entry.tile
    if not view.holds(tile):
        return f"{tile} lies on the board" if view.on_board(tile) else f"{tile} is not in the hand"
    return f"{tile} cannot be played"


# --- found, survivor, settle ------------------------------------------------------------------------------


def preferred(
    reading: Reading,
    kind: type[tree.FoundOrder | tree.SurvivorOrder],
    options: tuple[Chain, ...],
    label: str,
    die: Die,
) -> Choice[Chain]:
    """The first chain of a `found` or `survivor` line that can be chosen; by default the die."""
    for candidate in reading.lines(kind):
        for chain in reading.chains(candidate.decision.chains):
            if chain is None:
                return reading.answered(candidate, picked(options, label, die))
            if chain in options:
                return reading.answered(candidate, chain)
        reading.pass_over(candidate.line, f"only {', '.join(options)} can be chosen")
    only = len(options) == 1
    return reading.by_default(
        picked(options, label, die), "the only one there is" if only else "no line: the die"
    )


def settling(reading: Reading, question: t.WhichOrder, die: Die) -> Choice[tuple[Chain, ...]]:
    """Equal defunct chains: those that a `settle` line names first, the rest by the die."""
    for candidate in reading.lines(tree.SettleOrder):
        named: list[Chain] = []
        answers = False
        for chain in reading.chains(candidate.decision.chains):
            answers = answers or chain is None or chain in question.options
            if chain is None:
                break
            if chain in question.options and chain not in named:
                named.append(chain)
        if answers:
            rest = tuple(chain for chain in question.options if chain not in named)
            return reading.answered(candidate, (*named, *shuffled(rest, die)))
        reading.pass_over(candidate.line, f"it names none of {', '.join(question.options)}")
    return reading.by_default(shuffled(question.options, die), "no line: the die")


# --- mergers ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Settling:
    """A holder's shares being disposed of, step by step; what is kept is neither of the rest nor given up."""

    rest: int
    to_trade: int
    sell: int = 0
    trade: int = 0

    def take(self, step: tree.Step, enough: int) -> None:
        """Do what can be done of a step; `enough` are the shares to give up so as to lead."""
        count = enough if step.amount == "enough" else self._asked(step)
        if step.action == "trade":
            most = min(self.rest - self.rest % 2, self.to_trade)
            out_of_reach = step.amount == "enough" and enough > most
            count = 0 if out_of_reach else min(count - count % 2, most)
            self.trade += count
            self.to_trade -= count
        elif step.action == "sell":
            self.sell += count
        self.rest -= count

    def _asked(self, step: tree.Step) -> int:
        return min(step.amount, self.rest) if isinstance(step.amount, int) else self.rest


def disposition(
    reading: Reading, question: t.WhatOfShares, *, keeps_unordered: bool
) -> Choice[t.Disposition]:
    """The steps of all `merger` lines that fit, one after the other; only what is left follows the default."""
    shares = _Settling(question.held, question.to_trade)
    used: list[Used] = []
    for candidate in reading.lines(tree.MergerOrder):
        order = candidate.decision
        if not _is_of(reading, order, question):
            continue
        before = shares.rest
        for step in order.steps:
            shares.take(step, _enough_to_lead(reading.view, question, shares.trade))
        if shares.rest < before:
            used.append(reading.use(candidate))
        else:
            reading.pass_over(candidate.line, "nothing of it could be done")
        if not shares.rest:
            break
    default = None
    if shares.rest:
        what = "all" if shares.rest == question.held else f"the other {shares.rest}"
        default = f"no line: {what} {'kept' if keeps_unordered else 'sold'}"
        shares.sell += 0 if keeps_unordered else shares.rest
    answer = t.Disposition(sell=shares.sell, trade=shares.trade)
    return Choice(answer, tuple(used), default, tuple(reading.passed))


def _is_of(reading: Reading, order: tree.MergerOrder, question: t.WhatOfShares) -> bool:
    """Whether a line is about these shares; a description that fits nothing is about none."""
    named = ((order.defunct, question.chain), (order.into, question.survivor))
    return all(
        chain is None or isinstance(chain, tree.AnyChain) or conditions.resolve(chain, reading.view) == meant
        for chain, meant in named
    )


def _enough_to_lead(view: SeatPosition, question: t.WhatOfShares, traded: int) -> int:
    """The shares to give up, beside those `traded` by earlier steps, so as to lead the survivor; 0 if I do."""
    mine = view.shares(view.me, question.survivor) + traded // 2
    return 2 * max(0, _most_of_others(view, question.survivor) + 1 - mine)


def _most_of_others(view: SeatPosition, chain: Chain) -> int:
    return max(view.shares(seat, chain) for seat in view.seats if seat != view.me)


# --- buy --------------------------------------------------------------------------------------------------


def purchases(reading: Reading, question: t.WhatToBuy) -> Choice[tuple[tuple[Chain, int], ...]]:
    """What the first `buy` line gets of which at least one share can be had; by default nothing."""
    for candidate in reading.lines(tree.BuyOrder):
        order = candidate.decision
        if not order.lots:
            return reading.answered(candidate, ())
        bought, why = what_is_bought(reading.view, order, question)
        if bought:
            return reading.answered(candidate, tuple(bought.items()))
        reading.pass_over(candidate.line, why)
    return reading.by_default((), "no line: nothing bought")


def what_is_bought(
    view: SeatPosition, order: tree.BuyOrder, question: t.WhatToBuy
) -> tuple[dict[Chain, int], str]:
    """What a line gets, from left to right; where it gets nothing, why."""
    limit, cash = question.limit, max(0, question.cash - order.leaving)
    bought: dict[Chain, int] = {}
    reasons: list[str] = []
    for lot in order.lots:
        chain = conditions.resolve(lot.chain, view)
        wanted = _wanted(lot, chain, view, bought)
        if chain is None or chain not in question.prices:
            count = 0
            reasons.append(f"{chain} is not on the board" if chain else "there is no such chain")
        else:
            price, in_bank = question.prices[chain], question.bank[chain] - bought.get(chain, 0)
            affordable = cash // price if price else in_bank
            most = min(limit, affordable, in_bank)
            count = min(wanted, most) if isinstance(lot, tree.Lot) or wanted <= most else 0
            if count < wanted:
                reasons.append(_why_fewer(chain, wanted, most, affordable, in_bank, order.leaving))
        if order.exactly and count < wanted:
            return {}, reasons[-1]
        if count and chain is not None:
            bought[chain] = bought.get(chain, 0) + count
            limit -= count
            cash -= count * question.prices[chain]
    return bought, "; ".join(dict.fromkeys(reasons)) or "nothing more is needed to lead"


def _wanted(
    lot: tree.Lot | tree.EnoughLot, chain: Chain | None, view: SeatPosition, bought: dict[Chain, int]
) -> int:
    if isinstance(lot, tree.Lot):
        return lot.count
    if chain is None:
        return 1
    return max(0, _most_of_others(view, chain) + 1 - view.shares(view.me, chain) - bought.get(chain, 0))


def _why_fewer(chain: Chain, wanted: int, most: int, affordable: int, in_bank: int, leaving: int) -> str:
    """What stood in the way of the `wanted` shares, of which only `most` could be had."""
    if in_bank == most:
        return f"the bank has {in_bank or 'no'} {chain}"
    if affordable == most:
        kept = f"leaving ${leaving:,}, " if leaving else ""
        if not affordable:
            return f"{kept}the cash is not enough for a share of {chain}"
        return f"{kept}the cash is enough for {affordable} {chain}"
    return f"{wanted} {chain} would be needed and {most} more may be bought"
