"""Invariants of whole games by post with random order files."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from random_games import Tally, play_by_post

from orders import conditions, tree

SEEDS = st.integers(min_value=0, max_value=2**32)

QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck)}

QUESTIONS = {"tile", "found", "survivor", "settle", "merger", "buy", "end"}

NOT_YET = {tree.UsedPower, tree.Left}
"""Facts of powers and of leaving: games that have them cannot be opened yet."""

FACTS = set(tree.AnyFact.__args__) - NOT_YET


@seed(20261129)
@settings(max_examples=8, database=None, **QUIET)
@given(SEEDS)
def test_a_random_game_by_post_keeps_every_tile_share_and_dollar_and_replays_as_it_was_played(number):
    play_by_post(number, Tally())


def test_most_decisions_of_random_games_are_taken_by_a_line_and_every_condition_is_met_true_and_false(
    monkeypatch,
):
    met, tally = watch(monkeypatch), Tally()
    for number in range(10):
        play_by_post(number, tally)
    check_tally(tally, met, least=1, rare={"settle"})


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(4))
def test_hundreds_of_random_games_meet_every_condition_a_hundred_times_true_and_false(monkeypatch, part):
    met, tally = watch(monkeypatch), Tally()
    for number in range(1000 * (part + 1), 1000 * (part + 1) + 100):
        play_by_post(number, tally)
    check_tally(tally, met, least=100, rare=set())


def check_tally(tally: Tally, met: Counter, *, least: int, rare: set[str]) -> None:
    assert tally.by_line >= 0.6 * (tally.by_line + tally.by_default), tally
    assert set(tally.kinds) | rare == QUESTIONS
    assert not tally.problems, tally.problems[0]
    assert {"announced"} <= set(tally.ends)
    seldom = {
        (kind.__name__, outcome): met[kind, outcome]
        for kind in (*FACTS, *TERMS, tree.And, tree.Or, tree.Not)
        for outcome in (True, False)
        if met[kind, outcome] < least
    }
    assert not seldom


TERMS = (tree.ChainFigure, tree.Shares, tree.Stat, tree.GameFigure, tree.Number)


def watch(monkeypatch) -> Counter:
    """Counts each kind of condition as it is met true and false; a comparison counts for each kind of its terms."""
    met: Counter = Counter()
    original = conditions.holds

    def watched(condition, position):
        outcome = original(condition, position)
        if isinstance(condition, tree.Compare):
            for _, term in (*condition.left.parts, *condition.right.parts):
                met[type(term), outcome] += 1
        else:
            met[type(condition), outcome] += 1
        return outcome

    monkeypatch.setattr(conditions, "holds", watched)
    return met
