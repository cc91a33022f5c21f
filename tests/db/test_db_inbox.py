"""The inbox: what waits, what came of each mail, and what is left when its words are purged."""

from dataclasses import replace

import pytest
from db_helpers import AT
from sqlmodel import col, update

from referee.db.drop import Dropped, drop
from referee.db.inbox import (
    contents_under,
    count_waiting,
    first_waiting,
    latest_mails,
    mail_in,
    mark,
    purge_mail,
    purge_mails,
)
from referee.db.tables import InboxRow

EARLY, LATE = "2026-09-01T18:00:00Z", "2026-12-24T18:00:00Z"


@pytest.fixture
def inbox(store, target):
    """A store in whose inbox five mails lie, the first of which came long ago."""
    times = (EARLY, AT, AT, LATE, LATE)
    drop(target, [a_mail(number, at) for number, at in enumerate(times, 1)])
    return store


def a_mail(number, at):
    return Dropped(at, "lmtp", f"ann{number}@players.example", ("ref@acquire.example",), b"words %d" % number)


def taken(store, key, outcome="orders", **what):
    with store.write() as unit:
        mark(unit, replace(mail_in(unit, key), outcome=outcome, done=AT, **what))


def test_what_has_waited_longest_is_taken_first_and_what_was_taken_waits_no_more(inbox):
    taken(inbox, 1)
    taken(inbox, 3)
    with inbox.read() as unit:
        assert count_waiting(unit) == 3
        assert first_waiting(unit).key == 2
    taken(inbox, 2)
    with inbox.read() as unit:
        assert first_waiting(unit).key == 4
    taken(inbox, 4)
    taken(inbox, 5)
    with inbox.read() as unit:
        assert first_waiting(unit) is None


def test_what_came_of_a_mail_is_written_down_and_how_it_came_stays(inbox):
    with inbox.write() as unit:
        before = mail_in(unit, 2)
        after = replace(
            before,
            outcome="rejected",
            reason="it was too late",
            message_id="<x@players.example>",
            content="ab12",
            person=7,
            proof="token",
            game="quay",
            handle="ann",
            round=4,
            done=LATE,
        )
        mark(
            unit,
            replace(
                after, received=LATE, source="pipe", sender="eve@players.example", recipients=(), raw=b""
            ),
        )
    with inbox.read() as unit:
        assert mail_in(unit, 2) == after
        assert mail_in(unit, 99) is None


def test_the_last_mail_that_a_database_can_number_is_found_and_none_of_a_higher_number(inbox):
    with inbox.write() as unit:
        unit.session.exec(update(InboxRow).where(col(InboxRow.key) == 5).values(key=2**31 - 1))
    with inbox.read() as unit:
        assert mail_in(unit, 2**31 - 1).sender == "ann5@players.example"
        assert [mail_in(unit, number) for number in (2**31, 2**31 + 1, 2**63, 0, -1)] == [None] * 5


@pytest.mark.parametrize("odd", ["<a\0b@x>", "<\ud800@x>"])
def test_an_id_that_no_database_would_take_is_kept_and_found_again(inbox, odd):
    taken(inbox, 1, message_id=odd, content="ab12", reason=odd)
    with inbox.read() as unit:
        assert contents_under(unit, odd, 2) == ["ab12"]


def test_only_what_came_earlier_under_an_id_counts(inbox):
    for key, content in ((1, "aa"), (2, None), (3, "bb")):
        taken(inbox, key, message_id="<x@players.example>", content=content)
    with inbox.read() as unit:
        assert contents_under(unit, "<x@players.example>", 3) == ["aa"]
        assert contents_under(unit, "<x@players.example>", 4) == ["aa", "bb"]
        assert contents_under(unit, "<X@players.example>", 4) == []


def test_the_latest_are_listed_last_first_of_one_outcome_or_of_all_without_their_bytes(inbox):
    taken(inbox, 2, "held")
    with inbox.read() as unit:
        assert [one.key for one in latest_mails(unit, 3)] == [5, 4, 3]
        (held,) = latest_mails(unit, 3, outcome="held")
        assert (held.key, held.raw, held.sender) == (2, None, "ann2@players.example")


def test_by_age_only_the_words_of_what_is_done_with_are_purged(inbox):
    for key in (1, 4):
        taken(inbox, key)
    taken(inbox, 2, "held")
    with inbox.write() as unit:
        assert purge_mails(unit, AT) == 1
        assert purge_mails(unit, "2027-12-24T18:00:00Z") == 1
        assert purge_mails(unit, "2027-12-24T18:00:00Z") == 0
    with inbox.read() as unit:
        assert [mail_in(unit, key).raw is None for key in range(1, 6)] == [True, False, False, True, False]
        assert mail_in(unit, 1).sender is None
        assert (mail_in(unit, 1).outcome, mail_in(unit, 1).received) == ("orders", EARLY)


def test_the_words_of_one_mail_can_be_purged_whatever_came_of_it(inbox):
    with inbox.write() as unit:
        purge_mail(unit, 3)
        assert [mail_in(unit, key).raw is None for key in range(1, 6)] == [False, False, True, False, False]


@pytest.mark.parametrize("size", [10, 300, 5_000, 300_000])
def test_purged_words_are_nowhere_in_the_files_although_others_have_them_open(store_file, size):
    words = b"Zebedee Quagmire " * (size // 17 + 1)
    drop(str(store_file.file), [Dropped(EARLY, "pipe", "zeb@players.example", (), words) for _ in range(20)])
    for key in range(1, 21):
        taken(store_file.store, key)
    assert b"Quagmire" in store_file.all_bytes()
    with store_file.store.write() as unit:
        assert purge_mails(unit, AT) == 20
    store_file.store.wipe()
    assert b"Quagmire" not in store_file.all_bytes()
    assert b"zeb@players" not in store_file.all_bytes()
