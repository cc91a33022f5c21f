"""The small tools of the layout."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.report import layout

WORDS = (
    "tile",
    "Tower",
    "buys",
    "end.",
    "(end",
    "round,",
    "5C",
    "Alice",
    "merger",
    "Luxor",
    "a",
    "$600:",
    "all",
)


@pytest.mark.parametrize(
    ("amount", "column", "prose", "change"),
    [(0, ".", "$0", "."), (300, "300", "$300", "+300"), (1234567, "1,234,567", "$1,234,567", "+1,234,567")],
)
def test_money_has_commas_and_zero_is_a_dot_in_columns(amount, column, prose, change):
    assert layout.money(amount) == column
    assert layout.dollars(amount) == prose
    assert layout.signed(amount) == change


def test_steps_stand_on_one_line_if_they_fit_and_else_on_a_line_each():
    short = f"11F loose. {layout.STEP}Bought nothing. Drew 1."
    assert layout.fold_words(short, "4  Bob  ") == "4  Bob  11F loose. Bought nothing. Drew 1."
    long = f"11F with 10F, 9F, 8F, 7F, 6F, 5F, 4F and 3F to Luxor. {layout.STEP}Bought nothing. Drew 1."
    assert layout.fold_words(long, "4  Bob  ").splitlines() == [
        "4  Bob  11F with 10F, 9F, 8F, 7F, 6F, 5F, 4F and 3F to Luxor.",
        "        Bought nothing. Drew 1.",
    ]


def test_a_loss_has_its_sign():
    assert layout.signed(-4200) == "-4,200"


@pytest.mark.parametrize(
    ("number", "word"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st")],
)
def test_ordinals(number, word):
    assert layout.ordinal(number) == word


def test_lists_are_read_aloud():
    assert layout.listed(["A"]) == "A"
    assert layout.listed(["A", "B"]) == "A and B"
    assert layout.listed(["A", "B", "C"], "or") == "A, B or C"


def test_days_are_written_so_that_nobody_takes_the_month_for_the_day():
    assert layout.day("2026-12-04T18:00:00Z") == "4 December 2026"
    assert layout.day_and_hour("2026-12-04T18:00:00Z") == "4 December 2026, 18:00 UTC"
    assert layout.day_and_hour("2026-12-04T18:00:00") == "4 December 2026, 18:00"


@given(
    st.lists(
        st.sampled_from(
            [
                "tile",
                "Tower",
                "buys",
                "end.",
                "(end",
                "round,",
                "5C",
                "Alice",
                "merger",
                "Luxor",
                "a",
                "$600:",
                "all",
            ]
        )
    )
)
def test_a_wrapped_text_keeps_its_words_and_no_further_line_begins_like_an_order(words):
    folded = layout.fold_words(" ".join(words), "1  Alice  ", " " * 10)
    lines = folded.split("\n")
    assert [word for word in folded.split() if word != "..."][2:] == words
    assert all(len(line) <= layout.WIDTH for line in lines)
    assert not any(layout.looks_like_an_order(line.split()[0]) for line in lines[1:])


def test_where_every_word_looks_like_an_order_the_line_goes_on_with_dots():
    folded = layout.fold_words(" ".join(["tile"] * 40))
    others = folded.split("\n")[1:]
    assert others
    assert all(line.startswith("... tile") for line in others)


@pytest.mark.parametrize(
    "word",
    [
        "help",
        "Rules.",
        "(status)",
        "report",
        "address",
        "tile",
        "Tile:",
        "byu",
        "(end",
        "titles",
        "pres",
        "rond",
        "gmae",
        "keys",
        "AND",
    ],
)
def test_words_that_could_begin_an_order_are_recognised(word):
    assert layout.looks_like_an_order(word)


@pytest.mark.parametrize(
    "word",
    [
        "Helps",
        "reports",
        "ruler",
        "Bought",
        "Drew",
        "Tower",
        "5C",
        "1st",
        "shares",
        "The",
        "Next",
        "|",
        "A",
        "...",
    ],
)
def test_the_words_with_which_reports_begin_their_lines_are_none_of_them(word):
    assert not layout.looks_like_an_order(word)


def test_columns_are_as_wide_as_their_widest_cell():
    rows = "TILES || a || price\nTower || 10 || 1,000\nX || 2 || ."
    assert layout.table(rows, "<>>") == "TILES   a  price\nTower  10  1,000\nX       2      ."


def test_a_last_column_of_words_goes_on_below_itself():
    table = layout.table("5C || " + "word " * 30, "<<")
    first, second, *_ = table.split("\n")
    assert first.startswith("5C  word")
    assert second.startswith("    word")


def test_columns_move_together_where_they_would_be_too_wide():
    cells = " || ".join(["x" * 11] * 6 + ["y" * 6])
    assert len(layout.table(cells, ">" * 7)) == 78


def test_a_text_that_is_kept_together_is_not_broken():
    kept = layout.kept("36 -> 37 tiles")
    folded = layout.fold_words("x" * 70 + " " + kept)
    assert layout.tidy(folded) == "x" * 70 + "\n36 -> 37 tiles\n"


def test_tidying_takes_away_blanks_and_doubled_empty_lines():
    assert layout.tidy("\n\na  \n\n\n\nb\n\n") == "a\n\nb\n"
