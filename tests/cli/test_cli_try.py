"""`referee try`: what would the orders do if this or that happened before."""

from __future__ import annotations

import json

import pytest
from cli_helpers import referee


@pytest.fixture
def game(harbour, orders):
    referee(
        "submit",
        "harbour",
        orders("round 1\ntile any that founds\nbuy 3 Luxor if bob founded Luxor\n"),
        "--player",
        "alice",
    )
    return harbour


@pytest.mark.usefixtures("game")
def test_the_orders_in_force_are_tried_with_what_is_supposed():
    without = referee("try", "harbour", "--player", "Alice", "--json")
    supposed = referee("try", "harbour", "--player", "alice", "--json", "Bob founds Luxor", "carol misses")
    assert without.exit_code == supposed.exit_code == 0
    assert json.loads(without.stdout)["supposed"] == []
    told = json.loads(supposed.stdout)
    assert any(one.startswith("bob founds Luxor") for one in told["supposed"])
    assert "carol misses the round." in told["supposed"]


@pytest.mark.usefixtures("game")
def test_other_orders_are_tried_from_a_file_and_nothing_is_filed(orders):
    before = referee("log", "harbour", "--all").stdout
    told = referee("try", "harbour", "--player", "alice", "--orders", orders("buy nothing\n"))
    assert told.exit_code == 0
    assert "nothing is filed" in told.stdout
    assert "buy nothing  ->  nothing" in told.stdout or "the die decides" in told.stdout
    assert referee("log", "harbour", "--all").stdout == before


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    "words", [["Bob eats"], ["Zoe founds Luxor"], ["bob plays 99Z"], ["bob buys 1 Luxor"]]
)
def test_what_cannot_be_supposed_is_refused_with_what_can(words):
    told = referee("try", "harbour", "--player", "alice", *words)
    assert told.exit_code == 2
    assert "Traceback" not in told.stderr
    assert told.stdout == ""


@pytest.mark.usefixtures("game")
def test_orders_with_a_problem_are_not_tried(orders):
    told = referee("try", "harbour", "--player", "alice", "--orders", orders("tile 99Z\n"))
    assert told.exit_code == 2
    assert "referee check" in told.stderr


@pytest.mark.usefixtures("game")
def test_a_trial_tells_nothing_that_the_player_does_not_know(orders):
    """Bob's orders and hand make no difference to what alice is told."""
    before = referee("try", "harbour", "--player", "alice", "Bob founds Luxor").stdout
    referee("submit", "harbour", orders("round 1\nfound Tower\nbuy nothing\nready\n"), "--player", "bob")
    assert referee("try", "harbour", "--player", "alice", "Bob founds Luxor").stdout == before


@pytest.mark.usefixtures("game")
def test_who_is_supposed_to_miss_is_shown_what_a_miss_does():
    told = json.loads(referee("try", "harbour", "--player", "alice", "--json", "I miss").stdout)
    assert told["misses"] is True
    assert told["preview"][0]["decisions"][0]["default"] == "no orders: the die"
    said = " ".join(referee("try", "harbour", "--player", "alice", "I miss").stdout.split())
    assert "No orders of alice count in round 1: the die picks the tile" in said


@pytest.mark.usefixtures("harbour")
def test_the_trial_of_who_has_nothing_in_force_is_that_of_a_miss():
    told = json.loads(referee("try", "harbour", "--player", "bob", "--json").stdout)
    assert told["misses"] is True
