"""Opening a store, and reading and writing in it.

    with open_store("referee.db") as store, store.read() as unit:
        records = unit.load("harbour")

A game's log is never thrown away by itself. Whoever wants to play a folder's game anew (`play --again`) makes
a second store beside the first, plays into that one, closes it and calls `replace_store`: until then,
whatever goes wrong, the first one stands.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Engine
from sqlmodel import Session

from referee.clock import Entropy, SystemEntropy
from referee.db import checks, engines, making
from referee.db.beside import sweep_beside
from referee.db.failures import StoreError, damaged, explained, message_of
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
        self._claiming = engines.writing_one_game(engine)
        self._entropy = entropy

    @contextmanager
    def read(self) -> Iterator[Unit]:
        """Read from one state of the database, whatever others write meanwhile."""
        with self._unit(self._reading) as unit:
            yield unit

    @contextmanager
    def write(self) -> Iterator[Unit]:
        """All or nothing: commits at the end, rolls back on any exception; one writer at a time.

        Raises StoreError if another writer does not finish in time, or nothing may be written here.
        """
        with self._writing_unit(self._writing) as unit:
            yield unit

    @contextmanager
    def claim(self, game: str) -> Iterator[Unit | None]:
        """Write to one game as `write` does, and to nothing but what is that game's; None if somebody else has it.

        On PostgreSQL other claims, of other games, go on at the same time, and the claim is a lock on the game's row:
        it ends with the transaction, and so with a process that is killed. On SQLite whoever writes is alone.
        Raises LockedError if a writer who must be alone does not finish in time, and UnknownGameError.
        """
        with self._writing_unit(self._claiming) as unit:
            yield unit if unit.lock_game(game) else None

    def wipe(self, *, whole: bool = False) -> None:
        """Leave nothing of what was deleted in the files of SQLite: nothing in the write-ahead log, at least.

        With `whole` the file is written anew as well, so that nothing stays of what an earlier referee deleted, or
        moved from one page to another. A server of PostgreSQL tidies up by itself, when it thinks fit.

        Raises StoreError where others do not let go of the file in time; what was deleted is deleted all the same.
        """
        if self._reading.dialect.name != "sqlite" or self.read_only:
            return
        with explained(self.where), self._writing.connect() as connection:
            driver = connection.connection.driver_connection
            if not isinstance(driver, sqlite3.Connection):
                raise TypeError("another driver than Python's own")
            try:
                driver.execute("PRAGMA query_only = OFF")
                if whole:
                    driver.execute("VACUUM")
                is_busy, *_ = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.Error as problem:
                raise StoreError(message_of(self.where, problem)) from problem
        if is_busy:
            raise StoreError(f"{self.where} is being read by another program. Try again in a moment.")

    def close(self) -> None:
        """Give the connections back."""
        self._reading.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _writing_unit(self, engine: Engine) -> Iterator[Unit]:
        if self.read_only:
            raise StoreError(f"{self.where} may only be read. Allow writing to it and to its folder.")
        with self._unit(engine) as unit:
            yield unit
            unit.session.flush()

    @contextmanager
    def _unit(self, engine: Engine) -> Iterator[Unit]:
        with (
            explained(self.where),
            engine.connect() as connection,
            connection.begin(),
            Session(bind=connection) as session,
        ):
            yield Unit(session, self._entropy)


def open_store(target: str | Path, *, create: bool = False, entropy: Entropy | None = None) -> Store:
    """Open the database at `target`, a path or a URL; with `create`, make it if it is not there.

    Making it is all or nothing too: whatever goes wrong, no half of a database stays behind. An ordinary
    opening reads the schema number and the guards, nothing else. `entropy` is where salts and the ids of
    games come from, the operating system if nothing else is said.

    Raises:
        StoreError: the database is missing, not one, another program's, of another schema, no longer
            guarded, locked or out of reach.
    """
    place = engines.place_of(target)
    if place.file is None:
        engine, read_only = engines.engine_for_url(place.url), False
    else:
        _find_file(place.file, create=create)
        engine, read_only = engines.engine_for_file(place.file), not engines.may_write(place.file)
    store = Store(engine, place.shown, entropy or SystemEntropy(), read_only=read_only)
    try:
        if create and place.file is None:
            making.make_in_server(engine, place.shown)
        with explained(place.shown), engine.connect() as connection, connection.begin():
            is_up_to_date = checks.check(connection, place.shown)
        if not is_up_to_date:
            making.bring_up_to_date(engine, place.shown, read_only=read_only)
    except UnicodeDecodeError as problem:  # SQLite's complaint of a schema, quoting what is no text
        store.close()
        raise damaged(place.shown) from problem
    except BaseException:
        store.close()
        raise
    return store


def schema_at(target: str | Path) -> str:
    """The schema of the database at `target`, which is only looked at; StoreError if it is no store of ours."""
    place = engines.place_of(target)
    if place.file is not None:
        checks.look_at(place.file)
    engine = engines.engine_for_url(place.url) if place.file is None else engines.engine_for_file(place.file)
    try:
        with explained(place.shown), engine.connect() as connection, connection.begin():
            return checks.schema_of(connection, place.shown)
    except UnicodeDecodeError as problem:
        raise damaged(place.shown) from problem
    finally:
        engine.dispose()


def is_made(target: str | Path) -> bool:
    """Whether there is anything at `target`, be it a store or not: a file with something in it, or our tables."""
    place = engines.place_of(target)
    if place.file is not None:
        return place.file.exists() and not (place.file.is_file() and place.file.stat().st_size == 0)
    engine = engines.engine_for_url(place.url)
    try:
        with explained(place.shown), engine.connect() as connection, connection.begin():
            return bool(checks.tables_in(connection))
    finally:
        engine.dispose()


def replace_store(new: Path, old: Path, game: str) -> None:
    """Put the closed store `new` in the place of `old`, and with that forget what `old` held of `game`.

    Raises:
        StoreError: `old` is no store (so nobody loses something else), or has other games as well.
    """
    with open_store(old) as store, store.read() as unit:
        others = [there.name for there in unit.games() if there.name.casefold() != game.casefold()]
    if others:
        raise StoreError(
            f"{old} also has other games: {', '.join(others)}. They would be lost; give {game} a database of "
            "its own."
        )
    try:
        making.replace_file(new, old)
    except OSError as problem:
        raise StoreError(f"{old} cannot be replaced: {problem.strerror}. It stands as it was.") from problem


def place_store(new: Path, file: Path) -> None:
    """Put the closed store `new` where there is no database yet; StoreError if there is one after all."""
    if not making.put_new_file(new, file):
        raise StoreError(f"Somebody else has just made {file}. It was left alone, and nothing was changed.")


def _find_file(file: Path, *, create: bool) -> None:
    if create:
        sweep_beside(file)
    try:
        if create and (not file.exists() or (file.is_file() and file.stat().st_size == 0)):
            making.make_file(file)
        checks.look_at(file)
    except OSError as problem:
        raise StoreError(f"{file} cannot be opened: {problem.strerror}. Name another file.") from problem
