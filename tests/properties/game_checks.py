"""What must be true of every game between two rounds, and of its whole log; nothing here asks the rules."""

from __future__ import annotations

from collections import Counter, defaultdict

from referee.round import adjudicate
from referee.round.adjudicate import chance_of
from referee.round.desk import desk_of
from referee.round.pool import pool_after
from referee.round.views import entries_for, view_of
from referee.rules import events as e
from referee.rules.apply import fold
from referee.rules.state import LOOSE, State
from referee.service.audit import differences
from referee.service.invariants import broken

SHOWN = [
    "board",
    "sizes",
    "bank",
    "cash",
    "shares",
    "hand_counts",
    "tiles_left",
    "out_of_play",
    "misses",
    "order",
    "round",
    "plays",
    "plays_over",
    "merger",
    "unplaced",
    "idle",
    "end_announced",
    "ended",
    "setup_tiles",
    "edition",
    "switches",
    "seats",
    "ignored",
    "laid",
    "powers",
    "power_in_play",
    "bank_tiles",
    "left",
]
"""What every view shows of the truth."""

PRIVATE = {"tiles_dealt", "tile_drawn", "hand_adopted", "orders_filed", "orders_withdrawn", "order_applied"}
"""The kinds that a seat's holder alone may see; dice that pick a tile besides, and `bag_kept` nobody."""


def check_round(log: list[e.Entry], table: adjudicate.RoundTable | None = None) -> None:
    """All that must hold between two rounds; `table` is the one at which the last was played."""
    truth = fold(entry.event for entry in log)
    assert table is None or table.now == truth, "replay is the live state"
    for seat in truth.seats:
        view = view_of(log, seat)
        assert table is None or table._views[seat] == view, "replay of a view is the live view"
        check_view(view, truth, seat)
    check_view(view_of(log, None), truth, None)
    check_nothing_lost(log, truth)
    check_board(truth)


def check_whole(log: list[e.Entry]) -> None:
    """All that must hold of a game that is over."""
    assert broken(log) == []
    assert list(differences(log)) == [], "the same orders under the same seal give the same events"
    check_secrets(log)
    check_events([entry.event for entry in log])


def check_events(events: list[e.Event]) -> None:
    """What a play may hold, and how often a power may be used: the sentences of RULES.md, event by event."""
    opening = events[0]
    used = Counter((event.seat, event.power) for event in events if isinstance(event, e.PowerUsed))
    assert max(used.values(), default=1) == 1, "each power once per seat"
    assert opening.switches["special_powers"] or not used
    play: dict[str, list] = defaultdict(list)
    for event in events:
        play[event.KIND].append(event)
        if isinstance(event, e.PlayEnded):
            check_play(play, opening.switches, opening.edition)
        if isinstance(event, e.PlayEnded | e.RoundOpened):
            play.clear()


def check_play(play: dict[str, list], switches: dict, edition: dict) -> None:
    laid = [event for event in play["tile_placed"] if event.by != "bank"]
    powers = [event.power for event in play["power_used"]]
    power, bought = powers[0] if powers else None, play["shares_bought"]
    count = sum(event.count for event in bought)
    assert len(powers) <= 1, "one power a play"
    assert {"buy 5": 3 < count <= 5, "3 free": 0 < count <= 3}.get(power, count <= 3)
    assert all((event.price == 0) == (power == "3 free") for event in bought)
    assert (
        {"trade 2": 1, None: 0}.get(power, 0)
        <= len(play["shares_traded"])
        <= (3 if power == "trade 2" else 0)
    )
    assert (2 if power == "place 4 tiles" else 0) <= len(laid) <= (4 if power == "place 4 tiles" else 1)
    end, exchanged = play["play_ended"][0], len(play["dead_tile_set_aside"])
    assert end.placed == len(laid)
    drawn_after = end.drawn - sum(event.tiles or 0 for event in play["power_used"])
    assert 0 <= drawn_after <= exchanged or end.hand <= edition["hand"], (
        "who has taken five draws only for dead tiles"
    )
    assert not (drawn_after and end.tiles_left) or end.hand >= edition["hand"], "the hand is filled up"
    if laid and laid[0].by != "orders":
        assert not bought
        assert not powers
    if laid and laid[0].by == "missed":
        assert not play["chain_founded"]
    drawn = play["bank_tile_drawn"]
    assert all(event.shares == int(event.tile[:-1]) for event in drawn)
    if switches["two_players"] == "bank" and end.tiles_left:
        assert [event.chain for event in drawn] == [event.chain for event in play["chain_taken_over"]]
    else:
        assert switches["two_players"] == "bank" or not drawn
    away = len(play["bank_tile_returned"]) == len(play["pool_remixed"]) == len(drawn)
    lying = len(play["tile_placed"]) - len(laid) + len(play["bank_tile_removed"]) == len(drawn)
    assert away if edition["bank_tile"] == "returned" else lying


def check_secrets(log: list[e.Entry]) -> None:
    """Nobody reads what is another's, nor what was his predecessor's."""
    for reader in (None, *desk_of(log).seats):
        seen = entries_for(log, reader)
        places = {id(entry): place for place, entry in enumerate(log)}
        filled = [place for place, one in enumerate(log) if isinstance(one.event, e.SeatFilled)]
        since = max((place for place in filled if log[place].event.seat == reader), default=0)
        for entry in seen:
            event = entry.event
            assert event.KIND != "bag_kept"
            if event.KIND in PRIVATE or (event.KIND == "die_rolled" and event.label.endswith("tile")):
                assert event.seat == reader
                assert places[id(entry)] > since


def check_view(view: State, truth: State, reader: str | None) -> None:
    for name in SHOWN:
        assert getattr(view, name) == getattr(truth, name), name
    for seat in truth.seats:
        assert view.hand(seat) == (truth.hand(seat) if seat == reader else []), (
            "a view knows its own hand alone"
        )
    hidden = (e.BagKept,)
    assert not any(isinstance(event, hidden) for event in view.recent)


def check_nothing_lost(log: list[e.Entry], truth: State) -> None:
    edition = truth.edition
    left = pool_after(log, chance_of(log)).tiles
    held = [tile for seat in truth.seats for tile in truth.hand(seat)]
    everywhere = [*truth.board, *truth.out_of_play, *truth.bank_tiles, *held, *left]
    assert sorted(everywhere) == sorted(edition.board.tiles)
    assert truth.ended or not truth.bank_tiles, "what is drawn for the bank is laid in the same play"
    assert truth.hand_counts == {seat: len(truth.hand(seat)) for seat in truth.seats}
    assert truth.tiles_left == len(left)
    for chain in edition.chains:
        held_shares = sum(truth.shares[seat][chain] for seat in truth.seats)
        assert truth.bank[chain] + held_shares == edition.shares
        assert truth.bank[chain] >= 0
    assert sum(truth.cash.values()) == edition.cash * len(truth.seats) + sum(
        money_of(entry.event) for entry in log
    )
    assert min(truth.cash.values()) >= 0
    assert all(held >= 0 for shares in truth.shares.values() for held in shares.values())


def money_of(event: e.Event) -> int:
    """What an event brings the players from the bank, in dollars."""
    match event:
        case e.BonusPaid(amount=amount, seat=seat):
            return 0 if seat == "bank" else amount
        case e.StockSettled(sold=count, price=price) | e.StockSoldAtEnd(count=count, price=price):
            return count * price
        case e.SharesBought(count=count, price=price):
            return -count * price
        case e.RulingMade(payments=payments):
            return sum(one["amount"] for one in payments)
        case _:
            return 0


def check_board(truth: State) -> None:
    on_board = Counter(chain for chain in truth.board.values() if chain != LOOSE)
    assert dict(on_board) == truth.sizes
    assert all(size >= 2 for size in truth.sizes.values())
    for tile, chain in truth.board.items():
        around = {truth.board[near] for near in truth.edition.board.neighbours[tile] if near in truth.board}
        assert around <= ({LOOSE} if chain == LOOSE else {chain}), (
            "a loose tile never touches a chain, no two chains touch"
        )
