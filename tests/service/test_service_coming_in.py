"""Who comes in for somebody who left, and what he gets to read. Source: RULES.md, "Players who leave"."""

from __future__ import annotations

import pytest
from seats_referee import DEFAULTS, SUBSTITUTE, Referee
from service_helpers import PLAYERS, open_harbours

from referee.errors import UserError
from referee.round.views import view_of
from referee.rules import events as e
from referee.service.seats import forget_names
from referee.service.show_log import show_log


@pytest.fixture
def sat(tmp_path):
    """Opens harbour with some switches, for some players."""
    with open_harbours(tmp_path) as opens:
        yield lambda *switches, **who: Referee(opens(*switches, **who))


# --- coming in --------------------------------------------------------------------------------------------


def test_who_comes_into_a_vacant_seat_gets_its_hand_cash_and_shares_and_plays_on(sat):
    game = sat(*SUBSTITUTE)
    game.leaves("bob")
    hand = view_of(game.log.entries, "bob").hand("bob")
    done = game.comes("bob")
    assert (done.seats, done.person, done.ended) == (("bob",), "Dora Dove", None)
    assert done.waits_for == PLAYERS
    mine = view_of(game.log.entries, "bob")
    assert sorted(mine.hand("bob")) == sorted(hand)
    assert mine.cash["bob"] == 6000
    game.resolve(*PLAYERS)
    assert game.laid_by("bob", 1) == {"orders"}
    game.holds()


@pytest.mark.parametrize("switches", [DEFAULTS, SUBSTITUTE])
def test_a_seat_that_is_still_held_may_be_handed_over(sat, switches):
    game = sat(*switches)
    game.file("bob", "tile any\nresign\nstanding\n  buy 1 Luxor\nend")
    game.comes("bob")
    assert not game.log.desk.in_force("bob")
    assert game.log.desk.resigned.keys() == set()
    assert game.status("bob").left is None
    game.resolve(*PLAYERS)
    assert game.happened(e.SeatLeft) == []
    game.holds()


def test_a_seat_that_is_played_by_the_defaults_is_filled_no_more_and_what_can_be_done_is_said(sat):
    game = sat()
    game.leaves("bob")
    head = game.log.head
    with pytest.raises(UserError, match=r"that is final.*handed over with --to only while somebody holds it"):
        game.comes("bob")
    assert game.log.head == head


def test_a_seat_may_change_hands_several_times_and_each_holder_has_his_own_number(sat):
    game = sat(*SUBSTITUTE)
    for person in ("Dora", "Eve"):
        game.comes("bob", person)
    game.leaves("bob")
    game.comes("bob", "Fay")
    assert [one.tenure for one in game.happened(e.SeatFilled)] == [2, 3, 4]
    game.resolve(*PLAYERS)
    game.holds()


def test_a_person_with_two_seats_hands_over_both(sat):
    game = sat("two_players=four_hands", players=("alice", "bob"))
    assert game.comes("alice").seats == ("alice_1", "alice_2")
    assert [one.seat for one in game.happened(e.SeatFilled)] == ["alice_1", "alice_2"]
    assert "You hold this seat from now on" in game.report("alice_2")
    game.resolve("alice_1", "alice_2", "bob_1", "bob_2")
    game.holds()


def test_the_name_is_kept_beside_the_log_and_stands_neither_in_it_nor_in_a_report(sat):
    game = sat(*SUBSTITUTE)
    game.comes("bob", "  Zebedee \n Quagmire ")
    assert (game.status("bob").holder, game.status("bob").tenure) == ("Zebedee Quagmire", 2)
    assert game.status("bob").since == "2026-12-04T18:00:00Z"
    game.resolve(*PLAYERS)
    everything = "".join(show_log(game.work, "harbour", everything=True).lines())
    everything += "".join(one.body.decode() for one in game.work.unit.publications("harbour"))
    assert "Quagmire" not in everything


def test_a_name_is_forgotten_on_demand_and_the_game_holds_as_before(sat):
    game = sat(*SUBSTITUTE)
    game.comes("bob", "Dora")
    game.comes("bob", "Eve")
    game.comes("carol", "Fay")
    assert forget_names(game.work, "harbour", "bob") == (2, ())
    assert (game.status("bob").holder, game.status("carol").holder) == (None, "Fay")
    game.holds()


def test_the_name_of_who_left_is_no_longer_shown_for_who_came_after_him(sat):
    game = sat(*SUBSTITUTE)
    game.comes("bob", "Dora")
    game.leaves("bob")
    assert game.status("bob").holder == "Dora"
    game.comes("bob", "Eve")
    assert game.status("bob").holder == "Eve"


@pytest.mark.parametrize("name", ["", "  ", "\x1b[2J", "a\x00b", "x" * 101])
def test_what_is_no_name_is_refused_and_changes_nothing(sat, name):
    game = sat(*SUBSTITUTE)
    head = game.log.head
    with pytest.raises(UserError, match="name"):
        game.comes("bob", name)
    assert game.log.head == head


def test_nobody_in_the_game_has_that_handle(sat):
    game = sat()
    with pytest.raises(UserError, match="Nobody in harbour is called 'eve'"):
        game.leaves("eve")
    with pytest.raises(UserError, match="Nobody in harbour is called 'eve'"):
        game.comes("eve")


# --- reports ----------------------------------------------------------------------------------------------


def test_who_comes_in_has_a_report_at_once_with_his_hand_and_a_form_for_the_open_round(sat):
    game = sat(*SUBSTITUTE)
    game.resolve(*PLAYERS)
    game.leaves("bob")
    game.comes("bob")
    text = game.report("bob")
    assert "You hold this seat from now on" in text
    for tile in view_of(game.log.entries, "bob").hand("bob"):
        assert f"\n{tile} " in text
    assert "| round 2\n| player bob\n" in text
    assert f"Check the log:  referee verify harbour --head {game.log.head.seq}:" in text
    game.holds()


def test_who_comes_in_before_the_first_round_was_played_reads_how_the_game_was_opened(sat):
    game = sat(*SUBSTITUTE)
    game.comes("bob")
    text = game.report("bob")
    assert "You hold this seat from now on" in text
    assert "| round 1\n| player bob\n" in text
    game.holds()


def test_what_follows_is_reported_to_who_came_in_as_to_anybody(sat):
    game = sat(*SUBSTITUTE)
    game.comes("bob")
    game.resolve(*PLAYERS)
    text = game.report("bob")
    assert "You hold this seat from now on" not in text
    assert "|* 1 tile any\n" in text


def test_a_seat_that_nobody_holds_has_no_report_of_its_own_until_somebody_comes(sat):
    game = sat(*SUBSTITUTE)
    game.leaves("bob")
    game.resolve("alice", "carol", "dave")
    published = {(one.round, one.recipient) for one in game.work.unit.publications("harbour")}
    assert published == {
        *((0, reader) for reader in (None, *PLAYERS)),
        *((1, reader) for reader in (None, "alice", "carol", "dave")),
    }
    game.comes("bob")
    assert "You hold this seat from now on" in game.report("bob", 1)
    game.holds()


def test_who_resigned_still_reads_what_came_of_his_last_orders(sat):
    for switches in (DEFAULTS, SUBSTITUTE):
        game = sat(*switches)
        game.file("bob", "tile any\nbuy nothing\nresign")
        game.resolve("alice", "carol", "dave")
        text = game.report("bob", 1)
        assert "|* 1 tile any\n|* 2 buy nothing\n" in text
        assert "has left the game" in text
        assert "ORDER FORM" not in text
        game.resolve("alice", "carol", "dave")
        with pytest.raises(UserError, match=r"bob has no report of round 2: nobody held that seat then\."):
            game.report("bob", 2)
        with pytest.raises(
            UserError, match=r"harbour has no report of round 3: its latest is that of round 2"
        ):
            game.report("bob", 3)
        game.holds()
