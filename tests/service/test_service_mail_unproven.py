"""Mails that nothing proves are believed in nothing, and make no more noise than they must."""

from __future__ import annotations

import pytest
from mail_house import ORDERS, MailHouse

from referee.errors import UserError
from referee.mail.compose import MARK
from referee.service import take_mail
from referee.service.held_mail import held_mail, read_anew, refuse_held, take_in_trust
from referee.service.mail_answers import MOST_ANSWERS
from referee.service.people import forget_person
from referee.service.seats import leave_seat


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    return made


def forged(house, text="tile any\n", **how):
    return house.mail(text, proven=False, **how)


def test_a_mail_that_only_says_it_is_a_player_s_is_held_and_the_player_and_the_referee_are_told(house):
    house.arrives(forged(house))
    (taken,) = house.takes()
    assert (taken.outcome, taken.reason) == ("held", "sender not authenticated")
    assert house.in_force("alice") == ""
    told = {one.recipient: one for one in house.letters() if one.kind in {"unproven", "notice"}}
    assert set(told) == {"alice@players.example", "owner@acquire.example"}
    assert "Nothing proves that it is" in told["alice@players.example"].text
    notice = told["owner@acquire.example"].text
    assert "referee mail accept 1" in notice
    assert "says that it is of: alice" in " ".join(notice.split()).lower()
    assert "@" not in notice
    assert told["alice@players.example"].sender == ""


def test_who_mistypes_his_key_or_whose_key_is_guessed_hears_of_it_once_a_day_and_nothing_is_filed(house):
    for _ in range(3):
        house.arrives(forged(house, text="key AAAA-BBBB\ntile any\n"))
    assert {(one.outcome, one.reason) for one in house.takes()} == {("rejected", "wrong key")}
    (told,) = house.letters("alice", kind="unproven")
    assert "had no key of yours" in " ".join(told.text.split())
    assert "referee will look" not in told.text
    assert house.in_force("alice") == ""
    assert house.letters("owner@acquire.example") == []


def test_a_forger_cannot_keep_the_warning_back_by_a_number_that_was_there_before(house):
    house.arrives(house.mail("hello\n", sender="x@elsewhere.example", proven=False, message_id="<one@x>"))
    house.arrives(forged(house, message_id="<one@x>"))
    assert [one.outcome for one in house.takes()] == ["rejected", "held"]
    assert len(house.letters("alice", kind="unproven")) == 1


def test_ten_thousand_of_them_make_one_letter_a_day_to_each(house):
    for _ in range(40):
        house.arrives(forged(house))
    house.takes()
    assert len(house.letters("alice", kind="unproven")) == 1
    assert len(house.letters("owner@acquire.example")) == 1
    house.now = "2026-11-29T10:00:01Z"
    house.arrives(forged(house))
    house.takes()
    assert len(house.letters("alice", kind="unproven")) == 2
    assert len(house.letters("owner@acquire.example")) == 2


def test_the_referee_may_vouch_for_a_held_mail_and_it_is_filed_and_answered(house):
    house.arrives(forged(house))
    house.takes()
    with house.working() as work:
        taken = take_in_trust(work, held_mail(work, 1), house.office, None)
    assert (taken.outcome, taken.filed, taken.handle) == ("orders", "FILED", "alice")
    assert house.answer("alice").subject == "FILED: harbour, round 1, alice"
    assert house.inbox()[0].proof == "referee"


def test_the_referee_may_say_whose_a_mail_is(house):
    house.arrives(forged(house))
    house.takes()
    with house.working() as work:
        assert take_in_trust(work, held_mail(work, 1), house.office, "bob").handle == "bob"
    assert house.in_force("alice") == ""
    assert house.in_force("bob") == "tile any\n"


def test_what_is_refused_cannot_be_filed_any_more(house):
    house.arrives(forged(house))
    house.takes()
    with house.working() as work:
        refuse_held(work, 1)
    assert house.inbox()[0].outcome == "rejected"
    with house.working() as work, pytest.raises(UserError, match="no held mail 1"):
        held_mail(work, 1)
    assert house.in_force("alice") == ""


def test_a_held_mail_can_be_read_anew_when_what_kept_it_was_mended(house):
    house.arrives(forged(house, sender="alice@new.example"))
    house.arrives(forged(house))
    house.takes()
    with house.working() as work:
        assert read_anew(work, 2, house.office).outcome == "held"


def test_a_stranger_who_is_proven_gets_one_short_answer_a_day_at_his_own_address(house):
    for _ in range(3):
        house.arrives(house.mail("hello\n", sender="new@players.example"))
    house.takes()
    answers = house.letters("new@players.example")
    assert [one.kind for one in answers] == ["stranger"]
    assert answers[0].sender == ""
    assert len(answers[0].text.splitlines()) < 10
    assert not any(name in answers[0].text for name in ("harbour", "alice", "tile"))


def test_a_stranger_whom_nothing_proves_gets_nothing(house):
    house.arrives(house.mail("hello\n", sender="new@players.example", proven=False))
    house.takes()
    assert house.letters("new@players.example") == []


def test_the_bytes_of_a_stranger_s_mail_are_not_kept(house):
    house.arrives(house.mail("hello\n", sender="new@players.example"))
    house.takes()
    assert house.inbox()[0].sender is None
    with house.looking() as work:
        from referee.db.inbox import mail_in

        assert mail_in(work.unit, 1).raw is None


def test_a_wrong_token_is_refused_though_the_sender_is_proven_and_nobody_is_answered(house):
    to = house.reply_address("alice")[:-25] + "aaaaaaaaaaaaaaaa@acquire.example"
    before = len(house.letters())
    house.arrives(house.mail("tile any\n", to=to), to)
    (taken,) = house.takes()
    assert (taken.outcome, taken.reason) == ("rejected", "bad reply token")
    assert len(house.letters()) == before


def test_a_token_that_comes_from_another_player_is_held_and_nothing_is_filed_for_either(house):
    to = house.reply_address("bob")
    house.arrives(house.mail("tile any\n", to=to), to)
    (taken,) = house.takes()
    assert (taken.outcome, taken.reason) == ("held", "token belongs to another player")
    assert house.in_force("alice") == house.in_force("bob") == ""


def test_two_machines_that_answer_each_other_stop(house):
    for _ in range(MOST_ANSWERS + 10):
        house.writes("alice", "I am a robot that does not say so\n")
    assert len(house.letters("alice", kind="answer")) == MOST_ANSWERS
    house.now = "2026-11-28T11:00:01Z"
    house.writes("alice", "tile any\n")
    assert len(house.letters("alice", kind="answer")) == MOST_ANSWERS + 1


def test_no_letter_of_ours_is_answered_when_it_comes_back(house):
    before = len(house.letters())
    for letter in house.letters():
        house.arrives(bytes(letter.mail), house.reply_address("alice"))
    assert {one.reason for one in house.takes()} == {"own mail (loop)"}
    assert all(letter.mail[MARK] for letter in house.letters())
    assert len(house.letters()) == before


# what is accepted late counts from when it came


def accepted(house, key=1):
    with house.working() as work:
        return take_in_trust(work, held_mail(work, key), house.office, None)


def read_again(house, key=1):
    with house.working() as work:
        return read_anew(work, key, house.office)


@pytest.mark.parametrize("minutes", ["10:00:00", "10:05:00"])
@pytest.mark.parametrize("later", ["tile any\nbuy 1 Tower\n", "withdraw\n", "tile any\nready\n"])
def test_a_held_mail_does_not_undo_what_the_player_sent_after_it(house, minutes, later):
    house.writes("alice", "tile any\nbuy 1 Imperial\n")
    house.arrives(forged(house, text="tile any\nbuy 1 Luxor\n"))
    house.takes()
    house.now = f"2026-11-28T{minutes}Z"
    house.writes("alice", later)
    before = house.in_force("alice")
    taken = accepted(house, 2)
    assert taken.outcome == "rejected"
    assert house.in_force("alice") == before
    answer = house.answer("alice")
    assert answer.subject == "NOT FILED: harbour, round 1, alice"
    assert "other orders of yours" in " ".join(answer.text.split())


def test_what_others_sent_after_a_held_mail_does_not_overtake_it(house):
    house.arrives(forged(house, text="tile any\nbuy 1 Luxor\n"))
    house.takes()
    house.now = "2026-11-28T10:05:00Z"
    house.writes("bob", ORDERS)
    house.writes("alice", "tile any\nround 2\n")
    assert accepted(house).filed == "FILED"
    assert "Luxor" in house.in_force("alice")


def test_a_held_mail_is_not_filed_for_a_round_that_opened_after_it_came(house):
    house.arrives(forged(house, text="tile any\nbuy 1 Luxor\n"))
    house.takes()
    house.now = "2026-11-28T11:00:00Z"
    house.resolves()
    taken = accepted(house)
    assert taken.outcome == "rejected"
    assert house.in_force("alice") == ""
    answer = house.answer("alice")
    assert answer.subject == "NOT FILED: harbour, round 2, alice"
    assert "round 1 was open" in " ".join(answer.text.split())
    assert "| player alice" in answer.text


def test_a_held_mail_that_names_the_round_is_filed_for_it_however_late_it_is_accepted(house):
    house.arrives(forged(house, text="round 2\ntile any\nbuy 1 Luxor\n"))
    house.takes()
    house.now = "2026-11-28T11:00:00Z"
    house.resolves()
    assert accepted(house).filed == "FILED"
    assert "Luxor" in house.in_force("alice")


def test_a_held_mail_that_only_asks_is_answered_however_late_it_is_accepted(house):
    house.arrives(forged(house, text="status\n"))
    house.takes()
    house.now = "2026-11-28T11:00:00Z"
    house.resolves()
    assert accepted(house).outcome == "orders"
    assert house.answer("alice").subject == "harbour, round 2, alice: status (NOT FILED: no orders)"


def test_what_a_fault_kept_and_is_read_again_counts_from_when_it_came_too(house, monkeypatch):
    def falls_over(*_):
        raise ZeroDivisionError

    with monkeypatch.context() as fault:
        fault.setattr(take_mail, "judge", falls_over)
        house.arrives(house.mail("tile any\nbuy 1 Luxor\n"))
        assert [one.outcome for one in house.takes()] == ["held"]
    house.now = "2026-11-28T10:05:00Z"
    house.writes("alice", "tile any\nbuy 1 Tower\n")
    assert read_again(house).outcome == "rejected"
    assert "Tower" in house.in_force("alice")


def test_a_held_mail_of_who_is_forgotten_is_held_no_more(house):
    house.arrives(forged(house))
    house.takes()
    with house.working() as work:
        forget_person(work, "alice")
    for does in (accepted, read_again):
        with pytest.raises(UserError, match="no held mail 1"):
            does(house)


@pytest.mark.parametrize("others", [("bob", "carol"), ("alice",)])
def test_a_held_mail_that_is_accepted_when_its_sender_plays_no_more_is_answered_and_not_filed(
    tmp_path, others
):
    """Because the game is over, or because he has left it."""
    house = MailHouse(tmp_path)
    house.opens(switches=() if "bob" in others else ("leaver=substitute",))
    house.arrives(forged(house))
    house.takes()
    with house.working() as work:
        for one in others:
            leave_seat(work, "harbour", one, end_meant=True)
    assert accepted(house).outcome == "rejected"
    assert house.answer("alice").subject == "NOT FILED"


def test_the_referee_must_name_somebody_who_is_registered(house):
    house.arrives(forged(house))
    house.takes()
    with house.working() as work, pytest.raises(UserError, match="Nobody is registered as 'nobody1'"):
        take_in_trust(work, held_mail(work, 1), house.office, "nobody1")
    assert house.inbox()[0].outcome == "held"
