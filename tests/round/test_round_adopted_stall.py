"""The stall counter of an adopted game starts at 0 (RULES.md, "Adopted games")."""

from __future__ import annotations

from referee.round.adjudicate import resolve
from referee.round.opening import NewGame, open_game
from referee.rules import events as e
from referee.rules.editions import CLASSIC

SEATS = ("alice", "bob", "carol")


def test_the_stall_counter_of_an_adopted_game_starts_at_0():
    """Nobody has a tile and none is left: it takes a play of each before the game stalls, however it was before."""
    opened = open_game(NewGame(SEATS, seed="seed"), "-")
    adopted = e.PositionAdopted(
        round=7,
        next="bob",
        order=SEATS,
        chains={},
        loose=CLASSIC.board.tiles,
        out_of_play=(),
        cash=dict.fromkeys(SEATS, 100),
        shares={seat: {} for seat in SEATS},
        hands=dict.fromkeys(SEATS, 0),
        misses=dict.fromkeys(SEATS, 0),
        powers={seat: [] for seat in SEATS},
        left=(),
        tiles_left=0,
    )
    hands = [e.HandAdopted((), seat=seat) for seat in SEATS]
    begun = [*opened[:3], *(e.Entry(event) for event in (adopted, *hands))]
    happened = resolve([*begun, e.Entry(e.RoundOpened(("bob", "carol", "alice", "bob"), None), 8)])
    played = [entry.event.seat for entry in happened if isinstance(entry.event, e.PlayEnded)]
    ends = [entry.event.why for entry in happened if isinstance(entry.event, e.GameEnded)]
    assert (played, ends) == (["bob", "carol", "alice"], ["stalled"])
