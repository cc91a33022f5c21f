"""The referee's desk: which round is open, whose orders are in, and whether it may be resolved.

The fold of the administrative events. Source: ORDERS.md, "What the referee answers" (what replaces what).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from referee.round.corrections import is_by_referee, is_kept
from referee.rules import events as e
from referee.rules.rotation import rounds_until
from referee.rules.sides import person_of
from referee.rules.switches import Switches

Filer: TypeAlias = Literal["player", "referee"]


@dataclass(slots=True)
class Filed:
    """What a seat has filed for one round: canonical decisions, and whether their file had problems."""

    orders: str = ""
    problems: int = 0
    ready: bool = False


@dataclass(frozen=True, slots=True)
class InForce:
    """The orders of a seat in a round: its own decisions, the standing ones below them, readiness."""

    orders: str = ""
    standing: str = ""
    problems: int = 0
    ready: bool = False

    def __bool__(self) -> bool:
        """Whether the seat does not count as missing: decisions, standing ones, or `ready` alone."""
        return bool(self.orders or self.standing or self.ready)

    def text(self) -> str:
        """One text of it all, which reads as the orders that decide; "" where there are none."""
        return "\n".join(part.rstrip("\n") for part in (self.orders, self.standing) if part) + (
            "\n" if self.orders or self.standing else ""
        )


@dataclass(slots=True)
class Desk:
    """The open round (None before the first and after the end) and everything filed for it and later ones."""

    seats: tuple[e.Seat, ...] = ()
    round: int | None = None
    last_round: int = 0
    plays: tuple[e.Seat, ...] = ()
    deadline: str | None = None
    ended: str | None = None
    filed: dict[tuple[e.Seat, int], Filed] = field(default_factory=dict)
    standing: dict[e.Seat, dict[int, str]] = field(default_factory=dict)
    """Each seat's standing orders by the round from which on they count."""
    order: tuple[e.Seat, ...] = ()
    left: set[e.Seat] = field(default_factory=set)
    """The seats whose holders left, and nobody came in their place."""
    resigned: dict[e.Seat, int] = field(default_factory=dict)
    """The seats whose holders said that they leave, and are still there, by the round with whose end they leave."""
    resigned_in: dict[e.Seat, int] = field(default_factory=dict)
    """The seats in `left` whose holders resigned, by the round with whose end they left: its report is theirs too."""
    misses: Counter[e.Seat] = field(default_factory=Counter)
    """How often each seat has missed, elsewhere too if the game was begun there."""
    switches: Switches | None = None
    reopened: int | None = None
    """The round that was opened again last, if any was."""
    comes_again_to: int = 0
    """The last round that was begun when one of those that count was opened again: up to it all come again."""
    filed_again: dict[tuple[e.Seat, int], Filer] = field(default_factory=dict)
    """Whose orders for which round were filed since a round was opened again, and by whom."""

    @property
    def one_play_a_round(self) -> bool:
        """Whether a round is one play, so that most seats have none in it."""
        return self.switches is not None and self.switches.one_play_a_round

    @property
    def moderates_press(self) -> bool:
        """Whether press is published only when the referee has read it."""
        return self.switches is not None and self.switches.press == "moderated"

    def seats_of_holder(self, seat: e.Seat) -> tuple[e.Seat, ...]:
        """All seats that the holder of a seat plays, in seat order: he leaves with all of them."""
        if self.switches is None:
            return (seat,)
        person = person_of(seat, self.switches)
        return tuple(one for one in self.seats if person_of(one, self.switches) == person)

    def turn_round(self, seat: e.Seat, number: int) -> int:
        """The round for which orders count that a seat files for round `number`.

        That round itself; with rounds of one play, the first from it on in which the seat has its play: until then
        everybody's merger lines are used (RULES.md, `plays_per_round`).
        """
        if not self.one_play_a_round or not self.plays:
            return number
        ahead = rounds_until(self.order, self.plays[0], seat) - (number - self.last_round)
        return number + ahead % len(self.order)

    def in_force(self, seat: e.Seat, round_number: int | None = None) -> InForce:
        """The seat's orders for a round, by default the open one."""
        number = (self.round if round_number is None else round_number) or 0
        number = self.turn_round(seat, number)
        filed = self.filed.get((seat, number), Filed())
        since = [(start, text) for start, text in self.standing.get(seat, {}).items() if start <= number]
        return InForce(filed.orders, max(since, default=(0, ""))[1], filed.problems, filed.ready)

    def is_for_later(self, event: e.Event) -> bool:
        """Whether an event files orders, or takes some back, and the open round is played as without it."""
        if event.seat is None or not isinstance(event, e.OrdersFiled | e.OrdersWithdrawn):
            return False
        resigns = event.resign if isinstance(event, e.OrdersFiled) else event.seat in self.resigned
        counts_in = self.turn_round(event.seat, self.round or 0)
        return not resigns and self.turn_round(event.seat, event.round) > counts_in

    def resigning(self) -> tuple[e.Seat, ...]:
        """The seats that leave when the open round has been resolved, in seat order."""
        now = self.round or self.last_round
        return tuple(seat for seat in self.seats if self.resigned.get(seat, now + 1) <= now)

    def missing(self) -> tuple[e.Seat, ...]:
        """The seats with a play in the open round whose orders can still come and are not in force, in seat order."""
        return tuple(seat for seat in self.playing() if not self.in_force(seat))

    def playing(self) -> tuple[e.Seat, ...]:
        """The seats with a play in the open round whose orders can still come, in seat order."""
        return tuple(seat for seat in self.seats if seat in self.plays and seat not in self.left)

    @property
    def comes_again(self) -> bool:
        """Whether the open round was opened again, or had been begun when one before it was."""
        return self.reopened is not None and self.reopened <= (self.round or 0) <= self.comes_again_to

    def filer_again(self, seat: e.Seat) -> Filer | None:
        """Who filed a seat's orders for the open round since a round was opened again; None: nobody has."""
        return self.filed_again.get((seat, self.turn_round(seat, self.round or 0)))

    def not_sent_again(self) -> tuple[e.Seat, ...]:
        """The seats whose players have sent nothing for the open round since it was to come again, in seat order.

        Where it does not come again, there are none. What the referee filed for a player, or kept, was not sent by
        him; what he sent before the round opened again counts.
        """
        if not self.comes_again:
            return ()
        return tuple(seat for seat in self.playing() if self.filer_again(seat) != "player")

    def why_not_resolve(self, *, misses_meant: bool) -> str | None:
        """Why the open round may not be resolved now, as a whole sentence; None if it may."""
        if self.ended is not None:
            return "the game is over: there is no round to resolve"
        if self.round is None:
            return "no round is open"
        missing = self.missing()
        if missing and not misses_meant:
            return (
                f"round {self.round} waits for the orders of {', '.join(missing)}; "
                "resolve with --missing to let them miss it"
            )
        return None

    def why_not_unasked(self, *, ready_only: bool) -> str | None:
        """Why the open round may not be resolved by a machine that nobody told to, as a clause; None if it may.

        Somebody must have sent something for this very round: where standing orders and defaults alone would decide,
        it would go on by itself until the game is over, and nobody would have read a report. With `ready_only` all
        whose orders are in force must have said `ready`.

        A round that comes again, since it was opened again or one before it was, is left to the referee unless all
        who play in it have written for it since: its orders were filed for what is void, and it would be played
        before anybody had read what it begins with.
        """
        why_not = self.why_not_resolve(misses_meant=False)
        if why_not is not None:
            return why_not
        if not_sent_again := self.not_sent_again():
            return (
                f"round {self.round} {self.why_again()}: it is left to the referee, or waits until "
                f"{', '.join(not_sent_again)} file orders for it anew"
            )
        playing = self.playing()
        if not any(self._sent_for_open_round(seat) for seat in playing):
            return (
                f"nobody has sent orders for round {self.round} itself: standing orders alone would decide it"
            )
        unready = [seat for seat in playing if not self.in_force(seat).ready]
        if ready_only and unready:
            return f"round {self.round} waits until {', '.join(unready)} say `ready`"
        return None

    def why_again(self) -> str:
        """Why the open round comes again, as words behind its name."""
        if self.round == self.reopened:
            return "was opened again"
        return f"comes again, since round {self.reopened} was opened again"

    def _sent_for_open_round(self, seat: e.Seat) -> bool:
        filed = self.filed.get((seat, self.turn_round(seat, self.round or 0)), Filed())
        return bool(filed.orders or filed.ready)


def desk_of(entries: Iterable[e.Entry], *, comes_again_to: int = 0) -> Desk:
    """The desk after some entries that count; what is void knows how far the game had come (`begun_before`)."""
    desk = Desk(comes_again_to=comes_again_to)
    for entry in entries:
        put(desk, entry.event, entry.round)
    return desk


def put(desk: Desk, event: e.Event, round_number: int | None) -> None:
    """Change the desk by one event; `round_number` is that of its entry."""
    match event:
        case e.GameOpened():
            desk.seats = event.seats
            desk.switches = Switches.from_data(event.switches)
        case e.PlayingOrderSet():
            desk.order = event.order
        case e.PositionAdopted():
            desk.order, desk.last_round, desk.left = event.order, event.round, set(event.left)
            desk.misses.update(event.misses)
        case e.RoundOpened():
            desk.round = desk.last_round = round_number or desk.last_round + 1
            desk.plays, desk.deadline = event.plays, event.deadline
        case e.RoundReopened():
            desk.reopened, desk.filed_again = desk.round, {}
        case e.RoundClosed():
            desk.round = None
        case e.GameEnded():
            desk.ended = event.why
        case _ if event.seat is not None:
            _put_of_seat(desk, event, event.seat, round_number)
        case _:
            pass  # what happens on the board is no business of the desk's


def _put_of_seat(desk: Desk, event: e.Event, seat: e.Seat, round_number: int | None) -> None:
    match event:
        case e.OrdersFiled():
            _file(desk, event, seat)
        case e.OrdersWithdrawn():
            number = desk.turn_round(seat, event.round)
            desk.filed.pop((seat, number), None)
            desk.filed_again.pop((seat, number), None)
            for one in desk.seats_of_holder(seat):
                desk.resigned.pop(one, None)
        case e.SeatLeft():
            _vacate(desk, seat)
            desk.left.add(seat)
            if event.how == "resigned" and round_number is not None:
                desk.resigned_in[seat] = round_number
        case e.SeatFilled():
            _vacate(desk, seat)
            desk.left.discard(seat)
        case e.OrdersMissed():
            desk.misses[seat] += 1
        case _:
            pass  # what happens on the board is no business of the desk's


def _file(desk: Desk, event: e.OrdersFiled, seat: e.Seat) -> None:
    number = desk.turn_round(seat, event.round)
    filed = desk.filed.setdefault((seat, number), Filed())
    filed.ready = event.ready
    if event.resign:
        _resign(desk, event, seat)
    if desk.reopened is not None and not is_kept(event):
        desk.filed_again[seat, number] = "referee" if is_by_referee(event) else "player"
    if event.orders is not None:
        filed.orders, filed.problems = event.orders, event.problems
    if event.standing is not None:
        desk.standing.setdefault(seat, {})[event.round] = event.standing


def _resign(desk: Desk, event: e.OrdersFiled, seat: e.Seat) -> None:
    """He leaves with the open round, whatever round his orders are for; or, if that is kept, when he would have."""
    when = event.round if is_kept(event) else desk.round or desk.last_round
    for one in desk.seats_of_holder(seat):
        desk.resigned[one] = min(when, desk.resigned.get(one, when))


def _vacate(desk: Desk, seat: e.Seat) -> None:
    """What was filed for a seat is void: by whom it was is no longer there."""
    desk.filed = {key: filed for key, filed in desk.filed.items() if key[0] != seat}
    desk.standing.pop(seat, None)
    desk.resigned.pop(seat, None)
    desk.resigned_in.pop(seat, None)
    desk.filed_again = {key: filer for key, filer in desk.filed_again.items() if key[0] != seat}
