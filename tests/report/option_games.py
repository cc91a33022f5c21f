"""Games with options whose reports can be read beside them: each goes on from a position written down here.

What is written down is the position, the order of the tiles left, and everybody's orders; the referee plays a round.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.report.render import round_report
from referee.round.adjudicate import resolve
from referee.round.chance import SCHEME, Chance
from referee.round.opening import plays_of_round
from referee.round.views import entries_for
from referee.rules import events as e
from referee.rules.editions import CLASSIC, Edition
from referee.rules.switches import resolve_switches

SEED = "a wide river and a slow boat"


@dataclass
class Adopted:
    """A position at the boundary of a round, and what is ordered for the next one."""

    name: str
    switches: dict[str, str]
    order: tuple[str, ...]
    chains: dict[str, str]
    loose: str
    cash: dict[str, int]
    shares: dict[str, dict[str, int]]
    hands: dict[str, str]
    pool: str
    orders: dict[str, str]
    left: tuple[str, ...] = ()
    out_of_play: str = ""
    powers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    edition: Edition = CLASSIC
    round: int = 8

    def entries(self) -> list[e.Entry]:
        """The game from its adoption to the end of its first round here."""
        persons = 2 if self.switches.get("two_players") == "four_hands" else len(self.order)
        _, switches, ignored = resolve_switches(self.edition, persons, self.switches)
        bag = tuple(self.pool.split())
        chance = Chance(SEED, bag)
        opened = e.GameOpened(
            self.edition.as_data(), "2026-11", switches.as_data(), ignored, self.order, True, True
        )
        seats = self.order
        adopted = e.PositionAdopted(
            round=self.round,
            next=seats[0],
            order=seats,
            chains={chain: tuple(tiles.split()) for chain, tiles in self.chains.items()},
            loose=tuple(self.loose.split()),
            out_of_play=tuple(self.out_of_play.split()),
            cash=self.cash,
            shares=self.shares,
            hands={seat: len(self.hands[seat].split()) for seat in seats},
            misses=dict.fromkeys(seats, 0),
            powers={
                seat: self.powers.get(seat, e.POWERS if switches.special_powers else ()) for seat in seats
            },
            left=self.left,
            tiles_left=len(bag),
        )
        set_up: list[e.Event] = [
            opened,
            e.BagSealed(SCHEME, chance.seal()),
            e.BagKept(chance.seed, chance.given),
            adopted,
            *(e.HandAdopted(tuple(self.hands[seat].split()), seat=seat) for seat in seats),
        ]
        number = self.round + 1
        first = e.RoundOpened(plays_of_round(seats, seats[0], switches), None)
        filed = [
            e.Entry(e.OrdersFiled(number, text, None, False, 0, "file", seat=seat), number)
            for seat, text in self.orders.items()
        ]
        entries = [*(e.Entry(event) for event in set_up), e.Entry(first, number), *filed]
        return [*entries, *resolve(entries)]

    def report(self, reader: str | None = None, **others: Any) -> str:
        """The report of that round."""
        return round_report(
            entries_for(self.entries(), reader),
            reader,
            game=self.name,
            round_number=self.round + 1,
            head="97:9c1e04ab57d2" + "e" * 52,
            at="2026-12-04T18:00:00Z",
            orders=self.orders.get(reader or ""),
            **others,
        )


PIER = Adopted(
    name="pier",
    switches={},
    order=("ann", "ben"),
    chains={"Luxor": "2C 3C 4C", "Tower": "6C 7C 8C 9C", "American": "2H 3H", "Imperial": "11G 11H 11I"},
    loose="12B 5E",
    cash={"ann": 4_200, "ben": 3_700},
    shares={
        "ann": {"Luxor": 5, "Tower": 2, "American": 1},
        "ben": {"Luxor": 3, "Tower": 4, "Imperial": 2},
    },
    hands={"ann": "5C 4H 7E 1A 10A 12I", "ben": "4G 12A 8E 1I 6F 9F"},
    pool="4D 3A 2A 5G 6I 7I 8I 1G",
    orders={
        "ann": """\
first turn
tile 5C
buy 3 American
second turn
tile 12I
buy nothing
all turns
merger any: trade 4 for 2, keep rest
""",
        "ben": """\
tile 4G
merger Luxor into Tower: sell all
buy 2 Tower
""",
    },
)
"""For two, with the bank: a merger whose bank's tile joins the survivor."""

MOLE = Adopted(
    name="mole",
    switches={"special_powers": "true"},
    order=("alice", "bob", "carol", "dave"),
    chains={"Luxor": "2C 3C", "Tower": "6C 7C 8C", "American": "2G 3G 4G"},
    loose="10E 12A",
    cash={"alice": 5_000, "bob": 4_100, "carol": 300, "dave": 2_500},
    shares={
        "alice": {"Tower": 2},
        "bob": {"American": 3},
        "carol": {"Luxor": 2, "Tower": 1},
        "dave": {"Luxor": 5, "American": 1},
    },
    hands={
        "alice": "9C 1A 4A 6A 8A 10A",
        "bob": "11E 5G 1E 6I 7I 9I",
        "carol": "2D 3E 4I 6E 8E 1I",
        "dave": "12I 12H 2A 4E 7G 9G",
    },
    pool="5C 12F 8I 3A 10G 1C 2I 3I 11A 11I 7E 9E 1G",
    orders={
        "alice": """\
first turn
use take 5 tiles
tile 9C
buy 1 Tower
second turn
use buy 5
tile 12F, 8I
buy 5 Tower
""",
        "bob": """\
tile 11E
use place 4 tiles: 5G, 1E, 3C
found Imperial
buy nothing
""",
        "carol": """\
tile 2D
use 3 free: 2 Imperial, 1 Tower
""",
        "dave": """\
tile 12I
use trade 2: 4 Luxor for 2 Tower, 2 American for 1 Imperial
buy 2 American
""",
    },
    powers={"dave": ("3 free", "trade 2", "place 4 tiles")},
)
"""Every special power, one a play."""

LOCK = Adopted(
    name="lock",
    switches={"teams": "true"},
    order=("dan", "ann", "ben", "cid"),
    chains={
        "Tower": "1A 2A 3A 4A 5A 6A 7A 8A 9A 10A 11A",
        "Festival": "1C 2C 3C 4C 5C 6C 7C 8C 9C 10C 11C 12C",
    },
    loose="12I",
    cash={"dan": 3_000, "ann": 2_000, "ben": 6_100, "cid": 900},
    shares={
        "dan": {"Tower": 3, "Imperial": 4},
        "ann": {"Tower": 6, "Luxor": 1},
        "ben": {"Tower": 3, "Festival": 5},
        "cid": {"Festival": 5, "Imperial": 2},
    },
    hands={
        "dan": "11I 9G 10G 11G 12G 6G",
        "ann": "12A 1G 2G 3G 4G 5G",
        "ben": "1I 2I 3I 4I 5I 6I",
        "cid": "7I 8I 9I 10I 7G 8G",
    },
    pool="5E 6E 7E 8E 9E 10E 11E 12E",
    left=("dan",),
    orders={
        "ann": "tile 12A\nbuy 2 Festival\n",
        "ben": "end game unless Ann bought 3 Festival\ntile 1I\nbuy 3 Festival\n",
        "cid": "tile 7I\n",
    },
)
"""Two teams, of one of which a member has left; his partner announces the end, and both lose by it."""

SHED = Adopted(
    name="shed",
    switches={"two_players": "four_hands"},
    order=("ann_1", "ben_1", "ann_2", "ben_2"),
    chains={"Tower": "1A 2A 3A 4A 5A 6A 7A 8A 9A 10A 11A"},
    loose="12I",
    cash={"ann_1": 3_000, "ben_1": 2_000, "ann_2": 6_100, "ben_2": 5_000},
    shares={
        "ann_1": {"Tower": 5},
        "ben_1": {"Tower": 4},
        "ann_2": {"Tower": 1},
        "ben_2": {"Luxor": 2},
    },
    hands={
        "ann_1": "9G 10G 11G 12G 6G 4C",
        "ben_1": "12C 1G 2G 3G 4G 5G",
        "ann_2": "1I 2I 3I 4I 5I 6I",
        "ben_2": "7I 8I 9I 10I 7G 8G",
    },
    pool="5E 6E 7E 8E 9E 10E 11E 12E",
    orders={
        "ann_1": "tile 9G\nbuy nothing\n",
        "ben_1": "tile 12C\nbuy nothing\n",
        "ann_2": "end game\ntile 1I\nbuy nothing\n",
        "ben_2": "tile 7I\n",
    },
)
"""Two persons with two seats each: the sum of ben's is the greater, but the richest seat is ann's."""

READERS = {
    "bank.txt": (PIER, None),
    "powers.txt": (MOLE, None),
    "powers-bob.txt": (MOLE, "bob"),
    "team-end.txt": (LOCK, None),
}
"""The file of each report under `golden/`: its game and reader."""
