"""The golden logs as entries, one event of each kind to forge into them, and what verifying finds then."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

from referee.db.codec import Record
from referee.round.effective import effective
from referee.rules import events as e
from referee.service.audit import differences
from referee.service.invariants import broken
from referee.service.records import entries_of

GAMES = Path(__file__).parent.parent / "games"
ORDINARY, RICH = "harbour-schema-1", "harbour-schema-2"

FORGED = {
    "game_opened": e.GameOpened({}, "2026-11", {}, (), ("alice", "bob"), False, False),
    "bag_sealed": e.BagSealed("sha256", "0" * 64),
    "bag_kept": e.BagKept("another", None),
    "bag_opened": e.BagOpened("another", None),
    "setup_tile_drawn": e.SetupTileDrawn("5C", seat="bob"),
    "playing_order_set": e.PlayingOrderSet(("bob", "alice"), 6, 94),
    "tiles_dealt": e.TilesDealt(("1A", "2A", "3A", "4A", "5A", "6A"), 3, seat="bob"),
    "position_adopted": e.PositionAdopted(
        round=3,
        next="bob",
        order=("bob", "alice"),
        chains={},
        loose=(),
        out_of_play=(),
        cash={"alice": 6000, "bob": 60000},
        shares={"alice": {}, "bob": {}},
        hands={"alice": 6, "bob": 6},
        misses={"alice": 0, "bob": 0},
        powers={"alice": [], "bob": []},
        left=(),
        tiles_left=96,
    ),
    "hand_adopted": e.HandAdopted(("1A", "2A"), seat="bob"),
    "seat_left": e.SeatLeft("removed", seat="bob"),
    "seat_filled": e.SeatFilled(2, seat="bob"),
    "round_opened": e.RoundOpened(("bob", "alice", "bob"), None),
    "round_closed": e.RoundClosed(),
    "round_reopened": e.RoundReopened(1, "it is said"),
    "ruling_made": e.RulingMade("it is said", ({"seat": "bob", "amount": 50_000},), (), ends=False),
    "orders_filed": e.OrdersFiled(1, "tile any\n", None, False, 0, "mail", seat="bob"),
    "orders_withdrawn": e.OrdersWithdrawn(1, seat="bob"),
    "orders_missed": e.OrdersMissed(seat="bob"),
    "order_applied": e.OrderApplied("buy", "nothing", 1, "buy nothing", seat="bob"),
    "die_rolled": e.DieRolled("round 1, play 1, survivor", 2, 1, seat="bob"),
    "press_published": e.PressPublished("0" * 64, None, False, seat="bob"),
    "tile_placed": e.TilePlaced("5C", "loose", None, (), "orders", seat="bob"),
    "placement_skipped": e.PlacementSkipped(seat="bob"),
    "chain_founded": e.ChainFounded("Luxor", 2, 1, seat="bob"),
    "merger_begun": e.MergerBegun("Luxor", ("Tower",), {"Luxor": 3, "Tower": 2}, {"Luxor": 300}, seat="bob"),
    "bank_tile_drawn": e.BankTileDrawn("Luxor", "5C", 5),
    "bank_tile_returned": e.BankTileReturned("5C"),
    "bank_tile_removed": e.BankTileRemoved("5C"),
    "pool_remixed": e.PoolRemixed("round 1, play 1, remix", 90),
    "bonus_paid": e.BonusPaid("Luxor", (1,), 3, 50_000, seat="bob"),
    "stock_settled": e.StockSettled("Luxor", 0, 300, 0, 0, 0, seat="bob"),
    "chain_taken_over": e.ChainTakenOver("Tower", "Luxor", ("5C",), seat="bob"),
    "merger_ended": e.MergerEnded("Luxor", 5, (), seat="bob"),
    "power_used": e.PowerUsed("buy 5", seat="bob"),
    "shares_traded": e.SharesTraded("Luxor", 2, "Tower", 1, seat="bob"),
    "shares_bought": e.SharesBought("Luxor", 1, 0, seat="bob"),
    "tile_drawn": e.TileDrawn("5C", 30, seat="bob"),
    "dead_tile_set_aside": e.DeadTileSetAside("5C", seat="bob"),
    "end_announced": e.EndAnnounced("safe", seat="bob"),
    "play_ended": e.PlayEnded(1, 1, 6, 80, seat="bob"),
    "stock_sold_at_end": e.StockSoldAtEnd("Luxor", 1, 50_000, seat="bob"),
    "game_ended": e.GameEnded("announced", ({"place": 1, "seat": "bob", "money": 1},)),
}
"""One event of each kind, of bob, who plays in both games."""


@cache
def log_of(name):
    """The entries of a golden log."""
    lines = gzip.decompress((GAMES / f"{name}.jsonl.gz").read_bytes()).decode().splitlines()
    return tuple(entries_of(record_of(json.loads(line)) for line in lines))


def record_of(line):
    """A line of a log as the store would give it."""
    said = {
        name: line[name] for name in ("seq", "kind", "schema", "at", "round", "play", "seat", "data", "hash")
    }
    return Record(game="harbour", visibility="public", text="", salt="", **said)


def found_in(entries):
    """What verifying and the audit find, the first of it."""
    faults = broken(entries)
    return faults or list(differences(effective(entries)))


def up_to_round(entries, number):
    """The log up to the opening of a round."""
    end = next(
        place
        for place, entry in enumerate(entries, 1)
        if isinstance(entry.event, e.RoundOpened) and entry.round == number
    )
    return list(entries[:end])
