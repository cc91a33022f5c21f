"""Opening a round again that was resolved: first what it would change. Source: DESIGN.md, "Corrections"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.errors import UserError, unchanged
from referee.report.reopening import Foreseen, Leaver, compare
from referee.round.adjudicate import resolve
from referee.round.corrections import BY_REFEREE
from referee.round.reopening import Stretch, departures, reopened, stretch_of
from referee.round.ruling import words_faults
from referee.rules import events as e
from referee.service.file_orders import header_of, orders_as_filed
from referee.service.game_log import GameLog, Work
from referee.service.hold_round import Held, held_number, hold_round
from referee.service.post_reports import opening_report
from referee.service.publish import publish_round
from referee.service.resolve_round import Resolved, resolve_round


@dataclass(frozen=True, slots=True)
class Asked:
    """Which round of which game, `why` (the referee's words, for all to read), and other orders by handle."""

    game: str
    round: int
    why: str
    orders: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reopened:
    """What was done: `missing` are whose orders are not in, `resolved` what came of the round if it was played.

    `held` tells that it is held in place of that.
    """

    game: str
    round: int
    missing: tuple[e.Seat, ...]
    resolved: Resolved | None = None
    held: Held | None = None


def foresee_reopening(work: Work, asked: Asked) -> tuple[Foreseen, int]:
    """What opening the round again would change if it were played now, and at which record the log stands.

    Raises UserError for a round that cannot be opened again, for words that cannot be published, and for orders with
    problems.
    """
    log = work.log(asked.game)
    plan = _plan(log, asked)
    was, again = _until_next_round(plan.stretch.cancelled), resolve(plan.then.entries)
    foreseen = Foreseen(
        game=log.name,
        round=asked.round,
        why=asked.why,
        void=plan.stretch.void,
        again=tuple(range(asked.round, plan.then.desk.comes_again_to + 1)),
        open_round=log.desk.round,
        changed=tuple(seat for seat in log.seats if seat in {one.event.seat for one in plan.filed}),
        missing=plan.then.desk.missing(),
        newcomers=plan.stretch.newcomers,
        rulings=plan.stretch.rulings,
        bag_is_open=plan.stretch.bag_is_open,
        leavers_stay=plan.stretch.ended_by_leaving,
        leavers=_leavers(log, [*plan.then.entries, *again], asked.round),
        draft=held_number(work, log),
        compared=compare((plan.stretch.kept, plan.then.entries), was, again, log.entries),
    )
    return foreseen, log.head.seq


def bag_refusal(game: str, *, is_over: bool) -> UserError:
    """Why a round is not opened again of a game that is over, or was, unless that is meant."""
    over = "is over" if is_over else "was over once"
    return UserError(
        f"{game} {over}, and its bag was opened: everybody knows all tiles and dice to come. Nothing was changed. "
        "If the round is to be opened again all the same, say --even-though-the-bag-is-open."
    )


def reopen_round(
    work: Work,
    asked: Asked,
    *,
    bag_meant: bool,
    misses_meant: bool = False,
    at_once: bool = False,
    hold: int | None = None,
    seen: int | None = None,
) -> Reopened:
    """Open the round again, keep what is about persons, file the other orders, and tell everybody; one transaction.

    `bag_meant`: also if everybody knows the tiles to come. `at_once`: play it again too, where no orders are missing
    but of who missed it before (all may, with `misses_meant`); or, with `hold`, hold it for so many seconds: all are
    told nevertheless that it is open again. `seen` is the record at which the log stood when the referee read what it
    would change.

    Raises UserError as `foresee_reopening` does, and where the log has gone on since.
    """
    # gather
    log = work.log(asked.game)
    log.refuse_if_longer(seen)
    # decide
    plan = _plan(log, asked)
    if plan.stretch.bag_is_open and not bag_meant:
        raise bag_refusal(log.name, is_over=log.desk.ended is not None)
    missed = {one.event.seat for one in _until_next_round(plan.stretch.cancelled) if _is_miss(one)}
    # apply
    longer = work.append(log, plan.events)
    if plan.filed:
        longer = work.append(longer, plan.filed)
    missing = longer.desk.missing()
    done = Reopened(log.name, asked.round, missing)
    misses_meant = misses_meant or set(missing) <= missed
    if at_once and hold is None:
        resolved = resolve_round(work, log.name, misses_meant=misses_meant, number=asked.round)
        return replace(done, resolved=resolved)
    publish_round(work, longer, opening_report(longer, asked.round))
    if not at_once:
        return done
    held = hold_round(work, log.name, misses_meant=misses_meant, seconds=hold, number=asked.round)
    return replace(done, held=held)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is cancelled, the events that open the round again, those that file other orders, the log with both."""

    stretch: Stretch
    events: Sequence[e.Entry]
    filed: Sequence[e.Entry]
    then: GameLog


def _plan(log: GameLog, asked: Asked) -> _Plan:
    wrong = list(words_faults(asked.why))
    if wrong:
        raise UserError(f"The words of --why {' and '.join(wrong)}. Nothing was changed.")
    try:
        stretch = stretch_of(log.written, asked.round)
        events = reopened(log.written, asked.round, asked.why)
    except UserError as problem:
        raise UserError(f"{log.name}: {problem}. Nothing was changed.") from problem
    then = log.with_more(events, log.times[-1])
    filed: list[e.Entry] = []
    for handle, text in asked.orders.items():
        more = _filed(then, handle, text, f"{BY_REFEREE} of round {asked.round}")
        then = then.with_more(more, log.times[-1])
        filed += more
    return _Plan(stretch, events, filed, then)


def _leavers(log: GameLog, again: Sequence[e.Entry], number: int) -> tuple[Leaver, ...]:
    """Who leaves, has left or would, in round `number` or later; `again` is the game with that played again."""
    was, then = departures(log.entries), departures(again)
    told = (Leaver(seat, was.get(seat), then.get(seat)) for seat in log.seats)
    return tuple(one for one in told if one.is_told(number))


def _filed(log: GameLog, handle: str, text: str, source: str) -> list[e.Entry]:
    """The events that file other orders for a player. Raises UserError where anything is wrong with them."""
    number, said = log.desk.round or 0, header_of(log, text).round
    if said is not None and said < number:  # it is closed in this log alone: what is open may be a later one
        raise _not_taken(handle, _for_another(said, number))
    try:
        answer, events = orders_as_filed(log, handle, text, source)
    except UserError as refusal:
        raise _not_taken(handle, str(refusal).removesuffix("; nothing was filed.")) from refusal
    faults = [f"line {one.line}: {one.message}" for one in answer.problems]
    if not events and not faults:
        faults = ["there are no orders in it"]
    if answer.round not in {log.desk.turn_round(seat, number) for seat in log.seats_of(handle)}:
        faults = [*faults, _for_another(answer.round, number)]
    if faults:
        raise _not_taken(handle, "; ".join(faults))
    return events


def _for_another(said: int | None, number: int) -> str:
    return f"they are for round {said}, and it is round {number} that is opened again"


def _not_taken(handle: str, why: str) -> UserError:
    return UserError(unchanged(f"The orders for {handle} cannot be taken: {why}"))


def _until_next_round(entries: Sequence[e.Entry]) -> list[e.Entry]:
    """All of a round from its first play on, the opening of the next one included."""
    end = next((place for place, one in enumerate(entries, 1) if isinstance(one.event, e.RoundOpened)), None)
    return list(entries[:end])


def _is_miss(entry: e.Entry) -> bool:
    return isinstance(entry.event, e.OrdersMissed)
