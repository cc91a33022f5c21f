"""A record that is slipped into a log, well sealed: `verify` or `verify --audit` finds it, whatever it is, wherever.

Each kind of event is put into every place of a sample: all of the set-up, all of a round, and all of the end, of an
ordinary game and of one with the bank, all powers, and seats that are left and filled.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

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
    "orders_filed": e.OrdersFiled(1, "tile any\n", None, False, 0, "mail", seat="bob"),
    "orders_withdrawn": e.OrdersWithdrawn(1, seat="bob"),
    "orders_missed": e.OrdersMissed(seat="bob"),
    "order_applied": e.OrderApplied("buy", "nothing", 1, "buy nothing", seat="bob"),
    "die_rolled": e.DieRolled("round 1, play 1, survivor", 2, 1, seat="bob"),
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

TOLD = {"orders_filed", "orders_withdrawn"}
"""What a referee writes down as it comes, in a round that nobody has played in: only what comes of it is decided."""


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


def places_of_round(entries, number):
    return [place for place, entry in enumerate(entries) if entry.round == number]


def is_open(entries, place):
    """Whether a record that is put there stands in a round that nobody has played in."""
    for entry in reversed(entries[:place]):
        if isinstance(entry.event, e.RoundOpened):
            return True
        if entry.play is not None or isinstance(entry.event, e.RoundClosed):
            return False
    return False


def with_forged(entries, place, event):
    """The log with an event put there, once of the play that it stands in and once of none."""
    before = entries[place - 1]
    following = entries[place] if place < len(entries) else before
    plays = {None, before.play, following.play}
    if is_open(entries, place):
        plays.add(1)
    for play in sorted(plays, key=str):
        forged = e.Entry(
            event, before.round if event.KIND != "round_opened" else (before.round or 0) + 1, play
        )
        yield play, [*entries[:place], forged, *entries[place:]]


def missed(entries, places, event):
    """Where a forged event was not found."""
    return [
        (place, play)
        for place in places
        for play, forged in with_forged(entries, place, event)
        if not (play is None and is_told(entries, place, event)) and not found_in(forged)
    ]


def is_told(entries, place, event):
    """Whether that is what a referee may have been told there, and nothing was decided by it yet."""
    if isinstance(event, e.SeatLeft) and place == len(entries):
        return is_open(entries, place)
    return event.KIND in TOLD and is_open(entries, place)


def test_there_is_a_forged_event_of_every_kind_and_the_logs_hold_without():
    assert set(FORGED) == set(e.KINDS)
    assert {kind for kind, event in FORGED.items() if kind != event.KIND} == set()
    for name in (ORDINARY, RICH):
        assert found_in(up_to_round(log_of(name), 3)) == []


@pytest.mark.parametrize("kind", FORGED)
@pytest.mark.parametrize("name", [ORDINARY, RICH])
def test_a_forged_record_in_the_set_up_and_in_the_first_rounds_is_found(name, kind):
    entries = up_to_round(log_of(name), 3)
    first, second = places_of_round(entries, 1), places_of_round(entries, 2)
    assert missed(entries, [*range(1, first[0] + 1), *first[1::5], *second, len(entries)], FORGED[kind]) == []


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_record_where_a_seat_was_left_and_filled_is_found(kind):
    entries = up_to_round(log_of(RICH), 8)
    changes = (e.SeatLeft, e.SeatFilled, e.HandAdopted)
    around = [
        near
        for place, entry in enumerate(entries)
        if entry.round and isinstance(entry.event, changes)
        for near in (place, place + 1)
    ]
    assert len(around) == 6
    assert missed(entries, sorted(set(around)), FORGED[kind]) == []


@pytest.mark.parametrize("kind", FORGED)
@pytest.mark.parametrize("name", [ORDINARY, RICH])
def test_a_forged_record_in_the_reckoning_or_after_the_end_is_found(name, kind):
    entries = list(log_of(name))
    places = [place for place in places_of_round(entries, entries[-1].round) if entries[place].play is None]
    reckoning = [
        place for place in places if not isinstance(entries[place].event, e.OrdersFiled | e.RoundOpened)
    ]
    assert missed(entries, [*reckoning, len(entries)], FORGED[kind]) == []


@pytest.mark.parametrize("name", [ORDINARY, RICH])
def test_a_record_that_is_left_out_is_found_whatever_its_kind(name):
    whole = log_of(name)
    unnoticed = []
    for kind in e.KINDS.keys() - TOLD:
        place = next((place for place, one in enumerate(whole) if kind == one.event.KIND), None)
        if place is not None:
            number = whole[place].round or 1
            entries = up_to_round(whole, number + 1) if number < whole[-1].round else list(whole)
            unnoticed += [] if found_in([*entries[:place], *entries[place + 1 :]]) else [kind]
    assert unnoticed == []


# --- what plain verifying names, one by one ---------------------------------------------------------------


def open_log():
    """The ordinary game up to the opening of its third round, in which nobody has played."""
    return up_to_round(log_of(ORDINARY), 3)


APPENDED = {
    "cannot stand in a round that nobody has played in without a play": [
        FORGED[kind]
        for kind in (
            *("game_opened", "bag_kept", "bag_sealed", "tiles_dealt", "power_used", "orders_missed"),
            *("shares_bought", "merger_begun", "die_rolled", "placement_skipped", "order_applied"),
        )
    ],
    "cannot stand in a round that nobody has played in": [
        FORGED[kind]
        for kind in ("bonus_paid", "stock_sold_at_end", "bag_opened", "round_closed", "pool_remixed")
    ],
    "of bob, who had not resigned": [e.SeatLeft("resigned", seat="bob")],
    "is about round 2 and stands in 3": [
        e.OrdersFiled(2, "tile any\n", None, False, 0, "mail", seat="bob"),
        e.OrdersWithdrawn(2, seat="bob"),
    ],
    "the hand of bob was handed over to nobody": [e.HandAdopted((), seat="bob")],
    "the log stops": [e.SeatFilled(2, seat="bob")],
    "and no round was open there": [e.RoundReopened(back, "so") for back in (-3, 0, 1, 13, 9_999_999)],
}


@pytest.mark.parametrize("says", APPENDED)
def test_what_is_appended_to_a_round_without_plays_is_named(says):
    entries = open_log()
    for event in APPENDED[says]:
        (fault,) = broken([*entries, e.Entry(event, 3)])
        assert says in fault, event.KIND


def test_a_round_is_opened_by_whom_the_rotation_has_and_only_after_another():
    entries = open_log()
    assert entries[-1].event.plays == ("dave", "alice", "bob", "carol", "dave")
    wrong = e.RoundOpened(("bob", "alice", "carol", "dave", "bob"), None)
    fault, _ = broken([*entries[:-1], e.Entry(wrong, 3)])
    assert fault.endswith(
        "is played by bob, alice, carol, dave, bob, and it is the turn of dave, alice, bob, carol, dave"
    )
    faults = broken([*entries, e.Entry(e.RoundClosed(), 3), e.Entry(wrong, 4)])
    assert "(round_closed) cannot stand in a round that nobody has played in" in faults[0]


def resigned(how, *, said):
    """The ordinary game with a leaver at the end of its second round, who had said so or not."""
    entries = open_log()
    filed = e.OrdersFiled(2, None, None, False, 0, "mail", resign=said, seat="bob")
    begins = next(place for place, entry in enumerate(entries) if entry.round == 2) + 1
    left = e.Entry(e.SeatLeft(how, seat="bob"), 2)
    return [*entries[:begins], e.Entry(filed, 2), *entries[begins:-2], left, *entries[-2:]]


def test_nobody_leaves_by_his_own_will_who_had_not_said_so():
    assert broken(resigned("resigned", said=True)) == []
    assert "who had not resigned" in broken(resigned("resigned", said=False))[0]
    assert (
        "cannot be by the referee's word after the last play of a round"
        in broken(resigned("removed", said=True))[0]
    )
    stayed = [one for one in resigned("resigned", said=True) if not isinstance(one.event, e.SeatLeft)]
    assert "cannot stand before bob left, who resigned" in broken(stayed)[0]


def test_who_left_by_the_referees_word_did_not_resign():
    entries = up_to_round(log_of(RICH), 6)
    place = next(place for place, entry in enumerate(entries) if isinstance(entry.event, e.SeatLeft))
    entries[place] = replace(entries[place], event=e.SeatLeft("resigned", seat=entries[place].event.seat))
    assert "who had not resigned" in broken(entries)[0]


def test_after_the_bag_was_opened_nothing_stands():
    entries = list(log_of(ORDINARY))
    for event in FORGED.values():
        if not isinstance(event, e.RoundReopened | e.PlayingOrderSet | e.PositionAdopted | e.GameEnded):
            number = 13 if isinstance(event, e.RoundOpened) else 12
            (fault,) = broken([*entries, e.Entry(event, number)])[:1]
            assert "after the bag was opened" in fault, event.KIND


def test_orders_are_of_a_seat_that_is_held():
    entries = up_to_round(log_of(RICH), 6)
    place = next(place for place, entry in enumerate(entries) if isinstance(entry.event, e.SeatLeft))
    seat = entries[place].event.seat
    late = e.OrdersFiled(5, "tile any\n", None, False, 0, "mail", seat=seat)
    forged = [*entries[: place + 1], e.Entry(late, 5), *entries[place + 1 :]]
    assert f"is of {seat}, a seat that nobody held" in broken(forged)[0]


def put_before(entries, kind, event, *, at=0):
    """The log with an event in the play, and before the record, of one of that kind."""
    places = [place for place, entry in enumerate(entries) if isinstance(entry.event, kind)]
    place = places[at]
    seat = event.seat and (entries[place].event.seat if event.seat == "whose play" else event.seat)
    return [
        *entries[:place],
        replace(entries[place], event=replace(event, seat=seat)),
        *entries[place:],
    ]


IMPOSSIBLE = [
    (ORDINARY, e.PowerUsed("buy 5", seat="whose play"), "there are no special powers in this game"),
    (ORDINARY, e.BankTileDrawn("Luxor", "5C", 5), "the bank takes no part in this game"),
    (ORDINARY, e.BankTileReturned("5C"), "the bank takes no part in this game"),
    (ORDINARY, e.BankTileRemoved("5C"), "the bank takes no part in this game"),
    (ORDINARY, e.PoolRemixed("round 1, play 1, remix", 80), "the bank takes no part in this game"),
    (ORDINARY, e.BonusPaid("Luxor", (1,), 3, 2000, paid=False, seat="bank"), "the bank takes no part"),
    (ORDINARY, e.TilePlaced("5C", "loose", None, (), "bank", seat="bank"), "the bank takes no part"),
    (ORDINARY, e.BonusPaid("Luxor", (1,), 3, 2000, paid=False, seat="bob"), "the bonus of bob was not paid"),
    (RICH, e.BankTileDrawn("Luxor", "5C", 6), "by 5C the bank holds 5 shares, not 6"),
    (
        ORDINARY,
        e.SharesBought("Luxor", 1, 0, seat="whose play"),
        "shares were had for nothing without 3 free",
    ),
    (ORDINARY, e.SharesBought("Luxor", -1, 300, seat="whose play"), "count cannot be -1"),
    (ORDINARY, e.SharesBought("Luxor", 0, 300, seat="whose play"), "count cannot be 0"),
    (
        ORDINARY,
        e.SharesTraded("Luxor", 2, "Tower", 1, seat="whose play"),
        "shares were traded without trade 2",
    ),
    (ORDINARY, e.SharesTraded("Luxor", 2, "Tower", 2, seat="whose play"), "2 shares were traded for 2"),
    (ORDINARY, e.StockSettled("Luxor", 0, 300, 2, 2, 0, seat="bob"), "2 shares were traded for 2"),
    (ORDINARY, e.StockSettled("Luxor", -4, 300, 0, 0, 0, seat="bob"), "sold cannot be -4"),
    (ORDINARY, e.BonusPaid("Luxor", (1,), 3, -2000, seat="bob"), "amount cannot be -2000"),
]


@pytest.mark.parametrize(("name", "event", "says"), IMPOSSIBLE)
def test_what_no_rule_can_ever_allow_is_named_without_an_audit(name, event, says):
    entries = up_to_round(log_of(name), 3)
    assert any(says in fault for fault in broken(put_before(entries, e.PlayEnded, event, at=1)))


def test_a_power_is_used_once_and_one_in_a_play():
    entries = list(log_of(RICH))
    used = [place for place, entry in enumerate(entries) if isinstance(entry.event, e.PowerUsed)]
    first = entries[used[0]]
    again = [*entries[: used[0]], first, *entries[used[0] :]]
    assert any(f"{first.event.seat} has no {first.event.power} left" in fault for fault in broken(again))
    other = replace(first, event=e.PowerUsed("trade 2", seat=first.event.seat))
    both = [*entries[: used[0] + 1], other, *entries[used[0] + 1 :]]
    assert any(f"trade 2 was used in the same play as {first.event.power}" in fault for fault in broken(both))


def last_changed(entries, kind, **values):
    """The log with the last event of a kind told otherwise."""
    place = max(place for place, entry in enumerate(entries) if isinstance(entry.event, kind))
    event = replace(entries[place].event, **values)
    return [*entries[:place], replace(entries[place], event=event), *entries[place + 1 :]]


@pytest.mark.parametrize(
    "ranking",
    [(), ({"place": 1, "seat": "alice", "money": 1},), ({"place": 1, "seat": "alice", "money": 1},) * 4],
)
def test_a_ranking_names_each_player_once(ranking):
    entries = last_changed(log_of(ORDINARY), e.GameEnded, ranking=ranking)
    assert "it is not of the players of the game" in broken(entries)[0]


# --- the opening ------------------------------------------------------------------------------------------


def opened_otherwise(name, **values):
    """A log up to its second round whose opening is told otherwise; `switches` and `edition` are put into those."""
    entries = up_to_round(log_of(name), 2)
    opening = entries[0].event
    inner = {key: getattr(opening, key) | values[key] for key in ("switches", "edition") if key in values}
    return [replace(entries[0], event=replace(opening, **(values | inner))), *entries[1:]]


@pytest.mark.parametrize(
    ("switch", "value", "says"),
    [
        ("auto_end", "maybe", "the switch auto_end cannot be 'maybe'"),
        ("auto_end", 1, "the switch auto_end cannot be 1"),
        ("end_size", 7, "end_size = 7: expected 41 or 31"),
        ("end_size", "41", "the switch end_size cannot be '41'"),
        ("plays_per_round", "77", "plays_per_round = 77: expected players+1 or 1 or players"),
        ("plays_per_round", None, "the switch plays_per_round cannot be None"),
        ("two_players", "none", "two_players = none: expected bank or four_hands or plain"),
        ("colour", "red", "there is no switch colour"),
    ],
)
def test_a_switch_with_a_value_that_no_switch_has_is_named_without_an_audit(switch, value, says):
    (fault,) = broken(opened_otherwise(ORDINARY, switches={switch: value}))
    assert fault.startswith("record 1: ")
    assert says in fault


def test_a_switch_that_is_missing_is_named():
    entries = opened_otherwise(ORDINARY)
    del entries[0].event.switches["leaver"]
    assert broken(entries) == ["record 1: the switch leaver is missing"]
    entries[0].event.switches["leaver"] = "defaults"  # the log is that of other tests too


@pytest.mark.parametrize(
    ("name", "values"),
    [
        (ORDINARY, {"switches": {"two_players": "bank"}}),
        (ORDINARY, {"switches": {"sole_holder": "first_third"}}),
        (ORDINARY, {"switches": {"tycoon": True}}),
        (RICH, {"switches": {"teams": True}}),
        (RICH, {"switches": {"two_players": None}}),
        (ORDINARY, {"ignored": ("teams = maybe",)}),
        (ORDINARY, {"ignored": ("holdings = public",)}),
        (ORDINARY, {"edition": {"cash": 6100}}),
        (ORDINARY, {"edition": {"id": "quayside", "safe": 0}}),
        (ORDINARY, {"edition": {"id": "quay side"}}),
        (ORDINARY, {"edition": {"players": [5, 6]}}),
        (ORDINARY, {"bag_given": True}),
        (ORDINARY, {"ruleset": "1999-01"}),
        (RICH, {"edition": {"bank_tile": "returned"}}),
    ],
    ids=str,
)
def test_an_opening_that_cannot_be_is_found(name, values):
    assert found_in(opened_otherwise(name, **values))


@pytest.mark.parametrize("name", [ORDINARY, RICH])
def test_the_playing_order_and_the_first_round_are_decided_again(name):
    entries = up_to_round(log_of(name), 2)
    order = next(entry.event.order for entry in entries if isinstance(entry.event, e.PlayingOrderSet))
    assert found_in(last_changed(entries, e.PlayingOrderSet, order=order[::-1]))
    first = next(place for place, entry in enumerate(entries) if isinstance(entry.event, e.RoundOpened))
    plays = entries[first].event.plays
    entries[first] = replace(entries[first], event=e.RoundOpened(plays[1:] + plays[1:2], None))
    assert "and it is the turn of" in broken(entries)[0]


@pytest.mark.parametrize(
    "values",
    [
        {"cash": {"alice": 100, "bob": 123_456}},
        {"misses": {"alice": -1, "bob": 0}},
        {"powers": {"alice": ["buy 5"], "bob": []}},
        {"left": ("alice",)},
        {"order": ("bob", "alice", "bob")},
        {"round": -4},
    ],
    ids=str,
)
def test_an_adopted_position_that_adopting_refuses_is_found(values):
    entries = last_changed(up_to_round(log_of("quay-schema-2"), 11), e.PositionAdopted, **values)
    assert found_in(entries)
