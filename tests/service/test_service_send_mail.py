"""Sending: nothing is lost, one refusal stops nobody else, and the referee hears of what he must mend."""

import email

import pytest
from post_helpers import AT, FAR_AHEAD, OFFICE, PEOPLE, address_of, notices, post_house, to_whom
from smtp_puppet import DROP, TAKE_AND_DROP, Puppet

from referee.clock import FixedClock, later
from referee.db.people import bounces_by_address
from referee.db.store import open_store
from referee.errors import UserError
from referee.mail.office import Office
from referee.mail.settings import MailSettings, SmtpSettings
from referee.service.send_mail import send_due_now

NOBODY = "550 5.1.1 <bob@players.example>: no such user here"


@pytest.fixture
def house(tmp_path):
    return post_house(tmp_path)


@pytest.fixture
def three(house):
    """The names of three letters, in the order in which they are due."""
    return [house.write(handle) for handle in PEOPLE]


def test_what_is_due_goes_out_in_order_to_one_recipient_each_over_one_line(house, three):
    with Puppet() as server:
        done = house.send(server)
    assert to_whom(server) == list(PEOPLE)
    assert server.lines == 1
    assert [(one.what, one.to, one.came_of_it) for one in done.tried] == [
        ("report of harbour", handle, "sent") for handle in PEOPLE
    ]
    assert (done.standstill, done.waiting, done.is_stuck) == (None, 0, False)
    for name, taken in zip(three, server.taken, strict=True):
        letter = house.letter(name)
        assert (letter.state, letter.done, letter.said) == ("sent", AT, "250 2.0.0 taken")
        assert (letter.starts, letter.tries) == (0, 0)
        assert (taken.sender, taken.body) == (letter.sender, letter.body)


def test_what_was_sent_is_not_sent_again_and_nobody_is_troubled_for_nothing(house, three):
    with Puppet() as server:
        house.send(server)
        house.wait(60 * 24 * 7)
        assert house.send(server).tried == ()
    assert server.lines == 1
    assert len(server.taken) == len(three)


def test_what_is_not_due_yet_stays(house):
    house.wait(5)
    house.write("bob")
    house.at = AT
    with Puppet() as server:
        assert house.send(server).tried == ()
        assert server.lines == 0
        house.wait(5)
        house.send(server)
    assert to_whom(server) == ["bob"]


def test_a_recipient_who_does_not_exist_stops_no_other_and_the_referee_is_told(house, three):
    with Puppet(rcpt=[None, NOBODY]) as server:
        done = house.send(server)
    assert to_whom(server) == ["alice", "carol", "boss"]
    assert house.letter(three[1]).state == "failed"
    assert house.letter(three[1]).done == AT
    assert [one.came_of_it for one in done.tried] == ["sent", "failed", "sent", "sent"]
    assert notices(server) == ["NOT DELIVERED: report of harbour to bob"]
    assert "referee player edit bob --mail NEW" in server.taken[-1].body.decode()
    assert done.is_stuck


@pytest.mark.parametrize(
    ("reply", "counts"),
    [(NOBODY, 1), ("550 5.2.2 mailbox full", 0), ("550 no", 0), ("450 4.1.1 unknown for now", 0)],
)
def test_only_that_there_is_no_such_mailbox_counts_against_an_address(house, reply, counts):
    house.write("bob")
    with Puppet(rcpt=[reply]) as server:
        house.send(server)
    with open_store(house.database) as store, store.read() as unit:
        assert bounces_by_address(unit) == ({address_of("bob"): 1} if counts else {})


def test_greylisting_is_waited_out(house, three):
    with Puppet(rcpt=[None, "451 4.7.1 greylisted"]) as server:
        done = house.send(server)
        assert [one.came_of_it for one in done.tried] == ["sent", "later", "sent"]
        assert done.tried[1].due == later(AT, 60)
        assert not done.is_stuck
        house.wait(0.9)
        assert house.send(server).tried == ()
        house.wait(0.1)
        house.send(server)
    assert to_whom(server) == ["alice", "carol", "bob"]
    assert house.letter(three[1]).state == "sent"
    assert house.letter(three[1]).tries == 1


def test_a_letter_refused_for_the_time_being_is_tried_for_two_days_and_then_the_referee_is_told(house):
    name = house.write("bob")
    minutes = []
    with Puppet(rcpt=[lambda line: "451 4.2.0 later" if "bob" in line else None] * 100) as server:
        while (letter := house.letter(name)).state == "waiting":
            house.at = letter.due
            house.send(server)
            minutes.append(letter.due)
    expected, at = [], AT
    for pause in (1, 5, 15, 30, 60, 120, *[240] * 11):
        expected.append(at)
        at = later(at, 60 * pause)
    assert minutes == [*expected, at]
    assert letter.state == "failed"
    assert later(AT, 48 * 3600) >= letter.done > later(AT, 44 * 3600)
    assert notices(server) == ["NOT DELIVERED: report of harbour to bob"]


def test_a_letter_that_lay_for_days_is_tried_more_than_once_all_the_same(house):
    name = house.write("bob")
    house.wait(60 * 72)
    with Puppet(rcpt=["451 4.7.1 greylisted"]) as server:
        house.send(server)
        assert house.letter(name).state == "waiting"
        house.wait(1)
        house.send(server)
    assert to_whom(server) == ["bob"]


def test_a_line_lost_before_the_final_dot_costs_a_try_and_the_others_take_another_line(house, three):
    with Puppet(data=[DROP]) as server:
        done = house.send(server)
        assert [one.came_of_it for one in done.tried] == ["later", "sent", "sent"]
        assert server.lines == 2
        letter = house.letter(three[0])
        assert (letter.state, letter.starts, letter.tries) == ("waiting", 0, 1)
        house.wait(1)
        house.send(server)
    assert to_whom(server) == ["bob", "carol", "alice"]


def test_bytes_that_surely_were_not_taken_are_not_counted_as_perhaps_taken(house):
    name = house.write("alice", text="x" * 70 + "\n" + ("y" * 70 + "\n") * 150_000)
    with Puppet(bytes=[DROP] * 4) as server:
        for _ in range(4):
            house.send(server)
            letter = house.letter(name)
            assert (letter.state, letter.starts) == ("waiting", 0)
            house.at = letter.due
        house.send(server)
    assert to_whom(server) == ["alice"]


def test_lines_lost_again_and_again_stop_the_queue(house):
    for number in range(9):
        house.write("alice", number=number)
    with Puppet(mail=[DROP] * 99) as server:
        done = house.send(server)
        assert server.lines == 3
    assert len(done.tried) == 3
    assert done.standstill.until == later(AT, 60)


@pytest.mark.parametrize("enough", ["421 4.7.0 no more over this line", DROP])
def test_a_server_that_takes_so_many_letters_over_one_line_gets_the_others_over_another(house, enough):
    names = [house.write("alice", number=number) for number in range(5)]
    with Puppet(mail=[None, None, enough, None, None, enough]) as server:
        done = house.send(server)
    assert [one.came_of_it for one in done.tried] == ["sent"] * 5
    assert server.lines == 3
    assert {house.letter(name).tries for name in names} == {0}


@pytest.mark.parametrize("action", [DROP, TAKE_AND_DROP])
def test_a_line_lost_after_the_final_dot_means_once_more_the_same_bytes_and_no_third_time(
    house, three, action
):
    with Puppet(dot=[action]) as server:
        house.send(server)
        letter = house.letter(three[0])
        assert (letter.state, letter.starts) == ("started", 1)
        house.wait(1)
        house.send(server)
        house.wait(60 * 100)
        house.send(server)
    assert to_whom(server) == [*(["alice"] if action == TAKE_AND_DROP else []), "bob", "carol", "alice"]
    assert {one.body for one in server.taken if "alice" in one.recipient} == {letter.body}
    assert house.letter(three[0]).state == "sent"
    assert notices(server) == []


def test_lost_after_the_final_dot_twice_it_is_not_sent_again_and_the_referee_is_told_what_nobody_knows(house):
    name = house.write("alice")
    with Puppet(dot=[TAKE_AND_DROP, DROP]) as server:
        house.send(server)
        house.wait(1)
        done = house.send(server)
        assert done.tried[0].came_of_it == "unsure"
        assert done.is_stuck
        house.wait(60 * 100)
        house.send(server)
    assert to_whom(server) == ["alice", "boss"]
    letter = house.letter(name)
    assert (letter.state, letter.starts) == ("sent", 2)
    assert "not known" in letter.said
    assert notices(server) == ["PERHAPS NOT DELIVERED: report of harbour to alice"]


def test_that_a_copy_may_have_arrived_is_remembered_whatever_comes_between(house):
    name = house.write("alice")
    with Puppet(dot=[TAKE_AND_DROP, TAKE_AND_DROP], rcpt=[None, "451 4.7.1 later", None]) as server:
        for _ in range(3):
            house.send(server)
            house.at = house.letter(name).due
        house.send(server)
    assert to_whom(server).count("alice") == 2
    assert house.letter(name).state == "sent"
    assert house.letter(name).starts == 2


@pytest.mark.parametrize(("handle", "kind"), [("the referee", "notice"), ("nobody", "stranger")])
def test_no_notice_is_written_about_a_notice_nor_about_an_answer_to_a_stranger(house, handle, kind):
    name = house.write(handle, kind=kind)
    with Puppet(rcpt=["550 5.1.1 no"]) as server:
        house.send(server)
    assert house.letter(name).state == "failed"
    assert server.taken == []
    assert [one.name for one in house.waiting()] == [name]


def test_a_refused_letter_to_the_referee_himself_stops_the_queue_and_writes_no_other(house):
    house.write("the referee", kind="notice")
    with Puppet(dot=["554 5.7.1 spam"]) as server:
        assert house.send(server).standstill is not None
    assert len(house.waiting()) == 1


def test_what_the_referee_is_told_is_as_wide_as_a_report_and_ends_in_no_blanks(house):
    house.write("bob")
    house.write("carol")
    long = " ".join(["because"] * 40)
    with Puppet(rcpt=[f"550 5.1.1 {long}"], mail=[None, f"550 5.7.1 {long}"]) as server:
        house.send(server)
        house.wait(1)
        house.send(server)
    assert len(notices(server)) == 2
    for taken in server.taken:
        text = email.message_from_bytes(taken.body).get_payload(decode=True).decode()
        assert all(len(line) <= 78 and line == line.rstrip(" ") for line in text.splitlines())


def test_a_referee_without_an_address_is_told_nothing_by_mail(house):
    house.write("bob")
    with Puppet(rcpt=[NOBODY]) as server:
        done = house.send(server, office=Office(OFFICE.identity, "Referee", None))
    assert [one.came_of_it for one in done.tried] == ["failed"]
    assert server.taken == []


def test_no_address_is_kept_of_what_a_server_says_nor_told(house):
    name = house.write("bob")
    with Puppet(
        rcpt=[f"550 5.1.1 {address_of('bob')} <{address_of('bob').upper()}> ref+bounce.x@acquire.example"]
    ) as server:
        done = house.send(server)
    said = house.letter(name).said
    assert said == done.tried[0].said == "550 5.1.1 (address) <(address)> (address)"
    assert address_of("bob").encode() not in server.taken[-1].body


def test_what_a_server_says_of_us_holds_no_address_either(house):
    house.write("bob")
    with Puppet(mail=["550 5.7.1 <ref+bounce.x.y@acquire.example> not allowed"]) as server:
        assert "550 5.7.1 <(address)> not allowed" in house.send(server).standstill.why
    with Puppet(connect=["554 ref@acquire.example is blocked"]) as server:
        house.wait(5)
        assert "554 (address) is blocked" in house.send(server).standstill.why


@pytest.mark.parametrize("mail", [None, MailSettings(OFFICE)])
def test_without_a_server_one_is_told_what_to_write(house, mail):
    with pytest.raises(UserError, match=r"\[mail\.smtp\]"):
        send_due_now(house.database, FixedClock(AT), mail)


def test_a_server_that_is_not_there_is_no_fault_of_the_program(house):
    house.write("alice")
    with Puppet() as server:
        port = server.port
    done = house.send(SmtpSettings("127.0.0.1", port, tls="none", timeout=5))
    assert done.standstill is not None
    assert done.waiting == 1


def test_a_clock_that_went_ahead_and_was_set_back_leaves_no_letter_behind(house):
    """A computer whose battery is empty begins in another year, until it has asked somebody for the time."""
    house.at = FAR_AHEAD
    for handle in ("alice", "bob"):
        house.write(handle)
    with Puppet(rcpt=["451 4.7.1 greylisted"]) as server:
        house.send(server)
        house.write("carol")
        house.at = AT
        house.send(server)
    assert sorted(to_whom(server)) == ["alice", "bob", "carol"]
