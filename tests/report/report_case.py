"""Games of chance for the tests of reports: a table at which everybody decides at random, but legally."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from orders.vocabulary import Vocabulary
from referee.report.render import round_report
from referee.round.views import entries_for
from referee.rules import events as e
from referee.rules import table as t
from referee.rules.apply import apply, fold, opened
from referee.rules.editions import EDITIONS, Edition
from referee.rules.plays import play, settle_the_game
from referee.rules.sides import seats_for, why_over
from referee.rules.state import State
from referee.rules.switches import resolve_switches

NAMES = ("alice", "bob", "carol", "dave", "erin", "frank")
LONG_NAMES = (
    "alice_with_a_hat",
    "bobby_tables_iii",
    "carol_singer_xyz",
    "dave_of_the_dune",
    "erin_go_bragh_ab",
    "frank_n_furter_1",
)
HEAD = "214:" + "9c1e04ab57d2" + "0" * 52
AT = "2026-12-04T18:00:00Z"


def secret(seat: str) -> str:
    """What stands in a seat's orders and nowhere else."""
    return f"zq{sum(map(ord, seat)):05}"


@dataclass
class Game:
    """A game with all its entries, and each seat's orders by round."""

    name: str
    seats: tuple[str, ...]
    edition: Edition
    entries: list[e.Entry] = field(default_factory=list)
    orders: dict[tuple[str, int], str] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """How many rounds were played to their end."""
        closed = [entry for entry in self.entries if isinstance(entry.event, e.RoundClosed)]
        return len(closed)

    def seen_by(self, reader: str | None) -> list[e.Entry]:
        return entries_for(self.entries, reader)

    def up_to(self, round_number: int) -> list[e.Entry]:
        """The entries that were there when the report of a round was made."""
        opened = [place for place, one in enumerate(self.entries) if isinstance(one.event, e.RoundOpened)]
        return self.entries[: opened[round_number] + 1] if round_number < len(opened) else self.entries

    def state(self, round_number: int) -> State:
        """The truth as the report of a round shows it: before the final reckoning where the game ended."""
        reached = 0
        shown = []
        for entry in self.entries:
            if isinstance(entry.event, e.RoundOpened):
                reached += 1
            if reached > round_number + 1:
                break
            shown.append(entry)
            if reached == round_number + 1:
                break
        closing = (
            *(e.BankTileDrawn, e.BankTileReturned, e.PoolRemixed, e.BonusPaid),
            *(e.StockSoldAtEnd, e.GameEnded),
        )
        return fold(one.event for one in shown if one.play is not None or not isinstance(one.event, closing))

    def vocabulary(self, reader: str | None = None) -> Vocabulary:
        return Vocabulary(
            chains=self.edition.chains,
            columns=self.edition.columns,
            rows=self.edition.rows,
            handles=self.seats,
            me=reader,
            special_powers=self.state(0).switches.special_powers,
        )

    def report(self, round_number: int, reader: str | None = None, **others: Any) -> str:
        orders = self.orders.get((reader, round_number)) if reader else None
        filled = any(isinstance(one.event, e.SeatFilled) for one in self.entries)
        return round_report(
            entries_for(self.up_to(round_number), reader) if filled else self.seen_by(reader),
            reader,
            game=self.name,
            round_number=round_number,
            head=HEAD,
            at=AT,
            orders=orders,
            **others,
        )


class RandomTable:
    """Applies events to the truth, answers questions by chance, writes down what decided them."""

    def __init__(self, game: Game, opening: e.GameOpened, bag: list[str], chance: random.Random) -> None:
        self.game, self.bag, self.chance = game, bag, chance
        self.round: int | None = None
        self.play: int | None = None
        self.drawn = 0
        self.state = opened(opening)
        self.missing: set[str] = set()
        self.announces = 0.3
        self.game.entries.append(e.Entry(opening))

    @property
    def now(self) -> State:
        return self.state

    @property
    def pool(self) -> int:
        return len(self.bag) - self.drawn

    def emit(self, event: e.Event) -> None:
        apply(self.state, event)
        self.game.entries.append(e.Entry(event, self.round, self.play))

    def draw(self) -> tuple[str, int] | None:
        if not self.pool:
            return None
        self.drawn += 1
        return self.bag[self.drawn - 1], self.drawn

    def remix(self, tile: str) -> str:
        left = [*self.bag[self.drawn :], tile]
        self.chance.shuffle(left)
        self.bag, self.drawn = left, 0
        return f"round {self.round}, {f'play {self.play}' if self.play else 'final reckoning'}, remix"

    def roll(self, seat: str, what: str, sides: int) -> int:
        result = self.chance.randint(1, sides)
        self.emit(e.DieRolled(f"round {self.round}, play {self.play}, {what}", sides, result, seat=seat))
        return result

    def ask(self, question: Any) -> Any:
        seat = question.seat
        missed = seat in self.missing
        if seat in self.state.left and not missed:
            return self._of_who_left(question)
        match question:
            case t.WhichTile(options=options):
                asked, answer = "tile", self._pick(seat, "tile", [one.tile for one in options], missed)
            case t.WhichNextTile(options=options):
                tiles = [one.tile for one in options]
                asked = "next tile"
                answer = self._pick(seat, "tile", tiles, missed) if self.chance.random() < 0.8 else None
            case t.WhetherPower():
                asked, answer = "use", self._power(question)
            case t.WhichChain(options=options):
                asked, answer = "found", self._pick(seat, "found", options, missed)
            case t.WhichSurvivor(options=options):
                asked, answer = "survivor", self._pick(seat, "survivor", options, missed)
            case t.WhichOrder(options=options):
                asked = "settle"
                answer = tuple(options if self.roll(seat, "settle", len(options)) == 1 else options[::-1])
            case t.WhatOfShares(held=held, to_trade=most):
                trade = 0 if missed else 2 * self.chance.randint(0, most // 2)
                sell = held if missed else self.chance.randint(0, held - trade)
                asked, answer = (
                    f"merger {question.chain} into {question.survivor}",
                    t.Disposition(sell, trade),
                )
            case t.WhatToBuy():
                asked, answer = "buy", self._purchases(question)
            case _:
                asked, answer = "end game", self.chance.random() < self.announces
        if missed:
            default = "no orders: all sold" if asked.startswith("merger") else "no orders: the die"
            self.emit(e.OrderApplied(asked, str(answer), default=default, seat=seat))
        elif answer is not False and (answer is not None or asked != "use"):
            said = answer.power if isinstance(answer, t.PowerUse) else str(answer)
            self.emit(
                e.OrderApplied(
                    asked,
                    said,
                    line=2,
                    text=f"{asked} {secret(seat)}",
                    passed=(
                        {"line": 1, "text": f"{asked} none", "why": f"{secret(seat)} is not in the hand"},
                    ),
                    seat=seat,
                )
            )
        return answer

    def _of_who_left(self, question: Any) -> Any:
        match question:
            case t.WhichTile(options=options):
                answer: Any = options[0].tile
            case t.WhatOfShares():
                answer = t.Disposition()
            case t.WhichOrder(options=options):
                answer = options
            case _:
                answer = question.options[0]
        self.emit(
            e.OrderApplied("whatever", "the first", default="left the game: the first", seat=question.seat)
        )
        return answer

    def _power(self, question: t.WhetherPower) -> t.PowerUse | None:
        power = self.chance.choice(question.options)
        if self.chance.random() < 0.7:
            return None
        if power == "3 free":
            bank = question.offers.free.bank
            free = self._purchases(t.WhatToBuy(question.seat, 3, 9, dict.fromkeys(bank, 1), bank))
            return t.PowerUse(power, free) if free else None
        if power != "trade 2":
            return t.PowerUse(power)
        held, bank, trades = dict(question.offers.trades.held), dict(question.offers.trades.bank), []
        for _ in range(3):
            possible = [(a, b) for a in held for b in held if a != b and held[a] > 1 and bank[b]]
            if possible:
                gave, got = trade = self.chance.choice(possible)
                held[gave], held[got] = held[gave] - 2, held[got] + 1
                bank[gave], bank[got] = bank[gave] + 2, bank[got] - 1
                trades.append(trade)
        return t.PowerUse(power, trades=tuple(trades)) if trades else None

    def _pick(self, seat: str, what: str, options: Any, missed: bool) -> Any:
        if len(options) == 1:
            return options[0]
        if missed or self.chance.random() < 0.2:
            return options[self.roll(seat, what, len(options)) - 1]
        return self.chance.choice(options)

    def _purchases(self, question: t.WhatToBuy) -> tuple[tuple[str, int], ...]:
        bought: dict[str, int] = {}
        cash, bank = question.cash, dict(question.bank)
        for _ in range(question.limit):
            possible = [one for one, price in question.prices.items() if price <= cash and bank[one]]
            if not possible or self.chance.random() < 0.2:
                break
            chain = self.chance.choice(possible)
            bought[chain] = bought.get(chain, 0) + 1
            cash -= question.prices[chain]
            bank[chain] -= 1
        return tuple(bought.items())


def random_game(
    seed: int,
    edition_id: str = "classic",
    seats: tuple[str, ...] = NAMES[:4],
    *,
    misses: float = 0.1,
    rounds: int = 60,
    announces: float = 0.3,
    leaves: float = 0.0,
    **switches: str,
) -> Game:
    """A game of random but legal decisions, to its end or for some rounds.

    `seats` are persons; `leaves` is how probably each of them leaves after a round. A vacant seat is filled soon.
    """
    chance = random.Random(seed)
    edition = EDITIONS[edition_id]
    asked = ({"two_players": "plain"} if len(seats) == 2 else {}) | dict(switches)
    edition, values, ignored = resolve_switches(edition, len(seats), asked)
    seats = seats_for(seats, values)
    bag = list(edition.board.tiles)
    chance.shuffle(bag)
    game = Game("harbour", seats, edition)
    opening = e.GameOpened(edition.as_data(), "1", values.as_data(), ignored, seats, False, bool(seed % 2))
    table = RandomTable(game, opening, bag, chance)
    table.announces = announces
    table.emit(e.BagSealed("hmac-sha256/1", "5ea1" * 16))
    table.emit(e.BagKept("kept secret", None))
    for seat in seats:
        table.emit(e.SetupTileDrawn(table.draw()[0], seat=seat))
    rank = edition.tile_rank
    order = tuple(sorted(seats, key=lambda seat: rank[table.now.setup_tiles[seat]]))
    if values.order_of_play == "seats":
        order = seats[seats.index(order[0]) :] + seats[: seats.index(order[0])]
    table.emit(e.PlayingOrderSet(order, edition.hand, table.pool - edition.hand * len(seats)))
    for seat in order:
        tiles = tuple(table.draw()[0] for _ in range(edition.hand))
        table.emit(e.TilesDealt(tiles, table.drawn - edition.hand + 1, seat=seat))
    count = {"players+1": len(seats) + 1, "players": len(seats), "1": 1}[values.plays_per_round]
    first = 0
    for number in range(1, rounds + 2):
        table.round = number
        plays = tuple(order[(first + turn) % len(order)] for turn in range(count))
        table.emit(e.RoundOpened(plays, None if seed % 3 else "2026-12-11T18:00:00+00:00"))
        if number > rounds:
            break
        _fill_seats(table)
        away = set(table.now.left)
        table.missing = {seat for seat in seats if seat not in away and chance.random() < misses}
        if values.leaver == "substitute":
            table.missing |= away
        for seat in seats:
            if seat not in table.missing and seat not in away:
                game.orders[seat, number] = f"tile any  # {secret(seat)}\ntile {secret(seat)}\n"
        if ending := _play_round(table, plays) or _leave(table, leaves):
            settle_the_game(table, ending)
            table.emit(e.RoundClosed())
            table.emit(e.BagOpened("kept secret", tuple(bag) if seed % 2 else None))
            break
        table.emit(e.RoundClosed())
        first = (first + count) % len(order)
    return game


def _play_round(table: RandomTable, plays: tuple[str, ...]) -> str | None:
    missed = set()
    for number, seat in enumerate(plays, start=1):
        table.play = number
        if seat in table.missing and seat not in missed:
            missed.add(seat)
            table.emit(e.OrdersMissed(seat=seat))
        left = "left" if seat in table.now.left else "orders"
        ending = play(table, seat, "missed" if seat in table.missing else left)
        table.play = None
        if ending:
            return ending
    return None


def _leave(table: RandomTable, leaves: float) -> str | None:
    """Some leave after the round; why the game ends with that."""
    for seat in table.now.seats:
        if leaves and seat not in table.now.left and table.chance.random() < leaves:
            table.emit(e.SeatLeft(table.chance.choice(("resigned", "removed")), seat=seat))
    return why_over(table.now)


def _fill_seats(table: RandomTable) -> None:
    for seat in list(table.now.left):
        if table.now.switches.leaver == "substitute" and table.chance.random() < 0.5:
            table.emit(e.SeatFilled(2, seat=seat))
            table.emit(e.HandAdopted(tuple(table.now.hand(seat)), seat=seat))


OPTIONS: dict[str, dict[str, Any]] = {
    "bank, laid": {"seats": NAMES[:2], "two_players": "bank", "special_powers": "true"},
    "bank, returned": {"edition_id": "avalon_hill_1995", "seats": LONG_NAMES[:2], "two_players": "bank"},
    "bank, of three bonuses": {"edition_id": "hasbro_2016", "seats": NAMES[:2], "two_players": "bank"},
    "bank, private": {"seats": NAMES[:2], "two_players": "bank", "holdings": "private"},
    "four hands": {"seats": ("alice", "bob"), "two_players": "four_hands", "leaves": 0.01},
    "teams": {"teams": "true", "leaves": 0.02},
    "powers": {"special_powers": "true"},
    "powers, private": {
        "edition_id": "hasbro_2016",
        "seats": NAMES[:5],
        "special_powers": "true",
        "holdings": "private",
    },
    "rounds of one play": {
        "seats": NAMES[:3],
        "plays_per_round": "1",
        "special_powers": "true",
        "rounds": 200,
    },
    "leavers": {"seats": LONG_NAMES, "leaves": 0.02},
    "vacant seats": {"seats": NAMES[:5], "leaver": "substitute", "leaves": 0.1},
    "tycoon": {"edition_id": "renegade_2023", "tycoon": "true"},
}
"""Games with options: what `random_game` is asked for."""


@cache
def sample(number: int | str) -> Game:
    """One of the sample games: by number both editions, two to six players; by name one with options."""
    if isinstance(number, str):
        return random_game(sum(map(ord, number)), **{"misses": 0.15} | OPTIONS[number])
    players = 2 + number % 5
    edition = "hasbro_2016" if number % 2 else "classic"
    names = LONG_NAMES if number % 4 == 3 else NAMES
    switches = {
        "order_of_play": ("ranked", "seats")[number % 3 == 1],
        "plays_per_round": ("players+1", "players")[number % 7 == 2],
        "value_counts": ("all", "first")[number % 5 == 3],
        "auto_end": ("false", "true")[number % 6 == 5],
        "dead_tiles": ("until_clean", "once", "none")[number % 3],
    }
    if number % 8 == 6:
        switches["holdings"] = "private"
    announces = 0.0 if number in {8, 9} else 0.3
    return random_game(number, edition, names[:players], misses=0.15, announces=announces, **switches)


def some_rounds(game: Game) -> list[int]:
    """The opening, the first rounds, every third after that, the last."""
    return sorted({0, 1, 2, game.rounds, *range(5, game.rounds, 3)})


SAMPLES = (*range(16), *OPTIONS)
A_FEW = (3, 6, 8, 10, 13, *OPTIONS)
"""Of both editions, with two to six players, private holdings, long handles, a stall, all options."""
