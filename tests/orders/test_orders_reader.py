"""Reading a text: what is read, joined, forgiven and never guessed (ORDERS.md, "Reading a text")."""

from __future__ import annotations

from orders.printer import canonical
from orders.reader import read
from orders.vocabulary import Vocabulary

CLASSIC = Vocabulary(
    ("Luxor", "Tower", "American", "Festival", "Worldwide", "Continental", "Imperial"),
    12,
    9,
    ("Alice", "Bob", "Carol", "Dave"),
    "Alice",
)


def test_a_plain_order_is_read_and_written_back() -> None:
    reading = read("BUY 3 lux, 2 t if luxor IS active", CLASSIC)
    assert not reading.problems
    assert canonical(reading.orders) == "buy 3 Luxor, 2 Tower if Luxor is active\n"
