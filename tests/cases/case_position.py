"""From the facts of a case to a position: a picture or lists in, the truth and every seat's view out.

What cannot be a position (a tile twice, more shares than there are, a chain in pieces, a loose tile beside a
chain) is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

from case_file import CaseError, CaseText

from referee.errors import UserError
from referee.round.opening import plays_of_round
from referee.rules import events as e
from referee.rules.apply import apply, opened
from referee.rules.editions import Edition, edition_named
from referee.rules.plays import TILES_TAKEN
from referee.rules.sides import person_of, seats_for
from referee.rules.state import LOOSE, State
from referee.rules.switches import resolve_switches

EMPTY = ".*"
OUT = "x"
LIES_LOOSE = "o"
SPAN = re.compile(r"(\d+)([A-Z])-(\d+)([A-Z])")
LOT = re.compile(r"(\d+) ([A-Z][a-z]+)")


@dataclass(slots=True)
class Player:
    """What a case says of a player."""

    cash: int | None = None
    shares: dict[str, int] | None = None
    hand: list[str] | None = None


@dataclass(slots=True)
class Place:
    """A position with what the round needs: `bag` is what is left to draw, in order."""

    truth: State
    views: dict[str, State]
    bag: list[str]
    misses: set[tuple[int, str]] = field(default_factory=set)
    """Who sends nothing, and for which round."""
    remixed: list[list[str]] = field(default_factory=list)
    """The order of the pool after each remix that the case says, the first first."""
    resigns: set[str] = field(default_factory=set)
    rounds: int = 1


def letters_of(edition: Edition) -> dict[str, str]:
    """The letter of each chain in a picture: its first letter that no chain before it has."""
    letters: dict[str, str] = {}
    for chain in edition.chains:
        letters[next(one for one in chain.upper() if one not in letters)] = chain
    return letters


def tiles_of(text: str, edition: Edition) -> list[str]:
    """Tiles from a list with spans: `1A 3B-3D 5A-6C` (the last a rectangle)."""
    tiles: list[str] = []
    for word in text.replace(",", " ").split():
        if span := SPAN.fullmatch(word):
            columns = range(int(span[1]), int(span[3]) + 1)
            rows = [chr(row) for row in range(ord(span[2]), ord(span[4]) + 1)]
            tiles += [f"{column}{row}" for column in columns for row in rows]
        else:
            tiles.append(word)
    strange = [tile for tile in tiles if tile not in edition.tile_rank]
    if strange:
        raise CaseError(f"no tiles of {edition.id}: {', '.join(strange)}")
    return tiles


def lots_of(text: str, edition: Edition) -> dict[str, int]:
    """Shares from `2 Luxor, 1 Tower`, or `no shares`."""
    if text.strip() in ("no shares", ""):
        return {}
    lots: dict[str, int] = {}
    for part in text.split(","):
        lot = LOT.fullmatch(part.strip())
        if lot is None or lot[2] not in edition.tiers or lot[2] in lots:
            raise CaseError(f"{part.strip()!r} are no shares")
        lots[lot[2]] = int(lot[1])
    return lots


def player_of(text: str, edition: Edition) -> Player:
    """A player from `$6,000; 2 Luxor, 1 Tower; hand 5C 6D`, each part optional."""
    player = Player()
    for part in filter(None, map(str.strip, text.split(";"))):
        if part.startswith("$"):
            player.cash = int(part[1:].replace(",", ""))
        elif part == "hand" or part.startswith("hand "):
            player.hand = tiles_of(part[4:], edition)
        else:
            player.shares = lots_of(part, edition)
    return player


def powers_of(text: str) -> tuple[str, ...]:
    """Special powers from `buy 5, 3 free` or `none`, in the order of the rules."""
    named = [part.strip() for part in text.split(",") if part.strip() != "none"]
    if strange := [power for power in named if power not in e.POWERS]:
        raise CaseError(f"no powers: {', '.join(strange)}")
    return tuple(power for power in e.POWERS if power in named)


def _names(text: str) -> list[str]:
    return text.replace(",", " ").split()


def place_of(case: CaseText) -> Place:
    """The position of a case. Raises CaseError for one that cannot be."""
    try:
        return _Builder(case).place()
    except (CaseError, UserError, ValueError) as fault:
        raise case.fault(str(fault)) from fault


def copy_of(state: State) -> State:
    """A state of its own, on the same edition."""
    return deepcopy(state, {id(state.edition): state.edition})


class _Builder:
    """Reads the facts of a case one by one."""

    def __init__(self, case: CaseText) -> None:
        self._case = case
        values = dict(case.facts)
        self._edition = edition_named(values.get("edition", "classic"))
        self._board: list[tuple[str, str]] = []
        self._out: list[str] = []
        self._bag: list[str] = []
        self._players: dict[str, Player] = {}
        self._switches: dict[str, str] = {}
        self._order: list[str] = []
        self._opens = ""
        self._round = 2
        self._unplaced = self._idle = 0
        self._misses: set[tuple[int | None, str]] = set()  # of all rounds, or of one
        self._resigns: set[str] = set()
        self._left: list[str] = []
        self._powers: dict[str, tuple[str, ...]] = {}
        self._remixed: list[list[str]] = []
        self._rounds = 1

    def place(self) -> Place:
        for key, value in self._case.facts:
            self._take(key, value)
        for section in self._case.of_kind("board"):
            self._picture(section.lines)
        self._check_tiles()
        self._check_chains()
        truth = self._truth()
        views = {seat: self._view(truth, seat) for seat in truth.seats}
        return Place(
            truth, views, self._bag, set(self._misses_by_round()), self._remixed, self._resigns, self._rounds
        )

    def _misses_by_round(self) -> Iterator[tuple[int, str]]:
        rounds = range(self._round, self._round + self._rounds)
        for number, name in self._misses:
            if number is not None and number not in rounds:
                raise CaseError(f"round {number} is not played")
            yield from ((one, name) for one in rounds if number in (None, one))

    def _take(self, key: str, value: str) -> None:
        match key:
            case "edition":
                pass
            case "switch":
                name, _, setting = value.partition("=")
                self._switches[name.strip()] = setting.strip()
            case "round":
                self._round = int(value)
            case "order":
                self._order = _names(value)
            case "opens":
                self._opens = value.strip()
            case "draw":
                self._bag = tiles_of(value, self._edition)
            case "unplaced":
                self._unplaced = int(value)
            case "idle":
                self._idle = int(value)
            case "misses":
                self._misses.update((None, name) for name in _names(value))
            case key if key.startswith("misses round "):
                number = int(key.removeprefix("misses round "))
                self._misses.update((number, name) for name in _names(value))
            case "remixed":
                self._remixed.append(tiles_of(value, self._edition))
            case "resigns":
                self._resigns = set(_names(value))
            case "left":
                self._left = _names(value)
            case "rounds":
                self._rounds = int(value)
            case _:
                self._put_down(key, value)

    def _put_down(self, key: str, value: str) -> None:
        """What lies on the board and what the players have."""
        match key:
            case key if key.startswith("powers "):
                self._powers[key.removeprefix("powers ")] = powers_of(value)
            case "loose":
                self._board += [(tile, LOOSE) for tile in tiles_of(value, self._edition)]
            case "out":
                self._out += tiles_of(value, self._edition)
            case "others":
                for name in _names(value):
                    self._seat(name, Player())
            case chain if chain in self._edition.tiers:
                self._board += [(tile, chain) for tile in tiles_of(value, self._edition)]
            case name if name.islower() and " " not in name:
                self._seat(name, player_of(value, self._edition))
            case _:
                raise CaseError(f"{key!r} is nothing that a position has")

    def _seat(self, name: str, player: Player) -> None:
        if name in self._players:
            raise CaseError(f"{name} sits twice")
        self._players[name] = player

    def _picture(self, lines: list[str]) -> None:
        letters = letters_of(self._edition)
        head, *rows = [line.split() for line in lines if line.strip()]
        for letter, *cells in rows:
            if len(cells) > len(head):
                raise CaseError(f"row {letter} of the picture has more squares than columns")
            for column, cell in zip(head, cells, strict=False):
                [tile] = tiles_of(column + letter, self._edition)
                if cell == OUT:
                    self._out.append(tile)
                elif cell == LIES_LOOSE:
                    self._board.append((tile, LOOSE))
                elif cell in letters:
                    self._board.append((tile, letters[cell]))
                elif cell not in EMPTY:
                    raise CaseError(f"{cell!r} is no sign of a picture")

    def _check_tiles(self) -> None:
        hands = [tile for player in self._players.values() for tile in player.hand or ()]
        counted = Counter([*(tile for tile, _ in self._board), *self._out, *self._bag, *hands])
        twice = [tile for tile, count in counted.items() if count > 1]
        if twice:
            raise CaseError(f"twice: {', '.join(twice)}")
        for name, player in self._players.items():
            most = self._edition.hand + (TILES_TAKEN if self._switches.get("special_powers") == "true" else 0)
            if len(player.hand or ()) > most:
                raise CaseError(f"{name} has more than {most} tiles")

    def _check_chains(self) -> None:
        board, near = dict(self._board), self._edition.board.neighbours
        for tile, chain in board.items():
            for other in near[tile]:
                if chain and board.get(other, chain) != chain:
                    raise CaseError(f"{tile} of {chain} touches {other}, which does not belong to it")
        for chain in self._edition.tiers:
            tiles = {tile for tile, its in board.items() if its == chain}
            edge = list(tiles)[:1]
            reached = set(edge)
            while edge:
                new = [other for other in near[edge.pop()] if other in tiles and other not in reached]
                reached.update(new)
                edge += new
            if reached != tiles or len(tiles) == 1:
                raise CaseError(f"{chain} is no connected group of two or more tiles")

    def _truth(self) -> State:
        edition, seats = self._edition, tuple(self._players)
        asked = ({"two_players": "plain"} if len(seats) == 2 else {}) | self._switches
        in_four_hands = asked.get("two_players") == "four_hands"
        edition, switches, ignored = resolve_switches(edition, 2 if in_four_hands else len(seats), asked)
        persons = tuple(dict.fromkeys(person_of(seat, switches) for seat in seats))
        if seats_for(persons, switches) != seats:
            raise CaseError("the seats of four hands are alice_1, bob_1, alice_2, bob_2")
        opening = e.GameOpened(
            edition=edition.as_data(),
            ruleset="case",
            switches=switches.as_data(),
            ignored=ignored,
            seats=seats,
            bag_given=True,
            seed_given=True,
        )
        state = opened(opening)
        state.edition = edition  # equal, and what follows from it is computed once for all cases
        state.board = dict(self._board)
        state.sizes = dict(Counter(chain for _, chain in self._board if chain))
        state.out_of_play = list(self._out)
        for seat, player in self._players.items():
            self._give(state, seat, player)
        self._check_seats(seats)
        state.left = list(self._left)
        state.powers |= self._powers
        state.order = tuple(self._order) or seats
        if sorted(state.order) != sorted(seats):
            raise CaseError("the order of play is not that of the seats")
        state.tiles_left = len(self._bag)
        state.round = self._round - 1
        state.unplaced, state.idle = self._unplaced, self._idle
        first = self._opens or state.order[0]
        apply(state, e.RoundOpened(plays_of_round(state.order, first, switches), None))
        return state

    def _check_seats(self, seats: tuple[str, ...]) -> None:
        missing = [name for _, name in self._misses]
        for name in (*self._left, *self._resigns, *missing, *self._powers):
            if name not in seats:
                raise CaseError(f"{name} sits nowhere")
        if self._powers and self._switches.get("special_powers") != "true":
            raise CaseError("there are no powers in this game")

    def _give(self, state: State, seat: str, player: Player) -> None:
        if player.cash is not None:
            state.cash[seat] = player.cash
        for chain, count in (player.shares or {}).items():
            state.shares[seat][chain] = count
            state.bank[chain] -= count
            if state.bank[chain] < 0:
                raise CaseError(f"there are only {self._edition.shares} shares of {chain}")
        state.racks[seat] = list(player.hand or ())
        state.hand_counts[seat] = len(state.racks[seat])

    @staticmethod
    def _view(truth: State, seat: str) -> State:
        view = copy_of(truth)
        view.racks = {other: list(rack) if other == seat else [] for other, rack in truth.racks.items()}
        return view
