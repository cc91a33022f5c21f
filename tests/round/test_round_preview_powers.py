"""What is foreseen of special powers, and of a play that comes in a later round."""

from __future__ import annotations

import pytest

from orders.checker import notes
from orders.reader import read
from referee.round.opening import NewGame, open_game
from referee.round.preview import preview
from referee.round.situation import situation_of
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e
from referee.rules.apply import apply


class Table:
    """The view of alice, with Luxor and Tower on the board; she holds `tile` beside others and has $6,000."""

    def __init__(self, *others: str, **switches: str) -> None:
        players = ("alice", *(others or ("bob", "carol")))
        entries = open_game(NewGame(players, switches=switches, seed="powers"), "powers")
        self.view = view_of(entries, "alice")
        self.view.board = {"1A": "Luxor", "2A": "Luxor", "1I": "Tower", "2I": "Tower"}
        self.view.sizes = {"Luxor": 2, "Tower": 2}
        self.view.shares["alice"] = {**self.view.shares["alice"], "Tower": 5}
        self.view.racks["alice"] = ["5E", "7E", "9E", "11E", "5C", "7C"]
        self.words = vocabulary_of(self.view, "alice")

    def foresees(self, text: str):
        """Question and answer of each decision, and why no more is known."""
        reading = read(text, self.words)
        assert reading.problems == ()
        (play,) = preview(self.view, "alice", reading.orders)[:1]
        return [(one.question, one.answer) for one in play.decisions], play.open_end

    def notes_on(self, text: str):
        situation = situation_of(self.view, "alice")
        return [note.kind for note in notes(read(f"round 1\n{text}", self.words), situation)]


@pytest.fixture
def table():
    return Table(special_powers="true", plays_per_round="1")


def test_buy_five_is_foreseen_with_what_it_buys(table):
    assert table.foresees("tile 5E\nuse buy 5\nbuy 3 Luxor, 3 Tower\n") == (
        [("tile", "5E"), ("use", "buy 5"), ("buy", "3 Luxor, 2 Tower")],
        None,
    )


def test_three_free_is_foreseen_with_what_it_takes(table):
    assert table.foresees("tile 5E\nuse 3 free: 2 Luxor, 1 Tower\n") == (
        [("tile", "5E"), ("use", "3 free: 2 Luxor, 1 Tower")],
        None,
    )


def test_a_trade_is_foreseen_and_the_purchase_after_it(table):
    assert table.foresees("tile 5E\nuse trade 2: 4 Tower for 2 Luxor\nbuy 1 Luxor\n") == (
        [("tile", "5E"), ("use", "trade 2: 4 Tower for 2 Luxor"), ("buy", "1 Luxor")],
        None,
    )


def test_taking_five_tiles_ends_what_can_be_foreseen_and_says_why(table):
    assert table.foresees("use take 5 tiles\ntile 5E\n") == (
        [("use", "take 5 tiles")],
        "what comes after it depends on tiles not yet known",
    )


def test_four_tiles_are_foreseen_one_after_the_other(table):
    told, open_end = table.foresees("tile 5E\nuse place 4 tiles: 7E, 9E\nbuy nothing\n")
    assert told == [
        ("use", "place 4 tiles"),
        ("tile", "5E"),
        ("next tile", "7E"),
        ("next tile", "9E"),
        ("next tile", "none"),
        ("buy", "nothing"),
    ]
    assert open_end is None


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        (
            "use buy 5\nuse take 5 tiles\nuse place 4 tiles\n",
            [("use buy 5", "take 5 tiles"), ("use place 4 tiles", "take 5 tiles")],
        ),
        ("use 3 free: 2 Luxor\nuse buy 5 if Luxor is active\n", [("use buy 5 if Luxor is active", "3 free")]),
        ("use buy 5\nuse 3 free: 2 Luxor\nuse 3 free: 2 Tower\nbuy 5 Luxor\n",
         [("use 3 free: 2 Luxor", "buy 5"), ("use 3 free: 2 Tower", "buy 5")]),
        ("use 3 free: 2 Luxor\nuse buy 5 if Luxor is not active\nuse 3 free: 2 Tower\n", []),
    ],
)  # fmt: skip
def test_of_two_powers_for_one_turn_the_other_is_passed_over_and_the_reason_is_told(table, text, passed):
    reading = read(f"tile 5E\n{text}", table.words)
    (play,) = preview(table.view, "alice", reading.orders)[:1]
    (used,) = (one for one in play.decisions if one.question == "use")
    assert [(one.text, one.why) for one in used.passed] == [
        (line, f"one power a turn, and {power} is used") for line, power in passed
    ]


def test_a_power_that_could_do_nothing_keeps_its_own_reason(table):
    reading = read("tile 5E\nuse 3 free: 2 Imperial\nuse buy 5\nbuy 5 Luxor\n", table.words)
    (play,) = preview(table.view, "alice", reading.orders)[:1]
    (used,) = (one for one in play.decisions if one.question == "use")
    assert used.answer == "buy 5"
    assert [one.text for one in used.passed] == ["use 3 free: 2 Imperial"]
    assert "one power" not in used.passed[0].why


@pytest.mark.parametrize(
    "text",
    [
        "use take 5 tiles\nuse place 4 tiles\n",
        "use buy 5\nuse take 5 tiles\n",
        "use 3 free: 3 Luxor\nuse trade 2: 4 Tower for 2 Luxor\n",
    ],
)
def test_two_powers_for_one_turn_get_a_note_that_comes_true(table, text):
    assert table.notes_on(f"tile 5E\n{text}") == ["one-power"]


@pytest.mark.parametrize("text", ["use trade 2: 8 Tower for 4 Luxor", "use 3 free: 3 Luxor, 2 Tower"])
def test_more_than_a_power_gives_gets_a_note(table, text):
    assert table.notes_on(f"tile 5E\n{text}\n") == ["over-power"]


def test_a_spent_power_does_nothing_and_a_note_says_so(table):
    apply(table.view, e.PowerUsed("buy 5", (), seat="alice"))
    apply(table.view, e.PlayEnded(1, 1, 6, 80, seat="alice"))
    text = "tile 5E\nuse buy 5\nbuy 5 Luxor\n"
    assert table.foresees(text) == ([("tile", "5E"), ("buy", "3 Luxor")], None)
    assert table.notes_on(text) == ["spent-power", "over-limit"]


@pytest.mark.parametrize("amount", ["5 Luxor", "4 Luxor, 1 Tower"])
def test_five_shares_are_not_over_the_limit_where_buy_five_is_used(table, amount):
    assert table.notes_on(f"tile 5E\nuse buy 5\nbuy {amount}\n") == []


def test_four_shares_are_over_the_limit_without_it(table):
    assert table.notes_on("tile 5E\nbuy 4 Luxor\n") == ["over-limit"]


def test_in_a_game_without_powers_use_is_a_problem():
    table = Table()
    reading = read("tile 5E\nuse buy 5\n", table.words)
    assert [(one.line, one.kind) for one in reading.problems] == [(2, "illegal")]
    assert "without special powers" in reading.problems[0].message


def test_with_rounds_of_one_play_the_own_next_play_is_foreseen_whoever_plays_now():
    for seat in ("alice", "bob", "carol"):
        entries = open_game(
            NewGame(("alice", "bob", "carol"), switches={"plays_per_round": "1"}, seed="x"), "x"
        )
        view = view_of(entries, seat)
        told = preview(view, seat, read("tile any\n", vocabulary_of(view, seat)).orders)
        assert [play.decisions[0].question for play in told] == ["tile"]


def test_a_branch_that_fails_is_told_of_only_where_it_speaks_of_the_question(table):
    text = "if Luxor is safe\n  buy 1 Luxor\nelse\n  buy 1 Tower\nend\ntile 5E\n"
    (play,) = preview(table.view, "alice", read(text, table.words).orders)
    passed = {one.question: [other.text for other in one.passed] for one in play.decisions}
    assert (passed["tile"], passed["buy"]) == ([], ["if Luxor is safe"])


MERGER = "tile 4A\nmerger Tower: sell all\nbuy nothing\n"


def about_to_merge(table):
    """She holds the tile with which Luxor takes over Tower."""
    table.view.board = {"1A": "Luxor", "2A": "Luxor", "3A": "Luxor", "5A": "Tower", "6A": "Tower"}
    table.view.sizes = {"Luxor": 3, "Tower": 2}
    table.view.racks["alice"] = ["4A"]
    return table


@pytest.mark.parametrize(
    ("left", "open_end"), [(1, "what comes after it depends on the bank's tile"), (0, None)]
)
def test_the_tile_of_the_bank_is_waited_for_unless_none_is_left(left, open_end):
    table = about_to_merge(Table("bob", two_players="bank", plays_per_round="1"))
    table.view.tiles_left = left
    told, why = table.foresees(MERGER)
    assert why == open_end
    assert ("buy", "nothing") in told or left


def test_where_somebody_else_decides_next_it_is_said_who_and_what(table):
    about_to_merge(table).view.shares["bob"] = {**table.view.shares["bob"], "Tower": 2}
    assert table.foresees(MERGER) == (
        [("tile", "4A"), ("merger Tower into Luxor", "sell 5")],
        "bob decides next: merger Tower into Luxor",
    )
