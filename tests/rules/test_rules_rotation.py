"""How far off a seat's next play is in a game of rounds of one play (postal rule 5)."""

import pytest

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
