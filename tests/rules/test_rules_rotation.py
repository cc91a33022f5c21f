"""Rounds of one play (postal rule 5): how far off a seat's next play is, and how far back a state remembers."""

import pytest

from referee.round.opening import NewGame, open_game
from referee.rules import events as e
from referee.rules.apply import apply, fold
from referee.rules.rotation import rounds_until


@pytest.mark.parametrize(
    ("from_seat", "seat", "rounds"),
    [
        ("dave", "alice", 1),
        ("dave", "bob", 3),
        ("bob", "dave", 1),
        ("carol", "alice", 3),
        ("alice", "carol", 1),
        ("alice", "alice", 0),
    ],
)
def test_the_rotation_goes_on_from_a_play_to_the_next_of_a_seat(from_seat, seat, rounds):
    assert rounds_until(("dave", "alice", "carol", "bob"), from_seat, seat) == rounds


def test_a_state_remembers_as_many_rounds_of_one_play_as_there_are_seats_however_long_a_game_is():
    plan = NewGame(("alice", "bob", "carol"), switches={"plays_per_round": "1"})
    state = fold(entry.event for entry in open_game(plan, "seed"))
    for number in range(1, 8):
        apply(state, e.RoundClosed())
        assert not state.round_is_open
        apply(state, e.RoundOpened(("alice",), None))
        remembered = [event for event in state.recent if isinstance(event, e.RoundOpened)]
        assert len(remembered) == min(1 + number, 3)
        assert [state.recent[place] for place in state.rounds_begun_at] == remembered
        assert isinstance(state.recent[0], e.RoundOpened)
