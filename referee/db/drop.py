"""The slot through which mail falls into the inbox: one commit, and nothing else.

A mail server waits while this runs, so that nothing heavy is loaded: SQLite through Python's own module, PostgreSQL
through its driver. Reading what arrived is another step (`inbox`), which can be repeated.
"""

import json
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from referee.errors import UserError

PATIENCE = 20.0
"""Seconds to wait for another writer: a mail server waits for minutes."""

_COLUMNS = ("received", "source", "sender", "recipients", "raw")


@dataclass(frozen=True, slots=True)
class Dropped:
    """A mail as it came in: `received` is our own clock's time, `source` the way it took (`pipe`, `lmtp` ...)."""

    received: str
    source: str
    sender: str | None
    recipients: tuple[str, ...]
    raw: bytes


class DropError(UserError):
    """The mail could not be stored: whoever brings it must keep it and come again."""


def drop(target: str, mails: Sequence[Dropped]) -> None:
    """Store mails in the database at `target`, a path or a URL, all in one commit; DropError if it cannot be done.

    The database must be there, of today's schema: any command that writes makes or mends it.
    """
    rows = [
        (one.received, one.source, one.sender, json.dumps(one.recipients, ensure_ascii=False), one.raw)
        for one in mails
    ]
    if "://" in target:
        _into_server(target, rows)
    else:
        _into_file(Path(target).expanduser().resolve(), rows)


def _into_file(file: Path, rows: Sequence[tuple[object, ...]]) -> None:
    places = ", ".join("?" * len(_COLUMNS))
    try:
        connection = sqlite3.connect(
            f"file:{quote(os.fsencode(file))}?mode=rw", uri=True, timeout=PATIENCE, isolation_level=None
        )
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                f"INSERT INTO inbox ({', '.join(_COLUMNS)}) VALUES ({places})",  # noqa: S608  # our own names
                rows,
            )
            connection.execute("COMMIT")
        finally:
            connection.close()
    except sqlite3.Error as problem:
        raise DropError(f"{file} did not take the mail: {problem}. Nothing was stored.") from problem


def _into_server(url: str, rows: Sequence[tuple[object, ...]]) -> None:
    try:
        import psycopg  # noqa: PLC0415  # an extra that only users of PostgreSQL have
    except ImportError as problem:
        raise DropError("PostgreSQL needs its driver: pip install 'acquire-referee[postgres]'.") from problem
    scheme, _, rest = url.partition("://")
    places = ", ".join(["%s"] * len(_COLUMNS))
    try:
        with (
            psycopg.connect(
                f"{scheme.partition('+')[0]}://{rest}", connect_timeout=int(PATIENCE)
            ) as connection,
            connection.cursor() as cursor,
        ):
            cursor.executemany(
                f"INSERT INTO inbox ({', '.join(_COLUMNS)}) VALUES ({places})",  # noqa: S608  # our own names
                rows,
            )
    except psycopg.Error as problem:
        raise DropError(f"The database did not take the mail: {problem}. Nothing was stored.") from problem
