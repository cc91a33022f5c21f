"""What one player is told: what each tile of the hand would do, what the orders brought, the form."""

from __future__ import annotations

import re

import pytest
from harbour import report as harbour_report
from report_case import A_FEW, random_game, sample, some_rounds

from referee.report.position import prospects
from referee.rules import events as e
from referee.rules.apply import apply, fold
from referee.rules.legality import outlook

VERDICTS = {
    "loose": "loose",
    "found": "founds a chain of",
    "grow": "joins",
    "merge": "merges",
    "dead": "dead, between safe chains",
    "blocked": "blocked: it would found a chain",
}


def hand_told(text):
    """The lines of the hand by tile; a line that goes on is put together."""
    told = {}
    last = ""
    for line in text[text.index("YOUR HAND") :].split("\n\n")[1].splitlines():
        if line[0] == " ":
            told[last] += " " + line.strip()
        else:
            last, told[last] = line.split()[0], line.split(None, 1)[1]
    return told


@pytest.mark.parametrize("number", [*A_FEW, 1, 2])
def test_each_tile_of_the_hand_is_told_what_it_would_do_now(number):
    game = sample(number)
    for round_number in some_rounds(game)[:-1]:
        state = game.state(round_number)
        for seat in game.seats:
            if not state.hand(seat):
                continue
            told = hand_told(game.report(round_number, seat))
            assert set(told) == set(state.hand(seat))
            for tile, words in told.items():
                look = outlook(state, tile)
                assert words.startswith(VERDICTS[look.verdict])
                assert all(chain in words for chain in look.chains)


def test_the_hands_looked_at_held_every_kind_of_tile():
    seen = set()
    for number in (*A_FEW, 1, 2):
        game = sample(number)
        for round_number in some_rounds(game)[:-1]:
            state = game.state(round_number)
            seen |= {outlook(state, tile).verdict for seat in game.seats for tile in state.hand(seat)}
    assert seen >= {"loose", "found", "grow", "merge", "blocked"}


@pytest.mark.parametrize("number", [1, 3, 8])
def test_the_size_that_a_tile_promises_is_the_size_that_comes_of_it(number):
    game = sample(number)
    entries = game.entries
    state = fold(entry.event for entry in entries[:1])
    checked, expected = 0, None
    for entry in entries[1:]:
        event = entry.event
        if isinstance(event, e.TilePlaced) and event.by == "orders" and event.effect in {"grow", "merge"}:
            promised = next(one for one in prospects(state, event.seat) if one.tile == event.tile)
            expected = (event.seat, event.tile, promised)
        apply(state, event)
        if isinstance(event, e.TilePlaced) and event.by == "orders" and event.effect == "grow":
            assert expected[2].after == state.sizes[event.chain]
            checked += 1
        if isinstance(event, e.MergerEnded) and expected is not None and expected[1] in event.joined:
            assert expected[2].after == event.size
            assert event.survivor in expected[2].largest
            checked += 1
    assert checked > 10


def test_a_tie_for_survival_says_that_its_owner_would_choose():
    for seed in range(60):
        game = random_game(seed, rounds=8)
        for round_number in range(min(game.rounds, 8)):
            state = game.state(round_number)
            for seat in game.seats:
                for one in prospects(state, seat):
                    if len(one.largest) > 1:
                        text = game.report(round_number, seat)
                        words = hand_told(text)[one.tile]
                        assert f"you choose {one.largest[0]}" in words
                        assert "| survivor any" in text
                        return
    raise AssertionError("no hand with a tie was met")


def test_every_decision_names_the_line_that_decided_and_the_lines_that_did_not():
    text = harbour_report(5, "Alice")
    came_of = text[text.index("WHAT CAME OF THEM") : text.index("YOUR HAND")]
    assert "| play 3  line 4   tile 5C, 9H  ->  5C" in came_of
    assert "not 1: its condition fails" in came_of
    assert "not 6: Imperial is not on the board" in came_of
    assert "(no line: the other 3 sold)" in came_of


def test_the_lines_that_decided_something_have_a_star():
    text = harbour_report(5, "Alice")
    orders = text[text.index("YOUR ORDERS") : text.index("A star marks")]
    starred = re.findall(r"^\|\*\s*(\d+)", orders, flags=re.MULTILINE)
    assert starred == ["4", "5", "7"]


def test_who_missed_is_told_what_the_rules_made_of_it_and_how_often_it_happened():
    text = harbour_report(5, "Dave")
    flat = " ".join(text.split())
    assert "No orders of yours were in force." in flat
    assert "This is your 1st miss." in flat
    assert "| play 2 die tile -> 2 of 6" in flat
    assert "| play 2 default tile -> 9H (no orders: the die)" in flat


def test_who_opens_the_next_round_is_told_that_he_orders_two_plays_blind():
    flat = " ".join(harbour_report(5, "Dave").split())
    assert "You play 1st and 5th: the tile you draw in between is not known" in flat
    assert "| first turn" in flat
    assert "| second turn" in flat
    assert "| first turn" not in harbour_report(5, "Alice")


@pytest.mark.parametrize("number", [3, 8, 10, 13])
def test_the_private_report_has_everything_that_the_public_one_has(number):
    game = sample(number)
    for round_number in some_rounds(game):
        public = [line for line in game.report(round_number).splitlines() if line[:1] != " "]
        for seat in game.seats:
            private = game.report(round_number, seat).splitlines()
            missing = [line for line in public if line not in private and not line.startswith("THE BOARD")]
            assert not missing


def test_the_end_can_be_ordered_from_the_form_as_soon_as_the_rules_allow_it():
    offered = 0
    for number in (8, 9):
        game = sample(number)
        for round_number in some_rounds(game)[:-1]:
            state = game.state(round_number)
            can = max(state.sizes.values(), default=0) >= state.switches.end_size or (
                bool(state.sizes) and all(state.is_safe(chain) for chain in state.sizes)
            )
            text = game.report(round_number, game.seats[0])
            assert ("| # end game " in text) == can
            offered += can
    assert offered
