"""A log as JSON Lines: who reads what, and that anybody can check it."""

import json

import pytest
from db_helpers import AT, draft

from referee.clock import FixedEntropy
from referee.db.export import ExportCheck, export_lines, export_record, verify_export
from referee.db.links import Head
from referee.db.store import open_store

ORDER = ["seq", "kind", "schema", "visibility", "at", "round", "play", "seat", "data", "salt", "hash"]


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("export") / "referee.db"
    written = [
        draft("1A", note="Zoë"),
        draft("2A", visibility=("alice#1",), hidden="mark-of-alice"),
        draft("3A", visibility=("alice#2",), hidden="mark-of-her-successor"),
        draft("4A", visibility=("alice#1", "bob#1"), hidden="mark-of-both"),
        draft("5A", visibility="referee", seat=None, hidden="mark-of-the-referee"),
        draft("6A"),
    ]
    with open_store(path, create=True, entropy=FixedEntropy("export")) as store, store.write() as unit:
        game = unit.create_game("harbour", AT)
        return game.id, unit.append("harbour", 0, written)


def exported(log, reader):
    game_id, records = log
    return list(export_lines(game_id, records, reader))


def shown(lines):
    return [line["seq"] for line in map(json.loads, lines) if "kind" in line]


@pytest.mark.parametrize(
    ("reader", "seen"),
    [
        ("public", [1, 6]),
        (("alice#1",), [1, 2, 4, 6]),
        (("alice#2",), [1, 3, 6]),
        (("alice#1", "alice#2"), [1, 2, 3, 4, 6]),
        (("bob#1",), [1, 4, 6]),
        (("carol#1",), [1, 6]),
        ((), [1, 6]),
        ("referee", [1, 2, 3, 4, 5, 6]),
    ],
)
def test_each_reader_sees_his_own_and_the_rest_as_digests(log, reader, seen):
    lines = exported(log, reader)
    assert shown(lines) == seen
    text = "\n".join(lines)
    for seq, secret in [
        (2, "mark-of-alice"),
        (3, "mark-of-her-successor"),
        (4, "mark-of-both"),
        (5, "mark-of-the-referee"),
    ]:
        assert (secret in text) == (seq in seen)
        assert (log[1][seq - 1].salt in text) == (seq in seen)


@pytest.mark.parametrize("reader", ["public", ("alice#1",), "referee"])
def test_every_export_verifies_to_the_same_head(log, reader):
    head = Head(6, log[1][-1].hash)
    check = verify_export(exported(log, reader), [head, Head(2, log[1][1].hash[:12])])
    assert check == ExportCheck(head, [])


def test_what_is_not_shown_has_its_number_digest_and_hash_and_nothing_else(log):
    line = json.loads(exported(log, "public")[1])
    assert list(line) == ["seq", "digest", "hash"]


def test_a_record_has_its_fields_in_the_order_of_the_format(log):
    lines = [json.loads(line) for line in exported(log, "referee")]
    assert list(lines[0]) == [*ORDER, "previous"]
    assert list(lines[1]) == ORDER
    assert lines[0]["visibility"] == "public"
    assert lines[3]["visibility"] == ["alice#1", "bob#1"]
    assert export_record(log[1][5], "public") == lines[5]
    assert [export_record(record, "referee") for record in log[1]][1:] == lines[1:]


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda line: line["data"].update(tile="9I"), "changed"),
        (lambda line: line.update(kind="other"), "changed"),
        (lambda line: line.update(seat="bob"), "changed"),
        (lambda line: line.update(at="2020-01-01T00:00:00Z"), "changed"),
        (lambda line: line.update(visibility="referee"), "changed"),
        (lambda line: line.update(salt="00" * 32), "changed"),
        (lambda line: line.update(hash="00" * 32), "changed"),
        (lambda line: line.update(hash=7), "malformed"),
        (lambda line: line.update(seq=7), "missing"),
        (lambda line: line.update(seq="six"), "malformed"),
        (lambda line: line.pop("hash"), "malformed"),
        (lambda line: line.pop("data"), "malformed"),
        (lambda line: line["data"].update(price=1.5), "malformed"),
        (lambda line: line.update(salt="\ud800"), "malformed"),
    ],
)
def test_a_line_that_was_changed_is_named(log, change, kind):
    lines = exported(log, "public")
    line = json.loads(lines[5])
    change(line)
    faults = verify_export([*lines[:5], json.dumps(line)]).faults
    assert [fault.kind for fault in faults] == [kind]
    assert faults[0].seq == 6


def test_a_digest_that_was_changed_a_line_taken_out_and_a_line_doubled_are_named(log):
    lines = exported(log, "public")
    hidden = json.loads(lines[2])
    hidden["digest"] = "ab" * 32
    assert [fault.seq for fault in verify_export([*lines[:2], json.dumps(hidden), *lines[3:]]).faults] == [3]
    assert [fault.seq for fault in verify_export(lines[:2] + lines[3:]).faults] == [3]
    assert verify_export(lines[:3] + lines[2:]).faults[0].seq == 4
    assert verify_export(lines[1:]).faults


def test_a_tail_cut_off_is_named_by_a_head(log):
    lines = exported(log, "public")
    check = verify_export(lines[:4], [Head(6, log[1][-1].hash[:12])])
    assert check.head.seq == 4
    assert [fault.kind for fault in check.faults] == ["rewritten"]


@pytest.mark.parametrize("line", ["", "{}", "[]", "null", "12", '"seq"', "not json", "[" * 100_000])
def test_what_is_no_log_is_said_to_be_none(log, line):
    check = verify_export([line, *exported(log, "public")])
    assert [fault.kind for fault in check.faults][:1] == (["malformed"] if line else [])


def test_an_empty_log_verifies():
    assert verify_export([]).faults == []
