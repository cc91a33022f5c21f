"""Press in a report: whatever somebody writes is his words and nothing else, in 78 columns, and no order."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hostile_press import HOSTILE, with_press
from hypothesis import given, settings
from hypothesis import strategies as st
from report_case import sample

from orders.reader import read
from orders.tree import Orders
from referee.report.letters import press_refused_text
from referee.report.press import ROOM, columns, lines_of

WIDTH = 78
WORDS = st.sampled_from(HOSTILE) | st.text(max_size=300) | st.lists(st.sampled_from(HOSTILE)).map("\n".join)


def section(report):
    """The lines of press."""
    _, _, rest = report.partition("\nTHE PRESS\n\n")
    return rest.partition("\n\n" + "-" * WIDTH)[0].splitlines()


GAME = sample(0)
SEATS = GAME.seats


@settings(deadline=None, max_examples=60)
@given(words=WORDS, quote=st.sampled_from(["", "> ", ">", ">> ", "  "]), is_public=st.booleans())
def test_no_press_is_ever_read_as_an_order_in_a_report_however_it_comes_back(words, quote, is_public):
    game = with_press(GAME, words, seat=SEATS[0], to=None if is_public else SEATS[1])
    text = game.report(1, SEATS[1])
    quoted = "".join(quote + line for line in text.splitlines(keepends=True))
    reading = read(quoted, GAME.vocabulary(SEATS[1]))
    assert reading.orders == Orders()
    assert not reading.problems
    assert not [line for line in reading.unread if line.looks_like_statement]


@settings(deadline=None, max_examples=60)
@given(words=WORDS)
def test_press_takes_78_columns_and_every_line_of_it_is_behind_a_bar_further_in_than_names(words):
    text = with_press(GAME, words, seat=SEATS[0]).report(1)
    name, *lines = section(text)
    assert name == f"|  {SEATS[0]}:"
    for line in lines:
        assert line == "|" or line.startswith("|    ")
        assert columns(line) <= ROOM + len("|    ") <= WIDTH
        assert line == line.rstrip()
        assert all(one.isprintable() or one in "\u200c\u200d" for one in line)
    head, foot = text.split("\nTHE PRESS\n")[0], text.rsplit("-" * WIDTH, 1)[1]
    bare = GAME.report(1)
    assert bare.startswith(head)
    assert bare.endswith(foot)


@pytest.mark.parametrize("words", HOSTILE)
def test_all_that_can_be_seen_of_the_words_is_printed_in_its_order(words):
    printed = re.sub(r"\s", "", "".join(lines_of(words)))
    seen = re.sub(r"\s", "", "".join(one for one in words if one.isprintable() or one in "\u200c\u200d"))
    assert printed == seen


@settings(deadline=None)
@given(words=st.text())
def test_no_line_is_wider_than_its_room(words):
    assert all(columns(line) <= ROOM for line in lines_of(words))


def test_a_verse_keeps_its_lines_and_its_indent():
    assert list(lines_of("There was a young player\n  whose Luxor was greater\n\n    than")) == [
        "There was a young player",
        "  whose Luxor was greater",
        "",
        "    than",
    ]


def test_a_template_in_press_is_words():
    assert "|    {{ 7 * 7 }}" in with_press(GAME, "{{ 7 * 7 }}").report(1).splitlines()


def test_who_wrote_to_whom_is_said_above_the_words():
    one, other = SEATS[:2]
    assert section(with_press(GAME, "Words.").report(1)) == ["|  anonymous:", "|    Words."]
    private = with_press(GAME, "Words.", seat=one, to=other)
    wanted = [f"|  {one} to {other} alone:", "|    Words."]
    assert [section(private.report(1, reader)) for reader in (one, other)] == [wanted, wanted]
    assert [section(private.report(1, reader)) for reader in (None, *SEATS[2:])] == [[]] * (len(SEATS) - 1)


def test_words_that_are_not_there_any_more_are_called_deleted():
    game = replace(with_press(GAME, "Words.", seat=SEATS[0]), words={})
    assert section(game.report(1)) == [f"|  {SEATS[0]}:", "|    [deleted]"]


def test_press_is_in_the_report_of_its_round_alone():
    game = with_press(GAME, "Words.", seat=SEATS[0], number=2)
    assert [("Words." in game.report(number)) for number in (0, 1, 2, 3)] == [False, False, True, False]


def test_a_report_without_press_has_no_such_section():
    assert "THE PRESS" not in GAME.report(1)


@pytest.mark.parametrize("words", HOSTILE)
def test_a_letter_about_press_that_is_refused_asks_for_nothing_when_it_comes_back(words):
    text = press_refused_text("harbour", words, words)
    reading = read(text, GAME.vocabulary(SEATS[0]))
    assert reading.orders == Orders()
    assert not reading.problems
    assert not [line for line in reading.unread if line.looks_like_statement]
