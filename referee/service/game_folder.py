"""A folder that holds a whole game: `game.toml` and `round-NN/HANDLE.txt`. Read before anything is played."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.errors import UserError, named
from referee.service.game_file import GAME_FILE, GameFile, read_game_file
from referee.service.order_text import order_bytes

ROUND_FOLDER: Final = re.compile(r"round-([0-9]{1,4})")
ORDER_SUFFIX: Final = ".txt"


@dataclass(frozen=True, slots=True)
class OrderFile:
    """What a seat wrote for one round, unread."""

    path: Path
    data: bytes


@dataclass(frozen=True, slots=True)
class GameFolder:
    """A game as its folder tells it.

    `rounds[0]` is round 1: the order files by seat. A round without a folder is empty; a seat without a file is
    not in it.
    """

    path: Path
    game: GameFile
    rounds: tuple[Mapping[str, OrderFile], ...]

    @property
    def database(self) -> Path:
        """Where the game stands unless somebody says otherwise."""
        return self.path / "referee.db"

    @property
    def reports(self) -> Path:
        """Where the reports are written."""
        return self.path / "reports"


def round_folder(number: int) -> str:
    """The name of a round's folder, for orders and for reports: `round-07`."""
    return f"round-{number:02d}"


def read_game_folder(path: Path) -> GameFolder:
    """The game in a folder. Raises UserError for a file that is no seat's, or whatever else is not clear."""
    try:
        there = None if path.is_dir() else "is not a folder" if path.exists() else "does not exist"
    except OSError as problem:
        there = f"cannot be read: {problem.strerror}"
    if there is not None:
        raise UserError(
            f"{named(path)} {there}. Name a folder with {GAME_FILE} and round-01/HANDLE.txt in it."
        )
    game = read_game_file(path / GAME_FILE)
    try:
        numbered = _round_folders(path)
        rounds = tuple(
            _order_files(numbered[number], game.plan.players) if number in numbered else {}
            for number in range(1, max(numbered, default=0) + 1)
        )
    except OSError as problem:
        raise UserError(f"{problem.filename} cannot be read: {problem.strerror}.") from problem
    return GameFolder(path, game, rounds)


def _round_folders(path: Path) -> dict[int, Path]:
    """The round folders by number."""
    numbered: dict[int, Path] = {}
    for entry in sorted(path.iterdir()):
        named = ROUND_FOLDER.fullmatch(entry.name)
        if named is None:
            if entry.is_dir() and entry.name.lower().startswith("round"):
                raise UserError(f"{entry} is no round's folder. Call it {round_folder(1)}, or move it away.")
            continue
        number = int(named[1])
        if not entry.is_dir():
            raise UserError(
                f"{entry} is not a folder. The orders of a round stand in {entry.name}/HANDLE.txt."
            )
        if number < 1:
            raise UserError(f"{entry}: the first round is {round_folder(1)}. Nobody orders before it.")
        if number in numbered:
            raise UserError(
                f"{entry} and {numbered[number]} are the same round. Put the orders into one of them."
            )
        numbered[number] = entry
    return numbered


def _order_files(folder: Path, seats: Sequence[str]) -> dict[str, OrderFile]:
    """The order files of a round by seat; hidden files are not looked at."""
    by_name = {seat.lower(): seat for seat in seats}
    found: dict[str, OrderFile] = {}
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith("."):
            continue
        seat = by_name.get(entry.stem.lower()) if entry.suffix.lower() == ORDER_SUFFIX else None
        if seat is None or entry.is_dir():
            names = ", ".join(f"{name}{ORDER_SUFFIX}" for name in seats)
            raise UserError(f"{entry} is no player's order file. Expected: {names}. Nothing was played.")
        if seat in found:
            raise UserError(f"{entry} and {found[seat].path} are both {seat}'s. Keep one of them.")
        found[seat] = OrderFile(entry, order_bytes(entry))
    return found
