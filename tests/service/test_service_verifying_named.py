"""What `verify` names without deciding anything again, and openings that only deciding them again finds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from forged_logs import FORGED, ORDINARY, RICH, found_in, log_of, up_to_round

from referee.round.reopening import reopened
from referee.rules import events as e
from referee.rules.apply import fold
from referee.service.audit import reopening_differences
from referee.service.invariants import broken


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
    "and no round was open there": [
        *(e.RoundReopened(back, "so") for back in (-3, 0, 1, 13, 9_999_999)),
        # the opening of a round, orders filed in it, the middle of a play, a whole round that is left half
        *(e.RoundReopened(back, "so") for back in (14, 15, 20, 40, 60)),
    ],
    "the log stops where the game is over by a ruling": [e.RulingMade("so", (), (), ends=True)],
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


RULINGS = [
    ("bob cannot be given $50: it must be a multiple of $100", (({"seat": "bob", "amount": 50},), ())),
    (
        "bob has 0 of Imperial, and cannot give up 1",
        ((), ({"seat": "bob", "chain": "Imperial", "count": -1},)),
    ),
    ("the bank has 25 of Imperial", ((), ({"seat": "bob", "chain": "Imperial", "count": 26},))),
    ("there is no chain Harbour", ((), ({"seat": "bob", "chain": "Harbour", "count": 1},))),
    ("it is not of the players of the game", (({"seat": "zed", "amount": 100},), ())),
    ("bob is given no share of Imperial", ((), ({"seat": "bob", "chain": "Imperial", "count": 0},))),
]


@pytest.mark.parametrize(("says", "changes"), RULINGS)
def test_a_ruling_that_cannot_be_is_named(says, changes):
    assert says in broken([*open_log(), e.Entry(e.RulingMade("so", *changes, ends=False), 3)])[0]


def test_a_ruling_has_words_that_can_be_printed_on_a_line():
    for words in ("", " ", "so\nit is", "\x1b[31m", "x" * 501):
        assert (
            "the ruling's words"
            in broken([*open_log(), e.Entry(e.RulingMade(words, (), (), ends=False), 3)])[0]
        )


def first_plays_of(entries):
    """Where each round's first play begins, as the numbers of records."""
    found = {}
    for seq, entry in enumerate(entries, 1):
        if entry.play is not None:
            found.setdefault(entry.round, seq)
    return found


def test_a_reopening_goes_back_to_the_first_play_of_its_own_round_that_counted_until_then():
    entries = open_log()
    back = first_plays_of(entries)
    assert broken([*entries, e.Entry(e.RoundReopened(back[2], "so"), 2)]) == []
    (fault,) = broken([*entries, e.Entry(e.RoundReopened(back[1], "so"), 2)])
    assert fault.endswith("(round_reopened) is of round 2, and goes back to round 1")
    (fault,) = broken([*entries, e.Entry(e.RoundReopened(back[2], "so"), 3)])
    assert fault.endswith("(round_reopened) is of round 3, and goes back to round 2")
    first = e.Entry(e.RoundReopened(back[1], "so"), 1)
    (fault,) = broken([*entries, first, e.Entry(e.RoundReopened(back[2], "again"), 2)])
    assert "and no round was open there" in fault, "what is void cannot be gone back to"


def filled_and_reopened(*behind):
    """The rich game up to where somebody has come into a seat and a round was played since, then opened again."""
    entries = up_to_round(log_of(RICH), 8)
    seat = next(one.event.seat for one in entries if isinstance(one.event, e.SeatFilled))
    back = first_plays_of(entries)[5]
    kept = [one.event for one in entries[: back - 1]]
    hand = tuple(fold(kept).hand(seat))
    reopening = e.RoundReopened(back, "so")
    return seat, [
        *entries,
        *(e.Entry(event, 5) for event in (reopening, *(make(seat, hand) for make in behind))),
    ]


def filled(tenure):
    return lambda seat, hand: e.SeatFilled(tenure, seat=seat)  # noqa: ARG005 (all are called alike)


def handed(seat, hand):
    return e.HandAdopted(hand, seat=seat)


def test_who_came_into_a_seat_is_there_still_when_an_earlier_round_is_opened_again():
    seat, entries = filled_and_reopened(filled(2), handed)
    assert broken(entries) == []
    for behind, fault in (
        ((), f"{seat} had to be handed over again"),
        ((filled(3), handed), f"holder 3 of {seat} came where holder 2 was to come"),
        ((lambda one, hand: e.OrdersWithdrawn(6, seat=one),), f"{seat} had to be handed over again"),  # noqa: ARG005
    ):
        assert fault in broken(filled_and_reopened(*behind)[1])[0]


def test_the_audit_finds_what_a_reopening_should_have_kept_and_did_not():
    entries = open_log()
    filed = e.OrdersFiled(4, "tile any\n", None, False, 0, "mail", seat="bob")
    entries = [*entries, e.Entry(filed, 3)]
    reopening = e.Entry(e.RoundReopened(first_plays_of(entries)[2], "so"), 2)
    whole = [*entries, *reopened(entries, 2, "so")]
    assert (broken(whole), list(reopening_differences(whole))) == ([], [])
    (difference,) = reopening_differences([*entries, reopening])
    assert difference.startswith("the reopening of round 2, event 2: nothing more happened")
