"""Where a drawn tile stands in a rack: that of the tile laid in the same play, else last."""

from referee.round.opening import NewGame, open_game
from referee.rules import events as e
from referee.rules.apply import apply, fold


def test_a_place_is_kept_for_the_play_in_which_its_tile_was_laid_and_no_longer():
    state = fold(entry.event for entry in open_game(NewGame(("alice", "bob", "carol")), "seed"))
    one, two, three, four, five, six = state.hand("alice")
    apply(state, e.TilePlaced(two, "loose", None, (), "orders", seat="alice"))
    apply(state, e.TileDrawn("first", 30, seat="alice"))
    assert state.hand("alice") == [one, "first", three, four, five, six]
    apply(state, e.PlayEnded(1, 1, 6, 70, seat="alice"))
    apply(state, e.TilePlaced(three, "loose", None, (), "orders", seat="alice"))
    apply(state, e.PlayEnded(1, 0, 5, 70, seat="alice"))
    apply(state, e.TileDrawn("second", 31, seat="alice"))
    assert state.hand("alice") == [one, "first", four, five, six, "second"]
