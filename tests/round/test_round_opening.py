"""Set-up and the order of play (RULES.md, "Set-up"; switches order_of_play and plays_per_round)."""

from __future__ import annotations

import pytest

from referee.errors import UserError
from referee.round.opening import NewGame, open_game, plays_of_round
from referee.round.views import view_of
from referee.rules import events as e
from referee.rules.apply import fold
from referee.rules.editions import CLASSIC, HASBRO_2016
from referee.rules.state import LOOSE
from referee.rules.switches import resolve_switches

PLAYERS = ("alice", "bob", "carol", "dave")


def bag_with(*first, edition=CLASSIC):
    """A whole bag that begins with some tiles."""
    return (*first, *(tile for tile in edition.board.tiles if tile not in first))


def opened(*first, players=PLAYERS, edition=CLASSIC, **switches):
    bag = bag_with(*first, edition=edition)
    return open_game(NewGame(players, edition.id, switches, bag, "seed"), "unused")


def of_kind(entries, kind):
    return [entry.event for entry in entries if isinstance(entry.event, kind)]


def test_each_seat_draws_one_set_up_tile_in_the_order_the_seats_are_listed():
    drawn = of_kind(opened("5C", "12I", "1A", "7D"), e.SetupTileDrawn)
    assert [(event.seat, event.tile) for event in drawn] == [
        ("alice", "5C"),
        ("bob", "12I"),
        ("carol", "1A"),
        ("dave", "7D"),
    ]


def test_set_up_tiles_found_nothing_even_where_they_touch():
    state = fold(entry.event for entry in opened("5C", "5D", "6C", "6D"))
    assert state.board == dict.fromkeys(("5C", "5D", "6C", "6D"), LOOSE)
    assert state.sizes == {}


def test_ranked_order_is_that_of_all_set_up_tiles():
    (order,) = of_kind(opened("10A", "2I", "9H", "9C"), e.PlayingOrderSet)
    assert order.order == ("bob", "dave", "carol", "alice")


def test_order_by_seats_begins_with_the_lowest_set_up_tile():
    (order,) = of_kind(opened("10A", "9I", "2C", "9C", order_of_play="seats"), e.PlayingOrderSet)
    assert order.order == ("carol", "dave", "alice", "bob")


def test_in_the_10x10_edition_the_letter_of_a_set_up_tile_counts_first():
    (order,) = of_kind(opened("1B", "10A", "2A", "1C", edition=HASBRO_2016), e.PlayingOrderSet)
    assert order.order == ("carol", "bob", "alice", "dave")


def test_six_tiles_at_a_time_go_to_each_seat_in_playing_order():
    entries = opened("10A", "2I", "9H", "9C", "1A", "1B", "1C", "1D", "1E", "1F", "12A")
    dealt = of_kind(entries, e.TilesDealt)
    assert [event.seat for event in dealt] == ["bob", "dave", "carol", "alice"]
    assert dealt[0].tiles == ("1A", "1B", "1C", "1D", "1E", "1F")
    assert dealt[1].tiles[0] == "12A"
    assert [event.place for event in dealt] == [5, 11, 17, 23]
    assert {len(event.tiles) for event in dealt} == {6}


def test_everybody_begins_with_6000_six_tiles_and_no_shares_and_the_rest_is_left_to_draw():
    state = fold(entry.event for entry in opened())
    assert set(state.cash.values()) == {6000}
    assert set(state.hand_counts.values()) == {6}
    assert not any(any(held.values()) for held in state.shares.values())
    assert set(state.bank.values()) == {25}
    assert state.tiles_left == 108 - 4 - 24
    assert state.misses == dict.fromkeys(PLAYERS, 0)


def test_a_hand_is_known_to_its_seat_alone():
    entries = opened()
    for seat in PLAYERS:
        view = view_of(entries, seat)
        assert [other for other in PLAYERS if view.hand(other)] == [seat]
    assert not any(view_of(entries, None).hand(seat) for seat in PLAYERS)


def test_the_first_round_is_opened_by_the_first_in_playing_order_who_plays_twice():
    (first,) = of_kind(opened("10A", "2I", "9H", "9C"), e.RoundOpened)
    assert first.plays == ("bob", "dave", "carol", "alice", "bob")


def test_rounds_cut_the_one_rotation_into_reports():
    _, switches, _ = resolve_switches(CLASSIC, 5, {})
    order = tuple("BDAEC")
    first = plays_of_round(order, "B", switches)
    second = plays_of_round(order, "D", switches)
    third = plays_of_round(order, "A", switches)
    assert ["".join(plays) for plays in (first, second, third)] == ["BDAECB", "DAECBD", "AECBDA"]


def test_with_one_play_each_a_round_is_as_long_as_there_are_players():
    _, switches, _ = resolve_switches(CLASSIC, 3, {"plays_per_round": "players"})
    assert plays_of_round(tuple("ABC"), "B", switches) == tuple("BCA")


def test_the_first_event_has_edition_switches_and_seats_whole():
    first = opened(end_size="31")[0].event
    assert first.switches["end_size"] == 31
    assert first.edition == CLASSIC.as_data()
    assert first.seats == PLAYERS
    assert (first.bag_given, first.seed_given, first.ignored) == (True, True, ())


def test_what_does_not_fit_is_ignored_and_the_first_event_says_so():
    assert opened(two_players="plain")[0].event.ignored == ("two_players = plain",)


@pytest.mark.parametrize("players", [("alice",), tuple(f"player_{number}" for number in range(7))])
def test_too_few_or_too_many_players_are_refused(players):
    with pytest.raises(UserError, match="2 to 6 players"):
        open_game(NewGame(players), "seed")


def test_all_that_is_wrong_with_a_game_is_told_at_once():
    with pytest.raises(UserError) as told:
        open_game(NewGame(("alice", "buy", "carol"), switches={"colour": "red", "end_size": "7"}), "seed")
    for fault in ("'buy' cannot be a handle", "there is no switch colour", "end_size = 7: expected"):
        assert fault in str(told.value)


@pytest.mark.parametrize(
    ("players", "hint"),
    [
        (("alice", "Alice"), "alice"),
        (("alice", "buy"), "word of the order language"),
        (("alice", "lux"), "Luxor"),
        (("alice", "c5"), "tile"),
    ],
)
def test_handles_that_the_language_could_not_tell_apart_are_refused(players, hint):
    with pytest.raises(UserError, match=hint):
        open_game(NewGame((*players, "carol")), "seed")


@pytest.mark.parametrize(
    ("players", "hint"),
    [
        (
            ("alexandra_the", "captain_haddock"),
            "'captain_haddock_1' cannot be the handle of a seat: .* shorten",
        ),
        (("al", "al_1"), "two players cannot both be al_1"),
        (("AL_2", "al"), "two players cannot both be al_2"),
    ],
)
def test_with_two_seats_each_the_handles_of_the_seats_must_do_too(players, hint):
    with pytest.raises(UserError, match=hint):
        open_game(NewGame(players, switches={"two_players": "four_hands"}), "seed")
    open_game(NewGame(players, switches={"two_players": "plain"}), "seed")


def test_fourteen_characters_are_the_longest_handle_of_who_plays_two_seats():
    entries = open_game(NewGame(("captain_haddoc", "bob"), switches={"two_players": "four_hands"}), "seed")
    assert entries[0].event.seats[0] == "captain_haddoc_1"


@pytest.mark.parametrize(
    ("bag", "hint"),
    [
        (CLASSIC.board.tiles[:-1], "missing: 12I"),
        ((*CLASSIC.board.tiles[:-1], "1A"), "twice: 1A"),
        ((*CLASSIC.board.tiles[:-1], "13A"), "unknown: 13A"),
    ],
)
def test_a_bag_that_is_not_the_edition_s_tiles_is_refused(bag, hint):
    with pytest.raises(UserError, match=hint):
        open_game(NewGame(PLAYERS, bag=bag), "seed")


def test_an_unknown_edition_is_refused_with_those_there_are():
    there_are = "classic, avalon_hill_1995, hasbro_1999, wotc_2008, hasbro_2016, renegade_2023"
    with pytest.raises(UserError, match=there_are):
        open_game(NewGame(PLAYERS, edition="3m_1962"), "seed")


def test_two_with_four_hands_have_four_seats_with_a_set_up_tile_and_a_hand_each():
    entries = opened("9A", "2I", "2C", "9C", players=("alice", "bob"), two_players="four_hands")
    seats = ("alice_1", "bob_1", "alice_2", "bob_2")
    drawn = of_kind(entries, e.SetupTileDrawn)
    assert [(event.seat, event.tile) for event in drawn] == list(
        zip(seats, ("9A", "2I", "2C", "9C"), strict=True)
    )
    (order,) = of_kind(entries, e.PlayingOrderSet)
    assert order.order == ("alice_2", "bob_2", "alice_1", "bob_1")
    assert [(event.seat, len(event.tiles)) for event in of_kind(entries, e.TilesDealt)] == [
        (seat, 6) for seat in order.order
    ]
    assert order.tiles_left == 108 - 4 - 24
    (first,) = of_kind(entries, e.RoundOpened)
    assert first.plays == ("alice_2", "bob_2", "alice_1", "bob_1", "alice_2")


def test_teams_play_in_the_order_of_the_seats_whatever_their_set_up_tiles_are():
    (order,) = of_kind(opened("9A", "9I", "2C", "1C", teams="true"), e.PlayingOrderSet)
    assert order.order == ("dave", "alice", "bob", "carol")
