"""Whether a folder's game has been played before, and how it can be played anew without losing anything else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.db.engines import place_of
from referee.db.store import open_store
from referee.errors import UserError
from referee.rules.sides import two_seats_each
from referee.service.game_folder import ROUND_FOLDER, GameFolder
from referee.service.report_files import PUBLIC, report_path


@dataclass(frozen=True, slots=True)
class EarlierPlay:
    """A play that is to be replaced: its database, and the report files that it wrote (below `reports/`)."""

    file: Path
    reports: tuple[Path, ...]


def earlier_play(folder: GameFolder, database: str, *, again: bool, shared: bool) -> EarlierPlay | None:
    """The play that is to be replaced, None where there was none.

    `shared`: the database is not the folder's own and may have other games. Raises UserError where there was a
    play and `again` was not said, and where playing anew would lose something else.
    """
    place = place_of(database)
    name = folder.game.name
    games, reports = _what_is_in(database, place.file, name)
    mine = [game for game in games if game.casefold() == name.casefold()]
    others = [game for game in games if game not in mine]
    if not again and (mine or any(report_files(folder))):
        where = f"{name} stands in {place.shown}" if mine else f"its reports lie in {folder.reports}"
        raise UserError(
            f"{folder.path} has been played: {where}. Say --again to make its database and reports anew."
        )
    if others and (mine or not shared):
        raise UserError(
            f"{place.shown} has other games: {', '.join(others)}. Name another database for {name} with --db."
        )
    if not mine:
        return None
    if place.file is None:
        raise UserError(f"{place.shown} keeps {name} for ever. Name another database with --db.")
    return EarlierPlay(place.file, reports)


def is_to_be_made(file: Path) -> bool:
    """Whether there is no database in a file yet; an empty file counts as none."""
    return not file.exists() or (file.is_file() and file.stat().st_size == 0)


def _what_is_in(database: str, file: Path | None, name: str) -> tuple[list[str], tuple[Path, ...]]:
    """The games in a database that may not be there yet, and the report files of the one with that name."""
    if file is not None and is_to_be_made(file):
        return [], ()
    with open_store(database, create=file is None) as store, store.read() as unit:
        games = [game.name for game in unit.games()]
        if name.casefold() not in map(str.casefold, games):
            return games, ()
        return games, tuple(report_path(one) for one in unit.publications(name))


def report_files(folder: GameFolder) -> Iterator[Path]:
    """The files below `reports/` that are named as a play of this folder names them."""
    players = folder.game.plan.players
    names = {f"{reader}.txt" for reader in (PUBLIC, *players, *two_seats_each(players))}
    if folder.reports.is_dir():
        for file in folder.reports.glob("round-*/*.txt"):
            if ROUND_FOLDER.fullmatch(file.parent.name) and file.name in names and not file.is_dir():
                yield file.relative_to(folder.reports)
