"""Rooms beside a file, in which its successor is made, and what a process that was killed left of them.

Who makes a room holds a lock on it as long as he lives. So a room that can be locked is nobody's any more, and one
that bears our mark was ours: the next run takes it away, and never anything else.
"""

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.errors import UserError

_IN_A_ROOM = re.compile(r"^(|.*/)\.([^/]+)\.[a-z0-9_]{8}\.new/\2$")

_MARK = ".referee-room"
"""An empty file that tells a room of ours from anything that is only called like one."""


@contextmanager
def room_beside(file: Path) -> Iterator[Path]:
    """A new folder in the folder of `file`, in the same file system; gone in the end, with all that is in it.

    Raises OSError if nothing can be made there.
    """
    room, lock = _make_room(file)
    try:
        (room / _MARK).touch()
        yield room
    finally:
        shutil.rmtree(room, ignore_errors=True)
        os.close(lock)


def sweep_beside(file: Path) -> None:
    """Take away the rooms beside `file` whose makers are dead. Whatever cannot be taken away stays."""
    name = re.compile(rf"\.{re.escape(file.name)}\.[a-z0-9_]{{8}}\.new")
    try:
        rooms = [entry for entry in file.parent.iterdir() if name.fullmatch(entry.name)]
    except OSError:
        return
    for room in rooms:
        try:
            _sweep(room)
        except OSError:
            continue


def as_meant(shown: str) -> str:
    """The place for which a file in a room of ours is made, as messages name it; any other name as it is."""
    meant = _IN_A_ROOM.sub(r"\1\2", shown)
    return meant if meant == shown else as_meant(meant)


def free_beside(file: Path, mark: str) -> Path:
    """A name beside `file` that nothing has yet: its own with a mark behind, and a number if need be."""
    place, number = file.with_name(f"{file.name}.{mark}"), 1
    while place.exists():
        number += 1
        place = file.with_name(f"{file.name}.{mark}-{number}")
    return place


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep everybody else who asks for it out of a folder; raises UserError if somebody is in it."""
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as problem:
        raise UserError(f"{folder} cannot be read: {problem.strerror}.") from problem
    try:
        if not _take(lock):
            raise UserError(
                f"{folder} is just being played by another `referee`. Nothing was changed; wait until it is done."
            )
        yield
    finally:
        os.close(lock)


def _make_room(file: Path) -> tuple[Path, int]:
    """A room and the lock on it. Somebody who sweeps may be faster than we lock: then another one is made."""
    while True:
        room = Path(tempfile.mkdtemp(prefix=f".{file.name}.", suffix=".new", dir=file.parent))
        lock = os.open(room, os.O_RDONLY | os.O_DIRECTORY)
        if _take(lock) and room.exists():
            return room, lock
        os.close(lock)


def _sweep(room: Path) -> None:
    lock = os.open(room, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        inside = {entry.name for entry in room.iterdir()}
        if not inside or _MARK in inside:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # where nothing can be locked, nothing is swept
            shutil.rmtree(room, ignore_errors=True)
    finally:
        os.close(lock)


def _take(lock: int) -> bool:
    """Whether an open folder is locked by us now; a file system without locks lets everybody in."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
