"""The store's budgets; `make bench` prints them beside what was measured."""

import pytest
from db_helpers import AT, drafts

from referee.db.store import open_store

pytestmark = pytest.mark.bench


@pytest.fixture
def big(tmp_path):
    path = tmp_path / "big.db"
    with open_store(path, create=True) as store:
        with store.write() as unit:
            unit.create_game("harbour", AT)
            unit.append("harbour", 0, drafts(1000))
        yield store


def test_append_a_round_of_60_events(benchmark, big):
    benchmark.extra_info["budget_ms"] = 10
    new = drafts(60)

    def append():
        with big.write() as unit:
            unit.append("harbour", unit.head("harbour").seq, new)

    benchmark.pedantic(append, rounds=30, warmup_rounds=2)


def test_load_and_verify_1000_records(benchmark, big):
    benchmark.extra_info["budget_ms"] = 25

    def load():
        with big.read() as unit:
            return unit.load("harbour")

    assert len(benchmark.pedantic(load, rounds=30, warmup_rounds=2)) == 1000


def test_open_a_store(benchmark, big, tmp_path):
    benchmark.extra_info["budget_ms"] = 50
    benchmark.pedantic(lambda: open_store(tmp_path / "big.db").close(), rounds=30, warmup_rounds=1)
    assert big.where.endswith("big.db")


def test_append_among_1000_games(benchmark, tmp_path):
    benchmark.extra_info["budget_ms"] = 10
    path = tmp_path / "many.db"
    with open_store(path, create=True) as store:
        with store.write() as unit:
            for number in range(1000):
                unit.create_game(f"game-{number}", AT)
                unit.append(f"game-{number}", 0, drafts(20))
        new = drafts(60)

        def append():
            with store.write() as unit:
                unit.append("game-500", unit.head("game-500").seq, new)

        benchmark.pedantic(append, rounds=30, warmup_rounds=2)
