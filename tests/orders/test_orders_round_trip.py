"""Reading the canonical form gives the same orders again, for every order file there is (ORDERS.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, seed, settings
from orders_strategies import lines, orders, sections, standing_items, texts
from orders_vocabularies import CLASSIC, POWERS

from orders import tree
from orders.printer import WIDTH, canonical, line_text, print_sections, print_standing
from orders.reader import Reading, read

SAMPLE = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
PARTS = pytest.mark.parametrize("part", range(20))
"""The long run in parts: what one engine remembers of its examples grows without end."""
LONG = settings(max_examples=1_000, database=None, deadline=None, suppress_health_check=list(HealthCheck))


def assert_same(given_orders: tree.Orders) -> Reading:
    text = canonical(given_orders)
    reading = read(text, POWERS)
    assert reading.refused is None, text
    assert not reading.problems, text
    assert not reading.unread, text
    assert reading.orders == given_orders, text
    return reading


def assert_narrow(text: str, words: tuple[str, ...]) -> None:
    """No line is wider than 72 columns but those of press and notes."""
    for line in text.split("\n"):
        assert len(line) <= WIDTH or any(line.strip() and line.strip() in one for one in words), line


def press_and_notes(given_orders: tree.Orders) -> tuple[str, ...]:
    found = [f"note: {request.text}" for request in given_orders.requests if isinstance(request, tree.Note)]
    waiting = [item for section in given_orders.sections for item in section.items]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tree.Press):
            found.append(item.text)
            found.append(canonical(tree.Orders(sections=(tree.Section("all", (item,)),))))
        elif isinstance(item, tree.Block):
            waiting.extend(inner for branch in item.branches for inner in branch.items)
    return tuple(found)


@SAMPLE
@given(orders)
def test_every_tree_is_read_back_from_its_canonical_form(given_orders: tree.Orders) -> None:
    assert_same(given_orders)
    assert_narrow(canonical(given_orders), press_and_notes(given_orders))


@pytest.mark.fuzz
@PARTS
def test_every_tree_is_read_back_in_the_long_run(part: int) -> None:
    @seed(part)
    @LONG
    @given(orders)
    def read_back(given_orders: tree.Orders) -> None:
        assert_same(given_orders)

    read_back()


@SAMPLE
@given(texts)
def test_whatever_is_understood_of_a_text_is_read_back(text: str) -> None:
    understood = read(text, POWERS).orders
    assert_same(replace(understood, header=replace(understood.header, key=None)))


@pytest.mark.fuzz
@PARTS
def test_whatever_is_understood_of_a_text_is_read_back_in_the_long_run(part: int) -> None:
    @seed(part)
    @LONG
    @given(texts)
    def read_back(text: str) -> None:
        understood = read(text, POWERS).orders
        assert_same(replace(understood, header=replace(understood.header, key=None)))

    read_back()


@SAMPLE
@given(lines)
def test_a_line_on_one_line_is_the_same_line(line: tree.Line) -> None:
    text = line_text(line)
    assert "\n" not in text
    assert read(text, POWERS).orders.sections == (tree.Section("all", (line,)),)


@SAMPLE
@given(sections)
def test_the_sections_can_be_stored_alone(given_sections: tuple[tree.Section, ...]) -> None:
    assert read(print_sections(given_sections), POWERS).orders.sections == given_sections


@SAMPLE
@given(standing_items)
def test_the_standing_block_can_be_stored_alone(items: tuple[tree.Item, ...]) -> None:
    assert read(print_standing(items), POWERS).orders.standing == items


def test_a_line_of_the_stored_text_names_its_line() -> None:
    text = print_sections(read("tile 5C\nif Luxor is active\nbuy 3 L\nend\nfound L", CLASSIC).orders.sections)
    lines_read = read(text, CLASSIC).orders.sections[0].items
    assert [item.at.line for item in lines_read] == [1, 2, 5]
    block = lines_read[1]
    assert isinstance(block, tree.Block)
    assert [branch.at.line for branch in block.branches] == [2]
    assert block.branches[0].items[0].at == tree.At(3, 3)


def test_the_key_is_never_printed() -> None:
    reading = read("key K7Q9-XM42\ngame harbour\nready", CLASSIC)
    assert reading.orders.header.key == "K7Q9-XM42"
    assert canonical(reading.orders) == "game harbour\n\nready\n"
    assert "K7Q9" not in repr(reading)
