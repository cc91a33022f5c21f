"""Folding events into a state. It holds no rule and looks up no table: replay never changes with a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from referee.rules import events as e
from referee.rules.editions import Edition
from referee.rules.state import LOOSE, Merger, State
from referee.rules.switches import Switches


def fold(events: Iterable[e.Event]) -> State:
    """The state after some events, of which the first is a `game_opened`."""
    rest = iter(events)
    first = next(rest, None)
    if not isinstance(first, e.GameOpened):
        raise e.UnreadableEvent("a game's first event is its opening")
    state = opened(first)
    for event in rest:
        apply(state, event)
    return state


def opened(event: e.GameOpened) -> State:
    """The state with which every game begins."""
    edition = Edition.from_data(event.edition)
    switches = Switches.from_data(event.switches)
    seats = event.seats
    return State(
        edition=edition,
        switches=switches,
        seats=seats,
        ignored=event.ignored,
        bag_given=event.bag_given,
        seed_given=event.seed_given,
        cash=dict.fromkeys(seats, edition.cash),
        shares={seat: dict.fromkeys(edition.chains, 0) for seat in seats},
        bank=dict.fromkeys(edition.chains, edition.shares),
        racks={seat: [] for seat in seats},
        hand_counts=dict.fromkeys(seats, 0),
        misses=dict.fromkeys(seats, 0),
        powers=dict.fromkeys(seats, e.POWERS if switches.special_powers else ()),
    )


def apply(state: State, event: e.Event) -> None:
    """Change the state by one event that may be seen by whoever the state belongs to."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(state, event)
    if state.round_is_open:
        state.recent.append(event)


def _setup_tile_drawn(state: State, event: e.SetupTileDrawn) -> None:
    state.board[event.tile] = LOOSE
    state.setup_tiles[_seat(event)] = event.tile


def _playing_order_set(state: State, event: e.PlayingOrderSet) -> None:
    state.order = event.order
    state.hand_counts = dict.fromkeys(state.seats, event.hand)
    state.tiles_left = event.tiles_left


def _tiles_dealt(state: State, event: e.TilesDealt) -> None:
    state.racks[_seat(event)] = list(event.tiles)


def _position_adopted(state: State, event: e.PositionAdopted) -> None:
    state.round = event.round
    state.order = event.order
    state.cash = dict(event.cash)
    state.hand_counts = dict(event.hands)
    state.misses = dict(event.misses)
    state.powers = {seat: tuple(powers) for seat, powers in event.powers.items()}
    state.left = list(event.left)
    state.out_of_play = list(event.out_of_play)
    state.tiles_left = event.tiles_left
    state.board = dict.fromkeys(event.loose, LOOSE)
    for chain, tiles in event.chains.items():
        _join(state, chain, tiles)
    for seat, shares in event.shares.items():
        for chain, count in shares.items():
            _to_bank(state, seat, chain, -count)


def _hand_adopted(state: State, event: e.HandAdopted) -> None:
    state.racks[_seat(event)] = list(event.tiles)


def _seat_left(state: State, event: e.SeatLeft) -> None:
    state.left.append(_seat(event))


def _seat_filled(state: State, event: e.SeatFilled) -> None:
    seat = _seat(event)
    state.left = [other for other in state.left if other != seat]


def _round_opened(state: State, event: e.RoundOpened) -> None:
    state.round += 1
    state.plays = event.plays
    state.plays_over = 0
    state.deadline = event.deadline
    state.round_is_open = True
    remembered = len(state.seats) if state.switches.one_play_a_round else 1
    while len(state.rounds_begun_at) >= remembered:
        _forget_oldest_round(state)
    state.rounds_begun_at.append(len(state.recent))


def _forget_oldest_round(state: State) -> None:
    del state.rounds_begun_at[0]
    gone = state.rounds_begun_at[0] if state.rounds_begun_at else len(state.recent)
    state.recent = state.recent[gone:]
    state.rounds_begun_at = [place - gone for place in state.rounds_begun_at]


def _round_closed(state: State, event: e.RoundClosed) -> None:
    del event
    state.round_is_open = False


def _ruling_made(state: State, event: e.RulingMade) -> None:
    for one in event.payments:
        state.cash[one["seat"]] += one["amount"]
    for one in event.transfers:
        _to_bank(state, one["seat"], one["chain"], -one["count"])


def _orders_missed(state: State, event: e.OrdersMissed) -> None:
    state.misses[_seat(event)] += 1


def _tile_placed(state: State, event: e.TilePlaced) -> None:
    if event.by == "bank":
        state.bank_tiles.remove(event.tile)
    else:
        _take_from_hand(state, _seat(event), event.tile)
    state.board[event.tile] = LOOSE
    state.laid = (event.tile, *event.joined)
    if event.chain is not None:
        _join(state, event.chain, state.laid)


def _chain_founded(state: State, event: e.ChainFounded) -> None:
    _join(state, event.chain, state.laid)
    state.shares[_seat(event)][event.chain] += event.founder_share
    state.bank[event.chain] -= event.founder_share


def _merger_begun(state: State, event: e.MergerBegun) -> None:
    state.merger = Merger(event.survivor, event.defunct, event.sizes, event.prices)


def _bank_tile_drawn(state: State, event: e.BankTileDrawn) -> None:
    state.bank_tiles.append(event.tile)
    state.tiles_left -= 1


def _bank_tile_returned(state: State, event: e.BankTileReturned) -> None:
    state.bank_tiles.remove(event.tile)
    state.tiles_left += 1


def _bank_tile_removed(state: State, event: e.BankTileRemoved) -> None:
    state.bank_tiles.remove(event.tile)
    state.out_of_play.append(event.tile)


def _bonus_paid(state: State, event: e.BonusPaid) -> None:
    if event.paid:
        state.cash[_seat(event)] += event.amount
    if state.merger is not None:
        state.merger.bonus_is_paid = True


def _stock_settled(state: State, event: e.StockSettled) -> None:
    seat, merger = _seat(event), state.merger
    if merger is None:
        raise e.UnreadableEvent("shares are settled only in a merger")
    state.cash[seat] += event.sold * event.price
    _to_bank(state, seat, event.chain, event.sold + event.traded)
    _to_bank(state, seat, merger.survivor, -event.received)


def _chain_taken_over(state: State, event: e.ChainTakenOver) -> None:
    if state.merger is not None:
        state.merger.settled.append(event.chain)
        state.merger.bonus_is_paid = False


def _merger_ended(state: State, event: e.MergerEnded) -> None:
    merger = state.merger
    if merger is None:
        raise e.UnreadableEvent("a merger ends that never began")
    for chain in merger.defunct:
        del state.sizes[chain]
    taken = set(merger.defunct)
    for tile, chain in state.board.items():
        if chain in taken:
            state.board[tile] = event.survivor
    for tile in event.joined:
        state.board[tile] = event.survivor
    state.sizes[event.survivor] = event.size
    state.merger = None


def _power_used(state: State, event: e.PowerUsed) -> None:
    seat = _seat(event)
    state.powers[seat] = tuple(power for power in state.powers[seat] if power != event.power)
    state.power_in_play = event.power
    taken = event.tiles or 0
    state.hand_counts[seat] += taken
    state.tiles_left -= taken


def _shares_traded(state: State, event: e.SharesTraded) -> None:
    seat = _seat(event)
    _to_bank(state, seat, event.gave, event.given)
    _to_bank(state, seat, event.got, -event.received)


def _shares_bought(state: State, event: e.SharesBought) -> None:
    seat = _seat(event)
    state.cash[seat] -= event.count * event.price
    _to_bank(state, seat, event.chain, -event.count)


def _tile_drawn(state: State, event: e.TileDrawn) -> None:
    rack = state.racks[_seat(event)]
    if None in rack:
        rack[rack.index(None)] = event.tile
    else:
        rack.append(event.tile)


def _dead_tile_set_aside(state: State, event: e.DeadTileSetAside) -> None:
    _take_from_hand(state, _seat(event), event.tile)
    state.out_of_play.append(event.tile)


def _end_announced(state: State, event: e.EndAnnounced) -> None:
    del event
    state.end_announced = True


def _play_ended(state: State, event: e.PlayEnded) -> None:
    state.plays_over += 1
    state.power_in_play = None
    seat = _seat(event)
    if None in state.racks[seat]:  # places stay empty for the play alone
        state.racks[seat] = list(state.hand(seat))
    state.hand_counts[seat] = event.hand
    state.tiles_left = event.tiles_left
    state.unplaced = 0 if event.placed else state.unplaced + 1
    state.idle = 0 if event.placed or event.drawn else state.idle + 1


def _stock_sold_at_end(state: State, event: e.StockSoldAtEnd) -> None:
    seat = _seat(event)
    state.cash[seat] += event.count * event.price
    _to_bank(state, seat, event.chain, event.count)


def _game_ended(state: State, event: e.GameEnded) -> None:
    state.ended = event.why


def _seat(event: e.Event) -> e.Seat:
    if event.seat is None:
        raise e.UnreadableEvent(f"a {event.KIND} without a seat")
    return event.seat


def _to_bank(state: State, seat: e.Seat, chain: str, count: int) -> None:
    state.shares[seat][chain] -= count
    state.bank[chain] += count


def _take_from_hand(state: State, seat: e.Seat, tile: str) -> None:
    rack = state.racks[seat]
    if tile in rack:  # a view does not know the other hands
        rack[rack.index(tile)] = None
    state.hand_counts[seat] -= 1


def _join(state: State, chain: str, tiles: Iterable[str]) -> None:
    joining = tuple(tiles)
    for tile in joining:
        state.board[tile] = chain
    state.sizes[chain] = state.sizes.get(chain, 0) + len(joining)


_CHANGES: Final[dict[type[e.Event], Callable[[State, Any], None]]] = {
    e.SetupTileDrawn: _setup_tile_drawn,
    e.PlayingOrderSet: _playing_order_set,
    e.TilesDealt: _tiles_dealt,
    e.PositionAdopted: _position_adopted,
    e.HandAdopted: _hand_adopted,
    e.SeatLeft: _seat_left,
    e.SeatFilled: _seat_filled,
    e.RoundOpened: _round_opened,
    e.RoundClosed: _round_closed,
    e.RulingMade: _ruling_made,
    e.OrdersMissed: _orders_missed,
    e.TilePlaced: _tile_placed,
    e.ChainFounded: _chain_founded,
    e.MergerBegun: _merger_begun,
    e.BankTileDrawn: _bank_tile_drawn,
    e.BankTileReturned: _bank_tile_returned,
    e.BankTileRemoved: _bank_tile_removed,
    e.BonusPaid: _bonus_paid,
    e.StockSettled: _stock_settled,
    e.ChainTakenOver: _chain_taken_over,
    e.MergerEnded: _merger_ended,
    e.PowerUsed: _power_used,
    e.SharesTraded: _shares_traded,
    e.SharesBought: _shares_bought,
    e.TileDrawn: _tile_drawn,
    e.DeadTileSetAside: _dead_tile_set_aside,
    e.EndAnnounced: _end_announced,
    e.PlayEnded: _play_ended,
    e.StockSoldAtEnd: _stock_sold_at_end,
    e.GameEnded: _game_ended,
}
"""What has no entry here changes nothing that a state tells (or the desk folds it: orders, readiness)."""
