"""Whether the tiles drawn for the bank, and its remixes, are those that were sealed."""

from dataclasses import replace

import pytest

from referee.round.adjudicate import resolve
from referee.round.desk import desk_of
from referee.round.opening import NewGame, open_game
from referee.rules import events as e
from referee.rules.apply import fold
from referee.service.chance_faults import chance_faults

LINES = "tile any\nfound any\nbuy 3 the cheapest chain\nmerger any: trade all, sell rest\nend game\n"


@pytest.fixture(scope="module")
def entries():
    """A game of two to its end, in which the bank's tiles go back and the pool is remixed."""
    plan = NewGame(("alice", "bob"), "hasbro_2016", {"two_players": "bank"}, seed="one")
    played = open_game(plan, "unused")
    orders = [e.OrdersFiled(1, None, LINES, True, 0, "test", seat=seat) for seat in ("alice", "bob")]
    played += [e.Entry(event, 1) for event in orders]
    while desk_of(played).ended is None:
        played += resolve(played)
    return played


def faults(entries):
    numbers = {id(entry): number for number, entry in enumerate(entries, 1)}
    return list(chance_faults(entries, numbers, fold([entries[0].event])))


def changed(entries, kind, **words):
    """The entries with their first event of a kind told otherwise, and the number of its record."""
    number = next(number for number, entry in enumerate(entries) if isinstance(entry.event, kind))
    other = replace(entries[number], event=replace(entries[number].event, **words))
    return [*entries[:number], other, *entries[number + 1 :]], number + 1


def test_nothing_is_wrong_with_a_game_as_it_was_played(entries):
    assert faults(entries) == []


def test_another_tile_than_the_next_of_the_bag_cannot_be_drawn_for_the_bank(entries):
    told, number = changed(entries, e.BankTileDrawn, tile="99Z")
    (fault,) = faults(told)
    assert fault.startswith(f"record {number}: 99Z was drawn where the bag has ")


def test_no_other_number_of_tiles_can_be_remixed_than_are_left(entries):
    told, number = changed(entries, e.PoolRemixed, tiles=1)
    (fault,) = faults(told)
    assert fault.startswith(f"record {number}: ")
    assert fault.endswith(" tiles were remixed, not 1")


def test_no_tile_can_be_drawn_for_the_bank_from_an_empty_bag(entries):
    drawn = e.Entry(e.BankTileDrawn("Luxor", "1A", 1), None)
    assert faults([*entries, *[drawn] * 200])[-1].endswith("1A was drawn where the bag has no more")
