"""A game written down by hand, event by event, so that its reports can be read beside it.

Four players, classic edition, but a chain of ten tiles is enough for the end. Rounds 1 to 4 are short of many plays:
they only bring the board where it is wanted. Round 5 has a merger, a founding with loose tiles, a miss; round 6 ends
the game in its second play.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.report.render import round_report
from referee.rules import events as e
from referee.rules.editions import CLASSIC
from referee.rules.switches import resolve_switches

SEATS = ("Alice", "Bob", "Carol", "Dave")
ORDER = ("Carol", "Dave", "Alice", "Bob")
NAME = "harbour"
SEAL = "7d0c" * 16

ALICES_ORDERS = """\
if size of Tower >= 8
  tile 12I
end
tile 5C, 9H
merger Luxor into Tower: trade 4 for 2
buy 4 Imperial
buy 3 Tower
"""


def plays(number: int) -> tuple[str, ...]:
    """The five plays of a round: a piece of the one rotation."""
    start = (number - 1) * 5
    return tuple(ORDER[(start + turn) % 4] for turn in range(5))


def entries() -> list[e.Entry]:
    """The whole game."""
    return [*opening(), *earlier(), *fifth_round(), *sixth_round()]


def opening() -> Iterator[e.Entry]:
    _, switches, ignored = resolve_switches(CLASSIC, 4, {"two_players": "plain"})
    in_force = switches.as_data() | {"end_size": 10}
    yield e.Entry(
        e.GameOpened(
            edition=CLASSIC.as_data(),
            ruleset="2026-11",
            switches=in_force,
            ignored=ignored,
            seats=SEATS,
            bag_given=False,
            seed_given=True,
        )
    )
    yield e.Entry(e.BagSealed("hmac-sha256/1", SEAL))
    yield e.Entry(e.BagKept("a slow boat", None))
    for seat, tile in zip(SEATS, ("7C", "9I", "2C", "3E"), strict=True):
        yield e.Entry(e.SetupTileDrawn(tile, seat=seat))
    yield e.Entry(e.PlayingOrderSet(ORDER, 6, 80))
    hands = {
        "Carol": ("3C", "6D", "10I", "1A", "12A", "12C"),
        "Dave": ("7D", "9H", "1E", "1G", "12E", "1I"),
        "Alice": ("5C", "8C", "12I", "6B", "10H", "11A"),
        "Bob": ("2E", "11F", "1B", "3G", "12G", "6I"),
    }
    for number, (seat, hand) in enumerate(hands.items()):
        yield e.Entry(e.TilesDealt(hand, 5 + 6 * number, seat=seat))
    yield e.Entry(e.RoundOpened(plays(1), "2026-11-06T18:00:00Z"), 1)


def earlier() -> Iterator[e.Entry]:
    """Luxor with three tiles, Tower with five, American with three; some shares of each."""
    carol, alice, bob = {"seat": "Carol"}, {"seat": "Alice"}, {"seat": "Bob"}
    first = {
        1: [
            e.TilePlaced("3C", "found", None, ("2C",), "orders", **carol),
            e.ChainFounded("Luxor", 2, 1, **carol),
            e.PlayEnded(1, 1, 6, 79, **carol),
        ],
        3: [
            e.TilePlaced("8C", "found", None, ("7C",), "orders", **alice),
            e.ChainFounded("Tower", 2, 1, **alice),
            e.SharesBought("Luxor", 3, 200, **alice),
            e.TileDrawn("2A", 30, **alice),
            e.PlayEnded(1, 1, 6, 78, **alice),
        ],
        4: [
            e.TilePlaced("2E", "found", None, ("3E",), "orders", **bob),
            e.ChainFounded("American", 2, 1, **bob),
            e.SharesBought("American", 2, 300, **bob),
            e.PlayEnded(1, 1, 6, 77, **bob),
        ],
    }
    growing = {
        2: ("4C", "Luxor", [e.SharesBought("Luxor", 3, 300, **alice)]),
        3: (
            "6C",
            "Tower",
            [e.SharesBought("Luxor", 4, 300, **bob), e.SharesBought("Tower", 2, 300, **alice)],
        ),
        4: (
            "7D",
            "Tower",
            [e.SharesBought("Tower", 3, 400, **carol), e.SharesBought("Luxor", 1, 300, **alice)],
        ),
    }
    for play, happened in first.items():
        yield from (e.Entry(event, 1, play) for event in happened)
    for number, (tile, chain, bought) in growing.items():
        yield from close_and_open(number)
        placer = plays(number)[0]
        yield e.Entry(e.TilePlaced(tile, "grow", chain, (), "orders", seat=placer), number, 1)
        yield from (e.Entry(one, number, 1) for one in bought)
        yield e.Entry(e.PlayEnded(1, 1, 6, 77 - number, seat=placer), number, 1)
    for play, (tile, chain) in enumerate((("8D", "Tower"), ("4E", "American")), start=2):
        seat = plays(4)[play - 1]
        yield e.Entry(e.TilePlaced(tile, "grow", chain, (), "orders", seat=seat), 4, play)
        yield e.Entry(e.PlayEnded(1, 1, 6, 74 - play, seat=seat), 4, play)


def close_and_open(number: int) -> Iterator[e.Entry]:
    """The end of the round before, and the beginning of this one."""
    yield e.Entry(e.RoundClosed(), number - 1)
    yield e.Entry(
        e.RoundOpened(plays(number), f"2026-{'11-13' if number < 5 else '12-04'}T18:00:00Z"), number
    )


def fifth_round() -> Iterator[e.Entry]:
    yield from close_and_open(5)
    for play, happened in enumerate((carols(), daves(), alices(), bobs(), carols_second()), start=1):
        yield from (e.Entry(event, 5, play) for event in happened)
    yield e.Entry(e.RoundClosed(), 5)
    yield e.Entry(e.RoundOpened(plays(6), "2026-12-11T18:00:00Z"), 6)


def carols() -> Iterator[e.Event]:
    me = {"seat": "Carol"}
    yield e.TilePlaced("6D", "grow", "Tower", (), "orders", **me)
    yield e.SharesBought("Tower", 2, 600, **me)
    yield e.SharesBought("American", 1, 400, **me)
    yield e.PlayEnded(1, 1, 6, 70, **me)


def daves() -> Iterator[e.Event]:
    me = {"seat": "Dave"}
    yield e.OrdersMissed(**me)
    yield e.DieRolled("round 5, play 2, tile", 6, 2, **me)
    yield e.OrderApplied("tile", "9H", default="no orders: the die", **me)
    yield e.TilePlaced("9H", "loose", None, (), "missed", **me)
    yield e.PlayEnded(1, 1, 6, 69, **me)


def alices() -> Iterator[e.Event]:
    me = {"seat": "Alice"}
    not_the_block = {"line": 1, "text": "if size of Tower >= 8", "why": "its condition fails"}
    yield e.OrderApplied("tile", "5C", 4, "tile 5C, 9H", passed=(not_the_block,), **me)
    yield e.TilePlaced("5C", "merge", None, (), "orders", **me)
    yield e.MergerBegun("Tower", ("Luxor",), {"Tower": 6, "Luxor": 3}, {"Tower": 600, "Luxor": 300}, **me)
    yield e.BonusPaid("Luxor", (1,), 7, 3000, **me)
    yield e.BonusPaid("Luxor", (2,), 4, 1500, seat="Bob")
    yield e.OrderApplied(
        "merger Luxor into Tower",
        "trade 4, sell 3",
        5,
        "merger Luxor into Tower: trade 4 for 2",
        default="no line: the other 3 sold",
        **me,
    )
    yield e.StockSettled("Luxor", 3, 300, 4, 2, 0, **me)
    yield e.OrderApplied("merger Luxor into Tower", "keep all", 1, "merger any: keep all", seat="Bob")
    yield e.StockSettled("Luxor", 0, 300, 0, 0, 4, seat="Bob")
    yield e.StockSettled("Luxor", 1, 300, 0, 0, 0, seat="Carol")
    yield e.ChainTakenOver("Luxor", "Tower", ("2C", "3C", "4C"), **me)
    yield e.MergerEnded("Tower", 10, ("5C",), **me)
    no_imperial = {"line": 6, "text": "buy 4 Imperial", "why": "Imperial is not on the board"}
    yield e.OrderApplied("buy", "3 Tower", 7, "buy 3 Tower", passed=(no_imperial,), **me)
    yield e.SharesBought("Tower", 3, 600, **me)
    yield e.TileDrawn("8H", 41, **me)
    yield e.PlayEnded(1, 1, 6, 68, **me)


def bobs() -> Iterator[e.Event]:
    me = {"seat": "Bob"}
    yield e.TilePlaced("11F", "loose", None, (), "orders", **me)
    yield e.PlayEnded(1, 1, 6, 67, **me)


def carols_second() -> Iterator[e.Event]:
    me = {"seat": "Carol"}
    yield e.TilePlaced("10I", "found", None, ("9H", "9I"), "orders", **me)
    yield e.ChainFounded("Imperial", 3, 1, **me)
    yield e.SharesBought("Imperial", 3, 500, **me)
    yield e.PlayEnded(1, 1, 6, 66, **me)


def sixth_round() -> Iterator[e.Entry]:
    """Alice announces the end in the second play."""
    dave, alice = {"seat": "Dave"}, {"seat": "Alice"}
    yield e.Entry(e.TilePlaced("1G", "loose", None, (), "orders", **dave), 6, 1)
    yield e.Entry(e.PlayEnded(1, 1, 6, 65, **dave), 6, 1)
    yield e.Entry(e.EndAnnounced("Tower has 10 tiles", **alice), 6, 2)
    yield e.Entry(e.TilePlaced("12I", "loose", None, (), "orders", **alice), 6, 2)
    yield e.Entry(e.PlayEnded(1, 0, 5, 65, **alice), 6, 2)
    bonuses = (
        ("Tower", (1,), 8, 6000, "Alice"),
        ("Tower", (2,), 5, 3000, "Carol"),
        ("American", (1,), 3, 4000, "Bob"),
        ("American", (2,), 1, 2000, "Carol"),
        ("Imperial", (1, 2), 4, 7500, "Carol"),
    )
    for chain, places, shares, amount, seat in bonuses:
        yield e.Entry(e.BonusPaid(chain, places, shares, amount, seat=seat), 6)
    sold = (
        ("Tower", 5, 600, "Carol"),
        ("Tower", 8, 600, "Alice"),
        ("American", 1, 400, "Carol"),
        ("American", 3, 400, "Bob"),
        ("Imperial", 4, 500, "Carol"),
    )
    for chain, count, price, seat in sold:
        yield e.Entry(e.StockSoldAtEnd(chain, count, price, seat=seat), 6)
    money = (("Carol", 19_900), ("Alice", 16_500), ("Bob", 10_900), ("Dave", 6_000))
    ranking = tuple(
        {"place": place, "seat": seat, "money": amount, "team": None, "left": False}
        for place, (seat, amount) in enumerate(money, start=1)
    )
    yield e.Entry(e.GameEnded("announced", ranking), 6)
    yield e.Entry(e.RoundClosed(), 6)
    yield e.Entry(e.BagOpened("a slow boat", None), 6)


def report(round_number: int, reader: str | None = None) -> str:
    """A report of this game, as its reader would get it."""
    return round_report(
        [entry for entry in entries() if e.may_see(entry.event, reader)],
        reader,
        game=NAME,
        round_number=round_number,
        head="214:9c1e04ab57d2" + "e" * 52,
        at="2026-12-04T18:00:00Z",
        orders=ALICES_ORDERS if reader == "Alice" and round_number == 5 else None,
    )


GOLDEN = {
    "opening.txt": (0, None),
    "public.txt": (5, None),
    "alice.txt": (5, "Alice"),
    "dave.txt": (5, "Dave"),
    "the-end.txt": (6, None),
}
"""The file of each report under `golden/`: its round and reader."""
