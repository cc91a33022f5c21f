"""Resolving a round: the table at which it is played, and the loop over its plays.

Pure: the same entries (orders and seal included) give the same events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from orders.reader import read
from referee.errors import UserError
from referee.round.chance import Chance
from referee.round.choice import Choice
from referee.round.choose import FromOrders, Left, Missed, Policy
from referee.round.desk import Desk, desk_of
from referee.round.opening import plays_of_round
from referee.round.pool import Pool, pool_after
from referee.round.position import SeatPosition
from referee.round.reading import Script
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.round.wording import answered, asked
from referee.rules import events as e
from referee.rules import table as t
from referee.rules.apply import apply, fold
from referee.rules.board import Tile
from referee.rules.plays import play, settle_the_game
from referee.rules.sides import why_over
from referee.rules.state import State

T = TypeVar("T")


def resolve(entries: Sequence[e.Entry]) -> list[e.Entry]:
    """All that happens from the first play of the open round to the opening of the next, or to the end.

    `entries` is the whole effective log. Raises UserError where no round is open; whether orders are missing is
    not looked at here: who has none misses.
    """
    desk = desk_of(entries)
    if desk.round is None:
        raise UserError(desk.why_not_resolve(misses_meant=True) or "no round is open")
    return play_round(table_of(entries, desk))


def leave(entries: Sequence[e.Entry], seats: Sequence[e.Seat], how: e.Leaving) -> list[e.Entry]:
    """Seats whose holders leave now, by the referee's word; the game ends with it where nobody is left to play on."""
    table = table_of(entries, desk_of(entries))
    for seat in seats:
        table.emit(e.SeatLeft(how, seat=seat))
    _end_if_over(table)
    return table.entries


def rule(entries: Sequence[e.Entry], ruling: e.RulingMade) -> list[e.Entry]:
    """The referee rules, now; with a ruling that ends the game, its final reckoning as well."""
    table = table_of(entries, desk_of(entries))
    table.emit(ruling)
    if ruling.ends:
        _end(table, "ruling")
    return table.entries


def table_of(entries: Sequence[e.Entry], desk: Desk) -> RoundTable:
    """The table at which the open round is played, as the whole effective log leaves it."""
    truth = fold(entry.event for entry in entries)
    views = {seat: view_of(entries, seat) for seat in desk.seats}
    chance = chance_of(entries)
    return RoundTable(truth, views, desk, chance, pool_after(entries, chance))


def play_round(table: RoundTable) -> list[e.Entry]:
    """Play the open round at a table where nothing of it has been played; everything that happened."""
    desk = table.desk
    missed: set[e.Seat] = set()
    for number, seat in enumerate(desk.plays, 1):
        table.begin_play(number)
        manner = table.manner_of(seat)
        if manner == "missed" and seat not in missed:
            missed.add(seat)
            table.emit(e.OrdersMissed(seat=seat))
        why = play(table, seat, manner)
        table.end_play(seat)
        if why is not None:
            _end(table, why)
            return table.entries
    for seat in desk.resigning():
        table.emit(e.SeatLeft("resigned", seat=seat))
    if _end_if_over(table):
        return table.entries
    table.emit(e.RoundClosed())
    first = table.now.next_after(desk.plays[-1])
    plays = plays_of_round(table.now.order, first, table.now.switches)
    table.open_round(e.RoundOpened(plays, None))
    return table.entries


def _end_if_over(table: RoundTable) -> bool:
    why = why_over(table.now)
    if why is not None:
        _end(table, why)
    return why is not None


def _end(table: RoundTable, why: e.EndReason) -> None:
    settle_the_game(table, why)
    table.emit(e.RoundClosed())
    table.emit(e.BagOpened(table.chance.seed, table.chance.given))


class RoundTable:
    """The table of one round: the truth, each seat's view, the seal, and everybody's orders.

    Every event is applied to the truth and to the views of those who may see it; conditions read views alone.
    A seat's orders are read when it is asked for the first time. States and pool handed in are changed.
    """

    def __init__(
        self,
        truth: State,
        views: dict[e.Seat, State],
        desk: Desk,
        chance: Chance,
        pool: Pool,
    ) -> None:
        self.desk = desk
        self.chance = chance
        self.entries: list[e.Entry] = []
        self._truth = truth
        self._views = views
        self._pool = pool
        self._policies: dict[e.Seat, Policy] = {}
        self._round = desk.round
        self._play: int | None = None
        self._rolled: dict[str, int] = {}

    def manner_of(self, seat: e.Seat) -> e.Manner:
        """How the plays of a seat are decided in this round."""
        if seat in self._truth.left and self._truth.switches.plays_for_leavers:
            return "left"
        has_orders = self.desk.in_force(seat) or seat not in self.desk.plays  # who has no play misses none
        return "orders" if has_orders else "missed"

    def _policy_of(self, seat: e.Seat) -> Policy:
        """Who decides for a seat in this round; the same one from its first question on.

        That is early enough for turn headings: by orders each own play asks what to buy.
        """
        policy = self._policies.get(seat)
        if policy is None:
            policy = self._policies[seat] = self._new_policy(seat)
        return policy

    def _new_policy(self, seat: e.Seat) -> Policy:
        manner = self.manner_of(seat)
        if manner != "orders":
            return Left() if manner == "left" else Missed()
        reading = read(self.desk.in_force(seat).text(), vocabulary_of(self._truth, seat))
        if reading.problems or reading.refused:
            raise UserError(
                f"The orders of {seat} cannot be read any more as they were filed; have them filed again. "
                f"({reading.refused or reading.problems[0].message})"
            )
        return FromOrders(
            Script(reading.orders), keeps_unordered=self._truth.switches.unordered_stock == "keep"
        )

    @property
    def now(self) -> State:
        """The truth."""
        return self._truth

    @property
    def pool(self) -> int:
        """How many tiles are left to draw."""
        return len(self._pool)

    def begin_play(self, number: int) -> None:
        """Play `number` of the round begins."""
        self._play = number
        self._rolled.clear()

    def end_play(self, seat: e.Seat) -> None:
        """The play of a seat is over."""
        self._play = None
        self._rolled.clear()
        for other, policy in self._policies.items():
            policy.play_ended(own=other == seat)

    def open_round(self, event: e.RoundOpened) -> None:
        """The next round opens; its event belongs to it."""
        self._round = (self._round or 0) + 1
        self.emit(event)

    def emit(self, event: e.Event) -> None:
        """A fact: for the truth, for the views that may see it, and for the log."""
        apply(self._truth, event)
        for seat, view in self._views.items():
            if e.may_see(event, seat):
                apply(view, event)
        self.entries.append(e.Entry(event, self._round, self._play))

    def draw(self) -> tuple[Tile, int] | None:
        """The next tile of the sealed order and its place, None from an empty pool."""
        return self._pool.draw()

    def remix(self, tile: Tile) -> str:
        """Put a tile back and bring the pool into the order of a label, which comes back."""
        label = self._label("remix")
        self._pool.put_back(tile)
        self._pool.remix(label)
        return label

    def ask(self, question: t.Question[T]) -> T:
        """The seat's answer; what decided it goes into its log."""
        seat = question.seat
        view = SeatPosition(self._views[seat], seat)

        def die(label: str, sides: int) -> int:
            return self._roll(seat, label, sides)

        choice = self._policy_of(seat).choose(question, view, die)
        if choice.used or choice.default is not None:
            self.emit(_applied(question, choice))
        answer: T = choice.answer
        return answer

    def _roll(self, seat: e.Seat, what: str, sides: int) -> int:
        label = self._label(what)
        result = self.chance.roll(label, sides)
        self.emit(e.DieRolled(label, sides, result, seat=seat))
        return result

    def _label(self, what: str) -> str:
        """What a roll or a remix is called; a second one for the same purpose in a play has a number before it."""
        self._rolled[what] = count = self._rolled.get(what, 0) + 1
        name = what if count == 1 else f"{ORDINALS.get(count, f'{count}th')} {what}"
        where = "final reckoning" if self._play is None else f"play {self._play}"
        return f"round {self._round}, {where}, {name}"


ORDINALS: Final = {2: "second", 3: "third"}


def chance_of(entries: Sequence[e.Entry]) -> Chance:
    """What the game's seal was made of; only the referee's own log has it."""
    for entry in entries:
        if isinstance(entry.event, e.BagKept):
            return Chance(entry.event.seed, entry.event.order)
    raise e.UnreadableEvent("the log does not tell what was sealed")


def _applied(question: t.Question[Any], choice: Choice[Any]) -> e.OrderApplied:
    first = choice.used[0] if choice.used else None
    return e.OrderApplied(
        question=asked(question),
        answer=answered(choice.answer),
        line=first.line if first else None,
        text=first.text if first else None,
        standing=first is not None and first.standing,
        more=tuple({"line": one.line, "text": one.text, "standing": one.standing} for one in choice.used[1:]),
        default=choice.default,
        passed=tuple({"line": one.line, "text": one.text, "why": one.why} for one in choice.passed),
        seat=question.seat,
    )
