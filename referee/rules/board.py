"""Boards: which tiles there are and which touch. Source: RULES.md, "Editions"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from string import ascii_uppercase
from typing import TypeAlias

Tile: TypeAlias = str
"""Number, then letter: `9A` is column 9, row A."""


@dataclass(frozen=True)
class Board:
    """A grid of `columns` times `rows` tiles; no slots, since what follows from the size is kept once made."""

    columns: int
    rows: int

    @cached_property
    def letters(self) -> str:
        """The names of the rows, top to bottom."""
        return ascii_uppercase[: self.rows]

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles by number, then letter."""
        return tuple(f"{column}{letter}" for column in range(1, self.columns + 1) for letter in self.letters)

    @cached_property
    def neighbours(self) -> dict[Tile, tuple[Tile, ...]]:
        """The tiles that touch each tile orthogonally."""
        letters = self.letters
        return {
            f"{column}{letters[row]}": tuple(
                f"{across}{letters[down]}"
                for across, down in (
                    (column - 1, row),
                    (column + 1, row),
                    (column, row - 1),
                    (column, row + 1),
                )
                if 1 <= across <= self.columns and 0 <= down < self.rows
            )
            for column in range(1, self.columns + 1)
            for row in range(self.rows)
        }


def column_and_letter(tile: Tile) -> tuple[int, str]:
    """Columns compare as numbers: 9 before 10."""
    return int(tile[:-1]), tile[-1]


def letter_and_column(tile: Tile) -> tuple[str, int]:
    """The other order of tiles, by row first."""
    return tile[-1], int(tile[:-1])


@lru_cache(maxsize=32)
def board(columns: int, rows: int) -> Board:
    """The one board of that size."""
    return Board(columns, rows)
