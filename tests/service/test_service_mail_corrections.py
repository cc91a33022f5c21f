"""Corrections by mail: each holder gets the report again, in a letter of its own; replies to void ones are asked."""

from __future__ import annotations

import pytest
from mail_house import MailHouse

from referee.service.held_mail import held_mail, take_in_trust
from referee.service.make_ruling import make_ruling
from referee.service.reopen_round import Asked, reopen_round


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    for _ in range(3):
        made.resolves()
    return made


def reopen(house, number, *, at_once=False):
    with house.working() as work:
        return reopen_round(
            work, Asked("harbour", number, "A mail lay unread."), bag_meant=False, at_once=at_once
        )


def test_each_holder_gets_the_report_that_opens_the_round_again_in_a_letter_of_its_own(house):
    before = house.letters("alice", kind="report")
    reopen(house, 2)
    *earlier, again = house.letters("alice", kind="report")
    assert len(earlier) == len(before)
    assert again.subject == "harbour, alice: opened again: round 2"
    assert "|    A mail lay unread." in again.text
    assert again.mail["Reply-To"] == house.reply_address("alice", 2)
    assert again.mail["Message-ID"] not in {one.mail["Message-ID"] for one in earlier}
    reopen(house, 1)
    reopen_ids = [one.mail["Message-ID"] for one in house.letters("alice", kind="report")]
    assert len(set(reopen_ids)) == len(reopen_ids)


def test_a_round_that_is_played_again_at_once_brings_its_report_alone(house):
    before = len(house.letters("bob", kind="report"))
    reopen(house, 3, at_once=True)
    (again,) = house.letters("bob", kind="report")[before:]
    assert again.subject == "harbour, bob: round 3 was played, round 4 is open"


def test_a_ruling_brings_everybody_a_report_that_tells_it(house):
    with house.working() as work:
        make_ruling(work, "harbour", "Alice had been promised this.", ["alice=+300"], [], ends=False)
    again = house.letters("bob", kind="report")[-1]
    assert again.subject == "harbour, bob: the referee ruled in round 4"
    assert "alice gets $300 from the bank" in " ".join(again.text.replace("|", " ").split())


def test_a_reply_to_a_report_that_is_void_is_not_taken_for_the_round_that_is_open_again(house):
    to = house.reply_address("alice", 4)
    reopen(house, 2)
    house.arrives(house.mail("tile any\n", to=to), to)
    (taken,) = house.takes()
    assert taken.outcome == "rejected"
    assert house.in_force("alice") == ""
    answer = house.answer("alice")
    assert "round 2 was opened again" in " ".join(answer.text.split())
    house.arrives(house.mail("round 4\ntile any\n", to=to), to)
    (kept,) = house.takes()
    assert kept.filed == "FILED"
    assert house.log().desk.in_force("alice", 4).orders == "tile any\n"
    house.writes("alice", "tile any\n")
    assert house.in_force("alice") == "tile any\n"


def test_a_void_report_that_is_asked_for_says_that_it_is(house):
    reopen(house, 2)
    house.writes("alice", "report 3\n")
    asked = house.letters("alice")[-1]
    assert asked.text.startswith("VOID since 2026-11-28: round 2 of harbour was opened again")
    house.writes("alice", "report 1\n")
    answered = house.letters("alice")[-1].text
    assert "round 1" in answered
    assert "VOID" not in answered


# mails that were held meanwhile


def held_then_accepted(house, *, received, opened_again, text="tile any\n"):
    """A mail that nothing proves comes at a moment, and is accepted when round 2 has been opened again at another."""
    for moment in sorted((received, opened_again)):
        house.now = moment
        if moment == opened_again:
            reopen(house, 2)
        else:
            house.arrives(house.mail(text, proven=False))
            assert [one.outcome for one in house.takes()] == ["held"]
    house.now = "2026-11-28T15:00:00Z"
    with house.working() as work:
        return take_in_trust(work, held_mail(work, 1), house.office, None)


def test_a_held_mail_that_came_before_is_not_filed_for_the_round_that_is_open_again(house):
    taken = held_then_accepted(house, received="2026-11-28T11:00:00Z", opened_again="2026-11-28T12:00:00Z")
    assert taken.outcome == "rejected"
    assert house.in_force("alice") == ""
    assert "round 2 was opened again" in " ".join(house.answer("alice").text.split())


def test_a_held_mail_that_came_after_it_is_filed_for_the_round_that_was_open_again_then(house):
    taken = held_then_accepted(house, received="2026-11-28T12:00:00Z", opened_again="2026-11-28T11:00:00Z")
    assert taken.filed == "FILED"
    assert house.in_force("alice") == "tile any\n"


def test_what_a_reopening_kept_does_not_overtake_a_held_mail(house):
    house.writes("alice", "round 5\ntile any\nbuy nothing\n")
    house.now = "2026-11-28T11:00:00Z"
    house.arrives(house.mail("round 5\ntile any\nbuy 1 Luxor\n", proven=False))
    house.takes()
    house.now = "2026-11-28T12:00:00Z"
    reopen(house, 2)
    with house.working() as work:
        taken = take_in_trust(work, held_mail(work, 2), house.office, None)
    assert taken.filed == "FILED"
    assert "Luxor" in house.log().desk.in_force("alice", 5).orders
