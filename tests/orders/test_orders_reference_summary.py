"""orders/summary.txt: one screen, every example in it is language, and none of it does anything when it is quoted."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader
from orders_vocabularies import CLASSIC

from orders.printer import canonical
from orders.reader import read
from referee.report.layout import looks_like_an_order

FILE = Path(__file__).parents[2] / "orders" / "summary.txt"
TEXT = FILE.read_text(encoding="ascii")
LINES = TEXT.splitlines()
LABEL = 12
"""Columns before what is said."""

BARS = {
    "as it is": TEXT,
    "behind bars": "".join(f"| {line}".rstrip() + "\n" for line in LINES),
    "quoted": "".join(f"> | {line}".rstrip() + "\n" for line in LINES),
    "as remarks behind bars": "".join(f"| # {line}".rstrip() + "\n" for line in LINES),
    "as remarks": "".join(f"# {line}".rstrip() + "\n" for line in LINES),
}
EXAMPLES = [line[LABEL:].strip() for line in LINES if read(line[LABEL:], CLASSIC).orders.sections]
CONDITIONS = [
    one.strip()
    for line in LINES
    if line[:LABEL].strip() in {"Conditions", "likewise", "so far"}
    for one in line[LABEL:].split(";")
]


def test_it_is_one_screen_and_leaves_room_for_bars() -> None:
    assert len(LINES) <= 24
    assert max(map(len, LINES)) <= 74
    assert TEXT.isascii()
    assert all(line == line.rstrip() for line in LINES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_example_is_read_without_problems(example: str) -> None:
    reading = read(example, CLASSIC)
    assert (reading.problems, reading.unread) == ((), ())
    assert len(EXAMPLES) >= 11


@pytest.mark.parametrize("condition", CONDITIONS)
def test_each_condition_is_one(condition: str) -> None:
    assert read(f"tile 5C if {condition}", CLASSIC).problems == ()
    assert len(CONDITIONS) >= 12


def test_every_decision_is_in_it() -> None:
    words = {example.split()[0] for example in EXAMPLES}
    assert words == {"tile", "found", "survivor", "settle", "merger", "buy", "end"}


def test_no_line_looks_like_an_order() -> None:
    assert [line for line in LINES if line.strip() and looks_like_an_order(line.split()[0])] == []


@pytest.mark.parametrize("how", BARS)
def test_quoted_alone_or_below_orders_nothing_of_it_counts(how: str) -> None:
    alone = read(BARS[how], CLASSIC)
    assert (alone.orders.sections, alone.orders.requests, alone.orders.standing) == ((), (), None)
    below = read(f"tile 5C\n\n{BARS[how]}", CLASSIC)
    assert canonical(below.orders) == "tile 5C\n"
    assert how == "as it is" or below.problems == ()


@pytest.mark.parametrize("how", BARS)
@pytest.mark.parametrize("gap", ["\n", ""])
def test_quoted_among_orders_it_adds_nothing_to_them(how: str, gap: str) -> None:
    """Where no blank line keeps it apart, a line that touches it may be lost, but never silently."""
    reading = read(f"tile 9H\n{gap}{BARS[how]}{gap}tile 5C\n", CLASSIC)
    printed = canonical(reading.orders)
    assert set(printed.splitlines()) <= {"tile 9H", "tile 5C"}
    assert "tile 9H" in printed or reading.problems
    assert reading.orders.requests == ()


def test_a_template_can_include_it_behind_bars() -> None:
    templates = Environment(loader=FileSystemLoader(FILE.parent), autoescape=False)  # noqa: S701 (plain text)
    for bar, how in (("| ", "behind bars"), ("| # ", "as remarks behind bars")):
        form = templates.from_string(
            '{% filter indent("' + bar + '", true, true) %}{% include "summary.txt" %}{% endfilter %}'
        )
        assert [line.rstrip() for line in form.render().splitlines()] == BARS[how].splitlines()
