"""Whoever changes the file is found out by `referee verify`, whether he puts the guards back or not."""

import json
import sqlite3
from contextlib import closing

import pytest
from cli_helpers import DONE, REFUSED, everybody, referee, write_game


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
