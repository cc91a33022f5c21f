"""A game moves between databases and stays what it was; its public log tells nothing, and anybody can check it."""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from databases import postgres_schema
from db_helpers import raw
from mail_house import MailHouse

from referee.clock import FixedClock
from referee.db import guards
from referee.db.store import open_store
from referee.errors import UserError
from referee.service import transactions
from referee.service.move_game import export_game, import_game, verify_file, write_export
from referee.service.verify_game import verify_game

CLOCK = FixedClock("2026-12-01T08:00:00Z")
MARKS = ("Mark-in-orders", "Mark-in-press", "mark@players.example", "Mark-in-name")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A game in its second round, with orders filed, press published and press that waits, and people."""
    house = MailHouse(tmp_path_factory.mktemp("played"))
    house.opens()
    house.writes("alice", "tile any  # Mark-in-orders\npress: Good morning.\npress to Bob: Mark-in-press\n")
    house.resolves()
    house.writes("bob", "tile any  # Mark-in-orders\npress: Later on.\n")
    with raw(house.database) as connection:
        connection.execute("UPDATE addresses SET address = 'mark@players.example' WHERE key = 1")
        connection.execute("UPDATE people SET name = 'Mark-in-name' WHERE key = 1")
        connection.execute("UPDATE holders SET name = 'Mark-in-name' WHERE person = 1")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return house


@pytest.fixture
def house(played, tmp_path):
    """A copy of it."""
    shutil.copy(played.database, tmp_path / "referee.db")
    found = MailHouse.__new__(MailHouse)
    found.__dict__.update(played.__dict__ | {"database": str(tmp_path / "referee.db")})
    return found


@pytest.fixture
def lines(house):
    """What an export of the whole game, or of its public log, has."""

    def exported(extent):
        with house.looking() as work:
            return list(export_game(work, "harbour", extent))

    return exported


@pytest.fixture
def written(lines, tmp_path):
    """A file of an export."""

    def write(extent="all", name="harbour.jsonl", change=lambda given: given):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in change(lines(extent))))
        return tmp_path / name

    return write


def everything(database, game):
    """All that there is of a game, but for people and mails, and the numbers of waiting press."""
    from referee.db.press import waiting_press, words_of

    with transactions.reading(database, CLOCK) as work:
        unit = work.unit
        return (
            unit.game(game).id,
            [(one.seq, one.text, one.salt, one.hash) for one in unit.records(game)],
            [
                (one.round, one.recipient, one.body, one.seq, one.head, one.at)
                for one in unit.publications(game)
            ],
            words_of(unit, game),
            [(one.seat, one.tenure, one.round, one.text, one.approved) for one in waiting_press(unit, game)],
        )


@pytest.mark.parametrize("way", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_a_game_that_moves_there_and_back_stays_what_it_was_and_goes_on_in_the_same_way(house, tmp_path, way):
    before = everything(house.database, "harbour")
    with postgres_schema() if way == "postgres" else Somewhere(tmp_path) as other:
        move(house.database, other, tmp_path / "there.jsonl")
        assert everything(other, "harbour") == before
        back = str(tmp_path / "back.db")
        move(other, back, tmp_path / "back.jsonl.gz")
        assert everything(back, "harbour") == before
        rounds = []
        for database in (house.database, other, back):
            there = MailHouse.__new__(MailHouse)
            there.__dict__.update(house.__dict__ | {"database": database})
            there.resolves()
            with transactions.reading(database, CLOCK) as work:
                assert verify_game(work, "harbour", audit=True).holds
                rounds.append(
                    [(one.kind, one.seat, one.play, steady(one.data)) for one in work.unit.records("harbour")]
                )
        assert rounds[0] == rounds[1] == rounds[2]
        with open_store(other) as store, store.read() as unit:
            assert guards.compare(unit.session.connection()) == []


class Somewhere:
    """A file that is not there yet, as the context that a schema of PostgreSQL is."""

    def __init__(self, folder):
        self.path = str(folder / "other.db")

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        return None


def steady(data):
    """What is drawn anew each time is not compared: the digests of press are salted."""
    return {name: one for name, one in data.items() if name != "digest"}


def move(source, target, file):
    with transactions.reading(source, CLOCK) as work:
        write_export(export_game(work, "harbour", "all"), file, "all")
    import_game(target, CLOCK, file)


def test_a_whole_game_is_for_its_owner_alone_and_never_written_over_anything(lines, tmp_path):
    for extent, mode in (("all", 0o600), ("public", 0o666 & ~umask())):
        file = tmp_path / f"{extent}.jsonl.gz"
        write_export(lines(extent), file, extent)
        assert file.stat().st_mode & 0o777 == mode
        assert gzip.decompress(file.read_bytes()).decode().splitlines() == lines(extent)
        with pytest.raises(UserError, match="there already"):
            write_export(lines(extent), file, extent)


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_no_export_has_people_addresses_or_mails(lines):
    for extent in ("all", "public"):
        text = "\n".join(lines(extent))
        assert "players.example" not in text
        assert "Mark-in-name" not in text


def test_the_public_log_has_nothing_of_what_is_hidden(house, lines):
    text = "\n".join(lines("public"))
    with house.looking() as work:
        records = work.unit.records("harbour")
        hidden = [one for one in records if one.visibility != "public"]
        kept = next(one for one in records if one.kind == "bag_kept")
        words = [one.words for one in all_words(work.unit)]
    assert len(hidden) > 10
    assert all(one.salt not in text and one.text not in text for one in hidden)
    assert kept.data["seed"] not in text
    assert not [mark for mark in MARKS if mark in text]
    assert words
    assert not [one for one in words if one in text]
    shown = [json.loads(line) for line in lines("public")]
    keys = {frozenset(one) for one in shown[1:-1]}
    assert keys == {frozenset({"seq", "salt", "record", "hash"}), frozenset({"seq", "digest", "hash"})}
    assert {json.loads(one["record"])["visibility"] for one in shown if "record" in one} == {"public"}


def all_words(unit):
    from referee.db.press import words_of

    return words_of(unit, "harbour")


def test_a_reader_gets_to_the_head_of_the_log_with_sha256_alone(house, lines):
    with house.looking() as work:
        head = work.unit.head("harbour").hash
    for extent in ("all", "public"):
        previous = None
        for line in map(json.loads, lines(extent)):
            previous = line.get("previous", previous)
            if "seq" in line:
                digest = line.get("digest") or sha256(f"{line['salt']}|{line['record']}")
                previous = sha256(f"{previous}|{line['seq']}|{digest}")
                assert previous == line["hash"]
        assert previous == head


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="sha256sum is not on this machine")
def test_the_tool_sha256sum_finds_the_same_hashes(lines):
    start, first, *_ = map(json.loads, lines("public"))

    def summed(text):
        return subprocess.run(["sha256sum"], input=text, capture_output=True, text=True, check=True).stdout[
            :64
        ]

    digest = first.get("digest") or summed(f"{first['salt']}|{first['record']}")
    assert summed(f"{start['previous']}|1|{digest}") == first["hash"]


def without_line(number):
    return lambda given: [*given[:number], *given[number + 1 :]]


def cut_after(number):
    return lambda given: given[:number]


def changed(number, old, new):
    def change(given):
        found = re.sub(old, new, given[number], count=1)
        assert found != given[number]
        return [*given[:number], found, *given[number + 1 :]]

    return change


SPOILT = {
    "nothing in it": lambda _: [],
    "cut off": cut_after(20),
    "without its end": lambda given: given[:-1],
    "a record less": without_line(7),
    "a record changed": changed(9, r'\\"schema\\":\d', r'\\"schema\\":7'),
    "another salt": changed(9, r'"salt": "..', '"salt": "00'),
    "another id": changed(0, r'"previous": "..', '"previous": "zz'),
    "another hash": changed(9, r'"hash": "....', '"hash": "0000'),
    "two ends": lambda given: [*given, given[-1]],
    "no record at all": lambda given: [
        given[0],
        json.dumps({"end": {"lines": 1, "seq": 0, "hash": json.loads(given[0])["previous"]}}),
    ],
    "another end": lambda given: [*given[:-1], re.sub('"hash": "....', '"hash": "0000', given[-1])],
    "no JSON": lambda given: ["Dear referee", *given[1:]],
    "a list": lambda given: ["[]", *given[1:]],
    "a number for a record": lambda given: [given[0], "7", *given[2:]],
    "a number for a text": changed(3, r'"salt": "\w+"', '"salt": 5'),
}


OF_SHOWN = {"a record changed", "another salt", "a number for a text", "no record at all"}
"""What needs a record that is shown: in a public log there may be none in that place, or anywhere."""


@pytest.mark.parametrize(
    ("extent", "spoil"),
    [("all", one) for one in SPOILT] + [("public", one) for one in SPOILT if one not in OF_SHOWN],
)
def test_a_file_that_is_not_whole_is_refused_with_its_name_and_nothing_is_changed(
    written, tmp_path, spoil, extent
):
    file = written(extent, change=SPOILT[spoil])
    with pytest.raises(UserError, match=r"harbour\.jsonl"):
        import_game(str(tmp_path / "new.db"), CLOCK, file)
    assert not (tmp_path / "new.db").exists()
    try:
        verdict = verify_file(file)
    except UserError:
        return
    assert not verdict.holds


def test_a_file_that_is_empty_or_of_another_format_or_extent_is_said_to_be_that(written, tmp_path):
    none = "It is no game that `referee export` wrote"
    for change, said in (
        (SPOILT["nothing in it"], "It is empty"),
        (changed(0, '"acquire_game": 1', '"acquire_game": 0'), none),
        (changed(0, '"acquire_game": 1', '"acquire_game": "1"'), none),
        (changed(0, '"holds": "all"', '"holds": "half"'), none),
        (changed(0, '"previous": "..', '"previous": "zz'), "Line 1 is not a line of an exported game"),
    ):
        file = written(change=change)
        with pytest.raises(UserError, match=said):
            import_game(str(tmp_path / "new.db"), CLOCK, file)


def test_a_whole_game_shows_each_record(written):
    def by_its_digest(given):
        one = json.loads(given[9])
        hidden = {"seq": one["seq"], "digest": sha256(f"{one['salt']}|{one['record']}"), "hash": one["hash"]}
        return [*given[:9], json.dumps(hidden), *given[10:]]

    with pytest.raises(UserError, match="Line 10 is not a line of an exported game"):
        verify_file(written(change=by_its_digest))


def test_what_a_newer_referee_wrote_is_refused_and_it_is_said_what_to_do(written, tmp_path):
    newer = written(change=changed(0, '"acquire_game": 1', '"acquire_game": 2'))
    kind = written(name="kind.jsonl", change=rechained)
    for file in (newer, kind):
        with pytest.raises(UserError, match=r"newer referee.*Update the referee"):
            import_game(str(tmp_path / "new.db"), CLOCK, file)


def rechained(given):
    """The game with a record of a schema that is not known yet, its chain in order."""
    values = [json.loads(line) for line in given]
    values[9]["record"] = re.sub(r'"schema":\d', '"schema":99', values[9]["record"])
    previous = values[0]["previous"]
    for one in values:
        if "seq" in one:
            previous = one["hash"] = sha256(
                f"{previous}|{one['seq']}|{sha256(one['salt'] + '|' + one['record'])}"
            )
    values[-1]["end"]["hash"] = previous
    kept = [json.dumps(one) for one in values[:-1] if "publication" not in one]
    return [*kept, json.dumps({"end": {**values[-1]["end"], "lines": len(kept)}})]


def test_a_game_is_brought_in_once_and_under_a_name_that_is_free(house, written, tmp_path):
    file = written()
    with pytest.raises(UserError, match="--as"):
        import_game(house.database, CLOCK, file)
    with pytest.raises(UserError, match="here already"):
        import_game(house.database, CLOCK, file, "pier")
    other = str(tmp_path / "b.db")
    with transactions.writing(other, CLOCK, create=True) as work:
        work.unit.create_game("HARBOUR", CLOCK.now())
    with pytest.raises(UserError, match=r"a game HARBOUR already\. Give this one another name: --as"):
        import_game(other, CLOCK, file)
    for name in ("", "a", "Pier 7", "../x", "pier\n"):
        with pytest.raises(UserError):
            import_game(other, CLOCK, file, name)
    done = import_game(other, CLOCK, file, "pier")
    with transactions.reading(other, CLOCK) as work:
        assert (done.game, done.before) == ("pier", "harbour")
        assert verify_game(work, "pier").holds


def test_a_public_log_is_verified_and_refused_by_import(written, tmp_path):
    file = written("public")
    with pytest.raises(UserError, match=r"in order.* nobody can"):
        import_game(str(tmp_path / "new.db"), CLOCK, file)


def test_a_file_is_measured_by_a_head_of_a_report(house, written):
    with house.looking() as work:
        heads = [f"{one.seq}:{one.head[:12]}" for one in work.unit.publications("harbour")]
    for extent in ("all", "public"):
        assert all(verify_file(written(extent), head).holds for head in heads)
        assert not verify_file(written(extent), f"5:{'0' * 12}").holds
        assert not verify_file(written(extent), f"9999:{heads[0][-12:]}").holds


def test_a_log_that_was_printed_is_verified_as_well(house, tmp_path):
    from referee.service.show_log import show_log

    file = tmp_path / "printed.jsonl"
    with house.looking() as work:
        view, head = show_log(work, "harbour"), work.unit.head("harbour")
        file.write_text("\n".join(view.lines()))
    assert (verify_file(file).holds, verify_file(file).head) == (True, head)
    file.write_text(file.read_text().replace('"round": 1', '"round": 2'))
    assert not verify_file(file).holds


def test_what_is_no_file_of_ours_is_refused_with_its_name(tmp_path):
    for name, body in {"a.gz": b"\x1f\x8b\x08rubbish", "b.jsonl": b"\xff\xfe\x00", "c.d": b""}.items():
        (tmp_path / name).write_bytes(body)
        with pytest.raises(UserError, match=re.escape(name)):
            verify_file(tmp_path / name)
    with pytest.raises(UserError, match=r"none\.jsonl"):
        verify_file(Path(tmp_path / "none.jsonl"))
