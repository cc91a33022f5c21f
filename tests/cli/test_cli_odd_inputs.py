"""Files and numbers that no program should stumble over: refused with a message, never waited for, never a fault."""

import os
import random
import sqlite3
from contextlib import closing

import pytest
from cli_helpers import DONE, REFUSED, everybody, program, referee, write_game

PLAYERS = 'players = ["ann", "ben", "cid"]\n'
HUGE = "9" * 5000
ODD_TOML = {
    "a huge number": f"{{key}} = {HUGE}",
    "a huge hexadecimal number": f"{{key}} = 0x{'f' * 6000}",
    "a number of 20 digits": "{key} = 99999999999999999999",
    "deep lists": "{key} = " + "[" * 20000,
    "deep tables": "{key} = " + "{{a=" * 5000,
    "a date": "{key} = 2026-01-01",
    "not a number": "{key} = nan",
}


@pytest.mark.parametrize("how", ODD_TOML)
def test_odd_settings_of_a_game_are_refused(desk, how):
    for key in ("seed", "name", "bag", "switches.end_size"):
        (desk / "game.toml").write_text(
            ODD_TOML[how].format(key=key) + ("" if key == "name" else '\nname = "quay"') + "\n" + PLAYERS
        )
        for words in (("new", "--from", "game.toml"), ("play", ".")):
            result = referee(*words)
            assert result.exit_code == REFUSED, (key, result.exception)
            assert "game.toml" in result.stderr or "end_size" in result.stderr


@pytest.mark.file
@pytest.mark.parametrize("how", ODD_TOML)
def test_odd_settings_of_the_program_are_refused(desk, how):
    (desk / "referee.toml").write_text("[referee]\n" + ODD_TOML[how].format(key="db"))
    result = referee("status")
    assert result.exit_code == REFUSED, result.exception
    assert "referee.toml" in result.stderr


@pytest.mark.file
@pytest.mark.parametrize("path", ["~nouser/x.db", "a\0b.db", "x" * 5000])
def test_a_path_that_is_none_is_refused_wherever_it_is_said(desk, monkeypatch, path):
    (desk / "referee.toml").write_text(
        f"[referee]\ndb = '{path}'\n".replace("\0", "\\u0000").replace("'", '"')
    )
    assert referee("status").exit_code == REFUSED
    if "\0" not in path:
        monkeypatch.setenv("REFEREE_DB", path)
        assert referee("status").exit_code == REFUSED
    for words in (("--db", path, "status"), ("--db", path, "new", "quay", "--players", "ann,ben,cid")):
        result = referee(*words)
        assert result.exit_code == REFUSED, result.exception
        assert result.stderr


@pytest.mark.parametrize("number", ["99999999999999999999", HUGE, "2147483648"])
@pytest.mark.usefixtures("harbour")
def test_a_round_that_is_too_large_for_a_database_is_refused(orders, number):
    for words in (("report", "harbour"), ("resolve", "harbour")):
        result = referee(*words, "--round", number)
        assert result.exit_code == REFUSED, result.exception
    result = referee("submit", "harbour", orders(f"round {number}\ntile any\n"), "--player", "alice")
    assert result.exit_code in (DONE, 1, REFUSED), result.exception
    assert referee("verify", "harbour").exit_code == DONE


def reading(place):
    """Every command that reads a file, reading that one."""
    yield "check", place
    yield "check", place, "--game", "harbour", "--player", "alice"
    yield "submit", "harbour", place, "--player", "alice"
    yield "new", "--from", place
    yield "--db", place, "status"
    yield "--db", place, "new", "quay", "--players", "ann,ben,cid"


def test_a_pipe_is_never_read(harbour):
    os.mkfifo(harbour / "pipe")
    for words in reading("pipe"):
        done = program(*words, folder=harbour)
        assert done.returncode == REFUSED, (words, done.stderr)
        assert b"pipe" in done.stderr


@pytest.mark.parametrize("place", ["/dev/zero", "/proc"])
@pytest.mark.usefixtures("harbour")
def test_what_is_no_regular_file_is_never_read(place):
    for words in reading(place):
        result = referee(*words)
        assert result.exit_code == REFUSED, (words, result.exception)
        assert place in result.stderr


@pytest.mark.parametrize("place", ["game.toml", "round-01/bob.txt", "referee.db"])
def test_a_pipe_in_a_games_folder_is_never_read(desk, place):
    folder = write_game(desk / "game", {1: everybody()})
    (folder / place).unlink(missing_ok=True)
    os.mkfifo(folder / place)
    for words in (("play", "game"), ("play", "game", "--again"), ("demo", "game")):
        done = program(*words, folder=desk)
        assert done.returncode == REFUSED, done.stderr


@pytest.mark.file
def test_a_pipe_instead_of_the_settings_is_never_read(desk):
    os.mkfifo(desk / "referee.toml")
    done = program("status", folder=desk)
    assert done.returncode == REFUSED
    assert b"referee.toml" in done.stderr


@pytest.mark.usefixtures("harbour")
def test_the_standard_input_may_be_named_as_a_file(harbour):
    for name in ("-", "/dev/stdin", "/dev/fd/0"):
        done = program("submit", "harbour", name, "--player", "alice", folder=harbour, given=b"tile any\n")
        assert done.returncode == DONE, done.stderr


@pytest.mark.file
@pytest.mark.parametrize("value", ["1", "NULL", "x'00ff'", "2.5"])
def test_a_schema_number_that_is_none_is_refused(harbour, value):
    with closing(sqlite3.connect(harbour / "referee.db")) as database:
        database.execute("DROP TABLE alembic_version")
        database.execute("CREATE TABLE alembic_version (version_num)")
        database.execute(f"INSERT INTO alembic_version VALUES ({value})")  # noqa: S608 (our own words)
        database.commit()
    for command in (("status",), ("verify", "harbour")):
        result = referee(*command)
        assert result.exit_code == REFUSED, result.exception
        assert "referee.db" in result.stderr


@pytest.mark.file
@pytest.mark.parametrize("seed", range(4))
def test_a_file_with_damaged_bytes_is_refused_or_read_and_never_a_fault(harbour, seed):
    """Any page may be hit, that of the schema too."""
    chance = random.Random(seed)
    whole = (harbour / "referee.db").read_bytes()
    for attempt in range(25):
        damaged = bytearray(whole)
        first = chance.randrange(100, 8000 if attempt % 2 else len(whole))
        for place in range(first, min(first + chance.choice((1, 8, 200)), len(whole))):
            damaged[place] = chance.randrange(256)
        (harbour / "referee.db").write_bytes(damaged)
        for words in (("status",), ("verify", "harbour"), ("report", "harbour"), ("log", "harbour", "--all")):
            result = referee(*words)
            assert result.exit_code in (DONE, REFUSED), (seed, attempt, words, result.exception)
