"""`referee seat`: who leaves the game and who comes in, as the referee types it."""

import json
import re
import subprocess

import pytest
from cli_helpers import DONE, PROGRAM, REFUSED, clean_environment, files_in, referee

GOOD = "tile any\nbuy nothing\n"


@pytest.fixture
def quay(desk):
    """A game of three in which the seat of a leaver waits for somebody."""
    players = ("--players", "ann,ben,cid", "--set", "leaver=substitute")
    assert referee("new", "quay", *players).exit_code == DONE
    return desk


@pytest.fixture
def kept(desk):
    """The same where the game goes on for a leaver."""
    assert referee("new", "quay", "--players", "ann,ben,cid").exit_code == DONE
    return desk


@pytest.mark.usefixtures("quay")
def test_who_leaves_is_told_with_what_comes_next():
    done = referee("seat", "quay", "ben", "--left")
    assert done.exit_code == DONE
    assert done.stdout == (
        "ben has left quay.\n"
        "What had been filed is void.\n"
        "Until somebody comes, rounds are missed: referee seat quay ben --to NAME\n"
        "Round 1 waits for ann and cid.\n"
    )


@pytest.mark.usefixtures("kept")
def test_where_the_defaults_play_on_that_is_said_to_be_final():
    done = referee("seat", "quay", "BEN", "--left")
    assert done.exit_code == DONE
    assert done.stdout == (
        "ben has left quay.\n"
        "What had been filed is void.\n"
        "The game goes on by the defaults: first tile, all shares kept, nothing bought. That is final.\n"
        "Round 1 waits for ann and cid.\n"
    )
    refused = referee("seat", "quay", "ben", "--to", "Dora")
    assert refused.exit_code == REFUSED
    assert refused.stdout == ""
    assert "that is final" in refused.stderr


@pytest.mark.parametrize(("fixture", "says"), [("quay", True), ("kept", False)])
def test_who_leaves_with_a_round_is_told_with_how_to_put_somebody_in_where_that_can_be(
    request, orders, fixture, says
):
    request.getfixturevalue(fixture)
    assert referee("submit", "quay", orders("tile any\nresign"), "--player", "ben").exit_code == DONE
    said = referee("resolve", "quay", "--missing").stdout
    assert "ben has left the game.\n" in said
    assert ("Until somebody comes, rounds are missed: referee seat quay ben --to NAME\n" in said) == says


@pytest.mark.usefixtures("quay")
def test_who_comes_in_is_told_with_where_his_report_is():
    referee("seat", "quay", "ben", "--left")
    done = referee("seat", "quay", "ben", "--to", "Dora Dove")
    assert done.exit_code == DONE
    assert done.stdout == (
        "ben of quay is held by Dora Dove from now on.\n"
        "What had been filed is void; who held it before is kept out of all that the newcomer sees.\n"
        "The first report: referee report quay --for ben\n"
        "Round 1 waits for ann, ben and cid.\n"
    )
    assert "You hold this seat from now on" in referee("report", "quay", "--for", "ben").stdout


def test_the_last_but_one_to_leave_ends_the_game_only_with_yes(kept):
    referee("seat", "quay", "ben", "--left")
    before = files_in(kept)
    refused = referee("seat", "quay", "cid", "--left")
    assert refused.exit_code == REFUSED
    assert refused.stderr == (
        "referee: quay would end with it, since only one player or team would be left; round 1 would not be "
        "played. Nothing was changed. If that is meant, say --yes.\n"
    )
    assert files_in(kept) == before
    done = referee("seat", "quay", "cid", "--left", "--yes")
    assert done.exit_code == DONE
    assert done.stdout == (
        "cid has left quay.\n"
        "The game is over: only one player or team is left. Round 1 is not played any more.\n"
        "The final report: referee report quay\n"
    )
    assert "quay is over after round 1: only one player or team is left." in referee("status", "quay").stdout
    assert "only ann is left" in " ".join(referee("report", "quay").stdout.split())
    assert referee("verify", "quay", "--audit").exit_code == DONE


@pytest.mark.usefixtures("quay")
def test_status_shows_seats_that_were_left_who_resigns_and_who_holds_a_seat(orders):
    referee("seat", "quay", "ben", "--left")
    referee("seat", "quay", "cid", "--to", "Dora Dove")
    assert referee("submit", "quay", orders("tile any\nresign"), "--player", "ann").exit_code == DONE
    head, *rows, last = referee("status", "quay").stdout.splitlines()[1:]
    assert head.split() == ["player", "plays", "orders", "missed", "held", "by"]
    shown = {row.split()[0]: " ".join(row.split()[2:]) for row in rows}
    assert shown["ann"] == "in, resigns 0"
    assert shown["ben"] == "left: vacant 0"
    assert re.fullmatch(r"missing 0 Dora Dove, since \d{4}-\d\d-\d\d", shown["cid"])
    assert last == "Waits for cid."
    seats = {one["seat"]: one for one in json.loads(referee("status", "quay", "--json").stdout)["seats"]}
    assert [seats[seat]["left"] for seat in ("ann", "ben", "cid")] == [None, "vacant", None]
    assert (seats["cid"]["holder"], seats["cid"]["tenure"]) == ("Dora Dove", 2)
    assert seats["ann"]["resigns"]


@pytest.mark.usefixtures("quay")
def test_status_names_nobody_for_a_seat_that_was_left():
    referee("seat", "quay", "ben", "--to", "Zebedee Quagmire")
    assert "held by" in referee("status", "quay").stdout
    referee("seat", "quay", "ben", "--left")
    shown = referee("status", "quay").stdout
    assert "held by" not in shown
    assert "Quagmire" not in shown


@pytest.mark.usefixtures("quay")
def test_all_games_count_only_those_whose_orders_can_come():
    referee("seat", "quay", "ben", "--left")
    assert "0 of 2" in referee("status").stdout


def test_a_name_is_deleted_on_demand(quay):
    referee("seat", "quay", "ben", "--to", "Zebedee Quagmire")
    done = referee("seat", "quay", "ben", "--forget")
    assert done.exit_code == DONE
    assert done.stdout == "Deleted: 1 name. The log has none, and stays as it is.\n"
    assert "Quagmire" not in referee("status", "quay").stdout
    assert not any(b"Quagmire" in body for body in files_in(quay).values())
    assert referee("verify", "quay", "--audit").exit_code == DONE


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--left", "--to", "Dora"),
        ("--left", "--forget"),
        ("--to", "Dora", "--forget"),
        ("--yes",),
        ("--to", "Dora", "--yes"),
        ("--to", ""),
        ("--to", " "),
        ("--to", "a\x07b"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(quay, words):
    before = files_in(quay)
    refused = referee("seat", "quay", "ben", *words)
    assert refused.exit_code == REFUSED
    assert refused.stderr.startswith("referee: ")
    assert refused.stdout == ""
    assert files_in(quay) == before


@pytest.mark.usefixtures("quay")
def test_an_unknown_game_or_handle_is_refused():
    assert "There is no game 'key'" in referee("seat", "key", "ben", "--left").stderr
    assert "Nobody in quay is called 'dan'" in referee("seat", "quay", "dan", "--left").stderr


@pytest.mark.usefixtures("desk")
def test_a_person_with_two_seats_is_named_by_his_own_handle_and_changes_both():
    players = ("--players", "ann,ben", "--set", "two_players=four_hands")
    assert referee("new", "quay", *players).exit_code == DONE
    done = referee("seat", "quay", "ann", "--to", "Dora Dove")
    assert done.stdout == (
        "ann_1 and ann_2 of quay are held by Dora Dove from now on.\n"
        "What had been filed is void; who held it before is kept out of all that the newcomer sees.\n"
        "The first report: referee report quay --for ann_1\n"
        "The first report: referee report quay --for ann_2\n"
        "Round 1 waits for ann_1, ben_1, ann_2 and ben_2.\n"
    )
    done = referee("seat", "quay", "ann", "--left", "--yes")
    assert done.stdout.startswith(
        "ann_1 and ann_2 have left quay.\nThe game is over: only one player or team is left."
    )


@pytest.mark.usefixtures("quay")
def test_the_public_log_verifies_as_before_when_seats_have_changed_hands(orders):
    referee("seat", "quay", "ben", "--left")
    referee("seat", "quay", "ben", "--to", "Dora Dove")
    for seat in ("ann", "ben", "cid"):
        referee("submit", "quay", orders(GOOD), "--player", seat)
    assert referee("resolve", "quay").exit_code == DONE
    assert referee("verify", "quay", "--audit").exit_code == DONE
    for words in ((), ("--for", "ben"), ("--all",)):
        lines = [json.loads(line) for line in referee("log", "quay", "--json", *words).stdout.splitlines()]
        assert "Dora" not in str(lines)
        assert lines[-1]["seq"] == len([one for one in lines if "seq" in one])
    head = json.loads(referee("verify", "quay", "--json").stdout)["head"]
    assert lines[-1]["hash"] == head


def test_a_seat_that_is_left_while_the_round_is_resolved_is_left_before_or_after_it_and_nothing_between(
    quay, orders
):
    for seat in ("ann", "ben", "cid"):
        referee("submit", "quay", orders(GOOD), "--player", seat)
    at_once = [
        subprocess.Popen(
            [*PROGRAM, *words],
            cwd=quay,
            env=clean_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for words in (("resolve", "quay"), ("seat", "quay", "ben", "--left"))
    ]
    for one in at_once:
        one.communicate(timeout=120)
    assert [one.returncode for one in at_once] == [DONE, DONE]
    kinds = [
        (one["kind"], one["seat"])
        for one in map(json.loads, referee("log", "quay", "--all", "--json").stdout.splitlines())
        if one.get("kind") in ("seat_left", "round_opened", "orders_missed")
    ]
    opened, left, missed = ("round_opened", None), ("seat_left", "ben"), ("orders_missed", "ben")
    assert kinds in ([opened, left, missed, opened], [opened, opened, left])
    assert referee("verify", "quay", "--audit").exit_code == DONE


@pytest.mark.usefixtures("kept")
def test_who_has_left_is_told_that_his_report_is_his_last_and_where_the_others_are():
    referee("resolve", "quay", "--missing")
    referee("seat", "quay", "ann", "--left")
    assert referee("report", "quay", "--for", "ann").stderr == ""
    referee("resolve", "quay", "--missing")
    told = referee("report", "quay", "--for", "ann")
    assert told.exit_code == DONE
    assert " ".join(told.stderr.split()) == (
        "ann has left quay: the report of round 1 is the last for that seat. The report of round 2, everybody's: "
        "referee report quay"
    )
    assert told.stdout_bytes == referee("report", "quay", "--for", "ann", "--round", 1).stdout_bytes
    assert referee("report", "quay", "--for", "ben").stderr == ""
    refused = referee("report", "quay", "--for", "ann", "--round", 2)
    assert refused.exit_code == REFUSED
    assert "referee report quay --round 2" in refused.stderr
    referee("seat", "quay", "ben", "--left", "--yes")
    assert "The final report, everybody's: referee report quay" in " ".join(
        referee("report", "quay", "--for", "ann").stderr.split()
    )


@pytest.mark.usefixtures("quay")
def test_a_newcomer_with_the_handle_of_another_player_is_warned_of_and_comes_in():
    done = referee("seat", "quay", "ben", "--to", "Cid")
    assert done.exit_code == DONE
    assert "Warning: cid is another player's handle in quay." in " ".join(done.stderr.split())
    for name in ("Dora Dove", "Ben"):
        assert referee("seat", "quay", "ben", "--to", name).stderr == ""
