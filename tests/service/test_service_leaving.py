"""Who leaves a game, and when it ends with that. Source: RULES.md, "Players who leave"."""

from __future__ import annotations

import pytest
from seats_referee import DEFAULTS, SUBSTITUTE, Referee
from service_helpers import PLAYERS, open_harbours

from referee.db.unit import Overtaken
from referee.errors import UserError
from referee.round.adjudicate import leave, resolve
from referee.round.position import SeatPosition
from referee.round.views import view_of
from referee.rules import events as e
from referee.service.order_text import OrdersRefusedError
from referee.service.resolve_round import resolve_round
from referee.service.try_orders import try_orders


@pytest.fixture
def sat(tmp_path):
    """Opens harbour with some switches, for some players."""
    with open_harbours(tmp_path) as opens:
        yield lambda *switches, **who: Referee(opens(*switches, **who))


# --- leaving ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("switches", "manner"), [(DEFAULTS, "left"), (SUBSTITUTE, "missed")])
def test_who_is_taken_out_has_his_plays_of_the_open_round_played_for_him(sat, switches, manner):
    game = sat(*switches)
    game.file("bob", "tile any\nbuy 3 Luxor")
    game.leaves("bob")
    game.resolve("alice", "carol", "dave")
    assert game.laid_by("bob", 1) == {manner}
    assert game.laid_by("alice", 1) == {"orders"}
    game.holds()


def test_a_seat_that_is_vacant_misses_and_one_that_is_played_by_the_defaults_does_not(sat):
    for switches, misses in ((SUBSTITUTE, 1), (DEFAULTS, 0)):
        game = sat(*switches)
        game.leaves("bob")
        game.resolve("alice", "carol", "dave")
        assert game.status("bob").missed == misses
        assert len(game.happened(e.OrdersMissed, "bob")) == misses


def test_filed_advance_and_standing_orders_of_who_was_taken_out_are_void(sat):
    game = sat()
    game.file("bob", "tile any\nbuy nothing\nstanding\n  buy 1 Luxor\nend\nready")
    game.file("bob", "round 2\ntile any\nbuy 2 Luxor")
    game.leaves("bob")
    for number in (1, 2, 3):
        assert not game.log.desk.in_force("bob", number)
    assert game.status("bob").ahead == ()


def test_nobody_waits_for_the_orders_of_a_seat_that_was_left(sat):
    for switches in (DEFAULTS, SUBSTITUTE):
        game = sat(*switches)
        for seat in ("alice", "carol", "dave"):
            game.file(seat)
        assert game.waits_for() == ("bob",)
        assert game.leaves("bob").waits_for == ()
        assert game.waits_for() == ()
        resolve_round(game.work, "harbour", misses_meant=False)


def test_status_tells_which_seats_were_left_and_who_resigns(sat):
    game = sat()
    game.file("carol", "resign")
    game.leaves("bob")
    assert [game.status(seat).left for seat in PLAYERS] == [None, "defaults", None, None]
    assert [game.status(seat).resigns for seat in PLAYERS] == [False, False, True, False]
    vacant = sat(*SUBSTITUTE)
    vacant.leaves("bob")
    assert vacant.status("bob").left == "vacant"


def test_orders_for_a_seat_that_was_left_are_refused_and_nothing_is_tried_for_it(sat):
    game = sat(*SUBSTITUTE)
    game.leaves("bob")
    with pytest.raises(OrdersRefusedError, match="harbour: bob has left the game: no more orders are taken"):
        game.file("bob")
    with pytest.raises(UserError, match="bob has left harbour: there is nothing to try"):
        try_orders(game.work, "harbour", "bob", "tile any", ())


def test_resolving_tells_who_left_with_the_end_of_the_round(sat):
    game = sat()
    game.file("bob", "tile any\nresign")
    assert game.resolve("alice", "carol", "dave").left == ("bob",)
    game.holds()


def test_two_may_leave_in_one_round_one_by_his_own_will_and_one_by_the_referees_word(sat):
    game = sat()
    game.file("bob", "tile any\nresign")
    game.leaves("dave")
    game.resolve("alice", "carol")
    assert [(one.seat, one.how) for one in game.happened(e.SeatLeft)] == [
        ("dave", "removed"),
        ("bob", "resigned"),
    ]
    game.resolve("alice", "carol")
    assert game.laid_by("bob", 2) == game.laid_by("dave", 2) == {"left"}
    game.holds()


def test_that_somebody_left_can_be_asked_by_conditions_and_is_no_longer_so_when_somebody_came(sat):
    game = sat(*SUBSTITUTE)
    asked = SeatPosition(view_of(game.log.entries, "alice"), "alice")
    assert not asked.left("bob")
    game.leaves("bob")
    assert SeatPosition(view_of(game.log.entries, "alice"), "alice").left("bob")
    game.comes("bob")
    assert not SeatPosition(view_of(game.log.entries, "alice"), "alice").left("bob")


def test_who_has_left_cannot_leave_again(sat):
    for switches, advice in (
        (DEFAULTS, "that is final"),
        (SUBSTITUTE, "Put somebody in: referee seat harbour bob"),
    ):
        game = sat(*switches)
        game.leaves("bob")
        head = game.log.head
        with pytest.raises(UserError, match=f"bob has left harbour already.*{advice}"):
            game.leaves("bob")
        assert game.log.head == head


# --- the end that comes of it -----------------------------------------------------------------------------


def test_with_one_player_left_the_game_ends_at_once_if_that_is_meant(sat):
    game = sat(players=("alice", "bob", "carol"))
    game.leaves("bob")
    head = game.log.head
    with pytest.raises(UserError, match=r"harbour would end with it, since only one player.*say --yes"):
        game.leaves("carol")
    assert game.log.head == head
    done = game.leaves("carol", end_meant=True)
    assert (done.ended, done.round) == ("one_left", 1)
    (ended,) = game.happened(e.GameEnded)
    assert [(row["place"], row["seat"], row["money"], row["left"]) for row in ended.ranking] == [
        (1, "alice", 6000, False),
        (2, "bob", 6000, True),
        (2, "carol", 6000, True),
    ]
    game.holds()


def test_when_the_game_ends_with_a_leaver_the_reports_of_the_open_round_are_published(sat):
    game = sat(players=("alice", "bob", "carol"))
    game.resolve("alice", "bob", "carol")
    game.leaves("bob")
    game.leaves("carol", end_meant=True)
    final = game.report()
    assert "round 2, the last" in final.splitlines()[0]
    assert "only alice is left" in " ".join(final.split())
    assert "Left the game: carol (removed by the referee).\n" in final
    assert "goes on" not in final
    assert "RESULT" in final
    assert "WHAT WAS SEALED" in final
    mine = game.report("alice")
    assert "round 2, the last" in mine.splitlines()[0]
    assert "YOUR ORDERS" not in mine
    assert len(game.happened(e.BagOpened)) == 1


def test_with_a_substitute_to_come_one_player_alone_goes_on_and_the_last_to_leave_abandons_the_game(sat):
    game = sat(*SUBSTITUTE, players=("alice", "bob", "carol"))
    game.leaves("bob")
    assert game.leaves("carol").ended is None
    game.resolve("alice")
    with pytest.raises(UserError, match=r"harbour would end with it, abandoned, since nobody would be left"):
        game.leaves("alice")
    assert game.leaves("alice", end_meant=True).ended == "abandoned"
    (ended,) = game.happened(e.GameEnded)
    assert [(row["place"], row["left"]) for row in ended.ranking] == [(1, True)] * 3
    game.holds()
    assert "round 2, the last" in game.report().splitlines()[0]
    assert "The game was abandoned: nobody is left to play it." in game.report()


def test_a_member_of_a_team_may_leave_and_with_the_second_the_other_team_has_won(sat):
    game = sat("teams=true")
    game.leaves("alice")
    game.resolve("bob", "carol", "dave")
    with pytest.raises(UserError, match="since only one player or team would be left"):
        game.leaves("carol")
    assert game.leaves("carol", end_meant=True).ended == "one_left"
    (ended,) = game.happened(e.GameEnded)
    assert {(row["seat"], row["place"], row["team"]) for row in ended.ranking} == {
        ("bob", 1, "bob + dave"),
        ("dave", 1, "bob + dave"),
        ("alice", 2, "alice + carol"),
        ("carol", 2, "alice + carol"),
    }
    game.holds()


def test_a_person_with_two_seats_leaves_with_both_and_the_other_has_won(sat):
    for handle in ("alice", "alice_1", "alice_2"):
        game = sat("two_players=four_hands", players=("alice", "bob"))
        with pytest.raises(UserError, match="would end with it"):
            game.leaves(handle)
        done = game.leaves(handle, end_meant=True)
        assert (done.seats, done.ended) == (("alice_1", "alice_2"), "one_left")
        game.holds()


def test_nothing_changes_in_the_seats_of_a_game_that_is_over(sat):
    game = sat(players=("alice", "bob"))
    game.leaves("bob", end_meant=True)
    for change in (game.leaves, game.comes):
        with pytest.raises(UserError, match="harbour is over: its seats stay as they are"):
            change("alice")


# --- two at once ------------------------------------------------------------------------------------------


def test_who_changes_a_seat_on_a_log_that_has_gone_on_is_overtaken_and_nothing_is_written(sat):
    game = sat(*SUBSTITUTE)
    stale = game.log
    game.resolve(*PLAYERS)
    head = game.log.head
    with pytest.raises(Overtaken):
        game.work.append(stale, leave(stale.entries, ["bob"], "removed"))
    assert game.work.unit.head("harbour") == head


def test_a_round_resolved_on_a_log_in_which_somebody_has_left_since_is_overtaken(sat):
    game = sat(*SUBSTITUTE)
    stale = game.log
    game.leaves("bob")
    with pytest.raises(Overtaken):
        game.work.append(stale, resolve(stale.entries))
