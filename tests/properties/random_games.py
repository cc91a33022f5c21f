"""Whole games by post with random order files, and everything that must be true after each round."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from games_of_chance import HANDLES
from random_orders import Writer

from orders.printer import canonical
from orders.reader import read
from referee.round import adjudicate
from referee.round.adjudicate import chance_of, resolve
from referee.round.desk import desk_of
from referee.round.filing import file_orders
from referee.round.opening import NewGame, open_game
from referee.round.pool import pool_after
from referee.round.views import entries_for, view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e
from referee.rules.apply import fold
from referee.rules.state import LOOSE, State

MOST_ROUNDS = 60
SHOWN = [
    "board",
    "sizes",
    "bank",
    "cash",
    "shares",
    "hand_counts",
    "tiles_left",
    "out_of_play",
    "misses",
    "order",
    "round",
    "plays",
    "plays_over",
    "merger",
    "unplaced",
    "idle",
    "end_announced",
    "ended",
    "setup_tiles",
    "edition",
    "switches",
    "seats",
    "ignored",
    "laid",
]
"""What every view shows of the truth."""


@dataclass
class Tally:
    """What was met on the way: how decisions came about."""

    by_line: int = 0
    by_default: int = 0
    missed: int = 0
    ends: Counter = field(default_factory=Counter)
    kinds: Counter = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def play_by_post(seed: int, tally: Tally, *, misses: float = 0.06) -> list[e.Entry]:
    """A game of random size, edition and switches to its end, checked after every round."""
    chance = random.Random(seed)
    players = HANDLES[: chance.randint(2, 6)]
    entries = open_game(random_plan(chance, players), f"seed {seed}")
    check_opening(entries)
    for _ in range(MOST_ROUNDS):
        entries += orders_of_all(entries, chance, tally, misses)
        happened = resolved_and_checked(entries)
        entries = entries + happened
        tell(happened, tally)
        if desk_of(entries).ended:
            return entries
    tally.ends["not over"] += 1
    return entries


def random_plan(chance: random.Random, players: tuple[str, ...]) -> NewGame:
    switches = {
        "plays_per_round": ("players+1", "players"),
        "order_of_play": ("ranked", "seats"),
        "auto_end": ("false", "true"),
        "stall_end": ("true", "false"),
        "dead_tiles": ("until_clean", "once", "none"),
        "sole_holder": ("first_second", "all"),
        "unordered_stock": ("sell", "keep"),
        "value_counts": ("all", "first"),
        "end_size": ("31",),
    }
    asked = {name: chance.choice(values) for name, values in switches.items() if chance.random() < 0.4}
    if len(players) == 2:
        asked["two_players"] = "plain"
    return NewGame(players, chance.choice(("classic", "hasbro_2016")), asked)


def orders_of_all(
    entries: list[e.Entry], chance: random.Random, tally: Tally, misses: float
) -> list[e.Entry]:
    """Everybody writes by his own view; what is filed is read again as it was written down."""
    desk = desk_of(entries)
    filed = []
    for seat in desk.seats:
        if chance.random() < misses:
            continue
        view = view_of(entries, seat)
        vocabulary = vocabulary_of(view, seat)
        text = Writer(view, seat, chance).orders()
        reading = read(text, vocabulary)
        tally.problems += [f"{problem.message} <- {text}" for problem in reading.problems]
        again = read(canonical(reading.orders), vocabulary)
        assert again.orders == reading.orders, text
        assert not again.problems, text
        filing = file_orders(desk, seat, reading, vocabulary, "test")
        filed += [e.Entry(event, desk.round) for event in filing.events]
    return filed


def resolved_and_checked(entries: list[e.Entry]) -> list[e.Entry]:
    """The round's events; the live states at its end are what replay gives, and nothing is lost or doubled."""
    tables = []
    original = adjudicate.play_round

    def watched(table):
        tables.append(table)
        return original(table)

    adjudicate.play_round = watched
    try:
        happened = resolve(entries)
        assert resolve(entries) == happened, "the same orders under the same seal give the same events"
    finally:
        adjudicate.play_round = original
    log = entries + happened
    truth = fold(entry.event for entry in log)
    assert tables[0].now == truth, "replay is the live state"
    for seat in truth.seats:
        view = view_of(log, seat)
        assert tables[0]._views[seat] == view, "replay of a view is the live view"
        check_view(view, truth, seat)
    check_view(view_of(log, None), truth, None)
    check_nothing_lost(log, truth)
    check_board(truth)
    return happened


def check_opening(entries: list[e.Entry]) -> None:
    truth = fold(entry.event for entry in entries)
    assert all(len(truth.hand(seat)) == truth.edition.hand for seat in truth.seats)
    check_nothing_lost(entries, truth)


def check_view(view: State, truth: State, reader: str | None) -> None:
    for name in SHOWN:
        assert getattr(view, name) == getattr(truth, name), name
    for seat in truth.seats:
        assert view.hand(seat) == (truth.hand(seat) if seat == reader else []), (
            "a view knows its own hand alone"
        )
    hidden = (e.BagKept,)
    assert not any(isinstance(event, hidden) for event in view.recent)


def check_nothing_lost(log: list[e.Entry], truth: State) -> None:
    edition = truth.edition
    left = pool_after(log, chance_of(log)).tiles
    held = [tile for seat in truth.seats for tile in truth.hand(seat)]
    assert sorted([*truth.board, *truth.out_of_play, *held, *left]) == sorted(edition.board.tiles)
    assert truth.hand_counts == {seat: len(truth.hand(seat)) for seat in truth.seats}
    assert truth.tiles_left == len(left)
    for chain in edition.chains:
        held_shares = sum(truth.shares[seat][chain] for seat in truth.seats)
        assert truth.bank[chain] + held_shares == edition.shares
        assert truth.bank[chain] >= 0
    assert sum(truth.cash.values()) == edition.cash * len(truth.seats) + sum(
        money_of(entry.event) for entry in log
    )
    assert min(truth.cash.values()) >= 0
    assert all(held >= 0 for shares in truth.shares.values() for held in shares.values())


def tiles_taken(event: e.Event) -> tuple[str, ...]:
    """The tiles that leave the bag with an event."""
    match event:
        case e.SetupTileDrawn(tile=tile) | e.TileDrawn(tile=tile):
            return (tile,)
        case e.TilesDealt(tiles=tiles):
            return tiles
        case _:
            return ()


def money_of(event: e.Event) -> int:
    """What an event brings the players from the bank, in dollars."""
    match event:
        case e.BonusPaid(amount=amount):
            return amount
        case e.StockSettled(sold=count, price=price) | e.StockSoldAtEnd(count=count, price=price):
            return count * price
        case e.SharesBought(count=count, price=price):
            return -count * price
        case _:
            return 0


def check_board(truth: State) -> None:
    on_board = Counter(chain for chain in truth.board.values() if chain != LOOSE)
    assert dict(on_board) == truth.sizes
    assert all(size >= 2 for size in truth.sizes.values())
    for tile, chain in truth.board.items():
        around = {truth.board[near] for near in truth.edition.board.neighbours[tile] if near in truth.board}
        assert around <= ({LOOSE} if chain == LOOSE else {chain}), (
            "a loose tile never touches a chain, no two chains touch"
        )


def tell(happened: list[e.Entry], tally: Tally) -> None:
    missing = {entry.event.seat for entry in happened if isinstance(entry.event, e.OrdersMissed)}
    for entry in happened:
        match entry.event:
            case e.OrderApplied(line=line, seat=seat, question=question):
                if seat in missing:
                    tally.missed += 1
                elif line is None:
                    tally.by_default += 1
                else:
                    tally.by_line += 1
                    tally.kinds[question.split()[0]] += 1
            case e.GameEnded(why=why):
                tally.ends[why] += 1
            case _:
                pass


def readers(entries: list[e.Entry]) -> dict[str | None, list[e.Entry]]:
    """What each reader may see of a log."""
    return {reader: entries_for(entries, reader) for reader in (None, *desk_of(entries).seats)}
