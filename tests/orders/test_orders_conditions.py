"""Whether a condition holds: each fact and term true and false (ORDERS.md, "Conditions")."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from orders_vocabularies import POWERS

from orders import tree
from orders.conditions import Position, holds, resolve, tile_fits
from orders.reader import read


@dataclass
class Fake:
    """A position that is told what to know. Alice asks; Bob, Carol and Dave play too."""

    me: str = "Alice"
    seats: tuple[str, ...] = ("Alice", "Bob", "Carol", "Dave")
    active: tuple[str, ...] = ("Luxor", "Tower", "American")
    tiles_left: int = 50
    round: int = 5
    sizes: dict[str, int] = field(default_factory=lambda: {"Luxor": 4, "Tower": 12, "American": 12})
    prices: dict[str, int] = field(default_factory=lambda: {"Luxor": 400, "Tower": 700, "American": 800})
    bonuses: dict[str, int] = field(default_factory=lambda: {"Luxor": 4000})
    bank_shares: dict[str, int] = field(default_factory=lambda: {"Luxor": 13, "Festival": 25})
    held: dict[tuple[str, str], int] = field(
        default_factory=lambda: {
            ("Alice", "Luxor"): 5,
            ("Bob", "Luxor"): 4,
            ("Carol", "Luxor"): 3,
            ("Alice", "Tower"): 2,
            ("Bob", "Tower"): 2,
            ("Carol", "Tower"): 1,
            ("Bob", "American"): 6,
            ("Alice", "American"): 1,
            ("Carol", "American"): 1,
        }
    )
    stats: dict[tuple[str, str], int] = field(
        default_factory=lambda: {
            ("Alice", "cash"): 1000,
            ("Alice", "value"): 9000,
            ("Alice", "rank"): 2,
            ("Alice", "tiles"): 6,
            ("Bob", "cash"): 2000,
            ("Bob", "value"): 9500,
            ("Bob", "rank"): 1,
            ("Bob", "tiles"): 5,
            ("Carol", "value"): 3000,
            ("Dave", "value"): 100,
        }
    )
    true: frozenset[tuple[object, ...]] = frozenset(
        {
            ("safe", "Tower"),
            ("on_board", "1A"),
            ("holds", "5C"),
            ("playable", "5C"),
            ("founds", "9H"),
            ("alone", "12I"),
            ("under", "7E", "Luxor", "Tower"),
            ("founded", "Bob", "Tower"),
            ("founded", "Alice", "American"),
            ("merged", "Bob", "Festival", None),
            ("merged", "Bob", "Festival", "Tower"),
            ("played", "Bob", "1A"),
            ("used", "Bob", "buy 5"),
            ("missed", "Carol"),
            ("left", "Dave"),
            ("was_founded", "Tower"),
            ("was_taken", "Festival", None),
            ("was_taken", "Festival", "Tower"),
        }
    )
    touching: dict[str, tuple[str, ...]] = field(
        default_factory=lambda: {"6D": ("Luxor",), "7E": ("Luxor", "Tower")}
    )
    dealings: dict[tuple[str, str, str], int] = field(
        default_factory=lambda: {
            ("Bob", "bought", "Luxor"): 3,
            ("Carol", "bought", "Luxor"): 1,
            ("Bob", "sold", "Festival"): 2,
            ("Bob", "traded", "Festival"): 4,
            ("Bob", "kept", "Festival"): 1,
        }
    )
    last_founded: dict[str, str] = field(default_factory=lambda: {"Bob": "Tower", "Alice": "American"})
    the_survivor: str | None = "Tower"
    endable: bool = False
    announced: bool = False

    def size(self, chain: str) -> int:
        return self.sizes.get(chain, 0)

    def price(self, chain: str) -> int:
        return self.prices.get(chain, 0)

    def bonus(self, chain: str) -> int:
        return self.bonuses.get(chain, 0)

    def bank(self, chain: str) -> int:
        return self.bank_shares.get(chain, 0)

    def is_safe(self, chain: str) -> bool:
        return ("safe", chain) in self.true

    def shares(self, seat: str, chain: str) -> int:
        return self.held.get((seat, chain), 0)

    def stat(self, seat: str, what: str) -> int:
        return self.stats.get((seat, what), 0)

    def can_end(self) -> bool:
        return self.endable

    def end_announced(self) -> bool:
        return self.announced

    def on_board(self, tile: str) -> bool:
        return ("on_board", tile) in self.true

    def holds(self, tile: str) -> bool:
        return ("holds", tile) in self.true

    def is_playable(self, tile: str) -> bool:
        return ("playable", tile) in self.true

    def founds(self, tile: str) -> bool:
        return ("founds", tile) in self.true

    def touches(self, tile: str) -> tuple[str, ...]:
        return self.touching.get(tile, ())

    def stands_alone(self, tile: str) -> bool:
        return ("alone", tile) in self.true

    def goes_under(self, tile: str, chain: str, into: str | None) -> bool:
        return ("under", tile, chain, into) in self.true

    def founded(self, seat: str, chain: str) -> bool:
        return ("founded", seat, chain) in self.true

    def merged(self, seat: str, chain: str, into: str | None) -> bool:
        return ("merged", seat, chain, into) in self.true

    def played(self, seat: str, tile: str) -> bool:
        return ("played", seat, tile) in self.true

    def dealt(self, seat: str, verb: str, chain: str) -> int:
        return self.dealings.get((seat, verb, chain), 0)

    def used(self, seat: str, power: str) -> bool:
        return ("used", seat, power) in self.true

    def missed(self, seat: str) -> bool:
        return ("missed", seat) in self.true

    def left(self, seat: str) -> bool:
        return ("left", seat) in self.true

    def was_founded(self, chain: str) -> bool:
        return ("was_founded", chain) in self.true

    def was_taken_over(self, chain: str, by: str | None) -> bool:
        return ("was_taken", chain, by) in self.true

    def last_founded_by(self, seat: str) -> str | None:
        return self.last_founded.get(seat)

    def survivor(self) -> str | None:
        return self.the_survivor


EMPTY = Fake(active=(), sizes={}, prices={}, last_founded={}, the_survivor=None)


def condition(text: str) -> tree.Condition:
    reading = read(f"end game if {text}", POWERS)
    assert not reading.problems
    line = reading.orders.sections[0].items[0]
    assert isinstance(line, tree.Line)
    assert line.guard is not None
    return line.guard.condition


def is_so(text: str, position: Position | None = None) -> bool:
    return holds(condition(text), position or Fake())


TRUE = [
    "Luxor is active",
    "Tower is safe",
    "I lead Luxor",
    "Bob leads American",
    "Alice leads Luxor",
    "anyone leads Luxor",
    "nobody leads Tower",
    "nobody leads Imperial",
    "I am first in Luxor",
    "I am first in Tower",
    "I am second in American",
    "1A is on the board",
    "I hold 5C",
    "5C is playable",
    "9H founds",
    "12I stands alone",
    "6D grows",
    "6D grows Luxor",
    "7E merges",
    "7E merges Luxor",
    "7E merges Tower",
    "7E merges Luxor into Tower",
    "Bob founded Tower",
    "I founded American",
    "anyone founded American",
    "nobody founded Imperial",
    "Bob merged Festival",
    "Bob merged Festival into Tower",
    "anyone merged Festival into Tower",
    "nobody merged Luxor",
    "Bob played 1A",
    "anyone played 1A",
    "nobody played 5C",
    "Bob bought Luxor",
    "Bob bought 3 Luxor",
    "anyone bought 3 Luxor",
    "nobody bought 4 Luxor",
    "Bob sold 2 Festival",
    "Bob traded 4 Festival",
    "Bob kept Festival",
    "Bob used buy 5",
    "Carol missed",
    "anyone missed",
    "nobody used trade 2",
    "Dave left",
    "Tower was founded",
    "Festival was taken over",
    "Festival was taken over by Tower",
    "the chain Bob founded is safe",
    "the chain I founded is active",
    "the survivor is safe",
    "Bob founded the survivor",
]
FALSE = [
    "Festival is active",
    "Luxor is safe",
    "Bob leads Luxor",
    "I lead Tower",
    "I lead American",
    "nobody leads Luxor",
    "anyone leads Tower",
    "anyone leads Imperial",
    "I am first in American",
    "I am first in Imperial",
    "I am second in Luxor",
    "I am second in Tower",
    "2A is on the board",
    "I hold 6D",
    "6D is playable",
    "5C founds",
    "5C stands alone",
    "5C grows",
    "7E grows",
    "7E grows Luxor",
    "6D grows Tower",
    "6D merges",
    "6D merges Luxor",
    "7E merges American",
    "7E merges Tower into Luxor",
    "7E merges Luxor into American",
    "Bob founded Luxor",
    "I founded Tower",
    "anyone founded Imperial",
    "nobody founded American",
    "Carol merged Festival",
    "Bob merged Festival into Luxor",
    "nobody merged Festival",
    "Carol played 1A",
    "nobody played 1A",
    "Bob bought 4 Luxor",
    "anyone bought 4 Luxor",
    "nobody bought Luxor",
    "Bob sold 3 Festival",
    "Bob traded 5 Festival",
    "Bob kept 2 Festival",
    "Bob used trade 2",
    "Bob missed",
    "nobody missed",
    "Bob left",
    "Luxor was founded",
    "Luxor was taken over",
    "Festival was taken over by Luxor",
    "the chain Carol founded is active",
    "the chain I founded is safe",
    "the game can end",
    "the end is announced",
]


@pytest.mark.parametrize("text", TRUE)
def test_the_fact_is_true_and_its_opposite_false(text: str) -> None:
    assert is_so(text)
    assert not is_so(f"not {text}")
    fact = condition(text)
    assert isinstance(fact, tree.Fact)
    negated = read(f"end game if {text}", POWERS)
    assert not negated.problems
    assert not holds(_negated(fact), Fake())


@pytest.mark.parametrize("text", FALSE)
def test_the_fact_is_false_and_its_opposite_true(text: str) -> None:
    assert not is_so(text)
    assert is_so(f"not {text}")
    fact = condition(text)
    assert isinstance(fact, tree.Fact)
    if "Carol founded is" not in text:
        assert holds(_negated(fact), Fake())


def _negated(fact: tree.Fact) -> tree.Condition:
    from dataclasses import replace

    return replace(fact, negated=True)  # type: ignore[return-value]


def test_the_end_can_be_possible_or_announced() -> None:
    assert is_so("the game can end", Fake(endable=True))
    assert not is_so("the game can end", Fake(announced=True))
    assert is_so("the end is announced", Fake(announced=True))
    assert not is_so("the end is announced", Fake(endable=True))


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("size of Luxor", 4),
        ("size of Festival", 0),
        ("price of Tower", 700),
        ("price of Festival", 0),
        ("bonus of Luxor", 4000),
        ("bank's Luxor", 13),
        ("my Luxor", 5),
        ("Bob's Luxor", 4),
        ("Alice's Luxor", 5),
        ("anyone's Luxor", 4),
        ("anyone's American", 6),
        ("my cash", 1000),
        ("my value", 9000),
        ("my rank", 2),
        ("my tiles", 6),
        ("Bob's cash", 2000),
        ("Bob's value", 9500),
        ("Bob's rank", 1),
        ("Bob's tiles", 5),
        ("anyone's value", 9500),
        ("tiles left", 50),
        ("round", 5),
        ("players", 4),
        ("17", 17),
        ("my cash + 200 - my Luxor - 5", 1190),
        ("size of the largest chain", 12),
        ("price of the largest chain", 700),
        ("price of the dearest chain", 800),
        ("price of the cheapest chain", 400),
        ("size of the smallest chain", 4),
        ("size of the chain Bob founded", 12),
        ("my the chain I founded", 1),
        ("Bob's the survivor", 2),
    ],
)
def test_every_term_has_its_value(term: str, value: int) -> None:
    assert is_so(f"{term} = {value}")
    assert not is_so(f"{term} = {value + 1}")


@pytest.mark.parametrize(
    ("operator", "so"),
    [
        ("<", (True, False, False)),
        ("<=", (True, True, False)),
        ("=", (False, True, False)),
        ("<>", (True, False, True)),
        (">=", (False, True, True)),
        (">", (False, False, True)),
    ],
)
def test_every_comparison_below_at_and_above(operator: str, so: tuple[bool, bool, bool]) -> None:
    assert tuple(is_so(f"{left} {operator} 5") for left in (4, 5, 6)) == so


def test_and_or_not() -> None:
    t, f = "1 = 1", "1 = 2"
    assert is_so(f"{t} and {t}")
    assert not is_so(f"{t} and {f}")
    assert is_so(f"{f} or {t}")
    assert not is_so(f"{f} or {f}")
    assert is_so(f"{t} or {f} and {f}")
    assert not is_so(f"({t} or {f}) and {f}")
    assert is_so(f"not ({t} and {f})")


NOWHERE = [
    "the chain Carol founded",
    "the survivor",
    "the largest chain",
    "the smallest chain",
    "the cheapest chain",
]


@pytest.mark.parametrize("chain", [*NOWHERE, "the dearest chain"])
@pytest.mark.parametrize(
    "fact",
    [
        "{} is active",
        "{} is not active",
        "{} is not safe",
        "I do not lead {}",
        "I am not first in {}",
        "5C does not grow {}",
        "7E does not merge {}",
        "7E does not merge Luxor into {}",
        "nobody founded {}",
        "Bob did not found {}",
        "Bob did not merge {}",
        "Bob did not merge Luxor into {}",
        "Bob did not buy {}",
        "{} was not founded",
        "{} was not taken over",
        "Luxor was not taken over by {}",
        "size of {} >= 0",
        "0 <> my {} + 3",
    ],
)
def test_a_fact_about_a_chain_that_is_not_there_is_false_whatever_it_says(chain: str, fact: str) -> None:
    assert not is_so(fact.format(chain), EMPTY)
    assert is_so(f"not {fact.format(chain)}", EMPTY)


def test_of_equals_the_first_in_the_editions_order_is_meant() -> None:
    position = Fake(
        sizes={"Luxor": 5, "Tower": 5, "American": 5}, prices={"Luxor": 5, "Tower": 5, "American": 5}
    )
    for which in ("largest", "smallest", "cheapest", "dearest"):
        assert resolve(tree.Extreme(which), position) == "Luxor"


def test_descriptions_resolve_to_a_chain_or_none() -> None:
    assert resolve(tree.Named("Festival"), EMPTY) == "Festival"
    assert resolve(tree.FoundedBy(tree.ME), Fake()) == "American"
    assert resolve(tree.FoundedBy("Bob"), Fake()) == "Tower"
    assert resolve(tree.FoundedBy("Carol"), Fake()) is None
    assert resolve(tree.TheSurvivor(), Fake()) == "Tower"
    assert resolve(tree.TheSurvivor(), EMPTY) is None
    assert resolve(tree.Extreme("largest"), Fake()) == "Tower"
    assert resolve(tree.Extreme("smallest"), Fake()) == "Luxor"
    assert resolve(tree.Extreme("largest"), EMPTY) is None


def test_tiles_that_fit_an_entry() -> None:
    position = Fake()
    luxor, nowhere = tree.Named("Luxor"), tree.FoundedBy("Carol")
    assert tile_fits(tree.Founds(), False, "9H", position)
    assert not tile_fits(tree.Founds(), True, "9H", position)
    assert tile_fits(tree.Merges(), True, "9H", position)
    assert not tile_fits(tree.Merges(), False, "9H", position)
    assert tile_fits(tree.Grows(luxor), False, "6D", position)
    assert not tile_fits(tree.Grows(nowhere), False, "6D", position)
    assert not tile_fits(tree.Grows(nowhere), True, "6D", position)
    assert tile_fits(tree.StandsAlone(), False, "12I", position)


def test_alone_in_the_game_anyone_else_has_nothing() -> None:
    alone = Fake(seats=("Alice",))
    assert is_so("anyone's Luxor = 0", alone)
    assert is_so("I lead Luxor", alone)
    assert not is_so("I lead Imperial", alone)
    assert is_so("I lead Imperial", Fake(seats=("Alice",), held={("Alice", "Imperial"): 1}))
