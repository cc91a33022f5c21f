"""Each statement: what is read, how it is written back, and what is a problem (ORDERS.md, "Statements")."""

from __future__ import annotations

import pytest
from orders_vocabularies import CLASSIC, POWERS, PRIVATE

from orders import tree
from orders.printer import canonical
from orders.reader import read


@pytest.mark.parametrize(
    "line",
    [
        "tile 5C, 6D",
        "tile any",
        "tile any that founds",
        "tile any that grows",
        "tile any that grows Luxor",
        "tile any that merges",
        "tile any that merges Luxor",
        "tile any that merges Luxor into Tower",
        "tile any that stands alone",
        "tile any that does not found",
        "tile any that does not grow Luxor",
        "tile any that does not merge",
        "tile any that does not merge Luxor into the survivor",
        "tile any that does not stand alone",
        "tile 5C, any that founds but 5C, 6D",
        "tile any but 5C",
        "tile 5C, any",
        "found Luxor, Tower",
        "found Luxor, any",
        "survivor Imperial, any",
        "settle American, Luxor",
        "found the chain Bob founded, the survivor, the largest chain, the smallest chain",
        "buy 3 Luxor, 3 Tower",
        "buy exactly 3 Luxor",
        "buy 3 Luxor leaving 500",
        "buy exactly 2 Luxor, 1 Tower leaving 500",
        "buy enough Luxor to lead",
        "buy enough Luxor to lead, 2 Tower",
        "buy nothing",
        "buy 9 Luxor",
        "buy 3 the cheapest chain",
        "buy 3 the dearest chain",
        "merger Luxor into Tower: trade 4 for 2, sell 1, keep rest",
        "merger Luxor: sell all",
        "merger any into Tower: trade all, sell rest",
        "merger any: keep 3, trade rest",
        "merger Luxor into any: sell all",
        "merger Luxor: trade 2, sell all",
        "merger Luxor: trade enough to lead, sell rest",
        "merger the smallest chain into the survivor: sell 3",
        "end game",
        "use 3 free: 2 Imperial, 1 Tower",
        "use buy 5",
        "use trade 2: 2 Luxor for 1 Tower, 4 American for 2 Imperial",
        "use take 5 tiles",
        "use place 4 tiles",
        "use place 4 tiles: 5C, 6D, any that founds but 7E",
    ],
)
@pytest.mark.parametrize("guard", ["", " if Luxor is active", " unless Luxor is active"])
def test_a_decision_is_read_and_written_back_with_and_without_its_condition(line: str, guard: str) -> None:
    reading = read(line + guard, POWERS)
    assert not reading.problems
    assert " ".join(canonical(reading.orders).split()) == line + guard


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("merger L into T: trade 4", "merger Luxor into Tower: trade 4 for 2"),
        ("merger L into T: trade 4 for 2", "merger Luxor into Tower: trade 4 for 2"),
        ("merger L into T: trade 2", "merger Luxor into Tower: trade 2"),
        ("found the largest", "found the largest chain"),
        ("use 3 free 2 I", "use 3 free: 2 Imperial"),
        ("buy 3 of L", "buy 3 Luxor"),
        ("buy 3 L leaving 0", "buy 3 Luxor"),
    ],
)
def test_other_ways_of_writing_are_written_back_in_one(text: str, written: str) -> None:
    assert canonical(read(text, POWERS).orders) == f"{written}\n"


@pytest.mark.parametrize(
    ("text", "kind", "column"),
    [
        ("tile none", "invalid", 6),
        ("tile any but 5C, any", "invalid", 18),
        ("tile 5C but 6D", "invalid", 9),
        ("tile any that founds or merges", "ambiguous", 22),
        ("tile any that merges Luxor into Luxor", "illegal", 33),
        ("found", "invalid", 6),
        ("found Luxor,", "invalid", 12),
        ("found Luxor Tower", "invalid", 13),
        ("buy Luxor", "invalid", 5),
        ("buy 1.5 Luxor", "invalid", 6),
        ("buy -3 Luxor", "invalid", 5),
        ("buy 0 Luxor", "illegal", 5),
        ("buy 3 Luxor leaving", "invalid", 20),
        ("buy exactly nothing", "invalid", 13),
        ("buy 3 any", "invalid", 7),
        ("merger Luxor into Luxor: sell all", "illegal", 19),
        ("merger the survivor into the survivor: sell all", "illegal", 26),
        ("merger Luxor: trade 3", "illegal", 21),
        ("merger Luxor: trade 1", "illegal", 21),
        ("merger Luxor: trade 0", "illegal", 21),
        ("merger Luxor: sell 0", "illegal", 20),
        ("merger Luxor: trade 4 for 1", "illegal", 27),
        ("merger Luxor: trade 2 for 1", "ambiguous", 21),
        ("merger Luxor: trade 6 for 2", "illegal", 27),
        ("merger Luxor: trade all for 2", "illegal", 29),
        ("merger Luxor: sell 3 for 1", "invalid", 22),
        ("merger Luxor", "invalid", 13),
        ("end the game", "invalid", 5),
        ("use 4 free: 1 Luxor", "invalid", 5),
        ("use 3 free", "invalid", 11),
        ("use buy 4", "invalid", 9),
        ("use trade 2: 2 Luxor for 2 Tower", "illegal", 14),
        ("use trade 2: 2 Luxor for 1 Luxor", "illegal", 28),
        ("use take 4 tiles", "invalid", 10),
        ("tile 5C if Luxor is active unless Tower is active", "invalid", 28),
        ("if Luxor is active, tile 5C if Tower is active", "invalid", 29),
        ("byu 3 Luxor", "invalid", 1),
        ("tlie 5C", "invalid", 1),
        ("buy3 Luxor", "invalid", 1),
        ("as befor", "invalid", 1),
        ("away 2026-12-20", "invalid", 6),
        ("away 2026-13-20 to 2027-01-05", "invalid", 6),
        ("away 2026-12-20 to 2026-12-19", "illegal", 6),
        ("ready now", "invalid", 7),
        ("note:", "invalid", 1),
    ],
)
def test_what_is_not_understood_or_not_allowed_leaves_the_line_out(text: str, kind: str, column: int) -> None:
    reading = read(f"{text}\nsettle Luxor", POWERS)
    assert [(problem.kind, problem.line, problem.column) for problem in reading.problems] == [
        (kind, 1, column)
    ]
    assert canonical(reading.orders) == "settle Luxor\n"
    assert reading.problems[0].message.endswith((".", "?"))


def test_a_line_with_one_bad_entry_is_left_out_whole_and_every_bad_entry_is_found() -> None:
    reading = read("found Luxxor, Tower, Imperal", CLASSIC)
    assert [problem.column for problem in reading.problems] == [7, 22]
    assert reading.orders == tree.Orders()


@pytest.mark.parametrize("number", ["0", "12345678", "$99,999,999"])
@pytest.mark.parametrize(
    "text",
    [
        "buy {} Luxor",
        "merger Luxor: trade {}",
        "merger Luxor: sell {}",
        "use trade 2: {} Luxor for 1 Tower",
        "use trade 2: 2 Luxor for {} Tower",
        "end game if Bob bought {} Luxor",
    ],
)
def test_a_number_that_cannot_be_is_one_problem(text: str, number: str) -> None:
    (problem,) = read(text.format(number), POWERS).problems
    assert problem.column == text.index("{") + 1
    assert "at most 7 digits" in problem.message or "at least 1" in problem.message


def test_without_special_powers_use_is_a_problem() -> None:
    reading = read("use buy 5", CLASSIC)
    assert [problem.kind for problem in reading.problems] == ["illegal"]
    assert reading.orders == tree.Orders()
    assert not read("tile 5C if Bob used buy 5", CLASSIC).problems


# --- conditions ------------------------------------------------------------------------------------------

TERMS = [
    "size of Luxor",
    "price of Luxor",
    "bank's Luxor",
    "bonus of Luxor",
    "my Luxor",
    "Bob's Luxor",
    "anyone's Luxor",
    "my cash",
    "my value",
    "my rank",
    "my tiles",
    "Bob's cash",
    "Bob's value",
    "Bob's rank",
    "Bob's tiles",
    "anyone's value",
    "tiles left",
    "round",
    "players",
    "400",
    "size of the chain Bob founded",
    "my the survivor",
]
FACTS = [
    ("Luxor is active", "Luxor is not active"),
    ("Luxor is safe", "Luxor is not safe"),
    ("the chain I founded is safe", "the chain I founded is not safe"),
    ("I lead Luxor", "I do not lead Luxor"),
    ("Bob leads Luxor", "Bob does not lead Luxor"),
    ("nobody leads Luxor", "nobody does not lead Luxor"),
    ("I am first in Luxor", "I am not first in Luxor"),
    ("I am second in Luxor", "I am not second in Luxor"),
    ("5C is on the board", "5C is not on the board"),
    ("I hold 5C", "I do not hold 5C"),
    ("5C is playable", "5C is not playable"),
    ("5C founds", "5C does not found"),
    ("5C grows", "5C does not grow"),
    ("5C grows Luxor", "5C does not grow Luxor"),
    ("5C merges", "5C does not merge"),
    ("5C merges Luxor", "5C does not merge Luxor"),
    ("5C merges Luxor into Tower", "5C does not merge Luxor into Tower"),
    ("5C stands alone", "5C does not stand alone"),
    ("Bob founded Luxor", "Bob did not found Luxor"),
    ("anyone founded Luxor", "anyone did not found Luxor"),
    ("nobody founded Luxor", "nobody did not found Luxor"),
    ("I founded Luxor", "I did not found Luxor"),
    ("Bob merged Luxor", "Bob did not merge Luxor"),
    ("Bob merged Luxor into Tower", "Bob did not merge Luxor into Tower"),
    ("Bob played 5C", "Bob did not play 5C"),
    ("Bob bought Luxor", "Bob did not buy Luxor"),
    ("Bob bought 3 Luxor", "Bob did not buy 3 Luxor"),
    ("Bob sold 3 Luxor", "Bob did not sell 3 Luxor"),
    ("Bob traded 3 Luxor", "Bob did not trade 3 Luxor"),
    ("Bob kept 3 Luxor", "Bob did not keep 3 Luxor"),
    ("Bob used 3 free", "Bob did not use 3 free"),
    ("Bob used buy 5", "Bob did not use buy 5"),
    ("Bob used trade 2", "Bob did not use trade 2"),
    ("Bob used take 5 tiles", "Bob did not use take 5 tiles"),
    ("Bob used place 4 tiles", "Bob did not use place 4 tiles"),
    ("Bob missed", "Bob did not miss"),
    ("Bob left", "Bob did not leave"),
    ("Luxor was founded", "Luxor was not founded"),
    ("Luxor was taken over", "Luxor was not taken over"),
    ("Luxor was taken over by Tower", "Luxor was not taken over by Tower"),
    ("the game can end", "the game can not end"),
    ("the end is announced", "the end is not announced"),
]


def condition_of(text: str) -> tree.Condition:
    reading = read(f"end game if {text}", POWERS)
    assert not reading.problems
    assert " ".join(canonical(reading.orders).split()) == f"end game if {text}"
    line = reading.orders.sections[0].items[0]
    assert isinstance(line, tree.Line)
    assert line.guard is not None
    return line.guard.condition


@pytest.mark.parametrize("term", TERMS)
def test_every_term_is_read_on_both_sides_and_in_sums(term: str) -> None:
    condition = condition_of(f"{term} + 2 - {term} >= {term}")
    assert isinstance(condition, tree.Compare)
    assert [sign for sign, _ in condition.left.parts] == [1, 1, -1]
    assert condition.left.parts[0][1] == condition.right.parts[0][1]


@pytest.mark.parametrize(("fact", "negated"), FACTS)
def test_every_fact_is_read_with_and_without_its_not(fact: str, negated: str) -> None:
    positive, negative = condition_of(fact), condition_of(negated)
    assert not getattr(positive, "negated", True)
    assert getattr(negative, "negated", False)
    outer = condition_of(f"not {fact}")
    assert outer == tree.Not(positive)
    assert outer != negative


@pytest.mark.parametrize(
    ("words", "sign"),
    [
        ("<", "<"),
        ("<=", "<="),
        ("=", "="),
        ("<>", "<>"),
        (">=", ">="),
        (">", ">"),
        ("is", "="),
        ("is not", "<>"),
        ("is at least", ">="),
        ("is at most", "<="),
        ("is more than", ">"),
        ("is less than", "<"),
    ],
)
def test_every_comparison_is_written_back_as_its_sign(words: str, sign: str) -> None:
    reading = read(f"end game if size of L {words} 3", CLASSIC)
    assert not reading.problems
    assert canonical(reading.orders) == f"end game if size of Luxor {sign} 3\n"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1 = 1 and 2 = 2 or 3 = 3", "(1 = 1 and 2 = 2) or 3 = 3"),
        ("1 = 1 or 2 = 2 and 3 = 3", "1 = 1 or (2 = 2 and 3 = 3)"),
        ("(1 = 1 or 2 = 2) and 3 = 3", "(1 = 1 or 2 = 2) and 3 = 3"),
        ("1 = 1 and (2 = 2 and 3 = 3)", "1 = 1 and 2 = 2 and 3 = 3"),
        ("(1 = 1 or 2 = 2) or 3 = 3", "1 = 1 or 2 = 2 or 3 = 3"),
        ("not (1 = 1 and 2 = 2)", "not (1 = 1 and 2 = 2)"),
        ("not 1 = 1 and 2 = 2", "not 1 = 1 and 2 = 2"),
        ("not not 1 = 1", "not not 1 = 1"),
        ("(((1))) = (1)", "1 = 1"),
        ("5 - (3 - (2 + 1)) = 5", "5 - 3 + 2 + 1 = 5"),
    ],
)
def test_and_binds_first_and_brackets_stand_where_and_meets_or(text: str, written: str) -> None:
    assert canonical(read(f"end game if {text}", CLASSIC).orders) == f"end game if {written}\n"


@pytest.mark.parametrize(
    "text",
    [
        "Bob holds 5C",
        "Bob hold 5C",
        "anyone am first in Luxor",
        "nobody's Luxor > 3",
        "I's Luxor > 3",
        "anyone's cash > 3",
        "anyone's rank > 3",
        "the chain anyone founded is active",
        "Bob merged Luxor into Luxor",
        "Luxor was taken over by Luxor",
        "5C merges Luxor into Luxor",
        "Bob bought 0 Luxor",
        "Bob used buy 3",
        "Luxor is",
        "Luxor",
        "3",
        "3 > 2 > 1",
        "my Luxor + Tower > 3",
        "Luxor is not available",
        "and 3 > 2",
        "(3 > 2",
        "3 > 2)",
        "()",
    ],
)
def test_conditions_that_cannot_be_are_problems(text: str) -> None:
    reading = read(f"end game if {text}", POWERS)
    assert len(reading.problems) == 1
    assert reading.orders == tree.Orders()


PRIVATE_ERRORS = [
    "Bob's Luxor > 3",
    "anyone's Luxor > 3",
    "Bob's cash > 3",
    "Bob's value > 3",
    "Bob's rank = 1",
    "anyone's value > 3",
    "my value > 3",
    "my rank = 1",
    "I lead Luxor",
    "I do not lead Luxor",
    "Bob leads Luxor",
    "nobody leads Luxor",
    "I am first in Luxor",
    "I am second in Luxor",
]


@pytest.mark.parametrize("text", PRIVATE_ERRORS)
def test_where_holdings_are_private_they_are_errors_when_the_file_is_read(text: str) -> None:
    assert not read(f"end game if {text}", CLASSIC).problems
    reading = read(f"end game if {text}", PRIVATE)
    assert [problem.kind for problem in reading.problems] == ["illegal"]
    assert reading.orders == tree.Orders()


@pytest.mark.parametrize("term", ["Bob's cash", "Bob's value", "Bob's rank", "my value", "my rank"])
def test_the_figure_that_would_tell_is_named(term: str) -> None:
    assert f"`{term}` would tell" in read(f"end game if {term} > 3", PRIVATE).problems[0].message


def test_where_holdings_are_private_what_is_computed_from_them_cannot_be_ordered() -> None:
    assert len(read("buy enough Luxor to lead\nmerger Luxor: trade enough to lead", PRIVATE).problems) == 2


@pytest.mark.parametrize(
    "text",
    [
        "my Luxor > 3",
        "my cash > 3",
        "Alice's Luxor > 3",
        "bank's Luxor > 3",
        "Bob's tiles = 6",
        "Bob bought 3 Luxor",
    ],
)
def test_where_holdings_are_private_what_is_public_or_ones_own_is_allowed(text: str) -> None:
    assert not read(f"end game if {text}", PRIVATE).problems
