"""A database of an earlier schema is looked at without being changed, and brought up to date after a backup."""

from pathlib import Path

import pytest
from db_helpers import attacker, raw
from mail_house import MailHouse

from referee.clock import FixedClock, SystemEntropy
from referee.db.copying import copy_rows, our_tables
from referee.db.engines import engine_for_file, writing
from referee.db.migrate import migrate
from referee.db.store import Store
from referee.db.tables import EARLIER, SCHEMA
from referee.errors import UserError
from referee.service import transactions
from referee.service.upgrade import look_before, upgrade
from referee.service.verify_game import verify_game

CLOCK = FixedClock("2026-12-01T08:00:00Z")


@pytest.fixture
def house(tmp_path):
    found = MailHouse(tmp_path)
    found.opens()
    found.writes("alice", "tile any\n")
    found.resolves()
    return found


@pytest.fixture(params=EARLIER)
def earlier(request, house, tmp_path):
    """The same game in a database of an earlier schema: what that schema has no room for is not there."""
    file = tmp_path / "earlier.db"
    source, target = engine_for_file(Path(house.database)), engine_for_file(file, new=True)
    with source.connect() as old, old.begin(), writing(target).connect() as new, new.begin():
        migrate(new, request.param)
        assert "drafts" not in {table.name for table in our_tables(new)}
        copy_rows(old, new)
    source.dispose()
    target.dispose()
    return request.param, file


def schema_of(file):
    with raw(file) as connection:
        return connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]


def test_looking_replays_audits_and_renders_each_game_and_changes_nothing(earlier):
    schema, file = earlier
    before = file.read_bytes()
    found = look_before(str(file), CLOCK)
    assert (found.schema, found.is_up_to_date, found.holds) == (schema, False, True)
    assert [(one.game, one.differences) for one in found.verdicts] == [("harbour", ())]
    assert file.read_bytes() == before
    assert schema_of(file) == schema


def test_bringing_it_up_to_date_keeps_it_as_it_was_beside_and_the_game_goes_on(earlier):
    schema, file = earlier
    done = upgrade(str(file), CLOCK)
    assert (schema_of(file), schema_of(done.backup)) == (SCHEMA, schema)
    assert done.backup.name == f"earlier.db.schema-{schema}-20261201T080000Z"
    assert done.backup.stat().st_mode & 0o777 == 0o600
    with transactions.reading(str(file), CLOCK) as work:
        assert verify_game(work, "harbour", audit=True).holds
    assert upgrade(str(file), CLOCK).backup is None


def test_a_damaged_game_is_told_of_beside_the_others_and_nothing_is_upgraded(earlier):
    schema, file = earlier
    with raw(file) as connection:
        guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    with attacker(file) as connection:
        connection.execute("UPDATE events SET salt = 'x' WHERE seq = 5")
        for (guard,) in guards:
            connection.execute(guard)
    with Store(engine_for_file(file), str(file), SystemEntropy()) as store, store.write() as unit:
        unit.create_game("pier", CLOCK.at)
    found = look_before(str(file), CLOCK)
    assert [(one.game, one.holds) for one in found.verdicts] == [("harbour", False), ("pier", False)]
    with pytest.raises(UserError, match="harbour"):
        upgrade(str(file), CLOCK)
    assert schema_of(file) == schema
    assert not list(file.parent.glob("earlier.db.schema-*"))


def test_a_report_that_comes_out_otherwise_today_is_told_of(house):
    with raw(house.database) as connection:
        guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    with attacker(house.database) as connection:
        connection.execute(
            "UPDATE publications SET body = CAST('Dear all.' || body AS BLOB) WHERE recipient = 'bob'"
        )
        for (guard,) in guards:
            connection.execute(guard)
    found = look_before(house.database, CLOCK)
    assert found.is_up_to_date
    assert not found.holds
    assert all("bob" in one for one in found.verdicts[0].differences)


def test_a_database_of_a_newer_referee_is_refused_and_it_is_said_what_to_do(house):
    with raw(house.database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
    for act in (look_before, upgrade):
        with pytest.raises(UserError, match=r"newer referee.*Update the referee"):
            act(house.database, CLOCK)
