"""Two persons with two seats each, and rounds of one play, as they are typed."""

import json

import pytest
from cli_helpers import DONE, REFUSED, WITH_PROBLEMS, referee, write_game

FOR_BOTH = "tile any\nfound any\nseat alice_1\nbuy nothing\nseat alice_2\nbuy 1 Luxor\n"


@pytest.fixture
def four_hands(desk):
    """The current folder with a game of alice and bob, two seats each."""
    done = referee("new", "harbour", "--players", "alice,bob", "--set", "two_players=four_hands")
    assert done.exit_code == DONE
    assert "The first reports: referee report harbour --for alice\n" in done.stdout
    return desk


@pytest.fixture
def one_play(desk):
    """The seats of a game of rounds of one play, which stands in the current folder."""
    assert not list(desk.iterdir())
    assert (
        referee("new", "harbour", "--players", "alice,bob,carol", "--set", "plays_per_round=1").exit_code
        == DONE
    )
    return [seat["seat"] for seat in sorted(status()["seats"], key=lambda seat: not seat["plays"])]


def status():
    return json.loads(referee("status", "harbour", "--json").stdout)


@pytest.mark.usefixtures("four_hands")
def test_one_command_files_for_both_seats(orders):
    done = referee("submit", "harbour", orders(FOR_BOTH), "--player", "alice")
    assert done.exit_code == DONE
    assert done.stdout.startswith("FILED: harbour, round 1, alice\n")
    assert [(seat["seat"], seat["person"], seat["orders"]) for seat in status()["seats"]] == [
        ("alice_1", "alice", True),
        ("bob_1", "bob", False),
        ("alice_2", "alice", True),
        ("bob_2", "bob", False),
    ]


@pytest.mark.usefixtures("four_hands")
def test_status_names_the_person_who_is_waited_for_and_which_seats(orders):
    referee("submit", "harbour", orders("tile any\n"), "--player", "alice_2")
    told = referee("status", "harbour").stdout
    assert "Waits for alice (alice_1) and bob (bob_1, bob_2).\n" in told
    assert "alice (alice_1), bob (bob_1, bob_2)" in referee("status").stdout


@pytest.mark.usefixtures("four_hands")
def test_the_answer_for_a_program_has_a_part_for_each_seat(orders):
    told = json.loads(
        referee("check", orders(FOR_BOTH), "--game", "harbour", "--player", "alice", "--json").stdout
    )
    assert (told["player"], told["preview"]) == ("alice", [])
    assert [(one["player"], one["round"]) for one in told["seats"]] == [("alice_1", 1), ("alice_2", 1)]
    assert all(one["preview"] for one in told["seats"])


@pytest.mark.usefixtures("four_hands")
def test_somebody_elses_seat_is_filed_with_problems(orders):
    done = referee("submit", "harbour", orders(f"{FOR_BOTH}seat bob_1\ntile any\n"), "--player", "alice")
    assert done.exit_code == WITH_PROBLEMS
    assert "bob_1 is not yours: write `seat alice_1` or `seat alice_2`." in done.stdout


@pytest.mark.usefixtures("four_hands")
def test_whoever_is_no_player_is_told_who_they_are(orders):
    done = referee("submit", "harbour", orders("tile any\n"), "--player", "carol")
    assert done.exit_code == REFUSED
    assert "Its players are alice (alice_1, alice_2), bob (bob_1, bob_2)." in done.stderr


@pytest.mark.usefixtures("four_hands")
def test_report_and_try_and_log_take_the_person_or_one_seat(orders):
    both = referee("report", "harbour", "--for", "alice").stdout
    assert "Only for alice_1." in both
    assert "Only for alice_2." in both
    assert both == "\n".join(
        referee("report", "harbour", "--for", seat).stdout for seat in ("alice_1", "alice_2")
    )
    assert [
        one["for"] for one in json.loads(referee("report", "harbour", "--for", "alice", "--json").stdout)
    ] == [
        "alice_1",
        "alice_2",
    ]
    assert json.loads(referee("report", "harbour", "--for", "bob_2", "--json").stdout)["for"] == "bob_2"
    tried = referee("try", "harbour", "--player", "alice", "--orders", orders(FOR_BOTH)).stdout
    assert [line for line in tried.splitlines() if line.startswith("Trying")] == [
        "Trying the orders of alice_1 in harbour, round 1; nothing is filed.",
        "Trying the orders of alice_2 in harbour, round 1; nothing is filed.",
    ]
    assert referee("log", "harbour", "--for", "alice").exit_code == DONE


@pytest.mark.usefixtures("four_hands")
def test_what_one_supposes_of_oneself_says_which_seat():
    done = referee("try", "harbour", "--player", "alice", "I play 5C")
    assert done.exit_code == REFUSED
    assert "say who, by handle" in done.stderr


def test_in_a_folder_a_person_has_one_file_and_two_reports(desk):
    folder = write_game(
        desk / "harbour",
        {1: {"alice": FOR_BOTH, "bob": "tile any\nfound any\n"}},
        players=("alice", "bob"),
        more='[switches]\ntwo_players = "four_hands"\n',
    )
    done = referee("play", folder)
    assert done.exit_code == DONE
    assert "round 1 played\n" in done.stdout
    names = {file.name for file in (folder / "reports" / "round-01").iterdir()}
    assert names == {"public.txt", "alice_1.txt", "alice_2.txt", "bob_1.txt", "bob_2.txt"}
    assert referee("play", folder).exit_code == REFUSED
    assert referee("play", folder, "--again").exit_code == DONE


def test_in_a_folder_the_remarks_on_one_seat_name_it(desk):
    folder = write_game(
        desk / "harbour",
        {1: {"alice": "seat alice_1\ntile any\nbuy 3 Luxxor\nready\n"}},
        players=("alice", "bob"),
        more='[switches]\ntwo_players = "four_hands"\n',
    )
    told = referee("play", folder).stdout
    assert "round-01/alice.txt: FILED WITH PROBLEMS\n" in told
    assert "  You are not ready: say so again with the corrected orders.\n" in told
    assert "round 1 played, missed by bob_1, alice_2 and bob_2\n" in told


def test_the_answer_says_whose_round_it_is_and_status_for_which_the_orders_are(one_play, orders):
    first, _, third = play_order(one_play)
    done = referee("submit", "harbour", orders("tile any\n"), "--player", third)
    assert done.stdout.startswith(
        f"FILED: harbour, round 3, {third}\nNow round 1 is played by {first}; your next play is in round 3:"
    )
    told = referee("status", "harbour").stdout
    assert f"Waits for {first}.\n" in told
    row = next(line for line in told.splitlines() if line.startswith(third))
    assert "in; filed for round 3" in row


def test_a_round_is_resolved_as_soon_as_its_one_player_has_filed(one_play, orders):
    first, second, _ = play_order(one_play)
    assert referee("resolve", "harbour").exit_code == REFUSED
    referee("submit", "harbour", orders("tile any\n"), "--player", first)
    done = referee("resolve", "harbour")
    assert done.exit_code == DONE
    assert f"Now open: round 2, played by {second}.\n" in done.stdout


def play_order(seats):
    """The order of play, as the answers tell it."""
    rounds = {}
    for seat in seats:
        told = json.loads(
            referee("check", "-", "--game", "harbour", "--player", seat, "--json", given="tile any\n").stdout
        )
        rounds[told["round"]] = seat
    return [rounds[number] for number in (1, 2, 3)]


def test_in_a_folder_anybody_may_file_in_any_round(desk):
    """Alice, bob and carol play in some order; whoever has a file in round 1 has orders for the own first play."""
    text = "tile any\nfound any\n"
    folder = write_game(
        desk / "harbour",
        {1: dict.fromkeys(("alice", "bob", "carol"), text), 3: {}, 4: {}},
        players=("alice", "bob", "carol"),
        more='[switches]\nplays_per_round = "1"\n',
    )
    told = referee("play", folder).stdout
    assert [line for line in told.splitlines() if " played" in line][:4] == [
        "harbour: round 1 played",
        "harbour: round 2 played",
        "harbour: round 3 played",
        next(line for line in told.splitlines() if line.startswith("harbour: round 4 played, missed by ")),
    ]
