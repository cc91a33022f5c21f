"""The program in processes that are forked from a warm one, and that die at the n-th statement of SQL, or count them.

What is counted is what the program hands to the driver of the database: every statement (an INSERT of many rows is
one), every COMMIT, and every ROLLBACK; last of all comes the end: the command is done, and the process still there.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import traceback
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NoReturn

import referee

NOW = "2026-11-28T10:00:00Z"
THE_END = "the end"
WARMING_UP = (
    ("new", "pier", "--players", "alice,bob,carol"),
    ("resolve", "pier", "--missing"),
    ("report", "pier", "--for", "alice"),
    ("status",),
)
PATIENCE = 60
"""Seconds after which a command that does not end is killed."""


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


@dataclass(frozen=True)
class Typed:
    """What is typed, in which folder, and what then happens: `die_at` counts statements from 1, 0 is never."""

    words: tuple[str, ...]
    folder: str
    given: str = ""
    die_at: int = 0
    largest_file: int | None = None
    """The size past which no file may grow, as if the disk were full."""
    answers: str = ""
    """The folder into which is written what it said and did."""


class Warm:
    """A process that has loaded the program, and forks a process of its own for each command that is typed."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def types(self, *words: object, folder: Path, **how: object) -> Run:
        """Run `referee WORDS` until it ends or dies; `how` is as in `Typed`."""
        answers = Path(how.pop("answers", None) or folder) / "answers"
        answers.mkdir(exist_ok=True)
        typed = Typed(tuple(map(str, words)), str(folder), answers=str(answers), **how)
        (answers / "steps").unlink(missing_ok=True)
        print(json.dumps(asdict(typed)), file=self._server.stdin, flush=True)
        status = int(self._server.stdout.readline())
        steps = answers / "steps"
        told = json.loads(steps.read_text()) if steps.exists() else []
        return Run(status, (answers / "said").read_text(), [tuple(one) for one in told])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.stdin.close()
        self._server.wait(60)
        self._server.stdout.close()


def serve() -> None:
    """Be the warm process: a line of JSON comes for each command, the exit status goes back."""
    import typer

    for one in pkgutil.walk_packages(referee.__path__, "referee."):
        if not one.name.endswith((".env", "__main__")):
            importlib.import_module(one.name)
    from referee.cli import main

    command = typer.main.get_command(main.app)
    typer.main.get_command = lambda _: command
    with (
        tempfile.TemporaryDirectory() as folder,
        Path(os.devnull).open("w") as nowhere,
        redirect_stdout(nowhere),
    ):
        for words in WARMING_UP:
            main.app(["--db", f"{folder}/referee.db", *words], standalone_mode=False)
    gc.freeze()
    for line in sys.stdin:
        typed = json.loads(line)
        child = os.fork()
        if not child:
            _fork(Typed(**typed | {"words": tuple(typed["words"])}))
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def _fork(typed: Typed) -> NoReturn:
    try:
        signal.alarm(PATIENCE)
        _run(typed, typed.answers)
    except SystemExit as leaving:
        os._exit(leaving.code or 0)
    except BaseException:  # noqa: BLE001  # the fork must end here, whatever it met
        traceback.print_exc()
        sys.stderr.flush()
    os._exit(99)


def _run(typed: Typed, answers: str) -> None:
    _become(typed, answers)
    from referee.cli import main
    from referee.clock import SystemClock

    SystemClock.now = lambda _: NOW
    counted: list[tuple[int, str]] = []

    def step(connection: object, statement: str) -> None:
        counted.append((id(connection), statement))
        if len(counted) == typed.die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    _listen_to_sqlite(step)
    _listen_to_postgresql(step)
    try:
        main.main()
    finally:
        sys.stdout.flush()
        step(None, THE_END)
        Path(answers, "steps").write_text(json.dumps(counted))


def _become(typed: Typed, answers: str) -> None:
    """Look to the program like a process of its own in its folder."""
    os.chdir(typed.folder)
    given = Path(answers, "given")
    given.write_text(typed.given)
    said = os.open(Path(answers, "said"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor, there in ((os.open(given, os.O_RDONLY), 0), (said, 1), (said, 2)):
        os.dup2(descriptor, there)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(one, how, closefd=False) for one, how in enumerate("rww"))
    for name in [one for one in os.environ if one.startswith("REFEREE_")]:
        del os.environ[name]
    sys.argv = ["referee", *typed.words]
    if typed.largest_file is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (typed.largest_file, resource.RLIM_INFINITY))


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


if __name__ == "__main__":
    serve()
