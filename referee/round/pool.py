"""The tiles that are left to draw, in the order in which the seal has them. Source: DESIGN.md, "Chance"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.round.chance import Chance
from referee.rules import events as e
from referee.rules.board import Tile
from referee.rules.editions import Edition


class Pool:
    """The order of the tiles and how far it has been drawn; a remix makes a new order of what is left.

    `tiles` are those that were sealed, by number, then letter.
    """

    def __init__(self, chance: Chance, tiles: Sequence[Tile]) -> None:
        self._chance = chance
        self._all = tuple(tiles)
        self._order = chance.tile_order(tiles)
        self._drawn = 0

    def __len__(self) -> int:
        """How many tiles are left."""
        return len(self._order) - self._drawn

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Those left, first drawn first."""
        return self._order[self._drawn :]

    def draw(self) -> tuple[Tile, int] | None:
        """The next tile and its place in the order (from 1), None if there is none."""
        if self._drawn == len(self._order):
            return None
        self._drawn += 1
        return self._order[self._drawn - 1], self._drawn

    def put_back(self, tile: Tile) -> None:
        """A tile goes back; until the pool is remixed it is the last."""
        self._order = (*self.tiles, tile)
        self._drawn = 0

    def remix(self, label: str) -> None:
        """What is left comes into the order of that label, whatever order it was in."""
        left = set(self.tiles)
        self._order = self._chance.shuffled([one for one in self._all if one in left], label)
        self._drawn = 0

    def follow(self, event: e.Event) -> list[tuple[Tile, int]]:
        """Draw, put back or remix as it was done in an event; the tiles that come out now, with their places.

        The event's own tiles are not looked at, but for one put back. From an empty pool fewer come, or none.
        """
        match event:
            case e.SetupTileDrawn() | e.BankTileDrawn() | e.TileDrawn():
                count = 1
            case e.TilesDealt(tiles=tiles):
                count = len(tiles)
            case e.BankTileReturned(tile=tile):
                self.put_back(tile)
                count = 0
            case e.PoolRemixed(label=label):
                self.remix(label)
                count = 0
            case _:
                count = 0  # nothing else comes out of the bag or goes into it
        return [drawn for drawn in (self.draw() for _ in range(count)) if drawn is not None]


def sealed_tiles(entries: Iterable[e.Entry]) -> tuple[Tile, ...]:
    """The tiles that were sealed when a game was opened: all, or those left to draw in an adopted position.

    Hands count, which are seen by their seats: only the referee's own log tells all.
    """
    tiles: tuple[Tile, ...] = ()
    gone: set[Tile] = set()
    for entry in entries:
        match entry.event:
            case e.GameOpened(edition=edition):
                tiles = Edition.from_data(edition).board.tiles
            case e.PositionAdopted(chains=chains, loose=loose, out_of_play=out_of_play):
                gone.update(loose, out_of_play, *chains.values())
            case e.HandAdopted(tiles=hand):
                gone.update(hand)
            case e.RoundOpened():
                break
            case _:
                pass  # nothing else says what was sealed
    return tuple(tile for tile in tiles if tile not in gone)


def pool_after(entries: Sequence[e.Entry], chance: Chance) -> Pool:
    """The pool after some entries of the referee's log."""
    pool = Pool(chance, sealed_tiles(entries))
    for entry in entries:
        pool.follow(entry.event)
    return pool
