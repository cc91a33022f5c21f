"""Notes about lines that were meant to count together, and about what no line takes.

Source: ORDERS.md, "Statements" (buy, merger) and "What the referee answers" (notes).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orders import tree
from orders.check_base import BUY_LIMIT, Note, chains_in, to_be_had
from orders.print_words import decision_text
from orders.printer import chain_text, line_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from orders.check_base import File, Place, Situation


# --- alternatives ----------------------------------------------------------------------------------------


def alternatives(file: File) -> Iterator[Note]:
    """`alternatives`: purchases in several lines that would go together in one."""
    limit = BUY_LIMIT if file.situation is None else file.situation.buy_limit
    for run in _runs(file, limit):
        first = run[0].row
        lots = [lot for place in run for lot in _lots(place)]
        together = ", ".join(f"{lot.count} {chain_text(lot.chain)}" for lot in lots)
        guard = line_text(tree.Line(tree.BuyOrder(()), run[0].line.guard)).removeprefix("buy nothing")
        kept = f" leaving {_leaving(run[0])}" if _leaving(run[0]) else ""
        which = "both" if run[1:] == run[-1:] else "all"
        yield Note(
            run[1].row,
            "alternatives",
            f"Lines are alternatives and do not add up: this line counts only if line {first} buys nothing. "
            f"For {which}: `buy {together}{kept}{guard}`, in place of line {first}.",
        )


def _runs(file: File, limit: int) -> Iterator[list[Place]]:
    run: list[Place] = []
    for place in (one for one in file.places if isinstance(one.decision, tree.BuyOrder)):
        if run and _go_together([*run, place], limit):
            run.append(place)
            continue
        if len(run) > 1:
            yield run
        run = [place] if _may_be_more(place, file.situation) else []
    if len(run) > 1:
        yield run


def _may_be_more(place: Place, situation: Situation | None) -> bool:
    lots = _lots(place)
    named = chains_in(place.decision)
    there = situation is None or place.standing or all(to_be_had(chain, situation) for chain in named)
    return there and bool(lots) and len(named) == len(lots)


def _go_together(places: list[Place], limit: int) -> bool:
    first, last = places[0], places[-1]
    lots = [lot for place in places for lot in _lots(place)]
    if not _lots(last) or len({lot.chain for lot in lots}) < len(lots):
        return False
    same_place = (first.path, first.turn, first.seat, first.standing) == (
        last.path, last.turn, last.seat, last.standing
    )  # fmt: skip
    same_words = first.line.guard == last.line.guard and _leaving(first) == _leaving(last)
    return same_place and same_words and sum(lot.count for lot in lots) <= limit


def _leaving(place: Place) -> int:
    return place.decision.leaving if isinstance(place.decision, tree.BuyOrder) else 0


def _lots(place: Place) -> list[tree.Lot]:
    """The lots of a plain purchase; none of any other."""
    decision = place.decision
    if not isinstance(decision, tree.BuyOrder) or decision.exactly:
        return []
    lots = [lot for lot in decision.lots if isinstance(lot, tree.Lot)]
    return lots if len(lots) == len(decision.lots) else []


# --- what is left over -----------------------------------------------------------------------------------


def unordered_rest(file: File) -> Iterator[Note]:
    """`unordered-rest`: the steps of a `merger` line may leave shares, and no line below takes them."""
    situation = file.situation
    goes_on = situation is not None and file.orders.standing is None and bool(situation.standing)
    if file.as_before or goes_on:
        return  # what was filed before is read below these lines
    taken: dict[int, bool] = {}
    for view in file.views.values():
        below: set[tuple[tree.ChainChoice, tree.ChainChoice | None]] = set()
        for place in reversed(view):
            order = place.decision
            if isinstance(order, tree.MergerOrder):
                is_taken = any(_may_be_same(order, defunct, into) for defunct, into in below)
                taken[place.number] = taken.get(place.number, False) or is_taken
                below.add((order.defunct, order.into))
    for number in sorted(taken):
        place = file.places[number]
        order = place.decision
        if (
            not taken[number]
            and isinstance(order, tree.MergerOrder)
            and _may_leave_some(order, place, situation)
        ):
            yield Note(place.row, "unordered-rest", _what_becomes_of_the_rest(order, situation))


def _may_leave_some(order: tree.MergerOrder, place: Place, situation: Situation | None) -> bool:
    numbers = [step.amount for step in order.steps if isinstance(step.amount, int)]
    if any(step.amount in ("all", "rest") for step in order.steps):
        return False
    if situation is not None and isinstance(order.defunct, tree.Named) and not place.standing:
        return situation.shares.get(order.defunct.chain, 0) > sum(numbers)
    return True


def _may_be_same(order: tree.MergerOrder, defunct: tree.ChainChoice, into: tree.ChainChoice | None) -> bool:
    """Whether both may be about the same shares: descriptions and `any` may mean whatever chain."""
    return all(
        one == other or not (isinstance(one, tree.Named) and isinstance(other, tree.Named))
        for one, other in ((order.defunct, defunct), (order.into, into))
    )


def _what_becomes_of_the_rest(order: tree.MergerOrder, situation: Situation | None) -> str:
    if situation is None:
        becomes = "follows the default (sold, unless your game says `keep`)"
    else:
        becomes = "will be kept" if situation.keeps_unordered else "will be sold"
    words = decision_text(order)
    return (
        f"What these steps leave, and no line below takes, {becomes}. Say what you want at the end: "
        f"`{words}, sell rest` or `{words}, keep rest`."
    )
