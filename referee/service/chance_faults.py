"""Whether every tile and every die of a log are those that were sealed when the game was opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from referee.round.chance import Chance
from referee.round.pool import Pool, sealed_tiles
from referee.rules import events as e
from referee.rules.state import State


def chance_faults(entries: Sequence[e.Entry], numbers: Mapping[int, int], state: State) -> Iterator[str]:
    """What came otherwise than it was sealed, as clauses; `numbers` gives records by identity."""
    kept = next((one.event for one in entries if isinstance(one.event, e.BagKept)), None)
    tiles = sealed_tiles(entries)
    if kept is None:
        yield "what was sealed at the opening is missing"
    elif kept.order is not None and sorted(kept.order) != sorted(tiles):
        yield "what was sealed at the opening is not the tiles that were to be drawn"
    else:
        chance = Chance(kept.seed, kept.order)
        pool = Pool(chance, tiles)
        most_sides = len(state.edition.board.tiles)
        for entry in entries:
            faults = (*_seal_faults(entry.event, chance), *_faults_of_draws(entry.event, pool))
            faults += tuple(_faults_of_dice(entry.event, chance, most_sides))
            yield from (f"record {numbers[id(entry)]}: {what}" for what in faults)


def _seal_faults(event: e.Event, chance: Chance) -> Iterator[str]:
    match event:
        case e.BagSealed(seal=seal) if seal != chance.seal():
            yield "what was kept is not what was sealed"
        case e.BagOpened(seed=seed, order=order) if (seed, order) != (chance.seed, chance.given):
            yield "what was opened is not what was sealed"
        case _:
            pass  # nothing else speaks of the seal


def _faults_of_draws(event: e.Event, pool: Pool) -> Iterator[str]:
    """Draw from the pool what the event draws, and say where it was another tile."""
    drawn = pool.follow(event)
    match event:
        case e.SetupTileDrawn(tile=tile) | e.BankTileDrawn(tile=tile) if [one for one, _ in drawn] != [tile]:
            yield f"{tile} was drawn where the bag has {drawn[0][0] if drawn else 'no more'}"
        case e.TilesDealt(tiles=tiles, place=place) if drawn != list(zip(tiles, count(place), strict=False)):
            yield "the tiles dealt are not those of the bag"
        case e.TileDrawn(tile=tile, place=place) if drawn != [(tile, place)]:
            yield f"{tile} is not tile {place} of the bag"
        case e.PoolRemixed(tiles=told) if len(pool) != told:
            yield f"{len(pool)} tiles were remixed, not {told}"
        case _:
            pass  # it came as it was sealed, or nothing came


def _faults_of_dice(event: e.Event, chance: Chance, most_sides: int) -> Iterator[str]:
    if isinstance(event, e.DieRolled):
        label, sides = event.label, event.sides
        if not 1 <= sides <= most_sides:
            yield f"the die '{label}' cannot have {sides} sides"
        elif (result := chance.roll(label, sides)) != event.result:
            yield f"the die '{label}' shows {result}, not {event.result}"
