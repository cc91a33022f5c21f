"""The budgets of the design, measured on one core; `make bench` prints them beside what was measured."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import NoReturn

import pytest
from games_of_chance import HANDLES, RandomTable
from random_orders import Writer

from orders.checker import notes
from orders.reader import read
from referee.clock import FixedClock, FixedEntropy
from referee.db.codec import Draft
from referee.db.store import open_store
from referee.round.opening import NewGame
from referee.round.preview import preview
from referee.round.situation import situation_of
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e
from referee.rules.apply import apply, fold
from referee.rules.plays import play
from referee.service.file_orders import file_orders
from referee.service.game_log import Work
from referee.service.open_game import open_game, plan_game
from referee.service.records import entries_of
from referee.service.resolve_round import resolve_round

pytestmark = pytest.mark.bench

AT = FixedClock("2026-12-04T18:00:00Z").now()
FIVE = HANDLES[:5]


def test_200_random_four_player_games_through_the_pure_rules(benchmark):
    benchmark.extra_info["budget_ms"] = 1000

    def tables():
        return ([RandomTable(seed) for seed in range(200)],), {}

    def play(games):
        for game in games:
            game.play_to_the_end()

    benchmark.pedantic(play, setup=tables, rounds=5)


def test_fold_1000_events(benchmark):
    benchmark.extra_info["budget_ms"] = 15
    table = RandomTable(1, players=6)
    table.play_to_the_end()
    opening = [event for event in table.events if isinstance(event, e.GameOpened)]
    events = (opening + [event for event in table.events * 5 if foldable(event)])[:1000]
    assert len(events) == 1000
    benchmark.pedantic(lambda: fold(events), rounds=30, warmup_rounds=2)


def foldable(event: e.Event) -> bool:
    """Events that can be folded again and again, so that a thousand come together."""
    return not isinstance(
        event, e.GameOpened | e.MergerBegun | e.StockSettled | e.ChainTakenOver | e.MergerEnded
    )


def test_read_an_order_file_of_30_lines(benchmark):
    benchmark.extra_info["budget_ms"] = 3
    text = (Path(__file__).parent / "thirty_lines.txt").read_text()
    state = RandomTable(1).now
    vocabulary = vocabulary_of(state, "alice")
    reading = read(text, vocabulary)
    assert len(text.splitlines()) == 30
    assert not reading.problems
    benchmark.pedantic(lambda: read(text, vocabulary), rounds=50, warmup_rounds=3)


@pytest.fixture
def old_game(tmp_path):
    """A database with a game for five that has gone through twelve rounds, orders for the next one filed."""
    path = tmp_path / "old.db"
    with open_store(path, create=True) as store:
        with store.write() as unit:
            work = Work(unit, AT)
            start(work, "harbour", 3)
            for _ in range(12):
                write_orders(work, "harbour")
                resolve_round(work, "harbour", misses_meant=True)
            write_orders(work, "harbour")
        yield path, store


def start(work: Work, name: str, seed: int) -> None:
    open_game(work, name, plan_game(name, NewGame(FIVE, seed=f"seed {seed}"), FixedEntropy("bench")))


def write_orders(work: Work, name: str) -> None:
    log = work.log(name)
    for number, seat in enumerate(log.seats):
        writer = Writer(view_of(log.entries, seat), seat, random.Random(number))
        text = "\n".join([*writer.turn(), *writer.fallback()])
        text = "\n".join(line for line in text.splitlines() if "end game" not in line)
        file_orders(work, name, seat, text, "bench")


def test_adjudicate_and_render_a_round_for_five(benchmark, old_game):
    benchmark.extra_info["budget_ms"] = 100
    _, store = old_game

    def adjudicate():
        try:
            with store.write() as unit:
                resolve_round(Work(unit, AT), "harbour", misses_meant=True)
                undo()
        except UndoneError:
            return

    benchmark.pedantic(adjudicate, rounds=10, warmup_rounds=1)


class UndoneError(Exception):
    """The unit is rolled back, so that the same round can be resolved again."""


def undo() -> NoReturn:
    """Leave the unit of work without keeping anything."""
    raise UndoneError


def test_load_verify_and_fold_1000_events(benchmark, old_game):
    _, store = old_game
    with store.read() as unit:
        count = unit.head("harbour").seq
    benchmark.extra_info["budget_ms"] = 40 * count / 1000

    def load():
        with store.read() as unit:
            return fold(entry.event for entry in entries_of(unit.load("harbour")))

    benchmark.pedantic(load, rounds=20, warmup_rounds=2)


def test_a_round_costs_the_same_among_1000_games_as_alone(benchmark, tmp_path):
    alone, among = tmp_path / "alone.db", tmp_path / "among.db"
    for path, others in ((alone, 0), (among, 999)):
        with open_store(path, create=True) as store, store.write() as unit:
            work = Work(unit, AT)
            for number in range(others):
                unit.create_game(f"other-{number}", AT)
            start(work, "harbour", 3)
            if others:
                copies(unit, others)
    seconds = {path: one_round(path) for path in (alone, among)}
    benchmark.extra_info["budget_ratio"] = 1.0
    benchmark.extra_info["ratio"] = seconds[among] / seconds[alone]
    benchmark.pedantic(lambda: one_round(among), rounds=1)


def copies(unit, others: int) -> None:
    """The same opening in every other game."""
    records = unit.load("harbour")
    drafts = [
        Draft(one.kind, one.schema, one.visibility, one.at, one.round, one.play, one.seat, one.data)
        for one in records
    ]
    for number in range(others):
        unit.append(f"other-{number}", 0, drafts)


def one_round(path: Path, repeats: int = 9) -> float:
    """The median time of resolving the open round of `harbour`, opening the store included; nothing is kept."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        try:
            with open_store(path) as store, store.write() as unit:
                work = Work(unit, AT)
                write_orders(work, "harbour")
                resolve_round(work, "harbour", misses_meant=True)
                undo()
        except UndoneError:
            times.append(time.perf_counter() - started)
    return median(times)


def test_a_round_of_an_old_game_costs_not_much_more_than_of_a_young_one(benchmark, old_game, tmp_path):
    old, _ = old_game
    young = tmp_path / "young.db"
    with open_store(young, create=True) as store, store.write() as unit:
        work = Work(unit, AT)
        start(work, "harbour", 3)
        for _ in range(2):
            write_orders(work, "harbour")
            resolve_round(work, "harbour", misses_meant=True)
    benchmark.extra_info["budget_ratio"] = 2.0
    benchmark.extra_info["ratio"] = one_round(old) / one_round(young)
    benchmark.pedantic(lambda: one_round(young, 1), rounds=1)


@pytest.fixture(scope="session")
def run(tmp_path_factory):
    """Runs the program in a process of its own, with its bytecode cached as on a user's machine."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path_factory.mktemp("bytecode"))

    def run_it(*words: str | Path) -> None:
        program = [sys.executable, "-m", "referee", *map(str, words)]
        subprocess.run(program, check=True, capture_output=True, env=environment)

    return run_it


def test_the_help(benchmark, run):
    benchmark.extra_info["budget_ms"] = 300
    benchmark.pedantic(lambda: run("--help"), rounds=7, warmup_rounds=1)


@pytest.mark.parametrize(
    "words",
    [
        ("status",),
        ("report", "harbour", "--for", "alice"),
        ("log", "harbour"),
        ("verify", "harbour"),
        ("resolve", "harbour", "--missing"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_on_a_game(benchmark, old_game, run, words):
    path, store = old_game
    store.close()
    benchmark.extra_info["budget_ms"] = 1200
    run("--db", path, "verify", "harbour")
    benchmark.pedantic(lambda: run("--db", path, *words), rounds=3)


def test_read_check_and_foresee_an_order_file_of_30_lines(benchmark):
    benchmark.extra_info["budget_ms"] = 15
    text = (Path(__file__).parent / "thirty_lines.txt").read_text()
    game = RandomTable(5)
    seat = game.now.order[0]
    for _ in range(40):
        play(game, seat, "orders")
        seat = game.now.next_after(seat)
    first = game.now.order.index(seat)
    plays = tuple(game.now.order[(first + number) % 4] for number in range(5))
    apply(game.now, e.RoundOpened(plays, None))
    view = game.now
    view.racks |= {other: [] for other in view.seats if other != seat}
    vocabulary = vocabulary_of(view, seat)

    def answer():
        reading = read(text, vocabulary)
        return notes(reading, situation_of(view, seat)), preview(view, seat, reading.orders)

    assert answer()[1][0].decisions
    benchmark.pedantic(answer, rounds=50, warmup_rounds=3)
