"""The sandbox: what would the orders do if somebody did this or that before."""

from __future__ import annotations

from copy import deepcopy

import pytest

from orders.reader import read
from referee.errors import UserError
from referee.round.opening import NewGame, open_game
from referee.round.position import SeatPosition
from referee.round.preview import preview
from referee.round.suppose import after, put_above, suppositions
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of

SET_UP = ["1A", "5C", "9I"]
HANDS = [
    "2A",
    "1B",
    "7E",
    "11G",
    "12I",
    "6C",
    "3F",
    "4F",
    "8B",
    "8D",
    "10A",
    "2H",
    "3H",
    "1I",
    "12A",
    "5F",
    "6H",
    "9C",
]


@pytest.fixture(scope="module")
def view():
    """Bob's view of a game whose set-up tiles are 1A, 5C and 9I; alice opens, bob holds 3F 4F 8B 8D 10A 2H."""
    named = SET_UP + HANDS
    tiles = [f"{column}{letter}" for column in range(1, 13) for letter in "ABCDEFGHI"]
    bag = tuple(named + [tile for tile in tiles if tile not in named])
    return view_of(open_game(NewGame(("alice", "bob", "carol"), bag=bag), "suppose"), "bob")


def supposed(view, *texts):
    words = vocabulary_of(view, "bob")
    return suppositions(texts, words)


def foreseen(view, orders, *texts):
    words = vocabulary_of(view, "bob")
    what = suppositions(texts, words)
    new, _ = after(view, "bob", what)
    told = preview(new, "bob", put_above(read(orders, words).orders, what.get("bob")))
    return {one.question: one.answer for one in told[0].decisions}


def test_a_founding_that_is_supposed_lets_conditions_and_descriptions_come_true(view):
    orders = "tile 3F\nbuy 2 the chain alice founded if alice founded Tower\nbuy nothing"
    assert foreseen(view, orders)["buy"] == "nothing"
    assert foreseen(view, orders, "Alice founds Tower")["buy"] == "2 Tower"


def test_a_founding_takes_the_lowest_tile_that_would_do_it_and_that_the_player_does_not_hold(view):
    new, events = after(view, "bob", supposed(view, "alice founded Tower"))
    placed = next(event for event in events if event.KIND == "tile_placed")
    assert placed.tile == "1B"
    assert new.sizes == {"Tower": 2}


def test_a_tile_that_is_supposed_is_laid_with_all_that_follows(view):
    new, _ = after(view, "bob", supposed(view, "Alice plays 6C and Alice founds Luxor", "Carol buys 2 Luxor"))
    assert new.board["6C"] == "Luxor"
    assert new.shares["carol"]["Luxor"] == 2
    assert new.shares["alice"]["Luxor"] == 1
    assert SeatPosition(new, "bob").founded("alice", "Luxor")


def test_a_miss_that_is_supposed_is_known_to_conditions(view):
    assert foreseen(view, "tile 8B if alice missed\ntile 3F", "alice misses")["tile"] == "8B"
    assert foreseen(view, "tile 8B if alice missed\ntile 3F")["tile"] == "3F"


def test_what_i_do_is_put_above_my_orders(view):
    assert foreseen(view, "tile 3F", "I play 8D")["tile"] == "8D"


def test_the_view_itself_is_not_changed(view):
    before = deepcopy(view)
    foreseen(view, "tile any", "Alice founds Tower", "carol plays 6C and carol founds Luxor")
    assert view == before


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Alice", "cannot be supposed"),
        ("Luxor is active", "cannot be supposed"),
        ("anyone founds Tower", "cannot be supposed"),
        ("Zoe founds Tower", "cannot be supposed"),
        ("Alice did not found Tower", "cannot be supposed"),
        ("Alice plays 3F", "you hold it"),
        ("Alice plays 1A", "lies on the board"),
        ("Alice plays 1B", "say which chain"),
        ("Alice buys 2 Tower", "cannot buy 2 Tower"),
        ("Alice founds Tower and Alice buys 4 Tower", "more than 3"),
        ("Alice buys 2 Tower\nbuy 3 Luxor", "cannot be supposed"),
    ],
)
def test_what_cannot_be_supposed_is_refused_with_what_can(view, text, why):
    with pytest.raises(UserError, match=why):
        after(view, "bob", supposed(view, text))


def test_two_cannot_found_the_same_chain(view):
    with pytest.raises(UserError, match="Tower is on the board"):
        after(view, "bob", supposed(view, "Alice founds Tower", "Carol founds Tower"))
