"""The sample game that ships with the order language."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.service.game_file import GAME_FILE

SAMPLE: Final = "harbour"


def copy_sample(folder: Path) -> list[Path]:
    """Put the sample game into a folder; which of its files are there already and differ: they are left alone.

    Raises UserError for a folder in which something else is.
    """
    sample = dict(_files(files("orders") / "examples" / SAMPLE, Path()))
    try:
        _refuse_other(folder, sample[Path(GAME_FILE)])
        changed = []
        for name, data in sample.items():
            file = folder / name
            if file.exists() and not file.is_file():
                raise UserError(
                    f"{file} is not a file. Move it away, or name another folder: referee demo FOLDER."
                )
            if not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            elif file.read_bytes() != data:
                changed.append(name)
    except OSError as problem:
        raise UserError(
            f"{problem.filename} cannot be written: {problem.strerror}. Name another folder: referee demo FOLDER."
        ) from problem
    return changed


def _refuse_other(folder: Path, game: bytes) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise UserError(f"{folder} is not a folder. Name another for the sample game: referee demo FOLDER.")
    own = folder / GAME_FILE
    if own.is_file() and own.read_bytes() == game:
        return
    if any(folder.iterdir()):
        raise UserError(
            f"{folder} has something else in it. Name a new folder for the sample game: referee demo FOLDER."
        )


def _files(source: Traversable, name: Path) -> Iterator[tuple[Path, bytes]]:
    for entry in sorted(source.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            yield from _files(entry, name / entry.name)
        elif entry.name != "README.md":
            yield name / entry.name, entry.read_bytes()
