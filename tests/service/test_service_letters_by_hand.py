"""Letters that did not arrive: sent once more to the same person where he is now, dropped, looked at."""

from __future__ import annotations

import pytest
from mail_house import OFFICE, MailHouse
from post_helpers import notices
from smtp_puppet import Puppet

from referee.clock import later
from referee.db.outbox import letter_numbered, letters_on_their_way
from referee.db.people import person_named, set_addresses
from referee.errors import UserError
from referee.mail.settings import MailSettings
from referee.service.letters_by_hand import drop_letter, letter_shown, send_again
from referee.service.people import PersonEdit, change_person, forget_person
from referee.service.seats import hand_over
from referee.service.send_mail import send_due_now

NEW = "alice@elsewhere.example"


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    return made


def goes_out(house, server):
    return send_due_now(house.database, house.clock, MailSettings(OFFICE, server.settings()))


def queue(house):
    with house.looking() as work:
        return letters_on_their_way(work.unit, 100)


def is_refused(house, who="alice"):
    """The report to somebody is refused for good, the others arrive: the letter that was given up."""
    order = [one.recipient.partition("@")[0] for one in queue(house)]
    with Puppet(rcpt=["550 5.1.1 no such mailbox" if one == who else "250 OK" for one in order]) as server:
        goes_out(house, server)
    (left,) = [one for one in queue(house) if one.state == "failed"]
    return left


def resends(house, key):
    with house.working() as work:
        return send_again(work, key)


def moves(house, handle="alice", address=NEW):
    with house.working() as work:
        change_person(work, handle, PersonEdit(mail=address))


def shown(house, key):
    with house.looking() as work:
        return letter_shown(work, key)


def test_a_letter_that_is_sent_again_goes_to_the_address_that_the_person_has_now(house):
    refused = is_refused(house)
    moves(house)
    _, is_elsewhere = resends(house, refused.key)
    assert is_elsewhere
    with Puppet() as server:
        done = goes_out(house, server)
    assert [(one.to, one.came_of_it) for one in done.tried] == [("alice", "sent")]
    (taken,) = server.taken
    assert taken.recipient == NEW
    assert taken.sender == refused.sender
    assert b"To: alice@elsewhere.example\r\n" in taken.body
    assert b"alice@players.example" not in taken.body
    same = refused.body.replace(b"To: alice@players.example", b"To: alice@elsewhere.example")
    assert taken.body == same


def test_whose_address_is_the_same_gets_the_same_bytes(house):
    refused = is_refused(house)
    _, is_elsewhere = resends(house, refused.key)
    assert not is_elsewhere
    with Puppet() as server:
        goes_out(house, server)
    (taken,) = server.taken
    assert (taken.recipient, taken.body) == (refused.recipient, refused.body)


def test_a_letter_never_goes_to_another_person_than_it_was_written_to(house):
    refused = is_refused(house)
    with house.working() as work:
        hand_over(work, "harbour", "alice", "Dora Dove")
    moves(house)
    resends(house, refused.key)
    with Puppet() as server:
        goes_out(house, server)
    assert [one.recipient for one in server.taken] == [NEW]


def test_the_letters_to_who_was_forgotten_are_sent_to_nobody(house):
    refused = is_refused(house)
    with house.working() as work:
        forget_person(work, "alice")
    with pytest.raises(UserError, match=f"There is no letter {refused.key}"):
        resends(house, refused.key)


def test_without_an_address_it_is_said_how_to_give_one(house):
    refused = is_refused(house)
    with house.working() as work:
        set_addresses(work.unit, person_named(work.unit, "alice").key, [], house.now)
    with pytest.raises(UserError, match="referee player edit alice --mail ADDRESS"):
        resends(house, refused.key)


def test_a_question_about_an_address_goes_to_that_address_again(house):
    house.writes("alice", f"address {NEW}\n")
    asked = {one.recipient: one for one in queue(house) if one.kind == "question"}
    with Puppet(rcpt=["550 5.1.1 no"] * 6) as server:
        goes_out(house, server)
    moves(house, address="alice@third.example")
    for one in asked.values():
        resends(house, one.key)
    with Puppet() as server:
        goes_out(house, server)
    assert {one.recipient for one in server.taken} >= {"alice@players.example", NEW}
    assert "alice@third.example" not in {one.recipient for one in server.taken}


def test_a_letter_that_came_back_waits_for_the_referee_as_one_that_was_refused_does(house):
    with Puppet() as server:
        goes_out(house, server)
    (report,) = house.letters("alice", kind="report")
    house.arrives(b"From: MAILER-DAEMON@players.example\n\nNix da.\n", report.sender, sender="")
    house.takes()
    (back,) = [one for one in queue(house) if one.state == "failed"]
    assert back.recipient == "alice@players.example"
    assert back.said.startswith("it came back")
    moves(house)
    resends(house, back.key)
    with Puppet() as server:
        goes_out(house, server)
    assert NEW in [one.recipient for one in server.taken]


@pytest.mark.parametrize("state", ["waiting", "sent"])
def test_what_waits_or_has_arrived_is_not_sent_again(house, state):
    if state == "sent":
        with Puppet() as server:
            goes_out(house, server)
    with pytest.raises(UserError, match=r"No letter 1 has been given up: it wa"):
        resends(house, 1)


def test_the_referee_is_told_how_to_mend_what_was_refused(house):
    refused = is_refused(house)
    with Puppet() as server:
        house.now = later(house.now, 600)
        goes_out(house, server)
    (told,) = house.letters("owner@acquire.example", kind="notice")
    assert "NOT DELIVERED" in told.subject
    for command in (
        "referee player edit alice --mail NEW",
        f"referee mail resend {refused.key}",
        f"referee mail drop {refused.key}",
        f"referee mail letter {refused.key}",
    ):
        assert command in told.text
    assert notices(server) == []


def test_what_is_dropped_is_neither_sent_nor_spoken_of_nor_dropped_twice(house):
    refused = is_refused(house)
    with house.working() as work:
        was = drop_letter(work, refused.key)
    assert (was.to, was.kind, was.state) == ("alice", "report", "failed")
    assert refused.key not in [one.key for one in queue(house)]
    with Puppet() as server:
        goes_out(house, server)
    assert "alice@players.example" not in [one.recipient for one in server.taken]
    for attempt in (drop_letter, send_again):
        with house.working() as work, pytest.raises(UserError, match="was dropped"):
            attempt(work, refused.key)


def test_a_letter_that_waits_can_be_dropped_and_one_in_hand_cannot(house):
    mine = queue(house)[0]
    during = []

    def drops(_said):
        with house.working() as work:
            try:
                drop_letter(work, mine.key)
            except UserError as refusal:
                during.append(str(refusal))

    with Puppet(bytes=[drops]) as server:
        goes_out(house, server)
    assert "may be going out" in during[0]
    assert mine.recipient in [one.recipient for one in server.taken]


def test_a_letter_dropped_between_the_claim_and_its_bytes_does_not_go_out(house):
    mine = queue(house)[0]

    def drops(_said):
        with house.working() as work:
            if letter_numbered(work.unit, mine.key).state == "waiting":
                drop_letter(work, mine.key)

    with Puppet(rcpt=[drops]) as server:
        goes_out(house, server)
    assert mine.recipient not in [one.recipient for one in server.taken]
    assert len(server.taken) == 2


def test_a_letter_is_shown_as_its_recipient_reads_it(house):
    mine = next(one for one in queue(house) if one.recipient == "alice@players.example")
    found = shown(house, mine.key)
    assert dict(found.header)["To"] == "alice@players.example"
    assert dict(found.header)["Reply-To"] == house.reply_address("alice")
    assert "ORDER FORM" in found.text
    assert (found.line.to, found.line.state) == ("alice", "waiting")


@pytest.mark.parametrize("number", [0, -1, 99, 2**31, 10**30])
def test_a_number_that_no_letter_has_is_unknown(house, number):
    for attempt in (drop_letter, send_again, letter_shown):
        with house.working() as work, pytest.raises(UserError, match=f"There is no letter {number}"):
            attempt(work, number)
