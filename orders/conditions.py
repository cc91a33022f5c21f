"""Whether a condition holds in a position that is handed in.

A condition may use only what its player could know at that moment; that is the position's business: it is made
from that player's view of the game and from nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, assert_never

from orders import tree

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence


class Position(Protocol):
    """What one player knows at one moment. Chains, tiles and seats by their canonical names; money in dollars.

    Chains not on the board have size and price 0. "Since the round opened" is the time of all that is told in
    the past tense.
    """

    @property
    def me(self) -> str:
        """The player's own seat."""

    @property
    def seats(self) -> Sequence[str]:
        """All seats, in seat order."""

    @property
    def active(self) -> Sequence[str]:
        """The chains on the board, in the edition's order."""

    @property
    def tiles_left(self) -> int:
        """Tiles in the pool."""

    @property
    def round(self) -> int:
        """The number of the open round."""

    def size(self, chain: str) -> int:
        """Its tiles."""

    def price(self, chain: str) -> int:
        """Of one share, now."""

    def bonus(self, chain: str) -> int:
        """The first bonus, now; 0 for a chain not on the board."""

    def bank(self, chain: str) -> int:
        """Shares left in the bank."""

    def is_safe(self, chain: str) -> bool:
        """Whether it is on the board and can never be taken over."""

    def shares(self, seat: str, chain: str) -> int:
        """How many shares the seat holds."""

    def stat(self, seat: str, what: Literal["cash", "value", "rank", "tiles"]) -> int:
        """A figure of a seat; rank is one more than the number who have more value."""

    def can_end(self) -> bool:
        """Whether the rules allow an announcement now."""

    def end_announced(self) -> bool:
        """Whether the end of the game is announced."""

    def on_board(self, tile: str) -> bool:
        """Whether it lies on the board."""

    def holds(self, tile: str) -> bool:
        """Whether it is in the player's own hand."""

    def is_playable(self, tile: str) -> bool:
        """Whether it could be laid now, whoever holds it: not on the board, out of play, dead or blocked."""

    def founds(self, tile: str) -> bool:
        """Whether it would found a chain, laid now. False for a blocked one, and for one that lies already."""

    def touches(self, tile: str) -> Collection[str]:
        """The chains it would join or merge, laid now. Empty for one that lies already or is dead."""

    def stands_alone(self, tile: str) -> bool:
        """Whether it would lie loose, laid now."""

    def goes_under(self, tile: str, chain: str, into: str | None) -> bool:
        """Whether laying it now could have `chain` taken over (by `into`), ties either way."""

    def founded(self, seat: str, chain: str) -> bool:
        """Since the round opened."""

    def merged(self, seat: str, chain: str, into: str | None) -> bool:
        """The seat laid the tile by which `chain` was taken over (by `into`), since the round opened."""

    def played(self, seat: str, tile: str) -> bool:
        """Since the round opened."""

    def dealt(self, seat: str, verb: Literal["bought", "sold", "traded", "kept"], chain: str) -> int:
        """Shares, added up since the round opened; bought counts purchases only, traded those given up."""

    def used(self, seat: str, power: tree.Power) -> bool:
        """Since the round opened."""

    def missed(self, seat: str) -> bool:
        """True from the seat's first play of the round on."""

    def left(self, seat: str) -> bool:
        """Whether the seat's player has left."""

    def was_founded(self, chain: str) -> bool:
        """By anyone, since the round opened."""

    def was_taken_over(self, chain: str, by: str | None) -> bool:
        """Since the round opened."""

    def last_founded_by(self, seat: str) -> str | None:
        """The chain that the seat founded last since the round opened, if it is on the board."""

    def survivor(self) -> str | None:
        """Of the merger being settled, else of the last one since the round opened, if on the board."""


def holds(condition: tree.Condition, position: Position) -> bool:
    """Whether the condition holds now. A fact or comparison about a chain that there is not is false."""
    match condition:
        case tree.And():
            return all(holds(part, position) for part in condition.conditions)
        case tree.Or():
            return any(holds(part, position) for part in condition.conditions)
        case tree.Not():
            return not holds(condition.condition, position)
        case tree.Compare():
            return _compare(condition, position)
        case _:
            return _fact_holds(condition, position)


def resolve(ref: tree.ChainRef, position: Position) -> str | None:
    """The chain that is meant; None where there is none such now."""
    match ref:
        case tree.Named():
            return ref.chain
        case tree.FoundedBy():
            return position.last_founded_by(_seat(ref.who, position))
        case tree.TheSurvivor():
            return position.survivor()
        case tree.Extreme():
            return _extreme(ref.which, position)
        case _:
            assert_never(ref)


def tile_fits(effect: tree.TileEffect, negated: bool, tile: str, position: Position) -> bool:  # noqa: FBT001 - `any that [does not] …`
    """Whether a tile is one of `any that [does not] …`; none is where a chain in it is not there."""
    try:
        return _would(effect, tile, position) != negated
    except _NoSuchChainError:
        return False


class _NoSuchChainError(Exception):
    """A chain by description that is not there now."""


def _chain(ref: tree.ChainRef, position: Position) -> str:
    chain = resolve(ref, position)
    if chain is None:
        raise _NoSuchChainError
    return chain


def _chain_or_none(ref: tree.ChainRef | None, position: Position) -> str | None:
    return None if ref is None else _chain(ref, position)


def _seat(who: tree.Who, position: Position) -> str:
    return position.me if who == tree.ME else who


def _others(seat: str, position: Position) -> list[str]:
    return [other for other in position.seats if other != seat]


def _extreme(which: Literal["largest", "smallest", "cheapest", "dearest"], position: Position) -> str | None:
    """`min` and `max` take the first of equals: the edition's order decides."""
    match which:
        case "largest":
            return max(position.active, key=position.size, default=None)
        case "smallest":
            return min(position.active, key=position.size, default=None)
        case "cheapest":
            return min(position.active, key=position.price, default=None)
        case "dearest":
            return max(position.active, key=position.price, default=None)
        case _:
            assert_never(which)


# --- comparisons -----------------------------------------------------------------------------------------


def _compare(compare: tree.Compare, position: Position) -> bool:
    try:
        left, right = _sum(compare.left, position), _sum(compare.right, position)
    except _NoSuchChainError:
        return False
    match compare.operator:
        case "<":
            return left < right
        case "<=":
            return left <= right
        case "=":
            return left == right
        case "<>":
            return left != right
        case ">=":
            return left >= right
        case ">":
            return left > right
        case _:
            assert_never(compare.operator)


def _sum(total: tree.Sum, position: Position) -> int:
    return sum(sign * _term(term, position) for sign, term in total.parts)


def _term(term: tree.Term, position: Position) -> int:
    match term:
        case tree.Number():
            return term.value
        case tree.ChainFigure():
            return _chain_figure(term, position)
        case tree.Shares():
            chain = _chain(term.chain, position)
            return _of(term.who, lambda seat: position.shares(seat, chain), position)
        case tree.Stat():
            return _of(term.who, lambda seat: position.stat(seat, term.what), position)
        case tree.GameFigure():
            return _game_figure(term.what, position)
        case _:
            assert_never(term)


def _chain_figure(figure: tree.ChainFigure, position: Position) -> int:
    chain = _chain(figure.chain, position)
    match figure.what:
        case "size":
            return position.size(chain)
        case "price":
            return position.price(chain)
        case "bonus":
            return position.bonus(chain)
        case "bank":
            return position.bank(chain)
        case _:
            assert_never(figure.what)


def _game_figure(what: Literal["tiles left", "round", "players"], position: Position) -> int:
    match what:
        case "tiles left":
            return position.tiles_left
        case "round":
            return position.round
        case "players":
            return len(position.seats)
        case _:
            assert_never(what)


def _of(who: tree.Who, figure: Callable[[str], int], position: Position) -> int:
    """A figure of one seat; of `anyone` the most that any one other has."""
    if who == tree.ANYONE:
        return max((figure(other) for other in _others(position.me, position)), default=0)
    return figure(_seat(who, position))


# --- facts -----------------------------------------------------------------------------------------------


def _fact_holds(fact: tree.AnyFact, position: Position) -> bool:
    try:
        return _fact(fact, position) != fact.negated
    except _NoSuchChainError:
        return False


def _fact(fact: tree.AnyFact, position: Position) -> bool:  # noqa: C901, PLR0911, PLR0912 - one answer a kind of fact
    """The fact without its own `not`."""
    match fact:
        case tree.ChainIs():
            chain = _chain(fact.chain, position)
            return position.is_safe(chain) if fact.state == "safe" else chain in position.active
        case tree.Leads():
            return _leads(fact, position)
        case tree.PlaceIn():
            return _place(_chain(fact.chain, position), position) == fact.place
        case tree.OnBoard():
            return position.on_board(fact.tile)
        case tree.Holds():
            return position.holds(fact.tile)
        case tree.Playable():
            return position.is_playable(fact.tile)
        case tree.TileWould():
            return _would(fact.effect, fact.tile, position)
        case tree.Founded():
            chain = _chain(fact.chain, position)
            return _did(fact.who, lambda seat: position.founded(seat, chain), position)
        case tree.Merged():
            return _merged(fact, position)
        case tree.Played():
            return _did(fact.who, lambda seat: position.played(seat, fact.tile), position)
        case tree.Dealt():
            chain = _chain(fact.chain, position)
            return _did(fact.who, lambda seat: position.dealt(seat, fact.verb, chain) >= fact.count, position)
        case tree.UsedPower():
            return _did(fact.who, lambda seat: position.used(seat, fact.power), position)
        case tree.Missed():
            return _did(fact.who, position.missed, position)
        case tree.Left():
            return _did(fact.who, position.left, position)
        case tree.WasFounded():
            return position.was_founded(_chain(fact.chain, position))
        case tree.WasTakenOver():
            return position.was_taken_over(_chain(fact.chain, position), _chain_or_none(fact.by, position))
        case tree.EndIs():
            return position.can_end() if fact.what == "possible" else position.end_announced()
        case _:
            assert_never(fact)


def _did(who: tree.Who, did: Callable[[str], bool], position: Position) -> bool:
    """`anyone` and `nobody` are about all seats, the player's own among them."""
    if who == tree.ANYONE:
        return any(did(seat) for seat in position.seats)
    if who == tree.NOBODY:
        return not any(did(seat) for seat in position.seats)
    return did(_seat(who, position))


def _leads(fact: tree.Leads, position: Position) -> bool:
    chain = _chain(fact.chain, position)

    def leads(seat: str) -> bool:
        shares = position.shares(seat, chain)
        return shares > max((position.shares(other, chain) for other in _others(seat, position)), default=0)

    return _did(fact.who, leads, position)


def _place(chain: str, position: Position) -> int:
    """The player's place among the holders, 0 without a share; who holds as many shares the better place."""
    mine = position.shares(position.me, chain)
    if mine == 0:
        return 0
    return 1 + sum(position.shares(other, chain) > mine for other in _others(position.me, position))


def _merged(fact: tree.Merged, position: Position) -> bool:
    chain, into = _chain(fact.chain, position), _chain_or_none(fact.into, position)
    return _did(fact.who, lambda seat: position.merged(seat, chain, into), position)


def _would(effect: tree.TileEffect, tile: str, position: Position) -> bool:
    match effect:
        case tree.Founds():
            return position.founds(tile)
        case tree.StandsAlone():
            return position.stands_alone(tile)
        case tree.Grows():
            chain = _chain_or_none(effect.chain, position)
            touched = position.touches(tile)
            return len(touched) == 1 and (chain is None or chain in touched)
        case tree.Merges():
            return _would_merge(effect, tile, position)
        case _:
            assert_never(effect)


def _would_merge(effect: tree.Merges, tile: str, position: Position) -> bool:
    chain, into = _chain_or_none(effect.chain, position), _chain_or_none(effect.into, position)
    touched = position.touches(tile)
    if len(touched) < 2 or (chain is not None and chain not in touched):  # noqa: PLR2004 - a merger is of two or more
        return False
    return chain is None or into is None or position.goes_under(tile, chain, into)
