"""`leaver = "substitute"`: what who comes in has, and what he never sees (RULES.md, "Players who leave")."""

from __future__ import annotations

import pytest

from referee.round.adjudicate import resolve
from referee.round.desk import desk_of
from referee.round.opening import NewGame, open_game
from referee.round.views import entries_for, view_of
from referee.rules import events as e
from referee.rules.apply import fold
from referee.rules.editions import CLASSIC

FIRST_TILES = """
    1A 3A 5A
    1C 1E 1G 1I 2C 2E  3C 3E 3G 3I 4C 4E  5C 5E 5G 5I 6C 6E
    9A 9C 9E 9G 9I 11A 11C 11E 11G 11I 12A 12C 12E 12G
"""
"""Set-up tiles, three hands (Bob's is the second), and what is drawn in the first two rounds."""

BOB = "use take 5 tiles\ntile 3C, 3E, 3G\nresign\n"


@pytest.fixture
def after_two_rounds():
    """Bob takes five tiles and resigns in round 1, and misses round 2 with nobody on his seat."""
    switches = {"leaver": "substitute", "special_powers": "true"}
    entries = open_game(
        NewGame(("alice", "bob", "carol"), "classic", switches, seed="seed", bag=whole()), "-"
    )
    entries.append(filed(1, "bob", BOB, resign=True))
    entries += resolve(entries)
    entries += resolve(entries)
    return entries


def whole():
    first = tuple(FIRST_TILES.split())
    return first + tuple(tile for tile in CLASSIC.board.tiles if tile not in first)


def filed(number, seat, text, *, resign=False):
    orders = text.replace("resign\n", "")
    return e.Entry(e.OrdersFiled(number, orders, None, False, 0, "test", resign, seat=seat), number)


def with_newcomer(entries):
    hand = tuple(fold(entry.event for entry in entries).hand("bob"))
    came = (e.SeatFilled(2, seat="bob"), e.HandAdopted(hand, seat="bob"))
    return entries + [e.Entry(event, 3) for event in came]


def test_the_seat_misses_every_play_of_its_own_until_somebody_is_put_in(after_two_rounds):
    missed = [
        (one.round, one.event.seat) for one in after_two_rounds if isinstance(one.event, e.OrdersMissed)
    ]
    assert [number for number, seat in missed if seat == "bob"] == [2]


def test_who_comes_in_gets_the_hand_the_cash_and_what_is_left_of_the_powers(after_two_rounds):
    entries = with_newcomer(after_two_rounds)
    view, truth = view_of(entries, "bob"), fold(entry.event for entry in entries)
    assert view.hand("bob") == truth.hand("bob")
    # six tiles and five; one laid in round 1, and two in round 2, which he opened: the hand never came down to five
    assert len(view.hand("bob")) == 8
    assert (view.cash["bob"], view.shares["bob"]) == (truth.cash["bob"], truth.shares["bob"])
    assert view.powers["bob"] == ("3 free", "buy 5", "trade 2", "place 4 tiles")
    assert (view.left, truth.left) == ([], [])


def test_who_comes_in_reads_nothing_that_only_his_predecessor_could_see(after_two_rounds):
    entries = with_newcomer(after_two_rounds)
    seen = [entry.event for entry in entries_for(entries, "bob")]
    private = [event for event in seen if e.is_for_seat_alone(event)]
    assert [event.KIND for event in private] == ["hand_adopted"]
    before = [entry.event for entry in entries_for(after_two_rounds, "bob")]
    kinds = {event.KIND for event in before if e.is_for_seat_alone(event)}
    assert {"tiles_dealt", "orders_filed", "order_applied", "tile_drawn"} <= kinds


def test_who_comes_in_plays_by_his_own_orders_and_misses_no_more(after_two_rounds):
    entries = with_newcomer(after_two_rounds)
    tile = fold(entry.event for entry in entries).hand("bob")[-1]
    entries.append(filed(3, "bob", f"tile {tile}\n"))
    assert desk_of(entries).missing() == ("alice", "carol")
    happened = resolve(entries)
    assert "bob" not in [one.event.seat for one in happened if isinstance(one.event, e.OrdersMissed)]
    laid = [(one.event.tile, one.event.by) for one in happened if isinstance(one.event, e.TilePlaced)]
    assert (tile, "orders") in laid


@pytest.mark.parametrize(("orders", "standing"), [("tile any\n", None), (None, "tile any\n")])
def test_what_was_filed_for_the_seat_is_void_for_who_comes_in(orders, standing):
    """Orders for a later round and standing ones, of his predecessor's: he has none, and misses without his own."""
    begun = open_game(
        NewGame(("alice", "bob", "carol"), "classic", {"leaver": "substitute"}, seed="seed"), "-"
    )
    later = e.OrdersFiled(2, orders, standing, False, 0, "test", seat="bob")
    begun += [e.Entry(later, 1), filed(1, "bob", "resign\n", resign=True)]
    assert desk_of(begun).in_force("bob", 2)
    entries = with_newcomer(begun + resolve(begun))
    assert not desk_of(entries).in_force("bob", 2)
    missed = [one.event.seat for one in resolve(entries) if isinstance(one.event, e.OrdersMissed)]
    assert "bob" in missed


def test_nobody_is_waited_for_on_a_vacant_seat(after_two_rounds):
    assert desk_of(after_two_rounds).missing() == ("alice", "carol")
