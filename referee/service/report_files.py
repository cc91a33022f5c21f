"""Files that come out of a game: written beside first, then moved, so that none is ever half there."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

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

    def move(self, old: Iterable[Path] = ()) -> None:
        """Put all in their places, and take away those of `old` that have no successor."""
        for file in self.files:
            (self.target / file).parent.mkdir(parents=True, exist_ok=True)
            (self.beside / file).replace(self.target / file)
        for file in {*old} - {*self.files}:
            (self.target / file).unlink(missing_ok=True)
            _remove_if_empty((self.target / file).parent)


@contextmanager
def staged(room: Path, target: Path, files: Mapping[Path, bytes]) -> Iterator[Staged]:
    """Write files into a folder of their own in `room`; what was not moved from there is gone in the end."""
    try:
        beside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".new", dir=room))
        try:
            for file, body in files.items():
                (beside / file).parent.mkdir(exist_ok=True)
                (beside / file).write_bytes(body)
            yield Staged(beside, target, tuple(files))
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as problem:
        raise UserError(f"{problem.filename or room} cannot be written: {problem.strerror}.") from problem


def _remove_if_empty(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
