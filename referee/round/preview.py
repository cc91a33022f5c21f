"""What a seat's orders would do in the position as it knows it, as if its turn were now.

The same play as in earnest, on the seat's own view, at a table without bag, dice and other players: it says what
is not known yet and stops there. It does not depend on who has filed. Source: ORDERS.md, "What the referee
answers".
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

from orders import tree
from referee.round.choice import Choice, Passed, Used
from referee.round.choose import FromOrders, Missed, Policy
from referee.round.position import SeatPosition
from referee.round.reading import Script
from referee.round.wording import answered, asked
from referee.rules import table as t
from referee.rules.apply import apply
from referee.rules.board import Tile
from referee.rules.events import Event, Manner, PlayEnded, Seat, TileDrawn
from referee.rules.plays import play
from referee.rules.state import State

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One decision: the question and its answer in the words of the language, and what decides it.

    `answer` is None where a die will decide.
    """

    question: str
    answer: str | None
    used: tuple[Used, ...] = ()
    default: str | None = None
    passed: tuple[Passed, ...] = ()


@dataclass(frozen=True, slots=True)
class ForeseenPlay:
    """One own play of the round: its decisions as far as they can be foreseen, and why no further."""

    decisions: tuple[Foreseen, ...]
    open_end: str | None


def preview(
    view: State, seat: Seat, orders: tree.Orders, *, misses: bool = False
) -> tuple[ForeseenPlay, ...]:
    """Every own play of the open round, the second on the board that the first leaves. `view` is not changed.

    With rounds of one play, of who has none in it: his next one, in the position as it is now. `misses` tells that
    nothing of the seat's is in force, so that no orders decide and what a miss does is shown.
    """
    table = _Table(deepcopy(view), seat, None if misses else orders)
    plays: list[ForeseenPlay] = []
    own = view.plays.count(seat)
    for _ in range(max(own, view.switches.one_play_a_round)):
        cut_off = bool(plays) and plays[-1].open_end is not None
        plays.append(ForeseenPlay((), "it depends on the play before") if cut_off else table.foresee())
    return tuple(plays)


class _StopHere(Exception):  # noqa: N818 (not an error: the end of what can be known)
    """What comes next is not known to the player."""


class _Table:
    """A table of the own view alone."""

    def __init__(self, view: State, seat: Seat, orders: tree.Orders | None) -> None:
        self._view = view
        self._seat = seat
        keeps_unordered = view.switches.unordered_stock == "keep"
        self._manner: Manner = "missed" if orders is None else "orders"
        self._policy: Policy = (
            Missed() if orders is None else FromOrders(Script(orders), keeps_unordered=keeps_unordered)
        )
        self._decisions: list[Foreseen] = []

    def foresee(self) -> ForeseenPlay:
        """The next own play."""
        self._decisions = []
        open_end = None
        try:
            play(self, self._seat, self._manner)
        except _StopHere as stop:
            open_end = str(stop) or None
        self._policy.play_ended(own=True)
        seat, view = self._seat, self._view
        apply(view, PlayEnded(1, 0, view.hand_counts[seat], view.tiles_left, seat=seat))
        return ForeseenPlay(tuple(self._decisions), open_end)

    @property
    def now(self) -> State:
        """The view."""
        return self._view

    @property
    def pool(self) -> int:
        """As many as are known to be left."""
        return self._view.tiles_left

    def emit(self, event: Event) -> None:
        """What would happen."""
        if not isinstance(event, TileDrawn | PlayEnded):
            apply(self._view, event)

    def draw(self) -> tuple[Tile, int] | None:
        """Nobody knows the next tile: at the end of a play with it all is over, before that all depends on it."""
        if not self.pool:
            return None
        if self._view.merger is not None:
            raise _StopHere("what comes after it depends on the bank's tile")
        if self._decisions and self._decisions[-1].answer == "take 5 tiles":
            raise _StopHere("what comes after it depends on tiles not yet known")
        raise _StopHere

    def remix(self, tile: Tile) -> str:
        """Never asked for: nothing is drawn that could be put back."""
        raise NotImplementedError(tile)

    def ask(self, question: t.Question[T]) -> T:
        """The own answer; others are not asked."""
        if question.seat != self._seat:
            raise _StopHere(f"{question.seat} decides next: {asked(question)}")
        rolled: list[int] = []

        def die(label: str, sides: int) -> int:
            del label
            rolled.append(sides)
            return 1

        choice: Choice[Any] = self._policy.choose(question, SeatPosition(self._view, self._seat), die)
        if choice.used or choice.default is not None:
            words = None if rolled else answered(choice.answer)
            foreseen = Foreseen(asked(question), words, choice.used, choice.default, choice.passed)
            self._decisions.append(foreseen)
        if rolled:
            raise _StopHere("what comes after it depends on the die")
        answer: T = choice.answer
        return answer
