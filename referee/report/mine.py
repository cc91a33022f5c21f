"""What a private report tells its reader first: his orders, what came of them, his hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from referee.report.context import Decision, Mine, NextRound, OrderLine, OwnDie, PassedOver
from referee.report.position import prospects, worth
from referee.rules import events as e
from referee.rules.legality import end_reason
from referee.rules.state import State


def concerning(
    state: State,
    reader: e.Seat,
    played: Sequence[e.Entry],
    upcoming: NextRound | None,
    before: int | None,
    orders: str | None,
) -> Mine:
    """The reader's own part, at the position `state` with which the next round opens or the game ends.

    `played` are the entries of the round; `before` is the reader's value when the
    round opened, None in the opening report.
    """
    values = worth(state)
    decisions = tuple(_decisions(reader, played))
    hand = prospects(state, reader) if upcoming else ()
    rank = 1 + sum(values[other] > values[reader] for other in state.seats)
    public = state.switches.holdings == "public"
    equals = sum(values[other] == values[reader] for other in state.seats)
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
        rank=rank if (public and before is not None) or upcoming is None else None,
        rank_is_shared=equals > 1,
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


def _decisions(reader: e.Seat, played: Iterable[e.Entry]) -> Iterable[Decision]:
    for entry in played:
        event, number = entry.event, entry.play
        if number is None or event.seat != reader:
            continue
        if isinstance(event, e.OrderApplied):
            yield Decision(number, event, tuple(_passed(event)), None)
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
