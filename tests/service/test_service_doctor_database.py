"""`doctor` on the database's file and the disk below it, on a server, and on the clock: well as made, told if not."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from doctor_helpers import NOW, examined, found_by, furnished

from referee.clock import later
from referee.db.condition import ServerCondition
from referee.service import doctor_database
from referee.service.doctor_database import file_system_of, server_findings


@pytest.fixture
def house(tmp_path):
    tmp_path.chmod(0o755)
    return furnished(tmp_path)


def told(house, check="database", **how):
    """What is told beside that the database opens."""
    return found_by(check, examined(house, **how))[1 if check == "database" else 0 :]


def test_nothing_is_told_of_a_file_as_the_referee_makes_it(house):
    assert told(house) == []
    assert told(house, "clock") == []


def test_a_damaged_page_is_named(house):
    file = house / "referee.db"
    body = file.read_bytes()
    place = body.rindex(b"Check the log:  referee verify")
    start = place - place % 4096
    file.write_bytes(body[:start] + b"\xff" * 4096 + body[start + 4096 :])
    level, said = told(house)[0]
    assert level == "fault"
    assert said.startswith("the database file is damaged: ")
    assert said.endswith("Put a backup in its place, and verify it: referee verify --all")


def test_a_file_in_another_journal_mode_is_told_of(house):
    with closing(sqlite3.connect(house / "referee.db")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    ((level, said),) = told(house)
    assert level == "warning"
    assert "'PRAGMA journal_mode = WAL'" in said


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "fuse.sshfs"])
def test_a_file_system_of_another_machine_is_a_fault(house, monkeypatch, tmp_path, kind):
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda / ext4 rw 0 0\nserver:/club {house} {kind} rw 0 0\n")
    monkeypatch.setattr(doctor_database, "MOUNTS", mounts)
    ((level, said),) = told(house)
    assert level == "fault"
    assert f"({kind})" in said
    mounts.write_text(f"server:/club {house} {kind} rw 0 0\n/dev/sda {house} ext4 rw 0 0\n")
    assert told(house) == []  # what was mounted last lies on top
    mounts.unlink()
    assert told(house) == []  # nothing tells


def test_a_file_system_is_that_of_the_innermost_mount(tmp_path):
    mounts = "a / ext4 rw\nb /srv nfs rw\nc /srv/own\\040games xfs rw\nnonsense\n"
    for file, kind in (("/x", "ext4"), ("/srv/x", "nfs"), ("/srv/own games/x", "xfs"), ("/srvx/x", "ext4")):
        assert file_system_of(tmp_path.__class__(file), mounts) == kind
    assert file_system_of(tmp_path, "") is None


def test_a_disk_that_takes_no_more_files_is_told_of(house, monkeypatch):
    real = doctor_database.os.statvfs

    def full(path):
        found = list(real(path))
        found[5:8] = [1000, 7, 7]  # files, free, free for us
        return doctor_database.os.statvfs_result(found)

    monkeypatch.setattr(doctor_database.os, "statvfs", full)
    ((level, said),) = told(house)
    assert (level, said.partition(",")[0]) == ("warning", "its disk can have 7 files more")


def test_a_log_that_is_never_emptied_is_told_of(house, monkeypatch):
    monkeypatch.setattr(doctor_database, "LONG_LOG", 1000)
    file = house / "referee.db"
    with closing(sqlite3.connect(file)) as reader, closing(sqlite3.connect(file)) as writer:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchall()
        writer.execute("INSERT INTO post_state VALUES ('x', 'y')")
        writer.commit()
        ((level, said),) = told(house)
    assert level == "warning"
    assert f"{file}-wal has 0 MiB" in said


def test_what_another_program_left_beside_it_is_told_of(house):
    (house / "referee.db-journal").touch()
    ((level, said),) = told(house)
    assert level == "warning"
    assert "Do not delete it" in said


def test_a_folder_that_is_open_to_all_is_told_of(house):
    house.chmod(0o777)
    ((level, said),) = told(house)
    assert (level, said.partition("Say: ")[2]) == ("warning", f"chmod o-w {house}")
    house.chmod(0o1777)
    assert told(house) == []  # as /tmp: others cannot take away what is not theirs


def test_files_beside_it_that_are_somebody_elses_are_a_fault(house, monkeypatch):
    real = doctor_database.os.access
    monkeypatch.setattr(
        doctor_database.os, "access", lambda path, how: not str(path).endswith("-wal") and real(path, how)
    )
    with closing(sqlite3.connect(house / "referee.db")) as other:  # as long as it is open, the files stay
        other.execute("SELECT count(*) FROM games").fetchall()
        ((level, said),) = told(house)
    assert level == "fault"
    assert f"chown --reference={house / 'referee.db'} {house / 'referee.db-wal'}" in said


def test_a_clock_that_stands_before_what_was_written_is_a_fault(house):
    assert told(house, "clock", at=later(NOW, -600)) == []
    ((level, said),) = told(house, "clock", at="1970-01-01T00:00:10Z")
    assert level == "fault"
    assert f"it says 1970-01-01T00:00:10Z, but something was written at {NOW}." in said


WELL = ServerCondition(150020, "UTF8", "on", "on", "on")


@pytest.mark.parametrize(
    ("values", "level", "says"),
    [
        ({"version": 120004}, "warning", "PostgreSQL 12.4 is too old"),
        ({"encoding": "SQL_ASCII"}, "fault", "encoded in SQL_ASCII"),
        ({"fsync": "off"}, "fault", "fsync = off"),
        ({"full_page_writes": "off"}, "fault", "full_page_writes = off"),
        ({"synchronous_commit": "off"}, "warning", "synchronous_commit = off"),
    ],
)
def test_what_is_wrong_with_a_server_is_told_and_what_to_do(values, level, says):
    assert list(server_findings(WELL)) == []
    ((found, said, todo),) = server_findings(replace(WELL, **values))
    assert found == level
    assert says in said
    assert todo.endswith(".")
