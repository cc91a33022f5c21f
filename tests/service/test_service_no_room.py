"""Where the disk is full, or may not be written to, a command says so, and nothing half is left."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
from places_to_die import COMMANDS, EXPORTED, place_for

pytestmark = pytest.mark.file

REFUSED = 2
A_PAGE = 4096
ROOM = 2 << 20
"""Bytes of the file system that is filled: a database with one game and its write-ahead log fit in."""


@pytest.fixture(params=[one for one in COMMANDS if one.everywhere], ids=lambda one: one.name)
def command(request):
    return request.param


def goes_on_where_it_can(place, command, given, before):
    """Nothing is half done, and with room it is done."""
    assert place.state() == before
    assert place.types(*command.words, given=given).status == 0
    assert place.state() != before


def test_where_a_file_cannot_grow_the_command_says_so_and_changes_nothing(command, tmp_path):
    """As with a quota: every size at which it may end, until all fits."""
    with place_for(command, "sqlite", tmp_path) as (place, given):
        before, refusals = place.state(), 0
        largest = Path(place.database).stat().st_size
        for size in range(A_PAGE, largest + 64 * A_PAGE, 8 * A_PAGE):
            run = place.types(*command.words, given=given, largest_file=size)
            if run.status == 0:
                break
            refusals += 1
            assert run.status == REFUSED, run.said
            assert "disk is full" in run.said
            assert "Nothing was changed" in run.said
            _, refusal, why = run.said.partition("referee: ")
            assert refusal
            assert why.count("\n") <= 3
            assert place.state() == before
        assert refusals
        place.put_back()
        goes_on_where_it_can(place, command, given, before)


def test_where_the_disk_is_full_the_command_says_so_and_changes_nothing(command, tmp_path):
    """However little is free, until all fits."""
    room = tmp_path / "room"
    with small_disk(room), place_for(command, "sqlite", room) as (place, given):
        before, refusals = place.state(), 0
        for free in range(0, 64 * A_PAGE, 8 * A_PAGE):
            place.put_back()
            fill(room / "filler", free)
            run = place.types(*command.words, given=given)
            (room / "filler").unlink()
            if run.status == 0:
                break
            refusals += 1
            assert run.status == REFUSED, run.said
            assert "disk is full" in run.said
            assert "Nothing was changed" in run.said
            assert place.state() == before
        assert refusals
        place.put_back()
        goes_on_where_it_can(place, command, given, before)


MOVING = {
    "a backup": ("backup", "made.backup"),
    "a restore": ("restore", "first.backup", "--replace"),
    "a first import": ("--db", "new.db", "import", EXPORTED),
}


@pytest.mark.parametrize("what", MOVING)
@pytest.mark.parametrize("limit", ["the disk", "the size of a file"])
def test_where_a_whole_database_finds_no_room_nothing_is_changed_and_nothing_half_is_left(
    what, limit, tmp_path
):
    """However little is free, until all fits."""
    importing = next(one for one in COMMANDS if one.name == "importing")
    room = tmp_path / "room"
    with (
        small_disk(room) if limit == "the disk" else plain(room),
        place_for(importing, "sqlite", room) as (place, _),
    ):
        assert place.types("backup", "first.backup").status == 0
        shutil.rmtree(room / "elsewhere")
        before, there, refusals = place.state(), names_in(room), 0
        for free in range(A_PAGE, ROOM, 24 * A_PAGE):
            if limit == "the disk":
                fill(room / "filler", free)
                run = place.types(*MOVING[what])
                (room / "filler").unlink()
            else:
                run = place.types(*MOVING[what], largest_file=free)
            if run.status == 0:
                break
            refusals += 1
            assert run.status == REFUSED, run.said
            assert "referee: " in run.said
            assert ".new" not in run.said, "a room of ours says nothing to anybody"
            assert place.state() == before
            assert names_in(room) == there
        assert run.status == 0
        assert refusals


def names_in(folder: Path) -> set[str]:
    """What lies there, but for what SQLite keeps beside an open database."""
    return {one.name for one in folder.iterdir() if not one.name.endswith(("-wal", "-shm"))}


@contextmanager
def plain(folder: Path):
    """A folder like any other."""
    folder.mkdir()
    yield


@contextmanager
def small_disk(folder: Path):
    """A file system of its own at `folder`, with room for ROOM bytes."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(folder)]
    mounting = (
        subprocess.run(words, capture_output=True, text=True, check=False) if shutil.which("mount") else None
    )
    if mounting is None or mounting.returncode:
        pytest.skip(
            "a small disk can only be made by somebody who may mount one; the test before this needs none"
        )
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def remount(folder: Path, how: str) -> None:
    """Make a small disk `ro`, read-only, or `rw` again."""
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)


def fill(file: Path, free: int) -> None:
    """Leave `free` bytes of the disk on which `file` is made."""
    status = os.statvfs(file.parent)
    with file.open("wb") as stream:
        stream.write(bytes(max(0, status.f_bavail * status.f_frsize - free)))


def test_where_nothing_may_be_written_the_command_says_so_and_changes_nothing(command, tmp_path):
    room = tmp_path / "room"
    with small_disk(room), place_for(command, "sqlite", room) as (place, given):
        before = place.state()
        remount(room, "ro")
        run = place.types(*command.words, given=given)
        remount(room, "rw")
        assert run.status == REFUSED, run.said
        assert "may only be read" in run.said
        goes_on_where_it_can(place, command, given, before)
