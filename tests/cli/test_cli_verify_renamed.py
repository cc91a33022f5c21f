"""A game that was brought in under another name is verified like any other, also by reports under its old name."""

# ruff: noqa: S608 (an attack is what is wanted)

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from cli_helpers import DONE, PLAYERS, REFUSED, referee

LAST_LINE = re.compile(r"referee verify (\S+) --head (\S+)")


def does(database, *words, well=(DONE,)):
    done = referee("--db", database, *words)
    assert done.exit_code in well, done.output
    return done


def plays(database, game, rounds):
    """All miss some rounds; the public's reports so far, one after the other."""
    for _ in range(rounds):
        does(database, "resolve", game, "--missing")
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT body FROM publications, games WHERE key = game AND name_key = ? AND recipient = ''"
        return b"".join(row[0] for row in connection.execute(f"{query} ORDER BY seq", (game,))).decode()


@pytest.fixture
def moved(desk):
    """A folder in which `harbour` of one database is `pier` in another, where another `harbour` is."""
    does("old.db", "new", "harbour", "--players", ",".join(PLAYERS))
    (desk / "kept.txt").write_text(plays("old.db", "harbour", 2))
    does("old.db", "export", "harbour", "--out", "harbour.jsonl")
    does("new.db", "new", "harbour", "--players", ",".join(PLAYERS))
    does("new.db", "import", "harbour.jsonl", "--as", "pier")
    return desk


def test_a_renamed_game_passes_an_audit_with_all_reports_that_were_ever_sent_under_either_name(moved):
    (moved / "kept.txt").write_text((moved / "kept.txt").read_text() + plays("new.db", "pier", 2))
    (moved / "kept.txt").write_text((moved / "kept.txt").read_text() + plays("new.db", "harbour", 1))
    found = does("new.db", "verify", "--all", "--audit", "--heads", "kept.txt")
    assert "harbour: known here as pier" in found.stdout
    assert "2 games verified: all hold." in found.stdout
    one = does("new.db", "verify", "pier", "--audit", "--heads", "kept.txt")
    assert "harbour: known here as pier" in one.stdout
    assert one.stdout.count("the log goes through ") == 5
    told = does("new.db", "verify", "--all", "--audit", "--heads", "kept.txt", "--json")
    assert [json.loads(line).get("called") for line in told.stdout.splitlines()] == [[], ["harbour"], None]


@pytest.mark.usefixtures("moved")
def test_a_game_that_moved_twice_and_was_played_everywhere_passes_an_audit():
    """Under three names, and under its first again in the end."""
    plays("new.db", "pier", 1)
    for name, before in (("quay", "pier"), ("harbour", "quay")):
        does("new.db" if before == "pier" else f"{before}.db", "export", before, "--out", f"{before}.jsonl")
        does(f"{name}.db", "import", f"{before}.jsonl", "--as", name)
        plays(f"{name}.db", name, 1)
        found = does(f"{name}.db", "verify", name, "--audit")
    assert "pier, quay: known here as harbour" in found.stdout


def test_what_the_last_line_of_a_report_says_to_type_is_understood_where_the_game_has_another_name(moved):
    (game, head), *_ = LAST_LINE.findall((moved / "kept.txt").read_text())
    does("alone.db", "import", "harbour.jsonl", "--as", "pier")
    found = does("alone.db", "verify", game, "--head", head)
    assert "harbour: known here as pier" in found.stdout
    assert f"the log goes through {head}" in found.stdout
    assert "There is no game 'harbour'" in does("alone.db", "verify", game, well=(REFUSED,)).stderr


def test_a_head_of_no_log_is_a_fault_of_the_game_that_its_report_means_whatever_it_is_called_here(moved):
    kept = moved / "kept.txt"
    text = kept.read_text()
    (_, head), *_ = LAST_LINE.findall(text)
    seq, _, _ = head.partition(":")
    kept.write_text(f"{text}\nreferee verify harbour --head {seq}:{'0' * 12}\n")
    found = does("new.db", "verify", "--all", "--heads", "kept.txt", well=(REFUSED,))
    assert re.search(r"^FAULT  harbour: .*rewritten", found.stdout, re.MULTILINE)
    does("alone.db", "import", "harbour.jsonl", "--as", "pier")
    found = does("alone.db", "verify", "--all", "--heads", "kept.txt", well=(REFUSED,))
    assert re.search(r"^FAULT  pier: .*rewritten", found.stdout, re.MULTILINE)
    kept.write_text(f"referee verify harbour --head {seq}:{'0' * 12}\n")
    found = does("alone.db", "verify", "--all", "--heads", "kept.txt", well=(REFUSED,))
    assert "a report vouches for a game 'harbour', and there is none" in found.stdout


@pytest.mark.usefixtures("moved")
def test_where_no_head_of_a_game_is_in_a_file_it_is_not_said_to_hold():
    """Neither where the reports are all of another game, nor where only some of the games have any."""
    found = does("new.db", "verify", "harbour", "--heads", "kept.txt", well=(REFUSED,))
    assert "kept.txt states no head of harbour, but of pier. Nothing was verified" in found.stderr
    assert found.stdout == ""
    found = does("new.db", "verify", "pier", "harbour", "--heads", "kept.txt", well=(REFUSED,))
    assert "kept.txt states no head of harbour, but of pier." in found.stderr
    does("new.db", "new", "mill", "--players", ",".join(PLAYERS))
    found = does("new.db", "verify", "--all", "--heads", "kept.txt", well=(REFUSED,))
    assert "kept.txt states no head of harbour, mill." in found.stdout


def test_a_game_that_has_no_head_of_those_that_reports_under_its_name_state_does_not_pass_by_another_one(
    moved,
):
    """A forged one could lie under its name, and the true one be kept as another game."""
    for game, head in LAST_LINE.findall((moved / "kept.txt").read_text()):
        found = does("new.db", "verify", game, "--head", head, well=(REFUSED,))
        assert "--head states no head of harbour, but of pier. Nothing was verified" in found.stderr
        assert f"the log goes through {head}" in does("new.db", "verify", "pier", "--head", head).stdout
    found = does("new.db", "verify", "--all", "--heads", "kept.txt", well=(REFUSED,))
    assert "FAULT  the log of harbour goes through no head that reports of harbour state" in found.stdout
    assert "they are those of pier" in found.stdout


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize("head", ["13:000000000000", "9913:000000000000"])
@pytest.mark.parametrize("what", ["pier", "harbour", "quay", "harbour.jsonl"])
def test_of_a_head_that_no_log_has_it_is_first_said_that_the_line_may_be_mistyped(what, head):
    found = does("new.db", "verify", what, "--head", head, well=(REFUSED,))
    assert found.stderr.startswith("referee: The line may be mistyped: ")
    assert head in found.stderr
    assert "does not hold" in found.stderr or "There is no game 'quay'" in found.stderr


@pytest.mark.usefixtures("moved")
def test_where_more_is_wrong_than_the_head_that_was_typed_it_is_not_said_to_be_mistyped():
    with closing(sqlite3.connect("new.db", isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
    found = does("new.db", "verify", "pier", "--head", "13:000000000000", well=(REFUSED,))
    assert "mistyped" not in found.stderr


def alters(old, new, where):
    """Reports with other words, behind the referee's back; the guards are put up again."""
    with closing(sqlite3.connect("new.db", isolation_level=None)) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        changed = f"CAST(replace(CAST(body AS TEXT), '{old}', '{new}') AS BLOB)"
        done = connection.execute(f"UPDATE publications SET body = {changed} WHERE {where}")
        for _, sql in guards:
            connection.execute(sql)
        return done.rowcount


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize("game", ["harbour", "pier"])
@pytest.mark.parametrize("name", ["harbour", "pier", "quay", "Not-A-Name", ""])
def test_a_report_under_a_name_of_its_own_is_found_whatever_the_others_call_the_game(game, name):
    """One of several that were published at once; and all its other words are compared as ever."""
    plays("new.db", "harbour", 2)
    key = 1 if game == "harbour" else 2
    if name != "harbour":
        assert alters("harbour", name, f"game = {key} AND round = 1 AND recipient = 'bob'") == 1
        found = does("new.db", "verify", game, "--audit", well=(REFUSED,))
        assert "the report of round 1 for bob" in found.stdout
    alters("Acquire", "Acquirer", f"game = {key} AND round = 2 AND recipient = 'carol'")
    alters("round", "Round", f"game = {key} AND round = 2 AND recipient = 'carol'")
    found = does("new.db", "verify", game, "--audit", well=(REFUSED,))
    assert "the report of round 2 for carol is not the one that is rendered" in found.stdout


@pytest.mark.usefixtures("desk")
def test_who_alone_was_sent_a_report_must_have_got_it_under_the_name_of_the_others():
    """As one who comes into a seat: there is none beside it to be compared with."""
    does("new.db", "new", "harbour", "--players", ",".join(PLAYERS))
    plays("new.db", "harbour", 1)
    does("new.db", "player", "add", "zoe", "--mail", "zoe@players.example")
    does("new.db", "seat", "harbour", "bob", "--to", "zoe")
    does("new.db", "verify", "harbour", "--audit")
    where = "recipient = 'bob' AND seq = (SELECT max(seq) FROM publications)"
    assert alters("harbour", "quay", where) == 1
    found = does("new.db", "verify", "harbour", "--audit", well=(REFUSED,))
    assert "for bob is not the one that is rendered from the log" in found.stdout


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("name", ["harbour", "pier"])
def test_a_log_that_was_written_anew_does_not_pass_because_its_true_records_lie_in_another_game(name):
    """From some record on: the heads before it are stated of it all the same, so that it has some."""
    does("old.db", "new", "harbour", "--players", ",".join(PLAYERS))
    plays("old.db", "harbour", 1)
    does("old.db", "export", "harbour", "--out", "early.jsonl")
    Path("kept.txt").write_text(plays("old.db", "harbour", 1))
    does("new.db", "new", "quay", "--players", ",".join(PLAYERS))
    does("new.db", "import", "early.jsonl", "--as", name)
    plays("new.db", name, 1)
    copies_records("old.db", "harbour", "new.db", "quay")
    found = does("new.db", "verify", name, "--heads", "kept.txt", well=(REFUSED,))
    assert re.search(r"^FAULT  .*rewritten", found.stdout, re.MULTILINE)


def copies_records(source, game, target, into):
    """Put the records of a log in the place of another one's, behind the referee's back."""
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for guard, _ in guards:
            connection.execute(f"DROP TRIGGER {guard}")
        connection.execute("ATTACH ? AS other", (source,))
        columns = [row[1] for row in connection.execute("PRAGMA table_info(events)") if row[1] != "game"]
        key = "(SELECT key FROM {}games WHERE name = ?)"
        connection.execute(f"DELETE FROM events WHERE game = {key.format('')}", (into,))
        connection.execute(
            f"INSERT INTO events (game, {', '.join(columns)}) SELECT {key.format('')}, {', '.join(columns)} "
            f"FROM other.events WHERE game = {key.format('other.')} ORDER BY seq",
            (into, game),
        )
        for _, sql in guards:
            connection.execute(sql)
