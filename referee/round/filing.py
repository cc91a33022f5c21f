"""What comes of a text that somebody sent: which of it is filed, and what it replaces.

Decisions of a round, the standing block, readiness and press are four things, each replaced only by a file that
contains some of its kind. Source: ORDERS.md, "What the referee answers".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from orders import tree
from orders.printer import canonical
from orders.reader import Problem, Reading, read
from orders.vocabulary import Vocabulary
from referee.errors import UserError
from referee.round.desk import Desk, InForce
from referee.round.press import Pigeonholes, PressTaken, press_of, take_press
from referee.round.remarks import about_leaving, about_questions, about_the_round, about_what_was_replaced
from referee.round.sections import Earlier, for_seat, with_earlier, without_press
from referee.round.taking import Taken, holds_orders, said, what_is_taken
from referee.round.unfit import NOTHING_BESIDE, Beside, not_available, strange_seats
from referee.rules import events as e

Verdict: TypeAlias = Literal["FILED", "FILED WITH PROBLEMS", "NOT FILED"]


@dataclass(frozen=True, slots=True)
class Filing:
    """The answer to a text: what was understood, what is wrong with it, and the events that file it.

    `remarks` are whole sentences about what the filing does to what was filed before. No events: no orders are
    filed. `understood` is the canonical form of everything that was read, filed or not. `in_force` is what then
    decides for the seat in that round. `press` (None: that stays which was there) is what waits from then on for the
    report of round `press_round`; it is no event, since a log would tell of it before it is published.
    """

    verdict: Verdict
    round: int
    understood: str
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...] = ()
    events: tuple[e.Event, ...] = field(default=(), repr=False)
    in_force: tree.Orders = field(default_factory=tree.Orders, repr=False)
    press: tuple[str, ...] | None = field(default=None, repr=False)
    press_round: int = 0


def judge(reading: Reading) -> Verdict:
    """The verdict on a text alone, where no game is known."""
    if reading.refused is not None:
        return "NOT FILED"
    press = press_of(reading.orders)
    if not holds_orders(reading.orders) and not press.kept:
        return "NOT FILED"
    return "FILED WITH PROBLEMS" if all_problems(reading, press.problems) else "FILED"


def all_problems(
    reading: Reading, in_the_game: Iterable[Problem] = (), available: frozenset[Beside] = NOTHING_BESIDE
) -> tuple[Problem, ...]:
    """What was not understood, and what was understood but cannot be had, in the order of the text.

    `in_the_game` are those that only a game brings about; none, where no game is known. `available` is what
    whoever takes the text sees to.
    """
    found = [*reading.problems, *not_available(reading.orders, available), *in_the_game]
    return tuple(sorted(found, key=lambda problem: (problem.line, problem.column)))


def file_for_seats(
    desk: Desk,
    seats: Sequence[e.Seat],
    reading: Reading,
    vocabulary: Vocabulary,
    source: str,
    available: frozenset[Beside] = NOTHING_BESIDE,
    waits: Pigeonholes | None = None,
) -> tuple[Filing, ...]:
    """File one text for all seats that a person plays: what is wrong with it is wrong for each of them.

    Requests count for all of them. `available` is what whoever takes the text sees to beside its orders, `waits` is
    whose press waits already. One Filing a seat, in that order, each with the problems of the whole text. Raises
    UserError for a refused text, a closed round, or a finished game.
    """
    if reading.refused is not None:
        raise UserError(reading.refused)
    drafts = [_draft(desk, seat, reading, vocabulary, alone=len(seats) == 1) for seat in seats]
    faults = tuple(dict.fromkeys(fault for draft in drafts for fault in draft.faults))
    in_the_game = (*strange_seats(reading.orders, vocabulary), *faults)
    number = _round_meant(desk, reading.orders.header.round)
    press = take_press(desk, seats, reading, vocabulary, number, waits or Pigeonholes())
    problems = all_problems(reading, (*in_the_game, *press.problems), available)
    # what is not available yet was understood all the same
    unclear = len(reading.problems) + len(in_the_game)
    somewhere = any(holds_orders(draft.orders) for draft in drafts)
    filings = (
        _filed(desk, draft, problems, unclear, vocabulary, source)
        if holds_orders(draft.orders)
        else _untouched(draft, problems, unclear, vocabulary, source, somewhere=somewhere)
        for draft in drafts
    )
    asked = tuple(about_questions(reading.orders, available))
    return tuple(
        _with_press(replace(filing, remarks=(*filing.remarks, *asked)), press, press.of(seat, seats))
        for seat, filing in zip(seats, filings, strict=True)
    )


def _with_press(filing: Filing, press: PressTaken, kept: tuple[str, ...] | None) -> Filing:
    """The answer to a text with what becomes of its press, which is filed even where there are no orders in it."""
    remarks = (*filing.remarks, *press.remarks)
    if kept is None:
        return replace(filing, remarks=remarks)
    verdict = filing.verdict
    if verdict == "NOT FILED":
        verdict = "FILED WITH PROBLEMS" if filing.problems else "FILED"
    return replace(filing, verdict=verdict, remarks=remarks, press=kept, press_round=press.number)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A text as it is one seat's, for the round that its orders count for, and what that seat has in force in it.

    `decided` are the decisions of `earlier`.
    """

    seat: e.Seat
    number: int
    orders: tree.Orders
    sections: tuple[tree.Section, ...]
    faults: tuple[Problem, ...]
    earlier: InForce
    decided: Earlier


def _draft(desk: Desk, seat: e.Seat, reading: Reading, vocabulary: Vocabulary, *, alone: bool) -> _Draft:
    if seat in desk.left and desk.ended is None:
        raise UserError(f"{seat} has left the game: no more orders are taken for that seat")
    orders = for_seat(reading, seat, vocabulary).orders
    number = desk.turn_round(seat, _round_meant(desk, orders.header.round))
    earlier = desk.in_force(seat, number)
    decided = Earlier(earlier.orders, vocabulary)
    sections, faults = with_earlier(orders.sections, decided, "" if alone else seat)
    return _Draft(seat, number, orders, sections, faults, earlier, decided)


def _untouched(
    draft: _Draft,
    problems: tuple[Problem, ...],
    unclear: int,
    vocabulary: Vocabulary,
    source: str,
    *,
    somewhere: bool,
) -> Filing:
    """There are no orders for the seat; with some for another seat of the same person it is not ready any more."""
    earlier = draft.earlier
    in_force = read(earlier.text(), vocabulary).orders
    if not somewhere:
        is_there = earlier.orders or earlier.standing or earlier.ready
        rest = "what was filed before stands" if is_there else "none were filed before"
        why = () if problems else (f"There are no orders in it; {rest}.",)
        return Filing("NOT FILED", draft.number, canonical(draft.orders), problems, why, in_force=in_force)
    cleared = (_not_ready(draft, unclear, source),) if earlier.ready else ()
    remarks = ("You are not ready any more: say so again.",) if earlier.ready else ()
    return Filing("NOT FILED", draft.number, "", problems, remarks, cleared, in_force)


def _not_ready(draft: _Draft, unclear: int, source: str) -> e.OrdersFiled:
    return e.OrdersFiled(
        draft.number, None, None, ready=False, problems=unclear, source=source, seat=draft.seat
    )


def _filed(
    desk: Desk,
    draft: _Draft,
    problems: tuple[Problem, ...],
    unclear: int,
    vocabulary: Vocabulary,
    source: str,
) -> Filing:
    orders, earlier, sections = draft.orders, draft.earlier, without_press(draft.sections)
    taken, remarks = what_is_taken(orders, sections, earlier, unclear=bool(unclear))
    in_force = _in_force_then(taken, sections, earlier, vocabulary)
    remarks[:0] = about_the_round(desk, draft.seat, draft.number, kept=taken.decides)
    remarks += about_what_was_replaced(taken, earlier, draft.decided, sections)
    remarks += about_leaving(desk, draft.seat, taken)
    events: tuple[e.Event, ...] = _events_of(taken, draft.number, draft.seat, unclear, source)
    nothing = not events
    if nothing and earlier.ready:
        if not said(orders, tree.Ready):
            remarks.append("You are not ready any more: say so again with the corrected orders.")
        events = (_not_ready(draft, unclear, source),)
    verdict: Verdict = "FILED WITH PROBLEMS" if problems else "FILED"
    understood = canonical(replace(orders, sections=draft.sections))
    verdict = "NOT FILED" if nothing else verdict
    return Filing(verdict, draft.number, understood, problems, tuple(remarks), events, in_force)


def _events_of(
    taken: Taken, number: int, seat: e.Seat, unclear: int, source: str
) -> tuple[e.OrdersWithdrawn | e.OrdersFiled, ...]:
    withdrawn = (e.OrdersWithdrawn(number, seat=seat),) if taken.withdrawn else ()
    if taken.decisions is None and taken.standing is None and not taken.ready and not taken.resigns:
        return withdrawn
    filed = e.OrdersFiled(
        number, taken.decisions, taken.standing, taken.ready, unclear, source, taken.resigns, seat=seat
    )
    return (*withdrawn, filed)


def _in_force_then(
    taken: Taken, sections: tuple[tree.Section, ...], earlier: InForce, vocabulary: Vocabulary
) -> tree.Orders:
    """What decides for the seat from then on, read from what is written down, as it will be when it is played.

    What is written down is what was understood: nobody's orders may change on the way into the log. Raises
    UserError where own and standing orders, written out, are too long to be read together.
    """
    own = "" if taken.withdrawn else earlier.orders
    own = own if taken.decisions is None else taken.decisions
    standing = earlier.standing if taken.standing is None else taken.standing
    reading = read(InForce(own, standing).text(), vocabulary)
    if reading.refused is not None:
        raise UserError(
            f"Written out in full, with the standing orders, these are too long. {reading.refused}"
        )
    if taken.decisions is not None and reading.orders.sections != sections:
        raise RuntimeError(f"these orders are read otherwise when they are written down:\n{own}")
    return reading.orders


def _round_meant(desk: Desk, said: int | None) -> int:
    if desk.round is None:
        raise UserError("the game is over: it takes no more orders")
    if said is not None and said < desk.round:
        raise UserError(
            f"too late: round {said} is closed; round {desk.round} is open: "
            f"write `round {desk.round}` or leave it out"
        )
    return desk.round if said is None else said
