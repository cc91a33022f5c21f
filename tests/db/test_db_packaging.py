"""What is shipped, what is loaded when, and that tables and migrations say the same."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel import SQLModel

from referee.db.migrate import config_for
from referee.db.store import open_store
from referee.db.tables import SCHEMA

ROOT = Path(__file__).parents[2]


def modules_after(code):
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "module",
    [
        "referee.errors",
        "referee.clock",
        "referee.config",
        "referee.db",
        "referee.db.codec",
        "referee.db.chain",
        "referee.db.export",
        "referee.db.lift",
    ],
)
def test_the_pure_part_loads_no_database_library(module):
    assert modules_after(f"import {module}").isdisjoint(
        {"sqlmodel", "sqlalchemy", "pydantic", "alembic", "sqlite3"}
    )


def test_an_ordinary_opening_does_not_load_alembic(file):
    code = f"from referee.db.store import open_store; open_store({str(file)!r}).close()"
    loaded = modules_after(code)
    assert "sqlmodel" in loaded
    assert loaded.isdisjoint({"alembic", "psycopg"})


def test_the_tables_are_those_that_the_migrations_make(target):
    with open_store(target, create=True) as store, store.read() as unit:
        context = MigrationContext.configure(unit.session.connection())
        assert compare_metadata(context, SQLModel.metadata) == []


def test_the_schema_that_is_known_is_the_last_migration(store):
    with store.read() as unit:
        script = ScriptDirectory.from_config(config_for(unit.session.connection()))
    assert script.get_heads() == [SCHEMA]


def test_the_wheel_brings_the_migrations(tmp_path):
    pytest.importorskip("hatchling")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    migrations = Path("referee/db/migrations")
    wanted = {path.relative_to(ROOT).as_posix() for path in (ROOT / migrations).rglob("*.py")}
    assert f"{migrations}/versions/v0001_games_events_publications.py" in wanted
    assert wanted <= names
