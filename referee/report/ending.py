"""The final reckoning, chain by chain and player by player, and the seal opened."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from referee.report.context import ChainReckoning, Ending, FinalRow, FinalSide, Sold
from referee.report.facts import BankReturned, Bonus, Fact, Remixed, Size
from referee.report.story import bank_drew, bank_empty, bonus
from referee.rules import events as e
from referee.rules.editions import Chain
from referee.rules.sides import side_total
from referee.rules.state import State

PIECE: Final = 64
"""How many characters of a seed stand on a line."""

OF_BONUSES: Final = (e.BankTileDrawn, e.BankTileReturned, e.PoolRemixed, e.BonusPaid)
"""The events by which the bonuses of a chain are paid at the end."""


def reckon(
    state: State,
    closing: Sequence[e.Event],
    announced: e.EndAnnounced | None,
    sealed: e.BagSealed | None,
) -> Ending:
    """The ending from the position after the last play and the events that follow it."""
    ended = next(event for event in closing if isinstance(event, e.GameEnded))
    opened = next((event for event in closing if isinstance(event, e.BagOpened)), None)
    bonuses = [event for event in closing if isinstance(event, e.BonusPaid)]
    sold = [event for event in closing if isinstance(event, e.StockSoldAtEnd)]
    return Ending(
        why=ended.why,
        announced_by=announced.seat if announced else None,
        reason=announced.why if announced else None,
        void=state.plays[state.plays_over :],
        chains=tuple(_reckoning_of(state, chain, closing, sold) for chain in state.active()),
        sides=tuple(_final_sides(state, ended, bonuses, sold)),
        sides_add_up=state.switches.teams,
        worthless=tuple(_worthless(state)),
        seed=_pieces(opened.seed) if opened else None,
        order=opened.order if opened else None,
        scheme=sealed.scheme if sealed else None,
        seal=sealed.seal if sealed else None,
    )


def _reckoning_of(
    state: State, chain: Chain, closing: Sequence[e.Event], sold: Sequence[e.StockSoldAtEnd]
) -> ChainReckoning:
    about = _about(closing, chain)
    return ChainReckoning(
        size=Size(chain, state.sizes[chain]),
        price=state.price(chain),
        bank=tuple(_of_bank(state, chain, about)),
        bonuses=_bonuses(state, about),
        sold=tuple(
            Sold(one.seat or "", one.count, one.count * one.price) for one in sold if one.chain == chain
        ),
    )


def _worthless(state: State) -> Iterator[Chain]:
    """The chains that are not on the board, and somebody holds shares of them."""
    for chain in state.edition.chains:
        if chain not in state.sizes and any(state.shares[seat][chain] for seat in state.seats):
            yield chain


def _about(closing: Sequence[e.Event], chain: Chain) -> list[e.Event]:
    """The events by which the bonuses of a chain are paid: from its first one to that of another chain."""
    about: list[e.Event] = []
    of_chain = False
    for event in closing:
        if isinstance(event, e.BankTileDrawn | e.BonusPaid):
            of_chain = event.chain == chain
        if of_chain and isinstance(event, OF_BONUSES):
            about.append(event)
    return about


def _of_bank(state: State, chain: Chain, about: Sequence[e.Event]) -> Iterator[Fact]:
    """What is told of the bank's tile."""
    yield from bank_empty(state, chain, about)
    for event in about:
        match event:
            case e.BankTileDrawn():
                yield bank_drew(state, event)
            case e.BankTileReturned(tile=tile):
                yield BankReturned(tile)
            case e.PoolRemixed(tiles=tiles):
                yield Remixed(tiles)
            case _:
                pass  # bonuses stand in a table of their own


def _bonuses(state: State, about: Sequence[e.Event]) -> tuple[Bonus, ...]:
    return tuple(bonus(state, one, about) for one in about if isinstance(one, e.BonusPaid))


def _final_sides(
    state: State, ended: e.GameEnded, bonuses: Sequence[e.BonusPaid], sold: Sequence[e.StockSoldAtEnd]
) -> Iterator[FinalSide]:
    """The sides with their places, best first, each with its seats; of one that has no name there is one seat."""
    grouped: dict[str, list[dict[str, Any]]] = {}
    for row in ended.ranking:
        grouped.setdefault(row["team"] or row["seat"], []).append(row)
    places = [rows[0]["place"] for rows in grouped.values()]
    for rows in grouped.values():
        yield FinalSide(
            place=rows[0]["place"],
            shared=places.count(rows[0]["place"]) > 1,
            name=rows[0]["team"],
            total=side_total(state.switches, [row["money"] for row in rows]),
            rows=tuple(_final_row(state, row, bonuses, sold) for row in rows),
        )


def _final_row(
    state: State, row: dict[str, Any], bonuses: Sequence[e.BonusPaid], sold: Sequence[e.StockSoldAtEnd]
) -> FinalRow:
    seat = row["seat"]
    return FinalRow(
        seat=seat,
        cash=state.cash[seat],
        bonuses=sum(one.amount for one in bonuses if one.seat == seat),
        sold=sum(one.count * one.price for one in sold if one.seat == seat),
        total=row["money"],
        left=row["left"],
    )


def _pieces(seed: str) -> tuple[str, ...]:
    """A seed as it can be typed again, in pieces that fit a line; quoted as JSON where it is no plain word."""
    text = seed if seed.isascii() and seed.isalnum() else json.dumps(seed)
    return tuple(text[start : start + PIECE] for start in range(0, len(text), PIECE))
