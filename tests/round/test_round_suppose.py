"""The sandbox: what would the orders do if somebody did this or that before."""

from __future__ import annotations

from copy import deepcopy

import pytest

from orders.reader import read
from referee.errors import UserError
from referee.round.opening import NewGame, open_game
from referee.round.position import SeatPosition
from referee.round.preview import preview
from referee.round.suppose import after, check_own, own_in_words, put_above, suppositions
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


def test_no_chain_is_founded_with_a_tile_that_is_out_of_play(view):
    now = deepcopy(view)
    now.out_of_play.append("1B")
    new, _ = after(now, "bob", supposed(now, "alice founded Tower"))
    assert set(new.board) - set(view.board) == {"2A"}


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


@pytest.fixture(scope="module")
def with_powers():
    """Bob's view of the same game, with special powers."""
    named = SET_UP + HANDS
    tiles = [f"{column}{letter}" for column in range(1, 13) for letter in "ABCDEFGHI"]
    bag = tuple(named + [tile for tile in tiles if tile not in named])
    game = NewGame(("alice", "bob", "carol"), bag=bag, switches={"special_powers": "true"})
    return view_of(open_game(game, "suppose"), "bob")


@pytest.mark.parametrize("said", ["alice used", "Alice uses", "ALICE USE"])
@pytest.mark.parametrize("power", ["3 free", "buy 5", "trade 2", "take 5 tiles", "place 4 tiles"])
def test_a_power_that_is_supposed_is_known_to_conditions_and_spent(with_powers, said, power):
    new, _ = after(with_powers, "bob", supposed(with_powers, f"{said} {power}"))
    assert SeatPosition(new, "bob").used("alice", power)
    assert power not in new.powers["alice"]
    assert not SeatPosition(new, "bob").used("carol", power)


def test_who_is_supposed_to_take_five_tiles_has_taken_them_from_the_pool(with_powers):
    new, events = after(with_powers, "bob", supposed(with_powers, "Alice uses take 5 tiles"))
    (used,) = [event for event in events if event.KIND == "power_used"]
    assert used.tiles == 5
    assert new.tiles_left == with_powers.tiles_left - 5


def test_with_buy_five_more_can_be_supposed_to_be_bought(with_powers):
    text = "Alice founds Tower and Alice uses buy 5 and Alice buys 5 Tower"
    new, events = after(with_powers, "bob", supposed(with_powers, text))
    assert new.shares["alice"]["Tower"] == 6
    assert [event.KIND for event in events].count("power_used") == 1


def tried(view, text):
    what = supposed(view, text)
    new, _ = after(view, "bob", what)
    check_own(new, "bob", what["bob"])


@pytest.mark.parametrize("text", ["Alice uses buy 5", "I use buy 5"])
def test_no_power_can_be_supposed_in_a_game_without_powers(view, text):
    with pytest.raises(UserError, match="no special powers"):
        tried(view, text)


@pytest.mark.parametrize(
    ("text", "refused"), [("Alice buys 2 Luxxor", "buys"), ("Alice plays", "plays"), ("Bob eats", "eats")]
)
def test_no_word_is_named_that_was_not_written(view, text, refused):
    with pytest.raises(UserError) as told:
        supposed(view, text)
    problem = str(told.value).partition(" Write ")[0]
    assert "bought" not in problem
    assert "played" not in problem
    assert refused in problem


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I play 8D", ['bob plays 8D: read as "tile 8D" above the orders.']),
        (
            "I play 8D and I buy 2 Luxor and I buy 1 Tower",
            [
                'bob plays 8D: read as "tile 8D" above the orders.',
                'bob buys 2 Luxor, 1 Tower: read as "buy 2 Luxor, 1 Tower" above the orders.',
            ],
        ),
        ("I found Luxor", ['bob founds Luxor: read as "found Luxor" above the orders.']),
        ("I miss", ["bob misses the round: no orders are read."]),
    ],
)
def test_what_i_do_is_told_with_the_line_that_stands_for_it(view, text, told):
    assert list(own_in_words("bob", supposed(view, text)["bob"])) == told


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I play 11E", "bob cannot play 11E: it is not in the hand"),
        ("I play 1A", "bob cannot play 1A: it lies on the board"),
        ("I play 6C", "bob cannot play 6C: it is not in the hand"),
    ],
)
def test_a_tile_that_i_cannot_play_is_refused(view, text, why):
    with pytest.raises(UserError, match=why):
        tried(view, text)


def test_a_tile_that_i_could_not_play_after_what_is_supposed_of_the_others_is_refused(view):
    now = deepcopy(view)
    now.board |= {"7B": "Luxor", "9B": "Tower"}
    now.sizes |= {"Luxor": 11, "Tower": 11}
    with pytest.raises(UserError, match="bob cannot play 8B: it is dead or blocked then"):
        tried(now, "I play 8B")
