"""A whole game from a folder, as `referee play` and `referee demo` run it."""

import json
import sqlite3

import pytest
from cli_helpers import DONE, PLAYERS, REFUSED, everybody, files_in, program, referee, write_game

pytestmark = pytest.mark.file

GOOD = "tile any\nbuy nothing\n"


def report(folder, number, reader="public"):
    return (folder / "reports" / f"round-{number:02d}" / f"{reader}.txt").read_text()


def events(file, kind):
    return [line for line in map(json.loads, file.read_text().splitlines()) if line["kind"] == kind]


def test_play_writes_the_reports_of_every_round_and_of_the_opening(desk):
    folder = write_game(desk / "game", {1: everybody(), 2: everybody()})
    played = referee("play", "game")
    assert played.exit_code == DONE, played.stderr
    expected = {f"round-{n:02d}/{who}.txt" for n in (0, 1, 2) for who in ("public", *PLAYERS)}
    assert set(files_in(folder / "reports")) == expected
    assert "YOUR HAND" in report(folder, 0, "alice")
    assert "YOUR HAND" not in report(folder, 2)


def test_the_reports_in_files_are_the_bytes_that_were_published(desk):
    folder = write_game(desk / "game", {1: everybody()})
    referee("play", "game")
    shown = referee("--db", folder / "referee.db", "report", "harbour", "--round", 1, "--for", "dave")
    assert shown.stdout == report(folder, 1, "dave")
    assert referee("--db", folder / "referee.db", "verify", "harbour", "--audit").exit_code == DONE


def test_after_the_last_folder_the_game_stays_open_and_it_says_so(desk):
    write_game(desk / "game", {1: everybody()})
    played = referee("play", "game")
    assert "The game stays open: round 2 is played by" in played.stdout
    status = json.loads(referee("--db", "game/referee.db", "status", "harbour", "--json").stdout)
    assert status["round"] == 2


def test_a_game_without_round_folders_is_opened(desk):
    folder = write_game(desk / "game")
    assert referee("play", "game").exit_code == DONE
    assert set(files_in(folder / "reports")) == {f"round-00/{who}.txt" for who in ("public", *PLAYERS)}


def test_the_reports_go_on_with_the_orders_that_are_filed_afterwards(desk, orders):
    write_game(desk / "game", {1: everybody()})
    referee("play", "game")
    answer = referee("--db", "game/referee.db", "submit", "harbour", orders(GOOD), "--player", "alice")
    assert "round 2" in answer.stdout


def test_a_missing_file_or_one_without_a_statement_is_a_missed_round(desk):
    texts = everybody() | {"bob": "", "carol": "I have no time this week, sorry.\n"}
    del texts["dave"]
    write_game(desk / "game", {1: texts})
    played = referee("play", "game", "--log", "log.jsonl")
    assert played.exit_code == DONE
    assert "missed by bob, carol and dave" in played.stdout
    assert {line["seat"] for line in events(desk / "log.jsonl", "orders_missed")} == {"bob", "carol", "dave"}


def test_a_missing_folder_between_two_others_is_a_missed_round_for_everybody(desk):
    write_game(desk / "game", {1: everybody(), 3: everybody()})
    played = referee("play", "game", "--log", "log.jsonl")
    missed = events(desk / "log.jsonl", "orders_missed")
    assert sorted(line["seat"] for line in missed) == sorted(PLAYERS)
    assert {line["round"] for line in missed} == {2}
    assert "round 4" in played.stdout


def test_problems_in_order_files_are_printed_and_do_not_change_the_exit_status(desk):
    write_game(desk / "game", {1: everybody() | {"bob": "tile any\nbuy 3 Luxxor\n", "carol": "buy Luxxor\n"}})
    played = referee("play", "game", "--log", "log.jsonl")
    assert played.exit_code == DONE
    assert "bob.txt: FILED WITH PROBLEMS" in played.stdout
    assert "line 2: buy 3 Luxxor" in played.stdout
    assert "carol.txt: NOT FILED" in played.stdout
    assert {line["seat"] for line in events(desk / "log.jsonl", "orders_missed")} == {"carol"}


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"tile any\x00", "zero bytes"), (b"#" * 70000, "64 KiB"), (b"game quay\ntile any\n", "game quay")],
)
def test_an_order_file_that_is_refused_whole_is_its_writers_miss(desk, content, says):
    folder = write_game(desk / "game", {1: everybody()})
    (folder / "round-01" / "bob.txt").write_bytes(content)
    played = referee("play", "game")
    assert played.exit_code == DONE
    assert says in played.stdout
    assert "missed by bob" in played.stdout


def test_standing_orders_count_in_a_round_without_a_file(desk):
    texts = everybody() | {"bob": "tile any\nstanding\n  tile any\nend\n"}
    write_game(desk / "game", {1: texts, 2: {name: GOOD for name in PLAYERS if name != "bob"}})
    referee("play", "game", "--log", "log.jsonl")
    assert events(desk / "log.jsonl", "orders_missed") == []


def test_order_files_may_be_windows_western_and_may_have_a_mark(desk):
    folder = write_game(desk / "game", {1: everybody()})
    (folder / "round-01" / "bob.txt").write_bytes("# Grüße, 5 € die Aktie\ntile any\n".encode("cp1252"))
    (folder / "round-01" / "carol.txt").write_bytes(b"\xef\xbb\xbftile any\r\nbuy nothing\r\n")
    assert "missed" not in referee("play", "game").stdout


def test_hidden_files_and_names_in_any_case_are_no_trouble(desk):
    folder = write_game(desk / "game", {1: {name: GOOD for name in PLAYERS if name != "bob"}})
    (folder / "round-01" / ".DS_Store").write_bytes(b"\x00")
    (folder / "round-01" / "Bob.TXT").write_text(GOOD)
    assert "missed" not in referee("play", "game").stdout


def test_the_log_has_every_event_with_every_field(desk):
    folder = write_game(desk / "game", {1: everybody()})
    assert referee("play", "game", "--log", "log.jsonl").exit_code == DONE
    lines = [json.loads(line) for line in (desk / "log.jsonl").read_text().splitlines()]
    fields = {"seq", "kind", "schema", "visibility", "at", "round", "play", "seat", "data", "hash"}
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert all(fields <= line.keys() for line in lines)
    again = referee("--db", folder / "referee.db", "log", "harbour", "--all", "--json")
    assert again.stdout == (desk / "log.jsonl").read_text()


def test_the_game_stands_where_the_command_says(desk):
    folder = write_game(desk / "game", {1: everybody()})
    assert referee("play", "game", "--db", "elsewhere.db").exit_code == DONE
    assert not (folder / "referee.db").exists()
    assert referee("--db", "elsewhere.db", "status", "harbour").exit_code == DONE


def test_play_does_not_go_by_the_environments_database(desk, monkeypatch):
    monkeypatch.setenv("REFEREE_DB", str(desk / "club.db"))
    folder = write_game(desk / "game", {1: everybody()})
    assert referee("play", "game").exit_code == DONE
    assert (folder / "referee.db").exists()
    assert not (desk / "club.db").exists()


def test_a_second_play_is_refused_and_changes_nothing(desk):
    write_game(desk / "game", {1: everybody()})
    referee("play", "game")
    before = files_in(desk)
    second = referee("play", "game")
    assert second.exit_code == REFUSED
    assert "--again" in second.stderr
    elsewhere = referee("play", "game", "--db", "elsewhere.db")
    assert elsewhere.exit_code == REFUSED
    assert files_in(desk) == before


def test_again_makes_database_and_reports_anew_and_leaves_everything_else_alone(desk):
    folder = write_game(desk / "game", {1: everybody(), 2: everybody()})
    referee("play", "game", "--log", "log.jsonl")
    (folder / "reports" / "round-01" / "my notes.txt").write_text("mine")
    for file in (folder / "round-02").iterdir():
        file.unlink()
    (folder / "round-02").rmdir()
    (folder / "round-01" / "alice.txt").write_text("tile any\n")
    again = referee("play", "game", "--again", "--log", "log.jsonl")
    assert again.exit_code == DONE, again.stderr
    assert (folder / "reports" / "round-01" / "my notes.txt").read_text() == "mine"
    assert not (folder / "reports" / "round-02").exists()
    assert json.loads(referee("--db", "game/referee.db", "status", "harbour", "--json").stdout)["round"] == 2
    assert not [name for name in files_in(desk) if ".new" in name]
    assert len(events(desk / "log.jsonl", "game_opened")) == 1


def test_without_its_database_a_folder_has_still_been_played(desk):
    folder = write_game(desk / "game", {1: everybody(), 2: everybody()})
    referee("play", "game")
    (folder / "referee.db").unlink()
    refused = referee("play", "game")
    assert refused.exit_code == REFUSED
    assert "reports" in refused.stderr
    for file in (folder / "round-02").iterdir():
        file.unlink()
    (folder / "round-02").rmdir()
    assert referee("play", "game", "--again").exit_code == DONE
    assert sorted(entry.name for entry in (folder / "reports").iterdir()) == ["round-00", "round-01"]


def test_again_on_a_folder_never_played_simply_plays(desk):
    write_game(desk / "game", {1: everybody()})
    assert referee("play", "game", "--again").exit_code == DONE


def test_again_refuses_a_database_that_is_not_ours(desk):
    folder = write_game(desk / "game", {1: everybody()})
    with sqlite3.connect(folder / "referee.db") as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = files_in(desk)
    result = referee("play", "game", "--again")
    assert result.exit_code == REFUSED
    assert "another program's database" in result.stderr
    assert files_in(desk) == before


def test_again_refuses_to_lose_other_games(desk):
    write_game(desk / "game", {1: everybody()})
    referee("play", "game", "--db", "club.db")
    referee("new", "quay", "--players", "ann,ben,cid", "--db", "club.db")
    before = files_in(desk)
    result = referee("play", "game", "--again", "--db", "club.db")
    assert result.exit_code == REFUSED
    assert "quay" in result.stderr
    assert files_in(desk) == before


def test_a_play_that_is_refused_while_playing_anew_leaves_the_old_one(desk):
    folder = write_game(desk / "game", {1: everybody()})
    referee("play", "game")
    before = files_in(folder / "reports") | {"db": (folder / "referee.db").read_bytes()}
    write_game(folder, players=("alice", "bob", "bank"))
    assert referee("play", "game", "--again").exit_code == REFUSED
    assert files_in(folder / "reports") | {"db": (folder / "referee.db").read_bytes()} == before


def test_a_play_beside_other_games_leaves_them_alone(desk):
    referee("new", "quay", "--players", "ann,ben,cid", "--db", "club.db")
    write_game(desk / "game", {1: everybody()})
    assert referee("play", "game", "--db", "club.db").exit_code == DONE
    assert "quay" in referee("--db", "club.db", "status").stdout
    assert referee("--db", "club.db", "verify", "quay").exit_code == DONE


def test_the_same_orders_and_seed_give_the_same_game(desk):
    rounds = {1: everybody(), 2: everybody("tile any\nbuy 1 Luxor, 1 Tower\n")}
    for name in ("one", "two"):
        write_game(desk / name, rounds)
        referee("play", name, "--log", f"{name}.jsonl")

    def facts(file):
        told = map(json.loads, file.read_text().splitlines())
        return [(line["kind"], line["seat"], line["data"]) for line in told]

    assert facts(desk / "one.jsonl") == facts(desk / "two.jsonl")


def test_the_sample_game_is_played_from_a_folder_of_its_own(tmp_path):
    played = program("demo", folder=tmp_path)
    assert played.returncode == DONE, played.stderr.decode()
    said = played.stdout.decode()
    assert "The game is over" in said
    final = next(line for line in said.splitlines() if line.startswith("Reports:")).rpartition(" ")[2]
    assert (tmp_path / final).read_text()


def test_the_sample_game_keeps_the_lines_that_somebody_changed(desk):
    assert referee("demo", "mine").exit_code == DONE
    file = min((desk / "mine" / "round-02").glob("*.txt"))
    file.write_text(GOOD)
    again = referee("demo", "mine")
    assert again.exit_code == DONE
    assert file.read_text() == GOOD
    assert f"round-02/{file.name}" in again.stdout
