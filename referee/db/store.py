"""Opening a store: finding the database, making sure that it is one of ours and still guarded.

with open_store("referee.db") as store, store.read() as unit:
    records = unit.load("harbour")
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, Engine, text
from sqlmodel import Session

from referee.clock import Entropy, SystemEntropy
from referee.db import engines, guards
from referee.db.failures import StoreError, explained
from referee.db.tables import SCHEMA
from referee.db.unit import Unit


class Store:
    """An open database. Close it, or use it in a `with`: the last one to close tidies up SQLite's files."""

    def __init__(self, engine: Engine, where: str, entropy: Entropy, *, read_only: bool = False) -> None:
        """Take an engine whose database has been checked; `open_store` is the way to get one."""
        self.where = where
        """What messages call this database."""
        self.read_only = read_only
        self._reading = engine
        self._writing = engines.writing(engine)
        self._entropy = entropy

    @contextmanager
    def read(self) -> Iterator[Unit]:
        """Read from one state of the database, whatever others write meanwhile."""
        with explained(self.where), self._reading.connect() as connection, connection.begin():
            yield self._unit(connection)

    @contextmanager
    def write(self) -> Iterator[Unit]:
        """All or nothing: commits at the end, rolls back on any exception; one writer at a time.

        Raises StoreError if another writer does not finish in time, or nothing may be written here.
        """
        if self.read_only:
            raise StoreError(f"{self.where} may only be read. Allow writing to it and to its folder.")
        with explained(self.where), self._writing.connect() as connection, connection.begin():
            unit = self._unit(connection)
            yield unit
            unit.session.flush()

    def close(self) -> None:
        """Give the connections back."""
        self._reading.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _unit(self, connection: Connection) -> Unit:
        return Unit(Session(bind=connection), self._entropy)


def open_store(target: str | Path, *, create: bool = False, entropy: Entropy | None = None) -> Store:
    """Open the database at `target`, a path or a URL; with `create`, make it if it is not there.

    Making it is all or nothing too: whatever goes wrong, no half of a database stays behind. An ordinary
    opening reads the schema number and the guards, nothing else.

    Raises:
        StoreError: the database is missing, not one, another program's, of another schema, no longer
            guarded, locked or out of reach.
    """
    place = engines.place_of(target)
    if place.file is None:
        engine, read_only = engines.engine_for_url(place.url), False
        if create:
            _make_in_server(engine, place.shown)
    else:
        try:
            if create and _is_absent(place.file):
                _make_file(place.file)
            _look_at(place.file)
        except OSError as problem:
            raise StoreError(
                f"{place.file} cannot be opened: {problem.strerror}. Name another file."
            ) from problem
        engine, read_only = engines.engine_for_file(place.file), not engines.may_write(place.file)
    store = Store(engine, place.shown, entropy or SystemEntropy(), read_only=read_only)
    try:
        with explained(place.shown), engine.connect() as connection, connection.begin():
            _check(connection, place.shown)
    except BaseException:
        store.close()
        raise
    return store


def _is_absent(file: Path) -> bool:
    return not file.exists() or (file.is_file() and file.stat().st_size == 0)


def _look_at(file: Path) -> None:
    """Refuse what SQLite would have no clear word for."""
    if file.is_dir():
        raise StoreError(f"{file} is a folder. Name the database file in it, as in {file / 'referee.db'}.")
    if not file.exists():
        raise StoreError(
            f"There is no database {file}. Open a game first (referee new), or name another with --db."
        )
    if not file.is_file() or file.stat().st_size == 0:
        raise StoreError(f"{file} is not a database. Name the file that `referee new` made.")
    if not os.access(file, os.R_OK):
        raise StoreError(f"{file} may not be read. Ask its owner for permission.")


def _make_file(file: Path) -> None:
    """Make the database under another name and put it in its place when it is whole."""
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
        with explained(str(file)):
            engine = engines.engine_for_file(new, new=True)
            try:
                with engine.connect() as connection:
                    connection.exec_driver_sql("COMMIT")
                    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
                _make_schema(engine)
            finally:
                engine.dispose()
        _put_in_place(new, file)
    finally:
        for left in new.parent.glob(f"{new.name}*"):
            left.unlink()


def _put_in_place(new: Path, file: Path) -> None:
    umask = os.umask(0)
    os.umask(umask)
    new.chmod(0o666 & ~umask)
    if file.exists():
        new.replace(file)  # an empty file that somebody reserved
        return
    try:
        os.link(new, file)
    except FileExistsError:
        pass
    except OSError:
        new.replace(file)


def _make_in_server(engine: Engine, shown: str) -> None:
    with explained(shown), engines.writing(engine).connect() as connection, connection.begin():
        there = _tables(connection)
        if not there:
            _migrate(connection)


def _make_schema(engine: Engine) -> None:
    with engines.writing(engine).connect() as connection, connection.begin():
        _migrate(connection)


def _migrate(connection: Connection) -> None:
    from referee.db.migrate import migrate  # noqa: PLC0415  # alembic costs 0.4 s that only a new database pays

    migrate(connection)


def _check(connection: Connection, shown: str) -> None:
    there = _tables(connection)
    if not there:
        raise StoreError(f"{shown} holds no games. Open one first (referee new), or name another with --db.")
    if not {*guards.TABLES, "alembic_version"} <= there:
        raise StoreError(f"{shown} is another program's database. Name the referee's own with --db.")
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    if found != [SCHEMA]:
        raise StoreError(_other_schema(shown, ", ".join(found)))
    faults = guards.compare(connection)
    if faults:
        raise StoreError(
            f"{shown} is no longer guarded against changes: {'; '.join(faults)}. Somebody has been at it. "
            "Put a backup in its place, and compare its head with a report's (referee verify --head)."
        )


def _other_schema(shown: str, found: str) -> str:
    schemas = f"schema {found}, this one knows {SCHEMA}"
    if found.isdigit() and found > SCHEMA:
        return f"{shown} was made by a newer referee ({schemas}). Update the referee."
    if found.isdigit():
        return f"{shown} was made by an older referee ({schemas}). Open it with that one."
    return f"{shown} is another program's database (schema '{found}'). Name the referee's own with --db."


def _tables(connection: Connection) -> set[str]:
    """The tables in the file; on PostgreSQL, those of ours that are in the current schema."""
    if connection.dialect.name == "sqlite":
        rows = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")
        return set(rows.scalars())
    query = text(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        " AND tablename IN ('games', 'events', 'publications', 'alembic_version')"
    )
    return set(connection.execute(query).scalars())
