"""A backup, a restore or an upgrade that is killed has done all of it or nothing, and is simply typed again.

What they write is a whole database, in a file or in a server: after each statement that changes one the process is
killed for good. The rows are compared, whatever schema they are of, and how a file keeps what is not committed.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, contextmanager

import pytest
from databases import postgres_databases
from dying import THE_END, run_until
from mail_house import MailHouse
from sqlalchemy import select

from referee.db.copying import copy_rows, our_tables
from referee.db.engines import engine_for_file, engine_for_url, place_of, writing
from referee.db.migrate import migrate
from referee.db.tables import EARLIER, SCHEMA
from referee.service.back_up import back_up

pytestmark = pytest.mark.file

SIGKILLED = -9
CHANGES = (
    "INSERT",
    "UPDATE",
    "DELETE",
    "CREATE",
    "ALTER",
    "DROP",
    "COMMIT",
    "BEGIN EXCLUSIVE",
    "PRAGMA",
    THE_END,
)
STEPS = 14
"""So many of the statements at which it can be killed are taken, evenly among them, the first and last included."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def kind(request):
    return request.param


@contextmanager
def engine_of(target):
    place = place_of(str(target))
    engine = engine_for_url(place.url) if place.file is None else engine_for_file(place.file)
    try:
        yield engine
    finally:
        engine.dispose()


def rows_in(target):
    """The schema of a database, and all its rows but for what is remembered of the post: when mail was held."""
    with engine_of(target) as engine, engine.connect() as connection, connection.begin():
        schema = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
        return schema, {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in our_tables(connection)
            if table.name != "post_state"
        }


def mode_of(file):
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute("PRAGMA journal_mode").fetchone()[0]


def places_to_die(run):
    """Where a command is killed that once went through: the numbers of statements, from 1."""
    found = [at for at, (_, one) in enumerate(run.steps, 1) if one.lstrip().startswith(CHANGES)]
    return sorted({found[number * (len(found) - 1) // (STEPS - 1)] for number in range(STEPS)})


class Copies:
    """A database that can be put back to what it was, in a file or in a server."""

    def __init__(self, folder, database, make):
        self._folder, self._first, self._make = folder, database, make
        self.database = database
        if make is None:
            self._kept = shutil.copy(database, folder / "base")

    def put_back(self):
        """The database as it was; files that were made beside it are taken away."""
        if self._make is not None:
            self.database = self._make(self._first)
        for file in self._folder.iterdir():
            if file.name.startswith(("referee.db", ".referee.db", "made.")):
                shutil.rmtree(file) if file.is_dir() else file.unlink()
        if self._make is None:
            shutil.copy(self._kept, self._first)


@contextmanager
def copies(kind, folder, schema=SCHEMA):
    """A game in its second round in a database of a schema; and a backup of today's schema from the first round."""
    (folder / "house").mkdir()
    house = MailHouse.__new__(MailHouse)
    with postgres_databases() as make:
        first = make() if kind == "postgres" else str(folder / "house" / "referee.db")
        house.__init__(folder / "house", server=first)
        house.opens()
        back_up(first, folder / "first.backup")
        house.resolves()
        there = make() if kind == "postgres" else str(folder / "referee.db")
        with (
            engine_of(first) as source,
            engine_of_new(there) as target,
            source.connect() as old,
            old.begin(),
            writing(target).connect() as new,
            new.begin(),
        ):
            migrate(new, schema)
            copy_rows(old, new)
        found = Copies(folder, there, make if kind == "postgres" else None)
        found.put_back()
        yield found


@contextmanager
def engine_of_new(target):
    place = place_of(target)
    engine = engine_for_url(place.url) if place.file is None else engine_for_file(place.file, new=True)
    try:
        yield engine
    finally:
        engine.dispose()


def rooms_in(folder):
    return [one.name for one in folder.iterdir() if one.name.endswith(".new")]


def test_a_backup_that_is_killed_is_whole_or_not_there(kind, tmp_path):
    with copies(kind, tmp_path) as place:
        words = ("backup", "made.backup", "--force")
        before = rows_in(place.database)
        whole = run_until("--db", place.database, *words, folder=tmp_path)
        assert whole.status == 0, whole.said
        made = tmp_path / "made.backup"
        assert rows_in(made) == before
        met = set()
        for at in places_to_die(whole):
            place.put_back()
            died = run_until("--db", place.database, *words, folder=tmp_path, die_at=at)
            assert died.status == SIGKILLED, died.said
            met.add(made.exists())
            assert not made.exists() or rows_in(made) == before
        assert met == {True, False}
        assert run_until("--db", place.database, *words, folder=tmp_path).status == 0
        assert rows_in(made) == rows_in(place.database) == before
        assert not rooms_in(tmp_path)


def test_a_restore_that_is_killed_leaves_the_old_database_or_the_restored_one(kind, tmp_path):
    with copies(kind, tmp_path) as place:
        words = ("restore", "first.backup", "--replace")
        before, after = rows_in(place.database), rows_in(tmp_path / "first.backup")
        assert before != after
        whole = run_until("--db", place.database, *words, folder=tmp_path)
        assert whole.status == 0, whole.said
        assert rows_in(place.database) == after
        met = []
        for at in places_to_die(whole):
            place.put_back()
            died = run_until("--db", place.database, *words, folder=tmp_path, die_at=at)
            assert died.status == SIGKILLED, died.said
            if kind == "sqlite":
                assert mode_of(place.database) == "wal"
            met.append(rows_in(place.database))
            assert met[-1] in (before, after)
            for kept in tmp_path.glob("referee.db.replaced-*"):
                assert rows_in(kept) == before
        assert before in met
        assert after in met
        again = run_until("--db", place.database, *words, folder=tmp_path)
        assert again.status == 0, again.said
        assert rows_in(place.database) == after
        assert not rooms_in(tmp_path)


@pytest.mark.parametrize("schema", EARLIER)
def test_an_upgrade_that_is_killed_leaves_the_earlier_schema_or_todays(kind, schema, tmp_path):
    with copies(kind, tmp_path, schema) as place:
        before = rows_in(place.database)
        assert before[0] == schema
        whole = run_until("--db", place.database, "upgrade", folder=tmp_path)
        assert whole.status == 0, whole.said
        after = rows_in(place.database)
        assert after[0] == SCHEMA
        assert {name: len(rows) for name, rows in after[1].items() if rows} == {
            name: len(rows) for name, rows in before[1].items() if rows
        }
        met = []
        for at in places_to_die(whole):
            place.put_back()
            died = run_until("--db", place.database, "upgrade", folder=tmp_path, die_at=at)
            assert died.status == SIGKILLED, died.said
            met.append(rows_in(place.database))
            assert met[-1] in (before, after)
            for kept in tmp_path.glob("referee.db.schema-*"):
                assert rows_in(kept) == before
                kept.unlink()
        assert before in met
        assert after in met
        place.put_back()
        run_until("--db", place.database, "upgrade", folder=tmp_path, die_at=len(whole.steps) * 3 // 4)
        again = run_until("--db", place.database, "upgrade", folder=tmp_path)
        assert again.status == 0, again.said
        assert rows_in(place.database) == after
        assert run_until("--db", place.database, "verify", "--all", "--audit", folder=tmp_path).status == 0
