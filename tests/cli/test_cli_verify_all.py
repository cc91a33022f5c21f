"""`verify --all`: whatever was done to one game is found and named, and the others are told of all the same."""

# ruff: noqa: S608 (an attack is what is wanted)

import gc
import json
import os
import re
import subprocess
import tracemalloc
from itertools import chain

import pytest
from cli_helpers import DONE, PROGRAM, REFUSED, clean_environment, referee
from club_of_games import GAMES, club_in

from referee.clock import FixedClock
from referee.service.verify_all import inspecting_games

pytestmark = pytest.mark.file

ONE_GAME = 100_000
"""Bytes: the records of one game alone take more."""


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def whole_club(request, tmp_path_factory):
    with club_in(request.param, tmp_path_factory.mktemp("club")) as found:
        yield found


@pytest.fixture
def club(whole_club):
    whole_club.reset()
    return whole_club


BIRCH = "WHERE game = 2 AND seq = 20"
ROW = "SELECT {}, text, salt, hash FROM events"
INTO = "INSERT INTO events (game, seq, text, salt, hash)"
PUBLISHED = "game, seq, recipient, name, round, media, body, head, at"
REPORT = "WHERE game = 2 AND round = 1 AND recipient = 'bob'"
ADDED = (
    f"INSERT INTO publications ({PUBLISHED})"
    f" SELECT {PUBLISHED.replace('recipient', repr('zoe'))} FROM publications {REPORT}"
)


def text_changed(old, new):
    return [f"UPDATE events SET text = replace(text, '{old}', '{new}') {BIRCH}"]


def moved(first, by):
    """The records from `first` on get other numbers, away and back: no two have one number on the way."""
    return [
        f"UPDATE events SET seq = seq + 5000 WHERE game = 2 AND seq >= {first}",
        f"UPDATE events SET seq = seq - 5000 + {by} WHERE game = 2 AND seq >= 5000",
    ]


TAMPERINGS = {
    "payload": (text_changed('"data":{', '"data":{"x":1,'), "record 20"),
    "kind": (text_changed('"kind":"', '"kind":"x'), "record 20"),
    "seat": (text_changed('"seat":', '"seat":"zoe","was":'), "record 20"),
    "time": (text_changed('"at":"2', '"at":"3'), "record 20"),
    "round": (text_changed('"round":', '"round":1'), "record 20"),
    "who may see it": (text_changed('"visibility":', '"visibility":"public","was":'), "record 20"),
    "schema": (text_changed('"schema":', '"schema":1'), "record 20"),
    "salt": ([f"UPDATE events SET salt = salt || 'f' {BIRCH}"], "record 20"),
    "hash": ([f"UPDATE events SET hash = salt {BIRCH}"], "record 20"),
    "deleted": ([f"DELETE FROM events {BIRCH}"], "record 20 is missing"),
    "first deleted": (["DELETE FROM events WHERE game = 2 AND seq = 1"], "record 1 is missing"),
    "deleted, the rest renumbered": (
        [f"DELETE FROM events {BIRCH}", *moved(21, -1)],
        "1 missing before record 20",
    ),
    "inserted": (
        [*moved(20, 1), f"{INTO} VALUES (2, 20, '{{}}', 'x', 'x')"],
        "record 20",
    ),
    "doubled": (
        [*moved(21, 1), f"{INTO} {ROW.format('2, 21')} {BIRCH}"],
        "record 21",
    ),
    "reordered": (
        [
            f"UPDATE events SET seq = 5000 {BIRCH}",
            "UPDATE events SET seq = 20 WHERE game = 2 AND seq = 21",
            "UPDATE events SET seq = 21 WHERE game = 2 AND seq = 5000",
        ],
        "it was sealed as record 21",
    ),
    "renumbered": (moved(20, 3), "records 20 to 22 are missing"),
    "written over by another game's": (
        [f"DELETE FROM events {BIRCH}", f"{INTO} {ROW.format('2, 20')} WHERE game = 3 AND seq = 20"],
        "record 20",
    ),
    "tail cut off": (["DELETE FROM events WHERE game = 2 AND seq > 40"], "the tail is cut off"),
    "all records deleted": (["DELETE FROM events WHERE game = 2"], "the tail is cut off"),
    "all records and reports deleted": (
        ["DELETE FROM events WHERE game = 2", "DELETE FROM publications WHERE game = 2"],
        "the log is empty",
    ),
    "the id of the game": (["UPDATE games SET id = 'x' WHERE key = 2"], "record 1"),
    "report emptied": (
        [f"UPDATE publications SET body = substr(body, 1, 10) {REPORT}"],
        "the report of round 1 for bob does not state its head",
    ),
    "report deleted": ([f"DELETE FROM publications {REPORT}"], "the report of round 1 for bob is missing"),
    "report of another's": (
        [f"UPDATE publications SET recipient = 'zoe' {REPORT}"],
        "no player is called that",
    ),
    "report added": (
        [ADDED],
        "no player is called that",
    ),
    "report moved to another round": (
        [f"UPDATE publications SET round = 7 {REPORT}"],
        "that round is not over",
    ),
    "report of another head": (
        [f"UPDATE publications SET head = 'x' || substr(head, 2) {REPORT}"],
        "is not the one that a report vouches for",
    ),
    "words of press of none": (
        ["INSERT INTO press_words (game, digest, salt, words) VALUES (2, 'abc', 'x', 'Hello')"],
        "no record tells of them",
    ),
}


def first_fault(found, game):
    return re.search(rf"^FAULT  {game}: (.*)$", found.stdout, re.MULTILINE)[1]


@pytest.mark.parametrize("how", TAMPERINGS)
def test_what_was_done_to_a_game_is_named_and_the_others_hold(club, how):
    statements, named = TAMPERINGS[how]
    club.tampers(*statements)
    found = club.verifies("--all")
    assert found.exit_code == REFUSED, found.output
    assert re.search(rf"^FAULT  birch: .*{re.escape(named)}", found.stdout, re.MULTILINE), found.stdout
    for game in ("alder", "cedar"):
        assert re.search(rf"^{game}: \d+ records, 15 reports, head", found.stdout, re.MULTILINE), found.stdout
    assert "1 of 3 games not as they should be: birch" in found.stderr
    assert f"The first fault of the first, birch: {first_fault(found, 'birch')}. Put a backup" in found.stderr
    assert "no longer guarded" not in found.output


@pytest.mark.parametrize("how", ["payload", "tail cut off", "report deleted"])
def test_guards_that_are_gone_are_named_beside_what_was_done(club, how):
    club.tampers(*TAMPERINGS[how][0], guards_back=False)
    found = club.verifies("--all")
    assert found.exit_code == REFUSED
    assert "FAULT  the database is no longer guarded against changes" in found.stdout
    assert "FAULT  birch: " in found.stdout
    assert "\nalder: " in found.stdout


def test_guards_that_are_gone_are_named_even_if_nothing_was_changed(club):
    club.tampers(guards_back=False)
    found = club.verifies("--all")
    assert found.exit_code == REFUSED
    assert "no longer guarded" in found.stdout
    assert found.stdout.count(" records, ") == len(GAMES)


NO_UPDATE = "events_no_update"
HARMLESS = f"CREATE TRIGGER {NO_UPDATE} BEFORE UPDATE ON events BEGIN SELECT 1; END"
BLIND = (
    "CREATE OR REPLACE FUNCTION referee_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
)
BROKEN_GUARDS = {
    "sqlite": [
        (["DROP TRIGGER events_no_update"], "events_no_update is missing"),
        (["DROP TRIGGER events_no_update", HARMLESS], "events_no_update is altered"),
        ([HARMLESS.replace(NO_UPDATE, "another")], "another is unknown"),
    ],
    "postgres": [
        (["DROP TRIGGER events_no_update ON events"], "events_no_update is missing"),
        (["ALTER TABLE events DISABLE TRIGGER events_no_update"], "events_no_update is altered"),
        (["ALTER TABLE events ENABLE TRIGGER events_no_update"], "events_no_update is altered"),
        ([BLIND], "referee_refuse() is altered"),
    ],
}


def test_each_way_to_break_a_guard_is_named_and_all_games_are_verified(club):
    for statements, named in BROKEN_GUARDS["sqlite" if club.target.endswith(".db") else "postgres"]:
        club.reset()
        club.runs(*statements)
        found = club.verifies("--all")
        assert found.exit_code == REFUSED
        assert f"FAULT  the database is no longer guarded against changes: {named}" in found.stdout
        assert found.stdout.count(" records, ") == len(GAMES)
        assert "The database is not as it should be: " in found.stderr


def test_records_swapped_between_games_are_named_in_both(club):
    club.tampers(
        "UPDATE events SET game = 1, seq = 6000 WHERE game = 2 AND seq = 20",
        "UPDATE events SET game = 2 WHERE game = 3 AND seq = 20",
        "UPDATE events SET game = 3, seq = 20 WHERE game = 1 AND seq = 6000",
    )
    found = club.verifies("--all")
    assert found.exit_code == REFUSED
    assert "FAULT  birch: record 20" in found.stdout
    assert "FAULT  cedar: record 20" in found.stdout
    assert "alder: " in found.stdout
    assert "2 of 3 games not as they should be: birch, cedar" in found.stderr


def test_reports_swapped_between_games_are_named_in_both(club):
    club.tampers(
        "UPDATE publications SET name = 'x' WHERE game = 2 AND round = 1 AND recipient = 'bob'",
        "UPDATE publications SET game = 2 WHERE game = 3 AND round = 1 AND recipient = 'bob'",
        "UPDATE publications SET game = 3, name = 'report.txt' WHERE name = 'x'",
    )
    found = club.verifies("--all")
    assert found.exit_code == REFUSED
    assert "FAULT  birch: " in found.stdout
    assert "FAULT  cedar: " in found.stdout


def test_a_report_of_other_words_is_named_by_an_audit(club):
    changed = "convert_to(replace(convert_from(body, 'UTF8'), 'bob', 'Bob'), 'UTF8')"
    if club.target.endswith(".db"):
        changed = "CAST(replace(CAST(body AS TEXT), 'bob', 'Bob') AS BLOB)"
    club.tampers(f"UPDATE publications SET body = {changed} {REPORT}")
    assert club.verifies("--all").exit_code == DONE
    found = club.verifies("--all", "--audit")
    assert found.exit_code == REFUSED
    assert "DIFFERS  birch: the report of round 1 for bob is not the one" in found.stdout
    assert "alder: " in found.stdout


# --- what is wrong beside the games ---------------------------------------------------------------------------


LETTER = (
    "INSERT INTO outbox (name, kind, sender, recipient, made, state, tries, starts, due, said, game, body)"
    " VALUES ('{name}', 'report', '', 'ann@players.example', 'x', '{state}', 0, 0, 'x', '', {game}, {body})"
)
BESIDE = {
    "a game taken out of the list": (
        ["DELETE FROM games WHERE key = 2"],
        ["game number 2 is missing from the list", "records (", "reports (15) of game number 2"],
    ),
    "a game taken out with all that it had": (
        [f"DELETE FROM {table} WHERE game = 2" for table in ("events", "publications", "holders")]
        + ["DELETE FROM games WHERE key = 2"],
        ["game number 2 is missing from the list of games"],
    ),
    "a game that is called otherwise than it is looked up": (
        ["UPDATE games SET name = 'beech' WHERE key = 2"],
        ["the list of games is damaged at number 2: it has 'beech' under 'birch'"],
    ),
    "records of no game": (
        [f"{INTO} VALUES (9, 1, '{{}}', 'x', 'x')"],
        ["there are records (1) of game number 9, and no such game"],
    ),
    "a letter of no game": (
        [LETTER.format(name="a", state="sent", game="'oak'", body="NULL")],
        ["is of the game 'oak', and there is none"],
    ),
    "a letter that waits and has no words": (
        [LETTER.format(name="a", state="waiting", game="NULL", body="NULL")],
        ["is to go out and has no words"],
    ),
    "a letter in a state that there is not": (
        [LETTER.format(name="a", state="lost", game="NULL", body="NULL")],
        ["is in no state that there is ('lost')"],
    ),
    "a seat of nobody who is registered": (
        [
            "INSERT INTO holders (game, seat, tenure, name, since, person) VALUES (2, 'bob', 1, 'Bob', 'x', 77)"
        ],
        ["there are seats (1) of person number 77, and no such person"],
    ),
}


@pytest.mark.parametrize("how", BESIDE)
def test_what_belongs_to_nothing_is_named_and_the_games_are_verified(club, how):
    statements, named = BESIDE[how]
    club.tampers(*statements)
    found = club.verifies("--all")
    assert found.exit_code == REFUSED, found.output
    for words in named:
        assert re.search(rf"^FAULT  .*{re.escape(words)}", found.stdout, re.MULTILINE), found.stdout
    assert "The database is not as it should be: " in found.stderr
    for game in ("alder", "cedar"):
        assert f"{game}: " in found.stdout


# --- the whole chain written anew -----------------------------------------------------------------------------


def later_by_a_year(record):
    return record | {"at": record["at"].replace("20", "21", 1)}


def test_a_chain_that_was_written_anew_is_found_by_the_reports_that_were_published(club):
    club.rewrites(2, 2, later_by_a_year, reports_too=False)
    found = club.verifies("--all")
    assert found.exit_code == REFUSED
    assert "FAULT  birch: record" in found.stdout
    assert "is not the one that a report vouches for" in found.stdout
    assert "alder: " in found.stdout


def test_a_chain_that_was_written_anew_with_its_reports_is_found_by_the_last_line_of_any_report(
    club, tmp_path
):
    before = club.reports(2)
    club.rewrites(2, 2, later_by_a_year, reports_too=True)
    assert club.verifies("--all").exit_code == DONE
    last_lines = [re.search(rb"referee verify birch --head (\S+)", report)[1].decode() for report in before]
    assert len(last_lines) == 15
    for head in sorted(set(last_lines)):
        found = club.verifies("birch", "--head", head)
        assert found.exit_code == REFUSED
        assert "rewritten" in found.stdout
    for number, report in enumerate(before):
        file = tmp_path / f"report-{number}.txt"
        file.write_bytes(report)
        found = club.verifies("--all", "--heads", file)
        assert found.exit_code == REFUSED
        assert re.search(r"^FAULT  birch: .*rewritten", found.stdout, re.MULTILINE)
        assert "alder: " in found.stdout


def test_heads_are_read_out_of_whatever_they_stand_in(club, tmp_path):
    box = tmp_path / "box"
    quoted = [b"> " + line for report in club.reports(2) for line in report.splitlines()]
    box.write_bytes(b"From x\r\n\xff\xfe\r\n" + b"\r\n".join([*quoted, *club.reports(3)]))
    assert club.verifies("--all", "--heads", box).exit_code == DONE
    one = club.verifies("BIRCH", "--heads", box)
    assert one.exit_code == DONE
    assert one.stdout.count("the log goes through ") == 3
    club.tampers("DELETE FROM publications WHERE game = 3", "DELETE FROM events WHERE game = 3 AND seq > 60")
    found = club.verifies("cedar", "birch", "--heads", box)
    assert found.exit_code == REFUSED
    assert "FAULT  cedar: the tail is cut off" in found.stdout


def test_a_report_of_a_game_that_is_gone_tells_of_it(club, tmp_path):
    box = tmp_path / "box"
    box.write_bytes(b"".join(club.reports(3)))
    club.tampers(
        *(f"DELETE FROM {table} WHERE game = 3" for table in ("events", "publications", "holders")),
        "DELETE FROM games WHERE key = 3",
    )
    assert club.verifies("--all").exit_code == DONE  # the last game leaves no gap
    found = club.verifies("--all", "--heads", box)
    assert found.exit_code == REFUSED
    assert "a report vouches for a game 'cedar', and there is none" in found.stdout


# --- how it is said -------------------------------------------------------------------------------------------


def test_all_is_well_where_nothing_was_done(club):
    found = club.verifies("--all", "--audit")
    assert found.exit_code == DONE
    assert [line.partition(":")[0] for line in found.stdout.splitlines()] == [*GAMES, "3 games verified"]
    assert found.stderr == ""


def test_a_program_gets_a_line_for_each_game_and_one_for_the_whole(club):
    club.tampers(*TAMPERINGS["payload"][0], guards_back=False)
    found = club.verifies("--all", "--json")
    *games, whole = map(json.loads, found.stdout.splitlines())
    assert found.exit_code == REFUSED
    assert [(one["game"], one["holds"]) for one in games] == [
        ("alder", True),
        ("birch", False),
        ("cedar", True),
    ]
    assert (whole["games"], whole["damaged"], whole["holds"]) == (3, 1, False)
    assert "no longer guarded" in whole["faults"][0]


def test_several_games_are_verified_once_each(club):
    found = club.verifies("cedar", "alder", "CEDAR")
    assert found.exit_code == DONE
    assert [line.partition(":")[0] for line in found.stdout.splitlines()] == [
        "cedar",
        "alder",
        "2 games verified",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Name one game or several, or say --all."),
        (("birch", "--all"), "Not both."),
        (("--all", "--head", "20:9c1e04ab57d2"), "--head is that of one game"),
        (("alder", "birch", "--head", "20:9c1e04ab57d2"), "--head is that of one game"),
        (("alder", "nowhere"), "There is no game 'nowhere'"),
        (("--all", "--heads", "nowhere"), "nowhere cannot be read: No such file"),
        (("--all", "--heads", __file__), "has no last line of a report"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_verified(club, words, says):
    found = club.verifies(*words)
    assert found.exit_code == REFUSED
    assert says in found.stderr
    assert found.stdout == ""


def test_a_fault_of_the_program_in_one_game_keeps_no_other_from_being_verified(club, monkeypatch):
    from referee.service import verify_all

    real = verify_all.verify_game

    def failing(work, game, *words, **named):
        if game == "birch":
            raise ZeroDivisionError("a fault of the program")
        return real(work, game, *words, **named)

    monkeypatch.setattr(verify_all, "verify_game", failing)
    found = club.verifies("--all")
    assert found.exit_code == REFUSED
    assert "birch: it could not be verified, report that: ZeroDivisionError" in found.stdout
    assert "cedar: " in found.stdout


def test_a_damaged_page_of_the_file_is_named_and_the_games_that_can_be_read_are_verified(tmp_path):
    with club_in("sqlite", tmp_path):
        file = tmp_path / "referee.db"
        body = file.read_bytes()
        place = body.rindex(b"Check the log:  referee verify birch")
        start = place - place % 4096
        file.write_bytes(body[:start] + b"\xff" * 4096 + body[start + 4096 :])
        found = referee("--db", file, "verify", "--all")
        assert found.exit_code == REFUSED
        assert "FAULT  the database file is damaged" in found.stdout
        assert "alder: " in found.stdout
        assert isinstance(found.exception, SystemExit | None)


def test_a_person_who_does_not_see_the_answer_sees_how_far_it_is(tmp_path):
    with club_in("sqlite", tmp_path) as club:
        ours, theirs = os.openpty()
        done = subprocess.run(
            [*PROGRAM, "--db", club.target, "verify", "--all"],
            env=clean_environment(),
            stdout=subprocess.PIPE,
            stderr=theirs,
            timeout=120,
            check=True,
        )
        os.close(theirs)
        seen = os.read(ours, 10_000).decode()
        os.close(ours)
    assert done.stdout.count(b" records, ") == len(GAMES)
    assert [line.strip() for line in seen.split("\r") if line.strip()] == [
        f"verified {number} of 3" for number in (1, 2, 3)
    ]


def test_of_ten_thousand_games_no_more_is_kept_than_of_one(tmp_path):
    with club_in("sqlite", tmp_path) as club:
        clock = FixedClock("2026-12-04T18:00:00Z")
        with inspecting_games(club.target, clock, GAMES) as inspection:
            kept = []
            for _ in inspection.verdicts():
                pass  # what is loaded and compiled once is there now
            tracemalloc.start()
            try:
                for number, _ in enumerate(chain.from_iterable(inspection.verdicts() for _ in range(6)), 1):
                    if number % len(GAMES) == 0:
                        gc.collect()
                        kept.append(tracemalloc.get_traced_memory()[0])
            finally:
                tracemalloc.stop()
    assert kept[-1] - kept[0] < ONE_GAME
