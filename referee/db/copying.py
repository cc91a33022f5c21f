"""All rows of one database into another of the same schema, be it SQLite's or PostgreSQL's."""

from collections.abc import Iterator

from sqlalchemy import Connection, MetaData, Table, insert, select, text
from sqlmodel import SQLModel

_AT_ONCE = 50
"""Rows that are held in memory: there are whole mails among them."""


def copy_rows(source: Connection, target: Connection) -> None:
    """Copy every row of our tables, and which numbers have been given, into the tables of `target`, which are empty.

    Part of the transactions of both: what is copied is one state of `source`, and all of it or nothing arrives. Rows
    go in the order of their keys, so that the guards of `target` let them pass.
    """
    for table in our_tables(target):
        rows = source.execute(
            select(table).order_by(*table.primary_key.columns), execution_options={"yield_per": _AT_ONCE}
        )
        for some in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in some])
        last = _last_number(source, table)
        if last is not None:
            _number_on_from(target, table, last)


def is_empty(connection: Connection) -> bool:
    """Whether there is no row in any of our tables."""
    return all(connection.execute(select(table).limit(1)).first() is None for table in our_tables(connection))


def our_tables(connection: Connection) -> Iterator[Table]:
    """Our tables as they are there, each after those that it refers to; without the number of the schema."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in SQLModel.metadata.tables)
    yield from found.sorted_tables


def _last_number(connection: Connection, table: Table) -> int | None:
    """The last number that was given to a row of a table whose rows are numbered by the database, 0 for none yet.

    None for a table whose rows are not.
    """
    if connection.dialect.name == "sqlite":
        if not _has_numbering(connection):
            return None
        found = connection.execute(
            text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name}
        ).scalar()
        return None if found is None else int(found)
    sequence = _sequence(connection, table)
    if sequence is None:
        return None
    asked = text(
        "SELECT pg_sequence_last_value(CAST(:sequence AS regclass))"
    )  # the right to use it is enough
    return int(connection.execute(asked, {"sequence": sequence}).scalar() or 0)


def _number_on_from(connection: Connection, table: Table, last: int) -> None:
    """Give no number up to `last` again: somebody may still name a row that was deleted."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        entered = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
        connection.execute(entered, {"name": table.name, "last": last})
    elif last > 0:
        values = {"sequence": _sequence(connection, table), "last": last}
        connection.execute(text("SELECT setval(CAST(:sequence AS regclass), :last)"), values)


def _has_numbering(connection: Connection) -> bool:
    named = text("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'")
    return connection.execute(named).first() is not None


def _sequence(connection: Connection, table: Table) -> str | None:
    """The sequence behind the key of a table of PostgreSQL; None where the key is given by us."""
    if "key" not in table.columns:
        return None
    asked = text("SELECT pg_get_serial_sequence(:name, 'key')")
    found = connection.execute(asked, {"name": table.name}).scalar()
    return None if found is None else str(found)
