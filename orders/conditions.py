"""Whether a condition holds in a position that is handed in.

A condition may use only what its player could know at that moment; that is the position's business: it is made
from that player's view of the game and from nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, Protocol

from orders import tree


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
