"""Bonuses, values and the final reckoning. Source: RULES.md, "Bonuses", "End" and "Postal rules" (value)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from referee.rules.editions import Chain
from referee.rules.events import BANK, Seat
from referee.rules.sides import side_name, side_total, sides
from referee.rules.state import Merger, State

PAID_WITH_THE_BANK: Final = 2
"""Where the bank takes part, only first and second bonuses are paid (RULES.md, "Two players")."""

SOLE_HOLDER_PLACES: Final = {"first_second": (1, 2), "first_third": (1, 3), "all": (1, 2, 3)}


@dataclass(frozen=True, slots=True)
class Bonus:
    """What one holder gets for one chain: the places whose bonuses he shares or takes, his shares, dollars."""

    seat: Seat
    places: tuple[int, ...]
    shares: int
    amount: int


def bonuses(holdings: Mapping[Seat, int], amounts: Sequence[int], sole_holder: str) -> tuple[Bonus, ...]:
    """The bonuses of one chain, best holder first, equal ones in the order of `holdings`.

    Holders are ranked by shares; players tied on k places pool the bonuses of those places and divide by their
    number, each part rounded up to $100. `amounts` are the chain's bonuses, first to last.
    """
    holders = sorted(((seat, held) for seat, held in holdings.items() if held > 0), key=lambda one: -one[1])
    if len(holders) == 1:
        seat, held = holders[0]
        places = tuple(place for place in SOLE_HOLDER_PLACES[sole_holder] if place <= len(amounts))
        return (Bonus(seat, places, held, sum(amounts[place - 1] for place in places)),)
    paid: list[Bonus] = []
    first = 1
    for held, group in groupby(holders, key=lambda one: one[1]):
        tied = [seat for seat, _ in group]
        places = tuple(range(first, min(first + len(tied), len(amounts) + 1)))
        first += len(tied)
        if places:
            pool = sum(amounts[place - 1] for place in places)
            paid += [Bonus(seat, places, held, up_to_100(pool, len(tied))) for seat in tied]
    return tuple(paid)


def up_to_100(pool: int, parts: int) -> int:
    """One part of a pool, rounded up to the next $100."""
    return -(-pool // (parts * 100)) * 100


def places_paid(state: State) -> int:
    """How many bonuses are paid for a chain."""
    in_edition = len(state.edition.bonuses[0])
    return min(in_edition, PAID_WITH_THE_BANK) if state.switches.two_players == "bank" else in_edition


def bonuses_of(state: State, chain: Chain) -> tuple[int, ...]:
    """The bonuses that are paid for a chain on the board now, in dollars, first to last."""
    return state.edition.bonuses_at(chain, state.sizes[chain])[: places_paid(state)]


def chain_bonuses(
    state: State, chain: Chain, seats: Sequence[Seat], bank_holds: int = 0
) -> tuple[Bonus, ...]:
    """What would be paid for a chain on the board now, at its size; equal holders in the order of `seats`.

    `bank_holds` are the shares that the bank, last of them, counts as holding.
    """
    holdings = {seat: state.shares[seat][chain] for seat in seats} | {BANK: bank_holds}
    return bonuses(holdings, bonuses_of(state, chain), state.switches.sole_holder)


def values(state: State) -> dict[Seat, int]:
    """Each seat's value: cash, shares at current prices and the bonuses that would be paid now.

    In a merger a chain's bonus counts until it is paid. With `value_counts = "first"` only bonuses of those in
    first place count.
    """
    result = dict(state.cash)
    paid = () if state.merger is None else _paid_chains(state.merger)
    for chain in state.sizes:
        price = state.price(chain)
        for seat in state.seats:
            result[seat] += state.shares[seat][chain] * price
        if chain in paid:
            continue
        for bonus in chain_bonuses(state, chain, state.seats):
            if state.switches.value_counts == "all" or 1 in bonus.places:
                result[bonus.seat] += bonus.amount
    return result


def _paid_chains(merger: Merger) -> tuple[Chain, ...]:
    """The defunct chains of the merger being settled whose bonuses are paid: all up to the one in hand."""
    return merger.defunct[: len(merger.settled) + merger.bonus_is_paid]


def leaders(state: State, chain: Chain) -> tuple[Seat, ...]:
    """The seats that hold most shares of a chain (none hold any: empty), in seat order."""
    most = max(state.shares[seat][chain] for seat in state.seats)
    if not most:
        return ()
    return tuple(seat for seat in state.seats if state.shares[seat][chain] == most)


def ranking(state: State) -> Iterator[dict[str, Any]]:
    """The seats, best side first: equal money, equal place, and the next place is skipped.

    Sides of which more members stayed rank first (RULES.md, "Players who leave"); then money: a team's is added up,
    a person's is that of the richer of his two seats.
    """
    standing = {side: (_stayed(state, side), _money(state, side)) for side in sides(state)}
    for side in sorted(standing, key=standing.__getitem__, reverse=True):
        better = sum(1 for other in standing.values() if other > standing[side])
        for seat in sorted(side, key=lambda one: -state.cash[one]):
            yield {
                "place": 1 + better,
                "seat": seat,
                "money": state.cash[seat],
                "team": side_name(state, side),
                "left": seat in state.left,
            }


def _stayed(state: State, side: tuple[Seat, ...]) -> int:
    return sum(seat not in state.left for seat in side)


def _money(state: State, side: tuple[Seat, ...]) -> int:
    return side_total(state.switches, [state.cash[seat] for seat in side])
