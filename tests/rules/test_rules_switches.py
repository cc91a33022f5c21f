"""Which switches there are, their values and defaults, which do not fit."""

from __future__ import annotations

import pytest

from referee.rules.editions import CLASSIC, EDITIONS, HASBRO_2016
from referee.rules.switches import SwitchError, Switches, resolve_switches

DEFAULTS = {
    "classic": {
        "plays_per_round": "players+1",
        "order_of_play": "ranked",
        "holdings": "public",
        "end_size": 41,
        "auto_end": False,
        "stall_end": True,
        "dead_tiles": "until_clean",
        "sole_holder": "first_second",
        "two_players": None,
        "unordered_stock": "sell",
        "value_counts": "all",
        "teams": False,
        "special_powers": False,
        "leaver": "defaults",
        "tycoon": False,
        "press": "open",
    },
    "hasbro_2016": {
        "plays_per_round": "players+1",
        "order_of_play": "ranked",
        "holdings": "public",
        "end_size": 38,
        "auto_end": False,
        "stall_end": False,
        "dead_tiles": "once",
        "sole_holder": "first_third",
        "two_players": None,
        "unordered_stock": "sell",
        "value_counts": "all",
        "teams": False,
        "special_powers": False,
        "leaver": "defaults",
        "tycoon": False,
        "press": "open",
    },
}


@pytest.mark.parametrize("edition", DEFAULTS)
def test_the_defaults_are_the_edition_s(edition):
    _, switches, ignored = resolve_switches(EDITIONS[edition], 4, {})
    assert switches.as_data() == DEFAULTS[edition]
    assert ignored == ()


@pytest.mark.parametrize(
    ("name", "value", "stands"),
    [
        ("plays_per_round", "players", "players"),
        ("plays_per_round", "players+1", "players+1"),
        ("order_of_play", "seats", "seats"),
        ("order_of_play", "ranked", "ranked"),
        ("holdings", "private", "private"),
        ("holdings", "public", "public"),
        ("end_size", "31", 31),
        ("end_size", "41", 41),
        ("auto_end", "true", True),
        ("auto_end", "false", False),
        ("stall_end", "false", False),
        ("stall_end", "true", True),
        ("dead_tiles", "once", "once"),
        ("dead_tiles", "none", "none"),
        ("dead_tiles", "until_clean", "until_clean"),
        ("sole_holder", "all", "all"),
        ("sole_holder", "first_second", "first_second"),
        ("unordered_stock", "keep", "keep"),
        ("unordered_stock", "sell", "sell"),
        ("value_counts", "first", "first"),
        ("value_counts", "all", "all"),
        ("plays_per_round", "1", "1"),
        ("special_powers", "true", True),
        ("leaver", "defaults", "defaults"),
        ("leaver", "substitute", "substitute"),
        ("press", "open", "open"),
        ("press", "moderated", "moderated"),
        ("press", "none", "none"),
    ],
)
def test_every_value_can_be_set(name, value, stands):
    _, switches, ignored = resolve_switches(CLASSIC, 4, {name: value})
    assert switches.as_data() == DEFAULTS["classic"] | {name: stands}
    assert ignored == ()


def test_values_are_read_in_any_case():
    _, switches, _ = resolve_switches(CLASSIC, 4, {"holdings": " Private "})
    assert switches.holdings == "private"


def test_the_first_and_third_bonus_for_a_sole_holder_fit_three_bonuses_alone():
    _, switches, ignored = resolve_switches(CLASSIC, 4, {"sole_holder": "first_third"})
    assert (switches.sole_holder, ignored) == ("first_second", ("sole_holder = first_third",))
    _, switches, ignored = resolve_switches(HASBRO_2016, 4, {"sole_holder": "first_third"})
    assert (switches.sole_holder, ignored) == ("first_third", ())


def test_a_switch_for_two_players_is_ignored_with_more_and_said():
    _, switches, ignored = resolve_switches(CLASSIC, 3, {"two_players": "plain"})
    assert (switches.two_players, ignored) == (None, ("two_players = plain",))


def test_a_game_for_two_is_played_with_the_bank_unless_it_says_otherwise():
    assert resolve_switches(CLASSIC, 2, {})[1].two_players == "bank"
    for way in ("bank", "plain", "four_hands"):
        _, switches, ignored = resolve_switches(CLASSIC, 2, {"two_players": way})
        assert (switches.two_players, ignored) == (way, ())


def test_with_the_bank_two_bonuses_are_paid_so_that_a_third_fits_nobody():
    _, switches, ignored = resolve_switches(HASBRO_2016, 2, {"sole_holder": "first_third"})
    assert (switches.sole_holder, ignored) == ("first_second", ("sole_holder = first_third",))


def test_teams_fit_four_players_alone():
    _, switches, ignored = resolve_switches(CLASSIC, 5, {"teams": "true"})
    assert (switches.teams, ignored) == (False, ("teams = true",))
    _, switches, ignored = resolve_switches(CLASSIC, 4, {"teams": "true"})
    assert (switches.teams, switches.order_of_play, ignored) == (True, "seats", ())


def test_teams_and_four_hands_play_in_the_order_of_the_seats_whatever_was_asked():
    for players, way in ((4, {"teams": "true"}), (2, {"two_players": "four_hands"})):
        _, switches, ignored = resolve_switches(CLASSIC, players, {"order_of_play": "ranked", **way})
        assert (switches.order_of_play, ignored) == ("seats", ("order_of_play = ranked",))


def test_tycoon_fits_an_edition_that_has_it_and_as_many_as_play_it():
    for edition, players in (("classic", 4), ("renegade_2023", 2)):
        played, switches, ignored = resolve_switches(EDITIONS[edition], players, {"tycoon": "true"})
        assert (played, switches.tycoon, ignored) == (EDITIONS[edition], False, ("tycoon = true",))
    played, switches, ignored = resolve_switches(EDITIONS["renegade_2023"], 4, {"tycoon": "true"})
    assert (len(played.bonuses[0]), switches.sole_holder, ignored) == (3, "first_third", ())


@pytest.mark.parametrize("name", ["teams", "special_powers", "tycoon"])
def test_saying_that_one_does_without_is_no_mistake(name):
    assert resolve_switches(CLASSIC, 4, {name: "false"}) == resolve_switches(CLASSIC, 4, {})


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("end_size", "30", "41 or 31"),
        ("end_size", "38", "41 or 31"),
        ("dead_tiles", "twice", "until_clean or once or none"),
        ("auto_end", "yes", "false or true"),
        ("teams", "yes", "false or true"),
    ],
)
def test_a_value_that_there_is_not_is_refused_with_those_there_are(name, value, hint):
    with pytest.raises(SwitchError, match=hint):
        resolve_switches(CLASSIC, 4, {name: value})


def test_the_end_size_of_the_10x10_edition_is_38_or_31():
    assert resolve_switches(HASBRO_2016, 4, {"end_size": "31"})[1].end_size == 31
    with pytest.raises(SwitchError, match="38 or 31"):
        resolve_switches(HASBRO_2016, 4, {"end_size": "41"})


def test_an_unknown_switch_is_refused_with_those_there_are():
    with pytest.raises(SwitchError, match=r"no switch colour.*auto_end.*value_counts"):
        resolve_switches(CLASSIC, 4, {"colour": "blue"})


def test_switches_are_the_same_after_they_were_written_down_and_read():
    _, switches, _ = resolve_switches(HASBRO_2016, 2, {"two_players": "plain", "end_size": "31"})
    assert Switches.from_data(switches.as_data()) == switches
