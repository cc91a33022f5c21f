"""Chance under a seal: the tile order and every die follow from one seed that is fixed when the game opens.

The seal, published at the opening, is a digest of what is kept; when the game has ended what was kept is
published, and anybody can check every draw and every die. Source: DESIGN.md, "Chance".
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.rules.board import Tile

SCHEME: Final = "hmac-sha256/1"
"""How dice follow from the seed and the seal from what is kept; an old game keeps its own scheme."""

BYTES_A_ROLL: Final = 8


@dataclass(frozen=True, slots=True)
class Chance:
    """The seed of all dice, and the tile order if it was given (None: it follows from the seed)."""

    seed: str
    given: tuple[Tile, ...] | None = None

    def seal(self) -> str:
        """The commitment: the hex SHA-256 of scheme, seed and given order as JSON without blanks."""
        kept = json.dumps([SCHEME, self.seed, self.given], separators=(",", ":"))
        return hashlib.sha256(kept.encode()).hexdigest()

    def tile_order(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """The order in which the tiles are drawn, first drawn first."""
        return self.given if self.given is not None else self.shuffled(tiles, "bag")

    def shuffled(self, tiles: Sequence[Tile], label: str) -> tuple[Tile, ...]:
        """The tiles in the order that follows from a label and the order in which they are given."""
        order = list(tiles)
        for last in range(len(order) - 1, 0, -1):
            other = self.roll(f"{label} {last + 1}", last + 1) - 1
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def roll(self, label: str, sides: int) -> int:
        """1 to `sides`, each as likely, always the same for the same label."""
        whole = 256**BYTES_A_ROLL
        fair = whole - whole % sides
        attempt = 0
        while True:
            digest = hmac.digest(self.seed.encode(), f"{label}|{attempt}".encode(), "sha256")
            number = int.from_bytes(digest[:BYTES_A_ROLL])
            if number < fair:
                return number % sides + 1
            attempt += 1
