"""Each value of each switch has a witness: two games with the same bag and orders, and the event in which they part.

Before that event all that happens is the same in both; `game_opened`, which states the switch itself, is left
aside, and so is `order_applied`, which says how something was decided that the next event says.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pytest
from case_file import cases_in
from case_play import play_case
from service_helpers import open_harbour

from orders.reader import read
from referee.round.adjudicate import resolve
from referee.round.desk import desk_of
from referee.round.filing import file_for_seats
from referee.round.opening import NewGame, open_game
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e
from referee.rules.editions import CLASSIC
from referee.rules.switches import SHORT_GAME, VALUES
from referee.service.file_orders import file_orders
from referee.service.resolve_round import resolve_round


@dataclass(frozen=True)
class Game:
    """A position with a bag and orders, in the words of the cases; `{}` is where the switch is set."""

    text: str

    def events(self, switch: str, value: str) -> list[e.Event]:
        (case,) = cases_in(f"=== A game\nswitch: {switch} = {value}\n{self.text}")
        played = play_case(case)
        assert played.start.ignored == ()
        return [entry.event for entry in played.entries]


@dataclass(frozen=True)
class WholeGame:
    """A game from its opening, its bag beginning with `bag`; `orders` are filed for round 1, which is played."""

    players: tuple[str, ...]
    bag: str
    orders: tuple[tuple[str, str], ...] = ()

    def events(self, switch: str, value: str) -> list[e.Event]:
        first = tuple(self.bag.split())
        rest = tuple(tile for tile in CLASSIC.board.tiles if tile not in first)
        switches = {switch: value}
        entries = open_game(NewGame(self.players, switches=switches, bag=first + rest, seed="seed"), "unused")
        for seat, text in self.orders:
            words = vocabulary_of(view_of(entries, seat), seat)
            (filing,) = file_for_seats(desk_of(entries), (seat,), read(text, words), words, "test")
            entries += [e.Entry(event, 1) for event in filing.events]
        entries += resolve(entries)
        [opened, *rest_of_it] = [entry.event for entry in entries]
        assert opened.ignored == ()
        return rest_of_it


@dataclass(frozen=True)
class StoredGame:
    """A game in a store, from its opening; alice sends `text`, and its first round is played."""

    text: str

    def events(self, switch: str, value: str) -> list[e.Event]:
        switches = [f"{switch}={value}"]
        with tempfile.TemporaryDirectory() as folder, open_harbour(Path(folder), switches=switches) as work:
            file_orders(work, "harbour", "alice", self.text, "test")
            resolve_round(work, "harbour", misses_meant=True)
            return [entry.event for entry in work.log("harbour").written]


@dataclass(frozen=True)
class Parting:
    """An event by its kind and seat, and what of its data tells the games apart."""

    kind: str
    seat: str | None
    data: tuple[tuple[str, object], ...] = ()

    def is_of(self, event: e.Event | None) -> bool:
        return (
            event is not None
            and (event.KIND, event.seat) == (self.kind, self.seat)
            and all(getattr(event, name) == value for name, value in self.data)
        )


def parting(kind: str, seat: str | None = None, **data: object) -> Parting:
    return Parting(kind, seat, tuple(data.items()))


ROUND = WholeGame(("alice", "bob", "carol"), "1A 5A 9A")

DEAD = Game("""
Luxor: 1A-11A
Tower: 1C-11C
alice: hand 1B 12E 12G 12I 10E 10G
others: bob, carol
draw: 3B 5B 10I 8E
orders alice:
  tile 12E
""")  # alice draws 3B; 1B and 3B are dead. Exchanged one by one 1B brings 5B; together 1B and 3B bring 5B and 10I

SOLE = Game("""
edition: hasbro_2016
board:
     1 2 3 4 5 6
  A  N N N * S S
alice: 2 Spark; hand 4A
others: bob, carol
orders alice:
  tile 4A
""")  # Spark of two tiles: 2000, 1500, 1000

MERGER_FOR_TWO = Game("""
board:
     1 2 3 4 5 6
  A  L L L * T T
alice: 1 Tower; hand 4A
bob:
draw: 9I
orders alice:
  tile 4A
""")

STALLING = Game("""
unplaced: 2
others: alice, bob, carol
draw: 12I
""")

SETTLING = Game("""
board:
     1 2 3 4 5 6
  A  L L L * T T
alice: hand 4A
bob: 3 Tower
others: carol
orders alice:
  tile 4A
""")

VALUE = Game("""
Luxor: 1A-2A
alice: 1 Luxor
bob: 2 Luxor
others: carol
orders alice:
  buy 1 Luxor if my value >= 7200
""")  # 6000, one share at 200, and 1000 for being second, where that counts

ENDING = Game("""
Luxor: 1A-12B 1C-7C
Tower: 1E-2E
alice: hand 12I
others: bob, carol
draw: 12H
orders alice:
  end game
""")  # Luxor has 31 tiles

TEAMS = Game("""
Luxor: 1A-11A
alice: $9,000
bob: $5,000
carol: $1,000
dave: $6,000
orders alice:
  end game
""")  # 10000 against 11000

TYCOON = Game("""
edition: renegade_2023
board:
     1 2 3 4 5 6
  A  S S S * T T
alice: 3 Tower; hand 4A
bob: 2 Tower
others: carol
orders alice:
  tile 4A
""")  # Tower of two tiles: second bonus 1000, of three bonuses 1500

LEFT = Game("""
alice: hand 12A
bob: hand 12I 12G
others: carol
left: bob
""")

SAFE_ALONE = Game("""
Luxor: 1A-10A
alice: hand 11A
others: bob, carol
draw: 12I
orders alice:
  tile 11A
""")


def places(*places: tuple[int, str, int, str | None]) -> tuple[dict[str, object], ...]:
    return tuple(
        {"place": place, "seat": seat, "money": money, "team": team, "left": False}
        for place, seat, money, team in places
    )


WITNESSES = [
    (
        ("plays_per_round", ROUND),
        ("players+1", parting("round_opened", plays=("alice", "bob", "carol", "alice"))),
        ("players", parting("round_opened", plays=("alice", "bob", "carol"))),
    ),
    (
        ("plays_per_round", ROUND),
        ("1", parting("round_opened", plays=("alice",))),
        ("players+1", parting("round_opened", plays=("alice", "bob", "carol", "alice"))),
    ),
    (
        ("order_of_play", WholeGame(("alice", "bob", "carol"), "5A 1A 9A")),
        ("ranked", parting("playing_order_set", order=("bob", "alice", "carol"))),
        ("seats", parting("playing_order_set", order=("bob", "carol", "alice"))),
    ),
    (
        (
            "holdings",
            WholeGame(("alice", "bob", "carol"), "1A 5A 9A", (("alice", "tile any if Bob's cash > 1"),)),
        ),
        ("public", parting("orders_filed", "alice", orders="tile any if bob's cash > 1\n", problems=0)),
        ("private", parting("orders_missed", "alice")),
    ),
    (
        ("end_size", ENDING),
        ("31", parting("end_announced", "alice", why="Luxor has 31 tiles")),
        ("41", parting("tile_placed", "alice", tile="12I", effect="loose")),
    ),
    (
        ("auto_end", SAFE_ALONE),
        ("false", parting("tile_drawn", "alice", tile="12I")),
        ("true", parting("play_ended", "alice", placed=1, drawn=0)),
    ),
    (
        ("stall_end", STALLING),
        ("true", parting("play_ended", "alice", placed=0, drawn=0)),
        ("false", parting("tile_drawn", "alice", tile="12I")),
    ),
    (
        ("dead_tiles", DEAD),
        ("until_clean", parting("tile_drawn", "alice", tile="5B")),
        ("once", parting("dead_tile_set_aside", "alice", tile="3B")),
    ),
    (
        ("dead_tiles", DEAD),
        ("none", parting("play_ended", "alice", placed=1, drawn=1)),
        ("once", parting("dead_tile_set_aside", "alice", tile="1B")),
    ),
    (
        ("sole_holder", SOLE),
        ("first_second", parting("bonus_paid", "alice", places=(1, 2), amount=3500)),
        ("first_third", parting("bonus_paid", "alice", places=(1, 3), amount=3000)),
    ),
    (
        ("sole_holder", SOLE),
        ("all", parting("bonus_paid", "alice", places=(1, 2, 3), amount=4500)),
        ("first_third", parting("bonus_paid", "alice", places=(1, 3), amount=3000)),
    ),
    (
        ("teams", TEAMS),
        (
            "false",
            parting(
                "game_ended",
                ranking=places(
                    (1, "alice", 9000, None),
                    (2, "dave", 6000, None),
                    (3, "bob", 5000, None),
                    (4, "carol", 1000, None),
                ),
            ),
        ),
        (
            "true",
            parting(
                "game_ended",
                ranking=places(
                    (1, "dave", 6000, "bob + dave"),
                    (1, "bob", 5000, "bob + dave"),
                    (2, "alice", 9000, "alice + carol"),
                    (2, "carol", 1000, "alice + carol"),
                ),
            ),
        ),
    ),
    (
        ("two_players", MERGER_FOR_TWO),
        ("bank", parting("bank_tile_drawn", chain="Tower", tile="9I", shares=9)),
        ("plain", parting("bonus_paid", "alice", places=(1, 2), amount=3000)),
    ),
    (
        ("two_players", WholeGame(("alice", "bob"), "1A 5A 9A")),
        ("four_hands", parting("setup_tile_drawn", "alice_1", tile="1A")),
        ("bank", parting("setup_tile_drawn", "alice", tile="1A")),
    ),
    (
        (
            "special_powers",
            WholeGame(("alice", "bob", "carol"), "1A 5A 9A", (("alice", "tile any\nuse take 5 tiles"),)),
        ),
        ("true", parting("orders_filed", "alice", orders="tile any\nuse take 5 tiles\n", problems=0)),
        ("false", parting("orders_filed", "alice", orders="tile any\n", problems=1)),
    ),
    (
        ("unordered_stock", SETTLING),
        ("sell", parting("stock_settled", "bob", sold=3, kept=0)),
        ("keep", parting("stock_settled", "bob", sold=0, kept=3)),
    ),
    (
        ("value_counts", VALUE),
        ("all", parting("shares_bought", "alice", chain="Luxor", count=1)),
        ("first", parting("play_ended", "alice")),
    ),
    (
        ("leaver", LEFT),
        ("defaults", parting("tile_placed", "bob", tile="12G", by="left")),
        ("substitute", parting("orders_missed", "bob")),
    ),
    (
        ("tycoon", TYCOON),
        ("false", parting("bonus_paid", "bob", places=(2,), amount=1000)),
        ("true", parting("bonus_paid", "bob", places=(2,), amount=1500)),
    ),
    (
        ("press", StoredGame("tile any\npress: Good morning.\n")),
        ("open", parting("press_published", "alice", to=None, anonymous=False)),
        ("none", parting("round_closed")),
    ),
    (
        ("press", StoredGame("tile any\npress: Good morning.\n")),
        ("moderated", parting("round_closed")),
        ("open", parting("press_published", "alice", to=None, anonymous=False)),
    ),
]


@pytest.mark.parametrize(
    ("what", "one", "other"),
    WITNESSES,
    ids=[f"{switch}: {one}, not {other}" for (switch, _), (one, _), (other, _) in WITNESSES],
)
def test_two_games_with_the_same_bag_and_orders_part_in_the_event_that_is_named(what, one, other):
    switch, game = what
    value, its_event = one
    other_value, other_event = other
    both = zip_longest(happened(game, switch, value), happened(game, switch, other_value))
    here, there = next((here, there) for here, there in both if here != there)
    assert its_event.is_of(here), here
    assert other_event.is_of(there), there


def happened(game, switch, value):
    return [
        event for event in game.events(switch, value) if not isinstance(event, e.GameOpened | e.OrderApplied)
    ]


def test_every_value_of_every_switch_has_a_witness():
    there_are = {(name, value) for name, values in VALUES.items() for value in values}
    there_are |= {("end_size", str(CLASSIC.end)), ("end_size", SHORT_GAME)}
    witnessed = {(switch, value) for (switch, _), *sides in WITNESSES for value, _ in sides}
    assert witnessed == there_are
