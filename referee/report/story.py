"""From the events of a round to the facts that are told of each play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, TypeVar

from referee.report import facts as f
from referee.rules import events as e
from referee.rules.apply import apply
from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.legality import in_tile_order
from referee.rules.state import LOOSE, State

AnEvent = TypeVar("AnEvent", bound=e.Event)


def tell(state: State, entries: Iterable[e.Entry]) -> f.Story:
    """The plays of a round, and who left or came in before and after them.

    `state` is as it was before the first entry and is led to after the last.
    """
    plays: list[f.Play] = []
    around: tuple[list[f.Fact], list[f.Fact]] = ([], [])
    for number, group in groupby(entries, key=lambda entry: entry.play):
        happened = [entry.event for entry in group]
        if number is None:
            around[bool(plays)].extend(_told(state, happened))
        else:
            plays.append(_play(state, number, happened))
    return f.Story(tuple(around[0]), tuple(plays), tuple(around[1]))


def _play(state: State, number: int, happened: Sequence[e.Event]) -> f.Play:
    seat = state.plays[number - 1]
    left = [f.Absent()] if seat in state.left and state.switches.plays_for_leavers else []
    return f.Play(number, seat, _passages([*left, *_told(state, happened)]))


def _told(state: State, happened: Sequence[e.Event]) -> list[f.Fact]:
    """The facts of some events; `state` is led from before the first to after the last."""
    told: list[f.Fact] = []
    for place, event in enumerate(happened):
        make = _TELLING.get(type(event))
        if make is not None:
            told += make(state, event, Happened(happened, place))
        apply(state, event)
    return told


def _passages(told: Iterable[f.Fact]) -> tuple[f.Passage, ...]:
    passages: list[f.Passage] = []
    for fact in told:
        rows = fact.FORM == "row"
        if passages and passages[-1].rows == rows and fact.FORM != "new":
            passages[-1] = f.Passage(rows, (*passages[-1].facts, fact))
        else:
            passages.append(f.Passage(rows, (fact,)))
    return tuple(passages)


@dataclass(frozen=True, slots=True)
class Happened:
    """All that happened in a play, and how far it has been told: `place` is that of the event in hand."""

    events: Sequence[e.Event]
    place: int

    @property
    def before(self) -> Sequence[e.Event]:
        """What came before the event in hand."""
        return self.events[: self.place]

    @property
    def settlement(self) -> list[e.Event]:
        """The events about the chain that is being settled, the one that ends it left out.

        In one play the same chain can be settled more than once.
        """
        start = _after_last(self.before, e.MergerBegun, e.ChainTakenOver)
        rest = self.events[start:]
        end = next((n for n, event in enumerate(rest) if isinstance(event, e.ChainTakenOver)), len(rest))
        return list(rest[:end])

    def all(self, kind: type[AnEvent]) -> list[AnEvent]:
        """All events of a kind in the play."""
        return [event for event in self.events if isinstance(event, kind)]


def _after_last(events: Sequence[e.Event], *kinds: type[e.Event]) -> int:
    return max((n for n, event in enumerate(events, start=1) if isinstance(event, kinds)), default=0)


Telling = Iterator[f.Fact]


def _missed(state: State, event: e.OrdersMissed, happened: Happened) -> Telling:
    del happened
    yield f.Missed(vacant=event.seat in state.left)


def _tile_placed(state: State, event: e.TilePlaced, happened: Happened) -> Telling:
    around = [tile for tile in state.edition.board.neighbours[event.tile] if tile in state.board]
    touched = {state.board[tile] for tile in around}
    chains = tuple(f.Size(chain, state.sizes[chain]) for chain in state.active() if chain in touched)
    beside = in_tile_order(state, (tile for tile in around if state.board[tile] == LOOSE))
    before = state.sizes.get(event.chain or LOOSE, 0)
    own = [one for one in happened.before if isinstance(one, e.TilePlaced) and one.by != "bank"]
    after_a_step = not own and any(isinstance(one, e.EndAnnounced | e.PowerUsed) for one in happened.before)
    # the second stands behind its power
    begins_line = event.by == "bank" or after_a_step or len(own) > 1
    make = f.PlacedAfter if begins_line else f.Placed
    yield make(
        tile=event.tile,
        effect=event.effect,
        by=event.by,
        joined=event.joined,
        beside=beside if event.effect == "loose" else (),
        chain=event.chain,
        before=before,
        after=before + 1 + len(event.joined),
        chains=chains,
    )


def _skipped(state: State, event: e.PlacementSkipped, happened: Happened) -> Telling:
    del state, event, happened
    yield f.Skipped()


def _die(state: State, event: e.DieRolled, happened: Happened) -> Telling:
    del state, happened
    if not e.is_for_seat_alone(event):
        yield f.Die(what_it_decided(event.label), event.sides, event.result)


def what_it_decided(label: str) -> str:
    """The last word of a die's label; a number may stand before it (`round 5, play 2, second settle`)."""
    return label.rsplit(maxsplit=1)[-1]


def _founded(state: State, event: e.ChainFounded, happened: Happened) -> Telling:
    del state, happened
    yield f.Founded(event.chain, event.size, event.founder_share)


def _merger_begun(state: State, event: e.MergerBegun, happened: Happened) -> Telling:
    del state, happened
    yield f.Merging(event.survivor, event.defunct)
    if len(event.defunct) > 1:
        yield _settling(event.defunct[0], event.sizes, event.prices)


def _settling(chain: Chain, sizes: dict[Chain, int], prices: dict[Chain, int]) -> f.Settling:
    return f.Settling(chain, sizes[chain], prices[chain])


def _bank_drew(state: State, event: e.BankTileDrawn, happened: Happened) -> Telling:
    del happened
    yield bank_drew(state, event)


def bank_drew(state: State, event: e.BankTileDrawn) -> f.BankDrew:
    """A tile drawn for the bank as it is told; none of the final reckoning's is laid."""
    waits = state.merger is not None and state.edition.bank_tile == "laid"
    return f.BankDrew(event.chain, event.tile, event.shares, waits)


def _bank_returned(state: State, event: e.BankTileReturned, happened: Happened) -> Telling:
    del state, happened
    yield f.BankReturned(event.tile)


def _remixed(state: State, event: e.PoolRemixed, happened: Happened) -> Telling:
    del state, happened
    yield f.Remixed(event.tiles)


def _bank_removed(state: State, event: e.BankTileRemoved, happened: Happened) -> Telling:
    del happened
    yield f.BankRemoved(event.tile, _safe_around(state, event.tile))


def bank_empty(state: State, chain: Chain, settlement: Sequence[e.Event]) -> Telling:
    """Told where the bank takes part and no tile was drawn for it, since the pool had none."""
    drawn = any(isinstance(one, e.BankTileDrawn) for one in settlement)
    if state.switches.two_players == "bank" and not drawn:
        yield f.BankEmpty(chain)


def _bonus_paid(state: State, event: e.BonusPaid, happened: Happened) -> Telling:
    settlement = happened.settlement
    if event is next(one for one in settlement if isinstance(one, e.BonusPaid)):
        yield from bank_empty(state, event.chain, settlement)
    yield bonus(state, event, settlement)


def bonus(state: State, event: e.BonusPaid, settlement: Sequence[e.Event]) -> f.Bonus:
    """A bonus as it is told; `settlement` are all events about its chain, the event itself among them."""
    holders = sum(1 for seat in state.seats if state.shares[seat][event.chain])
    holders += sum(isinstance(one, e.BankTileDrawn) for one in settlement)
    same = [one for one in settlement if isinstance(one, e.BonusPaid) and one.places == event.places]
    return f.Bonus(
        seat=event.seat or "",
        places=event.places,
        shares=event.shares,
        amount=event.amount,
        alone=holders == 1,
        shared=len(same) > 1,
        paid=event.paid,
    )


def _stock_settled(state: State, event: e.StockSettled, happened: Happened) -> Telling:
    del happened
    merger = state.merger
    yield f.Settled(
        seat=event.seat or "",
        survivor=merger.survivor if merger else "",
        sold=event.sold,
        price=event.price,
        traded=event.traded,
        received=event.received,
        kept=event.kept,
    )


def _taken_over(state: State, event: e.ChainTakenOver, happened: Happened) -> Telling:
    settlement = happened.settlement
    merger = state.merger
    if merger is None:
        return
    if not any(isinstance(one, e.BonusPaid) for one in settlement):
        yield from bank_empty(state, event.chain, settlement)
    if not _had_holders(state, event.chain):
        yield f.Unheld(event.chain, any(isinstance(one, e.BankTileDrawn) for one in settlement))
    for chain in merger.defunct[len(merger.settled) + 1 :][:1]:
        yield _settling(chain, merger.sizes, merger.prices)


def _since_merger_begun(state: State) -> Iterator[e.Event]:
    """The events that the state remembers, from the newest back to the beginning of the last merger."""
    for event in reversed(state.recent):
        if isinstance(event, e.MergerBegun):
            return
        yield event


def _had_holders(state: State, chain: Chain) -> bool:
    """Whether anybody had shares of a chain that is being taken over, before or after settling."""
    return any(state.shares[seat][chain] for seat in state.seats) or any(
        isinstance(event, e.StockSettled) and event.chain == chain for event in _since_merger_begun(state)
    )


def _merger_ended(state: State, event: e.MergerEnded, happened: Happened) -> Telling:
    del happened
    taken = [
        f.Taken(one.chain, one.tiles)
        for one in _since_merger_begun(state)
        if isinstance(one, e.ChainTakenOver)
    ]
    before = state.sizes.get(event.survivor, 0)
    yield f.Merged(event.survivor, before, event.size, tuple(reversed(taken)), event.joined)


def _power_used(state: State, event: e.PowerUsed, happened: Happened) -> Telling:
    del state, happened
    yield f.PowerUsed(event.power, event.tiles)


def _shares_traded(state: State, event: e.SharesTraded, happened: Happened) -> Telling:
    del state
    made = happened.all(e.SharesTraded)
    if event is made[0]:
        pairs = dict.fromkeys((one.gave, one.got) for one in made)
        yield f.Traded(
            tuple(
                f.Swap(
                    gave,
                    sum(one.given for one in made if (one.gave, one.got) == (gave, got)),
                    got,
                    sum(one.received for one in made if (one.gave, one.got) == (gave, got)),
                )
                for gave, got in pairs
            )
        )


def _shares_bought(state: State, event: e.SharesBought, happened: Happened) -> Telling:
    bought = happened.all(e.SharesBought)
    if event is bought[0]:
        lots = tuple(f.Lot(one.chain, one.count, one.price) for one in bought)
        if state.power_in_play == "3 free":
            yield f.TookFree(lots)
        else:
            make = f.BoughtByPower if state.power_in_play == "buy 5" else f.Bought
            yield make(lots, sum(lot.count * lot.price for lot in lots))


def _dead(state: State, event: e.DeadTileSetAside, happened: Happened) -> Telling:
    yield from _bought_nothing(state, event, happened)
    yield f.Dead(event.tile, _safe_around(state, event.tile))


def _safe_around(state: State, tile: Tile) -> tuple[Chain, ...]:
    touched = {state.board.get(one) for one in state.edition.board.neighbours[tile]}
    return tuple(one for one in state.active() if one in touched and state.is_safe(one))


def _bought_nothing(state: State, event: e.Event, happened: Happened) -> Telling:
    """Told at the first event that follows the time for buying; who missed or left could not buy."""
    after_buying = (one for one in happened.events if isinstance(one, e.DeadTileSetAside | e.PlayEnded))
    missed = any(isinstance(one, e.OrdersMissed) and one.seat == event.seat for one in state.of_the_round())
    could_buy = not missed and event.seat not in state.left
    if event is next(after_buying) and could_buy and not happened.all(e.SharesBought):
        yield f.BoughtNothing()


def _announced(state: State, event: e.EndAnnounced, happened: Happened) -> Telling:
    del state, happened
    yield f.Announced(event.why)


def _play_ended(state: State, event: e.PlayEnded, happened: Happened) -> Telling:
    yield from _bought_nothing(state, event, happened)
    taken = sum(one.tiles or 0 for one in happened.all(e.PowerUsed))
    yield f.Drew(event.drawn - taken, event.hand, event.tiles_left)


def _seat_left(state: State, event: e.SeatLeft, happened: Happened) -> Telling:
    del happened
    yield f.LeftGame(event.seat or "", event.how, goes_on=state.switches.plays_for_leavers)


def _seat_filled(state: State, event: e.SeatFilled, happened: Happened) -> Telling:
    del state, happened
    yield f.SeatFilled(event.seat or "", event.tenure)


_TELLING: Final[dict[type[e.Event], Callable[[State, Any, Happened], Telling]]] = {
    e.OrdersMissed: _missed,
    e.TilePlaced: _tile_placed,
    e.PlacementSkipped: _skipped,
    e.DieRolled: _die,
    e.ChainFounded: _founded,
    e.MergerBegun: _merger_begun,
    e.BankTileDrawn: _bank_drew,
    e.BankTileReturned: _bank_returned,
    e.PoolRemixed: _remixed,
    e.BankTileRemoved: _bank_removed,
    e.BonusPaid: _bonus_paid,
    e.StockSettled: _stock_settled,
    e.ChainTakenOver: _taken_over,
    e.MergerEnded: _merger_ended,
    e.PowerUsed: _power_used,
    e.SharesTraded: _shares_traded,
    e.SharesBought: _shares_bought,
    e.DeadTileSetAside: _dead,
    e.EndAnnounced: _announced,
    e.PlayEnded: _play_ended,
    e.SeatLeft: _seat_left,
    e.SeatFilled: _seat_filled,
}
"""How each public event of a round is told, from the position before it."""
