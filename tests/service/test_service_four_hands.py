"""Two persons with two seats each: one text, one answer, orders for each seat."""

from __future__ import annotations

import pytest
from service_helpers import open_harbour

from referee.report.answer import answer_text
from referee.round.views import entries_for
from referee.rules import events as e
from referee.service.file_orders import check_orders, file_orders
from referee.service.order_text import OrdersRefusedError
from referee.service.resolve_round import resolve_round
from referee.service.show_log import show_log
from referee.service.show_report import show_reports
from referee.service.show_status import game_status
from referee.service.try_orders import try_orders

BOTH = """\
player alice
round 1
tile any
seat alice_1
buy 2 Luxor
first turn
tile any that founds
seat alice_2
buy 1 Tower
"""


@pytest.fixture
def harbour(tmp_path):
    """A game of alice and bob, with two seats each; bob_1 opens it."""
    with open_harbour(tmp_path, players=("alice", "bob"), switches=["two_players=four_hands"]) as work:
        yield work


def filed(work):
    """The records of orders that were filed: seat, its canonical orders, readiness."""
    return [
        (entry.event.seat, entry.event.orders, entry.event.ready)
        for entry in work.log("harbour").written
        if isinstance(entry.event, e.OrdersFiled)
    ]


def orders_of(work, seat):
    return work.log("harbour").desk.in_force(seat).orders


def test_the_two_play_seats_1_and_3_and_seats_2_and_4(harbour):
    log = harbour.log("harbour")
    assert log.seats == ("alice_1", "bob_1", "alice_2", "bob_2")
    assert log.desk.plays == ("bob_1", "alice_2", "bob_2", "alice_1", "bob_1")


def test_one_text_is_one_record_for_each_seat_with_the_orders_of_that_seat(harbour):
    answer = file_orders(harbour, "harbour", "alice", BOTH, "test")
    assert (answer.verdict, answer.seat) == ("FILED", "alice")
    assert filed(harbour) == [
        ("alice_1", "tile any\nbuy 2 Luxor\n\nfirst turn\ntile any that founds\n", False),
        ("alice_2", "tile any\nbuy 1 Tower\n", False),
    ]


def test_lines_before_any_seat_line_count_for_both(harbour):
    file_orders(harbour, "harbour", "alice", "tile any\nbuy nothing\n", "test")
    assert orders_of(harbour, "alice_1") == orders_of(harbour, "alice_2") == "tile any\nbuy nothing\n"


def test_a_seat_line_begins_again_at_all_turns(harbour):
    text = "first turn\nbuy 1 Luxor\nseat alice_1\nbuy 2 Luxor\nsecond turn\nbuy 3 Luxor\nseat alice_2\ntile any\n"
    file_orders(harbour, "harbour", "alice", text, "test")
    assert orders_of(harbour, "alice_1") == (
        "first turn\nbuy 1 Luxor\n\nall turns\nbuy 2 Luxor\n\nsecond turn\nbuy 3 Luxor\n"
    )
    assert orders_of(harbour, "alice_2") == "first turn\nbuy 1 Luxor\n\nall turns\ntile any\n"


def test_seats_may_take_turns_in_a_text(harbour):
    text = "seat alice_1\ntile 1A\nseat alice_2\ntile 2A\nseat alice_1\ntile 3A\n"
    file_orders(harbour, "harbour", "alice", text, "test")
    assert orders_of(harbour, "alice_1") == "tile 1A\ntile 3A\n"
    assert orders_of(harbour, "alice_2") == "tile 2A\n"


def test_the_answer_shows_the_whole_text_once_and_each_seat_under_its_name(harbour):
    text = answer_text(file_orders(harbour, "harbour", "alice", BOTH, "test"))
    assert text.startswith("FILED: harbour, round 1, alice\n")
    assert text.count("|  seat alice_1\n|  buy 2 Luxor\n|\n|  first turn\n|  tile any that founds\n") == 1
    assert text.count("alice_1, round 1:\n") == text.count("alice_2, round 1:\n") == 1
    assert text.count("as if it were alice_1's turn:") == text.count("as if it were alice_2's turn:") == 1


def test_the_answer_says_of_each_seat_what_is_replaced(harbour):
    file_orders(harbour, "harbour", "alice", "seat alice_1\ntile any\nsurvivor any\n", "test")
    answer = file_orders(harbour, "harbour", "alice", BOTH, "test")
    assert answer.remarks == ()
    assert {one.seat: one.remarks for one in answer.seats} == {
        "alice_1": (
            "They replace what you had filed for the round.",
            "What they replace had orders for survivor; these have none.",
        ),
        "alice_2": (),
    }


def test_a_text_for_one_seat_leaves_the_other_one_as_it_was(harbour):
    file_orders(harbour, "harbour", "alice", BOTH, "test")
    file_orders(harbour, "harbour", "alice", "seat alice_2\nbuy 3 Imperial\n", "test")
    assert orders_of(harbour, "alice_1") == "tile any\nbuy 2 Luxor\n\nfirst turn\ntile any that founds\n"
    assert orders_of(harbour, "alice_2") == "buy 3 Imperial\n"


@pytest.mark.parametrize("text", ["player alice_2\nbuy 3 Imperial\n", "player ALICE\nbuy 3 Imperial\n"])
def test_with_the_handle_of_a_seat_the_text_is_for_that_seat_alone(harbour, text):
    file_orders(harbour, "harbour", "alice", BOTH, "test")
    handle = "alice" if "alice_2" in text else "Alice_2"
    answer = file_orders(harbour, "harbour", handle, text, "test")
    assert (answer.seat, answer.seats) == ("alice_2", ())
    assert orders_of(harbour, "alice_1").startswith("tile any\n")
    assert orders_of(harbour, "alice_2") == "buy 3 Imperial\n"


@pytest.mark.parametrize("player", ["bob", "bob_1", "carol"])
def test_a_player_line_that_names_somebody_else_is_refused(harbour, player):
    with pytest.raises(OrdersRefusedError, match=f"says `player {player}`, but it was sent for alice"):
        file_orders(harbour, "harbour", "alice", f"player {player}\ntile any\n", "test")
    assert filed(harbour) == []


def test_whose_orders_are_checked_may_stand_in_the_text(harbour):
    assert check_orders(harbour, "harbour", None, BOTH).seat == "alice"
    assert check_orders(harbour, "harbour", None, "player alice_2\ntile any\n").seat == "alice_2"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("seat bob_1", "bob_1 is not yours: write `seat alice_1` or `seat alice_2`."),
        ("seat alice", "This seat is not understood"),
        ("seat carol", "This seat is not understood"),
    ],
)
def test_a_seat_that_is_not_ones_own_is_a_problem_and_takes_its_lines_with_it(harbour, line, message):
    answer = file_orders(harbour, "harbour", "alice", f"tile any\n{line}\nbuy 3 Luxor\n", "test")
    assert answer.verdict == "FILED WITH PROBLEMS"
    assert [(one.line, one.message[: len(message)]) for one in answer.problems] == [(2, message)]
    assert [seat for seat, _, _ in filed(harbour)] == ["alice_1", "alice_2"]
    assert {orders for _, orders, _ in filed(harbour)} == {"tile any\n"}


def test_an_unknown_seat_offers_the_own_ones(harbour):
    answer = check_orders(harbour, "harbour", "alice", "seat alice\ntile any\n")
    assert answer.problems[0].expected == ("alice_1", "alice_2")


def test_the_other_seat_in_a_text_for_one_alone_is_a_problem_with_a_way_out(harbour):
    answer = file_orders(harbour, "harbour", "alice_1", "tile any\nseat alice_2\nbuy 3 Luxor\n", "test")
    assert [one.line for one in answer.problems] == [2]
    assert (
        "sent for alice_1 alone. Send them for both seats, or write `seat alice_1`"
        in answer.problems[0].message
    )
    assert orders_of(harbour, "alice_2") == ""


def test_where_everybody_plays_one_seat_a_seat_line_is_a_problem_with_a_way_out(tmp_path):
    with open_harbour(tmp_path) as work:
        answer = file_orders(work, "harbour", "bob", "tile any\nseat bob\nbuy 3 Luxor\n", "test")
        assert answer.verdict == "FILED WITH PROBLEMS"
        assert [one.line for one in answer.problems] == [2]
        assert "take the line `seat bob` out" in answer.problems[0].message
        assert work.log("harbour").desk.in_force("bob").orders == "tile any\n"


def test_a_person_in_a_condition_is_a_problem_that_offers_the_seats(harbour):
    answer = check_orders(harbour, "harbour", "bob", "buy 1 Luxor if alice founded Luxor\n")
    assert answer.problems[0].expected == ("alice_1", "alice_2")
    assert "Write which one: alice_1 or alice_2." in answer.problems[0].message


def test_a_problem_stands_once_in_the_answer_and_is_one_of_both_seats(harbour):
    file_orders(harbour, "harbour", "alice", "seat alice_1\ntile any\n", "test")
    answer = file_orders(harbour, "harbour", "alice", "tile 1A\nbuy 3 Luxxor\n", "test")
    assert [one.line for one in answer.problems] == [2]
    assert answer.verdict == "FILED WITH PROBLEMS"
    assert orders_of(harbour, "alice_1") == "tile any\n"  # filed without problems: it stands
    assert orders_of(harbour, "alice_2") == "tile 1A\n"  # there was nothing better


def test_ready_counts_for_both_seats_and_a_new_text_takes_it_back_for_both(harbour):
    desk = lambda: harbour.log("harbour").desk  # noqa: E731 (it changes)
    file_orders(harbour, "harbour", "alice", BOTH + "ready\n", "test")
    assert [desk().in_force(seat).ready for seat in ("alice_1", "alice_2")] == [True, True]
    answer = file_orders(harbour, "harbour", "alice", "seat alice_1\ntile any\n", "test")
    assert [desk().in_force(seat).ready for seat in ("alice_1", "alice_2")] == [False, False]
    assert answer.seats[1].remarks == ("You are not ready any more: say so again.",)


@pytest.mark.parametrize(
    ("more", "unclear"), [("note: I am on a boat\n", 0), ("buy 3 Luxxor\nnote: I am on a boat\n", 1)]
)
def test_what_is_stored_for_the_seat_that_is_not_ready_any_more_counts_only_what_was_not_understood(
    harbour, more, unclear
):
    file_orders(harbour, "harbour", "alice", BOTH + "ready\n", "test")
    file_orders(harbour, "harbour", "alice", more + "seat alice_1\ntile any\n", "test")
    stored = [entry.event for entry in harbour.log("harbour").written[-2:]]
    assert [(one.seat, one.ready, one.problems) for one in stored] == [
        ("alice_1", False, unclear),
        ("alice_2", False, unclear),
    ]


def test_ready_for_one_seat_leaves_the_other_one_open(harbour):
    file_orders(harbour, "harbour", "alice_1", "tile any\nready\n", "test")
    desk = harbour.log("harbour").desk
    assert [desk.in_force(seat).ready for seat in ("alice_1", "alice_2")] == [True, False]


def test_withdraw_takes_back_the_orders_of_both_seats(harbour):
    file_orders(harbour, "harbour", "alice", BOTH, "test")
    answer = file_orders(harbour, "harbour", "alice", "withdraw\n", "test")
    assert answer.remarks == ("Your orders for the round are taken back: you have none now.",)
    assert orders_of(harbour, "alice_1") == orders_of(harbour, "alice_2") == ""


def test_standing_orders_count_for_both_seats(harbour):
    text = "standing\n  tile any\nend\nseat alice_1\nbuy 1 Luxor\n"
    assert file_orders(harbour, "harbour", "alice", text, "test").verdict == "FILED"
    desk = harbour.log("harbour").desk
    assert {desk.in_force(seat).standing for seat in ("alice_1", "alice_2")} == {
        "standing\n  tile any\nend\n"
    }
    assert desk.missing() == ("bob_1", "bob_2")


def test_with_the_handle_of_a_seat_standing_orders_are_of_that_seat_alone(harbour):
    file_orders(harbour, "harbour", "alice_2", "standing\n  tile any\nend\n", "test")
    assert harbour.log("harbour").desk.missing() == ("alice_1", "bob_1", "bob_2")


def test_standing_orders_below_a_seat_line_are_a_problem_that_says_where_to_write_them(harbour):
    answer = check_orders(harbour, "harbour", "alice", "seat alice_1\ntile any\nstanding\n  tile any\nend\n")
    assert [one.line for one in answer.problems] == [3]
    assert "above the first `seat` line" in answer.problems[0].message


def test_as_before_repeats_for_each_seat_what_was_filed_for_it(harbour):
    file_orders(harbour, "harbour", "alice", BOTH, "test")
    answer = file_orders(harbour, "harbour", "alice", "buy 3 Imperial\nas before\n", "test")
    assert answer.canonical == "buy 3 Imperial\nas before\n"
    assert orders_of(harbour, "alice_2") == "buy 3 Imperial\ntile any\nbuy 1 Tower\n"
    assert [one.canonical for one in answer.seats] == [
        "buy 3 Imperial\ntile any\nbuy 2 Luxor\n\nfirst turn\ntile any that founds\n",
        "buy 3 Imperial\ntile any\nbuy 1 Tower\n",
    ]


def test_without_as_before_nothing_of_a_seat_is_repeated(harbour):
    answer = file_orders(harbour, "harbour", "alice", BOTH, "test")
    assert [one.canonical for one in answer.seats] == ["", ""]


def test_as_before_names_the_seat_for_which_nothing_was_filed(harbour):
    file_orders(harbour, "harbour", "alice", "seat alice_1\ntile any\n", "test")
    answer = check_orders(harbour, "harbour", "alice", "as before\nbuy 1 Luxor\n")
    assert [(one.line, "filed before for alice_2" in one.message) for one in answer.problems] == [(1, True)]


def test_notes_on_both_seats_stand_once_and_those_on_one_under_its_name(harbour):
    hands = {
        entry.event.seat: entry.event.tiles
        for entry in harbour.log("harbour").written
        if isinstance(entry.event, e.TilesDealt)
    }
    tile = hands["alice_1"][0]
    answer = check_orders(harbour, "harbour", "alice", f"tile {tile}\nbuy 9 Luxor\n")
    assert {note.kind for note in answer.notes} == {"no-round", "over-limit"}
    assert {one.seat: [note.kind for note in one.notes] for one in answer.seats} == {
        "alice_1": [],
        "alice_2": ["not-in-hand"],
    }


def test_each_seat_decides_by_its_own_orders_and_its_own_conditions(harbour):
    hands = {
        entry.event.seat: entry.event.tiles
        for entry in harbour.log("harbour").written
        if isinstance(entry.event, e.TilesDealt)
    }
    mine, partners = hands["alice_1"][0], hands["alice_2"][0]
    text = f"tile {mine} if I hold {mine}\ntile {partners} if I hold {partners}\n"
    file_orders(harbour, "harbour", "alice", text, "test")
    resolve_round(harbour, "harbour", misses_meant=True)
    laid = {
        entry.event.seat: entry.event.tile
        for entry in harbour.log("harbour").written
        if isinstance(entry.event, e.TilePlaced) and entry.play
    }
    assert (laid["alice_1"], laid["alice_2"]) == (mine, partners)


def test_whoever_files_for_one_seat_alone_misses_with_the_other(harbour):
    file_orders(harbour, "harbour", "alice", "seat alice_1\ntile any\nfound any\n", "test")
    done = resolve_round(harbour, "harbour", misses_meant=True)
    assert done.missed == ("bob_1", "alice_2", "bob_2")


def test_each_seat_gets_a_report_of_its_own_and_the_person_reads_both(harbour):
    file_orders(harbour, "harbour", "alice", BOTH, "test")
    resolve_round(harbour, "harbour", misses_meant=True)
    for handle, seats in (("Alice", ["alice_1", "alice_2"]), ("bob_2", ["bob_2"])):
        found = show_reports(harbour, "harbour", 1, handle, fresh=False)
        assert [one.recipient for one in found] == seats
        for one in found:
            assert f"Only for {one.recipient}." in one.body.decode()


def test_a_person_reads_the_log_of_both_seats_and_of_nobody_else(harbour):
    file_orders(harbour, "harbour", "alice", BOTH, "text of alice")
    file_orders(harbour, "harbour", "bob", "tile any\n", "text of bob")
    seen = "\n".join(show_log(harbour, "harbour", handle="alice").lines())
    assert seen.count("text of alice") == 2
    assert "text of bob" not in seen


def test_no_seat_sees_the_orders_or_the_hand_of_its_partner(harbour):
    file_orders(harbour, "harbour", "alice", BOTH, "test")
    seen = entries_for(harbour.log("harbour").entries, "alice_1")
    private = [one.event for one in seen if isinstance(one.event, e.OrdersFiled | e.TilesDealt)]
    assert {event.seat for event in private} == {"alice_1"}


def test_status_tells_whose_seats_are_waited_for(harbour):
    file_orders(harbour, "harbour", "alice_2", "tile any\n", "test")
    status = game_status(harbour, "harbour")
    assert [(seat.seat, seat.person, seat.orders) for seat in status.seats] == [
        ("alice_1", "alice", False),
        ("bob_1", "bob", False),
        ("alice_2", "alice", True),
        ("bob_2", "bob", False),
    ]
    assert status.waits_for == ("alice_1", "bob_1", "bob_2")


def test_trying_shows_both_seats_or_one(harbour):
    both = try_orders(harbour, "harbour", "alice", BOTH, ())
    assert [trial.seat for trial in both] == ["alice_1", "alice_2"]
    assert [trial.seat for trial in try_orders(harbour, "harbour", "alice_2", "tile any", ())] == ["alice_2"]


def test_nobody_is_called_by_a_handle_that_is_none(harbour):
    with pytest.raises(
        Exception, match=r"Its players are alice \(alice_1, alice_2\), bob \(bob_1, bob_2\)\."
    ):
        file_orders(harbour, "harbour", "carol", "tile any", "test")


@pytest.mark.parametrize("text", [BOTH, "standing\n  tile any\nend\nseat alice_2\ntile 1A\nready\n"])
def test_the_canonical_form_reads_as_the_same_orders(harbour, text):
    answer = file_orders(harbour, "harbour", "alice", text, "test")
    before = filed(harbour)
    again = file_orders(harbour, "harbour", "alice", answer.canonical, "test")
    assert again.canonical == answer.canonical
    assert filed(harbour)[len(before) :] == before


def test_private_holdings_hide_the_others_and_not_ones_own_other_seat(tmp_path):
    switches = ["two_players=four_hands", "holdings=private"]
    with open_harbour(tmp_path, players=("alice", "bob"), switches=switches) as work:
        text = "seat alice_1\nbuy 1 Luxor if alice_2's Luxor > 0\n"
        assert file_orders(work, "harbour", "alice", text, "test").verdict == "FILED"
        assert check_orders(work, "harbour", "alice_1", text).verdict == "FILED"
        answer = check_orders(work, "harbour", "alice", "buy 1 Luxor if bob_2's Luxor > 0\n")
        assert [one.line for one in answer.problems] == [1]
