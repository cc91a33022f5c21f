"""What a private report tells its reader first: his orders, what came of them, his hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from referee.report.context import (
    Decision,
    Ending,
    Mine,
    NextRound,
    OrderLine,
    OwnDie,
    PassedOver,
    Rank,
)
from referee.report.position import prospects, worth
from referee.rules import events as e
from referee.rules.legality import end_reason
from referee.rules.sides import sides
from referee.rules.state import State


def concerning(
    state: State,
    reader: e.Seat,
    played: Sequence[e.Entry],
    then: NextRound | Ending,
    before: int | None,
    orders: str | None,
) -> Mine:
    """The reader's own part, at the position `state` with which the next round opens or the game ends.

    `played` are the entries of the round, `then` is what followed it; `before` is the reader's value when the
    round opened, None in the opening report.
    """
    upcoming = then if isinstance(then, NextRound) else None
    values = worth(state)
    decisions = tuple(_decisions(reader, played))
    hand = prospects(state, reader) if upcoming else ()
    rank = _place(reader, then) if isinstance(then, Ending) else _rank(state, reader, values)
    is_known = upcoming is None or (state.switches.holdings == "public" and before is not None)
    side = next(side for side in sides(state) if reader in side)
    return Mine(
        seat=reader,
        missed=any(
            isinstance(entry.event, e.OrdersMissed) and entry.event.seat == reader for entry in played
        ),
        misses=state.misses[reader],
        orders=_lines(orders, decisions),
        decisions=decisions,
        cash=state.cash[reader],
        value=values[reader],
        since=None if before is None else values[reader] - before,
        rank=rank if is_known else None,
        has_left=reader in state.left,
        partners=tuple(seat for seat in side if seat != reader),
        is_in_team=state.switches.teams,
        powers=state.powers[reader],
        has_powers=state.switches.special_powers,
        next_turn=_next_turn(state, reader, upcoming),
        hand=hand,
        plays=tuple(
            number
            for number, seat in enumerate(upcoming.plays if upcoming else (), start=1)
            if seat == reader
        ),
        free_chains=tuple(chain for chain in state.edition.chains if chain not in state.sizes),
        may_choose=any(len(prospect.largest) > 1 for prospect in hand),
        affordable=tuple(
            chain
            for chain in state.active()
            if state.bank[chain] and state.price(chain) <= state.cash[reader]
        ),
        chains=state.edition.chains,
        end_reason=end_reason(state) if upcoming else None,
    )


def _rank(state: State, reader: e.Seat, values: Mapping[e.Seat, int]) -> Rank:
    """Where a seat stands by value; each seat for itself, like the `my rank` of the order language."""
    others = [values[seat] for seat in state.seats if seat != reader]
    mine = values[reader]
    return Rank(1 + sum(one > mine for one in others), mine in others, len(state.seats))


def _place(reader: e.Seat, ending: Ending) -> Rank:
    """The place of the seat's side at the end."""
    side = next(side for side in ending.sides if any(row.seat == reader for row in side.rows))
    return Rank(side.place, side.shared, len(ending.sides))


def _next_turn(state: State, reader: e.Seat, upcoming: NextRound | None) -> int | None:
    """The round of the seat's next play; None where it is the next round, or the game is over.

    Only with rounds of one play there are some without.
    """
    if upcoming is None or reader in upcoming.plays:
        return None
    turns = state.order.index(reader) - state.order.index(upcoming.plays[-1])
    return upcoming.number + turns % len(state.order)


def _decisions(reader: e.Seat, played: Sequence[e.Entry]) -> Iterable[Decision]:
    used = ((one.play, one.event) for one in played if one.event.seat == reader)
    spent = [(number, event.power) for number, event in used if isinstance(event, e.PowerUsed)]
    for entry in played:
        event, number = entry.event, entry.play
        if number is None or event.seat != reader:
            continue
        if isinstance(event, e.OrderApplied):
            power = event.answer.split(":", maxsplit=1)[0]
            unspent = event.question == "use" and (number, power) not in spent
            yield Decision(number, event, tuple(_passed(event)), None, unspent)
        elif isinstance(event, e.DieRolled) and e.is_for_seat_alone(event):
            yield Decision(number, None, (), OwnDie(event.sides, event.result))


def _passed(event: e.OrderApplied) -> Iterable[PassedOver]:
    for why, group in groupby(event.passed, key=lambda one: one["why"]):
        lines = list(group)
        text = "; ".join(line["text"] for line in lines)
        yield PassedOver(tuple(line["line"] for line in lines), text, why)


def _lines(orders: str | None, decisions: Iterable[Decision]) -> tuple[OrderLine, ...]:
    if orders is None:
        return ()
    used: set[int | None] = set()
    for decision in decisions:
        if decision.applied is not None:
            used.add(decision.applied.line)
            used.update(more.get("line") for more in decision.applied.more)
    return tuple(
        OrderLine(number, text.rstrip(), number in used)
        for number, text in enumerate(orders.splitlines(), start=1)
    )
