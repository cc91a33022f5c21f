"""What no game can come to and the rules say all the same: a tile of the bank's with all chains on the board."""

from __future__ import annotations

from case_file import cases_in
from case_position import place_of

from referee.rules import events as e
from referee.rules import table as t
from referee.rules.apply import apply
from referee.rules.plays import play

ALL_SEVEN = """
=== Seven chains
switch: two_players = bank
Luxor: 1A 2A
Tower: 4A 5A
American: 7A 8A
Festival: 10A 11A
Worldwide: 1C 2C
Continental: 4C 5C
Imperial: 7C 8C
loose: 9H
alice: hand 12E
bob:
"""


class TableWithTilesOfTheBank:
    """Whose seat lays its first tile and buys nothing; `waiting` were drawn for the bank."""

    pool = 0

    def __init__(self, text, *waiting):
        (case,) = cases_in(text)
        self.now = place_of(case).truth
        self.now.bank_tiles = list(waiting)
        self.events = []

    def ask(self, question):
        return question.options[0].tile if isinstance(question, t.WhichTile) else ()

    def emit(self, event):
        apply(self.now, event)
        self.events.append(event)

    def draw(self):
        return None


def test_a_tile_of_the_bank_s_that_would_found_stays_loose_with_all_chains_on_the_board_too():
    table = TableWithTilesOfTheBank(ALL_SEVEN, "9I")
    play(table, "alice", "orders")
    laid = [event for event in table.events if isinstance(event, e.TilePlaced)]
    assert laid == [
        e.TilePlaced("12E", "loose", None, (), "orders", seat="alice"),
        e.TilePlaced("9I", "loose", None, (), "bank", seat="bank"),
    ]
    assert (table.now.board["9I"], table.now.bank_tiles) == ("", [])
