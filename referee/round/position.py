"""What a seat's view says of the terms and facts that conditions are made of.

Implements `orders.conditions.Position` on a view, and on nothing else: a condition can use only what its player
could know at that moment. Source: ORDERS.md, "Conditions" and "Moments".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

from orders.tree import Power
from referee.rules import events as e
from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.legality import TileOutlook, end_reason, outlook
from referee.rules.scoring import bonuses_of, values
from referee.rules.state import State

AnEvent = TypeVar("AnEvent", bound=e.Event)


class SeatPosition:
    """One seat's view of the game at this moment; it reads the view anew at every question.

    Where it tells what was done, that is about the time since the round opened or, with rounds of one play, since the
    last play of the player's own seat.
    """

    def __init__(self, view: State, me: e.Seat) -> None:
        self._view = view
        self._me = me

    @property
    def me(self) -> e.Seat:
        """The player's own seat."""
        return self._me

    @property
    def seats(self) -> Sequence[e.Seat]:
        """All seats, in seat order."""
        return self._view.seats

    @property
    def active(self) -> Sequence[Chain]:
        """The chains on the board, in the edition's order."""
        return self._view.active()

    @property
    def tiles_left(self) -> int:
        """Tiles in the pool."""
        return self._view.tiles_left

    @property
    def round(self) -> int:
        """The number of the open round."""
        return self._view.round

    @property
    def powers(self) -> Sequence[Power]:
        """The special powers that the seat has left."""
        return self._view.powers[self._me]

    def size(self, chain: Chain) -> int:
        """Its tiles; 0 if it is not on the board."""
        return self._view.sizes.get(chain, 0)

    def price(self, chain: Chain) -> int:
        """Dollars a share now."""
        return self._view.price(chain)

    def bonus(self, chain: Chain) -> int:
        """The first bonus now; 0 for a chain not on the board."""
        size = self.size(chain)
        return bonuses_of(self._view, chain)[0] if size else 0

    def bank(self, chain: Chain) -> int:
        """Shares left in the bank."""
        return self._view.bank[chain]

    def is_safe(self, chain: Chain) -> bool:
        """Whether it can never be taken over."""
        return self._view.is_safe(chain)

    def shares(self, seat: e.Seat, chain: Chain) -> int:
        """How many shares the seat holds."""
        return self._view.shares[seat][chain]

    def stat(self, seat: e.Seat, what: Literal["cash", "value", "rank", "tiles"]) -> int:
        """A figure of a seat; rank is one more than the number who have more value."""
        if what == "cash":
            return self._view.cash[seat]
        if what == "tiles":
            return self._view.hand_counts[seat]
        worth = values(self._view)
        return worth[seat] if what == "value" else 1 + sum(other > worth[seat] for other in worth.values())

    def can_end(self) -> bool:
        """Whether the rules allow an announcement now."""
        return end_reason(self._view) is not None

    def end_announced(self) -> bool:
        """Whether the end of the game is announced."""
        return self._view.end_announced

    def on_board(self, tile: Tile) -> bool:
        """Whether it lies on the board."""
        return tile in self._view.board

    def holds(self, tile: Tile) -> bool:
        """Whether it is in the player's own hand."""
        return tile in self._view.racks[self._me]

    def is_playable(self, tile: Tile) -> bool:
        """Whether it could be laid now, whoever holds it."""
        look = self._look(tile)
        return look is not None and look.is_playable

    def founds(self, tile: Tile) -> bool:
        """Whether it would found a chain."""
        look = self._look(tile)
        return look is not None and look.verdict == "found"

    def touches(self, tile: Tile) -> Sequence[Chain]:
        """The chains it would join or merge; none if it cannot be laid."""
        look = self._look(tile)
        return look.chains if look is not None and look.is_playable else ()

    def stands_alone(self, tile: Tile) -> bool:
        """Whether it would lie loose."""
        look = self._look(tile)
        return look is not None and look.verdict == "loose"

    def goes_under(self, tile: Tile, chain: Chain, into: Chain | None) -> bool:
        """Whether laying it could have `chain` taken over (by `into`), ties either way."""
        touched = self.touches(tile)
        if chain not in touched:
            return False
        most = max(self.size(one) for one in touched)
        others = [one for one in touched if one != chain and self.size(one) == most]
        return into in others if into is not None else bool(others)

    def founded(self, seat: e.Seat, chain: Chain) -> bool:
        """Whether the seat founded the chain."""
        return any(event.chain == chain for event in self._past(e.ChainFounded, seat))

    def merged(self, seat: e.Seat, chain: Chain, into: Chain | None) -> bool:
        """The seat laid the tile by which `chain` was taken over (by `into`)."""
        return any(
            event.chain == chain and into in (None, event.by) for event in self._past(e.ChainTakenOver, seat)
        )

    def played(self, seat: e.Seat, tile: Tile) -> bool:
        """Whether the seat laid the tile."""
        return any(event.tile == tile for event in self._past(e.TilePlaced, seat))

    def dealt(self, seat: e.Seat, verb: Literal["bought", "sold", "traded", "kept"], chain: Chain) -> int:
        """Shares, added up; free ones are not bought."""
        if verb == "bought":
            bought = self._past(e.SharesBought, seat)
            return sum(event.count for event in bought if event.chain == chain and event.price)
        settled = [event for event in self._past(e.StockSettled, seat) if event.chain == chain]
        if verb == "sold":
            return sum(event.sold for event in settled)
        if verb == "kept":
            return sum(event.kept for event in settled)
        by_power = (event.given for event in self._past(e.SharesTraded, seat) if event.gave == chain)
        return sum(event.traded for event in settled) + sum(by_power)

    def used(self, seat: e.Seat, power: Power) -> bool:
        """Whether the seat used the power."""
        return any(event.power == power for event in self._past(e.PowerUsed, seat))

    def missed(self, seat: e.Seat) -> bool:
        """True from the seat's first play of the round on."""
        return any(True for _ in self._past(e.OrdersMissed, seat))

    def left(self, seat: e.Seat) -> bool:
        """Whether its holder has left, and nobody came in his place; however long ago."""
        return seat in self._view.left

    def was_founded(self, chain: Chain) -> bool:
        """By anyone."""
        return any(event.chain == chain for event in self._past(e.ChainFounded))

    def was_taken_over(self, chain: Chain, by: Chain | None) -> bool:
        """Whether it went under (into `by`), whoever laid the tile."""
        return any(event.chain == chain and by in (None, event.by) for event in self._past(e.ChainTakenOver))

    def last_founded_by(self, seat: e.Seat) -> Chain | None:
        """The chain that the seat founded last, if it is on the board.

        One that went under and was founded anew by somebody else is his, not the seat's any more.
        """
        founder = {event.chain: event.seat for event in self._past(e.ChainFounded)}
        mine = [event.chain for event in self._past(e.ChainFounded, seat)]
        return mine[-1] if mine and founder[mine[-1]] == seat and mine[-1] in self._view.sizes else None

    def survivor(self) -> Chain | None:
        """Of the merger being settled, else of the last one, if on the board."""
        begun = [event.survivor for event in self._past(e.MergerBegun)]
        return begun[-1] if begun and begun[-1] in self._view.sizes else None

    def _look(self, tile: Tile) -> TileOutlook | None:
        """What the tile would do; None for one that lies already or is out of play."""
        if tile in self._view.board or tile in self._view.out_of_play:
            return None
        return outlook(self._view, tile)

    def _past(self, kind: type[AnEvent], seat: e.Seat | None = None) -> Iterator[AnEvent]:
        """The events of a kind in the time that conditions on the past are about."""
        for event in self._view.since_last_play_of(self._me):
            if isinstance(event, kind) and seat in (None, event.seat):
                yield event
