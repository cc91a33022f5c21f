"""Rounds that workers resolve in a second: one and two of them, in a file and in a server."""

import subprocess
import sys
from contextlib import ExitStack

import pytest
from databases import postgres_schema

from referee.clock import FixedClock, FixedEntropy
from referee.round.opening import NewGame
from referee.service.file_orders import file_orders
from referee.service.open_game import open_game, plan_game
from referee.service.transactions import reading, writing

pytestmark = pytest.mark.bench

AT = FixedClock("2026-12-04T18:00:00Z")
PLAYERS = ("alice", "bob", "carol", "dave")
GAMES = 24
ROUNDS = 2
PROGRAM = """
import sys
from referee.clock import SystemClock
from referee.service.resolve_all import resolve_all
print("ready", flush=True)
sys.stdin.readline()
for one in resolve_all(sys.argv[1], None, SystemClock(), pause=lambda seconds: False):
    print(one.game, one.round, flush=True)
"""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def databases(request, tmp_path):
    """Gives a database with games whose orders for the first rounds are in, each time a new one."""
    with ExitStack() as schemas:
        count = 0

        def make():
            nonlocal count
            count += 1
            if request.param == "sqlite":
                database = str(tmp_path / f"{count}.db")
            else:
                database = schemas.enter_context(postgres_schema())
            with writing(database, AT, create=True) as work:
                for number in range(GAMES):
                    name = f"game{number}"
                    open_game(work, name, plan_game(name, NewGame(PLAYERS, seed=name), FixedEntropy(name)))
                    for seat in PLAYERS:
                        for of in range(1, ROUNDS + 1):
                            file_orders(work, name, seat, f"round {of}\ntile any\nbuy nothing\n", "bench")
            return database

        yield make


@pytest.mark.parametrize("workers", [1, 2])
def test_rounds_resolved_by_workers(benchmark, databases, workers):
    benchmark.extra_info |= {"what": "rounds", "count": GAMES * ROUNDS}
    made = []

    def ready():
        database = databases()
        at_work = [
            subprocess.Popen(
                [sys.executable, "-c", PROGRAM, database], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            for _ in range(workers)
        ]
        for worker in at_work:
            assert worker.stdout.readline() == b"ready\n"
        made.append(database)
        return (at_work,), {}

    def all_work(at_work):
        for worker in at_work:
            worker.stdin.write(b"\n")
            worker.stdin.flush()
        done = b"".join(worker.communicate()[0] for worker in at_work)
        assert done.count(b"\n") == GAMES * ROUNDS

    benchmark.pedantic(all_work, setup=ready, rounds=3)
    for database in made:
        with reading(database, AT) as work:
            assert {work.log(game.name).desk.round for game in work.unit.games()} == {ROUNDS + 1}
