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
HASBRO = Vocabulary(
    ("Nestor", "Spark", "Etch", "Fleet", "Rove", "Bolt", "Echo"),
    10,
    10,
    ("Alice", "Bob", "Carol", "Dave"),
    "Alice",
)
NO_GAME = Vocabulary(CLASSIC.chains, 12, 9)
