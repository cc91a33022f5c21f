"""Letters that come back: only a mailbox that is not there counts, and only until its owner writes from it."""

from __future__ import annotations

import pytest
from mail_house import MailHouse

from referee.db.people import (
    add_person,
    bounces_by_address,
    digest_of_key,
    edit_person,
    note_bounce,
    person_named,
)

ALICE, ZOE = "alice@players.example", "zoe@players.example"
KEY = "K7Q9-XM42"
BOUNCE = """\
From: MAILER-DAEMON@players.example
Auto-Submitted: auto-replied
Message-ID: <{status}.{number}@mail.players.example>
Content-Type: multipart/report; boundary="b"; report-type=delivery-status

--b
Content-Type: text/plain

It did not arrive.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.players.example

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
--b--
"""


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    return made


def comes_back(house, *, action="failed", status="5.1.1", to=None, recipient=ALICE, number=1):
    """The report to alice comes back to the address that it was sent from."""
    (report,) = house.letters("alice", kind="report")
    bounce = BOUNCE.format(action=action, status=status, recipient=recipient, number=number)
    house.arrives(bounce.encode(), to or report.sender, sender="")
    (taken,) = house.takes()
    assert taken.outcome == "ignored"


def bounces(house):
    with house.looking() as work:
        return bounces_by_address(work.unit)


def notices(house):
    return house.letters("owner@acquire.example", kind="notice")


def test_a_mailbox_that_is_not_there_counts_against_its_address_and_the_referee_is_told(house):
    comes_back(house)
    assert bounces(house) == {ALICE: 1}
    (told,) = notices(house)
    assert told.subject == "mail to alice came back"
    assert "There is no such mailbox" in told.text
    assert ALICE not in told.text


@pytest.mark.parametrize("status", ["5.2.2", "5.7.1", "5.4.4"])
def test_whatever_else_is_for_good_is_for_the_referee_alone(house, status):
    comes_back(house, status=status)
    assert bounces(house) == {}
    (told,) = notices(house)
    assert status in told.text


def test_what_came_back_in_words_that_nobody_can_read_is_for_the_referee_to_read(house):
    (report,) = house.letters("alice", kind="report")
    house.arrives(b"From: MAILER-DAEMON@players.example\n\nNix da.\n", report.sender, sender="")
    (taken,) = house.takes()
    assert (taken.outcome, taken.reason) == ("ignored", "bounce (null sender)")
    assert bounces(house) == {}
    (told,) = notices(house)
    assert told.subject == "mail to alice came back"
    assert f"referee mail show {taken.key}" in told.text


def test_what_is_only_late_troubles_nobody(house):
    comes_back(house, action="delayed", status="4.4.1")
    assert bounces(house) == {}
    assert notices(house) == []


def test_what_came_back_to_an_address_that_we_did_not_make_counts_against_nobody(house):
    comes_back(house, to="ref@acquire.example")
    assert bounces(house) == {}
    assert notices(house) == []


def test_it_counts_against_the_address_that_was_written_to_whatever_the_bounce_says(house):
    comes_back(house, recipient="bob@players.example")
    assert bounces(house) == {ALICE: 1}


@pytest.mark.parametrize("by", ["token", "dmarc", "key"])
def test_who_is_known_to_write_from_an_address_has_a_mailbox_there(house, by):
    comes_back(house)
    with house.working() as work:
        alice = person_named(work.unit, "alice")
        edit_person(work.unit, alice.key, key_digest=digest_of_key(KEY))
    to = house.reply_address("alice") if by == "token" else "ref@acquire.example"
    text = f"key {KEY}\ntile any\n" if by == "key" else "tile any\n"
    house.arrives(house.mail(text, to=to, proven=by == "dmarc"), to)
    assert [one.filed for one in house.takes()] == ["FILED"]
    assert bounces(house) == {}


def test_who_only_says_that_he_writes_from_there_proves_no_mailbox(house):
    comes_back(house)
    house.arrives(house.mail("tile any\n", proven=False))
    assert [one.outcome for one in house.takes()] == ["held"]
    assert bounces(house) == {ALICE: 1}


def test_who_is_known_and_writes_from_somebody_elses_address_proves_no_mailbox(house):
    with house.working() as work:
        add_person(work.unit, "zoe", "", [ZOE], house.now)
        note_bounce(work.unit, ZOE)
    to = house.reply_address("bob")
    house.arrives(house.mail("tile any\n", sender=ZOE, to=to, proven=False), to)
    assert [(one.filed, one.handle) for one in house.takes()] == [("FILED", "bob")]
    assert bounces(house) == {ZOE: 1}
