"""What the newcomer in a seat never learns of who held it before: marks are planted, and looked for in all."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from service_helpers import PLAYERS, open_harbour

from referee.errors import UserError
from referee.round.views import entries_for
from referee.rules.events import is_for_seat_alone
from referee.service.file_orders import check_orders, file_orders
from referee.service.resolve_round import resolve_round
from referee.service.seats import hand_over, leave_seat
from referee.service.show_log import show_log
from referee.service.show_report import show_report
from referee.service.show_status import game_status
from referee.service.try_orders import try_orders

MARKS = ("7301234", "7302345", "7303456", "7304567", "7305678", "secret-file")
"""Figures that stand in the predecessor's orders alone, and where one of them came from."""
BOBS = (
    ("tile any\nbuy 3 Luxor leaving 7301234\nstanding\n  buy 1 Tower leaving 7302345\nend", "secret-file"),
    ("round 2\ntile any\nbuy 3 Luxor leaving 7303456", "test"),
    ("round 4\ntile any\nbuy 3 Tower leaving 7304567\nready", "test"),
)
LATER = "tile any\nbuy 1 American leaving 7305678"
"""What bob files for the round that is open when he goes."""


@pytest.fixture(params=["handed over", "left and filled", "resigned and filled"])
def work(tmp_path, request):
    """Harbour in its second round: bob, who filed a lot, is gone, and Dora holds his seat."""
    with open_harbour(tmp_path, switches=("leaver=substitute",)) as work:
        for text, source in BOBS:
            file_orders(work, "harbour", "bob", text, source)
        for seat in ("alice", "carol", "dave"):
            file_orders(work, "harbour", seat, "tile any", "test")
        if request.param == "resigned and filled":
            file_orders(work, "harbour", "bob", "resign", "secret-file")
        resolve_round(work, "harbour", misses_meant=False)
        if request.param != "resigned and filled":
            file_orders(work, "harbour", "bob", LATER, "secret-file")
        if request.param == "left and filled":
            leave_seat(work, "harbour", "bob", end_meant=False)
        hand_over(work, "harbour", "bob", "Dora Dove")
        yield work


def seen_in(text: str) -> list[str]:
    return [mark for mark in MARKS if mark in text]


def private_log(work, seat):
    return "\n".join(str(asdict(line)) for line in show_log(work, "harbour", handle=seat).seen())


def test_the_marks_are_in_what_the_referee_sees(work):
    everything = show_log(work, "harbour", everything=True).seen()
    found = seen_in("\n".join(str(asdict(line)) for line in everything))
    assert set(found) >= {"7301234", "7302345", "7303456", "7304567", "secret-file"}


def test_the_newcomers_log_has_nothing_of_them_readable_or_exported(work):
    assert seen_in(private_log(work, "bob")) == []
    exported = "\n".join(show_log(work, "harbour", handle="bob").lines())
    assert seen_in(exported) == []


def test_the_newcomers_log_has_his_hand_and_no_tile_that_was_dealt_to_another(work):
    kinds = [line.kind for line in show_log(work, "harbour", handle="bob").seen() if line.seat == "bob"]
    assert kinds.count("hand_adopted") == 1
    assert {"tiles_dealt", "tile_drawn", "orders_filed", "order_applied"}.isdisjoint(kinds)


def test_his_view_is_made_of_nothing_that_his_predecessor_alone_could_see(work):
    entries = entries_for(work.log("harbour").entries, "bob")
    private = [one.event.KIND for one in entries if is_for_seat_alone(one.event)]
    assert private == ["hand_adopted"]


def test_the_newcomers_report_has_nothing_of_them(work):
    assert seen_in(show_report(work, "harbour", None, "bob", fresh=False).body.decode()) == []
    assert seen_in(show_report(work, "harbour", None, "bob", fresh=True).body.decode()) == []


def test_the_reports_of_before_are_refused_to_the_newcomer(work):
    for fresh in (False, True):
        with pytest.raises(
            UserError, match=r"round 0 was for who held the seat of bob before.*first is that of round 1\."
        ):
            show_report(work, "harbour", 0, "bob", fresh=fresh)


def test_as_before_repeats_nothing_of_them_and_says_that_there_is_nothing(work):
    answer = check_orders(work, "harbour", "bob", "tile any\nas before")
    assert [problem.message for problem in answer.problems] == [
        "no decisions of this round were filed before: write them out instead of `as before`"
    ]
    assert seen_in(str(asdict(answer))) == []


@pytest.mark.parametrize("text", ["tile any", "round 2\ntile any", "round 4\ntile any", "withdraw", "ready"])
def test_no_answer_to_the_newcomer_tells_of_them(work, text):
    answer = file_orders(work, "harbour", "bob", text, "test")
    assert seen_in(str(asdict(answer))) == []
    assert not any("replace" in remark or "resign" in remark for remark in answer.remarks)


def test_trying_shows_nothing_of_them(work):
    assert seen_in(str(try_orders(work, "harbour", "bob", None, ()))) == []


def test_status_tells_nothing_of_what_was_filed_before(work):
    bob = next(one for one in game_status(work, "harbour").seats if one.seat == "bob")
    assert (bob.orders, bob.standing, bob.ready, bob.problems, bob.ahead) == (False, False, False, 0, ())


def test_later_rounds_bring_nothing_of_them_either(work):
    for _ in range(4):
        for seat in PLAYERS:
            file_orders(work, "harbour", seat, "tile any\nready", "test")
        resolve_round(work, "harbour", misses_meant=False)
        assert seen_in(show_report(work, "harbour", None, "bob", fresh=False).body.decode()) == []
    assert seen_in(private_log(work, "bob")) == []


def test_a_second_newcomer_learns_nothing_of_the_first(work):
    file_orders(work, "harbour", "bob", "tile any\nbuy 2 Luxor leaving 7305678", "secret-file")
    hand_over(work, "harbour", "bob", "Eve Eagle")
    assert seen_in(private_log(work, "bob")) == []
    assert seen_in(show_report(work, "harbour", None, "bob", fresh=False).body.decode()) == []


def test_nobody_else_learns_more_of_them_than_before(work):
    for reader in (None, "alice"):
        log = show_log(work, "harbour", handle=reader).seen()
        assert seen_in("\n".join(str(asdict(line)) for line in log)) == []
        assert seen_in(show_report(work, "harbour", None, reader, fresh=False).body.decode()) == []
