"""`resign` in a file: from when on it counts, and how it is taken back (ORDERS.md, "Statements")."""

from __future__ import annotations

import pytest

from orders.reader import read
from referee.errors import UserError
from referee.round.adjudicate import leave, resolve
from referee.round.desk import desk_of
from referee.round.filing import file_for_seats, judge
from referee.round.opening import NewGame, open_game
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e


class Table:
    """A new game and everybody's side of its desk."""

    def __init__(self, *players: str, **switches: str) -> None:
        self.entries = open_game(NewGame(players, "classic", switches), "resigning")

    @property
    def desk(self):
        return desk_of(self.entries)

    def file(self, seat: str, text: str):
        words = vocabulary_of(view_of(self.entries, seat), seat)
        (filing,) = file_for_seats(self.desk, (seat,), read(text, words), words, "test")
        self.entries += [e.Entry(event, self.desk.round) for event in filing.events]
        return filing

    def resolve(self):
        happened = resolve(self.entries)
        self.entries += happened
        return [entry.event for entry in happened]


@pytest.fixture
def table():
    return Table("alice", "bob", "carol")


def departures(happened):
    return [(one.seat, one.how) for one in happened if isinstance(one, e.SeatLeft)]


def test_who_resigns_has_filed_and_is_told_from_when_it_counts_and_how_it_is_taken_back(table):
    filing = table.file("alice", "tile any\nresign")
    assert filing.verdict == "FILED"
    assert filing.problems == ()
    (remark,) = filing.remarks
    assert remark == (
        "You leave the game when round 1 has been resolved; its orders still count. Until then `withdraw` takes "
        "that back, and with `as before` in the same file the orders of the round stay."
    )


def test_who_resigns_leaves_when_all_plays_of_the_open_round_are_over(table):
    table.file("alice", "tile any\nresign")
    happened = table.resolve()
    kinds = [type(one) for one in happened]
    assert departures(happened) == [("alice", "resigned")]
    assert kinds[-3:] == [e.SeatLeft, e.RoundClosed, e.RoundOpened]


def test_the_orders_of_the_round_in_which_somebody_resigns_still_count(table):
    table.file("alice", "tile any\nresign")
    assert {one.by for one in table.resolve() if isinstance(one, e.TilePlaced) and one.seat == "alice"} == {
        "orders"
    }
    assert {one.by for one in table.resolve() if isinstance(one, e.TilePlaced) and one.seat == "alice"} == {
        "left"
    }


def test_resigning_alone_is_taken_and_leaves_what_was_filed_before(table):
    table.file("alice", "tile any\nbuy 1 Luxor")
    filing = table.file("alice", "resign")
    assert filing.verdict == "FILED"
    assert table.desk.in_force("alice").orders == "tile any\nbuy 1 Luxor\n"
    assert table.desk.resigned.keys() == {"alice"}


def test_resigning_alone_is_no_orders_for_the_round(table):
    table.file("alice", "resign")
    assert "alice" in table.desk.missing()


def test_resigning_in_a_file_for_a_later_round_counts_after_the_open_one_all_the_same(table):
    filing = table.file("alice", "round 4\ntile any\nresign")
    assert any("when round 1 has been resolved" in remark for remark in filing.remarks)
    assert departures(table.resolve()) == [("alice", "resigned")]
    assert not table.desk.in_force("alice", 4)


@pytest.mark.parametrize("first", ["resign", "tile any\nresign", "tile any\nready\nresign"])
def test_withdraw_takes_a_resignation_back(table, first):
    table.file("alice", first)
    filing = table.file("alice", "withdraw")
    assert "Your resignation is taken back too: you stay in the game." in filing.remarks
    assert departures(table.resolve()) == []


def test_withdraw_with_as_before_takes_the_resignation_back_and_keeps_the_orders(table):
    table.file("alice", "tile any\nbuy 1 Luxor\nresign")
    table.file("alice", "withdraw\nas before")
    assert table.desk.resigned.keys() == set()
    assert table.desk.in_force("alice").orders == "tile any\nbuy 1 Luxor\n"


def test_a_later_file_neither_repeats_nor_takes_back_a_resignation_but_reminds_of_it(table):
    table.file("alice", "tile any\nresign")
    filing = table.file("alice", "tile any\nbuy nothing")
    assert any(remark.startswith("You have resigned: you leave the game") for remark in filing.remarks)
    assert table.desk.resigned.keys() == {"alice"}


def test_a_file_that_withdraws_and_resigns_takes_back_the_orders_and_resigns(table):
    table.file("alice", "tile any")
    table.file("alice", "withdraw\nresign")
    assert not table.desk.in_force("alice")
    assert table.desk.resigned.keys() == {"alice"}


@pytest.mark.parametrize("text", ["tile any\nresign\nbuy 3 Luxxor", "resign\nas before", "resign\nbyu"])
def test_in_a_file_with_problems_resign_is_not_carried_out_and_the_answer_says_so(table, text):
    filing = table.file("alice", text)
    assert filing.problems
    assert "Nobody resigns by a text with problems: say so again with the corrected orders." in filing.remarks
    assert table.desk.resigned.keys() == set()
    assert departures(table.resolve()) == []


def test_withdraw_in_a_file_with_problems_does_not_take_a_resignation_back(table):
    table.file("alice", "tile any\nresign")
    table.file("alice", "withdraw\nbuy 3 Luxxor")
    assert table.desk.resigned.keys() == {"alice"}


def test_a_text_that_resigns_is_orders_where_no_game_is_known():
    words = vocabulary_of(view_of(Table("alice", "bob", "carol").entries, "alice"), None)
    assert judge(read("resign", words)) == "FILED"


def test_who_resigns_in_the_round_in_which_the_game_ends_has_stayed_to_the_end():
    game = Table("alice", "bob", "carol", stall_end="true")
    game.file("alice", "tile any\nresign")
    place = next(n for n, one in enumerate(game.entries) if isinstance(one.event, e.PlayingOrderSet))
    order = game.entries[place].event
    # Nobody has a tile and there are none to draw: the third play in a row that places nothing ends the game.
    game.entries[place] = e.Entry(e.PlayingOrderSet(order.order, 0, 0))
    game.entries = [one for one in game.entries if not isinstance(one.event, e.TilesDealt)]
    happened = game.resolve()
    ended = next(one for one in happened if isinstance(one, e.GameEnded))
    assert ended.why == "stalled"
    assert departures(happened) == []
    assert [
        (row["seat"], row["left"], row["place"]) for row in sorted(ended.ranking, key=lambda r: r["seat"])
    ] == [
        ("alice", False, 1),
        ("bob", False, 1),
        ("carol", False, 1),
    ]


def test_a_person_with_four_hands_resigns_with_both_seats_and_takes_it_back_for_both():
    game = Table("alice", "bob", two_players="four_hands")
    game.file("alice_2", "resign")
    assert game.desk.resigning() == ("alice_1", "alice_2")
    game.file("alice_1", "withdraw")
    assert game.desk.resigning() == ()


def test_when_a_person_with_four_hands_resigns_the_other_is_left_alone_and_the_game_ends():
    game = Table("alice", "bob", two_players="four_hands")
    game.file("alice_1", "resign")
    happened = game.resolve()
    assert departures(happened) == [("alice_1", "resigned"), ("alice_2", "resigned")]
    assert next(one.why for one in happened if isinstance(one, e.GameEnded)) == "one_left"


def test_no_orders_are_taken_for_a_seat_that_was_left(table):
    table.entries += leave(table.entries, ["alice"], "removed")
    with pytest.raises(UserError, match="alice has left the game: no more orders are taken for that seat"):
        table.file("alice", "tile any")


UNREADABLE = "tile the best one\n"
"""What no version reads, as a text might stand in the log that an earlier version took."""


@pytest.mark.parametrize("how", ["resigned", "removed"])
@pytest.mark.parametrize("whose", ["alice", "bob"])
def test_a_seat_is_left_though_orders_of_somebody_cannot_be_read_any_more(how, whose):
    game = Table("alice", "bob", "carol")
    filed = e.OrdersFiled(1, UNREADABLE, None, ready=True, problems=0, source="test", seat=whose)
    game.entries.append(e.Entry(filed, 1))
    left = [entry.event for entry in leave(game.entries, ["alice"], how)]
    assert left == [e.SeatLeft(how, seat="alice")]


def test_a_round_is_not_resolved_by_orders_that_cannot_be_read_any_more():
    game = Table("alice", "bob", "carol")
    filed = e.OrdersFiled(1, UNREADABLE, None, ready=True, problems=0, source="test", seat="bob")
    game.entries.append(e.Entry(filed, 1))
    with pytest.raises(UserError, match="The orders of bob cannot be read any more as they were filed"):
        game.resolve()
