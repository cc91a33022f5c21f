"""Orders and a question in, an answer out: who decides for a seat in a round.

Questions hold all that legality needs, so nothing here knows a rule. Source: ORDERS.md, "Defaults".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from orders import tree
from referee.round import decisions, powers
from referee.round.choice import Choice, Die, picked, shuffled
from referee.round.position import SeatPosition
from referee.round.reading import Reading, Script
from referee.rules import table as t


class Policy(Protocol):
    """How a seat's questions are answered in a round."""

    def choose(self, question: t.Question[Any], view: SeatPosition, die: Die) -> Choice[Any]:
        """The answer of the seat, in the position as it knows it; of the type that the question asks for."""

    def play_ended(self, *, own: bool) -> None:
        """A play is over; `own` if it was this seat's."""


class Missed:
    """No orders: the die picks the tile, survivor and order; all stock is sold (postal rule on NMR)."""

    def choose(self, question: t.Question[Any], view: SeatPosition, die: Die) -> Choice[Any]:
        """The answer for who sent nothing."""
        del view
        match question:
            case t.WhichTile(options=options):
                answer: Any = picked([option.tile for option in options], "tile", die)
            case t.WhichSurvivor(options=options):
                answer = picked(options, "survivor", die)
            case t.WhichOrder(options=options):
                answer = shuffled(options, die)
            case t.WhatOfShares(held=held):
                return Choice(t.Disposition(sell=held), default="no orders: all sold")
            case _:
                raise TypeError(f"who missed is not asked {type(question).__name__}")
        return Choice(answer, default="no orders: the die")

    def play_ended(self, *, own: bool) -> None:
        """Nothing is remembered."""


class Left:
    """Who has left, with `leaver = "defaults"`: the first of everything, all stock kept (RULES.md)."""

    def choose(self, question: t.Question[Any], view: SeatPosition, die: Die) -> Choice[Any]:
        """The answer for who is no longer there."""
        del view, die
        match question:
            case t.WhichTile(options=options):
                answer: Any = options[0].tile
            case t.WhichChain(options=options) | t.WhichSurvivor(options=options):
                answer = options[0]
            case t.WhichOrder(options=options):
                answer = options
            case t.WhatOfShares():
                return Choice(t.Disposition(), default="left the game: all kept")
            case _:
                raise TypeError(f"who left is not asked {type(question).__name__}")
        return Choice(answer, default="left the game: the first")

    def play_ended(self, *, own: bool) -> None:
        """Nothing is remembered."""


@dataclass(slots=True)
class FromOrders:
    """A seat's orders decide; `keeps_unordered` is the switch `unordered_stock`."""

    script: Script
    keeps_unordered: bool

    def play_ended(self, *, own: bool) -> None:
        """Blocks are looked at anew; after the own first play the second turn begins."""
        self.script.play_ended(own=own)

    def choose(self, question: t.Question[Any], view: SeatPosition, die: Die) -> Choice[Any]:
        """The answer that the first fitting line gives, or the default."""
        reading = Reading(self.script, view)
        match question:
            case t.WhichTile():
                return decisions.tile(reading, question, die)
            case t.WhichNextTile():
                return decisions.next_tile(reading, question, die)
            case t.WhetherPower():
                return powers.power(reading, question)
            case t.WhichChain():
                return decisions.preferred(reading, tree.FoundOrder, question.options, "found", die)
            case t.WhichSurvivor():
                return decisions.preferred(reading, tree.SurvivorOrder, question.options, "survivor", die)
            case t.WhichOrder():
                return decisions.settling(reading, question, die)
            case t.WhatOfShares():
                return decisions.disposition(reading, question, keeps_unordered=self.keeps_unordered)
            case t.WhatToBuy():
                return decisions.purchases(reading, question)
            case t.WhetherToEnd():
                line = next(reading.lines(tree.EndOrder), None)
                return reading.answered(line, answer=True) if line else Choice(answer=False)
            case _:
                raise TypeError(f"no line answers {type(question).__name__}")
