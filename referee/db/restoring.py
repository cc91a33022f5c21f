"""Putting a finished database in the place of another one: all of it or nothing, and the old one stays beside it.

Whoever is killed here leaves the old database where it was, or the new one; perhaps a copy of the old one as well.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO
from urllib.parse import quote

from sqlalchemy import Connection, text

from referee.db import checks, engines, guards
from referee.db.beside import free_beside, room_beside
from referee.db.copying import copy_rows, is_empty
from referee.db.failures import LockedError, StoreError, explained, is_locked, message_of
from referee.db.making import BESIDE, put_new_file
from referee.db.snapshot import sync

_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_PRIMARY = 0xFF
_HEADER = 100
"""Bytes with which a file of SQLite begins: without them it is none."""


def put_in_place(new: Path, target: str, at: str, *, replace: bool) -> str | None:
    """Put the closed store `new`, of today's schema, at `target`, a path or a URL; where the old one is kept, if any.

    What is empty is no old one. `at` is the moment that the kept one is called by.

    Raises StoreError, nothing having been changed, where a database with anything in it is there and `replace` is
    false, or where somebody is at work on it, or where it is another program's.
    """
    place = engines.place_of(target)
    mark = at.replace("-", "").replace(":", "")
    if place.file is None:
        return _into_server(new, place, mark, replace=replace)
    try:
        return _into_file(new, place.file, mark, replace=replace)
    except OSError as problem:
        raise StoreError(
            f"{place.file} cannot be written: {problem.strerror}. Nothing was changed."
        ) from problem


# --- files --------------------------------------------------------------------------------------------------


def _into_file(new: Path, file: Path, mark: str, *, replace: bool) -> str | None:
    _keep_journal(new)
    if put_new_file(new, file):
        sync(file)
        return None
    if not file.is_file():
        raise StoreError(f"{file} is there already and is no file. Name another one with --db.")
    is_whole = _may_be_replaced(file, replace=replace)
    # Opened before it is locked, and closed after: closing it gives up the locks that this process has on it.
    with file.open("r+b", buffering=0) as raw, _nobody_else(file) if is_whole else _as_it_is() as old:
        kept = _keep_aside(old, file, mark)
        for suffix in BESIDE[1:]:  # all that was in them is in the file, if that can be read at all
            Path(f"{file}{suffix}").unlink(missing_ok=True)
        shutil.copymode(file, new)
        new.replace(file)
        sync(file)
        if old is not None:
            _make_useless(raw)
    return str(kept)


def _may_be_replaced(file: Path, *, replace: bool) -> bool:
    """Whether what is there can be read as a database; StoreError where it is to stay."""
    engine = engines.engine_for_file(file)
    try:
        with explained(str(file)), engine.connect() as connection, connection.begin():
            _check_old(connection, str(file), replace=replace)
    except (StoreError, UnicodeDecodeError) as problem:
        cause = getattr(getattr(problem.__cause__, "orig", None), "sqlite_errorcode", 0) or 0
        if not isinstance(problem, UnicodeDecodeError) and cause & _PRIMARY not in _DAMAGED:
            raise
        if not replace:
            raise StoreError(
                f"{file} is there, and cannot be read as a database. With --replace the backup comes in its place, "
                "and it is kept beside it."
            ) from problem
        return False
    finally:
        engine.dispose()
    return True


def _check_old(connection: Connection, shown: str, *, replace: bool) -> set[str]:
    """The tables that are there; StoreError where they are to stay."""
    there = checks.tables_in(connection)
    if there and not {*guards.TABLES, "alembic_version"} <= there:
        raise StoreError(
            f"{shown} is another program's database. It was left alone; name the referee's own with --db."
        )
    if there and not replace and not is_empty(connection):
        raise StoreError(
            f"{shown} is there already, and not empty. Name another with --db, or put the backup in its place with "
            "--replace: it is kept beside it, under another name."
        )
    return there


@contextmanager
def _nobody_else(file: Path) -> Iterator[sqlite3.Connection | None]:
    """The only connection to a database; StoreError where others are at work on it and do not end in time."""
    try:
        with closing(
            sqlite3.connect(
                f"file:{quote(str(file))}?mode=rw", uri=True, timeout=engines.PATIENCE, isolation_level=None
            )
        ) as old:
            # The lock outlives its transaction, in which nothing could be copied. It is refused as long as anybody
            # else has the database open. Who is killed with it leaves the database in the mode that it had.
            old.execute("PRAGMA locking_mode = EXCLUSIVE").fetchone()
            old.execute("BEGIN EXCLUSIVE")
            old.execute("COMMIT")
            (mode,) = old.execute("PRAGMA journal_mode").fetchone()
            if mode != "wal":
                # Nothing of its own may lie beside its successor, and be taken for that one's.
                old.execute("PRAGMA journal_mode = MEMORY").fetchone()
            _empty_journal(old)
            yield old
    except sqlite3.Error as problem:
        if is_locked(problem):
            raise LockedError(
                f"{file} is in use by another program. Stop `referee serve` and `referee work` first, and whatever "
                "else has it open. Nothing was changed."
            ) from problem
        raise StoreError(message_of(str(file), problem)) from problem


@contextmanager
def _as_it_is() -> Iterator[None]:
    """What cannot be read cannot be locked."""
    yield None


def _keep_aside(old: sqlite3.Connection | None, file: Path, mark: str) -> Path:
    """A copy of the old database beside it, under a name that is free."""
    with room_beside(file) as room:
        copies = room / file.name
        if old is not None:
            copies.touch(mode=0o600)
            with closing(sqlite3.connect(copies)) as copy:
                _copied(old, copy)
        else:
            for suffix in BESIDE:
                part = Path(f"{file}{suffix}")
                if part.exists():
                    shutil.copy2(part, room / f"{file.name}{suffix}")
        kept = free_beside(file, f"replaced-{mark}")
        for suffix in reversed(BESIDE):
            part = room / f"{file.name}{suffix}"
            if part.exists():
                part.replace(Path(f"{kept}{suffix}"))
        sync(kept)
    return kept


def _copied(old: sqlite3.Connection, copy: sqlite3.Connection) -> None:
    old.backup(copy)
    copy.execute("PRAGMA journal_mode = DELETE").fetchone()


def _make_useless(old: IO[bytes]) -> None:
    """Whoever waits to write into the database that was replaced would write for nobody: let him be refused.

    Its header is overwritten in its place, which needs no room: nothing may be refused after the replacing.
    """
    with suppress(OSError):
        os.pwrite(old.fileno(), bytes(_HEADER), 0)


def _empty_journal(old: sqlite3.Connection) -> None:
    """Have all that was committed in the file itself, where others find it who have not that log."""
    old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _keep_journal(new: Path) -> None:
    """A write-ahead log, as every database of ours has that is worked with: readers never wait for a writer."""
    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
    sync(new)


# --- a server -----------------------------------------------------------------------------------------------


def _into_server(new: Path, place: engines.Place, mark: str, *, replace: bool) -> str | None:
    from referee.db.migrate import migrate  # noqa: PLC0415  # alembic costs 0.4 s that a file does not need

    source_engine, engine = engines.engine_for_file(new), engines.engine_for_url(place.url)
    kept = None
    try:
        with (
            explained(place.shown),
            engines.writing(engine).connect() as target,
            target.begin(),
            source_engine.connect() as source,
            source.begin(),
        ):
            there = _check_old(target, place.shown, replace=replace)
            if there and not is_empty(target):
                kept = _move_aside(target, there, f"referee_replaced_{mark.lower()}")
            migrate(target)
            copy_rows(source, target)
    except UnicodeError as problem:
        raise StoreError(
            f"{place.shown} takes no text that is not UTF-8, and there is some in it. Nothing was changed."
        ) from problem
    finally:
        source_engine.dispose()
        engine.dispose()
    return None if kept is None else f"schema {kept} of {place.shown}"


def _move_aside(target: Connection, there: set[str], schema: str) -> str:
    """Move the tables, and what guards them, into a schema of their own: its name, which begins as `schema`."""
    taken = text("SELECT nspname FROM pg_namespace WHERE nspname LIKE :like")
    names = set(target.execute(taken, {"like": f"{schema}%"}).scalars())
    numbered = (f"{schema}_{number}" for number in range(2, len(names) + 3))
    schema = next(one for one in (schema, *numbered) if one not in names)
    target.execute(text(f"CREATE SCHEMA {schema}"))
    for name in sorted(there):
        target.execute(text(f"ALTER TABLE {name} SET SCHEMA {schema}"))
    for name in guards.functions():
        target.execute(text(f"ALTER FUNCTION {name} SET SCHEMA {schema}"))
    return schema
