"""Who plays two seats fills in one form: it stands in the reports of both."""

from __future__ import annotations

import pytest
from service_helpers import open_harbour

from referee.rules import events as e
from referee.service.file_orders import file_orders
from referee.service.publish import render
from referee.service.seats import hand_over, leave_seat
from referee.service.show_report import show_reports

FOUR_HANDS = "two_players=four_hands"
RULES = {
    "plain": [],
    "with powers": ["special_powers=true"],
    "rounds of one play": ["plays_per_round=1"],
    "private holdings": ["holdings=private"],
}


def form(text):
    """The order form of a report without its bars, without what is said of the language below it."""
    lines = text[text.index("ORDER FORM") :].split("\n\n")[1].splitlines()
    assert all(line.startswith("|") for line in lines)
    return "\n".join(line[1:].strip() for line in lines) + "\n"


def reports(work):
    log = work.log("harbour")
    return {seat: render(log, 0, seat, work.at) for seat in log.seats}


@pytest.fixture(params=RULES)
def harbour(request, tmp_path):
    """A game of alice and bob with two seats each, just opened."""
    switches = [FOUR_HANDS, *RULES[request.param]]
    with open_harbour(tmp_path, players=("alice", "bob"), switches=switches) as work:
        yield work


def test_both_reports_of_a_person_have_one_and_the_same_form(harbour):
    told = reports(harbour)
    for person in ("alice", "bob"):
        assert form(told[f"{person}_1"]) == form(told[f"{person}_2"])
        lines = form(told[f"{person}_1"]).splitlines()
        assert [line for line in lines if line.startswith(("player", "seat"))] == [
            f"player {person}",
            f"seat {person}_1",
            f"seat {person}_2",
        ]
    assert form(told["alice_1"]) != form(told["bob_1"])


def test_a_form_that_is_sent_as_it_is_counts_for_both_seats(harbour):
    answer = file_orders(harbour, "harbour", "alice", form(reports(harbour)["alice_2"]), "test")
    assert (answer.verdict, answer.problems) == ("FILED", ())
    filed = [one.event for one in harbour.log("harbour").written if isinstance(one.event, e.OrdersFiled)]
    assert [one.seat for one in filed] == ["alice_1", "alice_2"]
    assert all("tile any" in one.orders for one in filed)


def test_the_form_says_of_each_seat_which_tiles_it_could_place(harbour):
    told = reports(harbour)
    lines = form(told["alice_1"]).split("seat alice_2")
    for seat, part in zip(("alice_1", "alice_2"), lines, strict=True):
        hand = told[seat][told[seat].index("YOUR HAND") : told[seat].index("ORDER FORM")]
        tiles = [row.split()[0] for row in hand.splitlines()[2:] if row]
        assert len(tiles) == 6
        assert f"now you could: {', '.join(tiles)}" in " ".join(part.replace("#", " ").split())


def test_nobody_reads_of_the_tiles_of_others_in_his_form(harbour):
    told = reports(harbour)
    for person, other in (("alice", "bob"), ("bob", "alice")):
        hand = told[f"{other}_1"]
        tiles = [
            row.split()[0]
            for row in hand[hand.index("YOUR HAND") : hand.index("ORDER FORM")].splitlines()[2:]
            if row
        ]
        words = form(told[f"{person}_1"]).replace(",", " ").split()
        assert not set(tiles) & set(words)


@pytest.mark.parametrize("was_vacant", [True, False])
def test_who_comes_in_can_file_for_both_seats_by_the_form_of_the_last_report_that_he_gets(
    tmp_path, was_vacant
):
    switches = [FOUR_HANDS, "leaver=substitute"]
    with open_harbour(tmp_path, players=("alice", "bob"), switches=switches) as work:
        if was_vacant:
            leave_seat(work, "harbour", "alice", end_meant=False)
        hand_over(work, "harbour", "alice", "Dora Dove")
        *_, last = show_reports(work, "harbour", None, "alice", fresh=False)
        assert file_orders(work, "harbour", "alice", form(last.body.decode()), "test").verdict == "FILED"
        assert [one.event.seat for one in work.log("harbour").written[-2:]] == ["alice_1", "alice_2"]


def test_while_the_other_seat_is_vacant_the_form_is_for_ones_own_alone(tmp_path):
    """Whoever comes in gets the report of each seat as it becomes his, the first before the second is."""
    switches = [FOUR_HANDS, "leaver=substitute"]
    with open_harbour(tmp_path, players=("alice", "bob"), switches=switches) as work:
        leave_seat(work, "harbour", "alice", end_meant=False)
        hand_over(work, "harbour", "alice", "Dora Dove")
        first, _ = show_reports(work, "harbour", None, "alice", fresh=False)
        text = form(first.body.decode())
        assert "player alice_1\n" in text
        assert "seat " not in text
        assert file_orders(work, "harbour", "alice", text, "test").verdict == "FILED"
