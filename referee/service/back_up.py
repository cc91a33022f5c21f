"""Making a backup: one state of the database as one file, checked before it stands in its place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from referee.clock import SystemEntropy
from referee.db.beside import room_beside, sweep_beside
from referee.db.engines import engine_for_file, place_of
from referee.db.links import Head
from referee.db.making import BESIDE
from referee.db.snapshot import is_store, put_copy, snapshot
from referee.db.store import Store
from referee.errors import UserError, named
from referee.service.report_files import refusing


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was made: its games with their heads, and what is wrong with their logs, as clauses."""

    file: Path
    games: tuple[tuple[str, Head], ...]
    faults: tuple[str, ...]


def back_up(database: str, file: Path, *, replace: bool = False) -> BackedUp:
    """Copy the database, while others write, into `file`, which only its owner can read.

    It is made beside its place, checked (each page, and the chain of each log) and on the disk before it gets its
    name. A log at fault is copied too, since there may be nothing better; but an earlier backup is then not replaced.

    `database` is a file or a URL; an earlier schema stays as it is, in the backup too. An earlier backup at `file` is
    replaced if `replace` says so; nothing else ever is.

    Raises UserError; then nothing was changed.
    """
    with refusing(file):
        place = file.expanduser().resolve()
        _check_place(place, database, replace=replace)
        sweep_beside(place)
        with room_beside(place) as room:
            new = room / place.name
            new.touch(mode=0o600)
            snapshot(database, new)
            games, faults = _looked_through(new, database)
            if faults and place.exists():
                raise UserError(
                    f"{faults[0]}. The earlier backup {named(file)} was left alone. Name another file, and "
                    "look at what is wrong: referee verify GAME"
                )
            if not put_copy(new, place, replace=replace):
                raise UserError(f"Somebody else has just made {named(file)}. It was left alone.")
    return BackedUp(file, games, faults)


def _check_place(place: Path, database: str, *, replace: bool) -> None:
    """Refuse a place where something else would be lost."""
    source = place_of(database).file
    if source is not None and place in {Path(f"{source}{suffix}") for suffix in BESIDE}:
        raise UserError(f"{named(place)} belongs to the database itself. Name another file for the backup.")
    if not place.parent.is_dir():
        raise UserError(f"There is no folder {named(place.parent)}. Make it first, or name another file.")
    if not place.exists():
        return
    if not place.is_file():
        raise UserError(f"{named(place)} is there already and is no file. Name a file for the backup.")
    if not replace:
        raise UserError(
            f"{named(place)} is there already. Name another file, or replace that backup with --force."
        )
    if not is_store(place):
        raise UserError(f"{named(place)} is there already and is no backup. Name another file.")


def _looked_through(new: Path, database: str) -> tuple[tuple[tuple[str, Head], ...], tuple[str, ...]]:
    """The games in a copy, with their heads, and what is wrong with their chains. No schema is too old for that."""
    shown = place_of(database).shown
    with Store(engine_for_file(new), shown, SystemEntropy(), read_only=True) as store, store.read() as unit:
        heads: list[tuple[str, Head]] = []
        faults: list[str] = []
        for game in unit.games():
            wrong = unit.verify(game.name)
            if wrong:
                faults.append(f"The log of {game.name} is damaged: {wrong[0].message}")
            else:
                heads.append((game.name, unit.head(game.name)))
    return tuple(heads), tuple(faults)
