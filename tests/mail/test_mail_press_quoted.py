"""A report with hostile press comes back below, above or around orders: it is no order, and not in their way."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "report"))

from hostile_press import HOSTILE, with_press
from report_case import sample

from orders.printer import canonical
from orders.reader import read
from referee.mail.quoting import own_words

GAME = sample(0)
AUTHOR, READER = GAME.seats[:2]
WORDS = GAME.vocabulary(READER)
OWN = "tile 5C, 1A\nbuy 3 Luxor\n"
WROTE = "On 3 December 2026 the referee wrote:\n"
OUTLOOK = "\n-----Original Message-----\nFrom: Referee <ref@acquire.example>\nSubject: harbour, round 1\n\n"


def quoted(text):
    return "".join(f"> {line}" for line in text.splitlines(keepends=True))


def replies(report):
    """The ways in which mail programs and people answer a report, by name."""
    above, below = quoted(report).split("> THE PRESS\n")
    return {
        "above": f"{OWN}\n{WROTE}{quoted(report)}",
        "below": f"{WROTE}{quoted(report)}\n{OWN}",
        "below, without a word": f"{quoted(report)}\n{OWN}",
        "in the middle": f"{WROTE}{above}{OWN}> THE PRESS\n{below}",
        "above, not quoted": f"{OWN}{OUTLOOK}{report}",
    }


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("is_public", [True, False])
def test_orders_around_a_report_with_hostile_press_are_read_and_nothing_of_it_is(words, is_public):
    game = with_press(GAME, words, seat=AUTHOR, to=None if is_public else READER)
    for way, text in replies(game.report(1, READER)).items():
        reading = read(own_words(text).text, WORDS)
        assert (canonical(reading.orders), reading.problems) == (OWN, ()), way
        assert not [line for line in reading.unread if line.looks_like_statement], way


@pytest.mark.parametrize("words", HOSTILE)
def test_a_report_with_hostile_press_alone_says_nothing(words):
    report = with_press(GAME, words).report(1, READER)
    for text in (report, quoted(report), WROTE + quoted(report)):
        reading = read(own_words(text).text, WORDS)
        assert (canonical(reading.orders), reading.problems) == ("", ())
