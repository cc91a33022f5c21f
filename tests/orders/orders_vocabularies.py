"""The vocabularies that the tests of the order language read against."""

from __future__ import annotations

from orders.vocabulary import Vocabulary

CLASSIC = Vocabulary(
    ("Luxor", "Tower", "American", "Festival", "Worldwide", "Continental", "Imperial"),
    12,
    9,
    ("Alice", "Bob", "Carol", "Dave", "James", "Tila", "Fonud"),
    "Alice",
)
POWERS = Vocabulary(CLASSIC.chains, 12, 9, CLASSIC.handles, "Alice", special_powers=True)
PRIVATE = Vocabulary(CLASSIC.chains, 12, 9, CLASSIC.handles, "Alice", private_holdings=True)
FOUR_HANDS = Vocabulary(
    CLASSIC.chains,
    12,
    9,
    ("Alice_1", "Bob_1", "Alice_2", "Bob_2"),
    "Alice",
    persons=(("Alice", ("Alice_1", "Alice_2")), ("Bob", ("Bob_1", "Bob_2"))),
)
HASBRO = Vocabulary(
    ("Nestor", "Spark", "Etch", "Fleet", "Rove", "Bolt", "Echo"),
    10,
    10,
    ("Alice", "Bob", "Carol", "Dave"),
    "Alice",
)
NO_GAME = Vocabulary(CLASSIC.chains, 12, 9)
