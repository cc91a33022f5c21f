"""Which switches there are, their values and defaults, which do not fit, and which are not available yet."""

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
    },
}


@pytest.mark.parametrize("edition", DEFAULTS)
def test_the_defaults_are_the_edition_s(edition):
    switches, ignored = resolve_switches(EDITIONS[edition], 4, {})
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
    ],
)
def test_every_value_can_be_set(name, value, stands):
    switches, ignored = resolve_switches(CLASSIC, 4, {name: value})
    assert switches.as_data() == DEFAULTS["classic"] | {name: stands}
    assert ignored == ()


def test_values_are_read_in_any_case():
    switches, _ = resolve_switches(CLASSIC, 4, {"holdings": " Private "})
    assert switches.holdings == "private"


def test_the_first_and_third_bonus_for_a_sole_holder_fit_three_bonuses_alone():
    switches, ignored = resolve_switches(CLASSIC, 4, {"sole_holder": "first_third"})
    assert (switches.sole_holder, ignored) == ("first_second", ("sole_holder = first_third",))
    switches, ignored = resolve_switches(HASBRO_2016, 4, {"sole_holder": "first_third"})
    assert (switches.sole_holder, ignored) == ("first_third", ())


def test_a_switch_for_two_players_is_ignored_with_more_and_said():
    switches, ignored = resolve_switches(CLASSIC, 3, {"two_players": "plain"})
    assert (switches.two_players, ignored) == (None, ("two_players = plain",))


def test_two_players_need_plain_and_the_refusal_says_so():
    with pytest.raises(SwitchError, match='two_players = "plain"'):
        resolve_switches(CLASSIC, 2, {})
    switches, ignored = resolve_switches(CLASSIC, 2, {"two_players": "plain"})
    assert (switches.two_players, ignored) == ("plain", ())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plays_per_round", "1"),
        ("two_players", "bank"),
        ("two_players", "four_hands"),
        ("teams", "true"),
        ("special_powers", "true"),
        ("tycoon", "true"),
        ("leaver", "defaults"),
        ("leaver", "substitute"),
    ],
)
def test_what_is_not_available_yet_is_refused_and_never_half_done(name, value):
    with pytest.raises(SwitchError, match="not available yet"):
        resolve_switches(CLASSIC, 4, {name: value})


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
    assert resolve_switches(HASBRO_2016, 4, {"end_size": "31"})[0].end_size == 31
    with pytest.raises(SwitchError, match="38 or 31"):
        resolve_switches(HASBRO_2016, 4, {"end_size": "41"})


def test_an_unknown_switch_is_refused_with_those_there_are():
    with pytest.raises(SwitchError, match=r"no switch colour.*auto_end.*value_counts"):
        resolve_switches(CLASSIC, 4, {"colour": "blue"})


def test_switches_are_the_same_after_they_were_written_down_and_read():
    switches, _ = resolve_switches(HASBRO_2016, 2, {"two_players": "plain", "end_size": "31"})
    assert Switches.from_data(switches.as_data()) == switches
