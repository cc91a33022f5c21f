"""What a referee can rule: money and shares from the bank and to it, and the end of the game.

Source: DESIGN.md, "Corrections"; amounts as everywhere in the game, in hundreds of dollars.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.rules import events as e
from referee.rules.editions import Chain
from referee.rules.state import State

STEP: Final = 100
MOST_CASH: Final = 9_999_900
"""More than anybody has ever had, and little enough for the columns of a report."""

MOST_WORDS: Final = 500
"""Characters of a referee's words that everybody reads in every report."""


def ruling_faults(state: State, ruling: e.RulingMade) -> Iterator[str]:
    """What cannot be of a ruling in a game that stands at `state`, as clauses; its changes are made at once."""
    yield from (f"the ruling's words {what}" for what in words_faults(ruling.text))
    yield from _payment_faults(state, ruling)
    yield from _transfer_faults(state, ruling)


def words_faults(words: str) -> Iterator[str]:
    """What cannot be of words that the referee says to all, as the ends of clauses."""
    if not words.strip():
        yield "are missing"
    elif not words.isprintable():
        yield "must stand on one line, and be such as can be printed"
    if len(words) > MOST_WORDS:
        yield f"are {len(words)} characters, and {MOST_WORDS} are allowed"


def _payment_faults(state: State, ruling: e.RulingMade) -> Iterator[str]:
    then = dict(state.cash)
    for one in ruling.payments:
        seat, amount = one["seat"], one["amount"]
        if seat not in then:
            yield f"there is no player {seat}"
            continue
        if not amount or amount % STEP:
            yield f"{seat} cannot be given ${amount:,}: it must be a multiple of ${STEP}, and not 0"
        then[seat] += amount
    for seat, cash in then.items():
        if cash < 0:
            yield f"{seat} has ${state.cash[seat]:,}, and cannot lose ${state.cash[seat] - cash:,}"
        elif cash > MOST_CASH:
            yield f"{seat} would have ${cash:,}, more than anybody can have"


def _transfer_faults(state: State, ruling: e.RulingMade) -> Iterator[str]:
    bank = dict(state.bank)
    held: dict[tuple[e.Seat, Chain], int] = {}
    for one in ruling.transfers:
        seat, chain, count = one["seat"], one["chain"], one["count"]
        if seat not in state.shares:
            yield f"there is no player {seat}"
        elif chain not in bank:
            yield f"there is no chain {chain}"
        elif not count:
            yield f"{seat} is given no share of {chain}"
        else:
            bank[chain] -= count
            held[seat, chain] = held.get((seat, chain), state.shares[seat][chain]) + count
    for (seat, chain), count in held.items():
        if count < 0:
            has = state.shares[seat][chain]
            yield f"{seat} has {has} of {chain}, and cannot give up {has - count}"
    for chain, left in bank.items():
        if left < 0:
            yield f"the bank has {state.bank[chain]} of {chain}, and cannot give {state.bank[chain] - left}"
