"""Wrong use: a message that says what to do, exit status 2, nothing changed, no stack trace."""

import json
import sqlite3

import pytest
from cli_helpers import DONE, NO_GAMES, PLAYERS, REFUSED, files_in, program, referee, write_game

GOOD = "tile any\n"
FOUR = ",".join(PLAYERS)


def refused(folder, *words, says, given=None):
    """Type it: refused with a message that has all of `says`, and no file of the folder has changed."""
    before = files_in(folder)
    result = referee(*words, given=given)
    assert result.exit_code == REFUSED, (result.stdout, result.stderr, result.exception)
    for part in says:
        assert part in result.stderr
    assert "Traceback" not in result.stdout + result.stderr
    assert files_in(folder) == before
    return result


@pytest.mark.parametrize(
    "words",
    [
        ("status", "habour"),
        ("resolve", "habour"),
        ("report", "habour"),
        ("log", "habour"),
        ("verify", "habour"),
        ("submit", "habour", "orders.txt", "--player", "alice"),
        ("check", "orders.txt", "--game", "habour", "--player", "alice"),
    ],
)
def test_an_unknown_game_is_refused_with_the_one_that_was_meant(harbour, orders, words):
    orders(GOOD)
    refused(harbour, *words, says=["habour", "Did you mean harbour?"])


@pytest.mark.parametrize(
    "words",
    [
        ("report", "harbour", "--for", "alicia"),
        ("log", "harbour", "--for", "alicia"),
        ("submit", "harbour", "orders.txt", "--player", "alicia"),
        ("check", "orders.txt", "--game", "harbour", "--player", "alicia"),
    ],
)
def test_an_unknown_handle_is_refused_with_those_there_are(harbour, orders, words):
    orders(GOOD)
    refused(harbour, *words, says=["alicia", "alice, bob, carol, dave"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--edition", "monopoly"), ["monopoly", "classic", "hasbro_2016"]),
        (("--set", "colour=red"), ["colour", "holdings"]),
        (("--set", "holdings=maybe"), ["holdings", "public or private"]),
        (("--set", "teams=perhaps"), ["teams", "false or true"]),
        (("--set", "special_powers=5"), ["special_powers", "false or true"]),
        (("--set", "leaver=stays"), ["defaults or substitute"]),
        (("--set", "plays_per_round=2"), ["players+1 or 1 or players"]),
        (("--set", "holdings"), ["SWITCH=VALUE"]),
        (("--set", "holdings=public", "--set", "holdings=private"), ["twice"]),
    ],
)
def test_an_edition_or_switch_that_cannot_be_had_is_refused(desk, words, says):
    refused(desk, "new", "quay", "--players", FOUR, *words, says=says)


@pytest.mark.parametrize(
    ("players", "says"),
    [
        ("alice", ["2 to 6 players, not 1"]),
        ("ann,ben,cid,dan,eve,fay,gus", ["2 to 6 players, not 7"]),
        ("alice,bob,Alice", ["alice"]),
        ("alice,bank", ["bank"]),
        ("alice,lux", ["Luxor"]),
        ("alice,5c", ["5c"]),
        ("alice,b", ["2 to 16 characters"]),
        ("alice,", ["handle"]),
        ("alice,bob bert", ["handle"]),
    ],
)
def test_too_few_too_many_forbidden_or_double_players_are_refused(desk, players, says):
    refused(desk, "new", "quay", "--players", players, says=says)


@pytest.mark.parametrize("name", ["q", "9lives", "a game", "../quay", "x" * 21, "quäy"])
def test_a_name_that_no_game_can_have_is_refused(desk, name):
    refused(desk, "new", name, "--players", FOUR, says=["cannot be the name of a game"])


def test_two_games_of_one_name_are_refused_in_any_case(harbour):
    refused(harbour, "new", "Harbour", "--players", FOUR, says=["harbour", "another name"])


def test_new_needs_a_name_and_players_or_a_file(desk):
    refused(desk, "new", says=["--players", "--from"])
    refused(desk, "new", "quay", says=["--players", "--from"])
    (desk / "game.toml").write_text('name = "quay"\nplayers = ["ann", "ben", "cid"]\n')
    refused(desk, "new", "--from", "game.toml", "--edition", "classic", says=["Leave out"])
    refused(desk, "new", "--from", "nothing.toml", says=["there is no nothing.toml"])


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("name = ", ["not valid TOML"]),
        ('players = ["ann", "ben", "cid"]', ["`name` is missing"]),
        ('name = "quay"', ["`players` is missing"]),
        ('name = "quay"\nplayers = "ann,ben"', ["`players`", "players = ["]),
        ('name = "quay"\nplayers = ["ann", 3, "cid"]', ["`players`"]),
        ('name = "quay"\nplayers = ["ann", "ben", "cid"]\nswtiches = 1', ["swtiches", "switches"]),
        ('name = "quay"\nplayers = ["ann", "ben", "cid"]\n[switches]\nholdings = ["x"]', ["`switches`"]),
        ('name = "quay"\nplayers = ["ann", "ben", "cid"]\nbag = ["5C", "5C"]', ["twice: 5C", "missing: 1A"]),
        ('name = "quay"\nplayers = ["ann", "ben", "cid"]\nbag = ["13A"]', ["unknown: 13A"]),
        ('name = "quay"\nplayers = ["ann", "ben", "cid"]\nbag = "5C"', ["`bag`"]),
        ('name = "quay"\nplayers = ["ann", "ben", "cid"]\nseed = ""', ["seed is empty"]),
        ('name = "quay"\nplayers = ["ann", "ben", "cid"]\nseed = true', ["`seed`"]),
    ],
)
def test_a_game_file_that_is_wrong_is_refused_for_what_is_wrong_with_it(desk, toml, says):
    (desk / "game.toml").write_text(toml)
    refused(desk, "new", "--from", "game.toml", says=says)
    refused(desk, "play", ".", says=says)


def test_a_game_file_that_is_no_text_is_refused(desk):
    (desk / "game.toml").write_bytes(b"\xff\xfe\x00\x01")
    refused(desk, "new", "--from", "game.toml", says=["not UTF-8"])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", ["no orders"]),
        (b"\n\n   \n", ["no orders"]),
        (b"Dear referee, I shall be late.\n", ["no orders"]),
        (b"\x00\x01\x02tile 5C\n", ["not text"]),
        (b"tile 5C\n" * 9000, ["64 KiB"]),
        (b"buy 1 Luxor\n" * 1001, ["1,000"]),
        (b"if Luxor is active\n" * 17 + b"tile any\n" + b"end\n" * 17, ["16"]),
        (b"tile any if " + b"(" * 17 + b"Luxor is active" + b")" * 17, ["16"]),
        (b"tile any if " + b"not " * 5000 + b"Luxor is active", ["16"]),
        (b"tile any if " + b" and ".join([b"Luxor is active"] * 300), ["200"]),
    ],
    ids=["empty", "blank", "a letter", "binary", "huge", "long", "deep", "brackets", "nots", "terms"],
)
def test_an_order_file_that_is_none_is_refused(harbour, orders, content, says):
    file = orders(content)
    refused(harbour, "submit", "harbour", file, "--player", "alice", says=says)
    refused(harbour, "check", file, says=says)
    refused(harbour, "check", file, "--game", "harbour", "--player", "alice", says=says)


def test_a_file_of_which_nothing_is_understood_is_not_filed(harbour, orders):
    answer = refused(
        harbour, "submit", "harbour", orders("buy 3 Luxxor\n"), "--player", "bob", says=["nothing was filed"]
    )
    assert "NOT FILED" in answer.stdout
    assert "line 1: buy 3 Luxxor" in answer.stdout
    told = referee("check", "orders.txt", "--json")
    assert json.loads(told.stdout)["verdict"] == "NOT FILED"


@pytest.mark.usefixtures("harbour")
def test_an_unknown_tile_is_a_problem_of_its_line(orders):
    answer = referee("submit", "harbour", orders("tile 13A\nbuy nothing\n"), "--player", "bob")
    assert answer.exit_code == 1
    assert "13A" in answer.stdout


def test_checking_for_an_edition_or_a_player_that_cannot_be_is_refused(desk, orders):
    file = orders(GOOD)
    refused(desk, "check", file, "--edition", "monopoly", says=["monopoly", "classic"])
    refused(desk, "check", file, "--player", "lux", says=["'lux' cannot be a player", "Luxor"])


def test_an_order_file_that_is_not_there_or_a_folder_is_refused(harbour):
    refused(
        harbour, "submit", "harbour", "none.txt", "--player", "alice", says=["none.txt", "cannot be read"]
    )
    refused(harbour, "check", ".", says=["folder"])


def test_orders_for_a_closed_round_are_refused(harbour, orders):
    file = orders("round 1\ntile any\n")
    assert referee("resolve", "harbour", "--missing").exit_code == DONE
    refused(harbour, "submit", "harbour", file, "--player", "alice", says=["round 1 is closed", "round 2"])
    refused(harbour, "check", file, "--game", "harbour", "--player", "alice", says=["round 1 is closed"])


def test_a_header_that_contradicts_the_command_is_refused(harbour, orders):
    file = orders("game quay\ntile any\n")
    refused(harbour, "submit", "harbour", file, "--player", "alice", says=["game quay", "harbour"])
    file = orders("player bob\ntile any\n")
    refused(harbour, "submit", "harbour", file, "--player", "alice", says=["player bob", "alice"])
    refused(harbour, "check", file, "--player", "alice", says=["player bob", "alice"])
    assert referee("submit", "harbour", file, "--player", "BOB").exit_code == DONE


def test_a_database_that_is_not_there_is_never_made_by_asking(desk):
    for words in (["status"], ["resolve", "harbour"], ["report", "harbour"], ["log", "harbour"]):
        refused(desk, *words, says=[NO_GAMES, "referee new"])


@pytest.mark.parametrize(
    "make",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_text("this is no database " * 100),
        lambda file: sqlite3.connect(file).execute("CREATE TABLE recipes (name TEXT)").connection.close(),
        lambda file: file.mkdir(),
    ],
    ids=["empty", "text", "another program's", "folder"],
)
def test_a_database_that_is_not_one_is_refused(desk, make):
    make(desk / "other.db")
    refused(desk, "--db", "other.db", "status", says=["other.db"])
    refused(desk, "--db", "other.db", "verify", "harbour", says=["other.db"])


def test_new_does_not_touch_another_programs_file(desk):
    (desk / "letter.txt").write_text("Dear Bob, " * 200)
    refused(desk, "--db", "letter.txt", "new", "quay", "--players", FOUR, says=["letter.txt"])


def test_a_database_url_of_something_else_is_refused(desk):
    refused(desk, "--db", "mysql://host/name", "status", says=["SQLite or PostgreSQL"])


def test_a_head_that_is_none_is_refused_and_a_strange_one_is_named(harbour):
    refused(harbour, "verify", "harbour", "--head", "nonsense", says=["nonsense", "last line of a report"])
    refused(harbour, "verify", "harbour", "--head", "13:" + "0" * 12, says=["rewritten"])
    refused(harbour, "verify", "harbour", "--head", "999:" + "0" * 12, says=["cut off"])


def test_a_report_of_a_round_that_is_not_over_is_refused(harbour):
    refused(harbour, "report", "harbour", "--round", 1, says=["no report of round 1", "round 0"])


def test_a_log_is_for_one_player_or_for_the_referee(harbour):
    refused(harbour, "log", "harbour", "--for", "alice", "--all", says=["Leave one out"])


def test_an_unknown_command_or_option_is_refused_with_a_hint(desk):
    refused(desk, "rezolve", "harbour", says=["rezolve"])
    refused(desk, "status", "--colour", says=["--colour"])


@pytest.mark.parametrize("folder", ["none", "game.toml"])
def test_playing_what_is_no_folder_is_refused(desk, folder):
    (desk / "game.toml").write_text("")
    refused(desk, "play", folder, says=[folder])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("round-01/erin.txt", ["erin.txt", "alice.txt"]),
        ("round-02/alice.md", ["alice.md", "alice.txt"]),
        ("round-01/Alice.txt", ["both alice's"]),
        ("round-00/alice.txt", ["round-01"]),
        ("round-1/alice.txt", ["the same round"]),
        ("round_2/alice.txt", ["round-01"]),
        ("round-03", ["is not a folder"]),
    ],
)
def test_a_file_that_is_no_seats_is_refused_before_anything_is_played(desk, name, says):
    folder = write_game(desk / "game", {1: {"alice": GOOD}})
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(GOOD)
    refused(desk, "play", "game", says=says)


def test_a_log_that_would_overwrite_something_else_is_refused_before_anything_is_played(desk):
    folder = write_game(desk / "game")
    refused(desk, "play", "game", "--log", folder / "game.toml", says=["belongs to the game"])
    refused(desk, "play", "game", "--log", "nowhere/log.jsonl", says=["no folder"])
    refused(desk, "play", "game", "--log", "game", says=["is a folder"])


def test_the_sample_game_is_not_put_where_something_else_is(desk):
    (desk / "demo").mkdir()
    (desk / "demo" / "diary.txt").write_text("Dear diary")
    refused(desk, "demo", says=["something else"])
    refused(desk, "demo", "demo/diary.txt", says=["not a folder"])


def test_nobody_sees_a_stack_trace_from_a_process_of_its_own(tmp_path):
    result = program("status", "nothing", folder=tmp_path)
    assert result.returncode == REFUSED
    assert b"There is no database" in result.stderr
    assert b"Traceback" not in result.stderr
    assert result.stdout == b""


def test_all_that_is_wrong_with_a_new_game_is_told_at_once(desk):
    told = refused(desk, "new", "q", "--players", "a1,buy,Ben,ben,x", "--set", "holdings=secret", says=[])
    assert told.stderr == (
        "referee: the new game: 6 things are wrong:\n"
        "- 'q' cannot be the name of a game: a game's name is an ASCII letter, then letters, digits, _ or -, "
        "2 to 20 characters in all.\n"
        "- 'a1' cannot be a handle: it reads like a tile; add a letter.\n"
        "- 'buy' cannot be a handle: it is a word of the order language; add a digit or an initial.\n"
        "- 'x' cannot be a handle: a handle is an ASCII letter, then letters, digits or _, 2 to 16 characters in "
        "all.\n"
        "- two players cannot both be ben (case makes no difference).\n"
        "- holdings = secret: expected public or private.\n"
    )


def test_all_that_cannot_be_read_of_a_game_file_is_told_at_once(desk):
    (desk / "game.toml").write_text('players = 5\nseed = true\nbad = ["1A"]\n')
    refused(
        desk,
        "new",
        "--from",
        "game.toml",
        says=[
            "game.toml: 4 things are wrong:\n",
            "- there is no setting `bad`. Those there are: name, edition, players, switches, bag, seed.\n",
            '- `name` is missing. Write, for instance: name = "harbour"\n',
            "- `players` cannot be read.",
            "- `seed` cannot be read.",
        ],
    )


def test_a_round_that_is_not_the_open_one_is_refused_as_such_also_while_orders_are_missing(harbour):
    for words in (("--round", 2), ("--round", 2, "--missing")):
        told = refused(harbour, "resolve", "harbour", *words, says=[])
        assert told.stderr == (
            "referee: harbour: round 2 is not open yet; the open one is round 1. Nothing was changed.\n"
        )
    refused(
        harbour, "resolve", "harbour", "--round", 1, says=["waits for the orders of alice, bob, carol, dave"]
    )


@pytest.mark.parametrize("name", ["hand1", "fh", "quay", "r", "boat-race"])
def test_no_game_is_suggested_that_is_nothing_like_what_was_typed(harbour, name):
    told = refused(harbour, "verify", name, says=["There are: harbour."])
    assert "Did you mean" not in told.stderr


@pytest.mark.parametrize("name", ["harb", "HABOUR", "harbour2", "hrabour", "harbor", "harbours"])
def test_a_game_is_suggested_for_a_slip_and_for_a_beginning(harbour, name):
    refused(harbour, "verify", name, says=["Did you mean harbour?"])
