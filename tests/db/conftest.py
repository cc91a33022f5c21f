"""Stores for the tests: the same tests run on SQLite and on PostgreSQL."""

from dataclasses import dataclass
from pathlib import Path

import db_helpers
import pytest

from referee.clock import FixedEntropy
from referee.db.store import Store, open_store


@pytest.fixture
def store(target):
    """A new store with the empty game `harbour`."""
    with open_store(target, create=True, entropy=FixedEntropy("tests")) as opened:
        with opened.write() as unit:
            unit.create_game("harbour", db_helpers.AT)
        yield opened


@pytest.fixture
def file(tmp_path):
    """A SQLite store with forty records in the game `harbour`, closed."""
    path = tmp_path / "referee.db"
    with open_store(path, create=True, entropy=FixedEntropy("tests")) as opened, opened.write() as unit:
        unit.create_game("harbour", db_helpers.AT)
        unit.append("harbour", 0, db_helpers.drafts(40))
    return path


@dataclass(frozen=True)
class StoreFile:
    """An open store in a file, which another program has open too: so nothing is tidied up when one closes it."""

    file: Path
    store: Store

    def all_bytes(self):
        """All that can be read of it, the write-ahead log included."""
        return b"".join(one.read_bytes() for one in self.file.parent.iterdir())


@pytest.fixture
def store_file(tmp_path):
    """A SQLite store, open."""
    folder = tmp_path / "kept"
    folder.mkdir()
    path = folder / "referee.db"
    with open_store(path, create=True) as opened, db_helpers.raw(path) as other:
        other.execute("SELECT count(*) FROM games").fetchall()
        yield StoreFile(path, opened)
