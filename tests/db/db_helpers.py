"""What the tests of the store share: drafts, an attacker's connection, and databases of their own."""

import os
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy.engine import make_url

from referee.db.codec import Draft
from referee.db.links import Row

AT = "2026-12-04T18:00:00Z"
GAME_ID = "00" * 32
SERVER = os.environ.get("REFEREE_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")
REQUIRED = os.environ.get("REFEREE_TEST_REQUIRE_POSTGRES") == "1"


def draft(tile, *, visibility="public", kind="tile_placed", seat="alice", at=AT, **data):
    """A record that differs from every other by its tile."""
    return Draft(kind, 1, visibility, at, 1, 2, seat, {"tile": tile, **data})


def drafts(count, start=1):
    """So many records, every third seen by alice alone, every fifth by nobody."""
    seen = {0: ("alice#1",), 1: "public", 2: "public"}
    return [
        draft(f"{n}A", visibility="referee" if n % 5 == 0 else seen[n % 3], chain="Tower")
        for n in range(start, start + count)
    ]


@contextmanager
def attacker(file):
    """Somebody with the file and a SQLite of his own, who takes the guards down first."""
    with raw(file) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        yield connection


@contextmanager
def raw(file):
    """The database without the referee: what is refused here, the database refuses."""
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def rows_of(file):
    """The rows of the only game, and its id."""
    with raw(file) as connection:
        rows = connection.execute("SELECT seq, text, salt, hash FROM events ORDER BY seq").fetchall()
        (game_id,) = connection.execute("SELECT id FROM games").fetchone()
    return game_id, [Row(*row) for row in rows]


@contextmanager
def nobody():
    """For a while, be somebody who may not write: root may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.setresgid(65534, 65534, 0)
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)


def connect_postgres(**options):
    """A connection of the server's administrator; skips (or fails, where it must not) without a server."""
    psycopg = pytest.importorskip("psycopg")
    try:
        return psycopg.connect(SERVER, autocommit=True, connect_timeout=3, **options)
    except psycopg.OperationalError as problem:
        reason = f"no PostgreSQL server answers at {SERVER}: {str(problem).splitlines()[0]}"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)


@contextmanager
def postgres_schema() -> Iterator[str]:
    """The URL of a schema that is this test's alone."""
    name = f"referee_test_{uuid.uuid4().hex}"
    with connect_postgres() as connection:
        connection.execute(f"CREATE SCHEMA {name}")
        try:
            joint = "&" if "?" in SERVER else "?"
            yield f"{SERVER}{joint}options=-csearch_path%3D{name}"
        finally:
            connection.execute(f"DROP SCHEMA {name} CASCADE")


@contextmanager
def postgres_databases() -> Iterator[Callable[[str | None], str]]:
    """What makes databases of this test's own, empty or each a copy of the one whose URL is told."""
    psycopg = pytest.importorskip("psycopg")
    made = []
    with connect_postgres() as connection:

        def make(of: str | None = None) -> str:
            name = f"referee_test_{uuid.uuid4().hex}"
            likeness = "" if of is None else f" TEMPLATE {make_url(of).database}"
            try:
                connection.execute(f"CREATE DATABASE {name}{likeness}")
            except psycopg.errors.InsufficientPrivilege:
                pytest.skip(
                    f"the user of {make_url(SERVER)!r} may not make databases (ALTER USER ... CREATEDB)"
                )
            made.append(name)
            return make_url(SERVER).set(database=name).render_as_string(hide_password=False)

        try:
            yield make
        finally:
            for name in made:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
