"""Whoever changes the file is found out by `referee verify`, whether he puts the guards back or not."""

import json
import sqlite3
from contextlib import closing

import pytest
from cli_helpers import DONE, REFUSED, everybody, referee, write_game

from referee.db.links import digest_of, link_of

pytestmark = pytest.mark.file


@pytest.fixture(scope="module")
def two_rounds(tmp_path_factory):
    """The database of a game of two rounds."""
    folder = write_game(tmp_path_factory.mktemp("played") / "game", {1: everybody(), 2: everybody()})
    assert referee("play", folder).exit_code == DONE
    return (folder / "referee.db").read_bytes()


@pytest.fixture
def played(desk, two_rounds):
    """The same, in the current folder."""
    (desk / "referee.db").write_bytes(two_rounds)
    return desk / "referee.db"


def tamper(file, *statements, guards_back):
    """Change the file as somebody would who knows SQLite."""
    with closing(sqlite3.connect(file)) as database:
        triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            database.execute(statement)
        for _, sql in triggers if guards_back else ():
            database.execute(sql)
        database.commit()


TEXT = "UPDATE events SET text = {} WHERE seq = 20"
TAMPERINGS = {
    "payload": ([TEXT.format("""replace(text, '"data":{', '"data":{"x":1,')""")], "20"),
    "kind": ([TEXT.format("""replace(text, '"kind":"', '"kind":"x')""")], "20"),
    "seat": ([TEXT.format("""replace(text, '"seat":"', '"seat":"x')""")], "20"),
    "time": ([TEXT.format("""replace(text, '"at":"2', '"at":"3')""")], "20"),
    "salt": (["UPDATE events SET salt = replace(salt, substr(salt, 1, 1), 'f') || 'f' WHERE seq = 20"], "20"),
    "row missing": (["DELETE FROM events WHERE seq = 20"], "record 20 is missing"),
    "row swapped": (
        [
            "UPDATE events SET seq = 9999 WHERE seq = 20",
            "UPDATE events SET seq = 20 WHERE seq = 21",
            "UPDATE events SET seq = 21 WHERE seq = 9999",
        ],
        "swapped",
    ),
    "row doubled": (
        ["INSERT INTO events SELECT game, (SELECT max(seq) + 1 FROM events), text, salt, hash FROM events LIMIT 1"],
        "doubled",
    ),
    "tail cut off": (["DELETE FROM events WHERE seq > 60"], "cut off"),
}  # fmt: skip


@pytest.mark.parametrize("guards_back", [True, False], ids=["guards back", "guards gone"])
@pytest.mark.parametrize("how", TAMPERINGS)
def test_tampering_is_named(played, how, guards_back):
    statements, named = TAMPERINGS[how]
    tamper(played, *statements, guards_back=guards_back)
    verified = referee("--db", played, "verify", "harbour")
    assert verified.exit_code == REFUSED
    assert named in verified.stdout
    assert "does not hold" in verified.stderr
    assert ("no longer guarded" in verified.stdout) == (not guards_back)
    assert "Traceback" not in verified.output
    told = json.loads(referee("--db", played, "verify", "harbour", "--json").stdout)
    assert told["holds"] is False


@pytest.mark.parametrize("how", TAMPERINGS)
def test_a_damaged_game_is_not_played_on(played, how):
    tamper(played, *TAMPERINGS[how][0], guards_back=True)
    for words in (("resolve", "harbour", "--missing"), ("status", "harbour")):
        refused = referee("--db", played, *words)
        if how == "tail cut off":
            continue  # what is left is a log that holds: only a head from outside tells
        assert refused.exit_code == REFUSED
        assert "damaged" in refused.stderr


def test_a_tail_that_is_cut_off_with_its_reports_is_found_by_a_head_from_a_mailbox(played):
    told = json.loads(referee("--db", played, "report", "harbour", "--json").stdout)
    tamper(
        played,
        "DELETE FROM publications WHERE round = 2",
        "DELETE FROM events WHERE seq > (SELECT max(seq) FROM publications)",
        guards_back=True,
    )
    assert referee("--db", played, "verify", "harbour").exit_code == DONE
    found = referee("--db", played, "verify", "harbour", "--head", f"{told['seq']}:{told['head'][:12]}")
    assert found.exit_code == REFUSED
    assert "cut off" in found.stdout


def test_a_report_that_was_changed_to_state_another_head_is_named(played):
    tamper(
        played, "UPDATE publications SET body = x'41' WHERE recipient = 'bob' AND round = 1", guards_back=True
    )
    found = referee("--db", played, "verify", "harbour")
    assert "the report of round 1 for bob does not state its head" in found.stdout


def test_guards_that_were_taken_away_are_named_even_if_nothing_was_changed(played):
    tamper(played, guards_back=False)
    found = referee("--db", played, "verify", "harbour")
    assert found.exit_code == REFUSED
    assert "no longer guarded" in found.stdout
    assert referee("--db", played, "resolve", "harbour", "--missing").exit_code == REFUSED


ODD_VALUES = ("x'00ff'", "'words'", "''", "-7", "3", "2.5", "9223372036854775807", "NULL", "char(55296)")
COLUMNS = {
    "events": ("seq", "text", "salt", "hash"),
    "publications": ("seq", "recipient", "name", "round", "media", "body", "head", "at"),
    "games": ("id", "name", "name_key", "at"),
}


@pytest.mark.parametrize(("table", "column"), [(table, one) for table in COLUMNS for one in COLUMNS[table]])
def test_whatever_stands_in_a_column_is_named(played, table, column):
    """Every column holds whatever type somebody puts into it: SQLite does not mind."""
    whole = played.read_bytes()
    where = {"events": "seq = 20", "publications": "round = 1 AND recipient = 'bob'", "games": "1"}[table]
    for odd in ODD_VALUES:
        played.write_bytes(whole)
        try:
            tamper(played, f"UPDATE {table} SET {column} = {odd} WHERE {where}", guards_back=True)  # noqa: S608 (only our own words)
        except sqlite3.IntegrityError:
            continue  # not even SQLite takes that
        for words in (("verify", "harbour"), ("verify", "harbour", "--audit", "--json")):
            found = referee("--db", played, *words)
            assert found.exit_code == REFUSED or (table, column) == ("games", "at"), (odd, found.stdout)
            assert isinstance(found.exception, SystemExit | None), (odd, found.exception)
            assert found.stderr or found.exit_code == DONE
        for words in (
            ("report", "harbour", "--for", "bob", "--round", 1),
            ("status",),
            ("log", "harbour", "--all"),
        ):
            assert referee("--db", played, *words).exit_code in (DONE, REFUSED), (odd, words)


MISPLACED = {
    "name": ("UPDATE publications SET name = 'letter.txt' WHERE {}", "is called 'letter.txt'"),
    "media": ("UPDATE publications SET media = 'text/html' WHERE {}", "is said to be 'text/html'"),
    "recipient": ("UPDATE publications SET recipient = 'zoe' WHERE {}", "no player is called that"),
    "no recipient": ("DELETE FROM publications WHERE {}", "is missing"),
    "round": ("UPDATE publications SET round = 7 WHERE {}", "that round is not over"),
    "another round": ("UPDATE publications SET round = 2 WHERE {}", "was published after record"),
    "time": ("UPDATE publications SET at = '2001-01-01T00:00:00Z' WHERE {}", "is dated 2001-01-01T00:00:00Z"),
    "an earlier head": (
        "UPDATE publications SET (seq, head) = (SELECT seq, hash FROM events WHERE seq = 15) WHERE {}",
        "was published after record 15",
    ),
}


@pytest.mark.parametrize("how", MISPLACED)
def test_a_report_that_is_not_where_it_should_be_is_named(played, how):
    statement, says = MISPLACED[how]
    tamper(played, statement.format("round = 1 AND recipient = 'bob'"), guards_back=True)
    found = referee("--db", played, "verify", "harbour")
    assert found.exit_code == REFUSED
    assert says in found.stdout
    assert "FAULT  the report of round" in found.stdout


@pytest.mark.parametrize(
    "forgery",
    ["replace(body, '$', '#')", "body || ' '", "replace(body, 'bob', 'alice')"],
)
def test_a_forged_report_does_not_pass_an_audit(played, forgery):
    forged = forgery.replace("body", "CAST(body AS TEXT)")
    statement = "UPDATE publications SET body = CAST({} AS BLOB) WHERE round = 1 AND recipient = 'bob'"
    tamper(played, statement.format(forged), guards_back=True)
    assert referee("--db", played, "verify", "harbour").exit_code == DONE
    found = referee("--db", played, "verify", "harbour", "--audit")
    assert found.exit_code == REFUSED
    assert (
        "DIFFERS  the report of round 1 for bob is not the one that is rendered from the log" in found.stdout
    )


RECORD_FIELDS = ("kind", "schema", "visibility", "at", "round", "play", "seat", "data")


@pytest.mark.parametrize("name", RECORD_FIELDS)
def test_a_well_sealed_record_of_odd_fields_is_named(played, name):
    """Whoever forges every hash after it too, and the reports' heads, has still to write what makes sense."""
    whole = played.read_bytes()
    for odd in (None, True, 1.5, -1, "x", [], ["x"], [1], {}, {"x": 1}, "\ud800"):
        played.write_bytes(whole)
        reseal(played, 30, name, odd)
        found = referee("--db", played, "verify", "harbour", "--audit")
        assert isinstance(found.exception, SystemExit | None), (odd, found.exception)
        assert found.exit_code == REFUSED, (name, odd)
        assert "FAULT" in found.stdout or "DIFFERS" in found.stdout or "damaged" in found.stderr


def reseal(file, seq, name, value):
    """Change a field of a record, and seal everything anew; the reports state the new heads."""
    with closing(sqlite3.connect(file)) as database:
        triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for trigger, _ in triggers:
            database.execute(f"DROP TRIGGER {trigger}")
        (previous,) = database.execute("SELECT id FROM games").fetchone()
        for number, text, salt in database.execute(
            "SELECT seq, text, salt FROM events ORDER BY seq"
        ).fetchall():
            if number == seq:
                changed = json.loads(text) | {name: value}
                text = json.dumps(changed, sort_keys=True, separators=(",", ":"))  # noqa: PLW2901
            old, previous = previous, link_of(previous, number, digest_of(salt, text))
            assert old != previous
            database.execute("UPDATE events SET text = ?, hash = ? WHERE seq = ?", (text, previous, number))
        for number, body, head in database.execute(
            "SELECT DISTINCT seq, body, head FROM publications"
        ).fetchall():
            (new,) = database.execute("SELECT hash FROM events WHERE seq = ?", (number,)).fetchone()
            database.execute(
                "UPDATE publications SET head = ?, body = ? WHERE seq = ? AND body = ?",
                (new, body.replace(head[:12].encode(), new[:12].encode()), number, body),
            )
        for _, sql in triggers:
            database.execute(sql)
        database.commit()
