"""Each way to tamper with the file, and the name that verify gives it."""

import hashlib
import json
import re

import pytest
from db_helpers import AT, attacker, rows_of
from hypothesis import given, settings, strategies

from referee.clock import FixedEntropy
from referee.db.chain import verify_chain
from referee.db.links import Head, Row, digest_of, link_of
from referee.db.store import open_store
from referee.db.unit import DamagedError, Publication
from referee.errors import UserError

COPY = "INSERT INTO events SELECT game, {to}, text, salt, hash FROM events WHERE seq = {seq}"
SWAP = [
    "UPDATE events SET seq = 1000 WHERE seq = {a}",
    "UPDATE events SET seq = {a} WHERE seq = {b}",
    "UPDATE events SET seq = {b} WHERE seq = 1000",
]


def edit(seq, old, new):
    change = f"text = replace(text, '{old}', '{new}')"
    return [f"UPDATE events SET {change} WHERE seq = {seq}"]  # noqa: S608  # an attack is what is wanted


def swap(a, b):
    return [statement.format(a=a, b=b) for statement in SWAP]


def renumber(first, by):
    """Move all from `first` on, away and back, since no two may have one number on the way."""
    return [
        f"UPDATE events SET seq = seq + 1000 WHERE seq >= {first}",  # noqa: S608  # the same
        f"UPDATE events SET seq = seq - 1000 + {by} WHERE seq >= 1000",  # noqa: S608  # the same
    ]


TAMPERED = {
    "the payload of a record": (edit(7, '"7A"', '"8A"'), [(7, "changed")]),
    "the payload of the first record": (edit(1, '"1A"', '"8A"'), [(1, "changed")]),
    "the payload of the last record": (edit(40, '"40A"', '"8A"'), [(40, "changed")]),
    "a single space": (edit(7, "{", "{ "), [(7, "changed")]),
    "the salt": (["UPDATE events SET salt = upper(salt) WHERE seq = 9"], [(9, "changed")]),
    "the kind": (edit(9, "tile_placed", "dead_tile_set_aside"), [(9, "changed")]),
    "the schema": (edit(9, '"schema":1', '"schema":2'), [(9, "changed")]),
    "the seat": (edit(11, '"seat":"alice"', '"seat":"bob"'), [(11, "changed")]),
    "the time": (edit(11, "2026", "2025"), [(11, "changed")]),
    "the round": (edit(11, '"round":1', '"round":2'), [(11, "changed")]),
    "who may see it": (edit(12, '["alice#1"]', '"public"'), [(12, "changed")]),
    "a record that is no text any more": (
        ["UPDATE events SET text = x'ff00' WHERE seq = 5"],
        [(5, "changed")],
    ),
    "bytes that are no text": (
        ["UPDATE events SET text = cast(x'ff00' AS TEXT) WHERE seq = 5"],
        [(5, "changed")],
    ),
    "a salt that is no text": (["UPDATE events SET salt = x'ff00' WHERE seq = 5"], [(5, "changed")]),
    "a hash that is no text": (["UPDATE events SET hash = x'ff00' WHERE seq = 5"], [(5, "hash")]),
    "a hash of bytes that are no text": (
        ["UPDATE events SET hash = cast(x'ff00' AS TEXT) WHERE seq = 5"],
        [(5, "hash")],
    ),
    "two records": ([*edit(7, "7A", "8A"), *edit(30, "30A", "8A")], [(7, "changed"), (30, "changed")]),
    "the hash": (["UPDATE events SET hash = salt WHERE seq = 9"], [(9, "hash")]),
    "a record missing": (["DELETE FROM events WHERE seq = 9"], [(9, "missing")]),
    "several records missing": (
        ["DELETE FROM events WHERE seq IN (9, 10, 20)"],
        [(9, "missing"), (20, "missing")],
    ),
    "the first record missing": (["DELETE FROM events WHERE seq = 1"], [(1, "missing")]),
    "a record missing, the rest renumbered": (
        ["DELETE FROM events WHERE seq = 9", *renumber(10, -1)],
        [(9, "missing")],
    ),
    "a record doubled at the end": ([COPY.format(seq=9, to=41)], [(41, "doubled")]),
    "a record doubled in the middle, the rest renumbered": (
        [*renumber(10, 1), COPY.format(seq=9, to=10)],
        [(10, "doubled")],
    ),
    "a record written over another": (
        ["DELETE FROM events WHERE seq = 20", COPY.format(seq=9, to=20)],
        [(20, "doubled")],
    ),
    "neighbours swapped": (swap(9, 10), [(9, "swapped"), (10, "swapped")]),
    "distant records swapped": (swap(9, 30), [(9, "swapped"), (30, "swapped")]),
    "the first and the last swapped": (swap(1, 40), [(1, "swapped"), (40, "swapped")]),
    "two salts swapped": (
        [
            "CREATE TEMP TABLE old AS SELECT seq, salt FROM events",
            "UPDATE events SET salt = (SELECT salt FROM old WHERE seq = 25) WHERE seq = 9",
            "UPDATE events SET salt = (SELECT salt FROM old WHERE seq = 9) WHERE seq = 25",
        ],
        [(9, "swapped"), (25, "swapped")],
    ),
    "two texts swapped": (
        [
            "CREATE TEMP TABLE old AS SELECT seq, text FROM events",
            "UPDATE events SET text = (SELECT text FROM old WHERE seq = 25) WHERE seq = 9",
            "UPDATE events SET text = (SELECT text FROM old WHERE seq = 9) WHERE seq = 25",
        ],
        [(9, "swapped"), (25, "swapped")],
    ),
    "a foreign record put in, the rest renumbered": (
        [*renumber(10, 1), "INSERT INTO events VALUES (1, 10, '{}', 'x', 'x')"],
        [(10, "inserted")],
    ),
}


def faults_of(file, heads=()):
    game_id, rows = rows_of(file)
    return verify_chain(game_id, rows, heads)


@pytest.mark.parametrize(("statements", "expected"), TAMPERED.values(), ids=TAMPERED.keys())
def test_verify_names_the_record_and_what_was_done(file, statements, expected):
    with open_store(file) as store:
        with attacker(file) as connection:
            for statement in statements:
                connection.execute(statement)
        with store.read() as unit:
            found = unit.verify("harbour")
            assert [(fault.seq, fault.kind) for fault in found] == expected
            for fault in found:
                assert str(fault.seq) in fault.message
                assert f"{fault.seq} to {fault.seq} " not in fault.message
            with pytest.raises(DamagedError, match=f"damaged at seq {expected[0][0]}: "):
                unit.load("harbour")


def test_an_untouched_log_has_no_faults(file):
    game_id, rows = rows_of(file)
    assert (
        faults_of(
            file,
            [Head(0, game_id), Head(1, rows[0].hash), Head(9, rows[8].hash), Head(40, rows[-1].hash[:12])],
        )
        == []
    )


def test_a_hash_that_is_no_text_is_not_the_one_that_a_report_vouches_for(file):
    _, rows = rows_of(file)
    with attacker(file) as connection:
        connection.execute("UPDATE events SET hash = x'ff00' WHERE seq = 5")
    found = faults_of(file, [Head(5, rows[4].hash)])
    assert {(fault.seq, fault.kind) for fault in found} == {(5, "hash"), (5, "rewritten")}


def test_the_head_of_the_empty_log_vouches_for_the_id_of_the_game(file):
    (fault,) = faults_of(file, [Head(0, "ab" * 32)])
    assert (fault.seq, fault.kind) == (0, "rewritten")


def test_a_row_that_the_table_should_not_hold_twice_is_named():
    row = Row(1, "{}", "s", link_of("id", 1, digest_of("s", "{}")))
    assert [(fault.seq, fault.kind) for fault in verify_chain("id", [row, row])] == [(1, "doubled")]
    found = verify_chain("id", [row._replace(seq="one"), row])
    assert [(fault.seq, fault.kind) for fault in found] == [(1, "malformed")]


def test_a_tail_cut_off_is_named_only_by_a_head_from_elsewhere(file):
    _, rows = rows_of(file)
    footer = Head.read(f"40:{rows[-1].hash[:12]}…")
    with attacker(file) as connection:
        connection.execute("DELETE FROM events WHERE seq > 35")
    assert faults_of(file) == []
    (fault,) = faults_of(file, [footer])
    assert (fault.seq, fault.kind) == (36, "cut")
    assert "ends at 35" in fault.message
    assert footer.short in fault.message


def test_a_tail_cut_off_is_named_by_a_report_that_was_published(file):
    with open_store(file) as store:
        with store.write() as unit:
            head = unit.head("harbour")
            unit.publish(
                Publication("harbour", 1, "alice", "report.txt", "text/plain", b"", 40, head.hash, AT)
            )
        with attacker(file) as connection:
            connection.execute("DELETE FROM events WHERE seq > 35")
        with store.read() as unit:
            assert [(fault.seq, fault.kind) for fault in unit.verify("harbour")] == [(36, "cut")]


@pytest.mark.parametrize("body", ["5", "'Round 1'", "''"])
def test_a_report_that_is_no_bytes_any_more_is_named_and_not_converted(file, body):
    with open_store(file) as store:
        with store.write() as unit:
            head = unit.head("harbour")
            unit.publish(
                Publication(
                    "harbour", 1, None, "report.txt", "text/plain", b"Round 1", head.seq, head.hash, AT
                )
            )
        with attacker(file) as connection:
            connection.execute(f"UPDATE publications SET body = {body}")  # noqa: S608  # an attack
        with store.read() as unit:
            (fault,) = unit.look_at_publications("harbour")[1]
            assert "its body is of another type" in fault
            with pytest.raises(DamagedError, match="its body is of another type; run referee verify harbour"):
                unit.published("harbour")


def test_a_log_written_anew_from_some_record_on_holds_in_itself_but_not_against_a_report(file):
    game_id, rows = rows_of(file)
    forged, previous = [], game_id
    for row in rows:
        text = row.text.replace('"30A"', '"31A"')
        previous = link_of(previous, row.seq, digest_of(row.salt, text))
        forged.append(Row(row.seq, text, row.salt, previous))
    assert verify_chain(game_id, forged) == []
    assert verify_chain(game_id, forged, [Head(29, rows[28].hash)]) == []
    (fault,) = verify_chain(game_id, forged, [Head(40, rows[-1].hash[:12])])
    assert (fault.seq, fault.kind) == (40, "rewritten")


def test_a_log_moved_to_another_game_does_not_verify(file):
    _, rows = rows_of(file)
    assert [(fault.seq, fault.kind) for fault in verify_chain("ab" * 32, rows)] == [(1, "changed")]


@pytest.mark.parametrize(("old", "new"), [('"data":', '"date":'), ('"data":', '"data": ')])
def test_what_hangs_on_the_log_as_it_should_and_is_no_record_or_not_written_as_one_is_named(file, old, new):
    _, rows = rows_of(file)
    text = rows[-1].text.replace(old, new)
    row = Row(41, text, "salt", link_of(rows[-1].hash, 41, digest_of("salt", text)))
    with open_store(file) as store:
        with attacker(file) as connection:
            connection.execute("INSERT INTO events VALUES (1, ?, ?, ?, ?)", row)
        with store.read() as unit:
            assert [(fault.seq, fault.kind) for fault in unit.verify("harbour")] == [(41, "malformed")]


def test_a_whole_log_of_nonsense_is_still_answered_in_a_moment():
    rows = [Row(seq, "{}" + "x" * seq, "salt", f"{seq:064x}") for seq in range(1, 1501)]
    assert len(verify_chain("id", rows)) == 1500


@settings(max_examples=200, deadline=None)
@given(data=strategies.data())
def test_whatever_single_character_is_changed_is_found_at_its_record(data):
    rows, previous = [], "id"
    for seq in range(1, 8):
        text, salt = f'{{"kind":"k","data":{seq}}}', f"{seq:064x}"
        previous = link_of(previous, seq, digest_of(salt, text))
        rows.append(Row(seq, text, salt, previous))
    seq = data.draw(strategies.integers(0, 6))
    field = data.draw(strategies.sampled_from(["text", "salt", "hash"]))
    old = getattr(rows[seq], field)
    place = data.draw(strategies.integers(0, len(old) - 1))
    new = data.draw(strategies.characters(codec="utf-8").filter(lambda letter: letter != old[place]))
    rows[seq] = rows[seq]._replace(**{field: old[:place] + new + old[place + 1 :]})
    assert [fault.seq for fault in verify_chain("id", rows)] == [seq + 1]


def test_the_layout_is_what_sha256sum_computes(file):
    game_id, rows = rows_of(file)
    previous = game_id
    for row in rows:
        digest = hashlib.sha256(f"{row.salt}|{row.text}".encode("ascii")).hexdigest()
        previous = hashlib.sha256(f"{previous}|{row.seq}|{digest}".encode("ascii")).hexdigest()
        assert row.hash == previous
        assert re.fullmatch("[0-9a-f]{64}", row.salt)
        assert row.text == json.dumps(json.loads(row.text), sort_keys=True, separators=(",", ":"))
    assert len({row.salt for row in rows}) == 40


def test_the_same_entropy_and_drafts_give_the_same_log_and_other_entropy_another(tmp_path, file):
    from db_helpers import drafts

    heads = set()
    for name in ("tests", "tests", "others"):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.db"
        with open_store(path, create=True, entropy=FixedEntropy(name)) as store, store.write() as unit:
            unit.create_game("harbour", AT)
            unit.append("harbour", 0, drafts(40))
            heads.add(unit.head("harbour"))
    assert len(heads) == 2
    assert Head(40, rows_of(file)[1][-1].hash) in heads


@pytest.mark.parametrize(
    "text", ["", "12", "12:", "12:abc", "12:9c1e04ab57dg", ":9c1e04ab57d2", "-1:9c1e04ab57d2"]
)
def test_a_head_that_is_none_is_refused_with_an_example(text):
    with pytest.raises(UserError, match="as in 214:9c1e04ab57d2"):
        Head.read(text)


@pytest.mark.parametrize("text", ["214:9c1e04ab57d2", " 214:9C1E04AB57D2… ", "214:9c1e04ab57d2..."])
def test_a_head_is_read_as_a_report_prints_it(text):
    assert Head.read(text) == Head(214, "9c1e04ab57d2")
    assert Head.read(text).short == "214:9c1e04ab57d2"
    assert Head(214, "9c1e04ab57d2" + 52 * "0").short == "214:9c1e04ab57d2"
