"""The report from which the first orders are written."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from report_case import NAMES, random_game, sample

from referee.rules import events as e
from referee.rules.switches import VALUES


@pytest.mark.parametrize("number", range(6))
def test_the_opening_tells_set_up_tiles_and_playing_order_and_each_hand_to_its_owner_alone(number):
    game = sample(number)
    state = game.state(0)
    text = game.report(0)
    part = text[text.index("SET-UP") : text.index("HOW IT IS PLAYED")]
    told = re.findall(r"^(\d+)  (\w+) +(\d+[A-J])$", part, flags=re.MULTILINE)
    assert [(int(place), seat) for place, seat, _ in told] == list(enumerate(state.order, start=1))
    assert {seat: tile for _, seat, tile in told} == state.setup_tiles
    assert "YOUR HAND" not in text
    assert "ORDER FORM" in game.report(0, game.seats[0])


@pytest.mark.parametrize(
    ("switches", "words"),
    [
        ({}, "Shares of a chain taken over that orders do not cover are sold. (unordered_stock = sell)"),
        ({"unordered_stock": "keep"}, "do not cover are kept. (unordered_stock = keep)"),
        ({"end_size": "31"}, "The end can be announced when a chain has 31 tiles. (end_size = 31)"),
        ({"auto_end": "true"}, "the game ends by itself. (auto_end = true)"),
        ({"holdings": "private"}, "and do not add up. (holdings = private)"),
        ({}, "and all bonuses that would be paid now. (value_counts = all)"),
        (
            {"holdings": "private"},
            "which would tell what others hold. So this switch has no effect. (value_counts = all)",
        ),
        ({"plays_per_round": "players"}, "Everybody plays once in a round. (plays_per_round = players)"),
        ({"order_of_play": "seats"}, "The lowest set-up tile, by number, then letter, begins"),
        (
            {"sole_holder": "first_third"},
            "Ignored, because it does not fit this game: sole_holder = first_third.",
        ),
    ],
)
def test_switches_are_told_in_words_with_their_names(switches, words):
    game = random_game(2, rounds=1, **switches)
    assert words in " ".join(game.report(0).split())


def test_no_switch_in_force_is_left_out():
    game = random_game(2, seats=NAMES[:2], rounds=1)
    opened = game.entries[0].event
    text = game.report(0)
    for name, value in opened.switches.items():
        said = {True: "true", False: "false"}.get(value, value) if isinstance(value, bool) else value
        assert f"({name} = {said})" in " ".join(text.split())


ALL_VALUES = [(name, value) for name, values in VALUES.items() for value in values]


@pytest.mark.parametrize(("name", "value"), ALL_VALUES)
def test_every_value_of_every_switch_has_words(name, value):
    cut = {name: value} if name == "plays_per_round" else {}  # the rounds are really cut so
    game = random_game(2, rounds=1, **cut)
    said = {"true": True, "false": False}.get(value, value)
    switches = game.entries[0].event.switches | {name: said}
    opened = replace(game.entries[0].event, switches=switches)
    text = replace(game, entries=[e.Entry(opened), *game.entries[1:]]).report(0)
    assert f"({name} = {value})" in " ".join(text.split())
    assert "The switch" not in text


@pytest.mark.parametrize(
    ("edition_id", "words"),
    [
        ("classic", "The tile is laid when the merger is over. (two_players = bank)"),
        ("hasbro_1999", "goes back into the pool, which is mixed anew. (two_players = bank)"),
    ],
)
def test_what_becomes_of_the_banks_tile_is_told_by_the_edition(edition_id, words):
    game = random_game(2, edition_id, NAMES[:2], rounds=1, two_players="bank")
    assert words in " ".join(game.report(0).split())


@pytest.mark.parametrize(
    ("bag", "seed", "words"),
    [
        (False, False, []),
        (True, False, ["The order of tiles was given by whoever opened the game."]),
        (False, True, ["The seed of tiles and dice was given by whoever opened the game."]),
        (True, True, ["The order of tiles was given", "The seed of the dice was given"]),
    ],
)
def test_chance_that_was_given_is_called_given_and_the_seal_is_printed(bag, seed, words):
    game = random_game(2, rounds=1)
    first = game.entries[0]
    opened = replace(first.event, bag_given=bag, seed_given=seed)
    text = replace(game, entries=[e.Entry(opened), *game.entries[1:]]).report(0)
    assert ("was given" in text) == bool(words)
    assert all(one in text for one in words)
    assert "|  " + "5ea1" * 16 in text


def test_a_switch_that_this_version_has_no_words_for_is_still_named():
    game = random_game(2, rounds=1)
    switches = game.entries[0].event.switches | {"dead_tiles": "buried"}
    opened = replace(game.entries[0].event, switches=switches)
    text = replace(game, entries=[e.Entry(opened), *game.entries[1:]]).report(0)
    assert "The switch dead_tiles is buried." in text


def test_the_deadline_is_printed_where_there_is_one():
    with_one, without = random_game(3, rounds=1), random_game(2, rounds=1)
    assert "Orders are due by 11 December 2026, 18:00 UTC." in with_one.report(0)
    assert "due by" not in without.report(0)
