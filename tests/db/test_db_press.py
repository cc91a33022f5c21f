"""Press beside the log: what waits, the words behind digests, and what is forgotten."""

from __future__ import annotations

import pytest
from db_helpers import AT, draft

from referee.clock import FixedEntropy
from referee.db.codec import Draft
from referee.db.links import digest_of
from referee.db.press import (
    PressWords,
    approve_press,
    drop_press,
    drop_press_of,
    forget_press,
    keep_as,
    keep_words,
    replace_press,
    waiting_press,
    words_of,
)
from referee.db.store import open_store
from referee.db.unit import UnknownGameError

HELLO, BYE = "press: hello\n", "press: good bye\n"


def texts(unit, seat="alice"):
    return [(one.round, one.text, one.approved) for one in waiting_press(unit, "harbour") if one.seat == seat]


def words(name):
    return PressWords(digest_of(f"salt of {name}", name), f"salt of {name}", name)


def published(digest, seat, *, to=None, at=AT):
    data = {"digest": digest, "to": to, "anonymous": seat is None}
    return Draft("press_published", 1, "public" if to is None else (f"{to}#1",), at, 1, None, seat, data)


def test_what_waits_is_kept_by_seat_and_round_in_the_order_of_its_text(store):
    with store.write() as unit:
        replace_press(unit, "Harbour", "alice", 1, 5, [HELLO, BYE, "press: third\n"])
        replace_press(unit, "harbour", "bob", 1, 5, [BYE])
        replace_press(unit, "harbour", "alice", 1, 6, [BYE])
    with store.read() as unit:
        assert [text for number, text, _ in texts(unit) if number == 5] == [HELLO, BYE, "press: third\n"]
        assert texts(unit, "bob") == [(5, BYE, None)]
        assert (6, BYE, None) in texts(unit)


def test_other_press_of_the_same_seat_and_round_takes_its_place_and_nobody_elses(store):
    with store.write() as unit:
        for seat, number in (("alice", 5), ("alice", 6), ("bob", 5)):
            replace_press(unit, "harbour", seat, 1, number, [HELLO])
        replace_press(unit, "harbour", "alice", 1, 5, [BYE])
        assert sorted(texts(unit)) == [(5, BYE, None), (6, HELLO, None)]
        assert texts(unit, "bob") == [(5, HELLO, None)]
        replace_press(unit, "harbour", "alice", 1, 5, [])
        assert texts(unit) == [(6, HELLO, None)]


def test_the_same_words_once_more_keep_the_referees_yes_and_other_words_need_another(store):
    with store.write() as unit:
        replace_press(unit, "harbour", "alice", 1, 5, [HELLO])
        before = waiting_press(unit, "harbour")
        approve_press(unit, before[0].key)
        replace_press(unit, "harbour", "alice", 1, 5, [HELLO])
        assert [one.key for one in waiting_press(unit, "harbour")] == [before[0].key]
        replace_press(unit, "harbour", "alice", 1, 5, [BYE, HELLO])
        assert texts(unit) == [(5, BYE, None), (5, HELLO, True)]


def test_numbers_are_drawn_and_none_is_there_twice(store):
    with store.write() as unit:
        for number in range(1, 30):
            replace_press(unit, "harbour", f"seat_{number}", 1, 5, [HELLO] * 8)
        keys = [one.key for one in waiting_press(unit, "harbour")]
    assert len(set(keys)) == len(keys) == 29 * 8
    assert min(keys) >= 100_000
    assert max(keys) <= 999_999
    assert max(keys) - min(keys) > 10 * len(keys)


def test_what_waits_can_get_another_text_and_be_dropped(store):
    with store.write() as unit:
        replace_press(unit, "harbour", "alice", 1, 5, [HELLO, BYE])
        first, second = waiting_press(unit, "harbour")
        keep_as(unit, first.key, "press: otherwise\n")
        assert drop_press(unit, [second.key, 1]) == 1
        assert drop_press(unit, []) == 0
        assert texts(unit) == [(5, "press: otherwise\n", None)]
        replace_press(unit, "harbour", "bob", 1, 5, [BYE])
        drop_press_of(unit, "harbour", ("alice",))
        assert texts(unit) == []
        assert texts(unit, "bob") == [(5, BYE, None)]


def test_words_are_found_by_their_digests_in_their_game_alone(store):
    with store.write() as unit:
        unit.create_game("quay", AT)
        keep_words(unit, "harbour", [words("hello"), words("bye")])
        keep_words(unit, "harbour", [])
        assert {one.words for one in words_of(unit, "harbour")} == {"hello", "bye"}
        assert words_of(unit, "harbour", [words("bye").digest, "x"]) == [words("bye")]
        assert words_of(unit, "quay", [words("bye").digest]) == []


def test_who_is_forgotten_loses_what_waits_and_what_he_signed_in_that_tenure_and_nobody_else_does(store):
    hers, before, other, hidden = (words(name) for name in ("hers", "before", "other", "hidden"))
    with store.write() as unit:
        unit.append(
            "harbour",
            0,
            [
                published(before.digest, "bob"),
                draft("5C"),
                Draft("seat_filled", 1, "public", AT, 2, None, "bob", {"tenure": 2}),
                published(hers.digest, "bob", to="alice"),
                published(other.digest, "alice", to="bob"),
                published(hidden.digest, None),
            ],
        )
        keep_words(unit, "harbour", [hers, before, other, hidden])
        replace_press(unit, "harbour", "bob", 1, 3, [HELLO])
        replace_press(unit, "harbour", "bob", 2, 3, [HELLO, BYE])
        replace_press(unit, "harbour", "alice", 1, 3, [BYE])
        assert forget_press(unit, "harbour", "bob", 2) == 3
        assert {one.words for one in words_of(unit, "harbour")} == {"before", "other", "hidden"}
        assert [(one.seat, one.tenure) for one in waiting_press(unit, "harbour")].count(("bob", 1)) == 1
        assert texts(unit) == [(3, BYE, None)]
        assert forget_press(unit, "harbour", "bob", 2) == 0
        assert forget_press(unit, "harbour", "bob", 1) == 2


def test_an_unknown_game_has_no_press(store):
    with store.write() as unit:
        for ask in (waiting_press, words_of):
            with pytest.raises(UnknownGameError):
                ask(unit, "quay")
        with pytest.raises(UnknownGameError):
            forget_press(unit, "quay", "bob", 1)


def test_deleted_press_is_nowhere_in_the_files_any_more(tmp_path):
    path = tmp_path / "referee.db"
    with open_store(path, create=True, entropy=FixedEntropy("press")) as store:
        with store.write() as unit:
            unit.create_game("harbour", AT)
            replace_press(unit, "harbour", "alice", 1, 1, ["anonymous press: Quagmire\n"])
            unit.append("harbour", 0, [published(words("Quicksand").digest, "alice")])
            keep_words(unit, "harbour", [words("Quicksand")])
        with store.write() as unit:
            assert forget_press(unit, "harbour", "alice", 1) == 2
    for file in tmp_path.iterdir():
        assert b"Quagmire" not in file.read_bytes()
        assert b"Quicksand" not in file.read_bytes()
