"""`referee work`: what it says, with which status, and that nothing that goes wrong shows a trace."""

import json
import signal
import subprocess

import pytest
from cli_helpers import (
    DONE,
    NO_GAMES,
    PLAYERS,
    PROGRAM,
    REFUSED,
    WITH_PROBLEMS,
    clean_environment,
    referee,
    started,
)
from databases import our_own_server

from referee.clock import SystemClock
from referee.config import read_settings
from referee.service import release_due, resolve_all

NOT_A_REFUSAL = 70


def all_file(game, *words, more=""):
    for player in PLAYERS:
        text = f"tile any\nbuy nothing\n{more}"
        assert referee(*words, "submit", game, "-", "--player", player, given=text).exit_code == DONE


def opens(game, *words):
    assert referee(*words, "new", game, "--players", ",".join(PLAYERS)).exit_code == DONE


@pytest.mark.usefixtures("harbour")
def test_each_round_has_its_line_and_all_a_last_one():
    opens("quay")
    all_file("harbour")
    done = referee("work", "--until-idle")
    assert done.exit_code == DONE
    assert done.stdout == "Round 1 of harbour is resolved; round 2 is open.\n1 round resolved.\n"
    assert referee("work", "--until-idle").stdout == "0 rounds resolved.\n"


@pytest.mark.usefixtures("harbour")
def test_with_ready_it_waits_until_all_have_said_so():
    all_file("harbour")
    assert referee("work", "--until-idle", "--ready").stdout == "0 rounds resolved.\n"
    all_file("harbour", more="ready\n")
    assert "Round 1 of harbour" in referee("work", "--until-idle", "--ready").stdout


@pytest.mark.usefixtures("harbour")
def test_for_programs_it_is_json_and_a_game_that_cannot_be_resolved_is_status_1(monkeypatch):
    opens("quay")
    all_file("harbour")
    all_file("quay")
    real = resolve_all.resolve_round

    def stumbling(work, game, **how):
        if game == "harbour":
            raise RuntimeError(game)
        return real(work, game, **how)

    monkeypatch.setattr(resolve_all, "resolve_round", stumbling)
    done = referee("work", "--until-idle", "--json")
    assert done.exit_code == WITH_PROBLEMS
    told = json.loads(done.stdout)
    assert [(one["game"], one["round"], one["next_round"]) for one in told["resolved"]] == [("quay", 1, 2)]
    assert [one["game"] for one in told["failed"]] == ["harbour"]
    shown = referee("work", "--until-idle")
    assert "harbour was not resolved: a fault of the program: RuntimeError" in shown.stderr


@pytest.mark.usefixtures("desk")
def test_without_a_database_it_is_refused():
    done = referee("work", "--until-idle")
    assert done.exit_code == REFUSED
    assert NO_GAMES in done.stderr
    assert read_settings().db.rpartition("//")[2] in done.stderr


def test_who_goes_on_ends_when_he_is_told_to_and_has_finished_what_he_began(harbour):
    all_file("harbour")
    with subprocess.Popen(
        [*PROGRAM, "work"], cwd=harbour, env=clean_environment(), stdout=subprocess.PIPE
    ) as worker:
        assert worker.stdout.readline() == b"Round 1 of harbour is resolved; round 2 is open.\n"
        worker.send_signal(signal.SIGTERM)
        assert worker.stdout.read() == b"1 round resolved.\n"
    assert worker.returncode == DONE


def test_without_the_driver_the_message_says_what_to_install(tmp_path):
    (tmp_path / "psycopg.py").write_text("raise ModuleNotFoundError('psycopg', name='psycopg')\n")
    url = "postgresql://postgres@127.0.0.1:1/x"
    for words in (("work", "--until-idle"), ("status",), ("doctor",)):
        done = started("--db", url, *words, folder=tmp_path, PYTHONPATH=str(tmp_path))
        assert done.returncode == REFUSED, words
        assert b"pip install 'acquire-referee[postgres]'" in done.stdout + done.stderr, words
        assert b"Traceback" not in done.stderr


WORKING = ("work", "--until-idle")
GOES_AWAY = {
    "resolving": (WORKING, (resolve_all, "resolve_round"), "", "is resolved; round 2 is open."),
    "holding": (WORKING, (resolve_all, "hold_round"), "12h", "is held until"),
    "releasing": (
        ("release", "--due"),
        (release_due, "release_round"),
        "1m",
        "is resolved; round 2 is open.",
    ),
}


@pytest.mark.postgres
@pytest.mark.parametrize("doing", GOES_AWAY)
def test_a_server_that_goes_away_is_told_of_and_what_was_done_stands(doing, desk, monkeypatch):
    words, where, hold, said = GOES_AWAY[doing]
    server = our_own_server()
    try:
        server.start()
        for game in ("harbour", "quay"):
            opens(game, "--db", server.url)
            all_file(game, "--db", server.url)
        if hold:
            (desk / "referee.toml").write_text(f'[publish]\nhold = "{hold}"\n')
        if doing == "releasing":
            assert referee("--db", server.url, *WORKING).exit_code == DONE
            monkeypatch.setattr(SystemClock, "now", lambda _: "2099-01-01T00:00:00Z")
        real = getattr(*where)

        def struck(work, game, **how):
            if game == "quay":
                server.stop()
            return real(work, game, **how)

        monkeypatch.setattr(*where, struck)
        done = referee("--db", server.url, *words)
        assert done.exit_code == NOT_A_REFUSAL
        assert f"Round 1 of harbour {said}" in done.stdout
        counted = "0 rounds resolved, 1 held" if doing == "holding" else "1 round resolved"
        assert f"{counted}, but then: " in done.stderr
        gone = referee("--db", server.url, *words)
        assert (gone.exit_code, gone.stdout) == (REFUSED, "")
        assert "Is the server running" in gone.stderr
        monkeypatch.setattr(*where, real)
        server.start()
        again = referee("--db", server.url, *words)
        assert again.exit_code == DONE
        assert f"Round 1 of quay {said}" in again.stdout
        assert "harbour" not in again.stdout
    finally:
        server.remove()
    assert not server.folder.exists()
