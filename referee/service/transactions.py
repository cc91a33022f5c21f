"""Opening a database for one piece of work, and closing it again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.clock import Clock
from referee.db.store import open_store
from referee.service.game_log import Work


@contextmanager
def reading(database: str, clock: Clock) -> Iterator[Work]:
    """Work that only reads, from one state of the database."""
    with open_store(database) as store, store.read() as unit:
        yield Work(unit, clock.now())


@contextmanager
def writing(database: str, clock: Clock, *, create: bool = False) -> Iterator[Work]:
    """Work that is committed in the end, all or nothing; with `create` the database is made if it is not there."""
    with open_store(database, create=create) as store, store.write() as unit:
        yield Work(unit, clock.now())
