"""Whatever the text: no exception, time in proportion, limits, and never silently something else."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from orders_strategies import texts
from orders_vocabularies import CLASSIC, NO_GAME, POWERS

from orders.printer import canonical
from orders.reader import read
from orders.tree import Orders

Hostile = Callable[[int], str]
HOSTILE: dict[str, Hostile] = {
    "and": lambda n: "tile 5C if I hold 5C" + " and I hold 5C" * (n // 14),
    "sum": lambda n: "tile 5C if 1" + " + 1" * (n // 4) + " > 3",
    "brackets": lambda n: "tile 5C if " + "(" * n,
    "pairs of brackets": lambda n: "tile 5C if " + "()" * (n // 2),
    "not": lambda n: "tile 5C if " + "not " * (n // 4),
    "blanks": lambda n: "tile 5C" + " " * n + "x",
    "open ends": lambda n: "tile" + " or   " * (n // 6) + "x",
    "digits": lambda n: "buy " + "1" * n + " L",
    "odd digits": lambda n: "buy " + "٣" * (n // 2) + " L",
    "thousands": lambda n: "buy 1" + ",234" * (n // 4) + "5 L",
    "one word": lambda n: "tile " + "a" * n,
    "apostrophes": lambda n: "tile " + "'a" * (n // 2),
    "half a tile": lambda n: "tile " + "5-" * (n // 2),
    "continuations": lambda n: "tile 5C\n" + "y y\n" * (n // 80),
    "bad lines": lambda n: "tile 5C if z z\n" * (n // 80),
    "open presses": lambda n: "press:\n" * (n // 80),
    "blocks": lambda n: "if 1 = 1\nend\n" * (n // 160),
    "invisible": lambda n: "tile 5C" + "\u200b" * (n // 3),
    "NUL": lambda n: "\x00" * n,
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_texts_are_answered(name: str) -> None:
    for size in (100, 60_000):
        reading = read(HOSTILE[name](size), POWERS)
        canonical(reading.orders)
        for problem in reading.problems:
            assert problem.line >= 1
            assert problem.column >= 1


def calls(text: str) -> int:
    """How many calls of functions, Python's and C's, reading takes."""
    count = 0

    def watch(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(watch)
    try:
        read(text, POWERS)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_work_grows_in_proportion_to_the_length(name: str) -> None:
    read("tile 5C", POWERS)
    small, large = (calls(HOSTILE[name](size)) for size in (8_000, 32_000))
    assert large <= 5 * small + 1000


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(texts)
def test_reading_never_raises(text: str) -> None:
    for vocabulary in (CLASSIC, NO_GAME):
        read(text, vocabulary)


# --- limits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("tile 5C\n" + "x" * 65_536, "64 KiB"),
        ("# é" + "é" * 40_000, "64 KiB"),
        ("tile 5C\n" * 1001, "1,000 lines"),
        ("if 1 = 1\n" * 17 + "end\n" * 17, "Blocks"),
        ("tile 5C if " + "(" * 17 + "1 = 1" + ")" * 17, "Brackets"),
        ("tile 5C if " + "not " * 17 + "1 = 1", "Brackets"),
        ("tile 5C if " + "not (" * 9 + "1 = 1" + ")" * 9, "Brackets"),
        ("tile 5C if " + "(1 = 1 and " * 17 + "1 = 1" + ")" * 17, "Brackets"),
        ("tile 5C if " + " and ".join(["I hold 5C"] * 201), "200 terms"),
        ("tile 5C if " + " + ".join(["1"] * 201) + " > 1", "200 terms"),
    ],
)
def test_past_a_limit_the_text_is_refused_with_a_clear_message(text: str, word: str) -> None:
    reading = read(text, CLASSIC)
    assert reading.refused is not None
    assert word in reading.refused
    assert reading.orders == Orders()


@pytest.mark.parametrize(
    "text",
    [
        "tile 5C\n" + "# " + "x" * 65_000,
        "tile 5C\n" * 1000,
        "if 1 = 1\n" * 16 + "end\n" * 16,
        "tile 5C if " + "(" * 16 + "1 = 1" + ")" * 16,
        "tile 5C if " + "not " * 16 + "1 = 1",
        "tile 5C if " + "(" * 16 + "L is not active" + ")" * 16,
        "tile 5C if " + "(1 = 1 and " * 16 + "1 = 1" + ")" * 16,
        "tile 5C if " + " and ".join(["(1 = 1)"] * 60),
        "tile 5C if " + " or ".join(["not (not (1 = 1) and 2 = 2)"] * 60),
        "tile 5C if " + " and ".join(["I hold 5C"] * 200),
        "tile 5C if " + " and ".join(["size of L > 3"] * 200),
        "\n".join(["tile 5C if " + " and ".join(["I hold 5C"] * 150)] * 3),
    ],
)
def test_at_the_limit_the_text_is_read(text: str) -> None:
    reading = read(text, CLASSIC)
    assert reading.refused is None
    assert not reading.problems
    assert read(canonical(reading.orders), CLASSIC).orders == reading.orders
