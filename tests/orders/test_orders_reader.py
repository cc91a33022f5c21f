"""Reading a text: what is read, joined, forgiven and never guessed (ORDERS.md, "Reading a text")."""

# ruff: noqa: RUF001 - the very characters that mail programs and phones put in

from __future__ import annotations

import pytest
from orders_vocabularies import CLASSIC, HASBRO, NO_GAME, POWERS

from orders.printer import canonical
from orders.reader import Reading, read
from orders.tree import At
from orders.vocabulary import Vocabulary


def understood(text: str, vocabulary: Vocabulary = POWERS) -> str:
    """The canonical form of a text that must be without problems."""
    reading = read(text, vocabulary)
    assert reading.refused is None
    assert not reading.problems
    return canonical(reading.orders)


def problem_places(reading: Reading) -> list[tuple[int, int]]:
    return [(problem.line, problem.column) for problem in reading.problems]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BUY 3 lux, 2 t if luxor IS active", "buy 3 Luxor, 2 Tower if Luxor is active\n"),
        ("   tile 5C\n\n\n     tile 6D   ", "tile 5C\ntile 6D\n"),
        ("tile 5C   # the best\n# only a remark\ntile 6D", "tile 5C\ntile 6D\n"),
        (
            "game: harbour\nround: 5\ntile: 5C\nbuy: 3 L\nready:",
            "game harbour\nround 5\n\ntile 5C\nbuy 3 Luxor\n\nready\n",
        ),
        ("merger: L: sell all", "merger Luxor: sell all\n"),
    ],
)
def test_case_indentation_blank_lines_comments_and_colons_do_not_matter(text: str, expected: str) -> None:
    assert understood(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "tile 5C if Luxor\nis active and Tower is active",
        "tile 5C if Luxor is active\nand Tower is active",
        "tile 5C if Luxor is active and\nTower is active",
        "tile 5C if\nLuxor is active and Tower is active",
        "tile 5C if Luxor is active # so\nand Tower is active # or so",
        "tile 5C if Luxor is active\n# a remark between\nand Tower is active",
        "tile\n5C if Luxor is active\n\tand\n\tTower is active",
    ],
)
def test_a_wrapped_line_goes_on_from_the_one_above(text: str) -> None:
    assert understood(text) == "tile 5C if Luxor is active and Tower is active\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tile 5C\n, 6D", "tile 5C, 6D\n"),
        ("tile 5C\nunless L is safe", "tile 5C unless Luxor is safe\n"),
        ("tile 5C if L is safe\nor T is safe", "tile 5C if Luxor is safe or Tower is safe\n"),
        ("tile 5C if 3 <\nround", "tile 5C if 3 < round\n"),
        ("tile 5C if 3 <\nround - \nplayers", "tile 5C if 3 < round - players\n"),
        ("tile 5C if my value\n- round > 3", "tile 5C if my value - round > 3\n"),
        ("tile 5C if not\nround = 3", "tile 5C if not round = 3\n"),
        ("tile 5C if (\nround = 3)", "tile 5C if round = 3\n"),
        ("tile 5C if 3 is more than\nround", "tile 5C if 3 > round\n"),
        ("merger L into\nTower: sell all", "merger Luxor into Tower: sell all\n"),
        ("tile 5C unless\nround = 3", "tile 5C unless round = 3\n"),
        ("tile 5C if the\nend is announced", "tile 5C if the end is announced\n"),
        ("tile 5C if the\ngame can end", "tile 5C if the game can end\n"),
        ("tile 5C if I am\nfirst in L", "tile 5C if I am first in Luxor\n"),
        ("merger L: sell\nall", "merger Luxor: sell all\n"),
        (
            "if L is active\nand T is active\ntile 5C\nend if\ntile 6D",
            "if Luxor is active and Tower is active\n  tile 5C\nend\ntile 6D\n",
        ),
        ("tile any that\nmerges", "tile any that merges\n"),
        ("found L,\nFonud", None),
        ("tile 5C if\nTila founded L", "tile 5C if Tila founded Luxor\n"),
    ],
)
def test_joining_follows_the_first_word_and_the_end_of_the_line_above(
    text: str, expected: str | None
) -> None:
    if expected is None:
        assert problem_places(read(text, POWERS)) == [(2, 1)]
    else:
        assert understood(text) == expected


def test_a_blank_line_ends_a_statement() -> None:
    reading = read("tile 5C,\n\n6D\ntile 7E", POWERS)
    assert canonical(reading.orders) == "tile 7E\n"
    assert problem_places(reading) == [(1, 8), (3, 1)]


def test_a_comma_before_a_line_that_begins_with_a_statement_word_is_a_problem_of_that_comma() -> None:
    reading = read("tile 5C, 6D,\nbuy 3 L", POWERS)
    assert problem_places(reading) == [(1, 12)]
    assert "comma" in reading.problems[0].message
    assert canonical(reading.orders) == "buy 3 Luxor\n"


def test_columns_are_those_of_the_original_text() -> None:
    reading = read("tile 5C if Luxor is active\n    and “Luxxor” is\u200b active", POWERS)
    assert problem_places(reading) == [(2, 10)]
    reading = read("- buy 2×Luxor, 3×Towwer", POWERS)
    assert problem_places(reading) == [(1, 18)]
    reading = read("bu\u00ady 3 L, \u200b2 Nowhere", POWERS)
    assert problem_places(reading) == [(1, 14)]


def test_every_name_in_the_orders_knows_where_it_stands() -> None:
    text = "found Luxor, the survivor, the chain Bob founded,\n  the largest chain, any"
    (line,) = read(text, POWERS).orders.sections[0].items
    assert [chain.at for chain in line.decision.chains] == [
        At(1, 7),
        At(1, 14),
        At(1, 28),
        At(2, 3),
        At(2, 22),
    ]


def test_the_text_is_read_from_the_first_statement_on() -> None:
    reading = read("Hello referee,\n\nhere they are.\ntile 5C", POWERS)
    assert canonical(reading.orders) == "tile 5C\n"
    assert [line.line for line in reading.unread] == [1, 3]
    assert not reading.problems


def test_a_first_word_that_is_nearly_a_statement_word_begins_the_reading() -> None:
    reading = read("Hello\nbyu 3 Luxor\ntile 5C", POWERS)
    assert problem_places(reading) == [(2, 1)]
    assert canonical(reading.orders) == "tile 5C\n"


def test_paragraphs_after_the_last_statement_are_not_read() -> None:
    reading = read("tile 5C\n\nSee you soon,\nAlice\n\nGreetings to all", POWERS)
    assert not reading.problems
    assert [line.text for line in reading.unread] == ["See you soon,", "Alice", "Greetings to all"]


def test_paragraphs_between_statements_are_problems() -> None:
    reading = read("tile 5C\n\nI think this is good:\n\nbuy 3 L", POWERS)
    assert problem_places(reading) == [(3, 1)]
    assert canonical(reading.orders) == "tile 5C\nbuy 3 Luxor\n"


@pytest.mark.parametrize("stop", ["end orders", "thanks", "Thanks,", "STOP", "--", "-- "])
def test_nothing_is_read_after_a_closing_word_or_a_signature(stop: str) -> None:
    reading = read(f"tile 5C\n{stop}\ntile 6D\nAlice", POWERS)
    assert canonical(reading.orders) == "tile 5C\n"
    assert not reading.problems
    assert [line.line for line in reading.unread] == [2, 3, 4]
    assert [line.looks_like_statement for line in reading.unread[1:]] == [True, False]


@pytest.mark.parametrize("word", ["ready", "withdraw", "resign", "standing", "first turn", "all turns"])
def test_some_statements_stand_alone_on_their_line(word: str) -> None:
    reading = read(f"{word}\nfor now", POWERS)
    assert reading.problems
    assert canonical(reading.orders) == ""


def test_headers_inside_blocks_are_problems() -> None:
    reading = read("if L is active\nround 5\ngame harbour\ntile 5C\nend", POWERS)
    assert problem_places(reading) == [(2, 1), (3, 1)]
    assert canonical(reading.orders) == "if Luxor is active\n  tile 5C\nend\n"


# --- names, tiles, numbers -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("found lux, L, Luxor, fest", "found Luxor, Luxor, Luxor, Festival\n"),
        ("found I", "found Imperial\n"),
        ("tile 5C if I is active", "tile 5C if Imperial is active\n"),
        ("tile 5C if my I > 3", "tile 5C if my Imperial > 3\n"),
        ("tile 5C if I lead I", "tile 5C if I lead Imperial\n"),
        ("tile 5C if I hold 6D", "tile 5C if I hold 6D\n"),
        ("tile 5C if I am second in I", "tile 5C if I am second in Imperial\n"),
        ("tile 5C if I do not hold 6D", "tile 5C if I do not hold 6D\n"),
        ("tile 5C if I founded I", "tile 5C if I founded Imperial\n"),
        ("tile 5C if I merged I", "tile 5C if I merged Imperial\n"),
        ("tile 5C if I played 6D", "tile 5C if I played 6D\n"),
        ("tile 5C if I bought 3I", "tile 5C if I bought 3 Imperial\n"),
        ("tile 5C if I missed", "tile 5C if I missed\n"),
        ("tile 5C if I was founded", "tile 5C if Imperial was founded\n"),
        ("tile c5, 5-c, C-5, 12I", "tile 5C, 5C, 5C, 12I\n"),
        ("buy 3C, 2 T", "buy 3 Continental, 2 Tower\n"),
        ("tile 5C if Bob bought 3C", "tile 5C if Bob bought 3 Continental\n"),
        ("tile 5C if 3C is on the board", "tile 5C if 3C is on the board\n"),
        ("use 3 free: 2I, 1T", "use 3 free: 2 Imperial, 1 Tower\n"),
        ("use trade 2: 2L for 1T", "use trade 2: 2 Luxor for 1 Tower\n"),
        ("use place 4 tiles: 3C", "use place 4 tiles: 3C\n"),
        ("buy 3 L leaving $2,000", "buy 3 Luxor leaving 2000\n"),
        ("buy 3 L leaving $400", "buy 3 Luxor leaving 400\n"),
        ("buy 3 L leaving 400", "buy 3 Luxor leaving 400\n"),
        ("tile 5C if my cash > 9,999,999", "tile 5C if my cash > 9999999\n"),
        ("tile 5C if 5 - 3 = 2", "tile 5C if 5 - 3 = 2\n"),
        ("tile 5C if bob's L > james' T", "tile 5C if Bob's Luxor > James's Tower\n"),
        ("found \"Luxor\", 'Tower'", "found Luxor, Tower\n"),
        ("tile 5C if “Bob”'s ‘Luxor’ > 3", "tile 5C if Bob's Luxor > 3\n"),
        ("game my-Game_2\nready", "game my-Game_2\n\nready\n"),
        ("player BOB\nready", "player Bob\n\nready\n"),
    ],
)
def test_names_tiles_and_money_are_read_as_players_write_them(text: str, expected: str) -> None:
    assert understood(text) == expected


@pytest.mark.parametrize(
    ("text", "kind", "column"),
    [
        ("found E", "ambiguous", 7),
        ("found Luxor", "invalid", 7),
        ("tile 11A", "illegal", 6),
        ("tile 5K", "illegal", 6),
        ("tile 0A", "illegal", 6),
        ("buy 12345678 B", "illegal", 5),
        (f"buy {'9' * 60_000} B", "illegal", 5),
        ("buy 0 B", "illegal", 5),
        ("tile 5C if Zoe founded B", "invalid", 12),
        ("tile 5C if Bo founded B", "invalid", 12),
        ("tile 5C if my cash-3 > 2", "invalid", 19),
        ("buy ٣ B", "invalid", 5),
        ("round 0", "invalid", 7),
        ("round five", "invalid", 7),
        ("round 12345678", "invalid", 7),
        ("game a", "invalid", 6),
        ("game 5er", "invalid", 6),
        ("game", "invalid", 1),
        ("key two words", "invalid", 5),
        ("player Zoe?", "invalid", 8),
    ],
)
def test_what_cannot_be_is_a_problem_at_its_place(text: str, kind: str, column: int) -> None:
    reading = read(text, HASBRO)
    assert [(problem.kind, problem.line, problem.column) for problem in reading.problems] == [
        (kind, 1, column)
    ]
    assert canonical(reading.orders) == ""


def test_an_ambiguous_beginning_names_the_chains_it_may_mean() -> None:
    assert read("found E", HASBRO).problems[0].expected == ("Etch", "Echo")


def test_without_a_game_any_well_formed_handle_will_do() -> None:
    assert understood("tile 5C if Zoe founded L", NO_GAME) == "tile 5C if Zoe founded Luxor\n"
    for word in ("Lux", "x", "abcdefghijklmnopq", "Nest"):
        assert read(f"tile 5C if {word} founded L", NO_GAME).problems


def test_the_same_header_twice_must_say_the_same() -> None:
    assert understood("game harbour\ngame Harbour\nready") == "game harbour\n\nready\n"
    reading = read("game harbour\ngame haven", POWERS)
    assert [problem.kind for problem in reading.problems] == ["ambiguous", "ambiguous"]
    assert "K7Q9" not in read("key K7Q9\nkey K7Q8", POWERS).problems[0].message


# --- forgiven --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tile 5C if Bob’s Luxor > 3", "tile 5C if Bob's Luxor > 3\n"),
        ("tile 5C if my cash – 3 > 2", "tile 5C if my cash - 3 > 2\n"),
        ("tile 5—C", "tile 5C\n"),
        ("ｔｉｌｅ　５Ｃ", "tile 5C\n"),
        ("\ufefftile\u00a05C\u200b, 6\u00adD", "tile 5C, 6D\n"),
        ("ti\x00le 5C", "tile 5C\n"),
        ("buy 2 x Luxor, 1 X Tower", "buy 2 Luxor, 1 Tower\n"),
        ("buy 2×Luxor", "buy 2 Luxor\n"),
        ("buy 2xLuxor", "buy 2 Luxor\n"),
        (
            "- tile 5C\n* buy 3 L\n• found L\n1. settle L\n2) survivor L",
            "tile 5C\nbuy 3 Luxor\nfound Luxor\nsettle Luxor\nsurvivor Luxor\n",
        ),
        (
            "tile 5C if 1 == 1 and 2 != 3 and 3 => 1 and 1 =< 3",
            "tile 5C if 1 = 1 and 2 <> 3 and 3 >= 1 and 1 <= 3\n",
        ),
        ("tile 5C if 1 ≤ 2 and 2 ≥ 1 and 1 ≠ 2", "tile 5C if 1 <= 2 and 2 >= 1 and 1 <> 2\n"),
        (
            "if L is active:\ntile 5C\nelif T is active then\ntile 6D\nelse:\ntile 7E\nend if",
            "if Luxor is active\n  tile 5C\nelse if Tower is active\n  tile 6D\nelse\n  tile 7E\nend\n",
        ),
        ("if L is active, tile 5C", "tile 5C if Luxor is active\n"),
        (
            "if L is active: buy 3 L\nif L is active then end game",
            "buy 3 Luxor if Luxor is active\nend game if Luxor is active\n",
        ),
        (
            "tile 5C if L isn't active and I don't hold 6D and Bob didn't found L",
            "tile 5C if Luxor is not active and I do not hold 6D\n    and Bob did not found Luxor\n",
        ),
        (
            "tile any that doesn't merge if L wasn't founded and the game can't end",
            "tile any that does not merge if Luxor was not founded\n    and the game can not end\n",
        ),
    ],
)
def test_forgiven_forms_are_read(text: str, expected: str) -> None:
    assert understood(text) == expected


# --- never guessed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "shown"),
    [
        ("tile 5C if L or T is active", 14, "L is active or T is active"),
        ("buy 3 L or 3 T", 9, "comma"),
        ("buy 3 L and 3 T", 9, "comma"),
        ("tile 5C if size of L > 3 and < 8", 30, "size of L < 8"),
        ("buy 3 L leaving 2k", 18, "2000"),
        ("tile 5C if my cash > 2.5k", 23, "2500"),
        ("buy 3 L leaving 12345k", 22, "such as `2000`"),
        ("buy 3 L leaving 1.2345k", 18, "such as `2000`"),
        ("tile 5C if my cash-3 > 2", 19, "my cash - 3 > 2"),
        ("tile 5C if my cash -3 > 2", 20, "my cash - 3 > 2"),
        ("away 5/12 to 6/12", 6, "away 2026-12-20 to 2027-01-05"),
        ("tile 5C if Luxor is available", 21, "Luxor is not active"),
        ("tile 5C if Luxor is available", 21, "bank's Luxor > 0"),
        ("merger L into T: trade 2 for 1", 24, "trade all"),
        ("if L is active tile 5C", 16, "comma"),
        ("tile 5 C", 6, "5C"),
    ],
)
def test_what_is_never_guessed_shows_what_to_write(text: str, column: int, shown: str) -> None:
    reading = read(text, POWERS)
    assert problem_places(reading) == [(1, column)]
    problem = reading.problems[0]
    assert shown in f"{problem.message} {' '.join(problem.expected)}"
    assert canonical(reading.orders) == ""


def test_a_problem_says_what_was_expected_in_words_a_player_understands() -> None:
    problem = read("buy 3", POWERS).problems[0]
    assert "a chain" in problem.expected
    for text in (
        "buy",
        "tile",
        "tile 5C if",
        "merger L:",
        "use 5",
        "tile 5C if Luxor",
        "if (",
        "tile 5C if my",
    ):
        for expected in read(text, POWERS).problems[0].expected:
            assert expected == expected.lower() or "`" in expected
            assert "_" not in expected
            assert "$END" not in expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("merger L:", ["`keep`", "`sell`", "`trade`"]),
        ("buy 3", ["a chain", "`of`", "`x`"]),
        ("end game if my", ["a chain", "`cash`", "`rank`", "`tiles`", "`value`"]),
        (
            "end game if my cash >",
            ["a player", "a term such as `size of Luxor`, `my cash`, `Bob's Luxor`", "a number", "`(`"],
        ),
        (
            "end game if Bob",
            ["what somebody did, such as `founded`, `bought`, `leads`", "`'s`", "`is`", "`was`"],
        ),
        ("end game if Bob bought", ["a chain", "a number"]),
        ("found L T", ["`,`", "`if`", "`unless`", "the end of the line"]),
    ],
)
def test_what_could_have_stood_there_is_said_once_and_the_most_telling_first(
    text: str, expected: list[str]
) -> None:
    assert list(read(text, POWERS).problems[0].expected) == expected


@pytest.mark.parametrize(
    ("text", "stopped"),
    [
        ("buy 3 Luxor quickly", "quickly"),
        ("tile 5C if Luxor is big", "big"),
        ("merger L: sell + all", "+"),
        ("tile 5C - 6D", "-"),
        ("found L ? T", "?"),
        ("end game now", "now"),
        ("tile 5C if (L is active", None),
        ("buy 3", None),
        ("tile", None),
    ],
)
def test_a_statement_that_cannot_be_read_names_the_word_where_reading_stopped(
    text: str, stopped: str | None
) -> None:
    message = read(text, POWERS).problems[0].message
    says = f"`{stopped}` is not understood here." if stopped else "The line ends too early."
    assert message.startswith(says)


def test_several_problems_in_one_file_are_all_found() -> None:
    text = "tile 5C, 66D\nbuy 3 Luxxor, 2 Towwer\nfound\nwhat is this\n\nsettle L\nend"
    assert problem_places(read(text, POWERS)) == [(1, 10), (2, 7), (2, 17), (4, 6), (7, 1)]


def test_an_empty_text_gives_empty_orders() -> None:
    for text in ("", "\n\n", "Hello,\nnothing from me", "# a remark"):
        reading = read(text, CLASSIC)
        assert canonical(reading.orders) == ""
        assert not reading.problems


def test_messages_name_the_board_and_cut_long_words() -> None:
    assert "1A to 12I" in read("tile 5J", CLASSIC).problems[0].message
    assert "1A to 10J" in read("tile 5K", HASBRO).problems[0].message
    message = read(f"found {'q' * 500}", CLASSIC).problems[0].message
    assert f"{'q' * 39}…" in message
    assert len(message) < 250
    assert "`" + "q" * 40 + "`" in read(f"found {'q' * 40}", CLASSIC).problems[0].message
