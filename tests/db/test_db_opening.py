"""Opening and making databases: what can be wrong, and what is said then."""

import multiprocessing
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest
from databases import postgres_schema
from db_helpers import AT, drafts, nobody, raw

from referee.db import migrate
from referee.db.failures import StoreError
from referee.db.store import open_store, place_store, replace_store
from referee.db.tables import SCHEMA
from referee.errors import UserError


def left_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_missing_database_is_not_made_by_opening_it(tmp_path):
    with pytest.raises(StoreError, match=r"There is no database .*x\.db\. Open a game first \(referee new\)"):
        open_store(tmp_path / "x.db")
    assert left_in(tmp_path) == []


def test_a_folder_is_no_database(tmp_path):
    with pytest.raises(StoreError, match="is a folder"):
        open_store(tmp_path, create=True)


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(
        StoreError, match=r"No such file or directory\. Name a file in a folder that is there"
    ):
        open_store(tmp_path / "nowhere" / "x.db", create=True)


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("content", [b"round 1\n" * 1000, b"SQLite format 3\0" + b"\xff" * 5000, b"x"])
def test_another_kind_of_file_is_no_database_and_stays_as_it_is(tmp_path, content, create):
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"not a database|damaged"):
        open_store(path, create=create)
    assert path.read_bytes() == content
    assert left_in(tmp_path) == ["notes.txt"]


def test_an_empty_file_is_no_database_but_may_become_one(tmp_path):
    path = tmp_path / "x.db"
    path.touch()
    with pytest.raises(StoreError, match="is not a database"):
        open_store(path)
    with open_store(path, create=True) as store, store.write() as unit:
        unit.create_game("harbour", AT)
    assert left_in(tmp_path) == ["x.db"]


@pytest.mark.parametrize("table", ["recipes", "events", "alembic_version"])
@pytest.mark.parametrize("create", [True, False])
def test_another_programs_database_is_left_alone(tmp_path, create, table):
    path = tmp_path / "x.db"
    with raw(path) as connection:
        connection.execute(f"CREATE TABLE {table} (version_num TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is another program's database"):
        open_store(path, create=create)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("9999", rf"made by a newer referee \(schema 9999, this one knows {SCHEMA}\)\. Update the referee"),
        ("0000", "made by an older referee"),
        ("ae1027a6acf", "another program's database"),
    ],
)
def test_a_schema_that_is_not_known_is_refused(file, version, said):
    with raw(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [version])
    with pytest.raises(StoreError, match=said):
        open_store(file)


def test_a_truncated_database_is_called_damaged(file):
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    with pytest.raises(StoreError, match="is damaged"), open_store(file) as store, store.read() as unit:
        unit.load("harbour")


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("mysql://root@localhost/games", "not in mysql"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("postgresql://:::/", "not a database URL"),
        (
            "postgresql://nobody:secret@127.0.0.1:1/games",
            r"nobody:\*\*\*@127.* cannot be reached\. Is the server",
        ),
    ],
)
def test_a_url_that_leads_nowhere_is_explained_without_its_password(target, said):
    with pytest.raises(StoreError, match=said) as refused:
        open_store(target)
    assert "secret" not in str(refused.value)


def test_a_missing_driver_for_postgresql_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'acquire-referee\[postgres\]'"):
        open_store("postgresql://127.0.0.1/games")


@pytest.mark.postgres
def test_an_empty_schema_of_postgresql_holds_no_games():
    with postgres_schema() as url:
        with pytest.raises(StoreError, match="holds no games"):
            open_store(url)
        with open_store(url, create=True) as store, store.read() as unit:
            assert unit.games() == []


@pytest.mark.postgres
@pytest.mark.parametrize("table", ["people", "inbox", "games"])
def test_another_programs_tables_in_postgresql_are_left_alone(table):
    with postgres_schema() as url:
        with psycopg.connect(url) as other:
            other.execute(f"CREATE TABLE {table} (name TEXT)")
        for create in (True, False):
            with pytest.raises(StoreError, match="is another program's database"):
                open_store(url, create=create)
        with psycopg.connect(url) as other:
            rows = other.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
            assert rows.fetchall() == [(table,)]


def test_a_sqlite_url_is_as_good_as_a_path(file):
    with open_store(f"sqlite:///{file}") as store, store.read() as unit:
        assert len(unit.load("harbour")) == 40


@pytest.mark.parametrize("name", ["with space.db", "per%20cent#?.db", "Zürich [1].db", "a'b;c.db"])
def test_a_file_may_have_an_odd_name(tmp_path, name):
    path = tmp_path / name
    with open_store(path, create=True) as store, store.write() as unit:
        unit.create_game("harbour", AT)
    assert left_in(tmp_path) == [name]
    assert shutil.copy(path, tmp_path / "copy.db")
    with open_store(tmp_path / "copy.db") as store, store.read() as unit:
        assert unit.game("harbour").name == "harbour"


def test_a_new_database_writes_ahead_so_that_readers_never_wait(file):
    with raw(file) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_creation_that_fails_leaves_nothing(tmp_path, monkeypatch):
    def fail(connection):
        migrated(connection)
        connection.exec_driver_sql("SELECT no_such_function()")

    migrated = migrate.migrate
    monkeypatch.setattr(migrate, "migrate", fail)
    with pytest.raises(StoreError, match="no_such_function"):
        open_store(tmp_path / "x.db", create=True)
    assert left_in(tmp_path) == []


@pytest.mark.postgres
def test_a_creation_in_postgresql_that_fails_leaves_nothing(monkeypatch):
    def fail(connection):
        migrated(connection)
        connection.exec_driver_sql("SELECT no_such_function()")

    migrated = migrate.migrate
    with postgres_schema() as url:
        with monkeypatch.context() as patch:
            patch.setattr(migrate, "migrate", fail)
            with pytest.raises(StoreError, match="no_such_function"):
                open_store(url, create=True)
        with pytest.raises(StoreError, match="holds no games"):
            open_store(url)
        open_store(url, create=True).close()


def _create(target, gate, results):
    gate.wait(30)
    with open_store(target, create=True) as store, store.read() as unit:
        results.put(len(unit.games()))


def test_processes_that_make_the_same_database_at_once_all_get_it(target):
    context = multiprocessing.get_context("spawn")
    gate, results = context.Barrier(3), context.Queue()
    makers = [context.Process(target=_create, args=(target, gate, results)) for _ in range(3)]
    for maker in makers:
        maker.start()
    assert [results.get(timeout=60) for _ in makers] == [0, 0, 0]
    for maker in makers:
        maker.join(30)


def test_a_full_disk_is_said_and_changes_nothing(file):
    with open_store(file) as store:
        with store.read() as unit:
            before = unit.load("harbour")

        def write_too_much():
            with store.write() as unit:
                unit.session.connection().exec_driver_sql("PRAGMA max_page_count = 1")
                unit.append("harbour", 40, drafts(500))

        with pytest.raises(StoreError, match=r"The disk is full: .* Nothing was changed"):
            write_too_much()
        with store.read() as unit:
            assert unit.load("harbour") == before


@pytest.fixture
def read_only():
    """A folder for copies of a store; `close_to_writers` ends the writing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def close_to_writers(folder):
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)


def test_a_store_in_a_folder_that_may_only_be_read_is_read(file, read_only):
    shutil.copy(file, read_only)
    close_to_writers(read_only)
    with nobody(), open_store(read_only / "referee.db") as store:
        with store.read() as unit:
            assert len(unit.load("harbour")) == 40
        with pytest.raises(StoreError, match=r"may only be read\. Allow writing"), store.write():
            raise AssertionError
    assert left_in(read_only) == ["referee.db"]


def test_what_still_lies_in_the_write_ahead_log_is_read_there_too(file, read_only):
    with open_store(file) as store:
        with store.write() as unit:
            unit.append("harbour", 40, drafts(2))
        for suffix in ("", "-wal", "-shm"):
            shutil.copy(f"{file}{suffix}", read_only)
    close_to_writers(read_only)
    with nobody(), open_store(read_only / "referee.db") as store, store.read() as unit:
        assert len(unit.load("harbour")) == 42


def test_a_store_that_may_not_be_read_or_made_is_refused(file, read_only):
    shutil.copy(file, read_only)
    close_to_writers(read_only)
    with nobody(), pytest.raises(StoreError, match=r"cannot be made: Permission denied"):
        open_store(read_only / "new.db", create=True)
    (read_only / "referee.db").chmod(0o000)
    with nobody(), pytest.raises(StoreError, match=r"may not be read"):
        open_store(read_only / "referee.db")
    (read_only / "inner").mkdir(0o000)
    with nobody(), pytest.raises(StoreError, match=r"cannot be opened: Permission denied"):
        open_store(read_only / "inner" / "referee.db")


def modes_in(folder):
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o027, 0o077])
@pytest.mark.parametrize("is_there", [False, True])
def test_a_new_database_with_all_that_is_beside_it_is_its_owner_s_alone(tmp_path, umask, is_there):
    path = tmp_path / "x.db"
    before = os.umask(umask)
    try:
        if is_there:
            path.touch()
        with open_store(path, create=True) as store:
            with store.write() as unit:
                unit.create_game("harbour", AT)
            assert modes_in(tmp_path) == dict.fromkeys(("x.db", "x.db-wal", "x.db-shm"), 0o600)
    finally:
        os.umask(before)
    assert modes_in(tmp_path) == {"x.db": 0o600}


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_a_successor_is_for_those_whom_its_owner_lets_read(file, tmp_path, mode):
    file.chmod(mode)
    new = tmp_path / "new.db"
    open_store(new, create=True).close()
    replace_store(new, file, "harbour")
    assert modes_in(tmp_path) == {"referee.db": mode}


def test_a_game_played_anew_takes_the_place_of_the_old_one_only_when_it_is_done(file, tmp_path):
    new = tmp_path / "new.db"
    with open_store(new, create=True) as store, store.write() as unit:
        unit.create_game("harbour", AT)
    replace_store(new, file, "Harbour")
    assert left_in(tmp_path) == ["referee.db"]
    with open_store(file) as store, store.read() as unit:
        assert unit.load("harbour") == []


def test_a_database_that_somebody_made_meanwhile_is_left_alone(file, tmp_path):
    new = tmp_path / "new.db"
    open_store(new, create=True).close()
    with pytest.raises(StoreError, match="Somebody else has just made"):
        place_store(new, file)
    with open_store(file) as store, store.read() as unit:
        assert len(unit.load("harbour")) == 40


def test_other_games_and_other_programs_are_never_replaced(file, tmp_path):
    new, other = tmp_path / "new.db", tmp_path / "other.db"
    open_store(new, create=True).close()
    with raw(other) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="another program's"):
        replace_store(new, other, "harbour")
    with pytest.raises(StoreError, match="also has other games: harbour"):
        replace_store(new, file, "lagoon")
    with open_store(file) as store, store.read() as unit:
        assert len(unit.load("harbour")) == 40


def test_the_files_of_a_log_left_by_a_crash_do_not_outlive_a_replaced_store(file, tmp_path):
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with open_store(file) as store:
        with store.write() as unit:
            unit.append("harbour", 40, drafts(5))
        for suffix in ("", "-wal", "-shm"):
            shutil.copy(f"{file}{suffix}", crashed)
    new = tmp_path / "new.db"
    with open_store(new, create=True) as store, store.write() as unit:
        unit.create_game("harbour", AT)
    replace_store(new, crashed / "referee.db", "harbour")
    with open_store(crashed / "referee.db") as store, store.read() as unit:
        assert unit.load("harbour") == []


def test_every_refusal_is_one_for_the_users_screen():
    assert issubclass(StoreError, UserError)


def test_sqlite_is_at_least_as_new_as_what_the_guards_need():
    assert sqlite3.sqlite_version_info >= (3, 35)


ANOTHER_PROGRAM = """
import sqlite3, sys
line = sqlite3.connect(sys.argv[1])
line.execute("SELECT count(*) FROM games").fetchall()
line.close()
"""


def test_opening_a_store_leaves_the_locks_of_those_who_have_it_open_in_the_same_process(file):
    """Else the next program that goes thinks that it is the last, and takes away the log that others write to."""
    log = file.with_name(f"{file.name}-wal")
    with open_store(file) as store, store.read() as unit:
        unit.games()
        open_store(file).close()
        assert log.exists()
        subprocess.run([sys.executable, "-c", ANOTHER_PROGRAM, file], check=True)
        assert log.exists()
