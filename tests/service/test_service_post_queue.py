"""The queue stands still where the server takes nothing from us, for longer and longer, and goes on by itself."""

import asyncio
from dataclasses import dataclass

import pytest
from post_helpers import AT, FAR_AHEAD, OFFICE, PEOPLE, notices, post_house, to_whom
from smtp_puppet import DROP, Puppet

from referee.clock import FixedClock, later
from referee.mail import maildir
from referee.mail.settings import MaildirSettings, MailSettings
from referee.service import serve as serving
from referee.service.send_mail import Tried
from referee.service.serve import do_once


@pytest.fixture
def house(tmp_path):
    return post_house(tmp_path)


@pytest.fixture
def three(house):
    """The names of three letters, in the order in which they are due."""
    return [house.write(handle) for handle in PEOPLE]


@pytest.mark.parametrize("reply", ["550 5.7.1 not you", "451 4.3.0 not now"])
@pytest.mark.parametrize("step", ["mail", "data", "dot"])
def test_a_refusal_of_us_stops_the_queue_and_the_referee_is_told_once(house, three, step, reply):
    with Puppet(**{step: [reply]}) as server:
        done = house.send(server)
        assert server.taken == []
        assert len(done.tried) == 1
        assert done.standstill.until == later(AT, 60)
        assert reply in done.standstill.why
        assert done.is_stuck
        house.wait(0.5)
        assert house.send(server).tried == ()
        assert server.lines == 1
        house.wait(0.5)
        assert house.send(server).standstill is None
    assert to_whom(server) == ["bob", "carol", "boss", "alice"]
    assert notices(server) == ["THE MAIL STANDS STILL"]
    assert house.letter(three[0]).state == "sent"
    assert house.remembered() is None


def test_while_the_queue_stands_still_the_pauses_grow_and_nobody_is_told_again(house, three):
    with Puppet(mail=["550 5.7.1 not you"] * 5) as server:
        pauses = []
        for _ in range(5):
            stands = house.send(server).standstill
            pauses.append(stands.until)
            assert stands.since == AT
            house.at = stands.until
        assert pauses == [later(AT, 60 * sum((1, 5, 15, 30, 60)[: count + 1])) for count in range(5)]
        house.send(server)
    assert notices(server) == ["THE MAIL STANDS STILL"]
    assert sorted(to_whom(server)) == ["alice", "bob", "boss", "carol"]
    assert {house.letter(name).state for name in three} == {"sent"}


def test_one_poisoned_letter_does_not_keep_the_others_waiting(house):
    poisoned = house.write("alice", text="poison\n")

    def taste(_line):
        return "554 5.6.0 poison" if "alice" in recipients[-1] else None

    recipients = []
    with Puppet(rcpt=[recipients.append] * 999, dot=[taste] * 999) as server:
        for number in range(8):
            house.send(server)
            house.wait(2)
            house.write("bob", number=number)
            house.send(server)
            assert to_whom(server).count("bob") == number + 1
            house.wait(60)
    assert house.letter(poisoned).state == "waiting"
    assert notices(server) == ["THE MAIL STANDS STILL"]


def test_somebody_at_the_machine_need_not_wait_for_the_queue(house, three):
    with Puppet(mail=["451 4.3.0 not now"]) as server:
        house.send(server)
        house.send(server, anyway=True)
    assert to_whom(server) == ["bob", "carol", "boss"]
    assert house.letter(three[0]).due == later(AT, 60)


@pytest.mark.parametrize("action", ["421 4.3.2 busy", "554 5.3.2 no", DROP])
def test_a_server_that_cannot_be_reached_costs_no_letter_a_try_and_is_tried_again(house, three, action):
    with Puppet(connect=[action] * 3) as server:
        for pause in (1, 5, 15):
            done = house.send(server)
            assert done.tried == ()
            assert done.standstill.until == later(house.at, 60 * pause)
            assert done.is_stuck
            assert done.waiting == 3
            house.at = done.standstill.until
        house.send(server)
    assert to_whom(server) == list(PEOPLE)
    assert {house.letter(name).tries for name in three} == {0}
    assert house.remembered() is None


def test_letters_outlive_a_server_that_is_away_for_a_week(house, three):
    with Puppet(connect=[DROP] * 99) as server:
        while house.at < later(AT, 7 * 24 * 3600):
            house.at = house.send(server).standstill.until
    with Puppet() as server:
        house.send(server)
    assert to_whom(server) == list(PEOPLE)
    assert {house.letter(name).state for name in three} == {"sent"}


def test_where_we_cannot_log_in_the_queue_stops_and_the_referee_is_told_when_we_can(house, three):
    smtp = {"user": "ref", "password": "wrong"}
    with Puppet(ehlo=["250-puppet\r\n250 AUTH PLAIN"] * 9, auth=["535 5.7.8 no", "235 2.7.0 yes"]) as server:
        done = house.send(server.settings(**smtp))
        assert done.tried == ()
        assert "535" in done.standstill.why
        house.wait(1)
        house.send(server.settings(**smtp))
    assert sorted(to_whom(server)) == ["alice", "bob", "boss", "carol"]
    assert len(three) == 3


def test_a_queue_that_was_stopped_by_a_clock_that_went_ahead_is_tried_when_it_was_set_back(house):
    house.at = FAR_AHEAD
    house.write("alice")
    with Puppet(connect=[DROP]) as server:
        assert house.send(server).standstill is not None
        house.at = AT
        assert house.send(server).standstill is None
    assert to_whom(server) == ["alice"]


class TestServe:
    """What whoever reads the journal of `referee serve` hears of sending."""

    def settings(self, server):
        return MailSettings(OFFICE, server.settings())

    def test_done_once_it_says_why_the_mail_stands_still(self, house):
        house.write("alice")
        with Puppet(connect=["554 5.3.2 no"]) as server:
            said = list(do_once(house.database, self.settings(server), FixedClock(house.at)))
        assert len(said) == 1
        assert "stands still" in said[0]
        assert "554 5.3.2 no" in said[0]

    def test_day_and_night_it_says_so_once_and_goes_on_by_itself(self, house, monkeypatch):
        monkeypatch.setattr(serving, "LOOKS_EVERY", 0.01)
        name = house.write("alice")
        said = []

        async def serves(server):
            stop = asyncio.Event()
            loop = asyncio.get_running_loop()

            def heard(one):
                said.append(one)
                if len(said) == 2:
                    clock.at = later(clock.at, 60)
                if isinstance(one, Tried):
                    loop.call_soon_threadsafe(stop.set)

            await asyncio.wait_for(
                serving.serve(house.database, self.settings(server), clock, heard, stop), 60
            )

        clock = SetClock(house.at)
        with Puppet(connect=["554 5.3.2 no"]) as server:
            asyncio.run(serves(server))
        assert said[0] == "Ready."
        assert said[1].startswith("In sending mail: The mail stands still since 2026-12-04T18:00:00Z")
        assert [one.came_of_it for one in said[2:]] == ["sent"]
        assert house.letter(name).state == "sent"


class TestServeAndMailboxes:
    """What is said of single mails in a mailbox that is looked into again and again."""

    def test_of_a_mail_that_cannot_be_read_it_speaks_once_until_that_is_otherwise(
        self, house, tmp_path, monkeypatch
    ):
        new = tmp_path / "box" / "new"
        for name in ("new", "cur", "tmp"):
            (tmp_path / "box" / name).mkdir(parents=True)
        bad = new / "1"
        bad.symlink_to("nowhere")
        mail = MailSettings(OFFICE, maildir=MaildirSettings(tmp_path / "box", every=0.001))
        said, looks = [], []
        looking = maildir.bring

        async def serves():
            stop, loop = asyncio.Event(), asyncio.get_running_loop()

            def looked(*words, **more):
                looks.append(len(said))
                if len(looks) == 5:
                    bad.unlink()
                elif len(looks) == 8:
                    bad.symlink_to("nowhere")
                elif len(looks) == 12:
                    loop.call_soon_threadsafe(stop.set)
                return looking(*words, **more)

            monkeypatch.setattr(maildir, "bring", looked)
            await asyncio.wait_for(
                serving.serve(house.database, mail, SetClock(house.at), said.append, stop), 60
            )

        asyncio.run(serves())
        told = [one for one in said if "/new/1 cannot be read" in one]
        assert len(told) == 2
        assert len(looks) >= 12


@dataclass
class SetClock:
    """A clock that is set by hand while others look at it."""

    at: str

    def now(self):
        return self.at
