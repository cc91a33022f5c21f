"""What no event can say, whatever was ordered and however rules are decided: only what is written down is compared.

The amounts of bonuses and prices are no matter of this: a replay must not depend on rules, an audit looks at them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from referee.round.ruling import ruling_faults
from referee.rules import events as e
from referee.rules.board import column_and_letter
from referee.rules.state import State

_LEAST: Final[dict[type[e.Event], dict[str, int]]] = {
    e.ChainFounded: {"size": 2, "founder_share": 0},
    e.BonusPaid: {"shares": 1, "amount": 0},
    e.StockSettled: {"sold": 0, "price": 0, "traded": 0, "received": 0, "kept": 0},
    e.SharesTraded: {"given": 2, "received": 1},
    e.SharesBought: {"count": 1, "price": 0},
    e.StockSoldAtEnd: {"count": 1, "price": 0},
    e.PlayEnded: {"placed": 0, "drawn": 0, "hand": 0, "tiles_left": 0},
}
"""The least that the numbers of an event can be."""

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")

_OF_THE_BANK: Final = (e.BankTileDrawn, e.BankTileReturned, e.BankTileRemoved, e.PoolRemixed)


def impossible(state: State, event: e.Event) -> Iterator[str]:
    """What cannot be of an event, as clauses; `state` is the truth before it."""
    for name, least in _LEAST.get(type(event), {}).items():
        if (number := getattr(event, name)) < least:
            yield f"{name} cannot be {number}"
    yield from _of_the_bank(state, event)
    yield from _of_the_referee(state, event)
    match event:
        case e.PowerUsed():
            yield from _of_power(state, event)
        case e.SharesBought(price=price):
            yield from _of_purchase(state, price)
        case e.SharesTraded(given=given, received=received):
            if state.power_in_play != "trade 2":
                yield "shares were traded without trade 2"
            if given != 2 * received:
                yield f"{given} shares were traded for {received}"
        case e.PressPublished():
            yield from _of_press(state, event)
        case e.StockSettled(traded=traded, received=received) if traded != 2 * received:
            yield f"{traded} shares were traded for {received}"
        case _:
            pass  # of any other event only the numbers can be impossible


def _of_the_bank(state: State, event: e.Event) -> Iterator[str]:
    has_bank = state.switches.two_players == "bank"
    if not has_bank and (isinstance(event, _OF_THE_BANK) or event.seat == e.BANK):
        yield "the bank takes no part in this game"
    match event:
        case e.BankTileDrawn(tile=tile, shares=shares) if shares != column_and_letter(tile)[0]:
            yield f"by {tile} the bank holds {column_and_letter(tile)[0]} shares, not {shares}"
        case e.BonusPaid(seat=seat, paid=paid) if paid == (seat == e.BANK):
            yield "a bonus of the bank's was paid" if paid else f"the bonus of {seat} was not paid"
        case _:
            pass  # nothing else says what the bank has


def _of_the_referee(state: State, event: e.Event) -> Iterator[str]:
    if isinstance(event, e.RulingMade):
        yield from ruling_faults(state, event)


def _of_power(state: State, event: e.PowerUsed) -> Iterator[str]:
    if not state.switches.special_powers:
        yield "there are no special powers in this game"
    elif event.power not in state.powers[event.seat or ""]:
        yield f"{event.seat} has no {event.power} left"
    if state.power_in_play is not None:
        yield f"{event.power} was used in the same play as {state.power_in_play}"
    if (event.tiles is not None) != (event.power == "take 5 tiles"):
        yield f"{event.power} cannot have taken {'no' if event.tiles is None else event.tiles} tiles"
    elif event.tiles is not None and not 1 <= event.tiles <= state.tiles_left:
        yield f"{event.tiles} tiles cannot be taken of {state.tiles_left}"


def _of_press(state: State, event: e.PressPublished) -> Iterator[str]:
    if state.switches.press == "none":
        yield "there is no press in this game"
    if not _DIGEST.fullmatch(event.digest):
        yield f"{event.digest[:80]!r} stands for no words"
    if event.to is not None and event.to == event.seat:
        yield f"{event.seat} wrote to nobody else"


def _of_purchase(state: State, price: int) -> Iterator[str]:
    is_free = state.power_in_play == "3 free"
    if is_free and price:
        yield f"shares that are free cost ${price:,}"
    if not is_free and not price:
        yield "shares were had for nothing without 3 free"
