"""Press in a text: what is kept of it, what is wrong with it, what is said when the round is over, in which order."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orders import tree
from orders.reader import read
from referee.round.desk import desk_of
from referee.round.filing import file_for_seats, judge
from referee.round.opening import NewGame, open_game
from referee.round.position import SeatPosition
from referee.round.press import (
    LONGEST,
    MOST,
    MOST_LINES,
    Pigeonholes,
    plain,
    press_in,
    press_of,
    read_item,
    text_of,
    with_plain_press,
)
from referee.round.spoken import Sealed, in_order, played, said
from referee.round.views import entries_for, view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e

PLAYERS = ("alice", "bob", "carol")


class Table:
    """Alice's side of a new game's desk."""

    def __init__(self, **switches: str) -> None:
        self.entries = open_game(NewGame(PLAYERS, switches=switches), "press")
        self.view = view_of(self.entries, "alice")
        self.words = vocabulary_of(self.view, "alice")
        self.full: set[tuple[str, int]] = set()

    def file(self, text: str):
        reading = with_plain_press(read(text, self.words))
        waits = Pigeonholes(frozenset(self.full))
        (filing,) = file_for_seats(
            desk_of(self.entries), ("alice",), reading, self.words, "test", waits=waits
        )
        self.entries += [e.Entry(event, 1) for event in filing.events]
        if filing.press is not None:
            self.full.discard(("alice", filing.press_round))
            if filing.press:
                self.full.add(("alice", filing.press_round))
        return filing

    def says(self, text: str) -> str | None:
        """What of a press in a text is said, in the position as alice sees it."""
        (kept,) = press_of(read(text, self.words).orders, self.words).kept
        item = read_item(kept.text, self.words)
        press = said(item, SeatPosition(self.view, "alice"))
        return None if press is None else press.text


@pytest.fixture
def alice():
    return Table()


# --- what is kept ---------------------------------------------------------------------------------------------


def test_press_beside_orders_is_kept_and_the_orders_are_filed_without_it(alice):
    filing = alice.file("tile any\npress: hello\nanonymous press: boo\npress to Bob: psst\n")
    assert filing.verdict == "FILED"
    assert filing.press == ("press: hello\n", "anonymous press: boo\n", "press to bob: psst\n")
    (filed,) = filing.events
    assert filed.orders == "tile any\n"
    assert "press: hello" in filing.understood
    assert filing.remarks == ("Your press is kept for the next report.",)


def test_press_alone_is_filed_and_is_no_orders_nor_an_event(alice):
    filing = alice.file("press: hello\n")
    assert (filing.verdict, filing.events) == ("FILED", ())
    assert not desk_of(alice.entries).in_force("alice")
    assert filing.remarks == (
        "There are no orders in it; none were filed before.",
        "Your press is kept for the next report.",
    )


def test_press_alone_takes_no_ready_back_and_no_orders_touch_press(alice):
    alice.file("tile any\nready\npress: hello")
    assert alice.file("press: otherwise").events == ()
    assert desk_of(alice.entries).in_force("alice").ready
    for text in ("tile any", "ready", "withdraw", "standing\n  tile any\nend", "buy 3 Luxxor"):
        assert alice.file(text).press is None
    assert ("alice", 1) in alice.full


def test_each_press_is_kept_in_its_blocks_with_the_conditions_of_the_branches_above(alice):
    filing = alice.file(
        "if I lead Luxor\n  tile any\n  press: one\nelse if I lead Tower\n  if Bob missed\n    press: two\n  end\n"
        "  buy 1 Tower\nelse\n  press: three\nend\n"
    )
    assert filing.press == (
        "if I lead Luxor\n  press: one\nend\n",
        "if I lead Luxor\nelse if I lead Tower\n  if bob missed\n    press: two\n  end\nend\n",
        "if I lead Luxor\nelse if I lead Tower\nelse\n  press: three\nend\n",
    )


@pytest.mark.parametrize("heading", ["first turn", "second turn", "all turns"])
def test_a_turn_heading_makes_no_difference_to_press(alice, heading):
    assert alice.file(f"{heading}\ntile any\npress: hello").press == ("press: hello\n",)


def test_press_for_a_later_round_waits_for_its_report_and_leaves_that_of_this_round_alone(alice):
    assert alice.file("press: now").press_round == 1
    filing = alice.file("round 3\npress: later")
    assert (filing.press, filing.press_round) == (("press: later\n",), 3)
    assert "Your press is kept for the report of round 3." in filing.remarks
    assert alice.full == {("alice", 1), ("alice", 3)}


def test_other_press_takes_the_place_of_what_waits_and_says_so(alice):
    alice.file("press: one")
    (_, remark) = alice.file("press: two").remarks
    assert remark == "Your press is kept for the next report. It takes the place of your earlier press."


def test_a_text_with_problems_brings_press_where_there_is_none_and_replaces_none(alice):
    filing = alice.file("press: one\nbuy 3 Luxxor")
    assert (filing.verdict, filing.press) == ("FILED WITH PROBLEMS", ("press: one\n",))
    filing = alice.file("tile any\npress: two\nbuy 3 Luxxor")
    assert (filing.verdict, filing.press) == ("FILED WITH PROBLEMS", None)
    assert any("Your earlier press stands" in remark for remark in filing.remarks)


def test_withdraw_says_that_press_stays(alice):
    alice.file("tile any\npress: one")
    filing = alice.file("withdraw")
    assert filing.press is None
    assert "Your press stays as it is: only other press takes its place." in filing.remarks


def test_press_in_a_standing_block_and_press_that_is_not_closed_is_never_kept(alice):
    for text in ("standing\n  tile any\n  press: hello\nend", "tile any\npress\nhello\n"):
        filing = alice.file(text)
        assert filing.problems
        assert filing.press is None


def test_where_press_is_read_first_the_answer_says_so():
    (_, remark) = Table(press="moderated").file("press: hello").remarks
    assert "if the referee has read it by then" in remark


# --- what is wrong with it ------------------------------------------------------------------------------------


def fault_of(filing):
    (problem,) = filing.problems
    return problem.message


def test_in_a_game_without_press_it_is_a_problem_and_the_orders_beside_it_count():
    filing = Table(press="none").file("tile any\nready\npress: hello\n")
    assert (filing.verdict, filing.press) == ("FILED WITH PROBLEMS", None)
    assert "There is no press in this game" in fault_of(filing)
    (filed,) = filing.events
    assert (filed.orders, filed.ready, filed.problems) == ("tile any\n", True, 0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("press: " + "x" * (LONGEST + 1), "2,001 characters; 2,000 are allowed"),
        ("press\n" + "x\n" * (MOST_LINES + 1) + "end press", "41 lines; 40 are allowed"),
        ("press to Alice: hello", "nobody else would read it"),
        ("press: \x07\x1b", "There is nothing in this press"),
    ],
)
def test_press_that_cannot_be_published_is_a_problem_of_its_line_and_the_other_is_kept(alice, text, says):
    filing = alice.file(f"press: hello\n{text}\n")
    assert filing.press == ("press: hello\n",)
    assert says in fault_of(filing)
    assert filing.problems[0].line == 2


def test_as_much_as_is_allowed_is_kept(alice):
    longest = "press: " + "x" * LONGEST
    lines = "press\n" + "x\n" * MOST_LINES + "end press"
    filing = alice.file("\n".join([longest, lines, *["press: hello"] * (MOST - 2)]))
    assert (filing.problems, len(filing.press)) == ((), MOST)


def test_more_press_than_is_allowed_is_left_out_from_there_on(alice):
    filing = alice.file("press: hello\n" * (MOST + 2))
    assert len(filing.press) == MOST == 8
    assert [problem.line for problem in filing.problems] == [MOST + 1, MOST + 2]


def test_press_to_somebody_who_has_left_is_a_problem(alice):
    alice.entries.append(e.Entry(e.SeatLeft("removed", seat="bob"), 1))
    assert "bob has left the game" in fault_of(alice.file("press to Bob: hello"))


def test_without_a_game_press_is_judged_by_its_length_alone(alice):
    assert judge(read("press: hello", alice.words)) == "FILED"
    assert judge(read("press: " + "x" * (LONGEST + 1), alice.words)) == "NOT FILED"
    assert judge(read("tile any\npress: " + "x" * (LONGEST + 1), alice.words)) == "FILED WITH PROBLEMS"


def test_a_press_under_the_heading_of_a_strange_seat_is_not_kept(alice):
    filing = alice.file("press: mine\nseat bob\npress: his")
    assert filing.press == ("press: mine\n",)


# --- characters -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("a\x00b\x07c", "abc"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}abc\N{POP DIRECTIONAL FORMATTING}", "abc"),
        ("a\N{NO-BREAK SPACE}b\tc", "a b c"),
        ("a\N{LINE SEPARATOR}b\x0bc\x85d", "a\nb\nc\nd"),
        ("\n\n  verse  \n\n", "  verse"),
        ("é 汉字 \N{ZERO WIDTH JOINER}x", "é 汉字 \N{ZERO WIDTH JOINER}x"),
    ],
)
def test_only_what_can_be_seen_is_kept_of_the_words(words, seen):
    assert plain(words) == seen


WORDS = st.text(max_size=200) | st.lists(
    st.sampled_from(
        [
            *(
                "tile 5C",
                "end",
                "end press",
                "END\x07 press",
                "press:",
                "press",
                "to bob:",
                "anonymous press: x",
            ),
            *(
                "end orders",
                "-- ",
                "#",
                "",
                " ",
                "if I lead Luxor",
                "\x1f",
                "\u202e",
                "\u2028end press",
                "> x",
            ),
        ]
    ),
    max_size=6,
).map("\n".join)


@settings(deadline=None)
@given(words=WORDS, to=st.sampled_from([None, "bob"]), anonymous=st.booleans(), in_block=st.booleans())
def test_whatever_is_kept_is_read_back_as_it_was(words, to, anonymous, in_block):
    table = TABLE
    press = tree.Press(words, to, anonymous)
    item = tree.Block((tree.Branch(None, (press,)),)) if in_block else press
    orders = tree.Orders(sections=(tree.Section("all", (item,)),))
    found = press_of(orders, table.words, desk_of(table.entries), ("alice",))
    assert len(found.kept) + len(found.problems) == 1
    for kept in found.kept:
        again = press_in(read_item(kept.text, table.words))
        assert again == tree.Press(plain(words), to, anonymous)
        assert all(line.isprintable() or set(line) & set("\u200c\u200d") for line in again.text.split("\n"))


TABLE = Table()


# --- what is said ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("press: always", "always"),
        ("if tiles left > 0\n  press: yes\nend", "yes"),
        ("if tiles left = 0\n  press: yes\nend", None),
        ("if tiles left > 0\n  tile any\nelse\n  press: no\nend", None),
        ("if tiles left = 0\n  tile any\nelse\n  press: no\nend", "no"),
        ("if tiles left = 0\n  tile any\nelse if round = 1\n  if round = 2\n    press: x\n  end\nend", None),
        ("if tiles left = 0\n  tile any\nelse if round = 1\n  if round = 1\n    press: x\n  end\nend", "x"),
    ],
)
def test_press_in_a_block_is_said_where_its_branch_is_the_first_that_holds(alice, text, says):
    assert alice.says(text) == says


def test_press_is_said_when_the_plays_are_over_and_those_who_resigned_have_left_before_the_reckoning():
    play, left = (
        e.Entry(e.PlayEnded(1, 1, 6, 50, seat="bob"), 1, 4),
        e.Entry(e.SeatLeft("resigned", seat="bob"), 1),
    )
    reckoning = [e.Entry(e.StockSoldAtEnd("Tower", 1, 200, seat="alice"), 1), e.Entry(e.RoundClosed(), 1)]
    assert played([play, left, *reckoning]) == [play, left]
    assert played([play, *reckoning]) == [play]
    assert played(reckoning) == []


def test_press_is_published_in_an_order_that_tells_nothing_of_when_it_came():
    order = ("carol", "alice", "bob")

    def sealed(digest, seat, text, *, to=None, anonymous=False):
        return Sealed(digest, seat, tree.Press(text, to, anonymous))

    words = [
        sealed("9", "alice", "first"),
        sealed("8", "alice", "second"),
        sealed("7", "carol", "hers"),
        sealed("3", "bob", "x", anonymous=True),
        sealed("2", "carol", "y", to="alice", anonymous=True),
        sealed("6", "alice", "to bob", to="bob"),
        sealed("5", "alice", "to carol", to="carol"),
        sealed("4", "carol", "to bob", to="bob"),
    ]
    wanted = ["7", "9", "8", "4", "5", "6", "2", "3"]
    mine = [one for one in words if one.seat == "alice"]
    for others in itertools.permutations([one for one in words if one.seat != "alice"]):
        assert [one.digest for one in in_order([*others, *mine], order)] == wanted
    events = in_order(words, order)
    assert [one.seat for one in events if one.anonymous] == [None, None]
    assert {one.to for one in events if one.seat == "carol"} == {None, "bob"}


# --- who may see it -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "seat", "readers"),
    [
        (None, "alice", {None, *PLAYERS}),
        (None, None, {None, *PLAYERS}),
        ("bob", "alice", {"alice", "bob"}),
        ("bob", None, {"bob"}),
    ],
)
def test_press_is_seen_by_those_it_is_for(to, seat, readers):
    event = e.PressPublished("0" * 64, to, seat is None, seat=seat)
    assert {reader for reader in (None, *PLAYERS) if e.may_see(event, reader)} == readers


def test_who_comes_into_a_seat_reads_no_press_to_who_held_it_before():
    entries = open_game(NewGame(PLAYERS), "press")
    private = e.Entry(e.PressPublished("0" * 64, "bob", False, seat="alice"), 1)
    public = e.Entry(e.PressPublished("1" * 64, None, False, seat="alice"), 1)
    came = e.Entry(e.SeatFilled(2, seat="bob"), 2)
    seen = entries_for([*entries, private, public, came], "bob")
    assert public in seen
    assert private not in seen
    assert private in entries_for([*entries, private, public, came], "alice")


def test_a_press_under_no_condition_is_a_text_of_its_own(alice):
    press = tree.Press("a\nb", "bob", anonymous=True)
    assert read_item(text_of(press), alice.words) == press


def test_a_press_under_no_condition_stands_under_no_heading():
    assert text_of(tree.Press("hello")) == "press: hello\n"


@pytest.mark.parametrize(
    "text", ["press: hello\nbuy 3 Luxxor\n", "press to Dora: hello\n", "", "press: a\nfirst turn\npress: b\n"]
)
def test_a_press_that_is_read_otherwise_by_now_is_none(alice, text):
    assert read_item(text, alice.words) is None
