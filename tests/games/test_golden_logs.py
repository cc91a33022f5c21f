"""Logs that were written long ago, some for each schema: they must be read and come out the same for ever.

`make_golden_logs.py` beside this file made those of the second schema and later ones, with the program's commands.
When a kind gets another schema, make logs anew under a new name; those there are stay as they are.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from referee.db.export import verify_export
from referee.db.links import Head
from referee.round.adjudicate import chance_of
from referee.round.chance import SCHEME
from referee.round.effective import effective
from referee.round.views import view_of
from referee.rules import events as e
from referee.rules.apply import fold
from referee.service.audit import differences, reopening_differences
from referee.service.lifts import LIFTS
from referee.service.reopening_faults import lost_holders, lost_reopenings

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("*.jsonl.gz"))

WHAT_CAME_OF_THEM = {
    "harbour-schema-1": {
        "head": 581,
        "money": {"dave": 43900, "alice": 42000, "bob": 37800, "carol": 31100},
        "ranking": ["1 dave", "2 alice", "3 bob", "4 carol"],
        "why": "announced",
        "rounds": 12,
        "misses": {"dave": 1, "alice": 0, "bob": 0, "carol": 0},
        "powers": {"dave": (), "alice": (), "bob": (), "carol": ()},
        "left": [],
    },
    # two with the bank, whose tiles are laid; all powers used; alice left, somebody came in her place
    "harbour-schema-2": {
        "head": 751,
        "money": {"alice": 48700, "bob": 53600},
        "ranking": ["1 bob", "2 alice"],
        "why": "stalled",
        "rounds": 27,
        "misses": {"alice": 3, "bob": 1},
        "powers": {"alice": (), "bob": ()},
        "left": [],
    },
    # teams, of which carol leaves for good; three bonuses
    "jetty-schema-2": {
        "head": 430,
        "money": {"alice": 35300, "bob": 26600, "carol": 26200, "dave": 41600},
        "ranking": ["1 dave", "1 bob", "2 alice", "2 carol"],
        "why": "announced",
        "rounds": 7,
        "misses": {"alice": 1, "bob": 0, "carol": 0, "dave": 0},
        "powers": {
            "alice": ("buy 5", "trade 2"),
            "bob": ("buy 5", "trade 2"),
            "carol": ("buy 5", "trade 2", "place 4 tiles"),
            "dave": ("buy 5", "trade 2"),
        },
        "left": ["carol"],
    },
    # adopted before its ninth round; rounds of one play; the bank's tiles go back, and the pool is remixed
    "quay-schema-2": {
        "head": 775,
        "money": {"alice": 42200, "bob": 61900},
        "ranking": ["1 bob", "2 alice"],
        "why": "announced",
        "rounds": 73,
        "misses": {"alice": 0, "bob": 0},
        "powers": {"alice": (), "bob": ()},
        "left": [],
    },
    # press of all kinds
    "berth-schema-3": {
        "head": 537,
        "money": {"alice": 12500, "bob": 38200, "carol": 55200},
        "ranking": ["1 carol", "2 bob", "3 alice"],
        "why": "announced",
        "rounds": 14,
        "misses": {"alice": 0, "bob": 0, "carol": 0},
        "powers": {"alice": (), "bob": (), "carol": ()},
        "left": [],
    },
    # rounds opened again, one inside another; rulings, one of them void; a newcomer, who stays
    "slip-schema-3": {
        "head": 484,
        "money": {"alice": 8200, "bob": 37400, "carol": 46100},
        "ranking": ["1 carol", "2 bob", "3 alice"],
        "why": "announced",
        "rounds": 13,
        "misses": {"alice": 3, "bob": 1, "carol": 0},
        "powers": {"alice": (), "bob": (), "carol": ()},
        "left": [],
    },
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
    assert (state.powers, state.left) == (wanted["powers"], wanted["left"])
    ended = next(entry.event for entry in entries if isinstance(entry.event, e.GameEnded))
    assert [f"{one['place']} {one['seat']}" for one in ended.ranking] == wanted["ranking"]
    for seat in state.seats:
        assert view_of(entries, seat).cash == state.cash


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_what_an_old_log_cancels_and_keeps_is_still_in_order(log):
    written = entries_of(log)
    assert list(lost_reopenings(written)) == list(lost_holders(written)) == []
    assert list(reopening_differences(written)) == []


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_the_seal_and_every_die_of_an_old_log_and_its_first_tiles_still_follow_from_what_was_kept(log):
    entries = effective(entries_of(log))
    chance = chance_of(entries)
    sealed = next(one.event for one in entries if isinstance(one.event, e.BagSealed))
    assert (sealed.scheme, sealed.seal) == (SCHEME, chance.seal())
    rolled = [one.event for one in entries if isinstance(one.event, e.DieRolled)]
    assert [chance.roll(one.label, one.sides) for one in rolled] == [one.result for one in rolled]
    assert [one for one in differences(entries) if one.startswith("the opening")] == []


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_every_event_of_an_old_log_is_written_down_again_as_it_stands(log):
    for line in lines_of(log):
        record = json.loads(line)
        assert json.loads(json.dumps(e.to_data(event_of(record)))) == lifted(record)


def test_what_the_first_opening_did_not_know_is_as_every_game_was_then_played():
    switches = fold(one.event for one in entries_of(HERE / "harbour-schema-1.jsonl.gz")).switches
    assert (switches.teams, switches.special_powers, switches.tycoon) == (False, False, False)
    assert (switches.leaver, switches.press) == ("defaults", "open")


def test_there_is_a_log_with_every_kind_in_every_schema_that_it_ever_had():
    written = {
        (record["kind"], record["schema"]) for log in LOGS for record in map(json.loads, lines_of(log))
    }
    ever = {(kind, schema) for kind, newest in e.SCHEMAS.items() for schema in range(1, newest + 1)}
    assert written == ever


def test_every_log_that_is_kept_is_looked_at_and_no_other():
    assert {log.name.removesuffix(".jsonl.gz") for log in LOGS} == set(WHAT_CAME_OF_THEM)
