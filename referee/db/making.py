"""Making a database: all of it or nothing, whatever goes wrong and whoever else makes it at the same time."""

import os
import tempfile
from pathlib import Path

from sqlalchemy import Connection, Engine

from referee.db import engines
from referee.db.checks import tables_in
from referee.db.failures import StoreError, explained

_BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite's files are called, after the database's own name."""


def make_file(file: Path) -> None:
    """Make the database under another name and put it in its place when it is whole.

    If somebody else has put one there meanwhile, his stays. An empty file counts as none.
    """
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=".new", dir=file.parent)
    except OSError as problem:
        raise StoreError(
            f"The database {file} cannot be made: {problem.strerror}. Name a file in a folder that is there "
            "and may be written to."
        ) from problem
    os.close(descriptor)
    new = Path(name)
    try:
        engine = engines.engine_for_file(new, new=True)
        try:
            with explained(str(file)), engines.writing(engine).connect() as connection, connection.begin():
                _migrate(connection)
        finally:
            engine.dispose()
        _put_in_place(new, file)
    finally:
        _remove(new)


def make_in_server(engine: Engine, shown: str) -> None:
    """Make the tables in the current schema of a PostgreSQL database, if there are none of those names."""
    with explained(shown), engines.writing(engine).connect() as connection, connection.begin():
        if not tables_in(connection):
            _migrate(connection)


def replace_file(new: Path, old: Path) -> None:
    """Put the closed database `new` in the place of `old`, whose write-ahead log must not outlive it."""
    for suffix in _BESIDE[1:]:
        Path(f"{old}{suffix}").unlink(missing_ok=True)
    new.replace(old)


def _put_in_place(new: Path, file: Path) -> None:
    umask = os.umask(0)
    os.umask(umask)
    new.chmod(0o666 & ~umask)  # temporary files are their owner's alone, a club's database need not be
    if file.exists():
        if file.stat().st_size == 0:
            new.replace(file)
        return
    try:
        os.link(new, file)
    except FileExistsError:
        return
    except OSError:  # a file system without links: the same, but for a moment in which two could make one
        new.replace(file)


def _remove(file: Path) -> None:
    for suffix in _BESIDE:
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def _migrate(connection: Connection) -> None:
    from referee.db.migrate import migrate  # noqa: PLC0415  # alembic costs 0.4 s that only a new database pays

    migrate(connection)
