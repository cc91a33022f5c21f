"""What one person writes for two seats: what is stored for a seat is what the text says of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, seed, settings
from orders_strategies import sections, standing_items
from orders_vocabularies import POWERS
from test_orders_round_trip import LONG, PARTS

from orders import tree
from orders.printer import canonical
from orders.reader import read
from referee.round.desk import Desk
from referee.round.filing import Filing, file_for_seats
from referee.rules import events as e

WORDS = replace(POWERS, me="Ann", persons=(("Ann", ("Alice", "Carol")), ("Zed", ("Bob", "Dave"))))
MINE = ("Alice", "Carol")
SAMPLE = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def lines_of(written: tuple[tree.Section, ...], seat: str | None) -> list[tuple[str, tree.Decision]]:
    """The decisions for a seat with the turn in which they count, in the order of the text."""
    return [
        (section.turn, item.decision)
        for section in written
        if section.seat in (None, seat)
        for item in tree.walk(section.items)
        if isinstance(item, tree.Line)
    ]


def filed(text: str) -> tuple[Filing, ...]:
    desk = Desk(
        ("Alice", "Bob", "Carol", "Dave"), round=5, last_round=5, plays=("Alice", "Bob", "Carol", "Dave")
    )
    return file_for_seats(desk, MINE, read(text, WORDS), WORDS, "test")


def assert_each_seat_has_its_own(
    written: tuple[tree.Section, ...], standing: tuple[tree.Item, ...] | None
) -> None:
    filings = filed(canonical(tree.Orders(tree.Header(round=5), written, standing)))
    assert filings[0].problems == filings[1].problems
    strange = any(section.seat not in (None, *MINE) for section in written)
    repeats = any(isinstance(item, tree.AsBefore) for section in written for item in section.items)
    for seat, filing in zip(MINE, filings, strict=True):
        stored = [event for event in filing.events if isinstance(event, e.OrdersFiled)]
        assert {event.seat for event in stored} <= {seat}
        own = "".join(event.orders or "" for event in stored)
        again = read(own, replace(WORDS, me=seat))
        assert (again.refused, again.problems, again.unread) == (None, (), ())
        assert all(section.seat is None for section in again.orders.sections)
        assert lines_of(again.orders.sections, None) == lines_of(written, seat)
        kept = [event.standing for event in stored if event.standing is not None]
        assert bool(kept) == (standing is not None and not strange and not repeats)


@SAMPLE
@given(sections, standing_items)
def test_what_is_stored_for_a_seat_is_what_the_text_says_of_it(
    written: tuple[tree.Section, ...], standing: tuple[tree.Item, ...]
) -> None:
    assert_each_seat_has_its_own(written, standing or None)


@pytest.mark.fuzz
@PARTS
def test_what_is_stored_for_a_seat_is_what_the_text_says_of_it_in_the_long_run(part: int) -> None:
    @seed(part)
    @LONG
    @given(sections, standing_items)
    def stored(written: tuple[tree.Section, ...], standing: tuple[tree.Item, ...]) -> None:
        assert_each_seat_has_its_own(written, standing or None)

    stored()
