"""Who holds which seat: kept beside the log, by name, and deleted when somebody wants to be forgotten."""

import subprocess
import sys

import pytest
from alembic import command
from db_helpers import AT, attacker, drafts, raw
from sqlalchemy import inspect, text
from sqlmodel import SQLModel

from referee.clock import FixedEntropy
from referee.db import guards
from referee.db.failures import StoreError
from referee.db.holders import Holder, forget_holders, holders_of, keep_holder
from referee.db.migrate import config_for
from referee.db.store import open_store
from referee.db.tables import EARLIER, SCHEMA
from referee.db.unit import UnknownGameError

DORA = Holder("bob", 2, "Dora Dove", "2026-12-05T18:00:00Z")
EVE = Holder("bob", 3, "Eve Ä. Eagle", "2027-01-05T18:00:00Z")
FAY = Holder("carol", 2, "Fay", "2026-12-06T18:00:00Z")


def test_holders_are_kept_by_seat_and_in_the_order_in_which_they_came(store):
    with store.write() as unit:
        for holder in (FAY, EVE, DORA):
            keep_holder(unit, "Harbour", holder)
    with store.read() as unit:
        assert holders_of(unit, "harbour") == [DORA, EVE, FAY]


def test_who_is_forgotten_is_deleted_with_all_who_held_that_seat_and_nobody_else(store):
    with store.write() as unit:
        for holder in (FAY, EVE, DORA):
            keep_holder(unit, "harbour", holder)
        assert forget_holders(unit, "harbour", "bob") == 2
        assert forget_holders(unit, "harbour", "bob") == 0
    with store.read() as unit:
        assert holders_of(unit, "harbour") == [FAY]


def test_the_same_seat_of_two_games_has_its_own_holders(store):
    with store.write() as unit:
        unit.create_game("quay", AT)
        keep_holder(unit, "harbour", DORA)
        assert holders_of(unit, "quay") == []
        assert forget_holders(unit, "quay", "bob") == 0
        assert holders_of(unit, "harbour") == [DORA]


def test_an_unknown_game_has_no_holders(store):
    with store.write() as unit:
        with pytest.raises(UnknownGameError):
            keep_holder(unit, "quay", DORA)
        with pytest.raises(UnknownGameError):
            holders_of(unit, "quay")


def test_a_deleted_name_is_nowhere_in_the_files_any_more(tmp_path):
    path = tmp_path / "referee.db"
    with open_store(path, create=True) as store:
        with store.write() as unit:
            unit.create_game("harbour", AT)
            keep_holder(unit, "harbour", Holder("bob", 2, "Zebedee Quagmire", AT))
        with store.write() as unit:
            forget_holders(unit, "harbour", "bob")
    assert all(b"Quagmire" not in file.read_bytes() for file in tmp_path.iterdir())


# --- a database that an older referee made -------------------------------------------------------------------


@pytest.fixture(params=EARLIER)
def older(target, request):
    """A store of each earlier schema with one game, as the referee of that time made it."""
    return make_older(target, request.param)


@pytest.fixture(params=EARLIER)
def older_file(tmp_path, request):
    """The same, in a file."""
    return make_older(tmp_path / "referee.db", request.param)


def make_older(target, schema):
    def migrate_to_that(connection):
        command.upgrade(config_for(connection), schema)
        guards.install(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("referee.db.migrate.migrate", migrate_to_that)
        patch.setattr("referee.db.checks.SCHEMA", schema)
        with open_store(target, create=True, entropy=FixedEntropy("tests")) as opened, opened.write() as unit:
            unit.create_game("harbour", AT)
            unit.append("harbour", 0, drafts(40))
            if schema >= "0002":
                _keep_as_then(unit, EVE)
    return target


def _keep_as_then(unit, holder):
    """Enter a holder by the columns that there were."""
    unit.session.connection().execute(
        text(
            "INSERT INTO holders (game, seat, tenure, name, since) VALUES (1, :seat, :tenure, :name, :since)"
        ),
        {name: getattr(holder, name) for name in ("seat", "tenure", "name", "since")},
    )


def holders_kept_in(target):
    """Those that `make_older` has entered."""
    with open_store(target) as store, store.read() as unit:
        return holders_of(unit, "harbour")


def schema_of(unit):
    return unit.session.connection().execute(text("SELECT version_num FROM alembic_version")).scalar()


def test_a_database_of_an_earlier_schema_is_brought_up_to_date_when_it_is_opened_and_loses_nothing(older):
    before = holders_kept_in(older)
    with open_store(older) as store:
        with store.read() as unit:
            assert schema_of(unit) == SCHEMA
            assert guards.compare(unit.session.connection()) == []
            assert len(unit.load("harbour")) == 40
        with store.write() as unit:
            keep_holder(unit, "harbour", DORA)
    assert [one for one in holders_kept_in(older) if one != DORA] == before
    assert DORA in holders_kept_in(older)


def test_a_holder_of_the_schema_before_people_is_still_there_and_nobody_registered(target):
    assert holders_kept_in(make_older(target, "0002")) == [EVE]


def test_an_earlier_schema_that_was_brought_up_to_date_has_the_same_tables_as_a_new_one(older_file, tmp_path):
    def tables_of(file):
        with raw(file) as connection:
            rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE name != 'sqlite_sequence'")
            return sorted((name, sql) for name, sql in rows.fetchall() if sql)

    open_store(older_file).close()
    open_store(tmp_path / "new.db", create=True).close()
    assert tables_of(older_file) == tables_of(tmp_path / "new.db")


def test_the_tables_that_migrations_make_have_the_columns_that_the_program_knows(store):
    with store.read() as unit:
        found = inspect(unit.session.connection())
        for table in SQLModel.metadata.sorted_tables:
            there = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
            assert there == {column.name: column.nullable for column in table.columns}, table.name


def test_a_database_of_an_earlier_schema_whose_guards_are_gone_is_refused_and_left_as_it_is(older_file):
    with raw(older_file) as connection:
        before = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    with attacker(older_file):
        pass
    with pytest.raises(StoreError, match="no longer guarded"):
        open_store(older_file)
    with raw(older_file) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == before
        assert before[0][0] in EARLIER


def test_a_database_of_an_earlier_schema_that_may_only_be_read_says_what_to_do(older_file, monkeypatch):
    monkeypatch.setattr("referee.db.engines.may_write", lambda file: file is None)
    with pytest.raises(StoreError, match=r"made by an older referee, and may only be read\. Allow writing"):
        open_store(older_file)


def test_several_who_open_an_older_database_at_once_all_get_it_up_to_date(target):
    older = make_older(target, EARLIER[0])
    code = (
        "import sys; from referee.db.store import open_store; from referee.db.holders import holders_of\n"
        "with open_store(sys.argv[1]) as store, store.read() as unit: print(holders_of(unit, 'harbour'))"
    )
    at_once = [
        subprocess.Popen(
            [sys.executable, "-c", code, older], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for _ in range(3)
    ]
    assert [one.communicate(timeout=60)[0] for one in at_once] == ["[]\n"] * 3
