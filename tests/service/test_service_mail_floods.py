"""Whoever sends very much mail gets little back, and nobody else gets anything of it."""

from __future__ import annotations

from collections import Counter

import pytest
from mail_house import MailHouse

from referee.mail.tokens import bounce_address
from referee.service.address_changes import MOST_QUESTIONS
from referee.service.mail_answers import MOST_ANSWERS
from referee.service.mail_outcomes import MOST_STRANGERS

MANY = MOST_ANSWERS + 2
REFEREE = "owner@acquire.example"


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    return made


def written(house, before=0):
    """How many letters of each kind went to whom, of those behind the first `before`."""
    return Counter((one.kind, one.recipient) for one in house.letters()[before:])


@pytest.mark.parametrize(
    "text",
    ["report\n", "help\n", "status\n", "tile any\nreport\n", "what do I do?\n"],
)
def test_who_asks_again_and_again_gets_so_many_letters_an_hour_and_no_more(house, text):
    before = len(house.letters())
    for _ in range(MANY):
        house.arrives(house.mail(text))
    house.takes()
    found = written(house, before)
    assert found["answer", "alice@players.example"] == MOST_ANSWERS
    beside = text != "report\n"  # a report that is all that is asked for is the answer itself
    assert found["report", "alice@players.example"] == (MOST_ANSWERS if "report" in text and beside else 0)
    assert {recipient for _, recipient in found} == {"alice@players.example"}
    house.now = "2026-11-28T11:00:01Z"
    house.writes("alice", text)
    assert written(house, before)["answer", "alice@players.example"] == MOST_ANSWERS + 1


def test_orders_are_filed_though_their_sender_gets_no_more_answers(house):
    for number in range(MANY):
        house.arrives(house.mail(f"tile any\nbuy {1 + number % 2} Tower\n"))
    assert {one.filed for one in house.takes()} == {"FILED"}
    house.writes("alice", "tile any\nbuy 3 Luxor\n")
    assert house.in_force("alice") == "tile any\nbuy 3 Luxor\n"


def test_notes_of_one_player_do_not_flood_the_referee(house):
    for number in range(MANY):
        house.arrives(house.mail(f"note hello {number}\n"))
    house.takes()
    assert written(house)["notice", REFEREE] == MOST_ANSWERS


def test_a_player_cannot_have_us_write_to_very_many_addresses(house):
    for number in range(MANY):
        house.arrives(house.mail(f"address victim{number}@elsewhere.example\n"))
    house.takes()
    asked = [recipient for kind, recipient in written(house).elements() if kind == "question"]
    assert len([one for one in asked if one.endswith("@elsewhere.example")]) == MOST_QUESTIONS
    assert len([one for one in asked if one == "alice@players.example"]) == MOST_QUESTIONS


def test_strangers_get_one_letter_each_and_only_so_many_of_them_on_a_day(house):
    for number in range(MOST_STRANGERS + 2):
        house.arrives(house.mail("hello\n", sender=f"stranger{number}@players.example"))
    house.takes()
    found = [one for one in house.letters() if one.kind == "stranger"]
    assert len({one.recipient for one in found}) == len(found) == MOST_STRANGERS
    house.now = "2026-11-29T10:00:01Z"
    house.arrives(house.mail("hello\n", sender="stranger0@players.example"))
    house.takes()
    assert len(house.letters("stranger0@players.example")) == 2


def test_who_makes_up_bounces_of_his_own_letters_tells_the_referee_little(house):
    letter = house.letters("alice", kind="report")[0]
    name = letter.mail["Message-ID"].strip("<>").partition("@")[0]
    to = bounce_address(house.office.identity, name)
    for number in range(MANY):
        house.arrives(
            b"From: MAILER-DAEMON@players.example\r\nContent-Type: multipart/report; boundary=b;"
            b" report-type=delivery-status\r\nMessage-ID: <%d@x>\r\n\r\n--b\r\n\r\nno\r\n--b\r\n"
            b"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n"
            b"Final-Recipient: rfc822; alice@players.example\r\nAction: failed\r\nStatus: 5.2.%d\r\n\r\n--b--\r\n"
            % (number, number),
            to,
            "",
        )
    assert {one.outcome for one in house.takes()} == {"ignored"}
    assert written(house)["notice", REFEREE] == 1


def test_nobody_but_those_meant_gets_a_letter_whatever_reply_to_says(house):
    """Answers go to registered addresses, a stranger's to where our server found that he is."""
    before = len(house.letters())
    said = (
        b"Reply-To: victim@elsewhere.example\r\nErrors-To: victim@elsewhere.example\r\n"
        b"Return-Path: <victim@elsewhere.example>\r\nSender: victim@elsewhere.example\r\n"
        b"Disposition-Notification-To: victim@elsewhere.example\r\nReturn-Receipt-To: victim@elsewhere.example\r\n"
    )
    for raw in (
        house.mail("status\nreport\n"),
        house.mail("tile any\n", proven=False),
        house.mail("hello\n", sender="new@players.example"),
        house.mail("hello\n", sender="new@players.example", proven=False),
        house.mail("", sender="alice@players.example"),
    ):
        house.arrives(said + raw, sender="victim@elsewhere.example")
    to = house.reply_address("alice")
    house.arrives(said + house.mail("tile any\n", sender="victim@elsewhere.example", to=to), to)
    house.takes()
    recipients = {one.recipient for one in house.letters()[before:]}
    assert recipients == {"alice@players.example", "new@players.example", REFEREE}
    for letter in house.letters()[before:]:
        assert "victim" not in letter.mail.as_string() or letter.recipient == REFEREE
