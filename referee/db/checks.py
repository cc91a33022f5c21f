"""Whether a database is one of ours, of this schema, and still guarded: asked at every opening."""

import os
from pathlib import Path

from sqlalchemy import Connection, text
from sqlmodel import SQLModel

from referee.db import guards
from referee.db.failures import StoreError
from referee.db.tables import EARLIER, SCHEMA

_SHORTEST = 512
"""Bytes of a page of SQLite, the smallest there is. It takes what is shorter for an empty database."""


def look_at(file: Path) -> None:
    """Refuse what SQLite would have no clear word for.

    The file is not opened here. Who closes a file loses all locks that his process has on it: those of SQLite in
    another thread as well, and then other programs write over what that thread writes.
    """
    if file.is_dir():
        raise StoreError(f"{file} is a folder. Name the database file in it, as in {file / 'referee.db'}.")
    if not file.exists():
        raise StoreError(
            f"There is no database {file}. Open a game first (referee new), or name another with --db."
        )
    if file.is_file() and not os.access(file, os.R_OK):
        raise StoreError(f"{file} may not be read. Ask its owner for permission.")
    if not file.is_file() or file.stat().st_size < _SHORTEST:
        raise StoreError(f"{file} is not a database. Name the file that `referee new` made.")


def check(connection: Connection, shown: str) -> bool:
    """Whether the database, called `shown`, has the present schema; else it is to be brought up to date.

    Raises StoreError unless it is a store as this referee makes it, or one before this one made it.
    """
    found = schema_of(connection, shown)
    faults = guards.compare(connection)
    if faults:
        raise StoreError(
            f"{shown} is no longer guarded against changes: {'; '.join(faults)}. Somebody has been at it. "
            "Put a backup in its place, and compare its head with a report's (referee verify --head)."
        )
    return found == SCHEMA


def schema_of(connection: Connection, shown: str) -> str:
    """The schema that a database has, be it the present one or an earlier one; StoreError if it is no store of ours.

    Its guards are not looked at.
    """
    there = tables_in(connection)
    if not there:
        raise StoreError(f"{shown} holds no games. Open one first (referee new), or name another with --db.")
    if not {*guards.TABLES, "alembic_version"} <= there:
        raise StoreError(f"{shown} is another program's database. Name the referee's own with --db.")
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    if found not in ([SCHEMA], *([earlier] for earlier in EARLIER)):
        raise StoreError(_other_schema(shown, ", ".join(map(str, found))))
    return str(found[0])


def tables_in(connection: Connection) -> set[str]:
    """The tables in the file; on PostgreSQL, those of our names in the current schema."""
    if connection.dialect.name == "sqlite":
        rows = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")
        return set(rows.scalars())
    query = text(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename = ANY(:ours)"
    )
    ours = [*SQLModel.metadata.tables, "alembic_version"]
    return set(connection.execute(query, {"ours": ours}).scalars())


def _other_schema(shown: str, found: str) -> str:
    schemas = f"schema {found}, this one knows {SCHEMA}"
    if found.isdigit() and found > SCHEMA:
        return f"{shown} was made by a newer referee ({schemas}). Update the referee."
    if found.isdigit():
        return f"{shown} was made by an older referee ({schemas}). Open it with that one."
    return f"{shown} is another program's database (schema '{found}'). Name the referee's own with --db."
