"""The final reckoning, chain by chain and player by player, and the seal opened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from referee.report.context import ChainReckoning, Ending, FinalRow, Sold
from referee.report.facts import Bonus, Size
from referee.report.story import bonus
from referee.rules import events as e
from referee.rules.state import State

PIECE: Final = 64
"""How many characters of a seed stand on a line."""


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
    chains = tuple(
        ChainReckoning(
            size=Size(chain, state.sizes[chain]),
            price=state.price(chain),
            bonuses=_bonuses(state, [one for one in bonuses if one.chain == chain]),
            sold=tuple(
                Sold(one.seat or "", one.count, one.count * one.price) for one in sold if one.chain == chain
            ),
        )
        for chain in state.active()
    )
    return Ending(
        why=ended.why,
        announced_by=announced.seat if announced else None,
        reason=announced.why if announced else None,
        void=state.plays[state.plays_over :],
        chains=chains,
        players=tuple(_final_rows(state, ended, bonuses, sold)),
        worthless=tuple(
            chain
            for chain in state.edition.chains
            if chain not in state.sizes and any(state.shares[seat][chain] for seat in state.seats)
        ),
        seed=_pieces(opened.seed) if opened else None,
        order=opened.order if opened else None,
        scheme=sealed.scheme if sealed else None,
        seal=sealed.seal if sealed else None,
    )


def _bonuses(state: State, paid: Sequence[e.BonusPaid]) -> tuple[Bonus, ...]:
    return tuple(bonus(state, one, paid) for one in paid)


def _final_rows(
    state: State, ended: e.GameEnded, bonuses: Sequence[e.BonusPaid], sold: Sequence[e.StockSoldAtEnd]
) -> list[FinalRow]:
    places = [row["place"] for row in ended.ranking]
    return [
        FinalRow(
            place=row["place"],
            shared=places.count(row["place"]) > 1,
            seat=row["seat"],
            cash=state.cash[row["seat"]],
            bonuses=sum(one.amount for one in bonuses if one.seat == row["seat"]),
            sold=sum(one.count * one.price for one in sold if one.seat == row["seat"]),
            total=row["money"],
        )
        for row in ended.ranking
    ]


def _pieces(seed: str) -> tuple[str, ...]:
    """A seed as it can be typed again, in pieces that fit a line; quoted as JSON where it is no plain word."""
    text = seed if seed.isascii() and seed.isalnum() else json.dumps(seed)
    return tuple(text[start : start + PIECE] for start in range(0, len(text), PIECE))
