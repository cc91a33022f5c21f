"""Making a database: all of it or nothing, whatever goes wrong and whoever else makes it at the same time."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine

from referee.db import engines
from referee.db.beside import as_meant, room_beside
from referee.db.checks import check, tables_in
from referee.db.failures import StoreError, explained
from referee.db.guards import TABLES
from referee.db.rights import owns_all

BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite's files are called, after the database's own name."""


FOR_OWNER = 0o600
"""Who may read a new database: it holds every hand, and the mails and addresses of those who play. SQLite gives the
files beside it the same rights; who wants others to read it says so with chmod, and a successor keeps that."""


def make_file(file: Path) -> None:
    """Make the database in a room of its own and put it in its place when it is whole.

    If somebody else has put one there meanwhile, his stays. An empty file counts as none.
    """
    with making_beside(file) as new:
        engine = engines.engine_for_file(new, new=True)
        try:
            with explained(str(file)), engines.writing(engine).connect() as connection, connection.begin():
                _migrate(connection)
        finally:
            engine.dispose()
        umask = os.umask(0)
        os.umask(umask)
        new.chmod(FOR_OWNER & ~umask)
        put_new_file(new, file)


@contextmanager
def making_beside(file: Path) -> Iterator[Path]:
    """Where the successor of a database file is made: of the same name, in a room that is gone in the end."""
    with ExitStack() as until:
        try:
            room = until.enter_context(room_beside(file))
        except OSError as problem:
            raise StoreError(
                f"The database {as_meant(str(file))} cannot be made: {problem.strerror}. Name a file in a folder "
                "that is there and may be written to."
            ) from problem
        yield room / file.name


def make_in_server(engine: Engine, shown: str) -> None:
    """Make the tables in the current schema of a PostgreSQL database, if there are none of those names."""
    with explained(shown), engines.writing(engine).connect() as connection, connection.begin():
        if not tables_in(connection):
            _migrate(connection)


def bring_up_to_date(engine: Engine, shown: str, *, read_only: bool) -> None:
    """Give a store of an earlier schema the present one, unless somebody else has done so meanwhile.

    Its guards are looked at first: putting them up anew must not hide that they were gone. Raises StoreError for one
    that may only be read.
    """
    if read_only:
        raise StoreError(
            f"{shown} was made by an older referee, and may only be read. Allow writing to it and to its folder "
            "once, so that it can be brought up to date."
        )
    with explained(shown), engines.writing(engine).connect() as connection, connection.begin():
        if not check(connection, shown):
            if not owns_all(connection, TABLES):
                raise StoreError(
                    f"{shown} was made by an older referee, and only the owner of its tables can bring it up to "
                    "date: let him type `referee upgrade` with his own URL, then the grants anew (POSTGRESQL.md)."
                )
            _migrate(connection)


def replace_file(new: Path, old: Path) -> None:
    """Put the closed database `new` in the place of `old`, whose write-ahead log must not outlive it."""
    shutil.copymode(old, new)
    for suffix in BESIDE[1:]:
        Path(f"{old}{suffix}").unlink(missing_ok=True)
    new.replace(old)


def put_new_file(new: Path, file: Path) -> bool:
    """Put the closed database `new` where there is none, or an empty file; whether it was: else it stays."""
    if file.exists():
        if file.stat().st_size == 0:
            new.replace(file)
            return True
        return False
    try:
        os.link(new, file)
    except FileExistsError:
        return False
    except OSError:  # a file system without links: the same, but for a moment in which two could make one
        new.replace(file)
    return True


def _migrate(connection: Connection) -> None:
    from referee.db.migrate import migrate  # noqa: PLC0415  # alembic costs 0.4 s that only a new database pays

    migrate(connection)
