"""Whatever a forger puts into a record, well sealed: `verify` names it, and nothing else comes of it."""

import json
from dataclasses import replace

import pytest
from service_helpers import AT

from referee.clock import FixedEntropy
from referee.db.codec import encode
from referee.db.store import open_store
from referee.rules import events as e
from referee.service.game_folder import read_game_folder
from referee.service.places import STOPS
from referee.service.play_folder import PlayOptions, play_folder
from referee.service.records import Tenures, drafts_of
from referee.service.replaying import what_happened
from referee.service.sample import copy_sample

ODD = (
    None,
    True,
    False,
    0,
    -1,
    3,
    10**30,
    "",
    "x",
    "5C",
    "\ud800",
    [],
    ["x"],
    [3],
    [None],
    [[]],
    [{}],
    {},
    {"x": {}},
)
DEEP = ("edition", "switches")
AFTER = 25
"""Records after the odd one that are looked at too: it may do its harm later."""


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """The log of the sample game, to its end."""
    folder = tmp_path_factory.mktemp("odd") / "harbour"
    copy_sample(folder)
    play_folder(read_game_folder(folder), PlayOptions(), AT, FixedEntropy("harbour"))
    with open_store(folder / "referee.db") as store, store.read() as unit:
        return unit.records("harbour")


def firsts(records):
    """The first record of each kind."""
    return {record.kind: record for record in reversed(records)}


def forged(records, record):
    """What is wrong with the log up to a little after a record, with it in the place of the one of its number.

    That the log is no longer whole is no fault of the record's.
    """
    whole = [*records[: record.seq - 1], record, *records[record.seq : record.seq + AFTER]]
    return [fault for fault in what_happened(whole)[1] if not fault.startswith(STOPS)]


def test_the_log_as_it_was_written_has_nothing_odd(records):
    assert what_happened(records)[1] == []
    assert len(firsts(records)) > 20


def test_odd_data_of_any_kind_is_named_and_nothing_else_happens(records):
    passed = []
    for kind, record in firsts(records).items():
        for name, usual in record.data.items():
            for odd in ODD:
                faults = forged(records, replace(record, data=record.data | {name: odd}))
                if type(odd) is not type(usual) and odd is not None and not faults:
                    passed.append((kind, name, odd))
        assert forged(records, replace(record, data={}) if record.data else replace(record, data={"x": 1}))
        assert forged(records, replace(record, data=record.data | {"colour": "red"}))
    assert [one for one in passed if (one[0], one[1]) not in NULLABLE] == []


NULLABLE = {
    ("round_opened", "deadline"),
    ("orders_filed", "orders"),
    ("orders_filed", "standing"),
    ("order_applied", "line"),
    ("order_applied", "text"),
    ("order_applied", "default"),
    ("tile_placed", "chain"),
}
"""Fields that are null in one record and text or a number in another."""


@pytest.mark.parametrize("field", DEEP)
def test_an_odd_edition_or_odd_switches_are_named(records, field):
    (opening, *_) = records
    for name in opening.data[field]:
        for odd in ODD:
            changed = opening.data[field] | {name: odd}
            forged(records, replace(opening, data=opening.data | {field: changed}))
        without = {key: value for key, value in opening.data[field].items() if key != name}
        forged(records, replace(opening, data=opening.data | {field: without}))


@pytest.mark.parametrize("seat", [None, "", "zoe"])
def test_an_event_that_is_nobodys_or_a_strangers_is_named(records, seat):
    for record in firsts(records).values():
        if record.seat is not None:
            assert forged(records, replace(record, seat=seat)), record.kind


def test_a_record_that_is_shown_to_the_wrong_people_is_named(records):
    for record in firsts(records).values():
        for seen_by in ("public", "referee", ("bob#1",), ("zoe#1",)):
            if seen_by != record.visibility:
                assert forged(records, replace(record, visibility=seen_by)), record.kind


def test_what_is_for_a_seat_alone_and_names_none_is_not_written():
    (hidden,) = drafts_of([e.Entry(e.TilesDealt(("5C",), 1))], "2026-12-01T08:00:00Z", Tenures())
    with pytest.raises(ValueError, match="is seen by seats with their tenure"):
        encode(hidden)


def test_what_a_line_was_passed_for_is_told_whole(records):
    applied = next(one for one in records if one.kind == "order_applied" and one.data["passed"])
    for odd in ({}, {"line": "3", "text": "x", "why": "y"}, {"line": 3, "text": "x"}):
        changed = applied.data | {"passed": [odd]}
        assert forged(records, replace(applied, data=json.loads(json.dumps(changed))))
