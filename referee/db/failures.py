"""What the database drivers complain of, in the words of somebody who can do something about it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from referee.db.beside import as_meant
from referee.errors import UserError


class StoreError(UserError):
    """The database cannot be opened, read or written."""


class LockedError(StoreError):
    """Another program is writing, and did not finish in time: a moment later it may be done."""


class DamagedFileError(StoreError):
    """The file is damaged, or no database at all."""


class UnfitError(StoreError):
    """The database is well, but does not take what it was given: that is a fault of the program."""


_SQLITE = {
    sqlite3.SQLITE_BUSY: "{where} is locked: another program is writing to it. Try again in a moment.",
    sqlite3.SQLITE_LOCKED: "{where} is locked: another program is writing to it. Try again in a moment.",
    sqlite3.SQLITE_FULL: "The disk is full: {where} could not be written. Nothing was changed; make room.",
    sqlite3.SQLITE_READONLY: "{where} may only be read. Nothing was changed; allow writing there.",
    sqlite3.SQLITE_PERM: "{where} may not be opened. Ask its owner for permission.",
    sqlite3.SQLITE_CANTOPEN: "{where} cannot be opened. Look at the permissions there.",
    sqlite3.SQLITE_IOERR: "The disk failed under {where}. Nothing was changed; look at the disk.",
    sqlite3.SQLITE_NOTADB: "{where} is not a database. Name the file that `referee new` made.",
    sqlite3.SQLITE_CORRUPT: "The database file {where} is damaged. Put a backup in its place.",
}
_NO_ROOM = (
    "{where} could not be written: the disk is full, a quota is used up, or the disk fails. Nothing was changed; "
    "make room."
)
_SQLITE_IN_DETAIL = {
    sqlite3.SQLITE_IOERR_WRITE: _NO_ROOM,
    sqlite3.SQLITE_IOERR_SHMSIZE: _NO_ROOM,
}
"""What SQLite calls a failure of the disk, and is mostly a want of room: past a quota, or for the file beside it."""
_PRIMARY = 0xFF
_OF_THE_FILE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""SQLite's extended result codes carry the primary one in their last byte."""

_POSTGRESQL = {
    "55P03": "{where} is locked: another program is writing to it. Try again in a moment.",
    "40P01": "{where} is locked: another program is writing to it. Try again in a moment.",
    "53100": "The disk of the server is full: {where} could not be written. Nothing was changed.",
    "25006": "{where} may only be read. Nothing was changed.",
    "28P01": "{where} refuses the user or the password. Look at the URL.",
    "28000": "{where} refuses this user. Look at the URL.",
    "3D000": "{where} does not exist on that server. Make it first (createdb) or look at the URL.",
    "42501": "{where} does not allow this user to do that. Ask its owner for the right.",
}


@contextmanager
def explained(where: str) -> Iterator[None]:
    """Turn a driver's complaint about the database `where` into a StoreError."""
    try:
        yield
    except (DataError, IntegrityError) as problem:
        raise UnfitError(message_of(where, problem.orig)) from problem
    except DBAPIError as problem:
        raise _kind_of(problem.orig)(message_of(where, problem.orig)) from problem


def is_of_the_driver(problem: BaseException) -> bool:
    """Whether it is a driver's complaint that `explained` has not turned yet, and not about what it was given."""
    return isinstance(problem, DBAPIError) and not isinstance(problem, DataError | IntegrityError)


def _kind_of(cause: BaseException | None) -> type[StoreError]:
    code = getattr(cause, "sqlite_errorcode", None)
    if isinstance(code, int) and code & _PRIMARY in _OF_THE_FILE:
        return DamagedFileError
    return LockedError if is_locked(cause) else StoreError


def is_locked(cause: BaseException | None) -> bool:
    """Whether a driver complains that somebody else has the database."""
    code = getattr(cause, "sqlite_errorcode", None)
    if isinstance(code, int):
        return code & _PRIMARY in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
    return getattr(cause, "sqlstate", None) in {"55P03", "40P01"}


def damaged(where: str) -> StoreError:
    """What is said of a database file whose pages are not what SQLite wrote."""
    return DamagedFileError(_SQLITE[sqlite3.SQLITE_CORRUPT].format(where=where))


def message_of(where: str, cause: BaseException | None) -> str:
    """A driver's complaint about the database `where`, said so that something can be done about it."""
    where = as_meant(where)
    code = getattr(cause, "sqlite_errorcode", None)
    state = getattr(cause, "sqlstate", None)
    known = (
        _SQLITE_IN_DETAIL.get(code, _SQLITE.get(code & _PRIMARY))
        if isinstance(code, int)
        else _POSTGRESQL.get(state or "")
    )
    if known:
        return known.format(where=where)
    said = " ".join(str(cause).split())
    if code is None and state is None:
        return f"{where} cannot be reached. Is the server running, and is the URL right? It says: {said}"
    return f"{where} refused: {said}"
