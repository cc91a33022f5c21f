"""What comes of a text that somebody sent: which of it is filed, and what it replaces.

Decisions of a round, the standing block, and readiness are three things, each replaced only by a file that
contains some of its kind. Source: ORDERS.md, "What the referee answers".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from orders import tree
from orders.printer import canonical, line_text, print_sections, print_standing
from orders.reader import Problem, Reading, read
from orders.vocabulary import Vocabulary
from referee.errors import UserError
from referee.round.desk import Desk, InForce
from referee.round.sections import for_seat, with_earlier
from referee.round.unfit import not_available, strange_seats
from referee.rules import events as e

Verdict: TypeAlias = Literal["FILED", "FILED WITH PROBLEMS", "NOT FILED"]


@dataclass(frozen=True, slots=True)
class Filing:
    """The answer to a text: what was understood, what is wrong with it, and the events that file it.

    `remarks` are whole sentences about what the filing does to what was filed before. No events: nothing is
    filed. `understood` is the canonical form of everything that was read, filed or not. `in_force` is what then
    decides for the seat in that round.
    """

    verdict: Verdict
    round: int
    understood: str
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...] = ()
    events: tuple[e.Event, ...] = field(default=(), repr=False)
    in_force: tree.Orders = field(default_factory=tree.Orders, repr=False)


def judge(reading: Reading) -> Verdict:
    """The verdict on a text alone, where no game is known."""
    if reading.refused is not None:
        return "NOT FILED"
    if not _holds_orders(reading.orders):
        return "NOT FILED"
    return "FILED WITH PROBLEMS" if all_problems(reading) else "FILED"


def all_problems(reading: Reading, vocabulary: Vocabulary | None = None) -> tuple[Problem, ...]:
    """What was not understood, and what was understood but cannot be had, in the order of the text.

    `vocabulary` is that of the game, None where no game is known.
    """
    strange = () if vocabulary is None else strange_seats(reading.orders, vocabulary)
    found = [*reading.problems, *strange, *not_available(reading.orders)]
    return tuple(sorted(found, key=lambda problem: (problem.line, problem.column)))


def file_orders(desk: Desk, seat: e.Seat, reading: Reading, vocabulary: Vocabulary, source: str) -> Filing:
    """File a text for a seat. Raises UserError for a refused text, a closed round, or a finished game."""
    return file_for_seats(desk, (seat,), reading, vocabulary, source)[0]


def file_for_seats(
    desk: Desk, seats: Sequence[e.Seat], reading: Reading, vocabulary: Vocabulary, source: str
) -> tuple[Filing, ...]:
    """File one text for all seats that a person plays: what is wrong with it is wrong for each of them.

    Requests count for all of them. One Filing a seat, in that order, each with the problems of the whole text. Raises
    UserError as `file_orders` does.
    """
    if reading.refused is not None:
        raise UserError(reading.refused)
    drafts = [_draft(desk, seat, reading, vocabulary, alone=len(seats) == 1) for seat in seats]
    faults = tuple(dict.fromkeys(fault for draft in drafts for fault in draft.faults))
    problems = (*all_problems(reading, vocabulary), *faults)
    # what is not available yet was understood all the same
    unclear = len(reading.problems) + len(tuple(strange_seats(reading.orders, vocabulary))) + len(faults)
    somewhere = any(_holds_orders(draft.orders) for draft in drafts)
    return tuple(
        _filed(desk, draft, problems, unclear, vocabulary, source)
        if _holds_orders(draft.orders)
        else _untouched(draft, problems, vocabulary, source, somewhere=somewhere)
        for draft in drafts
    )


@dataclass(frozen=True, slots=True)
class _Draft:
    """A text as it is one seat's, for the round that its orders count for, and what that seat has in force in it."""

    seat: e.Seat
    number: int
    orders: tree.Orders
    sections: tuple[tree.Section, ...]
    faults: tuple[Problem, ...]
    earlier: InForce


def _draft(desk: Desk, seat: e.Seat, reading: Reading, vocabulary: Vocabulary, *, alone: bool) -> _Draft:
    if seat in desk.left and desk.ended is None:
        raise UserError(f"{seat} has left the game: no more orders are taken for that seat")
    orders = for_seat(reading, seat, vocabulary).orders
    number = desk.turn_round(seat, _round_meant(desk, orders.header.round))
    earlier = desk.in_force(seat, number)
    sections, faults = with_earlier(orders.sections, earlier.orders, vocabulary, "" if alone else seat)
    return _Draft(seat, number, orders, sections, faults, earlier)


def _untouched(
    draft: _Draft, problems: tuple[Problem, ...], vocabulary: Vocabulary, source: str, *, somewhere: bool
) -> Filing:
    """There are no orders for the seat; with some for another seat of the same person it is not ready any more."""
    if not somewhere:
        why = () if problems else ("There are no orders in it; what was filed before stands.",)
        return Filing("NOT FILED", draft.number, canonical(draft.orders), problems, why)
    earlier = draft.earlier
    cleared = (_not_ready(draft, len(problems), source),) if earlier.ready else ()
    remarks = ("You are not ready any more: say so again.",) if earlier.ready else ()
    in_force = read(earlier.text(), vocabulary).orders
    return Filing("NOT FILED", draft.number, "", problems, remarks, cleared, in_force)


def _not_ready(draft: _Draft, problems: int, source: str) -> e.OrdersFiled:
    return e.OrdersFiled(
        draft.number, None, None, ready=False, problems=problems, source=source, seat=draft.seat
    )


def _filed(
    desk: Desk,
    draft: _Draft,
    problems: tuple[Problem, ...],
    unclear: int,
    vocabulary: Vocabulary,
    source: str,
) -> Filing:
    orders, earlier, sections = draft.orders, draft.earlier, draft.sections
    taken, remarks = _what_is_taken(orders, sections, earlier, unclear=bool(unclear))
    in_force = _in_force_then(taken, sections, earlier, vocabulary)
    remarks[:0] = about_the_round(desk, draft.seat, draft.number, kept=taken.decides)
    remarks += _about_what_was_replaced(taken, earlier, sections, vocabulary)
    remarks += _about_leaving(desk, draft.seat, taken)
    events: tuple[e.Event, ...] = _events_of(taken, draft.number, draft.seat, unclear, source)
    nothing = not events
    if nothing and earlier.ready:
        if not _said(orders, tree.Ready):
            remarks.append("You are not ready any more: say so again with the corrected orders.")
        events = (_not_ready(draft, unclear, source),)
    verdict: Verdict = "FILED WITH PROBLEMS" if problems else "FILED"
    understood = canonical(replace(orders, sections=sections))
    verdict = "NOT FILED" if nothing else verdict
    return Filing(verdict, draft.number, understood, problems, tuple(remarks), events, in_force)


def about_the_round(desk: Desk, seat: e.Seat, number: int, *, kept: bool) -> list[str]:
    """What a player should know of the round that his orders count for, where it is not his to play now.

    `kept`: there are decisions in them.
    """
    if number == desk.round:
        return []
    if len(desk.plays) != 1:
        return [f"Round {number} is not open yet: these orders are kept until it is."]
    if number > desk.turn_round(seat, desk.round or 0):
        before = number - len(desk.order)
        when = f"their merger lines count when your play before it, in round {before}, is over"
        return [
            f"These orders are kept for your play in round {number}; {when}."
            if kept
            else f"Your play in round {number} is meant."
        ]
    next_play = f"Round {desk.round} is played by {desk.plays[0]}; your next play is in round {number}"
    return [
        f"{next_play}: these orders are kept for it, and your merger lines count from now on."
        if kept
        else f"{next_play}."
    ]


def _about_what_was_replaced(
    taken: _Taken, earlier: InForce, sections: tuple[tree.Section, ...], vocabulary: Vocabulary
) -> Iterator[str]:
    """What a player should know of the state that his text leaves behind."""
    if taken.withdrawn and taken.decisions is None:
        rest = "your standing orders count" if earlier.standing else "you have none now"
        yield f"Your orders for the round are taken back: {rest}."
    if taken.decisions is not None and earlier.orders and not taken.withdrawn:
        before = _kinds(read(earlier.orders, vocabulary).orders.sections)
        gone = [kind for kind in before if kind not in _kinds(sections)]
        yield "They replace what you had filed for the round."
        if gone:
            yield f"What they replace had orders for {', '.join(gone)}; these have none."
    decides = (
        taken.decisions or (earlier.orders and not taken.withdrawn) or taken.standing or earlier.standing
    )
    if taken.ready and not decides:
        yield "You are ready without a decision: the defaults decide for you."


def _about_leaving(desk: Desk, seat: e.Seat, taken: _Taken) -> Iterator[str]:
    """From when on a resignation counts, as long as there is one, and how it is taken back."""
    if taken.resigns or (seat in desk.resigned and not taken.withdrawn):
        leave = "You leave the game" if taken.resigns else "You have resigned: you leave the game"
        yield (
            f"{leave} when round {desk.round} has been resolved; its orders still count. Until then `withdraw` "
            "takes that back, and with `as before` in the same file the orders of the round stay."
        )
    elif seat in desk.resigned:
        yield "Your resignation is taken back too: you stay in the game."


def _kinds(sections: tuple[tree.Section, ...]) -> list[str]:
    """The kinds of decision that some sections have lines for, as a player writes them."""
    found = (
        line_text(line).split()[0]
        for section in sections
        for line in tree.walk(section.items)
        if isinstance(line, tree.Line)
    )
    return list(dict.fromkeys("end game" if word == "end" else word for word in found))


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a text changes: the canonical decisions and standing orders (None: not touched), and requests."""

    decisions: str | None
    standing: str | None
    withdrawn: bool
    ready: bool
    resigns: bool

    @property
    def decides(self) -> bool:
        """Whether there are decisions in it."""
        return bool(self.decisions or self.standing)


def _what_is_taken(
    orders: tree.Orders, sections: tuple[tree.Section, ...], earlier: InForce, *, unclear: bool
) -> tuple[_Taken, list[str]]:
    """What of a text is carried out, and what is not because of its problems."""
    remarks = []
    withdrawn = _said(orders, tree.Withdraw)
    if withdrawn and unclear:
        withdrawn = False
        remarks.append("Nothing is withdrawn by a text with problems.")
    decisions = print_sections(sections) if sections else None
    if decisions is not None and unclear and earlier.orders and not earlier.problems:
        decisions = None
        remarks.append("Your earlier decisions, filed without problems, stand; these do not replace them.")
    standing = orders.standing
    if standing is not None and unclear:
        standing = None
        remarks.append("A standing block is not taken from a text with problems.")
    text = None if standing is None else print_standing(standing) if standing else ""
    ready = _said(orders, tree.Ready)
    if ready and unclear:
        ready = False
        remarks.append("You are not ready: say so again with the corrected orders.")
    resigns = _said(orders, tree.Resign)
    if resigns and unclear:
        resigns = False
        remarks.append("Nobody resigns by a text with problems: say so again with the corrected orders.")
    return _Taken(decisions, text, withdrawn, ready, resigns), remarks


def _events_of(
    taken: _Taken, number: int, seat: e.Seat, problems: int, source: str
) -> tuple[e.OrdersWithdrawn | e.OrdersFiled, ...]:
    withdrawn = (e.OrdersWithdrawn(number, seat=seat),) if taken.withdrawn else ()
    if taken.decisions is None and taken.standing is None and not taken.ready and not taken.resigns:
        return withdrawn
    filed = e.OrdersFiled(
        number, taken.decisions, taken.standing, taken.ready, problems, source, taken.resigns, seat=seat
    )
    return (*withdrawn, filed)


def _in_force_then(
    taken: _Taken, sections: tuple[tree.Section, ...], earlier: InForce, vocabulary: Vocabulary
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
    if desk.ended is not None or desk.round is None:
        raise UserError("the game is over: it takes no more orders")
    if said is not None and said < desk.round:
        raise UserError(
            f"round {said} is closed; round {desk.round} is open: write `round {desk.round}` or leave it out"
        )
    return desk.round if said is None else said


def _holds_orders(orders: tree.Orders) -> bool:
    """Whether anything was understood that is carried out: press, notes and the like alone are not orders."""
    carried_out = any(
        isinstance(request, tree.Ready | tree.Withdraw | tree.Resign) for request in orders.requests
    )
    decisions = any(_decides(section.items) for section in orders.sections)
    return decisions or orders.standing is not None or carried_out


def _decides(items: Sequence[tree.Item]) -> bool:
    return any(isinstance(item, tree.Line | tree.AsBefore) for item in tree.walk(items))


def _said(orders: tree.Orders, kind: type[tree.Request]) -> bool:
    return any(isinstance(request, kind) for request in orders.requests)
