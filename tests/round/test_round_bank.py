"""Whole games for two with the bank: a tile for every chain, remixes under the seal, nothing lost."""

from __future__ import annotations

import pytest

from referee.round.adjudicate import chance_of, resolve
from referee.round.desk import desk_of
from referee.round.opening import NewGame, open_game
from referee.round.pool import pool_after
from referee.rules import events as e
from referee.rules.apply import fold

LINES = "tile any\nfound any\nbuy 3 the cheapest chain\nmerger any: trade all, sell rest\nend game\n"
SEEDS = ("one", "two", "three")


def played(edition, seed):
    """A game of two to its end, with the same standing orders for both."""
    entries = open_game(NewGame(("alice", "bob"), edition, {"two_players": "bank"}, seed=seed), "unused")
    orders = [e.OrdersFiled(1, None, LINES, True, 0, "test", seat=seat) for seat in ("alice", "bob")]
    entries += [e.Entry(event, 1) for event in orders]
    while desk_of(entries).ended is None:
        entries += resolve(entries)
    return entries


def of_kind(entries, *kinds):
    return [entry for entry in entries if isinstance(entry.event, kinds)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("edition", ["classic", "hasbro_2016"])
def test_a_tile_is_drawn_for_every_chain_settled_and_for_every_chain_at_the_end(edition, seed):
    entries = played(edition, seed)
    settled = [entry.event.chain for entry in of_kind(entries, e.ChainTakenOver)]
    at_the_end = fold(one.event for one in entries).active()
    drawn = [entry.event.chain for entry in of_kind(entries, e.BankTileDrawn)]
    assert settled
    assert drawn == [*settled, *at_the_end]
    for entry in of_kind(entries, e.BankTileDrawn):
        assert entry.event.tile == f"{entry.event.shares}{entry.event.tile[-1]}"


@pytest.mark.parametrize("seed", SEEDS)
def test_in_classic_every_tile_drawn_in_a_play_is_laid_or_removed_in_it_and_final_ones_are_not(seed):
    entries = played("classic", seed)
    drawn = [(one.round, one.play, one.event.tile) for one in of_kind(entries, e.BankTileDrawn)]
    put = [
        (one.round, one.play, one.event.tile)
        for one in of_kind(entries, e.TilePlaced, e.BankTileRemoved)
        if isinstance(one.event, e.BankTileRemoved) or one.event.by == "bank"
    ]
    assert put
    assert [one for one in drawn if one[1] is not None] == put
    assert not of_kind(entries, e.PoolRemixed, e.BankTileReturned)


@pytest.mark.parametrize("seed", SEEDS)
def test_elsewhere_every_tile_goes_back_and_each_remix_has_its_own_label_under_the_seal(seed):
    entries = played("hasbro_2016", seed)
    drawn = [one.event.tile for one in of_kind(entries, e.BankTileDrawn)]
    assert [one.event.tile for one in of_kind(entries, e.BankTileReturned)] == drawn
    remixes = of_kind(entries, e.PoolRemixed)
    labels = [one.event.label for one in remixes]
    assert len(set(labels)) == len(labels) == len(drawn)
    seen = {}
    for one in remixes:
        number = seen[one.round, one.play] = seen.get((one.round, one.play), 0) + 1
        where = "final reckoning" if one.play is None else f"play {one.play}"
        ordinal = {1: "", 2: "second ", 3: "third "}.get(number, f"{number}th ")
        assert one.event.label == f"round {one.round}, {where}, {ordinal}remix"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("edition", ["classic", "hasbro_2016"])
def test_what_the_log_says_is_left_to_draw_is_what_is_neither_on_the_board_nor_in_a_hand(edition, seed):
    entries = played(edition, seed)
    chance = chance_of(entries)
    for place, entry in enumerate(entries, 1):
        if not isinstance(entry.event, e.PlayEnded | e.GameEnded):
            continue
        state = fold(one.event for one in entries[:place])
        pool = pool_after(entries[:place], chance)
        hands = [tile for seat in state.seats for tile in state.hand(seat)]
        lie = [*state.board, *state.out_of_play, *state.bank_tiles, *hands, *pool.tiles]
        assert sorted(lie) == sorted(state.edition.board.tiles)
        assert len(pool) == state.tiles_left


def test_the_same_log_resolved_twice_remixes_the_same_way():
    entries = played("hasbro_2016", "one")
    remix = next(place for place, entry in enumerate(entries) if isinstance(entry.event, e.PoolRemixed))
    opened = max(
        place for place, entry in enumerate(entries[:remix]) if isinstance(entry.event, e.RoundOpened)
    )
    begun = entries[: opened + 1]
    assert resolve(begun) == resolve(begun)
    again = resolve(begun)
    assert entries[opened + 1 :][: len(again)] == again
