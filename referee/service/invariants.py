"""What must hold in every game at every moment, whatever was decided: nothing appears, nothing is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from referee.round.effective import effective
from referee.round.views import view_of
from referee.rules import events as e
from referee.rules.apply import apply, opened
from referee.rules.state import State
from referee.service.chance_faults import chance_faults
from referee.service.impossible import impossible
from referee.service.opening_audit import switch_faults
from referee.service.places import out_of_place
from referee.service.reopening_faults import lost_holders, lost_reopenings
from referee.service.seat_faults import SeatFaults
from referee.service.strangers import strangers


def broken(written: Sequence[e.Entry]) -> list[str]:
    """Everything that does not hold, as clauses that name the record; `written` is a whole log from record 1.

    Replay stops at the first record that cannot be folded; views are compared where nothing else is wrong.
    """
    first = written[0].event
    if not isinstance(first, e.GameOpened):
        return ["record 1 is not the opening of a game"]
    if not _is_board(first.edition.get("columns"), first.edition.get("rows")):
        return ["record 1: there is no board of that size"]
    unfit = [f"record 1: {what}" for what in switch_faults(first)]
    unfit = unfit or [*strangers(written, first.seats), *lost_reopenings(written)]
    unfit = unfit or list(lost_holders(written))
    if unfit:
        return unfit[:MANY]
    numbers = {id(entry): seq for seq, entry in enumerate(written, 1)}
    entries = effective(written)
    misplaced, missing = out_of_place(entries, numbers)
    if misplaced:
        return [*misplaced, *missing][:MANY]
    state = opened(first)
    faults: list[str] = []
    dollars = sum(state.cash.values())
    holders = SeatFaults()
    for entry in entries[1:]:
        seq = numbers[id(entry)]
        try:
            wrong = (*holders.before(state, entry.event), *impossible(state, entry.event))
            faults += (f"record {seq} ({entry.event.KIND}): {what}" for what in wrong)
            apply(state, entry.event)
        except (e.UnreadableEvent, LookupError, TypeError, ValueError, StopIteration) as problem:
            return [*faults, f"record {seq} ({entry.event.KIND}) cannot be replayed: {problem}"]
        if isinstance(entry.event, e.PositionAdopted):
            dollars = sum(entry.event.cash.values())
        dollars += _money_from_bank(entry.event)
        faults += (
            f"after record {seq} ({entry.event.KIND}): {what}" for what in _wrong(state, entry.event, dollars)
        )
        if len(faults) >= MANY:
            break
    faults += (*chance_faults(entries, numbers, state), *missing)
    return faults or list(_view_faults(entries, state))


def _is_board(columns: object, rows: object) -> bool:
    return type(columns) is int and type(rows) is int and 0 < columns <= LONGEST and 0 < rows <= LONGEST


LONGEST: Final = 50
"""Columns or rows of the largest board that anybody may want."""

MANY: Final = 20
"""Faults after which more would help nobody."""


def _money_from_bank(event: e.Event) -> int:
    """Dollars that the players together get by an event."""
    match event:
        case e.BonusPaid(amount=amount, paid=paid):
            return amount if paid else 0
        case e.StockSettled(sold=sold, price=price):
            return sold * price
        case e.StockSoldAtEnd(count=count, price=price):
            return count * price
        case e.SharesBought(count=count, price=price):
            return -count * price
        case e.RulingMade(payments=payments):
            return sum(one["amount"] for one in payments)
        case _:
            return 0


def _wrong(state: State, event: e.Event, dollars: int) -> Iterator[str]:
    if sum(state.cash.values()) != dollars:
        yield f"the players have ${sum(state.cash.values()):,} where ${dollars:,} were paid"
    if min(state.cash.values()) < 0:
        yield "somebody has less than no money"
    for name, left in state.bank.items():
        held = [shares[name] for shares in state.shares.values()]
        if left + sum(held) != state.edition.shares or min(left, *held) < 0:
            yield f"the shares of {name} do not add up ({left} in the bank, {sum(held)} with the players)"
    lying = dict(Counter(owner for owner in state.board.values() if owner))
    if lying != state.sizes:
        yield f"the chains are not as large as the board says ({lying}, not {state.sizes})"
    if isinstance(event, e.PlayEnded | e.RoundOpened):
        yield from _tiles_wrong(state)


def _tiles_wrong(state: State) -> Iterator[str]:
    hands = {seat: state.hand(seat) for seat in state.seats}
    seen = [*state.board, *state.out_of_play, *state.bank_tiles, *chain.from_iterable(hands.values())]
    twice = [tile for tile, count in Counter(seen).items() if count > 1]
    if twice:
        yield f"{', '.join(twice)} is in two places"
    if len(seen) + state.tiles_left != len(state.edition.board.tiles):
        yield f"{len(seen)} tiles seen and {state.tiles_left} to draw are not all the tiles of the board"
    for seat, hand in hands.items():
        if len(hand) != state.hand_counts[seat]:
            yield f"{seat} has {len(hand)} tiles, not {state.hand_counts[seat]}"


PUBLIC: Final = (
    "board",
    "sizes",
    "cash",
    "shares",
    "bank",
    "out_of_play",
    "hand_counts",
    "tiles_left",
    "powers",
    "left",
)
"""What everybody can work out of a game; hands are not among it."""


def _view_faults(entries: Sequence[e.Entry], truth: State) -> Iterator[str]:
    """What a reader sees, folded from his part of the log, must agree with the truth."""
    for reader in (None, *truth.seats):
        view = view_of(entries, reader)
        for what in PUBLIC:
            if getattr(view, what) != getattr(truth, what):
                yield f"the {what} that {reader or 'the public'} can work out differs from the truth"
        if reader is not None and view.hand(reader) != truth.hand(reader):
            yield f"the hand that {reader} can work out differs from the truth"
