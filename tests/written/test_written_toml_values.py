"""What kinds of values there are in a file in TOML, whatever it describes."""

from __future__ import annotations

import tomllib

import pytest

from referee.written.toml_values import (
    did_you_mean,
    is_number,
    is_seed,
    is_switches,
    is_texts,
    shown,
    switch_text,
)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("9223372036854775807", True),
        ("-9223372036854775808", True),
        ("9223372036854775808", False),
        ("-9223372036854775809", False),
        (f"0x{'f' * 20000}", False),
        ("true", False),
        ("5.0", False),
        ('"5"', False),
    ],
)
def test_a_number_is_a_whole_one_of_64_bits(text, is_one):
    value = tomllib.loads(f"value = {text}")["value"]
    assert is_number(value) == is_one
    assert is_switches({"end_size": value}) == (is_one or isinstance(value, str | bool))
    assert is_seed(value) == (is_one or isinstance(value, str))


@pytest.mark.parametrize(
    ("value", "are"), [([], True), (["1A"], True), (["1A", 1], False), ("1A", False), ({"1A": 1}, False)]
)
def test_texts_are_a_list_of_nothing_else(value, are):
    assert is_texts(value) == are


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), (31, "31"), ("ranked", "ranked"), (" Ranked ", "ranked")]
)
def test_switches_are_text_whatever_toml_makes_of_them(value, text):
    assert switch_text(value) == text


def test_what_may_have_been_meant_is_told_in_any_case_or_else_all_there_is():
    there = ("Luxor", "Tower")
    assert did_you_mean("LUXXOR", there) == "Did you mean Luxor?"
    assert did_you_mean("luxo", there, "`") == "Did you mean `Luxor`?"
    assert did_you_mean("x" * 60000, there, "`") == "There are Luxor, Tower."


@pytest.mark.parametrize(
    ("said", "there"), [("dan", ("ann", "ben")), ("zz", ("ann",)), ("round", ("left", "hand"))]
)
def test_nothing_is_suggested_that_is_nothing_like_what_was_said(said, there):
    assert did_you_mean(said, there) == f"There are {', '.join(there)}."


def test_what_is_cut_shows_that_it_is():
    assert shown("x" * 40) == "x" * 40
    assert shown("x" * 41) == "x" * 40 + "…"
    assert shown("x" * 78, 78) == "x" * 78
