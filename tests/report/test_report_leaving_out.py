"""Nothing that happened goes untold: without any one public event of a play the text is another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from report_case import A_FEW, AT, HEAD, SAMPLES, sample

from referee.report.render import round_report
from referee.rules import events as e

MUST_OCCUR = {
    "orders_missed",
    "tile_placed",
    "placement_skipped",
    "chain_founded",
    "merger_begun",
    "bonus_paid",
    "stock_settled",
    "chain_taken_over",
    "merger_ended",
    "shares_bought",
    "dead_tile_set_aside",
    "end_announced",
    "play_ended",
    "die_rolled",
    "stock_sold_at_end",
    "bank_tile_drawn",
    "bank_tile_returned",
    "pool_remixed",
    "power_used",
    "shares_traded",
    "seat_left",
    "seat_filled",
}

BETWEEN_PLAYS = (
    *(e.SeatLeft, e.SeatFilled, e.BankTileDrawn, e.BankTileReturned, e.PoolRemixed),
    *(e.BonusPaid, e.StockSoldAtEnd),
)
"""What is told of a round beside its plays: who left or came in, and the reckoning."""


def _text(game, entries, round_number, seat):
    return round_report(entries, seat, game=game.name, round_number=round_number, head=HEAD, at=AT)


def _or_unreadable(game, entries, round_number):
    try:
        return _text(game, entries, round_number, None)
    except (e.UnreadableEvent, KeyError, ValueError):
        return "what is left is no game"


@pytest.mark.parametrize("number", SAMPLES)
def test_leaving_out_any_public_event_of_a_play_or_of_the_reckoning_changes_the_text(number):
    game = sample(number)
    public = game.seen_by(None)
    for round_number in _telling_rounds(game):
        whole = _text(game, public, round_number, None)
        for place, entry in enumerate(public):
            is_told = entry.play is not None or isinstance(entry.event, BETWEEN_PLAYS)
            if entry.round == round_number and is_told:
                without = public[:place] + public[place + 1 :]
                assert _or_unreadable(game, without, round_number) != whole, entry


def _telling_rounds(game):
    """As few rounds as show every kind of thing that happened in the game, the last one always."""
    kinds = {}
    for entry in game.seen_by(None):
        if entry.play is not None or isinstance(entry.event, e.SeatLeft | e.SeatFilled):
            kinds.setdefault(entry.round, set()).add(entry.event.KIND)
    chosen, shown = {game.rounds}, set(kinds[game.rounds])
    for round_number in sorted(kinds, key=lambda one: -len(kinds[one])):
        if kinds[round_number] - shown:
            chosen.add(round_number)
            shown |= kinds[round_number]
    return sorted(chosen)


def test_the_rounds_looked_at_hold_every_kind_of_public_event_of_a_play():
    seen = set()
    for number in SAMPLES:
        game = sample(number)
        rounds = _telling_rounds(game)
        seen |= {one.event.KIND for one in game.seen_by(None) if one.round in rounds}
    assert seen >= MUST_OCCUR


@pytest.mark.parametrize("number", A_FEW)
def test_every_figure_of_an_event_is_in_the_text(number):
    """Another amount, count, price or size is another text."""
    game = sample(number)
    public = game.seen_by(None)
    changed = {
        e.BonusPaid: ("amount", "shares"),
        e.StockSettled: ("sold", "price", "traded", "received", "kept"),
        e.SharesBought: ("count", "price"),
        e.ChainFounded: ("founder_share",),
        e.MergerEnded: ("size",),
        e.PlayEnded: ("drawn",),
        e.BankTileDrawn: ("shares",),
        e.PoolRemixed: ("tiles",),
        e.PowerUsed: ("tiles",),
        e.SharesTraded: ("given", "received"),
        e.SeatFilled: ("tenure",),
    }
    for round_number in _telling_rounds(game):
        whole = _text(game, public, round_number, None)
        for place, entry in enumerate(public):
            if entry.round != round_number:
                continue
            for name in changed.get(type(entry.event), ()):
                if _says_nothing(entry.event, name):
                    continue
                figure = getattr(entry.event, name)
                other = replace(entry.event, **{name: 1 - figure if name == "founder_share" else figure + 1})
                entries = [*public[:place], replace(entry, event=other), *public[place + 1 :]]
                assert _or_unreadable(game, entries, round_number) != whole, (entry, name)


def _says_nothing(event, name):
    """Whether a figure is one of nothing: a price at which nothing was sold, shares got for none."""
    if isinstance(event, e.StockSettled):
        return (name == "price" and not event.sold) or (name in {"traded", "received"} and not event.traded)
    return getattr(event, name) is None
