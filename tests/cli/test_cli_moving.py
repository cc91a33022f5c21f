"""Backups, restored databases and imported games: what is said of what is wrong, and that nothing is left behind."""

import socket
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from cli_helpers import DONE, REFUSED, WITH_PROBLEMS, files_in, referee
from databases import postgres_schema

from referee.db.engines import engine_for_file, engine_for_url, place_of, writing
from referee.db.migrate import migrate
from referee.db.tables import EARLIER, SCHEMA


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def nothing_yet(request, desk):
    """Where a database can be made, and is not yet."""
    if request.param == "sqlite":
        (desk / "new").mkdir()
        yield str(desk / "new" / "club.db")
    else:
        with postgres_schema() as url:
            yield url


def is_there(target):
    """Whether there are any tables, or any file."""
    place = place_of(target)
    if place.file is not None:
        return any(place.file.parent.iterdir())
    engine = engine_for_url(place.url)
    with engine.connect() as connection:
        found = connection.exec_driver_sql(
            "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
        ).scalar_one()
    engine.dispose()
    return found > 0


# --- importing ------------------------------------------------------------------------------------------------


def exported(desk, *, more=()):
    """The lines of the harbour's whole game."""
    assert referee("resolve", "harbour", "--missing", *more).exit_code == DONE
    assert referee("export", "harbour", "--out", "harbour.jsonl").exit_code == DONE
    return (desk / "harbour.jsonl").read_text().splitlines(keepends=True)


REFUSED_IMPORTS = {
    "no such file": lambda _: None,
    "no game": lambda _: ["Dear referee\n"],
    "cut off": lambda lines: lines[:-1],
    "without its reports": lambda lines: [
        *(line for line in lines[:-1] if '"publication"' not in line),
        lines[-1].replace(f'"lines": {len(lines) - 1}', f'"lines": {len(lines) - 1 - 10}'),
    ],
}


@pytest.mark.parametrize("how", REFUSED_IMPORTS)
def test_a_first_import_that_is_refused_leaves_no_database_behind(harbour, nothing_yet, how):
    lines = REFUSED_IMPORTS[how](exported(harbour))
    (harbour / "harbour.jsonl").unlink()
    if lines is not None:
        (harbour / "harbour.jsonl").write_text("".join(lines))
    found = referee("--db", nothing_yet, "import", "harbour.jsonl")
    assert (found.exit_code, found.stdout) == (REFUSED, "")
    assert "harbour.jsonl" in found.stderr
    if how == "without its reports":
        assert "is missing" in found.stderr
    assert not is_there(nothing_yet)


def test_a_first_import_makes_a_database_as_opening_a_game_does(harbour, nothing_yet):
    exported(harbour)
    assert referee("--db", nothing_yet, "import", "harbour.jsonl").exit_code == DONE
    assert referee("--db", nothing_yet, "verify", "--all", "--audit").exit_code == DONE
    assert referee("--db", nothing_yet, "resolve", "harbour", "--missing").exit_code == DONE
    again = referee("--db", nothing_yet, "import", "harbour.jsonl")
    assert "There is a game harbour already" in again.stderr
    if "://" not in nothing_yet:
        assert Path(nothing_yet).stat().st_mode & 0o777 == 0o600
        with closing(sqlite3.connect(nothing_yet)) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


# --- restoring ------------------------------------------------------------------------------------------------

NO_BACKUPS = {
    "is not there": (lambda _: None, "There is no backup {}."),
    "is a folder": (Path.mkdir, "{} is a folder"),
    "is empty": (Path.touch, "{} is no backup"),
    "is a text": (lambda file: file.write_text("Dear referee, " * 100), "{} is damaged, or no backup"),
    "is cut off": (lambda file: file.write_bytes(Path("a.backup").read_bytes()[:20_000]), "{} is damaged"),
    "has a name that no file can have": (None, "cannot be read: File name too long"),
}


@pytest.mark.parametrize("what", NO_BACKUPS)
@pytest.mark.parametrize("where", ["referee.db", "new.db"])
def test_what_is_wrong_with_a_backup_is_said_of_the_backup_and_not_of_the_database(harbour, what, where):
    make, says = NO_BACKUPS[what]
    assert referee("backup", "a.backup").exit_code == DONE
    name = "b.backup" if make else "b" * 300
    if make:
        make(harbour / name)
    before = files_in(harbour)
    found = referee("--db", where, "restore", name, "--replace")
    assert found.exit_code == REFUSED
    assert says.format(name) in found.stderr
    assert "Nothing was changed" in found.stderr
    assert "referee new" not in found.stderr
    assert "Put a backup in its place" not in found.stderr
    assert files_in(harbour) == before


@pytest.mark.file
def test_whoever_is_at_work_on_the_database_is_to_be_stopped_before_it_is_replaced(harbour, monkeypatch):
    monkeypatch.setattr("referee.db.engines.PATIENCE", 0.05)
    assert referee("backup", "a.backup").exit_code == DONE
    with closing(sqlite3.connect(harbour / "referee.db")) as other:
        other.execute("SELECT count(*) FROM games").fetchall()
        found = referee("restore", "a.backup", "--replace")
    assert found.exit_code == REFUSED
    assert "Stop `referee serve` and `referee work`" in found.stderr
    assert "Nothing was changed" in found.stderr


def test_while_the_referee_takes_mail_for_the_database_it_is_not_replaced_and_another_one_is(harbour):
    assert referee("backup", "a.backup").exit_code == DONE
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        (harbour / "referee.toml").write_text(
            f'[mail]\naddress = "ref@acquire.example"\n[mail.lmtp]\nport = {port}\n'
        )
        greeting = threading.Thread(target=greets, args=(server,))
        greeting.start()
        found = referee("restore", "a.backup", "--replace")
        greeting.join(60)
        assert (found.exit_code, found.stdout) == (REFUSED, "")
        assert "`referee serve` is at work on this database" in found.stderr
        assert referee("--db", "other.db", "restore", "a.backup").exit_code == DONE
    assert referee("restore", "a.backup", "--replace").exit_code == DONE


def greets(server):
    """Like the referee's own listener."""
    line, _ = server.accept()
    with line:
        line.sendall(b"220 acquire.example LMTP\r\n")


# --- upgrading ------------------------------------------------------------------------------------------------


def tampered(file, statement):
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement)
        for _, sql in guards:
            connection.execute(sql)


@pytest.mark.file
def test_looking_before_an_upgrade_says_of_each_kind_of_trouble_what_it_is(harbour):
    file = harbour / "referee.db"
    whole = file.read_bytes()
    otherwise, guards, damaged = "comes out as it was", "no longer guarded", "does not hold"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TRIGGER events_no_update")
    found = referee("upgrade", "--check")
    assert found.exit_code == REFUSED
    assert guards in found.stderr
    assert "Put a backup in its place" in found.stderr
    assert otherwise not in found.stderr

    file.write_bytes(whole)
    tampered(file, "UPDATE events SET salt = 'x' WHERE seq = 3")
    found = referee("upgrade", "--check")
    assert found.exit_code == REFUSED
    assert f"harbour {damaged}: record 3" in found.stderr
    assert otherwise not in found.stderr

    file.write_bytes(whole)
    tampered(
        file, "UPDATE publications SET body = CAST('Dear all. ' || body AS BLOB) WHERE recipient = 'bob'"
    )
    found = referee("upgrade", "--check")
    assert found.exit_code == REFUSED
    assert otherwise in found.stderr
    assert "Put a backup in its place" not in found.stderr


# --- the doctor -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("harbour")
def test_that_outgoing_mail_is_held_is_told_by_the_doctor_though_no_mail_is_set_up():
    todo = "referee mail release --all or --none"
    assert todo not in referee("doctor").stdout
    assert referee("backup", "a.backup").exit_code == DONE
    assert referee("restore", "a.backup", "--replace").exit_code == DONE
    found = referee("doctor")
    assert found.exit_code != DONE
    assert todo in found.stdout
    assert referee("mail", "release", "--none").exit_code == DONE
    assert todo not in referee("doctor").stdout


def of_schema(target, schema):
    """An empty database of an earlier schema."""
    place = place_of(target)
    engine = engine_for_file(place.file, new=True) if place.file else engine_for_url(place.url)
    with writing(engine).connect() as connection, connection.begin():
        migrate(connection, schema)
    engine.dispose()


def schema_of(target):
    place = place_of(target)
    engine = engine_for_file(place.file) if place.file else engine_for_url(place.url)
    with engine.connect() as connection, connection.begin():
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
    engine.dispose()
    return found


@pytest.mark.parametrize("schema", EARLIER)
def test_the_doctor_says_that_a_database_is_of_an_earlier_schema_and_leaves_it_so(nothing_yet, schema):
    of_schema(nothing_yet, schema)
    found = referee("--db", nothing_yet, "doctor")
    assert found.exit_code == WITH_PROBLEMS, found.output
    assert f"made by an older referee (schema {schema}, this one knows {SCHEMA})" in found.stdout
    assert "referee upgrade" in found.stdout
    assert schema_of(nothing_yet) == schema
    assert referee("--db", nothing_yet, "upgrade").exit_code == DONE
    assert "older referee" not in referee("--db", nothing_yet, "doctor").stdout
