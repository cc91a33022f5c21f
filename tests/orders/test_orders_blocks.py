"""Blocks, headings, the standing block, requests and press (ORDERS.md, "Statements")."""

# ruff: noqa: RUF001 - press is kept word for word, odd characters too

from __future__ import annotations

import pytest
from orders_vocabularies import CLASSIC, POWERS

from orders import tree
from orders.printer import canonical
from orders.reader import read


def places(text: str) -> list[tuple[int, int]]:
    return [(problem.line, problem.column) for problem in read(text, CLASSIC).problems]


def written(text: str) -> str:
    return canonical(read(text, CLASSIC).orders)


# --- blocks ----------------------------------------------------------------------------------------------


def test_a_block_with_all_its_branches_is_read() -> None:
    text = "if L is active\n  tile 5C\nelse if T is active\n  tile 6D\n  if 1 = 1\n    end game\n  end\nelse\nend\n"
    assert not places(text)
    block = read(text, CLASSIC).orders.sections[0].items[0]
    assert isinstance(block, tree.Block)
    assert [branch.at for branch in block.branches] == [tree.At(1, 1), tree.At(3, 1), tree.At(8, 1)]
    assert [len(branch.items) for branch in block.branches] == [1, 2, 0]
    assert block.branches[2].condition is None


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("if Luxxor is active\ntile 5C\nelse\ntile 6D\nend\nbuy 3 L", (1, 4)),
        ("if L is active\ntile 5C\nelse if Luxxor is active\ntile 6D\nelse\ntile 7E\nend\nbuy 3 L", (3, 9)),
        ("if L is\ntile 5C\nend\nbuy 3 L", (1, 8)),
        ("if L is active\ntile 5C\nelse if T is\ntile 6D\nend\nbuy 3 L", (3, 13)),
        ("if L is active\ntile 5C\nelif T is\ntile 6D\nend\nbuy 3 L", (3, 10)),
        ("if\ntile 5C\nend\nbuy 3 L", None),
        ("if L is active\ntile 5C\nelse\ntile 6D\nelse\ntile 7E\nend\nbuy 3 L", (5, 1)),
        ("if L is active\ntile 5C\nelse\ntile 6D\nelse if T is active\ntile 7E\nend\nbuy 3 L", (5, 1)),
        ("if L is active\ntile 5C\nelse tile 6D\nend\nbuy 3 L", (3, 6)),
        ("if L is active\ntile 5C\nelse if T is active, tile 6D\nend\nbuy 3 L", (3, 1)),
        ("if L is active\ntile 5C\nesle\ntile 6D\nend\nbuy 3 L", (3, 1)),
        ("iff L is active\ntile 5C\nend\nbuy 3 L", (1, 1)),
        ("else\ntile 6D\nend\nbuy 3 L", (1, 1)),
        ("if L is active,\ntile 5C\nend\nbuy 3 L", (1, 15)),
    ],
)
def test_a_condition_that_cannot_be_read_leaves_the_whole_chain_out(
    text: str, bad: tuple[int, int] | None
) -> None:
    assert written(text).endswith("buy 3 Luxor\n" if bad else "")
    assert "tile" not in written(text)
    if bad is not None:
        assert places(text) == [bad]


def test_a_bad_line_in_a_block_leaves_only_that_line_out() -> None:
    assert written("if L is active\nbyu 3 L\ntile 5C\nend") == "if Luxor is active\n  tile 5C\nend\n"


def test_problems_inside_what_is_left_out_are_found_all_the_same() -> None:
    assert places("if Luxxor is active\ntile 55C\nend") == [(1, 4), (2, 6)]


def test_a_block_that_is_not_closed_is_left_out_together_with_the_statement_directly_above() -> None:
    text = "settle L\ntile 5C\nif L is active\ntile 6D"
    assert places(text) == [(3, 1)]
    assert "line 2" in read(text, CLASSIC).problems[0].message
    assert written(text) == "settle Luxor\n"


def test_a_statement_above_a_blank_line_was_not_cut_before_the_if_of_an_open_block() -> None:
    assert written("tile 5C\n\nif L is active\ntile 6D") == "tile 5C\n"


def test_what_cannot_have_been_cut_before_an_if_stays() -> None:
    assert written("round 5\nif L is active\ntile 6D") == "round 5\n"
    assert written("if T is active\nend\nif L is active\ntile 6D") == "if Tower is active\nend\n"


def test_a_press_above_an_open_block_may_have_been_cut_and_is_not_published() -> None:
    assert written("press: I will come\nif you like") == ""


def test_the_outer_block_is_open_where_one_end_is_missing() -> None:
    assert written("if L is active\nif T is active\ntile 6D\nend\nbuy 3 L") == ""


def test_an_end_that_is_not_understood_closes_nothing() -> None:
    assert written("if L is active\nend gmae\nbuy 3 L\nend") == "if Luxor is active\n  buy 3 Luxor\nend\n"


def test_what_follows_an_end_without_a_blank_line_is_a_problem_of_its_own() -> None:
    text = "if L is active\ntile 5C\nend\nCheers, Bob"
    assert places(text) == [(4, 1)]
    assert written(text) == "if Luxor is active\n  tile 5C\nend\n"


def test_a_one_line_if_that_is_not_understood_opens_no_block() -> None:
    for text in (
        "if Luxxor is active, tile 5C\nbuy 3 L",
        "if L is, tile 5C\nbuy 3 L",
        "if L is active tile 5C\nbuy 3 L",
    ):
        assert len(places(text)) == 1
        assert written(text) == "buy 3 Luxor\n"


def test_an_if_that_breaks_off_in_its_condition_opens_a_block_whatever_follows_on_its_line() -> None:
    for text in ("if L is buy 3 L", "if my cash > tile 5C", "if L is active and tile 5C"):
        assert written(f"{text}\n\nfound L") == ""


# --- headings --------------------------------------------------------------------------------------------


def test_turn_headings_divide_the_decisions() -> None:
    sections = read(
        "tile 1A\nfirst turn\ntile 2A\nsecond turn:\ntile 3A\nall turns\ntile 4A", CLASSIC
    ).orders.sections
    assert [section.turn for section in sections] == ["all", "first", "second", "all"]


def test_neighbours_under_the_same_heading_are_one_section_and_empty_ones_are_left_out() -> None:
    text = "first turn\nsecond turn\ntile 1A\nready\nsecond turn\ntile 2A"
    sections = read(text, CLASSIC).orders.sections
    assert [(section.turn, len(section.items)) for section in sections] == [("second", 2)]


@pytest.mark.parametrize(
    "heading",
    [
        "third turn",
        "frist turn",
        "first trun",
        "turn 3",
        "all turn",
        "second turn only",
        "first",
        "turn",
    ],
)
def test_a_heading_that_is_not_understood_leaves_out_everything_up_to_the_next(heading: str) -> None:
    text = f"tile 1A\n\n{heading}\ntile 2A\npress: hello\nstanding\nbuy 3 L\nend\nready\nall turns\ntile 3A"
    assert places(text) == [(3, 1)]
    assert written(text) == "tile 1A\ntile 3A\n"


def test_headings_cannot_stand_in_blocks() -> None:
    text = "if L is active\nfirst turn\ntile 2A\nend\ntile 3A\nsecond turn\ntile 4A"
    assert places(text) == [(2, 1)]
    assert written(text) == "second turn\ntile 4A\n"


def test_a_seat_begins_again_at_all_turns() -> None:
    text = "tile 1A\nfirst turn\ntile 2A\nseat Bob\ntile 3A\nfirst turn\ntile 4A\nseat Carol\ntile 5A"
    sections = read(text, CLASSIC).orders.sections
    assert [(section.seat, section.turn) for section in sections] == [
        (None, "all"),
        (None, "first"),
        ("Bob", "all"),
        ("Bob", "first"),
        ("Carol", "all"),
    ]
    assert read(written(text), CLASSIC).orders.sections == sections


def test_a_seat_that_is_not_understood_loses_everything_up_to_the_next_seat() -> None:
    text = "tile 1A\nseat Zoe\ntile 2A\nfirst turn\ntile 3A\nseat Bob\ntile 4A"
    assert places(text) == [(2, 6)]
    assert written(text) == "tile 1A\n\nseat Bob\ntile 4A\n"
    assert written("tile 1A\nsaet Bob\ntile 2A") == "tile 1A\n"


# --- standing --------------------------------------------------------------------------------------------


def test_a_standing_block_is_kept_apart() -> None:
    orders = read("tile 5C\nstanding\nbuy 3 L\nif L is active\nend game\nend\nend\ntile 6D", CLASSIC).orders
    assert len(orders.sections[0].items) == 2
    assert orders.standing is not None
    assert len(orders.standing) == 2


def test_an_empty_standing_block_is_not_the_same_as_none() -> None:
    assert read("standing\nend", CLASSIC).orders.standing == ()
    assert read("tile 5C", CLASSIC).orders.standing is None
    assert written("standing\nend") == "standing\nend\n"


@pytest.mark.parametrize(
    "text",
    [
        "standing\nbuy 3 L",
        "standing orders\nbuy 3 L\nend",
        "if L is active\nstanding\nbuy 3 L\nend\nend",
        "seat Bob\nstanding\nbuy 3 L\nend",
        "satnding\nbuy 3 L\nend",
    ],
)
def test_a_standing_block_that_is_uncertain_is_left_out_whole(text: str) -> None:
    reading = read(text, CLASSIC)
    assert len(reading.problems) == 1
    assert reading.orders.standing is None
    assert "buy" not in canonical(reading.orders)


@pytest.mark.parametrize(
    "line", ["ready", "press: hello", "as before", "first turn", "round 5", "note: a", "seat Bob"]
)
def test_only_decisions_can_stand_in_a_standing_block(line: str) -> None:
    assert places(f"standing\n{line}\nbuy 3 L\nend") == [(2, 1)]


# --- again, requests -------------------------------------------------------------------------------------


def test_as_before_keeps_its_place() -> None:
    items = read("tile 5C\nas before\ntile 6D", CLASSIC).orders.sections[0].items
    assert items[1] == tree.AsBefore()
    assert places("if L is active\nas before\nend") == [(2, 1)]


def test_requests_are_read_in_their_order() -> None:
    text = "ready\nwithdraw\naway 2026-12-20 to 2027-01-05\nresign\nnote: please # wait, and go on\n"
    orders = read(text, CLASSIC).orders
    assert [type(request).__name__ for request in orders.requests] == [
        "Ready",
        "Withdraw",
        "Away",
        "Resign",
        "Note",
    ]
    assert canonical(orders) == text


@pytest.mark.parametrize(
    "line", ["ready", "withdraw", "resign", "away 2026-12-20 to 2027-01-05", "note: hello"]
)
def test_requests_cannot_stand_in_blocks(line: str) -> None:
    assert places(f"if L is active\n{line}\nend") == [(2, 1)]
    assert read(f"if L is active\n{line}\nend", CLASSIC).orders.requests == ()


# --- press -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "press"),
    [
        ("press: Festival is full, try next door.", tree.Press("Festival is full, try next door.")),
        ("PRESS:   #1 and `if` and … stay  ", tree.Press("#1 and `if` and … stay")),
        ("press to bob: Hello", tree.Press("Hello", "Bob")),
        ("anonymous press: Hello", tree.Press("Hello", anonymous=True)),
        ("anonymous press to Bob: Hello", tree.Press("Hello", "Bob", anonymous=True)),
        ("press\nbuy 3 L,\n  # so\n\nif\nend press", tree.Press("buy 3 L,\n  # so\n\nif")),
        ("press\nonly this\nEND", tree.Press("only this")),
        ("press to Bob\nonly this\nend press", tree.Press("only this", "Bob")),
        ("press:\nonly this\nend press", tree.Press("only this")),
        ("press: end", tree.Press("end")),
        (f"press: to Bob: {'me ' * 30}", tree.Press(f"to Bob: {'me ' * 30}".strip())),
        ("- press: hi", tree.Press("hi")),
        ("press: “curly” – ｗｉｄｅ", tree.Press("“curly” – ｗｉｄｅ")),
    ],
)
def test_press_is_kept_word_for_word(text: str, press: tree.Press) -> None:
    reading = read(f"tile 5C\n{text}\ntile 6D", CLASSIC)
    assert not reading.problems
    assert reading.orders.sections[0].items[1] == press
    assert read(canonical(reading.orders), CLASSIC).orders == reading.orders


def test_press_may_stand_in_a_block() -> None:
    reading = read("if L is active\npress\nend game\nend\nelse\npress: no\nend", CLASSIC)
    assert not reading.problems
    block = reading.orders.sections[0].items[0]
    assert isinstance(block, tree.Block)
    assert block.branches[0].items == (tree.Press("end game"),)


def test_a_press_block_that_is_not_closed_is_never_published() -> None:
    reading = read("tile 5C\npress\nhello\nbuy 3 L", CLASSIC)
    assert [problem.line for problem in reading.problems] == [2]
    assert canonical(reading.orders) == "tile 5C\n"
    assert [(line.line, line.looks_like_statement) for line in reading.unread] == [(3, False), (4, True)]


@pytest.mark.parametrize(
    "text",
    [
        "press hello",
        "press to Zoe: hello",
        "press to: hello",
        "press:",
        "press:   ",
        "press\n\nend press",
        "anonymous\npress: hello",
        "anonymous: hello",
        "press\nto Bob: hello\nend press",
        "press to Bob:\nhello\npress\nto all\nend press",
        "press: I will wait\nuntil next week",
        "press: I will wait\nand see",
        "note: I will wait\nuntil next week",
    ],
)
def test_press_that_is_not_understood_or_was_cut_is_not_published(text: str) -> None:
    reading = read(text, CLASSIC)
    assert reading.problems
    published = [item for section in reading.orders.sections for item in section.items]
    assert all(item == tree.Press("to all") for item in published)


def test_the_line_below_a_press_is_no_part_of_it() -> None:
    assert written("press: shall I buy or\nbuy 3 L") == "press: shall I buy or\nbuy 3 Luxor\n"


def test_what_no_database_takes_is_replaced_in_press() -> None:
    press = read("press: a\x00b\ud800c", CLASSIC).orders.sections[0].items[0]
    assert press == tree.Press("a\ufffdb\ufffdc")


# --- width -----------------------------------------------------------------------------------------------


def test_long_lines_are_broken_at_72_columns_where_reading_joins() -> None:
    text = "buy " + ", ".join(["3 Continental"] * 12) + " if " + " and ".join(["Continental is active"] * 9)
    lines = canonical(read(text, POWERS).orders).split("\n")
    assert max(map(len, lines)) <= 72
    assert all(line.startswith("    ") for line in lines[1:-1])
    assert lines[0].endswith(",")


def test_the_deepest_block_with_the_longest_names_keeps_to_72_columns() -> None:
    chain = "the chain Abcdefghijklmnop founded"
    vocabulary = type(CLASSIC)(CLASSIC.chains, 12, 9, ("Abcdefghijklmnop", "Bob"))
    condition = f"Abcdefghijklmnop did not use place 4 tiles or {chain} is safe"
    line = f"merger {chain} into the survivor: trade 4, sell rest if {condition}"
    text = "if 1 = 1\n" * 16 + line + "\n" + "end\n" * 16
    reading = read(text, vocabulary)
    assert not reading.problems
    printed = canonical(reading.orders)
    assert max(map(len, printed.split("\n"))) <= 72
    assert read(printed, vocabulary).orders == reading.orders


def test_a_standing_block_may_end_with_its_own_word_and_not_with_that_of_another() -> None:
    assert not places("standing\nbuy 3 L\nend standing")
    assert written("standing\nbuy 3 L\nend standing") == "standing\n  buy 3 Luxor\nend\n"
    assert places("if L is active\nend standing\nend") == [(2, 1)]
    assert places("standing\nend if\nend") == [(2, 1)]


def test_the_standing_block_is_written_above_the_seats_so_that_it_counts_for_both() -> None:
    assert written("tile 1A\nstanding\nbuy 3 L\nend\nseat Bob\ntile 2A").startswith("standing\n")
    assert written("tile 1A\nstanding\nbuy 3 L\nend\n").endswith("\n\nstanding\n  buy 3 Luxor\nend\n")
