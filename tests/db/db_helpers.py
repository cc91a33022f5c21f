"""What the tests of the store share: drafts, and an attacker's connection."""

import os
import sqlite3
from contextlib import contextmanager

from referee.db.codec import Draft
from referee.db.links import Row

AT = "2026-12-04T18:00:00Z"
GAME_ID = "00" * 32


def draft(tile, *, visibility="public", kind="tile_placed", seat="alice", at=AT, **data):
    """A record that differs from every other by its tile."""
    return Draft(kind, 1, visibility, at, 1, 2, seat, {"tile": tile, **data})


def drafts(count, start=1):
    """So many records, every third seen by alice alone, every fifth by nobody."""
    seen = {0: ("alice#1",), 1: "public", 2: "public"}
    return [
        draft(f"{n}A", visibility="referee" if n % 5 == 0 else seen[n % 3], chain="Tower")
        for n in range(start, start + count)
    ]


@contextmanager
def attacker(file):
    """Somebody with the file and a SQLite of his own, who takes the guards down first."""
    with raw(file) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        yield connection


@contextmanager
def raw(file):
    """The database without the referee: what is refused here, the database refuses."""
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def rows_of(file):
    """The rows of the only game, and its id."""
    with raw(file) as connection:
        rows = connection.execute("SELECT seq, text, salt, hash FROM events ORDER BY seq").fetchall()
        (game_id,) = connection.execute("SELECT id FROM games").fetchone()
    return game_id, [Row(*row) for row in rows]


@contextmanager
def nobody():
    """For a while, be somebody who may not write: root may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.setresgid(65534, 65534, 0)
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
