"""What a private report tells its reader first: his orders, what came of them, his hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, takewhile

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
from referee.rules.editions import Chain
from referee.rules.legality import end_reason
from referee.rules.rotation import rounds_until
from referee.rules.sides import sides
from referee.rules.state import State


def concerning(
    state: State,
    reader: e.Seat,
    played: Sequence[e.Entry],
    since: Sequence[e.Entry],
    then: NextRound | Ending,
    before: int | None,
    orders: str | None,
) -> Mine:
    """The reader's own part, at the position `state` with which the next round opens or the game ends.

    `played` are the entries of the round, `then` is what followed it, `since` are who left or came in since the next
    round opened; `before` is the reader's value when the round opened, None in the opening report.
    """
    upcoming = then if isinstance(then, NextRound) else None
    values = worth(state)
    decisions = tuple(_decisions(reader, played))
    hand = prospects(state, reader) if upcoming else ()
    return Mine(
        seat=reader,
        missed=_is_told(e.OrdersMissed, reader, played),
        misses=state.misses[reader],
        orders=_lines(orders, decisions),
        decisions=decisions,
        cash=state.cash[reader],
        value=values[reader],
        since=None if before is None else values[reader] - before,
        rank=_place(reader, then) if isinstance(then, Ending) else _rank(state, reader, values, before),
        has_left=reader in state.left,
        came=_is_told(e.SeatFilled, reader, since),
        partners=_partners(state, reader),
        is_in_team=state.switches.teams,
        powers=state.powers[reader],
        has_powers=state.switches.special_powers,
        next_turn=_next_turn(state, reader, upcoming),
        hand=hand,
        plays=_plays(reader, upcoming),
        free_chains=tuple(chain for chain in state.edition.chains if chain not in state.sizes),
        may_choose=any(len(prospect.largest) > 1 for prospect in hand),
        affordable=_affordable(state, reader),
        chains=state.edition.chains,
        end_reason=end_reason(state) if upcoming else None,
    )


def _is_told(kind: type[e.Event], reader: e.Seat, entries: Sequence[e.Entry]) -> bool:
    """Whether there is an event of that kind about the reader's seat."""
    return any(isinstance(entry.event, kind) and entry.event.seat == reader for entry in entries)


def _partners(state: State, reader: e.Seat) -> tuple[e.Seat, ...]:
    side = next(side for side in sides(state) if reader in side)
    return tuple(seat for seat in side if seat != reader)


def _plays(reader: e.Seat, upcoming: NextRound | None) -> tuple[int, ...]:
    plays = upcoming.plays if upcoming else ()
    return tuple(number for number, seat in enumerate(plays, start=1) if seat == reader)


def _affordable(state: State, reader: e.Seat) -> tuple[Chain, ...]:
    cash = state.cash[reader]
    return tuple(chain for chain in state.active() if state.bank[chain] and state.price(chain) <= cash)


def _rank(state: State, reader: e.Seat, values: Mapping[e.Seat, int], before: int | None) -> Rank | None:
    """Where a seat stands by value; each seat for itself, like the `my rank` of the order language.

    None where that is not known, and in the opening report, in which all are alike.
    """
    if state.switches.holdings != "public" or before is None:
        return None
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
    return upcoming.number + rounds_until(state.order, upcoming.plays[-1], reader)


def _decisions(reader: e.Seat, played: Sequence[e.Entry]) -> Iterable[Decision]:
    own = [(one.play, one.event) for one in played if one.play is not None and one.event.seat == reader]
    for place, (number, event) in enumerate(own):
        if isinstance(event, e.OrderApplied):
            unspent = event.question == "use" and _is_unspent(number, own[place + 1 :])
            yield Decision(number, event, tuple(_passed(event)), None, unspent)
        elif isinstance(event, e.DieRolled) and e.is_for_seat_alone(event):
            yield Decision(number, None, (), OwnDie(event.sides, event.result))


def _is_unspent(play: int, later: Iterable[tuple[int, e.Event]]) -> bool:
    """Whether a special power that was chosen did nothing in the rest of its play, or until another was chosen."""
    for _, event in takewhile(lambda one: one[0] == play, later):
        if isinstance(event, e.PowerUsed):
            return False
        if isinstance(event, e.OrderApplied) and event.question == "use":
            return True
    return True


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
