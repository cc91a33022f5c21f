"""Letters in hand: one sender at a time, and none is forgotten."""

import threading

import pytest
from db_helpers import AT

from referee.clock import later
from referee.db.outbox import Letter, change, letter_named, post
from referee.db.sending import Settled, claim, is_due, remember, remembered, settle, start

UNTIL = later(AT, 600)
LATER = later(AT, 1200)


def letter(name="one"):
    return Letter(
        name, "report", "ref@acquire.example", "alice@players.example", b"Subject: x\r\n\r\nHello\r\n"
    )


@pytest.fixture
def posted(store):
    with store.write() as unit:
        post(unit, letter("one"), AT)
        post(unit, letter("two"), AT)
    return store


def test_each_letter_is_claimed_by_one_until_his_claim_ends(posted):
    with posted.write() as unit:
        assert [claim(unit, AT, UNTIL).name for _ in range(2)] == ["one", "two"]
        assert claim(unit, AT, UNTIL) is None
        assert not is_due(unit, AT)
    with posted.write() as unit:
        assert is_due(unit, UNTIL)
        assert claim(unit, UNTIL, LATER).name == "one"


def test_a_start_is_written_down_and_counted_and_the_claim_goes_on(posted):
    with posted.write() as unit:
        started = start(unit, claim(unit, AT, UNTIL), LATER)
    with posted.read() as unit:
        assert letter_named(unit, "one") == started
    assert (started.state, started.starts, started.due) == ("started", 1, LATER)


def test_what_is_in_hand_no_more_cannot_be_started_or_settled(posted):
    with posted.write() as unit:
        slow = claim(unit, AT, UNTIL)
        claim(unit, AT, later(LATER, 1))
        faster = claim(unit, later(UNTIL, 1), LATER)
        assert slow.name == faster.name
        assert start(unit, slow, LATER) is None
        assert not settle(unit, slow, Settled("sent", "250", AT, 0, 0, done=AT))
        assert letter_named(unit, "one") == faster


@pytest.mark.parametrize("state", ["failed", "sent", "held"])
def test_what_was_taken_away_meanwhile_stays_as_it_is(posted, state):
    with posted.write() as unit:
        mine = claim(unit, AT, UNTIL)
        change(unit, mine.key, state=state)
        assert start(unit, mine, LATER) is None
        assert not settle(unit, mine, Settled("waiting", "451", LATER, 1, 0))
        assert letter_named(unit, "one").state == state


def test_what_became_of_it_is_kept_as_it_was_told(posted):
    with posted.write() as unit:
        mine = start(unit, claim(unit, AT, UNTIL), LATER)
        assert settle(unit, mine, Settled("sent", "250 taken", AT, 3, 1, done=AT))
    with posted.read() as unit:
        found = letter_named(unit, "one")
    assert (found.state, found.said, found.due, found.tries, found.starts, found.done) == (
        ("sent", "250 taken", AT, 3, 1, AT)
    )


def test_those_refused_least_often_come_first(posted):
    with posted.write() as unit:
        change(unit, letter_named(unit, "one").key, tries=1)
        assert [claim(unit, AT, UNTIL).name for _ in range(2)] == ["two", "one"]


def test_of_many_who_claim_at_once_no_two_get_the_same(store):
    with store.write() as unit:
        for number in range(20):
            post(unit, letter(f"letter {number}"), AT)
    got = []

    def take():
        while True:
            with store.write() as unit:
                found = claim(unit, AT, UNTIL)
            if found is None:
                return
            got.append(found.name)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(got) == sorted(f"letter {number}" for number in range(20))


def test_what_is_remembered_of_the_post_can_be_changed_and_forgotten(store):
    with store.write() as unit:
        assert remembered(unit, "queue") is None
        remember(unit, "queue", None)
        remember(unit, "queue", "one")
        remember(unit, "other", "another")
    with store.write() as unit:
        remember(unit, "queue", "two")
    with store.write() as unit:
        assert remembered(unit, "queue") == "two"
        remember(unit, "queue", None)
    with store.read() as unit:
        assert remembered(unit, "queue") is None
        assert remembered(unit, "other") == "another"
