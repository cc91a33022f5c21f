"""The board as a report prints it, read back: chains by their letters, loose tiles, tiles out of play."""

from __future__ import annotations

import re
from typing import Final

from referee.errors import UserError
from referee.rules.board import Tile
from referee.rules.editions import Chain, Edition
from referee.written.toml_values import shown

EMPTY: Final = (".", "*")
"""Squares without a tile: nothing there, or a tile of the reader's own hand."""
LOOSE: Final = "o"
OUT_OF_PLAY: Final = "#"

LINE: Final = 78
"""Characters of a line that a message shows: as wide as a report is."""

_BRACKETS: Final = str.maketrans("[]|", "   ")
"""Around tiles laid last; before lines that were quoted."""
_NUMBER: Final = re.compile(r"[0-9]{1,2}")


class PictureError(UserError):
    """A picture that shows no board; the message says where and what to do."""


def tiles_of_picture(
    picture: str, edition: Edition
) -> tuple[dict[Chain, tuple[Tile, ...]], tuple[Tile, ...], tuple[Tile, ...]]:
    """The tiles of each chain on the board, the loose ones, those out of play, row by row.

    A line of column numbers stands above the rows that it belongs to; a wide board may have several. Rows and
    columns that are not shown are empty. Raises PictureError.
    """
    marks = _marks(picture, edition)
    chains: dict[Chain, list[Tile]] = {}
    loose, out_of_play = [], []
    for tile, mark in marks.items():
        if mark == LOOSE:
            loose.append(tile)
        elif mark == OUT_OF_PLAY:
            out_of_play.append(tile)
        elif mark not in EMPTY:
            chains.setdefault(_chain(mark, tile, edition), []).append(tile)
    lying = {chain: tuple(chains[chain]) for chain in edition.chains if chain in chains}
    return lying, tuple(loose), tuple(out_of_play)


def _marks(picture: str, edition: Edition) -> dict[Tile, str]:
    """What stands on each square that is shown."""
    marks: dict[Tile, str] = {}
    columns: tuple[str, ...] = ()
    for line in picture.splitlines():
        words = line.translate(_BRACKETS).split()
        if words and all(_NUMBER.fullmatch(word) for word in words):
            columns = tuple(words)
            continue
        if not words:
            continue
        row, squares = words[0], words[1:]
        if row not in edition.board.letters:
            raise PictureError(
                f"the line '{shown(line.strip(), LINE)}' is no row: one begins with its letter, "
                f"{edition.board.letters[0]} to {edition.board.letters[-1]}. Copy it from a report, from the line of "
                "column numbers on."
            )
        if not columns or len(squares) != len(columns):
            above = (
                f"{len(columns)} columns are numbered above it"
                if columns
                else "no columns are numbered above it"
            )
            raise PictureError(f"row {row} has {len(squares)} squares, and {above}. Correct that row.")
        for column, mark in zip(columns, squares, strict=True):
            tile = f"{int(column)}{row}"
            if tile not in edition.tile_rank:
                raise PictureError(
                    f"there is no tile {tile} in {edition.id}. Correct the numbers of the columns."
                )
            if tile in marks:
                raise PictureError(f"{tile} is shown twice. Leave one row {row} out.")
            marks[tile] = mark
    return marks


def _chain(mark: str, tile: Tile, edition: Edition) -> Chain:
    """The chain of that beginning, written as reports write it."""
    meant = [chain for chain in edition.chains if chain.startswith(mark)]
    if len(meant) != 1:
        which = f"it may be {' or '.join(meant)}" if meant else f"the chains are {', '.join(edition.chains)}"
        raise PictureError(
            f"{tile} is marked {shown(mark)}, and {which}; o is a loose tile, # one out of play, . an empty square. "
            "Write more letters, or others."
        )
    return meant[0]
