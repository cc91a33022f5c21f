"""One state of a whole database as a SQLite file of the same schema, taken while others write."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from referee.db import checks, engines, making
from referee.db.copying import copy_rows
from referee.db.failures import StoreError, damaged, explained, message_of

_OF_THE_SOURCE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""What is wrong with what is read; all else is with what is written."""
_PRIMARY = 0xFF


def snapshot(target: str | Path, file: Path) -> str:
    """Copy the database at `target` into the new `file`; its schema, which may be an earlier one.

    The copy is one file without a write-ahead log, checked page by page. Nobody has to wait: SQLite copies the pages
    of one state, and PostgreSQL shows one. The guards are copied as they are, and not looked at.

    Raises StoreError where it is no store of ours, or cannot be read, or the copy cannot be written.
    """
    place = engines.place_of(target)
    schema = _from_server(place, file) if place.file is None else _from_file(place.file, file)
    _make_single(file, place.shown)
    return schema


def _from_file(source: Path, file: Path) -> str:
    checks.look_at(source)
    engine = engines.engine_for_file(source)
    try:
        with explained(str(source)), engine.connect() as connection, connection.begin():
            schema = checks.schema_of(connection, str(source))
            _copy_pages(connection, str(source), file)
            return schema
    except UnicodeDecodeError as problem:  # SQLite's complaint of a schema, quoting what is no text
        raise damaged(str(source)) from problem
    finally:
        engine.dispose()


def _copy_pages(connection: Connection, shown: str, file: Path) -> None:
    """Copy the state that the transaction of `connection` sees."""
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        raise TypeError("another driver than Python's own")
    try:
        with closing(sqlite3.connect(file)) as copy:
            driver.backup(copy)
    except sqlite3.Error as problem:
        raise _told(problem, shown, file) from problem


def _told(problem: sqlite3.Error, shown: str, file: Path) -> StoreError:
    """What went wrong with a copy: what is damaged is what was read, all else is about what is written."""
    is_source = (getattr(problem, "sqlite_errorcode", 0) or 0) & _PRIMARY in _OF_THE_SOURCE
    return damaged(shown) if is_source else StoreError(message_of(str(file), problem))


def _from_server(place: engines.Place, file: Path) -> str:
    from referee.db.migrate import migrate  # noqa: PLC0415  # alembic costs 0.4 s that a file does not need

    server = engines.engine_for_url(place.url)
    new = engines.engine_for_file(file, new=True)
    try:
        with explained(place.shown), server.connect() as source, source.begin():
            schema = checks.schema_of(source, place.shown)
            with _of_the_copy(file), engines.writing(new).connect() as copy, copy.begin():
                migrate(copy, schema)
                copy_rows(source, copy)
            return schema
    finally:
        new.dispose()
        server.dispose()


@contextmanager
def _of_the_copy(file: Path) -> Iterator[None]:
    """Explain what SQLite complains of: it is about the copy. What the server complains of is left as it is."""
    try:
        yield
    except DBAPIError as problem:
        if not isinstance(problem.orig, sqlite3.Error):
            raise
        with explained(str(file)):
            raise


def _make_single(file: Path, shown: str) -> None:
    """Leave nothing beside the copy of the database `shown`, look at each of its pages, and have it on the disk."""
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as copy:
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()
            found = [row[0] for row in copy.execute("PRAGMA integrity_check(3)")]
    except sqlite3.Error as problem:
        raise _told(problem, shown, file) from problem
    if found != ["ok"]:
        raise damaged(shown)
    sync(file)


def sync(file: Path) -> None:
    """Have a file, and its name in its folder, on the disk."""
    for place in (file, file.parent):
        descriptor = os.open(place, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def is_store(file: Path) -> bool:
    """Whether a file is a database of ours, of a schema that this referee knows; its guards are not looked at."""
    engine = engines.engine_for_file(file)
    try:
        checks.look_at(file)
        with explained(str(file)), engine.connect() as connection, connection.begin():
            checks.schema_of(connection, str(file))
            connection.execute(text("SELECT count(*) FROM games")).scalar_one()
    except (StoreError, UnicodeDecodeError):
        return False
    finally:
        engine.dispose()
    return True


def put_copy(new: Path, file: Path, *, replace: bool) -> bool:
    """Put a finished copy in its place; False where a file is there and is not to be replaced."""
    if replace and file.exists():
        new.replace(file)
    elif not making.put_new_file(new, file):
        return False
    sync(file)
    return True
