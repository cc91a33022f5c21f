"""`take 5 tiles` draws, with all that follows from it (RULES.md, "Postal rules": special powers; "A play": draw)."""

from __future__ import annotations

import pytest
from games_of_chance import RandomTable

from referee.rules import events as e
from referee.rules import table as t
from referee.rules.plays import play


class TakingTable(RandomTable):
    """Uses `take 5 tiles` where it can, and announces the end at the beginning if `announces`."""

    announces = False

    def ask(self, question):
        match question:
            case t.WhetherPower(options=options) if "take 5 tiles" in options:
                return t.PowerUse("take 5 tiles")
            case t.WhetherPower():
                return None
            case t.WhetherToEnd(moment=moment):
                return self.announces and moment == "beginning"
            case _:
                return super().ask(question)


@pytest.fixture
def table():
    return TakingTable(5, special_powers="true")


def kinds_since(table, before):
    return [event.KIND for event in table.events[before:]]


def test_the_tiles_taken_count_as_drawn(table):
    seat, before = table.now.order[0], len(table.events)
    play(table, seat, "orders")
    ended = table.events[-1]
    assert isinstance(ended, e.PlayEnded)
    assert (ended.placed, ended.drawn, ended.hand) == (1, 5, 10)
    assert kinds_since(table, before).count("tile_drawn") == 5


def test_nothing_is_taken_in_a_play_whose_beginning_announced_the_end(table):
    seat, before = table.now.order[0], len(table.events)
    table.announces = True
    free = [tile for tile in table.now.edition.board.tiles if tile not in table.now.board]
    table.now.board.update(dict.fromkeys(free[-41:], "Tower"))
    table.now.sizes["Tower"] = 41
    assert play(table, seat, "orders") == "announced"
    assert "end_announced" in kinds_since(table, before)
    assert not {"power_used", "tile_drawn"} & set(kinds_since(table, before))
    assert "take 5 tiles" in table.now.powers[seat]


def test_nothing_is_taken_from_an_empty_pool_and_the_power_stays(table):
    seat, before = table.now.order[0], len(table.events)
    while table.pool:
        table.draw()
    play(table, seat, "orders")
    assert "power_used" not in kinds_since(table, before)
    assert "take 5 tiles" in table.now.powers[seat]


def test_what_a_short_pool_has_is_taken(table):
    seat = table.now.order[0]
    while table.pool > 3:
        table.draw()
    play(table, seat, "orders")
    [used] = [event for event in table.events if isinstance(event, e.PowerUsed)]
    assert (used.power, used.tiles) == ("take 5 tiles", 3)
    assert table.now.hand_counts[seat] == 8
