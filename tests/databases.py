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
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

ORDINARY = "postgresql://postgres@127.0.0.1:5432/postgres"
REQUIRED = os.environ.get("REFEREE_TEST_REQUIRE_POSTGRES") == "1"


class Server:
    """A PostgreSQL server of our own: started by `start`, which can be said again after `stop`."""

    def __init__(self, programs: Path) -> None:
        """`programs` is where initdb and postgres lie."""
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="referee-postgres-"))
        # PostgreSQL does not run as root.
        self._as = {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid} if os.geteuid() == 0 else {}
        if self._as:
            self._folder.chmod(0o755)
            shutil.chown(self._folder, self._as["user"])
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
        return str(self._folder / "data")

    def start(self) -> None:
        """Be there, and answer."""
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run(
            "pg_ctl", "start", "-w", "-s", "-D", self._data, "-l", str(self._folder / "log"), "-o", options
        )

    def stop(self) -> None:
        """End at once, as if the power had failed."""
        self._run("pg_ctl", "stop", "-m", "immediate", "-w", "-s", "-D", self._data, check=False)

    def remove(self) -> None:
        """End, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, program: str, *words: str, check: bool = True) -> None:
        subprocess.run(
            [str(self._programs / program), *words],
            check=check,
            cwd=self._folder,
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
        own = our_own_server()
        atexit.register(own.remove)
        own.start()
        return own.url
    return ORDINARY


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
