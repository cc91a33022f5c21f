"""Rounds of one play: orders count until the own next play and for it.

Four play, in the order bob, carol, dave, alice.
"""

from __future__ import annotations

import re

import pytest
from service_helpers import open_harbour

from referee.report.answer import answer_text
from referee.round.position import SeatPosition
from referee.round.views import view_of
from referee.rules import events as e
from referee.service.file_orders import check_orders, file_orders
from referee.service.order_text import OrdersRefusedError
from referee.service.resolve_round import resolve_round
from referee.service.show_report import show_reports
from referee.service.show_status import game_status
from referee.service.try_orders import try_orders

ANY = "tile any\nfound any\n"
KEPT = (
    "Now round 1 is played by {}; your next play is in round 3: these orders are kept for it, and your merger "
    "lines count from now on."
)
LATER = (
    "These orders are kept for your play in round 7; their merger lines count when your play before it, in "
    "round 3, is over."
)


@pytest.fixture
def harbour(tmp_path):
    """A game of four, its round 1 open, which is bob's."""
    with open_harbour(tmp_path, switches=["plays_per_round=1"]) as work:
        yield work


def report_of(work, seat, number):
    return show_reports(work, "harbour", number, seat, fresh=False)[0].body.decode()


def in_force(work, seat):
    return work.log("harbour").desk.in_force(seat)


def hand_of(work, seat):
    return view_of(work.log("harbour").entries, seat).hand(seat)


def test_each_round_is_the_next_ones_play(harbour):
    played = []
    for _ in range(5):
        played.append(harbour.log("harbour").desk.plays)
        resolve_round(harbour, "harbour", misses_meant=True)
    assert played == [("bob",), ("carol",), ("dave",), ("alice",), ("bob",)]


def test_the_answer_says_plainly_whose_round_it_is_and_for_which_the_orders_are_kept(harbour):
    answer = file_orders(harbour, "harbour", "dave", ANY, "test")
    assert (answer.round, answer.remarks) == (
        3,
        (KEPT.format("bob"),),
    )
    assert answer_text(answer).startswith(
        "FILED: harbour, round 3, dave\nNow round 1 is played by bob; your next play is in round 3: these orders are"
    )


def test_who_plays_the_open_round_is_told_nothing_of_the_kind(harbour):
    answer = file_orders(harbour, "harbour", "bob", ANY, "test")
    assert (answer.round, answer.remarks) == (1, ())


@pytest.mark.parametrize("number", [1, 2, 3])
def test_any_round_up_to_that_of_the_own_next_play_may_be_named(harbour, number):
    answer = file_orders(harbour, "harbour", "dave", f"round {number}\n{ANY}", "test")
    assert (answer.verdict, answer.round) == ("FILED", 3)
    assert in_force(harbour, "dave").orders == ANY
    assert answer.preview


@pytest.mark.parametrize("number", [4, 6, 7])
def test_a_later_round_means_the_play_after_it(harbour, number):
    answer = file_orders(harbour, "harbour", "dave", f"round {number}\n{ANY}", "test")
    assert answer.round == 7
    assert answer.remarks == (LATER,)
    assert in_force(harbour, "dave").orders == ""
    assert answer.preview == ()


def test_a_round_that_is_over_is_refused(harbour):
    resolve_round(harbour, "harbour", misses_meant=True)
    with pytest.raises(OrdersRefusedError, match="round 1 is closed; round 2 is open"):
        file_orders(harbour, "harbour", "dave", f"round 1\n{ANY}", "test")


def test_the_preview_is_of_the_own_next_play_in_the_position_as_it_is_now_and_says_so(harbour):
    tile = hand_of(harbour, "dave")[0]
    answer = file_orders(harbour, "harbour", "dave", f"tile {tile}\n", "test")
    assert answer.ahead
    assert [play.decisions[0].answer for play in answer.preview] == [tile]
    assert (
        "as if dave's next play, in round 3, were\nnow; what others do until then is not foreseen:\n"
        in answer_text(answer)
    )
    assert "as if it were bob's turn:" in answer_text(check_orders(harbour, "harbour", "bob", ANY))


def test_notes_know_the_hand_and_that_there_is_one_play(harbour):
    mine = hand_of(harbour, "dave")[0]
    other = hand_of(harbour, "carol")[0]
    answer = check_orders(
        harbour, "harbour", "dave", f"first turn\ntile {mine}, {other}\nsecond turn\nbuy 3 Luxor\n"
    )
    assert [(note.line, note.kind) for note in answer.notes] == [
        (1, "no-round"),
        (2, "not-in-hand"),
        (4, "one-play"),
    ]
    assert "it counts for your next play, in round 3. Write `round 3`" in answer.notes[0].message


def test_orders_for_a_play_further_off_get_no_notes_on_a_position_that_nobody_knows(harbour):
    other = hand_of(harbour, "carol")[0]
    assert check_orders(harbour, "harbour", "dave", f"round 7\ntile {other}\n").notes == ()


def test_orders_are_looked_at_again_when_their_round_opens_and_not_before(harbour):
    file_orders(harbour, "harbour", "dave", f"tile {hand_of(harbour, 'dave')[0]}\n", "test")
    resolve_round(harbour, "harbour", misses_meant=True)
    assert "FILED AHEAD" not in report_of(harbour, "dave", 1)
    resolve_round(harbour, "harbour", misses_meant=True)
    assert "YOUR ORDERS FILED AHEAD for round 3" in report_of(harbour, "dave", 2)
    assert "FILED AHEAD" not in report_of(harbour, "carol", 2)


def test_only_who_plays_is_missing_and_waited_for(harbour):
    assert game_status(harbour, "harbour").waits_for == ("bob",)
    file_orders(harbour, "harbour", "bob", ANY, "test")
    assert game_status(harbour, "harbour").waits_for == ()
    done = resolve_round(harbour, "harbour", misses_meant=False)
    assert (done.missed, done.plays) == ((), ("carol",))
    assert game_status(harbour, "harbour").waits_for == ("carol",)


def test_status_shows_for_which_round_the_orders_of_the_others_are(harbour):
    file_orders(harbour, "harbour", "dave", ANY + "ready\n", "test")
    seats = {seat.seat: seat for seat in game_status(harbour, "harbour").seats}
    assert [(one.plays, one.orders, one.ready, one.ahead) for one in (seats["dave"], seats["carol"])] == [
        (0, True, True, (3,)),
        (0, False, False, ()),
    ]


def test_a_play_without_orders_is_missed_and_those_who_do_not_play_miss_nothing(harbour):
    done = resolve_round(harbour, "harbour", misses_meant=True)
    assert done.missed == ("bob",)
    assert [seat.missed for seat in game_status(harbour, "harbour").seats] == [0, 1, 0, 0]


def test_orders_stay_until_the_own_play_is_over_and_not_longer(harbour):
    file_orders(harbour, "harbour", "dave", ANY, "test")
    seen = []
    for _ in range(4):
        seen.append(in_force(harbour, "dave").orders)
        resolve_round(harbour, "harbour", misses_meant=True)
    assert seen == [ANY, ANY, ANY, ""]


def test_standing_orders_count_from_now_on_in_every_play(harbour):
    file_orders(harbour, "harbour", "dave", "standing\n  tile any\nend\n", "test")
    missed = [resolve_round(harbour, "harbour", misses_meant=True).missed for _ in range(8)]
    assert missed == [("bob",), ("carol",), (), ("alice",)] * 2


def test_standing_orders_for_a_later_round_count_when_the_play_before_it_is_over(harbour):
    file_orders(harbour, "harbour", "dave", "round 4\nstanding\n  tile any\nend\n", "test")
    seen = []
    for _ in range(5):
        seen.append(bool(in_force(harbour, "dave").standing))
        resolve_round(harbour, "harbour", misses_meant=True)
    assert seen == [False, False, False, True, True]


def test_as_before_repeats_what_was_filed_for_the_same_play_in_whatever_round(harbour):
    file_orders(harbour, "harbour", "dave", ANY, "test")
    resolve_round(harbour, "harbour", misses_meant=True)
    answer = file_orders(harbour, "harbour", "dave", "buy nothing\nas before\n", "test")
    assert answer.verdict == "FILED"
    assert in_force(harbour, "dave").orders == "buy nothing\n" + ANY
    assert (
        file_orders(harbour, "harbour", "dave", "round 4\ntile any\nas before\n", "test").verdict
        == "FILED WITH PROBLEMS"
    )


def test_withdraw_takes_back_the_orders_of_the_own_next_play(harbour):
    file_orders(harbour, "harbour", "dave", ANY, "test")
    resolve_round(harbour, "harbour", misses_meant=True)
    answer = file_orders(harbour, "harbour", "dave", "withdraw\n", "test")
    assert (answer.round, answer.remarks) == (
        3,
        (
            "Now round 2 is played by carol; your next play is in round 3.",
            "Your orders for the round are taken back: you have none now.",
        ),
    )
    assert in_force(harbour, "dave").orders == ""


def test_the_past_begins_with_the_own_last_play(harbour):
    """Bob lays a tile in round 1; carol, dave and alice see it until their own play is over."""
    seen = []
    for _ in range(5):
        resolve_round(harbour, "harbour", misses_meant=True)
        log = harbour.log("harbour")
        tiles = [
            entry.event.tile for entry in log.entries if isinstance(entry.event, e.TilePlaced) and entry.play
        ]
        seen.append(
            [SeatPosition(view_of(log.entries, me), me).played("bob", tiles[0]) for me in log.desk.order]
        )
    assert seen == [
        [False, True, True, True],
        [False, False, True, True],
        [False, False, False, True],
        [False, False, False, False],
        [False, False, False, False],
    ]


def test_what_happened_since_the_own_last_play_decides_in_the_next_one(harbour):
    """Dave's condition is about a tile that was laid two rounds before his play, and he may ask for both sides."""
    theirs = hand_of(harbour, "bob")[0]
    first, second = hand_of(harbour, "dave")[:2]
    file_orders(harbour, "harbour", "bob", f"tile {theirs}\nfound any\n", "test")
    file_orders(
        harbour,
        "harbour",
        "dave",
        f"tile {second} if bob did not play {theirs}\ntile {first} if bob played {theirs}\nfound any\n",
        "test",
    )
    for _ in range(3):
        resolve_round(harbour, "harbour", misses_meant=True)
    laid = [
        (entry.event.seat, entry.event.tile)
        for entry in harbour.log("harbour").entries
        if isinstance(entry.event, e.TilePlaced) and entry.play
    ]
    assert (laid[0], laid[2]) == (("bob", theirs), ("dave", first))


def test_the_report_of_a_round_numbers_the_lines_that_decided_in_it_for_who_had_no_play(harbour):
    """Whoever is asked in somebody else's merger reads his orders as they are kept for his own next play."""
    text = (
        "# remark\n\ntile any that merges\ntile any\nfound any\nsurvivor any\nbuy 3 the cheapest chain\n\n"
        "merger any: sell all\n"
    )
    asked = []
    while not asked:
        for seat in ("alice", "bob", "carol", "dave"):
            file_orders(harbour, "harbour", seat, text, "test")
        done = resolve_round(harbour, "harbour", misses_meant=False)
        assert done.next_round is not None
        happened = [entry.event for entry in harbour.log("harbour").entries if entry.round == done.round]
        player = next(event.seat for event in happened if isinstance(event, e.PlayEnded))
        asked = [event for event in happened if isinstance(event, e.OrderApplied) and event.seat != player]
    for event in asked:
        assert (event.line, event.text) == (6, "merger any: sell all")
        report = report_of(harbour, event.seat, done.round)
        assert re.search(r"^\|\* 6 +merger any: sell all$", report, re.MULTILINE)
        assert "line 6   merger any: sell all  ->  sell" in report


def test_who_has_no_play_and_sent_nothing_reads_that_the_defaults_stood_in(harbour):
    resolve_round(harbour, "harbour", misses_meant=True)
    assert "You had filed no decisions" in report_of(harbour, "carol", 1)
    assert "No orders of yours were in force" in report_of(harbour, "bob", 1)


def test_trying_foresees_the_own_next_play(harbour):
    tile = hand_of(harbour, "dave")[0]
    (trial,) = try_orders(harbour, "harbour", "dave", f"tile {tile}", ())
    assert (trial.round, trial.ahead, trial.preview[0].decisions[0].answer) == (3, True, tile)


def test_with_two_seats_each_the_orders_of_both_are_kept_for_their_own_plays(tmp_path):
    switches = ["plays_per_round=1", "two_players=four_hands"]
    with open_harbour(tmp_path, players=("alice", "bob"), switches=switches) as work:
        assert work.log("harbour").desk.order == ("bob_1", "alice_2", "bob_2", "alice_1")
        answer = file_orders(work, "harbour", "bob", "round 1\n" + ANY, "test")
        assert [(one.seat, one.round, one.ahead) for one in answer.seats] == [
            ("bob_1", 1, False),
            ("bob_2", 3, True),
        ]
        assert answer.seats[1].remarks == (KEPT.format("bob_1"),)
        assert [resolve_round(work, "harbour", misses_meant=True).missed for _ in range(4)] == [
            (),
            ("alice_2",),
            (),
            ("alice_1",),
        ]
