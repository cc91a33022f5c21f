"""Every row of the table of commands, as it is typed."""

import json

import pytest
from cli_helpers import DONE, PLAYERS, REFUSED, WITH_PROBLEMS, files_in, referee

GOOD = "round 1\ntile any\nbuy nothing\n"


def lines_of(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.usefixtures("desk")
def test_new_opens_a_game_and_publishes_its_first_reports():
    opened = referee("new", "harbour", "--players", "alice,bob,carol", "--set", "holdings=private")
    assert opened.exit_code == DONE
    assert "harbour is open: alice, bob and carol." in opened.stdout
    public, private = (
        referee("report", "harbour", "--round", 0),
        referee("report", "harbour", "--for", "alice"),
    )
    assert "holdings = private" in public.stdout
    assert "YOUR HAND" in private.stdout
    assert "YOUR HAND" not in public.stdout


def test_new_takes_everything_from_a_game_file(desk):
    (desk / "game.toml").write_text(
        'name = "quay"\nedition = "hasbro_2016"\nplayers = ["ann", "ben"]\nseed = "x"\n'
        '[switches]\ntwo_players = "plain"\nauto_end = true\nend_size = 31\n'
    )
    assert referee("new", "--from", "game.toml").exit_code == DONE
    first = lines_of(referee("log", "quay", "--json"))[0]["data"]
    assert first["edition"]["id"] == "hasbro_2016"
    assert first["switches"]["auto_end"] is True
    assert first["switches"]["end_size"] == 31
    assert first["seed_given"] is True
    assert "seed" not in first


def test_new_from_a_file_may_give_the_game_another_name(desk):
    (desk / "game.toml").write_text('name = "quay"\nplayers = ["ann", "ben", "cid"]\n')
    assert referee("new", "pier", "--from", "game.toml").exit_code == DONE
    assert referee("status", "pier").exit_code == DONE


@pytest.mark.file
def test_the_database_is_accepted_before_and_after_the_command(desk):
    assert referee("--db", "first.db", "new", "one", "--players", "ann,ben,cid").exit_code == DONE
    assert referee("new", "two", "--players", "ann,ben,cid", "--db", "second.db").exit_code == DONE
    assert "one" in referee("status", "--db", "first.db").stdout
    assert "two" in referee("--db", "second.db", "status").stdout
    assert not (desk / "referee.db").exists()


@pytest.mark.file
def test_the_database_is_found_in_the_environment_then_in_the_settings(desk, monkeypatch):
    (desk / "referee.toml").write_text('[referee]\ndb = "settings.db"\n')
    assert referee("new", "one", "--players", "ann,ben,cid").exit_code == DONE
    monkeypatch.setenv("REFEREE_DB", "environment.db")
    assert referee("new", "two", "--players", "ann,ben,cid").exit_code == DONE
    assert {"settings.db", "environment.db"} <= set(files_in(desk))
    assert "referee.db" not in files_in(desk)


@pytest.mark.usefixtures("harbour")
def test_submit_files_orders_and_shows_what_was_understood(orders):
    answer = referee("submit", "harbour", orders(GOOD), "--player", "ALICE")
    assert answer.exit_code == DONE
    assert "FILED: harbour, round 1, alice" in answer.stdout
    assert "|  tile any" in answer.stdout
    assert "bob, carol" in referee("status").stdout
    assert "alice" not in referee("status").stdout.splitlines()[1].split("  ")[-1]


@pytest.mark.usefixtures("harbour")
def test_submit_files_what_it_understands_of_a_file_with_problems_and_exits_with_one(orders):
    answer = referee("submit", "harbour", orders("tile any\nbuy 3 Luxxor\n"), "--player", "bob")
    assert answer.exit_code == WITH_PROBLEMS
    assert "FILED WITH PROBLEMS" in answer.stdout
    assert "line 2: buy 3 Luxxor" in answer.stdout
    assert "\n        " in answer.stdout
    assert "^" in answer.stdout
    assert "1 problem" in referee("status", "harbour").stdout


@pytest.mark.usefixtures("harbour")
def test_submit_reads_the_standard_input():
    assert referee("submit", "harbour", "-", "--player", "dave", given=GOOD).exit_code == DONE


@pytest.mark.usefixtures("harbour")
def test_submit_answers_a_program_in_json(orders):
    answer = referee("submit", "harbour", orders("tile any\nbuy 3 Luxxor\n"), "--player", "bob", "--json")
    assert answer.exit_code == WITH_PROBLEMS
    told = json.loads(answer.stdout)
    assert told["verdict"] == "FILED WITH PROBLEMS"
    assert "tile any" in told["canonical"]
    assert [note["kind"] for note in told["notes"]] == ["no-round"]
    (problem,) = told["problems"]
    assert {"line", "column", "message", "expected", "suggestion"} == problem.keys()
    assert problem["line"] == 2


def test_lines_that_were_not_read_are_shown_those_that_look_like_orders_first(orders):
    answer = referee("check", orders("Hello,\n\ntile any\n\nthanks\nyours\nbuy 3 Luxor\n"))
    assert answer.exit_code == DONE
    unread = answer.stdout.partition("Not read:\n")[2].splitlines()
    assert unread[1] == "| line 7: buy 3 Luxor   <- looks like an order"
    assert "| line 1: Hello," in unread


@pytest.mark.usefixtures("harbour")
def test_orders_are_kept_for_a_later_round(orders):
    answer = referee("submit", "harbour", orders("round 2\ntile any\n"), "--player", "alice")
    assert answer.exit_code == DONE
    assert "round 2 is not open yet" in answer.stdout
    assert "alice" in referee("status", "harbour").stdout.splitlines()[-1]


def test_check_reads_a_file_for_no_game_without_a_database(desk, orders):
    answer = referee("check", orders("if Zoe leads Luxor\n  tile 5C\nend\n"))
    assert answer.exit_code == DONE
    assert "only checked" in answer.stdout
    assert set(files_in(desk)) == {"orders.txt"}


@pytest.mark.usefixtures("desk")
def test_check_reads_for_the_edition_that_is_asked_for(orders):
    file = orders("buy 2 Nestor\n")
    assert referee("check", file, "--edition", "hasbro_2016").exit_code == DONE
    assert referee("check", file).exit_code == REFUSED


def test_check_for_a_game_gives_the_answer_of_submit_and_files_nothing(harbour, orders):
    file = orders("player alice\ntile any\nbuy 3 Luxxor\n")
    before = files_in(harbour)
    checked = referee("check", file, "--game", "harbour", "--player", "alice", "--json")
    assert checked.exit_code == WITH_PROBLEMS
    assert files_in(harbour) == before
    submitted = referee("submit", "harbour", file, "--player", "alice", "--json")
    assert json.loads(checked.stdout) == json.loads(submitted.stdout)


@pytest.mark.usefixtures("harbour")
def test_check_for_a_game_takes_the_player_from_the_file(orders):
    assert referee("check", orders("player Bob\ntile any\n"), "--game", "harbour").exit_code == DONE
    nameless = referee("check", orders("tile any\n"), "--game", "harbour")
    assert nameless.exit_code == REFUSED
    assert "--player" in nameless.stderr


@pytest.mark.usefixtures("harbour")
def test_status_shows_games_rounds_and_whose_orders_are_in(orders):
    referee("new", "quay", "--players", "ann,ben,cid")
    referee("submit", "harbour", orders(GOOD), "--player", "alice")
    everything = referee("status").stdout
    assert everything.splitlines()[1].split()[:5] == ["harbour", "1", "1", "of", "4"]
    assert "quay" in everything
    told = json.loads(referee("status", "harbour", "--json").stdout)
    assert told["round"] == 1
    assert told["waits_for"] == ["bob", "carol", "dave"]
    assert [seat["orders"] for seat in told["seats"]] == [True, False, False, False]
    assert [game["game"] for game in json.loads(referee("status", "--json").stdout)] == ["harbour", "quay"]


def test_resolve_waits_for_orders_unless_misses_are_meant(harbour, orders):
    before = files_in(harbour)
    waiting = referee("resolve", "harbour")
    assert waiting.exit_code == REFUSED
    assert "alice, bob, carol, dave" in waiting.stderr
    assert "--missing" in waiting.stderr
    assert files_in(harbour) == before
    referee("submit", "harbour", orders(GOOD), "--player", "alice")
    done = referee("resolve", "harbour", "--missing")
    assert done.exit_code == DONE
    assert "Missed by bob, carol and dave." in done.stdout
    assert "Now open: round 2, played by" in done.stdout


def test_a_round_that_is_named_is_resolved_once_however_often_that_is_asked(harbour):
    assert referee("resolve", "harbour", "--missing", "--round", 1).exit_code == DONE
    before = files_in(harbour)
    for number, says in ((1, "round 1 is resolved already"), (3, "round 3 is not open yet")):
        again = referee("resolve", "harbour", "--missing", "--round", number)
        assert again.exit_code == REFUSED
        assert says in again.stderr
        assert "the open one is round 2" in again.stderr
    assert files_in(harbour) == before
    assert referee("resolve", "harbour", "--missing", "--round", 2).exit_code == DONE


@pytest.mark.usefixtures("harbour")
def test_status_shows_orders_that_are_kept_for_a_later_round(orders):
    referee("submit", "harbour", orders("round 3\ntile any\n"), "--player", "alice")
    referee("submit", "harbour", orders("round 4\nstanding\ntile any\nend\n"), "--player", "bob")
    shown = referee("status", "harbour").stdout.splitlines()
    assert "missing; filed for round 3" in next(line for line in shown if line.startswith("alice"))
    assert "missing; filed for round 4" in next(line for line in shown if line.startswith("bob"))
    told = json.loads(referee("status", "harbour", "--json").stdout)
    assert [seat["ahead"] for seat in told["seats"]] == [[3], [4], [], []]


def test_the_log_for_a_person_says_of_lines_that_were_passed_what_and_why(desk, orders):
    referee("new", "quay", "--players", "ann,ben,cid")
    referee(
        "submit", "quay", orders("tile any if Tower is active\ntile any\nbuy nothing\n"), "--player", "ann"
    )
    referee("resolve", "quay", "--missing")
    shown = referee("log", "quay", "--for", "ann").stdout
    applied = next(line for line in shown.splitlines() if "passed" in line)
    assert "passed [line 1 (tile any if Tower is active: " in applied
    assert "{" not in applied
    assert desk.is_dir()


def test_a_seed_that_players_could_guess_is_warned_of(desk):
    opening = 'name = "{}"\nplayers = ["ann", "ben", "cid"]\nseed = "{}"\n'
    for name, seed, warned in (("short", "quay 26", True), ("long", "0123456789abcdef", False)):
        (desk / name).mkdir()
        (desk / name / "game.toml").write_text(opening.format(name, seed))
        for words in (("new", "--from", f"{name}/game.toml"), ("play", name)):
            done = referee(*words)
            assert done.exit_code == DONE
            assert ("could guess the seed" in done.stderr) == warned
            assert "guess" not in done.stdout
    assert referee("demo", "sample").stderr == ""


def test_a_seed_beside_a_given_bag_is_not_warned_of(desk):
    tiles = ", ".join(f'"{number}{letter}"' for number in range(1, 13) for letter in "ABCDEFGHI")
    (desk / "game.toml").write_text(
        f'name = "quay"\nplayers = ["ann", "ben", "cid"]\nseed = "x"\nbag = [{tiles}]\n'
    )
    assert referee("new", "--from", "game.toml").stderr == ""


@pytest.mark.parametrize("text", ["if Luxor is active\nend\n", "game harbour\nround 1\n", "first turn\n"])
@pytest.mark.usefixtures("harbour")
def test_a_file_that_decides_nothing_is_told_so(orders, text):
    for words in (("check", orders(text)), ("submit", "harbour", orders(text), "--player", "alice")):
        answer = referee(*words)
        assert answer.exit_code == REFUSED
        assert "not one line begins with a word" not in answer.stderr
        assert "decides anything" in answer.stderr


@pytest.mark.usefixtures("harbour")
def test_resolve_goes_ahead_when_all_orders_are_in(orders):
    for handle in PLAYERS:
        referee("submit", "harbour", orders(GOOD), "--player", handle)
    assert "All orders are in" in referee("status", "harbour").stdout
    assert referee("resolve", "harbour").exit_code == DONE


@pytest.mark.usefixtures("harbour")
def test_report_prints_what_was_published_for_each_reader_and_round():
    referee("resolve", "harbour", "--missing")
    latest, public = referee("report", "harbour"), referee("report", "harbour", "--round", 1)
    private = referee("report", "harbour", "--for", "Bob")
    assert latest.stdout == public.stdout
    assert latest.stdout != referee("report", "harbour", "--round", 0).stdout
    assert "YOUR HAND" in private.stdout
    told = json.loads(referee("report", "harbour", "--for", "bob", "--json").stdout)
    assert told.keys() == {"game", "round", "for", "seq", "head", "void", "draft", "text"}
    assert (told["game"], told["round"], told["for"]) == ("harbour", 1, "bob")
    assert told["text"] == private.stdout
    assert f"{told['seq']}:{told['head'][:12]}" in private.stdout


@pytest.mark.parametrize("reader", [(), ("--for", "carol")])
@pytest.mark.usefixtures("harbour")
def test_a_report_rendered_again_is_the_one_that_was_published(orders, reader):
    referee("submit", "harbour", orders(GOOD + "standing\ntile any\nend\n"), "--player", "carol")
    referee("resolve", "harbour", "--missing")
    referee("submit", "harbour", orders("standing\nbuy nothing\nend\n"), "--player", "carol")
    referee("resolve", "harbour", "--missing")
    for number in (0, 1, 2):
        published = referee("report", "harbour", "--round", number, *reader)
        fresh = referee("report", "harbour", "--round", number, "--fresh", *reader)
        assert fresh.stdout == published.stdout


@pytest.mark.usefixtures("harbour")
def test_log_shows_the_public_part_by_default(orders):
    referee("submit", "harbour", orders(GOOD), "--player", "alice")
    for shown in (referee("log", "harbour").stdout, referee("log", "harbour", "--json").stdout):
        assert "round_opened" in shown
        assert "tiles_dealt" not in shown
        assert "orders_filed" not in shown


@pytest.mark.usefixtures("harbour")
def test_log_for_a_player_shows_his_own_and_nobody_elses(orders):
    referee("submit", "harbour", orders(GOOD), "--player", "alice")
    seen = [
        line for line in lines_of(referee("log", "harbour", "--for", "Alice", "--json")) if "kind" in line
    ]
    dealt = [line["seat"] for line in seen if line["kind"] == "tiles_dealt"]
    assert dealt == ["alice"]
    assert [line["visibility"] for line in seen if line["kind"] == "orders_filed"] == [["alice#1"]]
    assert "bag_kept" not in {line["kind"] for line in seen}


@pytest.mark.usefixtures("harbour")
def test_log_all_is_gapless_and_has_every_field():
    told = lines_of(referee("log", "harbour", "--all", "--json"))
    assert [line["seq"] for line in told] == list(range(1, len(told) + 1))
    fields = {"seq", "kind", "schema", "visibility", "at", "round", "play", "seat", "data", "salt", "hash"}
    assert all(fields <= line.keys() for line in told)
    assert "bag_kept" in {line["kind"] for line in told}


@pytest.mark.usefixtures("harbour")
def test_log_of_the_public_has_a_place_for_what_is_not_public():
    told = lines_of(referee("log", "harbour", "--json"))
    hidden = [line for line in told if "kind" not in line]
    assert hidden
    assert all(line.keys() == {"seq", "digest", "hash"} for line in hidden)


@pytest.mark.usefixtures("harbour")
def test_verify_says_that_a_game_holds(orders):
    referee("submit", "harbour", orders(GOOD), "--player", "alice")
    referee("resolve", "harbour", "--missing")
    told = json.loads(referee("report", "harbour", "--json").stdout)
    head = f"{told['seq']}:{told['head'][:12]}"
    verified = referee("verify", "harbour", "--head", head, "--audit")
    assert verified.exit_code == DONE, verified.stderr
    assert f"goes through {head}" in verified.stdout
    assert "audit" in verified.stdout
    footer = next(line for line in referee("report", "harbour").stdout.splitlines() if "--head" in line)
    typed = footer[footer.index("verify") :].split()
    assert referee(*typed).exit_code == DONE


@pytest.mark.usefixtures("harbour")
def test_verify_answers_a_program_in_json():
    told = json.loads(referee("verify", "harbour", "--audit", "--json").stdout)
    assert told["holds"] is True
    assert told["faults"] == []
    assert told["differences"] == []


@pytest.mark.usefixtures("harbour")
def test_games_and_handles_may_be_typed_in_any_case(orders):
    assert referee("submit", "HARBOUR", orders(GOOD), "--player", "Alice").exit_code == DONE
    assert referee("report", "Harbour", "--for", "ALICE").exit_code == DONE
    assert referee("log", "harBour", "--for", "aLice").exit_code == DONE
