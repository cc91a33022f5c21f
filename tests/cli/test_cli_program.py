"""The program as a process: what it loads, how it dies, what it does when it fails."""

import json
import signal
import subprocess
import sys

import pytest
from cli_helpers import (
    DONE,
    PROGRAM,
    clean_environment,
    dies,
    everybody,
    files_in,
    program,
    referee,
    write_game,
)

pytestmark = pytest.mark.file


def test_every_command_has_a_help_text():
    listed = referee("--help").stdout
    for command in ("demo", "play", "new", "submit", "check", "status", "resolve", "report", "log", "verify"):
        assert f"  {command} " in listed
        assert referee(command, "--help").exit_code == DONE


def test_what_is_piped_is_plain(tmp_path):
    for words in (("new", "quay", "--players", "ann,ben,cid"), ("status",), ("status", "quay"), ("--help",)):
        done = program(*words, folder=tmp_path)
        assert done.returncode == DONE
        assert b"\x1b" not in done.stdout
        assert all(ord(letter) < 128 for letter in done.stdout.decode())


def test_a_fault_of_the_program_is_one_clear_message(tmp_path):
    breaking = (
        "import sys, referee.config\n"
        "def broken(*words): raise RuntimeError('the lamp fell over')\n"
        "referee.config.read_settings = broken\n"
        "sys.argv = ['referee', 'status']\n"
        "from referee.cli.main import main\nmain()\n"
    )
    command = [sys.executable, "-c", breaking]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 70
    assert "the lamp fell over" in done.stderr
    assert "REFEREE_DEBUG=1" in done.stderr
    assert "Traceback" not in done.stderr
    asked = clean_environment() | {"REFEREE_DEBUG": "1"}
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False, env=asked
    )
    assert done.returncode == 70
    assert "Traceback" in done.stderr


def test_a_reader_who_has_read_enough_is_no_trouble(tmp_path):
    write_game(tmp_path / "game", {number: everybody() for number in range(1, 4)})
    program("play", "game", folder=tmp_path)
    words = ("--db", "game/referee.db", "log", "harbour", "--all", "--json")
    with subprocess.Popen(
        [*PROGRAM, *words],
        cwd=tmp_path,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        running.stdout.read(10)
        running.stdout.close()
        said = running.stderr.read()
    assert said == b""


def test_control_characters_of_players_do_not_reach_the_terminal(tmp_path):
    (tmp_path / "orders.txt").write_bytes(b"tile any\nbuy \x1b[2J3 Luxor\nbuy \x9b2J\x07\n")
    done = program("check", "orders.txt", folder=tmp_path)
    assert b"\x1b" not in done.stdout
    assert b"\x07" not in done.stdout


def test_a_resolve_that_is_killed_leaves_the_round_unresolved_or_resolved_whole(tmp_path):
    referee("--db", tmp_path / "referee.db", "new", "harbour", "--players", "ann,ben,cid")
    before = heads(tmp_path)
    for late in KILL_AT:
        done = dies("SIGKILL", late, tmp_path, "resolve", "harbour", "--missing")
        assert done.returncode == -signal.SIGKILL
        assert heads(tmp_path) == before
        assert referee("--db", tmp_path / "referee.db", "verify", "harbour").exit_code == DONE
    assert program("resolve", "harbour", "--missing", folder=tmp_path).returncode == DONE
    assert heads(tmp_path)[0] == before[0] + 1


KILL_AT = (
    "referee.service.resolve_round:resolve",
    "referee.db.unit:Unit.append",
    "referee.db.unit:Unit.publish",
)
"""After what the process kills itself: deciding, appending, publishing the first report."""


def heads(folder):
    """The open round, and the last record of the log."""
    status = json.loads(referee("--db", folder / "referee.db", "status", "harbour", "--json").stdout)
    verified = json.loads(referee("--db", folder / "referee.db", "verify", "harbour", "--json").stdout)
    return status["round"], verified["seq"], verified["head"]


def test_a_resolve_that_is_interrupted_changes_nothing_and_says_nothing_of_its_insides(tmp_path):
    referee("--db", tmp_path / "referee.db", "new", "harbour", "--players", "ann,ben,cid")
    before = heads(tmp_path)
    done = dies("SIGINT", "referee.db.unit:Unit.append", tmp_path, "resolve", "harbour", "--missing")
    assert done.returncode == 130
    assert b"Traceback" not in done.stderr
    assert heads(tmp_path) == before


def test_a_play_that_is_killed_leaves_no_game_behind(tmp_path):
    folder = write_game(tmp_path / "game", {1: everybody(), 2: everybody()})
    done = dies("SIGKILL", "referee.service.play_folder:resolve_round", tmp_path, "play", "game")
    assert done.returncode == -signal.SIGKILL
    assert not (folder / "reports").exists()
    played = referee("play", folder)
    assert played.exit_code == DONE, played.stderr
    assert "round 2 played" in played.stdout
    assert "reports/round-02/public.txt" in files_in(folder)
