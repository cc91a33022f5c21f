"""Opening a database for one piece of work, and closing it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from referee.clock import Clock, SystemEntropy
from referee.db import guards
from referee.db.checks import tables_in
from referee.db.engines import engine_for_file, engine_for_url, place_of
from referee.db.failures import StoreError, explained
from referee.db.store import Store, open_store
from referee.mail.office import Office
from referee.service.damage import damage_told
from referee.service.game_log import Work
from referee.service.unfinished import UnfinishedError


@contextmanager
def reading(database: str, clock: Clock) -> Iterator[Work]:
    """Work that only reads, from one state of the database."""
    with open_store(database) as store, store.read() as unit:
        work = Work(unit, clock.now())
        with damage_told(work):
            yield work


@contextmanager
def writing(
    database: str, clock: Clock, *, create: bool = False, office: Office | None = None
) -> Iterator[Work]:
    """Work that is committed in the end, all or nothing; with `create` the database is made if it is not there.

    What it tells people is written with `office`; without one no letters are.
    """
    with open_store(database, create=create) as store, writing_in(store, clock, office) as work:
        yield work


@contextmanager
def writing_in(store: Store, clock: Clock, office: Office | None = None) -> Iterator[Work]:
    """The same in a database that is open: for who writes many times, since opening costs more than a short work."""
    with store.write() as unit:
        work = Work(unit, clock.now(), office)
        with damage_told(work):
            yield work


@contextmanager
def erasing(
    database: str, clock: Clock, *, whole: bool = True, office: Office | None = None
) -> Iterator[Work]:
    """Work that deletes what nobody shall be able to read any more, in the database's file neither.

    Without `whole` that may still be readable which an earlier referee left, but the file is not written anew. Raises
    UnfinishedError where the file keeps traces of what was deleted, since others are at it.
    """
    with open_store(database) as store:
        with writing_in(store, clock, office) as work:
            yield work
        try:
            store.wipe(whole=whole)
        except StoreError as problem:
            raise UnfinishedError(
                f"It is deleted, but its traces in the database's file could not be wiped out: {problem} Then say "
                "referee mail purge, which wipes them out."
            ) from problem


@contextmanager
def inspecting(database: str, clock: Clock) -> Iterator[tuple[Work, list[str]]]:
    """Work that only reads, even where the guards against changes are gone; and what is wrong with them.

    Whoever takes the guards away means to change something: then it matters most to see what was changed.
    """
    with inspecting_often(database, clock) as (inspect, faults), inspect() as work:
        yield work, faults


@contextmanager
def inspecting_often(
    database: str, clock: Clock
) -> Iterator[tuple[Callable[[], AbstractContextManager[Work]], list[str]]]:
    """The same for much to look at: what begins such work, each time anew, and what is wrong with the guards.

    So nobody waits for one long look, nothing that was read is kept, and what fails in one does not end the next.
    """
    store, faults = _opened_whatever_its_guards(database)

    @contextmanager
    def inspect() -> Iterator[Work]:
        with store.read() as unit:
            yield Work(unit, clock.now())

    with store:
        yield inspect, faults


def _opened_whatever_its_guards(database: str) -> tuple[Store, list[str]]:
    try:
        return open_store(database), []
    except StoreError:
        place = place_of(database)
        engine = engine_for_url(place.url) if place.file is None else engine_for_file(place.file)
        store = Store(engine, place.shown, SystemEntropy(), read_only=True)
        try:
            with explained(place.shown), engine.connect() as connection, connection.begin():
                is_ours = {*guards.TABLES, "alembic_version"} <= tables_in(connection)
                faults = guards.compare(connection) if is_ours else []
        except (StoreError, UnicodeDecodeError):
            faults = []
        if not faults:
            store.close()
            raise
        return store, faults
