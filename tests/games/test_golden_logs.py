"""Logs that were written long ago, one for each schema: they must be read and come out the same for ever."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from referee.db.export import verify_export
from referee.db.links import Head
from referee.round.effective import effective
from referee.round.views import view_of
from referee.rules import events as e
from referee.rules.apply import fold
from referee.service.game_log import LIFTS

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("*.jsonl.gz"))

WHAT_CAME_OF_THEM = {
    "harbour-schema-1": {
        "head": 581,
        "money": {"dave": 43900, "alice": 42000, "bob": 37800, "carol": 31100},
        "why": "announced",
        "rounds": 12,
        "misses": {"dave": 1, "alice": 0, "bob": 0, "carol": 0},
    }
}


def lines_of(log: Path) -> list[str]:
    return gzip.decompress(log.read_bytes()).decode().splitlines()


def entries_of(log: Path) -> list[e.Entry]:
    records = [json.loads(line) for line in lines_of(log)]
    return [e.Entry(event_of(record), record["round"], record["play"]) for record in records]


def event_of(record: dict) -> e.Event:
    return e.from_data(record["kind"], record["seat"], lifted(record))


def lifted(record: dict) -> dict:
    """The data of a record in the shape that its kind has today."""
    data = record["data"]
    for schema in range(record["schema"], e.SCHEMAS[record["kind"]]):
        data = LIFTS.steps[record["kind"], schema](data)
    return data


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_an_old_log_still_hangs_together(log):
    check = verify_export(lines_of(log))
    assert not check.faults
    last = json.loads(lines_of(log)[-1])
    assert check.head == Head(last["seq"], last["hash"])


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_an_old_log_is_still_the_game_that_was_played(log):
    wanted = WHAT_CAME_OF_THEM[log.name.removesuffix(".jsonl.gz")]
    entries = effective(entries_of(log))
    state = fold(entry.event for entry in entries)
    assert len(entries) == wanted["head"]
    assert state.cash == wanted["money"]
    assert (state.ended, state.round, state.misses) == (wanted["why"], wanted["rounds"], wanted["misses"])
    for seat in state.seats:
        assert view_of(entries, seat).cash == state.cash


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_every_event_of_an_old_log_is_written_down_again_as_it_stands(log):
    for line in lines_of(log):
        record = json.loads(line)
        assert json.loads(json.dumps(e.to_data(event_of(record)))) == lifted(record)


def test_there_is_a_log_of_every_schema_that_was_ever_written():
    assert {f"harbour-schema-{schema}" for schema in set(e.SCHEMAS.values())} == set(WHAT_CAME_OF_THEM)
    assert {log.name.removesuffix(".jsonl.gz") for log in LOGS} == set(WHAT_CAME_OF_THEM)
