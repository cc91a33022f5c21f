"""A position exported at any round, adopted, and continued with the same bag and orders gives the same events."""

from __future__ import annotations

import pytest
from adopted_games import PLANS, adopted, counts_nothing, played, same_game, same_position

from referee.rules.apply import fold

LONG = 4


@pytest.mark.parametrize("name", PLANS)
def test_some_rounds_of_a_game_adopted_elsewhere_go_on_with_the_same_events(name):
    rounds = played(PLANS[name], 1)
    assert len(rounds) > LONG
    some = sorted({0, len(rounds) // 3, 2 * len(rounds) // 3, len(rounds) - 2})
    assert sum(check(rounds, place, most=2) for place in some) > 0


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("name", PLANS)
def test_every_round_of_many_games_adopted_elsewhere_goes_on_to_the_end_with_the_same_events(name, seed):
    rounds = played(PLANS[name], seed)
    for place in range(len(rounds)):
        check(rounds, place, most=6 if place % 7 else len(rounds))


def check(rounds, place, *, most) -> int:
    """How many rounds were compared: none where plays that placed nothing are being counted."""
    entries = adopted(rounds, place)
    same_position(rounds, place, entries)
    one = rounds[place]
    if not counts_nothing(fold(entry.event for entry in one.before)):
        return 0
    return same_game(rounds, place, entries, most=most)
