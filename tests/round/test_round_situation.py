"""What the notes on orders know of a seat's position, and of what it has in force."""

import pytest

from referee.round.desk import InForce
from referee.round.opening import NewGame, open_game
from referee.round.situation import situation_of
from referee.round.views import view_of


@pytest.fixture
def view():
    """Alice's view; she holds 10A, 2A, 9B and three others, Luxor is safe and Tower is not."""
    first = ("1I", "6I", "12I", "10A", "2A", "9B")
    tiles = tuple(f"{column}{letter}" for column in range(1, 13) for letter in "ABCDEFGHI")
    bag = first + tuple(tile for tile in tiles if tile not in first)
    found = view_of(open_game(NewGame(("alice", "bob", "carol"), bag=bag), "seed"), "alice")
    found.board |= {f"{column}D": "Luxor" for column in range(1, 12)} | {"1G": "Tower", "2G": "Tower"}
    found.sizes |= {"Luxor": 11, "Tower": 2}
    return found


def test_the_hand_stands_in_the_order_of_tiles_and_safe_is_what_is_safe(view):
    found = situation_of(view, "alice")
    assert found.hand == ("1A", "1B", "1C", "2A", "9B", "10A")
    assert found.safe == {"Luxor"}
    assert found.sizes == {"Luxor": 11, "Tower": 2}
    assert (found.dead, found.unplayable) == (frozenset(), frozenset())


def test_a_tile_between_two_safe_chains_is_dead_and_unplayable(view):
    view.board |= {"9A": "Tower", "9C": "Luxor"}
    view.sizes["Tower"] = 11
    found = situation_of(view, "alice")
    assert (found.dead, found.unplayable) == ({"9B"}, {"9B"})


@pytest.mark.parametrize(
    ("filed", "has_decisions", "standing"),
    [
        (None, False, 0),
        (InForce(ready=True), False, 0),
        (InForce("tile any\n"), True, 0),
        (InForce("", "standing\n  buy 1 Luxor\nend\n"), False, 1),
        (InForce("tile any\n", "standing\n  buy 1 Luxor\nend\n"), True, 1),
    ],
)
def test_what_is_in_force_already_is_known(view, filed, has_decisions, standing):
    found = situation_of(view, "alice", filed)
    assert found.has_decisions == has_decisions
    assert len(found.standing) == standing
