"""From the events of a round to the facts that are told of each play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from referee.report import facts as f
from referee.rules import events as e
from referee.rules.apply import apply
from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.state import LOOSE, State


def tell(state: State, entries: Iterable[e.Entry]) -> tuple[f.Play, ...]:
    """The plays of a round; `state` is as it was before the first entry and is led to after the last."""
    plays: list[f.Play] = []
    for number, group in groupby(entries, key=lambda entry: entry.play):
        if number is None:
            for entry in group:
                apply(state, entry.event)
        else:
            plays.append(_play(state, number, [entry.event for entry in group]))
    return tuple(plays)


def _play(state: State, number: int, happened: Sequence[e.Event]) -> f.Play:
    told: list[f.Fact] = []
    for event in happened:
        make = _TELLING.get(type(event))
        if make is not None:
            told += make(state, event, happened)
        apply(state, event)
    return f.Play(number, state.plays[number - 1], _passages(told))


def _passages(told: Iterable[f.Fact]) -> tuple[f.Passage, ...]:
    passages: list[f.Passage] = []
    for fact in told:
        rows = fact.FORM == "row"
        if passages and passages[-1].rows == rows and fact.FORM != "new":
            passages[-1] = f.Passage(rows, (*passages[-1].facts, fact))
        else:
            passages.append(f.Passage(rows, (fact,)))
    return tuple(passages)


Happened = Sequence[e.Event]
Telling = Iterator[f.Fact]


def _missed(state: State, event: e.OrdersMissed, happened: Happened) -> Telling:
    del state, event, happened
    yield f.Missed()


def _tile_placed(state: State, event: e.TilePlaced, happened: Happened) -> Telling:
    del happened
    around = [tile for tile in state.edition.board.neighbours[event.tile] if tile in state.board]
    touched = {state.board[tile] for tile in around}
    chains = tuple(f.Size(chain, state.sizes[chain]) for chain in state.active() if chain in touched)
    beside = in_order(state, (tile for tile in around if state.board[tile] == LOOSE))
    before = state.sizes.get(event.chain or LOOSE, 0)
    yield f.Placed(
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


def _bonus_paid(state: State, event: e.BonusPaid, happened: Happened) -> Telling:
    others = [one for one in happened if isinstance(one, e.BonusPaid) and one.chain == event.chain]
    yield bonus(state, event, others)


def bonus(state: State, event: e.BonusPaid, of_the_chain: Sequence[e.BonusPaid]) -> f.Bonus:
    """A bonus as it is told; `of_the_chain` are all bonuses of its chain, the event itself among them."""
    holders = [seat for seat in state.seats if state.shares[seat][event.chain]]
    shared = sum(one.places == event.places for one in of_the_chain) > 1
    return f.Bonus(
        seat=event.seat or "",
        places=event.places,
        shares=event.shares,
        amount=event.amount,
        alone=len(holders) == 1,
        shared=shared,
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
    del happened
    merger = state.merger
    if merger is None:
        return
    if not _had_holders(state, event.chain):
        yield f.Unheld(event.chain)
    for chain in merger.defunct[len(merger.settled) + 1 :][:1]:
        yield _settling(chain, merger.sizes, merger.prices)


def _since_merger_begun(state: State) -> Iterator[e.Event]:
    """The events of the open round from the newest back to the beginning of the last merger."""
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


def _shares_bought(state: State, event: e.SharesBought, happened: Happened) -> Telling:
    del state
    lots = [one for one in happened if isinstance(one, e.SharesBought)]
    if event is lots[0]:
        yield f.Bought(
            tuple(f.Lot(one.chain, one.count, one.price) for one in lots),
            sum(one.count * one.price for one in lots),
        )


def _dead(state: State, event: e.DeadTileSetAside, happened: Happened) -> Telling:
    yield from _bought_nothing(state, event, happened)
    touched = {state.board.get(tile) for tile in state.edition.board.neighbours[event.tile]}
    yield f.Dead(event.tile, tuple(one for one in state.active() if one in touched and state.is_safe(one)))


def _bought_nothing(state: State, event: e.Event, happened: Happened) -> Telling:
    """Told at the first event that follows the time for buying; who missed could not buy."""
    after_buying = (one for one in happened if isinstance(one, e.DeadTileSetAside | e.PlayEnded))
    bought = any(isinstance(one, e.SharesBought) for one in happened)
    earlier = state.recent
    missed = any(isinstance(one, e.OrdersMissed) and one.seat == event.seat for one in earlier)
    if event is next(after_buying) and not bought and not missed:
        yield f.BoughtNothing()


def _announced(state: State, event: e.EndAnnounced, happened: Happened) -> Telling:
    del state, happened
    yield f.Announced(event.why)


def _play_ended(state: State, event: e.PlayEnded, happened: Happened) -> Telling:
    yield from _bought_nothing(state, event, happened)
    yield f.Drew(event.drawn, event.hand, event.tiles_left)


def in_order(state: State, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles sorted as the edition sorts them."""
    return tuple(sorted(tiles, key=state.edition.tile_rank.__getitem__))


_TELLING: Final[dict[type[e.Event], Callable[[State, Any, Happened], Telling]]] = {
    e.OrdersMissed: _missed,
    e.TilePlaced: _tile_placed,
    e.PlacementSkipped: _skipped,
    e.DieRolled: _die,
    e.ChainFounded: _founded,
    e.MergerBegun: _merger_begun,
    e.BonusPaid: _bonus_paid,
    e.StockSettled: _stock_settled,
    e.ChainTakenOver: _taken_over,
    e.MergerEnded: _merger_ended,
    e.SharesBought: _shares_bought,
    e.DeadTileSetAside: _dead,
    e.EndAnnounced: _announced,
    e.PlayEnded: _play_ended,
}
"""How each public event of a play is told, from the position before it."""
