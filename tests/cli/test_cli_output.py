"""Where the answer goes: full disks, closed streams, readers who leave. What was done is done, and is said so."""

import json
import os
import shlex
import subprocess
import sys

import pytest
from cli_helpers import DONE, PROGRAM, REFUSED, clean_environment, everybody, referee, write_game
from warm_program import shell_folder

UNSAID = 74
FAULT = 70
GOOD = "tile any\nbuy nothing\n"


def typed(folder, line):
    """`referee LINE` in a shell, with whatever redirections stand in the line.

    Where it closes a stream the program is started, since Python itself has to do with that.
    """
    command = shlex.join(PROGRAM) if "&-" in line else "referee"
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} {line}"],
        cwd=folder,
        env=clean_environment() | {"PATH": f"{shell_folder()}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def status():
    return json.loads(referee("status", "harbour", "--json").stdout)


CHANGING = {
    "submit": (
        "submit harbour orders.txt --player alice",
        "are filed",
        lambda told: told["seats"][0]["orders"],
    ),
    "submit for a program": (
        "submit harbour orders.txt --player alice --json",
        "are filed",
        lambda told: told["seats"][0]["orders"],
    ),
    "resolve": (
        "resolve harbour --missing",
        "round 1 of harbour is resolved",
        lambda told: told["round"] == 2,
    ),
}


@pytest.mark.parametrize("command", CHANGING)
def test_what_was_done_on_a_full_disk_is_said_and_never_denied(harbour, orders, command):
    line, says, is_done = CHANGING[command]
    orders(GOOD)
    done = typed(harbour, f"{line} > /dev/full")
    assert is_done(status())
    assert done.returncode == UNSAID
    assert says in done.stderr.lower()
    assert "could not be printed: No space left on device" in done.stderr
    assert "othing was changed" not in done.stderr


def test_a_new_game_a_play_and_the_sample_on_a_full_disk_are_there_and_said_to_be(desk):
    write_game(desk / "game", {1: everybody()})
    for line, says in (
        ("new quay --players ann,ben,cid", "quay is open"),
        ("play game", "harbour was played"),
        ("demo sample", "harbour was played"),
    ):
        done = typed(desk, f"{line} > /dev/full")
        assert done.returncode == UNSAID, done.stderr
        assert says in done.stderr
        assert "othing was changed" not in done.stderr


def test_a_command_that_changes_nothing_says_only_that_it_could_not_print(harbour):
    for line in (
        "status",
        "report harbour",
        "log harbour --json",
        "verify harbour --audit",
        "--help",
        "--version",
    ):
        done = typed(harbour, f"{line} > /dev/full")
        assert done.returncode == UNSAID, line
        assert done.stderr == "referee: the answer could not be printed: No space left on device\n"


def test_what_is_refused_stays_refused_wherever_the_answer_goes(harbour):
    assert typed(harbour, "resolve harbour > /dev/full").returncode == REFUSED
    assert typed(harbour, "resolve harbour >&-").returncode == REFUSED
    assert typed(harbour, "resolve harbour 2>&-").returncode == REFUSED
    assert typed(harbour, "resolve harbour 2>/dev/full").returncode == REFUSED
    assert typed(harbour, "rezolve harbour >&- 2>&-").returncode == REFUSED


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["resolve harbour --missing", "status harbour", "--help", "--version"])
def test_a_closed_stream_is_no_trouble(harbour, command, closed):
    done = typed(harbour, f"{command} {closed}")
    assert done.returncode == DONE, done.stderr
    assert done.stderr == ""
    assert referee("verify", "harbour").exit_code == DONE


def test_orders_from_a_closed_standard_input_are_refused(harbour):
    done = typed(harbour, "submit harbour - --player alice <&-")
    assert done.returncode == REFUSED
    assert "standard input is closed" in done.stderr


@pytest.mark.parametrize(
    "line", ["--help", "status", "log harbour --all --json", "resolve harbour --missing"]
)
def test_a_reader_who_does_not_wait_changes_nothing(harbour, line):
    done = typed(harbour, f"{line} | true")
    assert done.returncode == DONE
    assert done.stderr == ""


def test_orders_with_problems_have_their_status_whoever_reads_the_answer(harbour, orders):
    orders("tile any\nbuy 3 Luxxor\n")
    assert typed(harbour, "submit harbour orders.txt --player alice | true").returncode == 1
    assert typed(harbour, "submit harbour orders.txt --player alice > /dev/full").returncode == UNSAID


AFTERWARDS = """
import sys
import referee.cli.{module} as module
def broken(*words, **named): raise RuntimeError("the lamp fell over")
module.{name} = broken
sys.argv = ["referee", *{words}]
from referee.cli.main import main
main()
"""


@pytest.mark.parametrize(
    ("module", "name", "words", "says"),
    [
        ("orders", "show_answer", ["submit", "harbour", "orders.txt", "--player", "alice"], "are filed"),
        ("rounds", "listed", ["resolve", "harbour", "--missing"], "round 1 of harbour is resolved"),
        ("games", "listed", ["new", "quay", "--players", "ann,ben,cid"], "quay is open"),
    ],
)
def test_a_fault_after_the_commit_does_not_deny_what_was_done(harbour, orders, module, name, words, says):
    orders(GOOD)
    done = subprocess.run(
        [sys.executable, "-c", AFTERWARDS.format(module=module, name=name, words=words)],
        cwd=harbour,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == FAULT
    assert says in done.stderr
    assert "othing was changed" not in done.stderr
