"""What a tile would do, and whether the game can end. Source: RULES.md, "A play" and "End"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.events import Seat
from referee.rules.state import LOOSE, State

Verdict: TypeAlias = Literal["loose", "found", "grow", "merge", "dead", "blocked"]
"""What a tile would do; a dead or blocked one cannot be placed."""

PLAYABLE = ("loose", "found", "grow", "merge")


class TileOutlook(NamedTuple):
    """What a tile would do if it were laid now; `chains` are those it touches, in the edition's order."""

    tile: Tile
    verdict: Verdict
    chains: tuple[Chain, ...] = ()

    @property
    def is_playable(self) -> bool:
        """Whether it may be laid."""
        return self.verdict in PLAYABLE

    @property
    def is_dead(self) -> bool:
        """Whether it could never be laid: it would merge two safe chains."""
        return self.verdict == "dead"


def outlook(state: State, tile: Tile) -> TileOutlook:
    """What a tile that is not on the board would do, laid now, whoever holds it."""
    board = state.board
    around = {board[near] for near in state.edition.board.neighbours[tile] if near in board}
    if not around:
        return TileOutlook(tile, "loose")
    around.discard(LOOSE)
    if not around:
        blocked = len(state.sizes) == len(state.edition.tiers)
        return TileOutlook(tile, "blocked" if blocked else "found")
    if len(around) == 1:
        return TileOutlook(tile, "grow", tuple(around))
    touched = tuple(chain for chain in state.edition.chains if chain in around)
    sizes, safe = state.sizes, state.edition.safe
    dead = sum(sizes[chain] >= safe for chain in touched) > 1
    return TileOutlook(tile, "dead" if dead else "merge", touched)


def connected_loose(state: State, tile: Tile) -> tuple[Tile, ...]:
    """The loose tiles that a tile would connect, laid now, directly or through each other, in the edition's order."""
    board, neighbours = state.board, state.edition.board.neighbours
    found: set[Tile] = set()
    edge = [tile]
    while edge:
        for neighbour in neighbours[edge.pop()]:
            if board.get(neighbour) == LOOSE and neighbour not in found:
                found.add(neighbour)
                edge.append(neighbour)
    return in_tile_order(state, found) if len(found) > 1 else tuple(found)


def in_tile_order(state: State, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles sorted as the edition sorts them."""
    return tuple(sorted(tiles, key=state.edition.tile_rank.__getitem__))


def options(state: State, seat: Seat) -> tuple[TileOutlook, ...]:
    """The tiles of a seat's known hand that can be placed, in the edition's tile order."""
    rank = state.edition.tile_rank
    looks = [outlook(state, tile) for tile in sorted(state.hand(seat), key=rank.__getitem__)]
    return tuple(look for look in looks if look.is_playable)


def dead_tiles(state: State, seat: Seat) -> Iterator[Tile]:
    """The tiles of a seat's known hand that would merge two safe chains, as they stand in the rack."""
    safe = state.edition.safe
    if sum(size >= safe for size in state.sizes.values()) > 1:
        yield from (tile for tile in state.hand(seat) if outlook(state, tile).verdict == "dead")


def end_reason(state: State) -> str | None:
    """Why the game may be ended now, in words; None if it may not. At least one chain must be on the board."""
    if not state.sizes:
        return None
    largest = max(state.sizes.values())
    if largest >= state.switches.end_size:
        name = next(chain for chain in state.active() if state.sizes[chain] == largest)
        return f"{name} has {largest} tiles"
    if min(state.sizes.values()) >= state.edition.safe:
        return "every chain on the board is safe"
    return None


def largest_of(state: State, chains: tuple[Chain, ...]) -> tuple[Chain, ...]:
    """Those of some chains that are as large as any of them."""
    most = max(state.sizes[chain] for chain in chains)
    return tuple(chain for chain in chains if state.sizes[chain] == most)
