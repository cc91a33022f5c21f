"""Killed after any statement of SQL, a command has done all of its work or nothing, and is simply typed again.

The process is a real one and is killed for good (SIGKILL), on SQLite and on PostgreSQL. What is compared is the whole
database: logs, reports, letters, orders, mails.
"""

from __future__ import annotations

import pytest
from dying import THE_END
from places_to_die import COMMANDS, place_for

pytestmark = pytest.mark.file

SIGKILLED = -9
WRITES = ("INSERT", "UPDATE", "DELETE")
WRITE_OR_END = (*WRITES, "COMMIT", THE_END)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def kind(request):
    return request.param


each_command = pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.name.replace(" ", "-"))


@each_command
def test_killed_after_any_statement_all_is_done_or_nothing_and_typing_it_again_does_the_rest(
    command, kind, tmp_path
):
    with place_for(command, kind, tmp_path) as (place, given):
        before = place.state()
        whole = place.types(*command.words, given=given)
        assert whole.status == 0, whole.said
        after = place.state()
        place.put_back()
        met = {before}
        for number, (_, statement) in enumerate(whole.steps, 1):
            if not (command.everywhere or statement.startswith(WRITE_OR_END)):
                continue
            died = place.types(*command.words, given=given, die_at=number)
            assert died.status == SIGKILLED, died.said
            state = place.state()
            if state == before:
                continue
            if state not in met and state != after:
                again = place.types(*(command.goes_on or command.words), given=given)
                assert again.status == 0, again.said
                assert place.state() == after
            met.add(state)
            place.put_back()
        assert after in met - {before}
        assert len(met) == 1 + len([one for one in whole.transactions() if is_writing(one)])
        first = next(at for at, (_, one) in enumerate(whole.steps, 1) if one.startswith(WRITES))
        place.types(*command.words, given=given, die_at=first + 1)
        assert place.types(*command.words, given=given).status == 0
        assert place.state() == after


@each_command
def test_whoever_writes_has_begun_to_do_so_before_he_read_anything(command, kind, tmp_path):
    """Else what he has read is of no worth when he writes, or he is told that the database is locked."""
    with place_for(command, kind, tmp_path) as (place, given):
        transactions = place.types(*command.words, given=given).transactions()
    writing = [one for one in transactions if is_writing(one)]
    assert writing
    for statements in writing:
        settings = [one for one in statements if one.startswith(("PRAGMA", "SET LOCAL", "SET TRANSACTION"))]
        first, *others = (one for one in statements if one not in settings)
        if not first.startswith("SELECT pg_advisory_xact_lock_shared("):
            assert first == "BEGIN IMMEDIATE" or first.startswith("SELECT pg_advisory_xact_lock("), statements
            continue
        # Others write to other games meanwhile: this one is claimed by its row, which never changes, before its log.
        claimed = next(at for at, one in enumerate(others) if one.endswith("FOR UPDATE SKIP LOCKED"))
        assert all("FROM games" in one for one in others[: claimed + 1]), statements


def is_writing(statements):
    """Whether a transaction changes anything."""
    return any(one.startswith(WRITES) for one in statements)
