"""A letter in hand: nobody else has it, and whatever comes between, it goes out no more often than it may."""

import asyncio

import pytest
from post_helpers import AT, OFFICE, PEOPLE, post_house, to_whom
from smtp_puppet import HANG, Puppet

from referee.clock import FixedClock, later
from referee.db.failures import StoreError
from referee.db.outbox import change
from referee.db.sending import claim
from referee.db.store import open_store
from referee.mail.settings import MailSettings
from referee.service import send_mail
from referee.service.send_mail import send_due


@pytest.fixture
def house(tmp_path):
    return post_house(tmp_path)


@pytest.fixture
def three(house):
    """The names of three letters, in the order in which they are due."""
    return [house.write(handle) for handle in PEOPLE]


def test_a_recipient_who_is_forgotten_while_his_letter_is_in_hand_gets_nothing(house):
    name = house.write("bob")
    house.write("carol")

    def forget(_line):
        with open_store(house.database) as store, store.write() as unit:
            change(
                unit, house.letter(name).key, state="failed", recipient="", sender="", body=None, person=None
            )

    with Puppet(rcpt=[forget]) as server:
        done = house.send(server)
    assert to_whom(server) == ["carol"]
    assert house.letter(name).state == "failed"
    assert house.letter(name).recipient == ""
    assert [one.came_of_it for one in done.tried] == ["later", "sent"]


def test_a_letter_in_another_senders_hands_is_left_to_him_until_his_claim_ends(house, three):
    with open_store(house.database) as store, store.write() as unit:
        claim(unit, AT, later(AT, 600))
    with Puppet() as server:
        house.send(server)
        assert to_whom(server) == ["bob", "carol"]
        house.wait(10)
        house.send(server)
    assert to_whom(server) == ["bob", "carol", "alice"]
    assert len(three) == 3


def test_a_letter_whose_claim_ended_while_it_was_in_hand_is_left_to_the_next(house):
    house.write("alice")

    def another(_line):
        with open_store(house.database) as store, store.write() as unit:
            taken.append(claim(unit, later(AT, 40_000), later(AT, 44_000)))

    taken = []
    with Puppet(rcpt=[another]) as server:
        house.send(server)
    assert server.taken == []
    assert house.letter(taken[0].name).due == later(AT, 44_000)


def test_a_claim_lasts_longer_than_handing_a_letter_over_can_take(house):
    name = house.write("alice")
    with Puppet(mail=[lambda _line: dues.append(house.letter(name).due)]) as server:
        dues = []
        patience = server.settings().timeout
        house.send(server)
    assert dues[0] >= later(AT, 10 * patience)


def test_a_busy_database_does_not_make_a_letter_go_out_twice(house, three, monkeypatch):
    real, busy = send_mail.settle, iter([True, True, False, True, False])

    def settle(*words):
        if next(busy, False):
            raise StoreError("locked")
        return real(*words)

    monkeypatch.setattr(send_mail, "settle", settle)
    with Puppet() as server:
        house.send(server)
        house.wait(60 * 24)
        house.send(server)
    assert to_whom(server) == list(PEOPLE)
    assert {house.letter(name).state for name in three} == {"sent"}


def test_a_database_that_takes_nothing_lets_no_bytes_out(house, three, monkeypatch):
    def start(*_words):
        raise StoreError("locked")

    with monkeypatch.context() as patched, Puppet() as server:
        patched.setattr(send_mail, "start", start)
        with pytest.raises(StoreError, match="locked"):
            house.send(server)
    assert server.taken == []
    with Puppet() as server:
        house.send(server)
    assert sorted(to_whom(server)) == sorted(PEOPLE)
    assert len(three) == 3


def interrupted(house, server, step):
    """Sending is cancelled while the server lets it wait at a step."""

    async def cancelled():
        mail = MailSettings(OFFICE, server.settings())
        sending = asyncio.ensure_future(send_due(house.database, FixedClock(AT), mail))
        await asyncio.to_thread(server.wait_until, step)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending

    asyncio.run(cancelled())


def test_who_is_interrupted_before_the_bytes_leaves_the_letter_to_the_next_at_once(house):
    name = house.write("alice")
    with Puppet(rcpt=[HANG]) as server:
        interrupted(house, server, "rcpt")
        letter = house.letter(name)
        assert (letter.state, letter.due, letter.starts) == ("waiting", AT, 0)
        house.send(server)
    assert to_whom(server) == ["alice"]


def test_who_is_interrupted_after_the_bytes_leaves_it_open_whether_they_arrived(house):
    name = house.write("alice")
    with Puppet(dot=[HANG]) as server:
        interrupted(house, server, "dot")
    letter = house.letter(name)
    assert (letter.state, letter.starts) == ("started", 1)
    assert letter.due > AT


def test_a_letter_in_another_s_hands_stays_there_though_the_clock_is_set_back_a_little(house):
    house.write("alice")
    house.wait(60)
    with open_store(house.database) as store, store.write() as unit:
        assert claim(unit, house.at, later(house.at, 6120)) is not None
    house.at = AT
    with Puppet() as server:
        assert house.send(server).tried == ()
