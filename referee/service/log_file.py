"""`--log FILE`: where the whole log is written as JSON Lines, and where it never is."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from referee.db.beside import room_beside, sweep_beside
from referee.db.making import BESIDE
from referee.errors import UserError
from referee.service.game_file import GAME_FILE
from referee.service.game_folder import ROUND_FOLDER, GameFolder
from referee.service.report_files import put, refusing

STANDARD_OUTPUT: Final = 1


class LogFile:
    """Where a log goes: over an earlier log or to a new file, or into a device or pipe that is open for it."""

    def __init__(self, place: Path, stream: int | None, until: ExitStack) -> None:
        """Write to `place`, or to the descriptor `stream`; what is made for it lasts as long as `until`."""
        self._place = place
        self._stream = stream
        self._until = until
        self._data = b""
        self._new: Path | None = None

    def stage(self, data: bytes) -> None:
        """Keep the log ready; for a file it is written, beside its place. Raises UserError if it cannot be."""
        self._data = data
        if self._stream is None:
            with refusing(self._place):
                room = self._until.enter_context(room_beside(self._place))
                self._new = room / self._place.name
                self._new.write_bytes(data)

    def finish(self) -> None:
        """Bring what was staged to its place. Raises OSError."""
        if self._new is not None:
            put(self._new, self._place)
        elif self._stream is not None:
            with suppress(BrokenPipeError):  # its reader has read enough
                write_all(self._stream, self._data)


@contextmanager
def log_file(file: Path, folder: GameFolder, database: Path | None) -> Iterator[LogFile]:
    """The place for a log of the game in `folder`, whose database is the file `database`.

    Raises UserError, before anything is played, for a place where no log can be, or where something else would be
    lost. A link is followed.
    """
    with ExitStack() as until:
        stream = None
        if is_stream(file):
            with refusing(file):
                stream = _open_stream(file)
            until.callback(os.close, stream)
        else:
            if _belongs_to_game(file.resolve(), folder, database):
                raise UserError(
                    f"{file} belongs to the game in {folder.path}. Name another file for the log."
                )
            check_log_file(file)
            sweep_beside(file.resolve())
        yield LogFile(file.resolve(), stream, until)


def check_log_file(file: Path) -> None:
    """Refuse a place where no file can be, or where something is that is neither empty nor a log."""
    if not file.resolve().parent.is_dir():
        raise UserError(f"There is no folder {file.parent} for the log. Make it first, or name another file.")
    if file.is_dir():
        raise UserError(f"{file} is a folder. Name the file for the log, as in {file / 'log.jsonl'}.")
    if file.is_file() and not _is_log(file):
        raise UserError(f"{file} is there already and is no log. Name another file for the log.")


def is_stream(file: Path) -> bool:
    """Whether a file is written into and never replaced: a device, a pipe, or where standard output goes."""
    try:
        found = file.stat()
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)) or _is_standard_output(found)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of it. Raises OSError."""
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def _is_standard_output(found: os.stat_result) -> bool:
    try:
        return os.path.samestat(found, os.fstat(STANDARD_OUTPUT))
    except OSError:
        return False


def _open_stream(file: Path) -> int:
    """Opening a file anew would begin it anew: what standard output has already is written on to."""
    if _is_standard_output(file.stat()):
        return os.dup(STANDARD_OUTPUT)
    return os.open(file, os.O_WRONLY)


def _belongs_to_game(place: Path, folder: GameFolder, database: Path | None) -> bool:
    """Whether a path, all links followed, is the game's: its file, its database, or in a round's folder."""
    root, reports = folder.path.resolve(), folder.reports.resolve()
    ours = {root / GAME_FILE, (root / GAME_FILE).resolve()}
    if database is not None:
        ours |= {Path(f"{database}{suffix}") for suffix in BESIDE}
    ours |= {file.path.resolve() for files in folder.rounds for file in files.values()}
    if place in ours:
        return True
    for parent in (root, reports):
        rounds = (
            [entry for entry in parent.iterdir() if ROUND_FOLDER.fullmatch(entry.name)]
            if parent.is_dir()
            else []
        )
        if place.parent in {entry.resolve() for entry in rounds}:
            return True
    return place.parent.parent in {root, reports} and ROUND_FOLDER.fullmatch(place.parent.name) is not None


def _is_log(file: Path) -> bool:
    """Whether a file is one that `--log` wrote, or empty."""
    try:
        with file.open("rb") as stream:
            first = stream.readline(1 << 20)
        return not first or {"seq", "hash"} <= json.loads(first).keys()
    except OSError as problem:
        raise UserError(
            f"{file} cannot be read: {problem.strerror}. Name another file for the log."
        ) from problem
    except (ValueError, AttributeError, RecursionError):
        return False
