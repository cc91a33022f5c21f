"""Connections to SQLite and PostgreSQL, each with its own way to begin reading and writing."""

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from referee.db.failures import StoreError

PATIENCE = 5.0
"""Seconds to wait for another writer before giving up."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a database is: a file, or a URL of PostgreSQL."""

    file: Path | None
    url: str

    @property
    def shown(self) -> str:
        """For messages: without a password."""
        return str(self.file) if self.file else make_url(self.url).render_as_string(hide_password=True)


def place_of(target: str | Path) -> Place:
    """Read a path or a database URL; StoreError for what is neither."""
    if isinstance(target, Path) or "://" not in target:
        return Place(_file_at(Path(target)), "")
    try:
        url = make_url(target)
    except (ArgumentError, ValueError) as problem:
        raise StoreError(
            f"'{target}' is not a database URL. Write postgresql://USER@HOST/NAME, or the path of a file."
        ) from problem
    if url.get_backend_name() == "sqlite":
        if not url.database or url.database == ":memory:" or url.query:
            raise StoreError(f"'{target}' names no file. Write the path of the database file.")
        return Place(_file_at(Path(url.database)), "")
    if url.get_backend_name() in {"postgresql", "postgres"}:
        plain = url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
        return Place(None, plain)
    raise StoreError(
        f"The referee keeps its games in SQLite or PostgreSQL, not in {url.get_backend_name()}. "
        "Name a file or a postgresql:// URL."
    )


def is_with_password(target: str) -> bool:
    """Whether a path or a URL that `place_of` reads has a password in it."""
    return "://" in target and make_url(target).password is not None


def _file_at(path: Path) -> Path:
    """The file itself where `path` is a link to it: what is replaced, and what SQLite puts beside it, is there."""
    try:
        file = path.expanduser().absolute()
        found = file.resolve()
        dangling = file.is_symlink() and not found.exists()
    except OSError as problem:
        raise StoreError(f"{path} cannot be opened: {problem.strerror}. Name another file.") from problem
    except (RuntimeError, ValueError) as problem:  # a loop of links, `~nobody`, a zero byte
        raise StoreError(
            f"{str(path)!r} is no path of a database: {problem}. Name another file."
        ) from problem
    if dangling:
        raise StoreError(f"{file} is a link to {found}, and nothing is there. Mend or remove the link.")
    return found


def engine_for_file(file: Path, *, new: bool = False) -> Engine:
    """An engine for a SQLite file that is there, or (`new`) that may be made."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"file:{quote(os.fsencode(file))}?{_mode(file, new=new)}",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,  # we begin ourselves: the driver would begin too late and never IMMEDIATE
            check_same_thread=False,
        )
        # A byte that is no UTF-8 shall be found by verify, not stop it; links hashes it back as it was.
        connection.text_factory = lambda stored: stored.decode("utf-8", "surrogateescape")
        if new:
            connection.execute(
                "PRAGMA journal_mode = WAL"
            )  # stays with the file: readers never wait for a writer
        connection.execute("PRAGMA foreign_keys = ON")
        # What is deleted, a person's name for instance, must not stay readable in the place that it leaves.
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute(
            "PRAGMA synchronous = FULL"
        )  # reports go out after the commit: it must have happened
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool)
    event.listen(engine, "begin", _begin)
    return engine


def may_write(file: Path) -> bool:
    """Whether SQLite can write to `file`: it makes further files beside it."""
    return os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)


def engine_for_url(url: str) -> Engine:
    """An engine for a PostgreSQL database; StoreError if the driver is not installed."""
    try:
        engine = create_engine(url, connect_args={"connect_timeout": int(PATIENCE)})
    except ModuleNotFoundError as problem:
        raise StoreError(
            "PostgreSQL needs its driver: pip install 'acquire-referee[postgres]'. Or name a file instead."
        ) from problem
    event.listen(engine, "begin", _begin)
    return engine


def writing(engine: Engine) -> Engine:
    """`engine`, its transactions begun for writing: one writer at a time, from its first statement on."""
    return engine.execution_options(referee_writes=True)


def writing_one_game(engine: Engine) -> Engine:
    """`engine`, its transactions begun for writing to one game: on PostgreSQL beside others that do the same.

    Who writes as `writing` says is alone all the same: he waits for all of these, and they wait for him.
    """
    return engine.execution_options(referee_writes=True, referee_shares=True)


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    writes = options.get("referee_writes", False)
    if connection.dialect.name == "sqlite":
        # Read first and write later in a deferred transaction is "locked" at once, whatever the time-out.
        connection.exec_driver_sql(f"PRAGMA query_only = {'OFF' if writes else 'ON'}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
    elif writes:
        # Where the server is set to a stricter level, one would see what was there before one's turn had come.
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL READ COMMITTED"))
        connection.execute(text(f"SET LOCAL lock_timeout = '{int(PATIENCE)}s'"))
        # An advisory lock needs no right to UPDATE, so the referee's own user need not have it.
        lock = "pg_advisory_xact_lock_shared" if options.get("referee_shares") else "pg_advisory_xact_lock"
        connection.execute(text(f"SELECT {lock}(hashtext('referee'), hashtext(current_schema()))"))
    else:
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))


def _mode(file: Path, *, new: bool) -> str:
    if new:
        return "mode=rwc"
    if may_write(file):
        return "mode=rw"
    # SQLite would want to make the files of the write-ahead log; it need not if nobody can be writing. What
    # lies in such a log already must be read, though, and can be with the files that are there.
    log = file.with_name(file.name + "-wal")
    return "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
