"""What looks like an order is never passed over in silence, and half a condition never counts (ORDERS.md)."""

from __future__ import annotations

import pytest
from orders_vocabularies import CLASSIC, HASBRO

from orders.printer import canonical
from orders.reader import Reading, read

LIKE_STATEMENTS = [
    "fuond L, T",
    "survivr L, T",
    "suvivr Luxor, Tower",
    "settel Lux, Am",
    "byu the cheapest",
    "by 3 L",
    "buyy 3 L",
    "meger L into T: sell all",
    "merger; L",
    "tiel any that founds",
    "sell all Luxor",
    "trade all, sell rest",
    "keep all",
    "announce end",
    "announce the end",
    "play 5C",
    "play any tile",
    "place 5C",
    "lay 5C",
    "purchase 3 Luxor",
    "get 3 L",
    "exchange 2 Luxor for 1 Tower",
    "please buy 3 L",
    "then buy 3 L",
    "also tile 5C",
    "I buy 3 Luxor",
    "I want to buy 3 L",
    "first tile 5C",
    "same as before",
    "as b4",
    "rest as before",
    "like before",
    "same as last time",
    "otherwise buy 3 L",
    "otherwise",
    "elsif T is active",
    "when T is active",
    "unless T is active",
    "provided T is active",
    "my first turn:",
    "on my second turn",
    "third turn",
    "both turns",
    "play three",
    "turn 3",
]


def answers(reading: Reading) -> str:
    return canonical(reading.orders)


@pytest.mark.parametrize("line", LIKE_STATEMENTS)
@pytest.mark.parametrize(
    "around", ["{}", "{}\ntile 5C", "Hello,\n\n{}\n\ntile 5C", "tile 5C\n\n{}", "tile 5C\n\n{}\n\nAlice"]
)
def test_a_line_that_looks_like_an_order_is_a_problem_wherever_it_stands(line: str, around: str) -> None:
    text = around.format(line)
    number = text.split("\n").index(line) + 1
    reading = read(text, CLASSIC)
    assert {problem.line for problem in reading.problems} == {number}
    assert all(unread.line != number for unread in reading.unread)


@pytest.mark.parametrize(
    "prose",
    [
        "Hello referee,",
        "Hi all",
        "Dear Bob,",
        "by the way, nice game",
        "Found some time at last",
        "When you have time, call me",
        "Unless I am mistaken this is my third game",
        "Play well, everybody",
        "Keep up the good work",
        "Sell me your car",
        "Take care",
        "Please forgive the delay",
        "I hope you are well",
        "All the best",
        "Thanks to all",
        "First of all, sorry",
        "Good luck",
        "-- ",
        "Alice",
        "A.",
    ],
)
def test_greetings_are_not_taken_for_orders(prose: str) -> None:
    if not prose.startswith("Found"):
        assert not read(f"{prose}\n\ntile 5C", CLASSIC).problems
    reading = read(f"tile 5C\n\n{prose}", CLASSIC)
    if not prose.startswith("Found"):
        assert not reading.problems
        assert canonical(reading.orders) == "tile 5C\n"


@pytest.mark.parametrize("stop", ["thanks", "-- ", "end orders"])
def test_what_looks_like_an_order_below_the_end_is_marked(stop: str) -> None:
    text = f"tile 5C\n{stop}\nsell all Luxor\nAlice\n# a remark\nplease buy 3 L\nfuond L"
    marked = {unread.line: unread.looks_like_statement for unread in read(text, CLASSIC).unread}
    assert marked == {2: False, 3: True, 4: False, 6: True, 7: True}


@pytest.mark.parametrize(
    ("heading", "turn"),
    [
        ("1st turn", "first"),
        ("2nd turn", "second"),
        ("first play", "first"),
        ("second play:", "second"),
        ("turn 1", "first"),
        ("turn 2", "second"),
        ("turn one", "first"),
        ("Turn two:", "second"),
        ("1. turn", "first"),
        ("2. turn", "second"),
        ("2 turn", "second"),
        ("play 1", "first"),
        ("1st play", "first"),
        ("all plays", "all"),
        ("- first turn", "first"),
        ("## 2nd turn ##", None),
    ],
)
def test_headings_are_forgiven_where_only_one_turn_can_be_meant(heading: str, turn: str | None) -> None:
    reading = read(f"tile 1A\n\n{heading}\ntile 5C", CLASSIC)
    if turn is None:
        return
    assert not reading.problems
    assert [section.turn for section in reading.orders.sections][-1] == turn


@pytest.mark.parametrize(
    "heading",
    [
        "my second turn",
        "on my first turn:",
        "third turn",
        "turn 3",
        "both turns",
        "last play",
        "next turn",
        "frist play",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_other_headings_leave_out_everything_up_to_the_next(heading: str, gap: str) -> None:
    reading = read(f"tile 1A{gap}{heading}\ntile 5C\nall turns\ntile 6D", CLASSIC)
    assert len(reading.problems) == 1
    assert canonical(reading.orders) == "tile 1A\ntile 6D\n"


# --- half a condition never counts -----------------------------------------------------------------------

TORN = [
    "and W is active",
    "or W is active",
    "AND my Luxor > 3",
    ", 6D",
    "unless W is active",
    "if W is active",
    "leaving 500",
    "into Tower: sell all",
    "is active",
    "6D, 7E",
]


@pytest.mark.parametrize("half", TORN)
@pytest.mark.parametrize("below", ["", "\n\nAlice"])
@pytest.mark.parametrize("blank", ["\n\n", "\n\n\n", "\n  \n"])
def test_a_paragraph_that_goes_on_from_the_line_above_a_blank_line_takes_that_line_with_it(
    half: str, below: str, blank: str
) -> None:
    text = f"settle L\nbuy 3 L if T is active{blank}{half}{below}"
    reading = read(text, CLASSIC)
    assert reading.problems
    assert "line 2" in " ".join(problem.message for problem in reading.problems)
    assert canonical(reading.orders) == "settle Luxor\n"


def test_the_blank_line_is_named() -> None:
    message = read("buy 3 L if T is active\n\nand W is active", CLASSIC).problems[0].message
    assert "line 1" in message
    assert "line 2" in message
    assert "blank" in message


def test_half_the_condition_of_a_block_leaves_the_block_out() -> None:
    reading = read("if T is active\n\nand W is active\nbuy 3 L\nend\ntile 5C", CLASSIC)
    assert len(reading.problems) == 1
    assert canonical(reading.orders) == "tile 5C\n"


# --- blocks that cannot be read --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "opening",
    [
        "unless T is active",
        "when T is active",
        "While T is active:",
        "unless T is active then",
        "when T is there",
        "unless T is",
        "unless T is out of the way",
    ],
)
@pytest.mark.parametrize("above", ["", "settle L\n\n", "first turn\n", "round 5\n", "if L is active\nend\n"])
def test_a_block_cannot_be_opened_so_and_is_left_out(opening: str, above: str) -> None:
    reading = read(f"{above}{opening}\ntile 5C\nbuy 3 W\nend\nfound L", CLASSIC)
    assert len(reading.problems) == 1
    assert reading.problems[0].line == above.count("\n") + 1
    written = canonical(reading.orders)
    assert "tile" not in written
    assert "buy" not in written
    assert "found Luxor" in written


@pytest.mark.parametrize(
    "other", ["otherwise", "otherwise if W is active", "elsif W is active", "Otherwise:", "els"]
)
def test_another_word_for_else_leaves_the_block_out(other: str) -> None:
    reading = read(f"if T is active\nbuy 3 L\n{other}\nbuy 3 W\nend\ntile 5C", CLASSIC)
    assert [problem.line for problem in reading.problems] == [3]
    assert canonical(reading.orders) == "tile 5C\n"
    reading = read(f"settle L\n\n{other}\nbuy 3 W\nend\ntile 5C", CLASSIC)
    assert [problem.line for problem in reading.problems] == [3]
    assert canonical(reading.orders) == "settle Luxor\ntile 5C\n"


@pytest.mark.parametrize("end", ["end", "end if", "endif", "end press", "end standing"])
def test_an_end_that_closes_nothing_takes_the_paragraph_above_it_along(end: str) -> None:
    reading = read(f"settle L\n\ntile 5C\nbuy 3 W\n{end}\nfound L", CLASSIC)
    assert [problem.line for problem in reading.problems] == [5]
    assert canonical(reading.orders) == "settle Luxor\nfound Luxor\n"


def test_a_stray_end_stops_at_a_heading_and_at_a_block() -> None:
    assert canonical(read("tile 1A\nfirst turn\ntile 5C\nend", CLASSIC).orders) == "tile 1A\n"
    text = "if L is active\nfound L\nend\ntile 5C\nend\nbuy 3 L"
    assert canonical(read(text, CLASSIC).orders) == "if Luxor is active\n  found Luxor\nend\nbuy 3 Luxor\n"


def test_a_condition_under_a_line_with_its_own_end_counts_for_nothing() -> None:
    text = "tile 5C\nunless T is active\nbuy 3 W\nend\nfound L"
    assert canonical(read(text, CLASSIC).orders) == "found Luxor\n"
    assert not read("tile 5C\nunless T is active", CLASSIC).problems


def test_an_unless_on_the_line_below_belongs_to_a_statement_with_its_condition_and_not_to_a_block() -> None:
    reading = read("if L is active, tile 5C\nunless T is active\nbuy 3 L", CLASSIC)
    assert len(reading.problems) == 1
    assert canonical(reading.orders) == "buy 3 Luxor\n"
    reading = read("if L is active\nunless T is active\ntile 5C\nend\nfound L\nend\nbuy 3 L", CLASSIC)
    assert len(reading.problems) == 1
    assert canonical(reading.orders) == "if Luxor is active\n  found Luxor\nend\nbuy 3 Luxor\n"


# --- joined lines ----------------------------------------------------------------------------------------


def test_a_problem_of_joined_lines_names_them_and_the_cure() -> None:
    message = read("buy Luxor\nplay 5C\nsell 3 Luxor", CLASSIC).problems[0].message
    assert "Lines 1 to 3" in message
    assert "blank line" in message
    assert "Lines 1 and 2" in read("tile 5C\n(only for now)\nbuy 3 L", CLASSIC).problems[0].message
    assert "ines 1" not in read("buy Luxor", CLASSIC).problems[0].message


# --- headers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("round 5\nround 6\ntile 5C", [1, 2]),
        ("round 5\ntile 5C\nstanding\nbuy 3 L\nend\nready\nround 6\nround 5", [1, 7, 8]),
        ("game harbour\ngame haven\ntile 5C", [1, 2]),
        ("player Bob\nplayer Carol\ntile 5C", [1, 2]),
        ("round 0\ntile 5C", [1]),
        ("round five\ntile 5C", [1]),
    ],
)
def test_orders_of_which_it_is_not_clear_where_they_belong_do_not_count(text: str, lines: list[int]) -> None:
    reading = read(text, CLASSIC)
    assert [problem.line for problem in reading.problems] == lines
    assert canonical(reading.orders) == ""


# --- names and marks -------------------------------------------------------------------------------------


def test_a_word_of_the_language_is_a_chain_where_only_a_chain_can_stand() -> None:
    assert canonical(
        read("settle L, am\nfound to\nbuy 2 am, 1 to\nmerger am into to: sell all", CLASSIC).orders
    ) == (
        "settle Luxor, American\nfound Tower\nbuy 2 American, 1 Tower\nmerger American into Tower: sell all\n"
    )
    assert canonical(read("end game if my am > 3 and am is active", CLASSIC).orders) == (
        "end game if my American > 3 and American is active\n"
    )
    assert read("settle L, am", HASBRO).problems


@pytest.mark.parametrize("mark", [".", ";", "!", "!!", ".;", " ."])
def test_a_mark_at_the_end_of_a_line_is_forgiven(mark: str) -> None:
    lines = ["tile 5C", "buy 3 L if T is active", "if L is active", "end game", "end", "ready"]
    reading = read("".join(f"{line}{mark}  # so\n" for line in lines), CLASSIC)
    assert not reading.problems
    assert (
        reading.orders
        == read("tile 5C\nbuy 3 L if T is active\nif L is active\nend game\nend\nready", CLASSIC).orders
    )
    assert read(f"press: hello{mark}", CLASSIC).orders.sections[0].items[0].text == f"hello{mark}"


def test_comments_are_never_among_what_was_not_read() -> None:
    text = "# my orders\nHello\n# a remark\ntile 5C\n\nSee you\n# ps\nthanks\n# the end"
    assert [unread.line for unread in read(text, CLASSIC).unread] == [2, 6, 8]


@pytest.mark.parametrize("around", ["{}\n\ntile 5C", "tile 5C\n\n{}", "tile 5C\n\nthanks\n{}"])
def test_an_order_in_the_middle_of_prose_is_marked(around: str) -> None:
    line = "Dear referee, I would buy 3 Luxor"
    marked = {
        unread.text: unread.looks_like_statement for unread in read(around.format(line), CLASSIC).unread
    }
    assert marked[line]


def test_what_was_meant_is_not_guessed_where_nobody_can_know() -> None:
    for text in ("tile 5/12", "buy 2k L"):
        assert [problem.suggestion for problem in read(text, CLASSIC).problems] == [None]
