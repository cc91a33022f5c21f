"""Letters and digits in other shapes than the plain ones (Unicode's NFKC) are read as those; words of press stay."""

import pytest

from orders.characters import fold
from orders.printer import canonical
from orders.reader import read
from orders.vocabulary import Vocabulary

WORDS = Vocabulary(chains=("Luxor", "Tower", "Festival", "Fifth"), columns=12, rows=9)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (
            "\U0001d41b\U0001d42e\U0001d432 2 \U0001d40b\U0001d42e\U0001d431\U0001d428\U0001d42b",
            "buy 2 Luxor",
        ),
        ("buy \U0001d7d0 Luxor", "buy 2 Luxor"),
        ("buy 2 \ufb01fth", "buy 2 Fifth"),
        ("buy 2\ufe0f\u20e3 Luxor", "buy 2 Luxor"),
        ("tile 5\u216d", "tile 5C"),
        ("\uff42\uff55\uff59 \uff12 Luxor", "buy 2 Luxor"),
    ],
)
def test_a_letter_in_another_shape_is_that_letter(written, plain):
    reading = read(written, WORDS)
    assert reading.problems == ()
    assert canonical(reading.orders) == f"{plain}\n"


@pytest.mark.parametrize(
    "character", ["\u00b2", "\u2082", "\u00bd", "\u2461", "\u2026", "\u00e9", "\U0001f600", "\u0421"]
)
def test_what_would_be_another_number_or_is_another_letter_stays(character):
    assert fold(f"2{character}").text == f"2{character}"


def test_press_is_published_as_it_was_written():
    reading = read("press: \ufb01ve \U0001d41b\U0001d42e\U0001d432s\n", WORDS)
    assert "press: \ufb01ve \U0001d41b\U0001d42e\U0001d432s" in canonical(reading.orders)


def test_places_lead_back_to_what_was_written():
    (problem,) = read("buy 2 \ufb01fth, 1 Nowhere", WORDS).problems
    assert problem.column == 15
