"""A mail of a player is filed and answered, once, in the transaction of what it brings about."""

from __future__ import annotations

import pytest
from mail_house import MailHouse
from sqlmodel import insert

from referee.db.tables import InboxRow
from referee.service import mail_outcomes, take_mail, with_mail_read
from referee.service.held_mail import read_anew


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    return made


def test_each_player_gets_the_first_report_and_nobody_else_s(house):
    reports = house.letters(kind="report")
    assert sorted(one.recipient for one in reports) == [
        "alice@players.example",
        "bob@players.example",
        "carol@players.example",
    ]
    for one in reports:
        handle = one.recipient.partition("@")[0]
        assert one.subject == f"harbour, {handle}: the game begins"
        assert f"Only for {handle}." in one.text
        assert one.mail["Reply-To"] == house.reply_address(handle)


def test_a_reply_to_the_report_is_filed_for_who_got_it_and_answered_at_his_address(house):
    (taken,) = house.writes("alice", "tile any\nbuy nothing\n")
    assert (taken.outcome, taken.filed, taken.game, taken.handle) == ("orders", "FILED", "harbour", "alice")
    assert house.in_force("alice") == "tile any\nbuy nothing\n"
    answer = house.answer("alice")
    assert answer.subject == "FILED: harbour, round 1, alice"
    assert "|  tile any" in answer.text
    assert answer.mail["Reply-To"] == house.reply_address("alice")
    assert answer.mail["In-Reply-To"] == "<1@players.example>"


def test_the_answer_to_a_token_goes_to_the_registered_address_wherever_the_mail_came_from(house):
    to = house.reply_address("alice")
    house.arrives(house.mail("tile any\n", sender="me@elsewhere.example", to=to, proven=False), to)
    (taken,) = house.takes()
    assert taken.filed == "FILED"
    assert [one.recipient for one in house.letters(kind="answer")] == ["alice@players.example"]


def test_a_text_with_problems_is_answered_with_them_and_says_so_in_the_subject(house):
    house.writes("bob", "tile any\nbuy 3 Luxxor\n")
    answer = house.answer("bob")
    assert answer.subject == "FILED WITH PROBLEMS: harbour, round 1, bob"
    assert "Luxor" in answer.text


def test_chatter_is_answered_as_no_orders_and_leaves_what_was_filed(house):
    house.writes("bob", "tile any\n")
    (taken,) = house.writes("bob", "Thanks a lot, what a game!\n")
    assert taken.filed == "NOT FILED"
    assert house.answer("bob").subject == "NOT FILED: harbour, round 1, bob"
    assert house.in_force("bob") == "tile any\n"


def test_a_reply_needs_no_round_line_and_is_not_asked_for_one(house):
    house.writes("alice", "tile any\n")
    assert "for which round" not in house.answer("alice").text
    house.arrives(house.mail("tile any\n"))
    house.takes()
    assert "for which round" in house.answer("alice").text


def test_one_reply_for_two_seats_is_not_asked_for_a_round_line_either(tmp_path):
    house = MailHouse(tmp_path)
    house.opens("creek", "alice", "bob", switches=("two_players=four_hands",))
    to = house.reply_address("alice", game="creek")
    house.arrives(house.mail("tile any\nseat alice_1\nbuy 3 Luxor\n", to=to), to)
    house.takes()
    answer = house.answer("alice")
    assert answer.subject == "FILED: creek, round 1, alice"
    assert "for which round" not in answer.text


def _quoted(report):
    return "".join(f"> {line}\n" for line in report.splitlines())


@pytest.mark.parametrize(
    "write",
    [
        lambda _: "Thanks a lot, what a game!\n",
        lambda report: report.partition("ORDER FORM")[2],
        lambda report: _quoted(report.replace("| tile any", "| tile 1A")),
        lambda report: f"See below.\n\n{_quoted(report.replace('| tile any', '| tile 1A'))}",
    ],
    ids=["chatter", "form with its bars", "form filled in where it is quoted", "and a word above it"],
)
def test_who_sends_no_orders_is_told_what_is_not_read_how_to_get_the_form_and_whom_to_write_to(house, write):
    (report,) = house.letters("bob", kind="report")
    (taken,) = house.writes("bob", write(report.text))
    assert taken.filed == "NOT FILED"
    told = " ".join(house.answer("bob").text.split())
    assert "behind > or | is not read" in told
    assert "`help`" in told
    assert "`note:" in told


def test_a_proven_sender_without_a_token_files_in_the_one_game_he_plays(house):
    house.arrives(house.mail("tile any\n"))
    (taken,) = house.takes()
    assert (taken.game, taken.handle, taken.filed) == ("harbour", "alice", "FILED")


def test_who_plays_in_two_games_is_asked_which_and_the_game_line_says_it(house):
    house.opens("lagoon", "alice", "dora")
    house.arrives(house.mail("tile any\n"))
    (taken,) = house.takes()
    assert taken.outcome == "rejected"
    answer = house.answer("alice")
    assert answer.subject == "NOT FILED"
    assert "`game harbour` or `game lagoon`" in answer.text
    house.arrives(house.mail("game lagoon\ntile any\n"))
    house.takes()
    assert house.answer("alice").subject == "FILED: lagoon, round 1, alice"
    assert house.in_force("alice", "lagoon") == "tile any\n"
    assert house.in_force("alice", "harbour") == ""


def test_a_game_that_he_does_not_play_in_is_refused_without_a_word_about_it(house):
    house.opens("lagoon", "bob", "dora")
    house.arrives(house.mail("game lagoon\ntile any\n"))
    house.arrives(house.mail("game nowhere\ntile any\n"))
    house.takes()
    said = [one.text for one in house.letters("alice", kind="answer")]
    assert "You do not play in a game called lagoon." in said[0]
    assert said[0].replace("lagoon", "nowhere") == said[1]


def test_the_reply_to_last_week_s_report_is_told_that_its_round_is_closed_and_gets_the_form(house):
    old = house.reply_address("alice")
    house.resolves()
    house.arrives(house.mail("tile any\nbuy nothing\n", to=old), old)
    (taken,) = house.takes()
    assert taken.outcome == "rejected"
    answer = house.answer("alice")
    assert answer.subject == "NOT FILED: harbour, round 2, alice"
    assert "round 1 is closed" in answer.text
    assert "| game harbour\n| round 2\n| player alice\n" in answer.text
    assert answer.mail["Reply-To"] == house.reply_address("alice", 2)
    assert house.in_force("alice") == ""


def test_why_a_mail_was_refused_is_one_line_in_the_referee_s_list(house):
    old = house.reply_address("alice")
    house.resolves()
    house.arrives(house.mail("tile any\n", to=old), old)
    (taken,) = house.takes()
    assert "round 1 is closed" in taken.reason
    assert "\n" not in taken.reason
    assert house.inbox()[-1].reason == taken.reason


def test_a_round_line_says_that_the_open_round_is_meant_whichever_report_is_answered(house):
    old = house.reply_address("alice")
    house.resolves()
    house.arrives(house.mail("round 2\ntile any\n", to=old), old)
    (taken,) = house.takes()
    assert taken.filed == "FILED"
    assert house.in_force("alice") == "tile any\n"


def test_questions_may_be_asked_in_answer_to_any_report(house):
    old = house.reply_address("alice")
    house.resolves()
    house.arrives(house.mail("status\n", to=old), old)
    house.takes()
    assert house.answer("alice").subject == "harbour, round 2, alice: status (NOT FILED: no orders)"


def test_with_rounds_of_one_play_a_report_may_be_answered_until_the_own_play_is_over(tmp_path):
    house = MailHouse(tmp_path)
    house.opens("harbour", "alice", "bob", "carol", switches=("plays_per_round=1",))
    opener, second, _ = house.log().desk.order
    early = {handle: house.reply_address(handle) for handle in (opener, second)}
    house.resolves()
    for handle in (second, opener):
        house.arrives(
            house.mail("tile any\n", to=early[handle], sender=f"{handle}@players.example"), early[handle]
        )
    assert [one.filed for one in house.takes()] == ["FILED", None]
    assert "round 1 is closed" in house.answer(opener).text


def test_a_mail_is_read_before_a_round_is_resolved_that_came_after_it(house):
    house.arrives(house.mail("tile any\n"))
    *taken, resolved = house.resolves()
    assert [one.handle for one in taken] == ["alice"]
    assert resolved.missed == ("bob", "carol")


def test_a_mail_that_comes_in_while_others_are_read_is_read_before_the_round_is_resolved(house, monkeypatch):
    real, late = with_mail_read.take_waiting, [house.mail("tile any\n")]

    def and_another_comes(*how):
        yield from real(*how)
        if late:
            house.arrives(late.pop())

    monkeypatch.setattr(with_mail_read, "take_waiting", and_another_comes)
    *taken, resolved = house.resolves()
    assert [one.handle for one in taken] == ["alice"]
    assert resolved.missed == ("bob", "carol")


def test_order_of_receipt_counts_and_never_the_date_of_the_mail(house):
    later = house.mail("tile any\nbuy 1 Luxor\n").replace(b"28 Nov 2026", b"28 Nov 1999")
    earlier = house.mail("tile any\nbuy nothing\n").replace(b"28 Nov 2026", b"28 Nov 2099")
    for one in (earlier, later):
        house.arrives(one)
    house.takes()
    assert house.in_force("alice") == "tile any\nbuy 1 Luxor\n"


def test_the_same_mail_delivered_twice_is_filed_and_answered_once(house):
    raw = house.mail("tile any\n")
    house.arrives(raw)
    house.arrives(b"Received: from a by b; Sat, 28 Nov 2026 10:00:09 +0000\r\n" + raw)
    assert [one.reason for one in house.takes()] == ["", "duplicate Message-ID, same content"]
    assert len(house.letters("alice", kind="answer")) == 1
    assert sum(one.event.KIND == "orders_filed" for one in house.log().written) == 1


def test_a_number_used_again_for_other_words_is_answered_and_not_filed(house):
    house.writes("alice", "tile any\n", message_id="<same@x>")
    house.writes("alice", "tile any\nbuy 1 Luxor\n", message_id="<same@x>")
    assert house.answer("alice").subject == "NOT FILED: harbour, round 1, alice"
    assert house.in_force("alice") == "tile any\n"


def test_nothing_of_a_mail_is_half_done_when_the_last_step_fails(house, monkeypatch):
    def fails(*_):
        raise OSError("the disk is gone")

    house.arrives(house.mail("tile any\n"))
    with monkeypatch.context() as broken:
        broken.setattr(take_mail, "mark", fails)
        with pytest.raises(OSError, match="the disk is gone"):
            house.takes()
    assert house.in_force("alice") == ""
    assert house.letters(kind="answer") == []
    assert [one.filed for one in house.takes()] == ["FILED"]


def _divides_by_zero(_work):
    raise ZeroDivisionError


def _writes_what_the_database_does_not_take(work):
    work.unit.session.exec(insert(InboxRow).values(key=1, received="", source="pipe", recipients="[]"))


@pytest.mark.parametrize(
    ("stumble", "kind"),
    [(_divides_by_zero, "ZeroDivisionError"), (_writes_what_the_database_does_not_take, "UnfitError")],
)
def test_a_fault_of_the_program_over_one_mail_holds_that_mail_and_lets_the_others_through(
    house, monkeypatch, stumble, kind
):
    real = mail_outcomes.carry_out_orders

    def stumbles(work, arrived, mail, verdict):
        if "buy 1" in verdict.text:
            stumble(work)
        return real(work, arrived, mail, verdict)

    house.arrives(house.mail("tile any\nbuy 1 Luxor\n", sender="bob@players.example"))
    house.arrives(house.mail("tile any\n"))
    with monkeypatch.context() as broken:
        broken.setattr(mail_outcomes, "carry_out_orders", stumbles)
        assert [(one.outcome, one.filed) for one in house.takes()] == [("held", None), ("orders", "FILED")]
    assert house.inbox()[0].reason == f"a fault of the program: {kind}"
    (told,) = house.letters("owner@acquire.example")
    assert told.subject == "mail 1 could not be read"
    assert "referee mail again 1" in told.text
    assert (house.in_force("alice"), house.in_force("bob")) == ("tile any\n", "")
    with house.working() as work:
        assert read_anew(work, 1, house.office).filed is not None
    assert house.in_force("bob") == "tile any\nbuy 1 Luxor\n"
