"""Whether a position can be: tiles, chains, shares, hands, players. Each check is told all that it can know.

A fault is a whole sentence: where, what, what to do. Source: RULES.md, "Adopted games", "A play", "Switches".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain as joined
from typing import Final

from referee.round.opening import bag_faults, some_of
from referee.rules.board import Tile
from referee.rules.editions import Chain, Edition
from referee.rules.events import EndReason
from referee.rules.plays import TILES_TAKEN
from referee.rules.sides import why_over_without
from referee.rules.switches import Switches
from referee.written.position_facts import OF_PLAYERS, PositionFacts
from referee.written.toml_values import did_you_mean, shown

SMALLEST_CHAIN: Final = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """What a position says, and the edition and switches that it is to be played with.

    `switches` are None where they cannot be told.
    """

    facts: PositionFacts
    edition: Edition
    switches: Switches | None

    def lying(self) -> dict[Tile, Chain | None]:
        """Each tile on the board with its chain, None for a loose one."""
        board: dict[Tile, Chain | None] = dict.fromkeys(self.facts.loose)
        board |= {tile: chain for chain, tiles in self.facts.chains.items() for tile in tiles}
        return board

    def places(self) -> Iterator[tuple[str, tuple[Tile, ...]]]:
        """Every place where tiles are, as a message calls it."""
        yield from self.facts.chains.items()
        yield "the loose tiles", self.facts.loose
        yield "the tiles out of play", self.facts.out_of_play
        for seat, player in self.facts.players.items():
            yield f"the hand of {seat}", player.hand or ()

    def pool(self) -> tuple[Tile, ...]:
        """The tiles that are nowhere else, by number, then letter."""
        gone = set(joined.from_iterable(tiles for _, tiles in self.places()))
        return tuple(tile for tile in self.edition.board.tiles if tile not in gone)


def position_faults(asked: Asked) -> list[str]:
    """Everything that does not fit together, but for what is left to draw."""
    return [fault for check in CHECKS for fault in check(asked)]


def _tile_faults(asked: Asked) -> Iterator[str]:
    where: dict[Tile, list[str]] = {}
    for place, tiles in asked.places():
        for tile in tiles:
            where.setdefault(tile, []).append(place)
    for tile, places in where.items():
        if len(places) > 1:
            both = " and ".join(dict.fromkeys(places))
            twice = "is in two places" if len(set(places)) > 1 else "stands twice in one place"
            yield f"{tile} {twice}: {both}. Leave it where it is, and only there."


def _chain_faults(asked: Asked) -> Iterator[str]:
    neighbours = asked.edition.board.neighbours
    for chain, tiles in asked.facts.chains.items():
        if not tiles:
            yield f"[chains] {chain} has no tiles. Leave out what is not on the board."
        elif len(set(tiles)) < SMALLEST_CHAIN:
            yield (
                f"[chains] {chain} has 1 tile, {tiles[0]}; a chain has {SMALLEST_CHAIN} or more. Complete it, or put "
                "the tile into `loose`."
            )
        else:
            whole, first = set(tiles), _connected(tiles[0], set(tiles), neighbours)
            if first != whole:
                others = [tile for tile in dict.fromkeys(tiles) if tile not in first]
                yield (
                    f"[chains] {chain} is in pieces: {some_of(others)} {'does' if len(others) == 1 else 'do'} not "
                    "touch the rest of it. Put in what is missing, or leave out what is wrong."
                )


def _connected(start: Tile, tiles: set[Tile], neighbours: dict[Tile, tuple[Tile, ...]]) -> set[Tile]:
    found, edge = {start}, [start]
    while edge:
        for near in neighbours[edge.pop()]:
            if near in tiles and near not in found:
                found.add(near)
                edge.append(near)
    return found


def _touching_faults(asked: Asked) -> Iterator[str]:
    """Two chains side by side, and loose tiles next to a chain."""
    board, neighbours = asked.lying(), asked.edition.board.neighbours
    told: set[frozenset[str]] = set()
    for tile, chain in board.items():
        for near in neighbours[tile]:
            other = board.get(near)
            if other is None or other == chain:
                continue
            if chain is None:
                yield (
                    f"`loose` has {tile}, which touches {near} of {other}; a loose tile never touches a chain. Put "
                    f"it into {other}, or correct one of the two."
                )
                break
            if frozenset((chain, other)) not in told:
                told.add(frozenset((chain, other)))
                yield (
                    f"{tile} of {chain} touches {near} of {other}; two chains never touch. Correct one of the two "
                    "tiles."
                )


def _size_faults(asked: Asked) -> Iterator[str]:
    for chain, size in asked.facts.sizes.items():
        there = len(asked.facts.chains.get(chain, ()))
        if there != size:
            yield f"`sizes` says that {chain} has {_tiles(size)}, and {there} lie there. Correct one of them."


def _share_faults(asked: Asked) -> Iterator[str]:
    every = asked.edition.shares
    for chain in asked.edition.chains:
        held = {
            seat: count
            for seat, player in asked.facts.players.items()
            if (count := player.shares.get(chain, 0))
        }
        out = sum(held.values())
        who = ", ".join(f"{seat} {count}" for seat, count in held.items())
        if out > every:
            yield f"{chain}: the players have {out} shares ({who}), and there are {every}. Correct one of them."
        elif (bank := asked.facts.bank.get(chain)) not in {None, every - out}:
            yield (
                f"`bank` says that the bank has {bank} {chain}; of {every} shares the players have {out}"
                f"{f' ({who})' if who else ''}, which leaves {every - out}. Correct one of them."
            )


def _hand_faults(asked: Asked) -> Iterator[str]:
    full = asked.edition.hand
    for seat, player in asked.facts.players.items():
        count = len(player.hand or ())
        has_taken = (
            asked.switches is not None
            and asked.switches.special_powers
            and player.powers is not None
            and "take 5 tiles" not in player.powers
        )
        most = full + TILES_TAKEN if has_taken else full
        if count > most:
            also = "" if has_taken else _or_five_more(asked)
            yield f"[players.{seat}] `hand` has {_tiles(count)}; the most is {most}{also}. Leave out what is wrong."


def _or_five_more(asked: Asked) -> str:
    if asked.switches is None or not asked.switches.special_powers:
        return ""
    return f", or {asked.edition.hand + TILES_TAKEN} once `take 5 tiles` is used"


def _power_faults(asked: Asked) -> Iterator[str]:
    if asked.switches is None:
        return
    for seat, player in asked.facts.players.items():
        if asked.switches.special_powers and player.powers is None:
            yield f"[players.{seat}] `powers` is missing, in a game that has them. Write {OF_PLAYERS['powers']}."
        elif player.powers and not asked.switches.special_powers:
            yield (
                f"[players.{seat}] `powers`: this game has none. Leave it out, or write special_powers = true below "
                "[switches]."
            )


def _order_faults(asked: Asked) -> Iterator[str]:
    order, seats = asked.facts.order, tuple(asked.facts.players)
    if order is None or not seats:
        return
    counted = Counter(order)
    strange = [shown(one) for one in counted if one not in seats]
    twice = [one for one, count in counted.items() if count > 1 and one in seats]
    missing = [seat for seat in seats if seat not in counted]
    found = [
        f"{', '.join(names)} {what}"
        for names, what in (
            (strange, "is no player" if len(strange) == 1 else "are no players"),
            (twice, "stands twice" if len(twice) == 1 else "stand twice"),
            (missing, "is missing" if len(missing) == 1 else "are missing"),
        )
        if names
    ]
    if found:
        yield f"`order` has not each player once: {'; '.join(found)}. The players are {', '.join(seats)}."
        return
    start = seats.index(order[0])
    rotated = seats[start:] + seats[:start]
    if asked.switches is not None and asked.switches.order_of_play == "seats" and order != rotated:
        yield (
            f"`order` is {', '.join(order)}; with order_of_play = seats it goes by the seats, as [players.…] stand "
            f"in the file: {', '.join(rotated)}. Correct one of them."
        )


def _next_faults(asked: Asked) -> Iterator[str]:
    opens, seats = asked.facts.next, tuple(asked.facts.players)
    if opens is not None and seats and opens not in seats:
        yield f"`next` is {shown(opens)}, who is no player. {did_you_mean(opens, seats)}"


def _left_faults(asked: Asked) -> Iterator[str]:
    """Whether somebody is left to play on."""
    if asked.switches is None:
        return
    left = [seat for seat, player in asked.facts.players.items() if player.left]
    over = why_over_without(tuple(asked.facts.players), left, asked.switches)
    if over is not None:
        yield OVER[over]


OVER: Final[dict[EndReason, str]] = {
    "one_left": "with `left` as it is said nobody is left to play against, and the game is over: it cannot go on. "
    "Correct who has left.",
    "abandoned": "all players have `left`, and the game is over: it cannot go on. Correct who has left.",
}


CHECKS: Final[tuple[Callable[[Asked], Iterator[str]], ...]] = (
    _tile_faults,
    _chain_faults,
    _touching_faults,
    _size_faults,
    _share_faults,
    _hand_faults,
    _power_faults,
    _order_faults,
    _next_faults,
    _left_faults,
)


def pool_faults(asked: Asked) -> Iterator[str]:
    """What does not fit about the tiles that are left to draw.

    Nothing where one cannot tell which are left: a place could not be read, or a tile is in two of them.
    """
    if not asked.facts.tiles_known or any(True for _ in _tile_faults(asked)):
        return
    pool, said, bag = asked.pool(), asked.facts.pool, asked.facts.bag
    if said is not None and said != len(pool):
        yield (
            f"`pool` says that {_tiles(said)} are left to draw; {len(pool)} of "
            f"{len(asked.edition.board.tiles)} are neither on the board, in a hand nor out of play. Look for what "
            "is missing there, or too much."
        )
    if bag is None:
        return
    wrong = bag_faults(bag, pool, strange="elsewhere already")
    if wrong is not None:
        yield (
            f"`bag` is not the {len(pool)} tiles that are left to draw ({wrong}). Correct it, or leave it out to "
            "have them shuffled."
        )


def position_notes(asked: Asked) -> Iterator[str]:
    """What can be, and is seldom meant; whole sentences."""
    short = [
        f"{seat} {len(player.hand)}"
        for seat, player in asked.facts.players.items()
        if player.hand is not None and len(player.hand) < asked.edition.hand
    ]
    if short and asked.pool():
        yield (
            f"hands with fewer than {asked.edition.hand} tiles, while there are {_tiles(len(asked.pool()))} left to "
            f"draw: {', '.join(short)}. They are filled up as their holders play."
        )


def _tiles(count: int) -> str:
    return f"{count} tile{'' if count == 1 else 's'}"
