"""The slot through which mail falls into the inbox: one commit, and nothing else.

A mail server waits while this runs, so that nothing heavy is loaded: SQLite through Python's own module, PostgreSQL
through its driver. Reading what arrived is another step (`inbox`), which can be repeated.
"""

import json
import os
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from referee.db.storable import storable
from referee.errors import UserError, named

PATIENCE = 20.0
"""Seconds to wait for another writer: a mail server waits for minutes."""

_COLUMNS = ("received", "source", "sender", "recipients", "raw")
_INSERT = f"INSERT INTO inbox ({', '.join(_COLUMNS)}) VALUES ({{}})"  # noqa: S608  # our own names

_WITH_USER = re.compile(r"([^:/]+://)([^:/@]*)(?::([^@]*))?(@.*)", re.DOTALL)

_NO_INBOX = "has no inbox: the program that made it was an older one. Bring it up to date: referee status"


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

    The database must be there, of today's schema: any command that writes makes or mends it. Who comes first gets the
    smaller number, whatever others do at the same time.
    """
    rows = [
        (
            one.received,
            one.source,
            None if one.sender is None else storable(one.sender),
            json.dumps([storable(address) for address in one.recipients], ensure_ascii=False),
            one.raw,
        )
        for one in mails
    ]
    scheme, is_url, rest = target.partition("://")
    if not is_url:
        _into_file(Path(target), rows)
    elif scheme.partition("+")[0] == "sqlite":
        _into_file(Path(rest.removeprefix("/")), rows)
    else:
        _into_server(f"{scheme.partition('+')[0]}://{rest}", rows)


def _into_file(path: Path, rows: Sequence[tuple[object, ...]]) -> None:
    try:
        file = path.expanduser().resolve()
        connection = sqlite3.connect(
            f"file:{quote(os.fsencode(file))}?mode=rw", uri=True, timeout=PATIENCE, isolation_level=None
        )
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_INSERT.format(", ".join("?" * len(_COLUMNS))), rows)
            connection.execute("COMMIT")
        finally:
            connection.close()
    except (
        sqlite3.Error,
        OSError,
        RuntimeError,
        ValueError,
    ) as problem:  # the last three: of the path itself
        what = _NO_INBOX if "no such table" in str(problem) else f"did not take the mail: {problem}"
        raise DropError(f"{named(path)} {what}. Nothing was stored.") from problem


def _as_libpq_reads(url: str) -> str:
    """A URL whose user and password are as everywhere else in the program: what stands literally in them is theirs.

    PostgreSQL's own library wants blanks, and much else, to be written as `%20`.
    """
    found = _WITH_USER.fullmatch(url)
    if found is None:
        return url.replace(" ", "%20")
    user, password = (None if one is None else quote(unquote(one), safe="") for one in found.group(2, 3))
    return f"{found[1]}{user}{'' if password is None else f':{password}'}{found[4].replace(' ', '%20')}"


def _into_server(url: str, rows: Sequence[tuple[object, ...]]) -> None:
    try:
        import psycopg  # noqa: PLC0415  # an extra that only users of PostgreSQL have
    except ImportError as problem:
        raise DropError("PostgreSQL needs its driver: pip install 'acquire-referee[postgres]'.") from problem
    try:
        with (
            psycopg.connect(_as_libpq_reads(url), connect_timeout=int(PATIENCE)) as connection,
            connection.cursor() as cursor,
        ):
            cursor.execute(f"SET LOCAL lock_timeout = '{int(PATIENCE)}s'")
            # Else a number could be given here and be seen only after a later one has been taken.
            cursor.execute(
                "SELECT pg_advisory_xact_lock(hashtext('referee inbox'), hashtext(current_schema()))"
            )
            cursor.executemany(_INSERT.format(", ".join(["%s"] * len(_COLUMNS))), rows)
    except psycopg.errors.UndefinedTable as problem:
        raise DropError(f"The database {_NO_INBOX}. Nothing was stored.") from problem
    except psycopg.Error as problem:
        if isinstance(problem, psycopg.ProgrammingError) and problem.sqlstate is None:
            # It is about the URL, and would repeat what stands in it: a password perhaps.
            raise DropError("That is no URL of a database that takes mail. Nothing was stored.") from problem
        said = " ".join(str(problem).split())
        raise DropError(f"The database did not take the mail: {said}. Nothing was stored.") from problem
