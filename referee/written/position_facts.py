"""A position in TOML, read value by value: what it says, and everything that cannot be read.

Whether what was read fits together is looked at in `position_checks`. Source: RULES.md, "Adopted games".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from orders.handles import game_name_fault, handle_fault
from referee.rules.board import Tile
from referee.rules.editions import Chain, Edition
from referee.rules.events import POWERS, Power, Seat
from referee.written.board_picture import PictureError, tiles_of_picture
from referee.written.toml_values import (
    did_you_mean,
    is_number,
    is_seed,
    is_switches,
    is_text,
    is_texts,
    shown,
    switch_text,
)

HIGHEST_CASH: Final = 9_999_900
"""More than anybody has ever had, and little enough for the columns of a report."""
LAST_ROUND: Final = 9_999
STEP: Final = 100

EXAMPLES: Final = {
    "name": 'name = "harbour"',
    "edition": 'edition = "classic"',
    "switches": '[switches] and below it, for instance, holdings = "private"',
    "round": "round = 5 (the round that is played next)",
    "next": 'next = "alice" (who opens that round)',
    "order": 'order = ["carol", "alice", "bob"] (the playing order)',
    "board": 'board = """ and below it the picture of the board as a report has it, closed by """',
    "chains": '[chains] and below it, for instance, Luxor = ["1A", "2A"]',
    "loose": 'loose = ["5C", "9A"]',
    "out_of_play": 'out_of_play = ["12I"]',
    "players": "for each player, in the order of the seats, [players.alice] and below it cash = 6000 and hand = […]",
    "sizes": "sizes = { Luxor = 5, Tower = 12 } (how many tiles each chain has, to compare)",
    "bank": "bank = { Luxor = 9 } (the shares that the bank has, to compare)",
    "pool": "pool = 54 (how many tiles are left to draw, to compare)",
    "seed": 'seed = "a text that nobody can guess"',
    "bag": 'bag = ["5C", "9A", …] (the tiles left, in the order in which they are drawn)',
}
"""All that a position can say, as it is written."""

OF_PLAYERS: Final = {
    "cash": "cash = 6000",
    "shares": "shares = { Luxor = 3, Tower = 1 }",
    "hand": 'hand = ["1A", "5C", "12I"]',
    "misses": "misses = 0 (how many rounds were missed)",
    "powers": 'powers = ["3 free", "buy 5"] (the special powers that are left)',
    "left": "left = true (if the player has left the game)",
}
"""All that it can say of a player."""

NEEDED: Final = ("name", "round", "order", "next", "players")
NEEDED_OF_PLAYERS: Final = ("cash", "hand")
BOARD_IN_LISTS: Final = ("chains", "loose", "out_of_play")


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What a position says of a player; None where it says nothing that can be read."""

    cash: int | None = None
    shares: dict[Chain, int] = field(default_factory=dict)
    hand: tuple[Tile, ...] | None = None
    misses: int = 0
    powers: tuple[Power, ...] | None = None
    left: bool = False


@dataclass(frozen=True, slots=True)
class PositionFacts:
    """What a position says, its players in seat order; None where it says nothing that can be read."""

    name: str | None
    switches: dict[str, str]
    round: int | None
    next: str | None
    order: tuple[str, ...] | None
    chains: dict[Chain, tuple[Tile, ...]]
    loose: tuple[Tile, ...]
    out_of_play: tuple[Tile, ...]
    players: dict[Seat, PlayerFacts]
    sizes: dict[Chain, int]
    bank: dict[Chain, int]
    pool: int | None
    seed: str | None
    bag: tuple[Tile, ...] | None
    tiles_known: bool = True
    """Whether all places that have tiles could be read, so that one knows which are left to draw."""


def facts_of(table: Mapping[str, object], edition: Edition) -> tuple[PositionFacts, list[str]]:
    """What a table of TOML says about a position, and what cannot be read of it, each fault a whole sentence."""
    return _Reading(table, edition).read()


def unknown_keys(table: Mapping[str, object], known: Iterable[str], where: str = "") -> list[str]:
    """The keys that mean nothing, each with what may have been meant; `where` is the head of their table."""
    there = tuple(known)
    return [
        f"{where}there is no `{shown(key)}`. {did_you_mean(key, there)}" for key in table if key not in there
    ]


def missing_keys(
    table: Mapping[str, object], needed: Iterable[str], examples: Mapping[str, str], where: str = ""
) -> list[str]:
    """The keys that must be said and are not."""
    return [f"{where}`{key}` is missing. Write {examples[key]}." for key in needed if key not in table]


@dataclass(frozen=True, slots=True)
class _Table:
    """A table to read values of: how each is written, and what a message puts before its key."""

    said: Mapping[str, object]
    examples: Mapping[str, str]
    where: str = ""


class _Reading:
    """Reads one position; `faults` grow on the way."""

    def __init__(self, table: Mapping[str, object], edition: Edition) -> None:
        self._whole = _Table(table, EXAMPLES)
        self._edition = edition
        self._chain_of = {chain.lower(): chain for chain in edition.chains}
        self.faults: list[str] = []
        self._no_chains: dict[str, list[str]] = {}
        self._no_tiles: dict[str, list[str]] = {}
        """What this edition does not have: for each name of a chain the places, for each place the tiles."""

    def read(self) -> tuple[PositionFacts, list[str]]:
        table = self._whole
        unknown = unknown_keys(table.said, EXAMPLES)
        self.faults += unknown
        self.faults += missing_keys(table.said, NEEDED, EXAMPLES)
        unread = len(self.faults)
        chains, loose, out_of_play = self._board()
        is_read = len(self.faults) == unread and not self._no_chains and not self._no_tiles
        players = self._players()
        hands = [player.hand for player in players.values()]
        tiles_known = is_read and not unknown and None not in hands and not self._no_tiles
        bag = self._tiles(table, "bag")
        facts = PositionFacts(
            name=self._name(),
            switches=self._switches(),
            round=self._number(table, "round", 1, LAST_ROUND),
            next=self._text(table, "next"),
            order=self._texts(table, "order"),
            chains=chains,
            loose=loose,
            out_of_play=out_of_play,
            players=players,
            sizes=self._counts(table, "sizes") if is_read else {},  # what was not read has no size
            bank=self._counts(table, "bank"),
            pool=self._number(table, "pool", 0, len(self._edition.board.tiles)),
            seed=self._seed(),
            bag=None if "`bag`" in self._no_tiles else bag,
            tiles_known=tiles_known,
        )
        self.faults += self._of_another_edition()
        return facts, list(dict.fromkeys(self.faults))

    def _of_another_edition(self) -> Iterator[str]:
        """What this edition does not have: what is alike in one fault, since the edition may be the wrong one."""
        its, chains = self._edition.id, self._edition.chains
        strange: dict[str, list[str]] = {}
        for said in self._no_chains:
            strange.setdefault(did_you_mean(said, chains), []).append(said)
        for meant, names in strange.items():
            places = dict.fromkeys(place for said in names for place in self._no_chains[said])
            there = "there is no chain" if len(names) == 1 else "there are no chains"
            yield f"{', '.join(places)}: {there} {', '.join(map(shown, names))} in {its}. {meant}"
        if self._no_tiles:
            every = self._edition.board.tiles
            where = "; ".join(f"{place} has {', '.join(tiles)}" for place, tiles in self._no_tiles.items())
            yield f"{where}, and the tiles of {its} go from {every[0]} to {every[-1]}. Correct that."

    # --- what kinds of values there are ---

    def _unreadable(self, table: _Table, key: str) -> None:
        self.faults.append(f"{table.where}`{key}` cannot be read. Write {table.examples[key]}.")

    def _number(self, table: _Table, key: str, least: int, most: int) -> int | None:
        """The number said; None where none is, or none that can be."""
        value = table.said.get(key)
        if value is None:
            return None
        if not is_number(value):
            self._unreadable(table, key)
            return None
        if not least <= value <= most:
            self.faults.append(f"{table.where}`{key}` is {value}; it can be {least} to {most}. Correct it.")
            return None
        return value

    def _text(self, table: _Table, key: str) -> str | None:
        value = table.said.get(key)
        if value is None or is_text(value):
            return value
        self._unreadable(table, key)
        return None

    def _texts(self, table: _Table, key: str) -> tuple[str, ...] | None:
        value = table.said.get(key)
        if value is None:
            return None
        if not is_texts(value):
            self._unreadable(table, key)
            return None
        return tuple(value)

    def _tiles(self, table: _Table, key: str) -> tuple[Tile, ...] | None:
        texts = self._texts(table, key)
        return None if texts is None else self._tiles_of(texts, f"{table.where}`{key}`")

    def _tiles_of(self, texts: Iterable[str], place: str) -> tuple[Tile, ...]:
        """The tiles of the board among some texts; `place` is what a message calls their list."""
        tiles = tuple(text.strip().upper() for text in texts)
        strange = [shown(text) for text in dict.fromkeys(tiles) if text not in self._edition.tile_rank]
        if strange:
            self._no_tiles.setdefault(place, []).extend(strange)
        return tuple(tile for tile in tiles if tile in self._edition.tile_rank)

    def _table_in(self, table: _Table, key: str) -> dict[str, Any]:
        value = table.said.get(key, {})
        if not isinstance(value, dict):
            self._unreadable(table, key)
            return {}
        return value

    def _by_chain(self, table: _Table, key: str) -> dict[Chain, Any]:
        """The values of a table whose keys are chains, in the edition's order; each chain may be in any case."""
        found: dict[Chain, Any] = {}
        place = f"{table.where}`{key}`"
        for said, value in self._table_in(table, key).items():
            chain = self._chain_of.get(said.lower())
            if chain is None:
                self._no_chains.setdefault(said, []).append(place)
            elif chain in found:
                self.faults.append(f"{place} has {chain} twice. Leave one out.")
            else:
                found[chain] = value
        return {chain: found[chain] for chain in self._edition.chains if chain in found}

    def _counts(self, table: _Table, key: str) -> dict[Chain, int]:
        """Whole numbers, not below 0, by chain."""
        counts: dict[Chain, int] = {}
        for chain, value in self._by_chain(table, key).items():
            if not is_number(value):
                self._unreadable(table, key)
            elif value < 0:
                self.faults.append(
                    f"{table.where}`{key}`: {value} {chain} cannot be. Write how many there are."
                )
            else:
                counts[chain] = value
        return counts

    # --- the values ---

    def _name(self) -> str | None:
        name = self._text(self._whole, "name")
        fault = None if name is None else game_name_fault(name)
        if name is not None and fault is not None:
            self.faults.append(f"`name`: '{shown(name)}' cannot be the name of a game: {fault}.")
            return None
        return name

    def _switches(self) -> dict[str, str]:
        said = self._table_in(self._whole, "switches")
        if not is_switches(said):
            self._unreadable(self._whole, "switches")
            return {}
        return {name: switch_text(value) for name, value in said.items()}

    def _seed(self) -> str | None:
        value = self._whole.said.get("seed")
        if value is None:
            return None
        if not is_seed(value):
            self._unreadable(self._whole, "seed")
            return None
        if not str(value).strip():
            self.faults.append("`seed` is empty. Give a text that nobody can guess, or leave it out.")
            return None
        return str(value)

    def _board(self) -> tuple[dict[Chain, tuple[Tile, ...]], tuple[Tile, ...], tuple[Tile, ...]]:
        """Chains, loose tiles, tiles out of play: from lists, or all from a picture."""
        table = self._whole
        chains = {}
        for chain, said in self._by_chain(table, "chains").items():
            if is_texts(said):
                chains[chain] = self._tiles_of(said, f"[chains] {chain}")
            else:
                self.faults.append(f'[chains] {chain} cannot be read. Write {chain} = ["1A", "2A"].')
        loose, out = self._tiles(table, "loose") or (), self._tiles(table, "out_of_play") or ()
        picture = self._text(table, "board")
        if picture is None:
            return chains, loose, out
        doubled = [key for key in BOARD_IN_LISTS if table.said.get(key)]
        if doubled:
            self.faults.append(
                f"`board` and `{doubled[0]}` say the same. Leave one of them out: the picture shows chains, loose "
                "tiles and those out of play."
            )
            return chains, loose, out
        try:
            return tiles_of_picture(picture, self._edition)
        except PictureError as problem:
            self.faults.append(f"`board`: {problem}")
            return {}, (), ()

    def _players(self) -> dict[Seat, PlayerFacts]:
        players: dict[Seat, PlayerFacts] = {}
        lows: dict[str, str] = {}
        if self._whole.said.get("players") == {}:
            self._unreadable(self._whole, "players")
        for seat, said in self._table_in(self._whole, "players").items():
            fault = handle_fault(seat, self._edition.chains)
            if fault is not None:
                self.faults.append(f"[players.{shown(seat)}]: that cannot be a handle: {fault}.")
            if seat.lower() in lows:
                self.faults.append(
                    f"two players cannot both be {shown(seat)} (case makes no difference). Rename one of them."
                )
            lows[seat.lower()] = seat
            if isinstance(said, dict):
                players[seat] = self._player(_Table(said, OF_PLAYERS, f"[players.{shown(seat)}] "))
            else:
                players[seat] = PlayerFacts()
                self._unreadable(self._whole, "players")
        return players

    def _player(self, table: _Table) -> PlayerFacts:
        self.faults += unknown_keys(table.said, OF_PLAYERS, table.where)
        self.faults += missing_keys(table.said, NEEDED_OF_PLAYERS, OF_PLAYERS, table.where)
        left = table.said.get("left", False)
        if not isinstance(left, bool):
            self._unreadable(table, "left")
        return PlayerFacts(
            cash=self._cash(table),
            shares=self._counts(table, "shares"),
            hand=self._tiles(table, "hand"),
            misses=self._number(table, "misses", 0, LAST_ROUND) or 0,
            powers=self._powers(table),
            left=left is True,
        )

    def _cash(self, table: _Table) -> int | None:
        cash = self._number(table, "cash", 0, HIGHEST_CASH)
        if cash is not None and cash % STEP:
            self.faults.append(f"{table.where}`cash` is {cash}; money is a multiple of {STEP}. Correct it.")
            return None
        return cash

    def _powers(self, table: _Table) -> tuple[Power, ...] | None:
        if "powers" not in table.said:
            return None
        texts = self._texts(table, "powers") or ()
        low = [" ".join(text.lower().split()) for text in texts]
        for text in dict.fromkeys(low):
            if text not in POWERS:
                meant = did_you_mean(text, POWERS)
                self.faults.append(f"{table.where}`powers`: there is no power {shown(text)}. {meant}")
            elif low.count(text) > 1:
                self.faults.append(
                    f"{table.where}`powers` has {text} twice. Leave one out: each is used once in a game."
                )
        return tuple(power for power in POWERS if power in low)
