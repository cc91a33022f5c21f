"""Rounds that are held: one for each game, the due ones first, and gone when they are thrown away."""

from dataclasses import replace

import pytest
from db_helpers import AT, raw
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError

from referee.db.drafts import (
    HeldRound,
    discard_draft,
    draft_of,
    drafts_due,
    drop_draft,
    is_with_referee,
    keep_draft,
)
from referee.db.holders import seats_held_by
from referee.db.outbox import next_due
from referee.db.store import open_store
from referee.db.strays import strays
from referee.db.unit import UnknownGameError

HELD = HeldRound("harbour", 3, 40, "ab" * 32, "cd" * 32, missing=True, made=AT, due="2026-12-05T06:00:00Z")
QUAY = replace(HELD, game="quay", due="2026-12-05T05:00:00Z")
FOREVER = replace(HELD, game="pier", due=None)


@pytest.fixture
def unit(store):
    with store.write() as opened:
        for game in ("quay", "pier"):
            opened.create_game(game, AT)
        yield opened


def test_what_is_held_comes_back_as_it_was_under_the_name_of_its_game_in_any_case(unit):
    for held in (HELD, FOREVER):
        keep_draft(unit, held)
    assert draft_of(unit, "Harbour") == HELD
    assert draft_of(unit, "pier") == FOREVER
    assert draft_of(unit, "quay") is None


def test_a_game_has_one_held_round_at_most(unit):
    keep_draft(unit, HELD)
    with pytest.raises(IntegrityError), unit.session.begin_nested():
        keep_draft(unit, replace(HELD, round=4))
    assert draft_of(unit, "harbour") == HELD


def test_those_that_are_due_come_in_the_order_in_which_they_are_due_and_no_other(unit):
    for held in (HELD, QUAY, FOREVER):
        keep_draft(unit, held)
    assert drafts_due(unit, "2026-12-05T04:59:59Z") == []
    assert drafts_due(unit, "2026-12-05T05:00:00Z") == [QUAY]
    assert drafts_due(unit, "2027-12-05T05:00:00Z") == [QUAY, HELD]


def test_what_is_thrown_away_is_gone_and_nothing_else(unit):
    for held in (HELD, QUAY):
        keep_draft(unit, held)
    assert drop_draft(unit, "harbour")
    assert not drop_draft(unit, "harbour")
    assert (draft_of(unit, "harbour"), draft_of(unit, "quay")) == (None, QUAY)


def test_what_was_discarded_is_not_held_any_more_but_the_round_stays_the_referees(unit):
    for held in (HELD, QUAY):
        keep_draft(unit, held)
    discard_draft(unit, "harbour")
    assert draft_of(unit, "harbour") is None
    assert drafts_due(unit, "2027-12-05T05:00:00Z") == [QUAY]
    assert [is_with_referee(unit, game) for game in ("Harbour", "quay", "pier")] == [True, True, False]
    assert not drop_draft(unit, "harbour")
    assert not is_with_referee(unit, "harbour")


def test_what_was_discarded_can_be_held_again(unit):
    keep_draft(unit, HELD)
    discard_draft(unit, "harbour")
    keep_draft(unit, HELD)
    assert draft_of(unit, "harbour") == HELD


def test_a_game_that_is_not_there_has_none(unit):
    for ask in (draft_of, drop_draft, discard_draft, is_with_referee):
        with pytest.raises(UnknownGameError):
            ask(unit, "mill")
    with pytest.raises(UnknownGameError):
        keep_draft(unit, replace(HELD, game="mill"))


def test_a_held_round_of_no_game_is_named(file):
    with raw(file) as connection:
        connection.execute("INSERT INTO drafts VALUES (7, 1, 40, 'a', 'b', 0, 'c', NULL, 0)")
    with open_store(file) as store, store.read() as unit:
        assert list(strays(unit)) == ["there are held rounds (1) of game number 7, and no such game"]


def plans(unit, ask):
    """How the database finds what is asked for, each statement in its own words."""
    connection, said = unit.session.connection(), []

    def heard(_connection, _cursor, statement, parameters, *_):
        said.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", heard)
    ask(unit)
    event.remove(connection, "before_cursor_execute", heard)
    how = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    if how == "EXPLAIN":  # tables of a few rows are read whole, whatever their indexes
        for setting in ("enable_seqscan", "enable_bitmapscan"):
            connection.exec_driver_sql(f"SET LOCAL {setting} = off")
    return [
        "\n".join(" ".join(map(str, row)) for row in connection.exec_driver_sql(f"{how} {statement}", given))
        for statement, given in said
    ]


def test_the_letter_that_goes_out_next_is_found_in_an_index_and_nothing_is_sorted(unit):
    found = plans(unit, lambda one: next_due(one, AT))
    assert found
    for plan in found:
        assert "ix_outbox_next" in plan
        assert "sort" not in plan.lower()
        assert "b-tree" not in plan.lower()


def test_the_seats_of_a_person_are_found_in_an_index(unit):
    (plan,) = plans(unit, lambda one: seats_held_by(one, 1))
    assert "ix_holders_person" in plan
