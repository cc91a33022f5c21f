"""Resolving whole rounds from a log: same entries, same events; what each seat may see; the end of a game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.errors import UserError
from referee.round.adjudicate import chance_of, resolve
from referee.round.desk import desk_of
from referee.round.opening import NewGame, open_game
from referee.round.views import entries_for, view_of
from referee.rules import events as e
from referee.rules.apply import fold
from referee.rules.editions import CLASSIC

PLAYERS = ("alice", "bob", "carol")
LINES = "tile any\nfound any\nbuy 3 the cheapest chain\nmerger any: trade all, sell rest\nend game\n"


def game(seed="seed", **switches):
    return open_game(NewGame(PLAYERS, switches=switches, seed=seed), "unused")


def filed(entries, *seats, text=LINES):
    """The entries with orders of some seats for the open round."""
    number = desk_of(entries).round
    orders = [e.OrdersFiled(number, text, None, False, 0, "test", seat=seat) for seat in seats]
    return [*entries, *(e.Entry(event, number) for event in orders)]


def played(rounds=100, *seats, **switches):
    """A game after some rounds at most, or to its end."""
    entries = game(**switches)
    while rounds and desk_of(entries).ended is None:
        entries = filed(entries, *seats)
        entries += resolve(entries)
        rounds -= 1
    return entries


def test_the_same_log_resolved_twice_gives_the_same_events():
    entries = filed(game(), *PLAYERS)
    assert resolve(entries) == resolve(entries)


def test_resolving_changes_nothing_that_was_handed_in():
    entries = filed(game(), *PLAYERS)
    before = list(entries)
    resolve(entries)
    assert entries == before


def test_a_round_s_plays_are_numbered_and_the_next_round_is_opened():
    happened = resolve(filed(game(), *PLAYERS))
    assert [entry.play for entry in happened if isinstance(entry.event, e.PlayEnded)] == [1, 2, 3, 4]
    assert {entry.round for entry in happened[:-1]} == {1}
    assert isinstance(happened[-1].event, e.RoundOpened)
    assert (happened[-1].round, happened[-1].play) == (2, None)


def test_rounds_follow_each_other_in_one_rotation():
    plays = [entry.event.plays for entry in played(6, *PLAYERS) if isinstance(entry.event, e.RoundOpened)]
    order = plays[0][:3]
    seats = [seat for round_ in plays for seat in round_]
    assert seats == [order[number % 3] for number in range(len(seats))]
    assert all(before[-1] != after[0] for before, after in pairwise(plays))


def test_a_whole_game_comes_to_an_end_and_can_not_be_resolved_any_more():
    entries = played(100, *PLAYERS)
    state = fold(entry.event for entry in entries)
    assert state.ended == "announced"
    with pytest.raises(UserError, match="the game is over"):
        resolve(entries)


def test_when_the_game_has_ended_the_seal_is_opened_and_not_before():
    entries = played(100, *PLAYERS)
    opened = [number for number, entry in enumerate(entries) if isinstance(entry.event, e.BagOpened)]
    assert opened == [len(entries) - 1]
    assert entries[-1].event.seed == "seed"


def test_what_was_sealed_is_told_by_the_referee_s_own_log_alone():
    entries = game()
    assert chance_of(entries).seed == "seed"
    for seat in PLAYERS:
        with pytest.raises(e.UnreadableEvent, match="does not tell what was sealed"):
            chance_of(entries_for(entries, seat))


def test_nobody_s_orders_are_needed_all_miss_and_the_game_stalls_in_the_end():
    entries = played(100)
    state = fold(entry.event for entry in entries)
    assert state.ended == "stalled"
    assert not [entry for entry in entries if isinstance(entry.event, e.ChainFounded)]
    assert set(state.cash.values()) == {6000}
    rounds = [entry for entry in entries if isinstance(entry.event, e.RoundOpened)]
    assert all(count <= len(rounds) for count in state.misses.values())


def test_each_view_is_the_fold_of_what_the_seat_may_see_and_no_more():
    entries = played(4, "alice")
    for seat in PLAYERS:
        seen = entries_for(entries, seat)
        for entry in seen:
            if isinstance(entry.event, e.TileDrawn | e.TilesDealt | e.OrderApplied | e.OrdersFiled):
                assert entry.event.seat == seat
        view, truth = view_of(entries, seat), fold(entry.event for entry in entries)
        assert view.hand(seat) == truth.hand(seat)
        assert (view.cash, view.board, view.bank) == (truth.cash, truth.board, truth.bank)


def test_the_die_that_picks_a_tile_is_seen_by_its_seat_alone_the_others_by_all():
    entries = played(3, "alice")
    rolled = [entry.event for entry in entries if isinstance(entry.event, e.DieRolled)]
    tile_dice = [event for event in rolled if event.label.endswith("tile")]
    assert tile_dice
    for event in rolled:
        readers = [reader for reader in (*PLAYERS, None) if e.may_see(event, reader)]
        assert readers == ([event.seat] if event in tile_dice else [*PLAYERS, None])


def test_a_die_s_label_names_round_play_and_purpose():
    labels = [entry.event.label for entry in played(2) if isinstance(entry.event, e.DieRolled)]
    assert labels[0] == "round 1, play 1, tile"
    assert len(set(labels)) == len(labels)


def test_another_seat_s_orders_shift_no_die():
    """Bob and carol miss; whether alice sends orders or not, the dice of their plays fall the same."""

    def dice(entries):
        rolled = [entry.event for entry in resolve(entries) if isinstance(entry.event, e.DieRolled)]
        return {event.label: event.result for event in rolled if event.seat != "alice" and event.sides == 6}

    without, with_orders = dice(game()), dice(filed(game(), "alice"))
    common = without.keys() & with_orders.keys()
    assert common
    assert all(without[label] == with_orders[label] for label in common)


def test_orders_filed_for_a_later_round_wait_for_it():
    entries = game()
    later = e.Entry(e.OrdersFiled(2, "buy nothing\n", None, False, 0, "test", seat="alice"), 1)
    entries = [*entries, later]
    assert desk_of(entries).missing() == tuple(PLAYERS)
    entries += resolve(entries)
    assert "alice" not in desk_of(entries).missing()


def test_a_finished_game_has_one_ranking_with_everybody_in_it():
    (ended,) = [entry.event for entry in played(100, *PLAYERS) if isinstance(entry.event, e.GameEnded)]
    assert sorted(one["seat"] for one in ended.ranking) == sorted(PLAYERS)
    money = [one["money"] for one in ended.ranking]
    assert money == sorted(money, reverse=True)


def test_what_happened_in_an_earlier_round_is_not_since_the_round_opened():
    """Each player's set-up tile is next to the first tile that he holds: all can found in the first round."""
    first = ("1A", "4A", "7A", "1B", "1D", "1E", "1F", "1G", "1H")
    bag = (*first, *(tile for tile in CLASSIC.board.tiles if tile not in first))
    entries = open_game(NewGame(PLAYERS, bag=bag, seed="seed"), "unused")
    assert next(one.event.order for one in entries if isinstance(one.event, e.PlayingOrderSet)) == PLAYERS
    entries = filed(entries, "alice", text="tile 1B\nfound Luxor\nbuy 3 Luxor if I founded Luxor\n")
    entries += resolve(entries)
    entries = filed(entries, "alice", text="buy 1 Luxor if I founded Luxor or I bought Luxor\nbuy 2 Luxor\n")
    entries += resolve(entries)
    bought = [
        (one.round, one.event.count)
        for one in entries
        if isinstance(one.event, e.SharesBought) and one.event.seat == "alice"
    ]
    assert bought == [(1, 3), (1, 3), (2, 2)]
