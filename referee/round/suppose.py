"""Supposing what others do before one's own turn, in a seat's own view: the sandbox of `referee try`.

A supposition is written like a condition about the past (`Alice founded Tower`, `Bob played 5C and Bob bought 2
Tower`), or in the present tense. What it leaves open is taken at its plainest: the lowest tile that would do it,
the first of equal chains, shares kept, nothing bought; of a special power only that it was used, and is spent. What
the own seat is supposed to do is put above its orders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from orders import tree
from orders.printer import line_text
from orders.reader import read
from orders.vocabulary import Vocabulary
from referee.errors import UserError
from referee.rules import table as t
from referee.rules.apply import apply
from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.events import (
    POWERS,
    ChainFounded,
    Event,
    MergerBegun,
    OrdersMissed,
    Power,
    PowerUsed,
    Seat,
    SharesBought,
    TilePlaced,
)
from referee.rules.legality import outlook
from referee.rules.plays import TILES_TAKEN, play
from referee.rules.state import State

T = TypeVar("T")

PAST: Final = {
    "founds": "founded",
    "found": "founded",
    "plays": "played",
    "play": "played",
    "buys": "bought",
    "buy": "bought",
    "misses": "missed",
    "miss": "missed",
    "uses": "used",
    "use": "used",
}
"""The present tense of what can be supposed."""

USE_OR_WORD: Final = re.compile(rf"\b(uses?|used)(\s+(?:{'|'.join(POWERS)}))|\w+", re.IGNORECASE)
"""A power with what is said of it, whose name is never changed (`buy 5`), or any other word."""

CAN_BE_SUPPOSED: Final = (
    "`Alice founds Tower`, `Bob plays 5C`, `Bob buys 2 Tower`, `Bob uses buy 5`, `Carol misses` or "
    "`I play 5C`"
)

WHOLE_LINES: Final[tuple[Power, ...]] = ("buy 5", "take 5 tiles", "place 4 tiles")
"""The powers that a line uses by their name alone."""


@dataclass(slots=True)
class Supposed:
    """What one seat is supposed to do in its play."""

    tile: Tile | None = None
    founded: Chain | None = None
    bought: list[tuple[Chain, int]] = field(default_factory=list)
    power: Power | None = None
    missed: bool = False


def suppositions(texts: Iterable[str], vocabulary: Vocabulary) -> dict[Seat, Supposed]:
    """What is supposed of each seat, in the order of first mention. Raises UserError for what cannot be read."""
    supposed: dict[Seat, Supposed] = {}
    for text in texts:
        for fact in _facts(text, vocabulary):
            _suppose(supposed, fact, text, vocabulary)
    return supposed


def after(view: State, me: Seat, supposed: dict[Seat, Supposed]) -> tuple[State, list[Event]]:
    """A copy of the view in which the others have done it, and what then happened. Raises UserError."""
    table = _Table(deepcopy(view), supposed)
    for seat in supposed:
        if seat != me:
            table.play(seat)
    return table.now, table.events


def put_above(orders: tree.Orders, own: Supposed | None) -> tree.Orders:
    """The orders with what the own seat is supposed to do as their first lines."""
    if own is None:
        return orders
    first = tree.Section("all", tuple(tree.Line(decision) for _, decision in _as_orders(own)))
    return replace(orders, sections=(first, *orders.sections))


def own_in_words(seat: Seat, own: Supposed) -> Iterator[str]:
    """What the own seat is supposed to do, a sentence each with the line that stands for it."""
    if own.missed:
        yield f"{seat} misses the round: no orders are read."
        return
    for what, decision in _as_orders(own):
        yield f'{seat} {what}: read as "{line_text(tree.Line(decision))}" above the orders.'


def check_own(view: State, seat: Seat, own: Supposed) -> None:
    """Refuse what the own seat cannot do in its view, after what is supposed of the others. Raises UserError."""
    tile, power = own.tile, own.power
    if tile is not None and tile not in view.hand(seat):
        gone = tile in view.board or tile in view.out_of_play
        where = "it lies on the board or is out of play" if gone else "it is not in the hand"
        raise UserError(f"{seat} cannot play {tile}: {where}.")
    if tile is not None and not outlook(view, tile).is_playable:
        raise UserError(f"{seat} cannot play {tile}: it is dead or blocked then.")
    if power is not None:
        _check_power(view, seat, power)
        if power not in WHOLE_LINES:
            raise UserError(f"Write the line with `use {power}` into the orders: it says which shares.")


def _as_orders(own: Supposed) -> Iterator[tuple[str, tree.Decision]]:
    """What the own seat is supposed to do, in words and as the lines that do it."""
    if own.tile is not None:
        yield f"plays {own.tile}", tree.TileOrder((tree.TheTile(own.tile),))
    if own.founded is not None:
        yield f"founds {own.founded}", tree.FoundOrder((tree.Named(own.founded),))
    if own.power is not None:
        yield f"uses {own.power}", tree.UseOrder(own.power)
    if own.bought:
        lots = tuple(tree.Lot(count, tree.Named(chain)) for chain, count in own.bought)
        yield f"buys {', '.join(f'{count} {chain}' for chain, count in own.bought)}", tree.BuyOrder(lots)


def in_words(event: Event) -> str | None:
    """A supposed event as a sentence; None for what need not be told."""
    match event:
        case TilePlaced(seat=seat, tile=tile, effect=effect, chain=chain):
            joins = f" to {chain}" if chain else ", loose" if effect == "loose" else ""
            return f"{seat} plays {tile}{joins}."
        case ChainFounded(seat=seat, chain=chain, size=size):
            return f"{seat} founds {chain} ({size} tiles)."
        case MergerBegun(survivor=survivor, defunct=defunct):
            return f"{survivor} takes over {', '.join(defunct)}; everybody keeps all shares."
        case SharesBought(seat=seat, chain=chain, count=count):
            return f"{seat} buys {count} {chain}."
        case PowerUsed(seat=seat, power=power):
            return f"{seat} uses {power}."
        case OrdersMissed(seat=seat):
            return f"{seat} misses the round."
        case _:
            return None


def _facts(text: str, vocabulary: Vocabulary) -> Iterator[tree.Condition]:
    written: dict[str, str] = {}

    def past(found: re.Match[str]) -> str:
        word = found[1] or found[0]
        meant = PAST.get(word.lower(), word)
        written[meant] = word
        return meant + (found[2] or "")

    words = USE_OR_WORD.sub(past, text)
    reading = read(f"end game if {words}", vocabulary)
    lines = [item for section in reading.orders.sections for item in section.items]
    if reading.problems or len(lines) != 1 or not isinstance(lines[0], tree.Line) or lines[0].guard is None:
        why = f" {reading.problems[0].message}" if reading.problems else ""
        for meant, word in written.items():
            why = why.replace(f"`{meant}`", f"`{word}`")
        raise UserError(f"'{text}' cannot be supposed.{why} Write {CAN_BE_SUPPOSED}.")
    condition = lines[0].guard.condition
    yield from condition.conditions if isinstance(condition, tree.And) else (condition,)


def _suppose(supposed: dict[Seat, Supposed], fact: tree.Condition, text: str, vocabulary: Vocabulary) -> None:
    match fact:
        case tree.Founded(who=who, chain=tree.Named(chain=chain), negated=False):
            _of(supposed, who, text, vocabulary).founded = chain
        case tree.Played(who=who, tile=tile, negated=False):
            _of(supposed, who, text, vocabulary).tile = tile
        case tree.Dealt(who=who, verb="bought", chain=tree.Named(chain=chain), count=count, negated=False):
            _of(supposed, who, text, vocabulary).bought.append((chain, count))
        case tree.UsedPower(who=who, power=power, negated=False):
            _of(supposed, who, text, vocabulary).power = power
        case tree.Missed(who=who, negated=False):
            _of(supposed, who, text, vocabulary).missed = True
        case _:
            raise UserError(f"'{text}' cannot be supposed. Write {CAN_BE_SUPPOSED}.")


def _of(supposed: dict[Seat, Supposed], who: tree.Who, text: str, vocabulary: Vocabulary) -> Supposed:
    seat = vocabulary.me if who == tree.ME else who
    if seat is None or seat not in (vocabulary.handles or ()):
        raise UserError(f"'{text}' cannot be supposed: say who, by handle. Write {CAN_BE_SUPPOSED}.")
    return supposed.setdefault(seat, Supposed())


def _check_power(view: State, seat: Seat, power: Power) -> None:
    if power not in view.powers[seat]:
        raise UserError(f"{seat} cannot use {power}: it is spent, or the game has no special powers.")


class _Table:
    """A table of the own view at which the others do what is supposed of them."""

    def __init__(self, view: State, supposed: dict[Seat, Supposed]) -> None:
        self._view = view
        self._supposed = supposed
        self.events: list[Event] = []

    def play(self, seat: Seat) -> None:
        """One play of a seat, as supposed."""
        wanted = self._supposed[seat]
        if wanted.missed:
            self.emit(OrdersMissed(seat=seat))
            return
        tile = wanted.tile or (self._founding_tile(seat) if wanted.founded else None)
        self._check_tile(seat, tile)
        self._use_power(seat, wanted)
        self._view.racks[seat] = [] if tile is None else [tile]
        play(self, seat, "orders")

    def _use_power(self, seat: Seat, wanted: Supposed) -> None:
        """Use a power before all else, unless it is what so large a purchase needs: then that uses it."""
        if wanted.power is None:
            return
        _check_power(self._view, seat, wanted.power)
        if wanted.power == "3 free" and wanted.bought:
            raise UserError(f"{seat} cannot buy in a play in which 3 free are taken instead.")
        if not self._needs_five(wanted):
            taken = min(TILES_TAKEN, self.pool) if wanted.power == "take 5 tiles" else None
            self.emit(PowerUsed(wanted.power, taken, seat=seat))

    def _needs_five(self, wanted: Supposed) -> bool:
        count = sum(count for _, count in wanted.bought)
        return wanted.power == "buy 5" and count > self._view.edition.buy_limit

    def _founding_tile(self, seat: Seat) -> Tile:
        """The lowest tile with which the seat could found a chain; nobody knows whether it has it."""
        rank = self._view.edition.tile_rank
        known = {tile for rack in self._view.racks.values() for tile in rack}
        for tile in sorted(rank, key=rank.__getitem__):
            free = tile not in self._view.board and tile not in self._view.out_of_play and tile not in known
            if free and outlook(self._view, tile).verdict == "found":
                return tile
        raise UserError(f"{seat} cannot found a chain now: no tile would do it.")

    def _check_tile(self, seat: Seat, tile: Tile | None) -> None:
        if tile is None:
            return
        if tile in self._view.board or tile in self._view.out_of_play:
            raise UserError(f"{seat} cannot play {tile}: it lies on the board or is out of play.")
        if any(tile in rack for rack in self._view.racks.values()):
            raise UserError(f"{seat} cannot play {tile}: you hold it.")
        if not outlook(self._view, tile).is_playable:
            raise UserError(f"{seat} cannot play {tile}: it is dead or blocked now.")

    @property
    def now(self) -> State:
        """The view."""
        return self._view

    @property
    def pool(self) -> int:
        """As many as are known to be left."""
        return self._view.tiles_left

    def emit(self, event: Event) -> None:
        """What is supposed to happen."""
        apply(self._view, event)
        self.events.append(event)

    def draw(self) -> tuple[Tile, int] | None:
        """Nobody draws in a supposition."""
        return None

    def remix(self, tile: Tile) -> str:
        """Never asked for: nothing is drawn that could be put back."""
        raise NotImplementedError(tile)

    def ask(self, question: t.Question[T]) -> T:
        """What is supposed of the seat, or the plainest answer."""
        answer: T = self._answer(question)
        return answer

    def _answer(self, question: t.Question[Any]) -> Any:  # noqa: ANN401 (every question has its own type of answer)
        wanted = self._supposed.get(question.seat, Supposed())
        match question:
            case t.WhichTile(options=options):
                return options[0].tile
            case t.WhichChain(options=options):
                return self._founded(question.seat, wanted.founded, options)
            case t.WhichSurvivor(options=options):
                return options[0]
            case t.WhichOrder(options=options):
                return options
            case t.WhatOfShares():
                return t.Disposition()
            case t.WhatToBuy():
                return self._bought(question, wanted)
            case t.WhetherPower(offers=offers):
                return t.PowerUse("buy 5") if offers and self._needs_five(wanted) else None
            case t.WhichNextTile():
                return None
            case _:
                return False

    @staticmethod
    def _founded(seat: Seat, chain: Chain | None, options: tuple[Chain, ...]) -> Chain:
        if chain in options:
            return chain
        said = f"{chain} is on the board" if chain else "say which chain"
        raise UserError(f"{seat} founds a chain with that tile: {said}; there are {', '.join(options)}.")

    @staticmethod
    def _bought(question: t.WhatToBuy, wanted: Supposed) -> tuple[tuple[Chain, int], ...]:
        cash = question.cash
        for chain, count in wanted.bought:
            cash -= count * question.prices.get(chain, 0)
            if chain not in question.prices or count > question.bank[chain] or cash < 0:
                raise UserError(f"{question.seat} cannot buy {count} {chain} now.")
        if sum(count for _, count in wanted.bought) > question.limit:
            raise UserError(f"{question.seat} cannot buy more than {question.limit} shares in a turn.")
        return tuple(wanted.bought)
