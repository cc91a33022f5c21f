"""The grammar is free of conflicts, and what is built on it loads when it is needed and not before."""

from __future__ import annotations

import logging
import subprocess
import sys

import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orders.handles import handle_fault
from orders.lexicon import LANGUAGE_WORDS, STATEMENT_WORDS
from orders.parser import STARTS, grammar_text, words
from orders.slips import one_slip, two_slips
from orders.tree import At


def test_the_grammar_has_no_conflict(caplog: pytest.LogCaptureFixture) -> None:
    lark.logger.setLevel(logging.DEBUG)
    try:
        with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
            lark.logger.propagate = True
            lark.Lark(grammar_text(), start=list(STARTS), parser="lalr", debug=True, lexer="basic")
    finally:
        lark.logger.setLevel(logging.CRITICAL)
    assert not [record.message for record in caplog.records if "onflict" in record.message]


def test_a_conflict_would_be_seen(caplog: pytest.LogCaptureFixture) -> None:
    ambiguous = 'start: a "x"? | b\na: "y" "x"?\nb: "y" "z"'
    lark.logger.setLevel(logging.DEBUG)
    try:
        with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
            lark.logger.propagate = True
            lark.Lark(ambiguous, parser="lalr", debug=True)
    finally:
        lark.logger.setLevel(logging.CRITICAL)
    assert [record.message for record in caplog.records if "onflict" in record.message]


def test_every_word_of_the_grammar_is_reserved() -> None:
    in_grammar = {word for word in words() if word.isalpha()}
    assert in_grammar <= LANGUAGE_WORDS
    for word in in_grammar | STATEMENT_WORDS:
        assert handle_fault(word) is not None


def test_tree_and_conditions_load_without_the_parser() -> None:
    program = "import sys, orders.tree, orders.conditions, orders.vocabulary; print('lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("typed", "meant", "so"),
    [
        ("byu", "buy", True),
        ("buyy", "buy", True),
        ("buys", "buy", True),
        ("hey", "key", False),
        ("by", "buy", False),
        ("tiel", "tile", True),
        ("til", "tile", True),
        ("tikle", "tile", True),
        ("name", "game", False),
        ("gane", "game", True),
        ("tile", "tile", False),
        ("tills", "tile", False),
        ("send", "end", False),
    ],
)
def test_one_slip_of_the_finger(typed: str, meant: str, so: bool) -> None:
    assert one_slip(typed, meant) is so


@pytest.mark.parametrize(
    ("typed", "meant", "so"),
    [
        ("mxrgxr", "merger", True),
        ("meerrger", "merger", True),
        ("srvivr", "survivor", True),
        ("sttele", "settle", True),
        ("sruivvor", "survivor", True),
        ("wtihdarw", "withdraw", True),
        ("withdrawals", "withdraw", False),
        ("wdraw", "withdraw", False),
        ("mxrgxx", "merger", False),
        ("nerger", "merger", False),
        ("merger", "merger", False),
        ("fudn", "found", False),
    ],
)
def test_two_slips_in_a_long_word_that_begins_rightly(typed: str, meant: str, so: bool) -> None:
    assert two_slips(typed, meant) is so


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text("abc", max_size=5), st.text("abc", max_size=5))
def test_one_slip_never_raises_and_never_says_so_of_equals(typed: str, meant: str) -> None:
    assert one_slip(typed, meant) in {True, False}
    assert not one_slip(typed, typed)


def test_a_place_is_a_line_and_a_column() -> None:
    assert At(3, 4) == At(line=3, column=4)
