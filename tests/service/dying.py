"""The program in processes that die at the n-th statement of SQL, or count them.

What is counted is what the program hands to the driver of the database: every statement (an INSERT of many rows is
one), every COMMIT, and every ROLLBACK; last of all comes the end: the command is done, and the process still there.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from deaths import small_disk
from warm_program import types

NOW = "2026-11-28T10:00:00Z"
THE_END = "the end"


@dataclass(frozen=True)
class Run:
    """How a run ended: its exit status (-9: killed), what it said, and its statements, each with its connection."""

    status: int
    said: str
    steps: list[tuple[int, str]]

    def transactions(self) -> list[list[str]]:
        """The statements by transaction, the last of each being its COMMIT or ROLLBACK."""
        open_ones: dict[int, list[str]] = {}
        whole = []
        for connection, statement in self.steps:
            open_ones.setdefault(connection, []).append(statement)
            if statement in {"COMMIT", "ROLLBACK"}:
                whole.append(open_ones.pop(connection))
        return whole


def run_until(
    *words: object, folder: Path, given: str = "", die_at: int = 0, largest_file: int | None = None
) -> Run:
    """Run `referee WORDS` until it ends or dies.

    `die_at` counts statements from 1, 0 is never; `largest_file` is the size past which no file may grow, as if the
    disk were full.
    """
    environ = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    with tempfile.NamedTemporaryFile() as steps:
        done = types(
            *words,
            folder=folder,
            environ=environ,
            given=given.encode(),
            together=True,
            by="dying:counts",
            args=(steps.name, die_at, largest_file),
        )
        told = json.loads(steps.read() or b"[]")
    return Run(done.returncode, done.stdout.decode(), [tuple(one) for one in told])


def counts(main, told: str, die_at: int, largest_file: int | None) -> None:
    """Run the program, and tell its statements in the file `told`."""
    from referee.clock import SystemClock

    SystemClock.now = lambda _: NOW
    counted: list[tuple[int, str]] = []

    def step(connection: object, statement: str) -> None:
        counted.append((id(connection), statement))
        if len(counted) == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    _listen_to_sqlite(step)
    _listen_to_postgresql(step)
    if largest_file is not None:
        small_disk(largest_file)
    try:
        main()
    finally:
        sys.stdout.flush()
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        step(None, THE_END)
        Path(told).write_text(json.dumps(counted))


def _listen_to_sqlite(step) -> None:
    class Cursor(sqlite3.Cursor):
        def execute(self, statement, *rest):
            step(self.connection, statement)
            return super().execute(statement, *rest)

        def executemany(self, statement, *rest):
            step(self.connection, statement)
            return super().executemany(statement, *rest)

    class Connection(sqlite3.Connection):
        def cursor(self, factory=Cursor):
            return super().cursor(factory)

        def execute(self, statement, *rest):
            return self.cursor().execute(statement, *rest)

        def executemany(self, statement, *rest):
            return self.cursor().executemany(statement, *rest)

        def commit(self):
            step(self, "COMMIT")
            super().commit()

        def rollback(self):
            step(self, "ROLLBACK")
            super().rollback()

    real = sqlite3.connect

    def connect(*words, **named):
        return real(*words, **named, factory=Connection)

    sqlite3.connect = connect


def _listen_to_postgresql(step) -> None:
    try:
        import psycopg
    except ImportError:
        return

    def listened(owner, name, told):
        real = getattr(owner, name)

        def one(self, *rest, **named):
            step(getattr(self, "connection", self), told or str(rest[0]))
            return real(self, *rest, **named)

        setattr(owner, name, one)

    listened(psycopg.Cursor, "execute", "")
    listened(psycopg.Cursor, "executemany", "")
    listened(psycopg.Connection, "commit", "COMMIT")
    listened(psycopg.Connection, "rollback", "ROLLBACK")
