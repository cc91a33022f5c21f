"""The outbox: what goes out once, when, and what is left of it."""

import pytest
from db_helpers import AT
from sqlmodel import col, update

from referee.db.outbox import (
    Letter,
    count_by_state,
    count_since,
    letter_named,
    letters_on_their_way,
    next_due,
    post,
    purge_letters,
)
from referee.db.tables import OutboxRow

EARLY, LATE = "2026-12-04T17:00:00Z", "2026-12-24T18:00:00Z"


@pytest.fixture
def unit(store):
    with store.write() as opened:
        yield opened


def letter(name, recipient="ann@players.example", **what):
    return Letter(
        name,
        what.pop("kind", "report"),
        "ref@acquire.example",
        recipient,
        b"words of " + name.encode(),
        **what,
    )


def put(unit, name, **values):
    unit.session.exec(update(OutboxRow).where(col(OutboxRow.name) == name).values(values))


def test_a_letter_waits_as_it_was_written_until_it_is_due(unit):
    assert post(unit, letter("a", person=3, game="quay"), AT)
    posted = letter_named(unit, "a")
    assert (posted.state, posted.made, posted.due, posted.tries, posted.starts) == ("waiting", AT, AT, 0, 0)
    assert (posted.kind, posted.person, posted.game, posted.body) == ("report", 3, "quay", b"words of a")
    assert next_due(unit, EARLY) is None
    assert next_due(unit, AT) == posted


def test_the_same_letter_is_written_once_whatever_has_become_of_it(unit):
    assert post(unit, letter("a"), AT)
    before = letter_named(unit, "a")
    assert not post(unit, letter("a", "ben@players.example"), LATE)
    assert letter_named(unit, "a") == before
    put(unit, "a", state="sent", body=None)
    assert not post(unit, letter("a"), LATE)
    assert next_due(unit, LATE) is None


def test_what_has_been_due_longest_goes_first_and_what_is_due_together_in_the_order_of_writing(unit):
    for name, at in (("late", LATE), ("b", AT), ("a", AT), ("early", EARLY)):
        post(unit, letter(name), at)
    order = []
    while (one := next_due(unit, LATE)) is not None:
        order.append(one.name)
        put(unit, one.name, state="sent")
    assert order == ["early", "b", "a", "late"]


@pytest.mark.parametrize(
    ("state", "goes"),
    [("waiting", True), ("started", True), ("sent", False), ("failed", False)],
)
def test_only_what_waits_or_was_begun_goes_out(unit, state, goes):
    post(unit, letter("a"), AT)
    put(unit, "a", state=state)
    assert (next_due(unit, AT) is not None) == goes


def test_what_was_given_up_does_not_go_out_and_what_has_no_words_neither(unit):
    post(unit, letter("a"), AT)
    put(unit, "a", state="failed")
    post(unit, letter("b"), AT)
    put(unit, "b", body=None)
    assert next_due(unit, LATE) is None
    assert [one.name for one in letters_on_their_way(unit, 5)] == ["a", "b"]
    assert count_by_state(unit) == {"failed": 1, "waiting": 1}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ann@Players.Example", "ann@players.example"),
        ("ä@x.example", "ä@X.example"),
        ("Ä@x.example", "Ä@X.example"),
    ],
)
def test_letters_of_a_kind_to_an_address_are_counted_in_any_case_since_a_moment(unit, first, second):
    post(unit, letter("a", first, kind="stranger"), EARLY)
    post(unit, letter("b", second, kind="stranger"), AT)
    post(unit, letter("c", second, kind="answer"), AT)
    post(unit, letter("d", "ben@players.example", kind="stranger"), AT)
    assert [count_since(unit, "stranger", address, EARLY) for address in (first, second)] == [2, 2]
    assert count_since(unit, "stranger", first, AT) == 1
    assert count_since(unit, "stranger", first, LATE) == 0


def test_by_age_only_the_words_of_what_went_out_or_was_given_up_are_purged(unit):
    for name, state, done in (
        ("sent", "sent", EARLY),
        ("failed", "failed", EARLY),
        ("new", "sent", LATE),
        ("waits", "waiting", None),
        ("held", "held", None),
    ):
        post(unit, letter(name), EARLY)
        put(unit, name, state=state, done=done)
    assert purge_letters(unit, AT) == 2
    kept = {
        name
        for name in ("sent", "failed", "new", "waits", "held")
        if letter_named(unit, name).body is not None
    }
    assert kept == {"new", "waits", "held"}
    assert purge_letters(unit, AT) == 0


def test_the_number_of_a_letter_that_was_deleted_is_never_given_again(unit):
    post(unit, letter("a"), AT)
    first = letter_named(unit, "a").key
    unit.session.connection().exec_driver_sql("DELETE FROM outbox")
    post(unit, letter("b"), AT)
    assert letter_named(unit, "b").key > first


def test_purged_words_are_nowhere_in_the_files_although_others_have_them_open(store_file):
    with store_file.store.write() as unit:
        for number in range(30):
            post(
                unit,
                Letter(f"n{number}", "report", "", "zeb@players.example", b"Quagmire " * 10 ** (number % 4)),
                EARLY,
            )
            put(unit, f"n{number}", state="sent", done=EARLY)
    assert b"Quagmire" in store_file.all_bytes()
    with store_file.store.write() as unit:
        assert purge_letters(unit, AT) == 30
    store_file.store.wipe()
    assert b"Quagmire" not in store_file.all_bytes()
