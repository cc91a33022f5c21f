"""Files that come out of a game: written beside first, then moved, so that none is ever half there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.db.beside import room_beside, sweep_beside
from referee.db.unit import Publication
from referee.errors import UserError
from referee.service.game_folder import round_folder

PUBLIC: Final = "public"


def report_path(publication: Publication) -> Path:
    """Where a report lies below `reports/`."""
    return Path(round_folder(publication.round)) / f"{publication.recipient or PUBLIC}.txt"


@dataclass(frozen=True, slots=True)
class Staged:
    """Files that are written, but not in their places below `target` yet."""

    beside: Path
    target: Path
    files: tuple[Path, ...]

    def try_places(self, old: Iterable[Path] = ()) -> None:
        """Refuse what would keep `move` from doing its work, before anything is done that cannot be undone."""
        device = self.beside.stat().st_dev
        for file in sorted({*self.files, *old}):
            place = self.target / file
            if place.is_dir() and not place.is_symlink():
                raise UserError(f"{place} is a folder where a report should lie. Move it away.")
            folder = next(one for one in place.parents if one.exists())
            if not folder.is_dir():
                raise UserError(f"{folder} is not a folder, and the reports should lie in it. Move it away.")
            if not os.access(folder, os.W_OK | os.X_OK):
                raise UserError(f"Nothing can be written into {folder}. Allow it, or play elsewhere.")
            if folder.stat().st_dev != device:
                raise UserError(f"{folder} is on another disk than {self.target}. Keep the reports together.")

    def move(self, old: Iterable[Path] = ()) -> None:
        """Put all in their places, and take away those of `old` that have no successor. Raises OSError."""
        for file in self.files:
            (self.target / file).parent.mkdir(parents=True, exist_ok=True)
            put(self.beside / file, self.target / file)
        for file in {*old} - {*self.files}:
            (self.target / file).unlink(missing_ok=True)
            _remove_if_empty((self.target / file).parent)


def put(source: Path, target: Path) -> None:
    """Move a file to its place, over whatever file is there."""
    source.replace(target)


@contextmanager
def staged(target: Path, files: Mapping[Path, bytes]) -> Iterator[Staged]:
    """Write files into a room beside the folder `target`; what was not moved from there is gone in the end."""
    target = target.resolve()
    sweep_beside(target)
    with ExitStack() as until:
        with refusing(target):
            room = until.enter_context(room_beside(target))
            for file, body in files.items():
                (room / file).parent.mkdir(exist_ok=True)
                (room / file).write_bytes(body)
        yield Staged(room, target, tuple(files))


@contextmanager
def refusing(target: Path) -> Iterator[None]:
    """Turn what the file system refuses into a UserError."""
    try:
        yield
    except OSError as problem:
        raise UserError(f"{target} cannot be written: {problem.strerror}.") from problem


def _remove_if_empty(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
