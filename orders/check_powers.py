"""Notes about special powers: one a turn, each once in a game, and how much they give.

Source: RULES.md, "Postal rules" (special powers), and ORDERS.md, "Statements" (use).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orders import tree
from orders.check_base import MOST_COMPARED, TURNS, Note, listed
from orders.printer import line_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from orders.check_base import File, Place, Situation

_MOST: Final = 3
"""Shares that `3 free` gives, and trades that `trade 2` makes."""

_GIVEN: Final = 2
_AT_THE_BEGINNING: Final[frozenset[tree.Power]] = frozenset(["take 5 tiles", "place 4 tiles"])


def spent_power(file: File) -> Iterator[Note]:
    """`spent-power`: a special power that the player has used already."""
    situation = file.situation
    if situation is None or situation.powers is None:
        return
    left = [f"`{power}`" for power in situation.powers]
    for place in file.places:
        order = place.decision
        if isinstance(order, tree.UseOrder) and order.power not in situation.powers:
            others = f"use another one: you have {listed(left)} left" if left else "you have none left"
            yield Note(
                place.row,
                "spent-power",
                f"You have used `{order.power}` already, and each power can be used once in a game: this line never "
                f"answers. Take it out; {others}.",
            )


def over_power(file: File) -> Iterator[Note]:
    """`over-power`: more than a special power gives. Entries of three each are a list of choices, as in `buy`."""
    for place in file.places:
        order = place.decision
        if not isinstance(order, tree.UseOrder):
            continue
        lots = [lot.count for lot in order.lots if isinstance(lot, tree.Lot)]
        if _are_too_many(lots):
            yield Note(
                place.row,
                "over-power",
                f"`3 free` gives at most {_MOST} shares in all, from the left, and these are {sum(lots)}. Write at "
                f"most {_MOST}: `use 3 free: 2 …, 1 …`.",
            )
        times = [swap.times for swap in order.swaps]
        if _are_too_many(times):
            given = _GIVEN * sum(times)
            yield Note(
                place.row,
                "over-power",
                f"`trade 2` trades two shares for one at most three times, from the left, and {given} for "
                f"{sum(times)} are more. Write at most {_GIVEN * _MOST} for {_MOST} in all.",
            )


def _are_too_many(counts: Sequence[int]) -> bool:
    return sum(counts) > _MOST and any(count != _MOST for count in counts)


def one_power(file: File) -> Iterator[Note]:
    """`one-power`: a power that must wait for another one of the same turn, which has no condition."""
    uses = [
        (place, place.decision, situation)
        for place, situation in file.of_this_position()
        if isinstance(place.decision, tree.UseOrder)
    ]
    certain = [(by, other) for by, other, _ in uses if not by.guards][:MOST_COMPARED]
    for place, order, situation in uses:
        for by, other in certain:
            if other.power != order.power and _acts_first(by, other, place, order, situation):
                when = ", at the beginning of your turn" if by.number > place.number else ""
                yield Note(
                    place.row,
                    "one-power",
                    f"One power can be used in a turn, and line {by.row} (`{line_text(by.line)}`) comes first{when}: "
                    "this line is used only if that power can do nothing. Leave one of them out, or say with `if` "
                    "when you want which.",
                )
                break


def _acts_first(
    by: Place, other: tree.UseOrder, place: Place, order: tree.UseOrder, situation: Situation
) -> bool:
    """Whether the other power, which has no condition, is surely used in the only turn in which this one could be."""
    begins = other.power in _AT_THE_BEGINNING, order.power in _AT_THE_BEGINNING
    comes_first = by.number < place.number if begins[0] == begins[1] else begins[0]
    always = place.path[: len(by.path)] == by.path
    turns, others = _turns(place, situation), _turns(by, situation)
    same_turn = len(turns) == 1 and turns == others[:1]
    return comes_first and always and same_turn and _does_something(other, situation)


def _turns(place: Place, situation: Situation) -> Sequence[tree.Turn]:
    """The own turns of the round in which the line counts."""
    return [turn for turn in TURNS[: len(situation.own_plays)] if place.turn in ("all", turn)]


def _does_something(order: tree.UseOrder, situation: Situation) -> bool:
    """Whether the power can be used as things stand; otherwise what stands below it may be meant to help out."""
    if situation.powers is not None and order.power not in situation.powers:
        return False
    if order.power == "3 free":
        return any(_is_there(lot.chain, situation) for lot in order.lots)
    if order.power == "trade 2":
        return any(_is_held(swap.gave, situation) and _is_there(swap.got, situation) for swap in order.swaps)
    return True


def _is_there(chain: tree.ChainRef, situation: Situation) -> bool:
    """Whether the bank has shares of a chain on the board; of a description it is not sure."""
    if not isinstance(chain, tree.Named):
        return False
    return chain.chain in situation.sizes and situation.bank.get(chain.chain, 0) > 0


def _is_held(chain: tree.ChainRef, situation: Situation) -> bool:
    if not isinstance(chain, tree.Named):
        return False
    return chain.chain in situation.sizes and situation.shares.get(chain.chain, 0) >= _GIVEN
