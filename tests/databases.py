"""Where tests keep databases: a PostgreSQL server that runs, or one of our own, and schemas of one test's alone.

Which server: that of REFEREE_TEST_POSTGRES; else one on 127.0.0.1:5432; else one is started from Debian's packages,
in a folder of its own, and ended with the process. Without any of these the tests are skipped, and say so; with
REFEREE_TEST_REQUIRE_POSTGRES=1 they fail.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.engine import make_url
from sqlmodel import SQLModel, select

from referee.db.store import open_store

ORDINARY = "postgresql://postgres@127.0.0.1:5432/postgres"
REQUIRED = os.environ.get("REFEREE_TEST_REQUIRE_POSTGRES") == "1"
ON_POSTGRES = os.environ.get("REFEREE_TEST_DATABASE") == "postgresql"
"""Whether the tests of services and commands keep their databases in a server, instead of in files: in one of their
own, which is thrown away as a whole."""


class Server:
    """A PostgreSQL server of our own: started by `start`, which can be said again after `stop`."""

    def __init__(self, programs: Path) -> None:
        """`programs` is where initdb and postgres lie."""
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="referee-postgres-"))
        # PostgreSQL does not run as root.
        self._as = {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid} if os.geteuid() == 0 else {}
        if self._as:
            self.folder.chmod(0o755)
            shutil.chown(self.folder, self._as["user"])
        self._running: subprocess.Popen[bytes] | None = None
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            self.port = place.getsockname()[1]
        self._run("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync", "-D", self._data)

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        """Be there, and answer."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run(
            "pg_ctl", "start", "-w", "-s", "-D", self._data, "-l", str(self.folder / "log"), "-o", options
        )

    def stop(self) -> None:
        """End at once, as if the power had failed."""
        self._run("pg_ctl", "stop", "-m", "immediate", "-w", "-s", "-D", self._data, check=False)

    def remove(self) -> None:
        """End, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: str, check: bool = True) -> None:
        subprocess.run(
            [str(self._programs / program), *words],
            check=check,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60,
            **self._as,
        )


def our_own_server() -> Server:
    """A server of our own, not running yet; skips (or fails, where it must not) where none is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda file: int(file.parts[-3]))
    if not found:
        missing("no PostgreSQL is installed in /usr/lib/postgresql")
    return Server(found[-1].parent)


def missing(reason: str) -> None:
    """Skip the test, or fail it where nothing may be missing."""
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


@cache
def server() -> str:
    """The URL of the server that all tests of this process use."""
    named = os.environ.get("REFEREE_TEST_POSTGRES")
    if named:
        return named
    try:
        socket.create_connection(("127.0.0.1", 5432), timeout=3).close()
    except OSError:
        return started().url
    return ORDINARY


def started() -> Server:
    """A server of our own that runs until the process ends."""
    own = our_own_server()
    atexit.register(own.remove)
    own.start()
    return own


def connect_postgres(**options):
    """A connection of the server's administrator; skips (or fails, where it must not) without a server."""
    psycopg = pytest.importorskip("psycopg")
    try:
        return psycopg.connect(server(), autocommit=True, connect_timeout=3, **options)
    except psycopg.OperationalError as problem:
        missing(f"no PostgreSQL server answers at {server()}: {str(problem).splitlines()[0]}")


@contextmanager
def postgres_schema() -> Iterator[str]:
    """The URL of a schema that is this test's alone."""
    name = f"referee_test_{uuid.uuid4().hex}"
    with connect_postgres() as connection:
        connection.execute(f"CREATE SCHEMA {name}")
        try:
            joint = "&" if "?" in server() else "?"
            yield f"{server()}{joint}options=-csearch_path%3D{name}"
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
                missing(
                    f"the user of {make_url(server())!r} may not make databases (ALTER USER ... CREATEDB)"
                )
            made.append(name)
            return make_url(server()).set(database=name).render_as_string(hide_password=False)

        try:
            yield make
        finally:
            for name in made:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def new_database(folder: Path) -> str:
    """Where a test keeps its database, which is not made yet: in its folder, or in a schema of its own."""
    if not ON_POSTGRES:
        return str(folder / "referee.db")
    name = f"referee_test_{uuid.uuid4().hex}"
    _scratch()[1].execute(f"CREATE SCHEMA {name}")
    return f"{_scratch()[0]}?options=-csearch_path%3D{name}"


def empty_database(folder: Path) -> str:
    """The same, made and without games: as a copy, since that takes longer to make than all that is done with it."""
    database = new_database(folder)
    if ON_POSTGRES:
        copy_tables(database)
    else:
        Path(database).write_bytes(_empty_file())
    return database


def rows_in(database: str) -> list[tuple[str, list[str], tuple[object, ...]]]:
    """Every row of a database, with its table and the names of its columns; none where there are no tables."""
    with closing(_connected(database)) as connection:
        there = {name for (name,) in connection.execute(_TABLES["://" in database]).fetchall()}
        return [
            (name, [column[0] for column in cursor.description], row)
            for name, statement in _ROWS.items()
            if name in there
            for cursor in [connection.execute(statement)]
            for row in cursor.fetchall()
        ]


def all_of(database: str) -> bytes:
    """All that is kept in a database, somehow: the bytes of its file, or the rows in its tables."""
    return repr(rows_in(database)).encode() if "://" in database else Path(database).read_bytes()


_TABLES = {
    False: "SELECT name FROM sqlite_master",
    True: "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
}
_ROWS = {
    table.name: str(select(table.columns).order_by(*table.primary_key.columns))
    for table in SQLModel.metadata.sorted_tables
}


def _connected(database: str):
    if "://" not in database:
        return sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    import psycopg

    return psycopg.connect(database)


@cache
def _scratch():
    """The URL of a server of our own, and a connection to it."""
    import psycopg

    own = started()
    return own.url, psycopg.connect(own.url, autocommit=True)


def copy_tables(url: str) -> None:
    """Make in an empty schema what the referee makes there, at once."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(_making())


@cache
def _empty_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "referee.db"
        open_store(file, create=True).close()
        return file.read_bytes()


@cache
def _making() -> bytes:
    """All statements with which the referee makes its tables and guards, as one."""
    import psycopg

    said: list[str] = []

    def hear(_connection, cursor, statement, parameters, *_):
        if not statement.lstrip().upper().startswith(("SELECT", "SET")):
            said.append(psycopg.ClientCursor(cursor.connection).mogrify(statement, parameters))

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        open_store(new_database(Path()), create=True).close()
    finally:
        event.remove(Engine, "before_cursor_execute", hear)
    return ";\n".join(["BEGIN", *said, "COMMIT"]).encode()
