"""Adopting a game that was begun elsewhere: which events open it, and where everything then is."""

from __future__ import annotations

import tomllib

import pytest
from positions import BY_PICTURE, PICTURE, POSITION, changed, faults

from referee.round.adjudicate import chance_of
from referee.round.desk import desk_of
from referee.round.pool import pool_after
from referee.round.views import entries_for
from referee.rules import events as e
from referee.rules.apply import apply, fold
from referee.rules.editions import EDITIONS, HASBRO_2016
from referee.written.adopting import adopt
from referee.written.board_picture import tiles_of_picture
from referee.written.own_edition import own_edition
from referee.written.own_facts import words_of
from referee.written.position_text import position_text

EVERY_TILE = [f"{column}{row}" for column in range(1, 13) for row in "ABCDEFGHI"]
SOMEWHERE = {
    *("1A", "2A", "3A", "5C", "5D", "9A", "12I", "8H"),
    *(f"{column}{row}" for column in range(1, 7) for row in "GHI"),
}
POOL = [tile for tile in EVERY_TILE if tile not in SOMEWHERE]


def adopted(text: str = POSITION, seed: str = "a fresh seed"):
    return adopt(tomllib.loads(text), seed)


def state_of(text: str = POSITION):
    return fold(entry.event for entry in adopted(text).entries)


def test_the_game_opens_with_its_position_its_hands_and_the_round_that_is_next():
    entries = adopted().entries
    assert [entry.event.KIND for entry in entries] == [
        "game_opened",
        "bag_sealed",
        "bag_kept",
        "position_adopted",
        "hand_adopted",
        "hand_adopted",
        "hand_adopted",
        "round_opened",
    ]
    assert [entry.round for entry in entries] == [None] * 7 + [5]
    assert entries[3].event == e.PositionAdopted(
        round=4,
        next="alice",
        order=("carol", "alice", "bob"),
        chains={"Luxor": ["1A", "2A", "3A"], "Tower": ["5C", "5D"]},
        loose=("9A", "12I"),
        out_of_play=("8H",),
        cash={"alice": 5400, "bob": 6000, "carol": 100},
        shares={"alice": {"Luxor": 3, "Tower": 1}, "bob": {"Luxor": 20}, "carol": {}},
        hands={"alice": 6, "bob": 6, "carol": 6},
        misses={"alice": 0, "bob": 2, "carol": 0},
        powers={"alice": [], "bob": [], "carol": []},
        left=(),
        tiles_left=82,
    )
    assert entries[7].event == e.RoundOpened(("alice", "bob", "carol", "alice"), None)


def test_everything_is_where_the_position_says_and_the_bank_has_the_rest():
    state = state_of()
    assert state.seats == ("alice", "bob", "carol")
    assert state.order == ("carol", "alice", "bob")
    assert state.switches.holdings == "private"
    assert state.board == {
        **dict.fromkeys(("1A", "2A", "3A"), "Luxor"),
        **dict.fromkeys(("5C", "5D"), "Tower"),
        **dict.fromkeys(("9A", "12I"), ""),
    }
    assert state.sizes == {"Luxor": 3, "Tower": 2}
    assert (state.bank["Luxor"], state.bank["Tower"], state.bank["Imperial"]) == (2, 24, 25)
    assert state.cash == {"alice": 5400, "bob": 6000, "carol": 100}
    assert state.hand("carol") == ["1G", "2G", "3G", "4G", "5G", "6G"]
    assert state.misses == {"alice": 0, "bob": 2, "carol": 0}
    assert state.out_of_play == ["8H"]
    assert state.tiles_left == 82
    assert (state.unplaced, state.idle) == (0, 0)
    assert (state.round, state.round_is_open) == (5, True)


def test_the_pool_is_all_tiles_not_on_the_board_in_a_hand_or_out_of_play_sealed_then():
    found = adopted()
    kept = found.entries[2].event
    assert (kept.seed, kept.order) == ("a fresh seed", None)
    pool = pool_after(found.entries, chance_of(found.entries))
    assert sorted(pool.tiles) == sorted(POOL)
    assert pool.tiles != tuple(POOL)
    assert not found.entries[0].event.bag_given
    assert not found.entries[0].event.seed_given


def test_another_seed_gives_another_order():
    one, other = adopted(seed="one").entries, adopted(seed="other").entries
    assert pool_after(one, chance_of(one)).tiles != pool_after(other, chance_of(other)).tiles
    assert one[1].event.seal != other[1].event.seal


def test_a_bag_and_a_seed_of_the_file_are_taken_as_they_are():
    bag = POOL[::-1]
    found = adopted(changed(("round = 5", f'round = 5\nseed = "a seed"\nbag = {bag}')))
    assert pool_after(found.entries, chance_of(found.entries)).tiles == tuple(bag)
    assert chance_of(found.entries).seed == "a seed"
    assert found.entries[0].event.bag_given
    assert found.entries[0].event.seed_given


def test_an_empty_pool_has_an_empty_bag():
    gone = ", ".join(f'"{tile}"' for tile in ("8H", *POOL))
    found = adopted(changed(('["8H"]', f"[{gone}]"), ("round = 5", "round = 5\npool = 0\nbag = []")))
    assert len(pool_after(found.entries, chance_of(found.entries))) == 0
    assert found.notes == ()


def test_nobody_sees_another_hand_or_what_was_sealed():
    entries = adopted().entries
    hands = {"alice": "1I", "bob": "1H", "carol": "1G"}
    for reader in (None, *hands):
        seen = [entry.event for entry in entries_for(entries, reader)]
        assert not any(isinstance(event, e.BagKept) for event in seen)
        shown = {event.tiles[0] for event in seen if isinstance(event, e.HandAdopted)}
        assert shown == ({hands[reader]} if reader else set())


def test_the_desk_knows_order_round_and_who_has_left():
    desk = desk_of(adopted(changed(("misses = 2", "misses = 2\nleft = true"))).entries)
    assert (desk.round, desk.last_round, desk.ended) == (5, 5, None)
    assert desk.plays == ("alice", "bob", "carol", "alice")
    assert desk.order == ("carol", "alice", "bob")
    assert desk.left == {"bob"}
    assert desk.missing() == ("alice", "carol")


def test_a_picture_of_the_board_says_the_same_as_lists():
    assert adopted(BY_PICTURE).entries == adopted().entries


def test_a_picture_may_be_quoted_and_in_parts_and_leave_out_what_is_empty():
    parts = """
>    1  2  3
| A  Es Es .
| J  .  .  #
     9 10
  A  Ec o
  B [Ec].
"""
    assert tiles_of_picture(parts.replace(">", " ").replace("Es", "Et"), HASBRO_2016) == (
        {"Etch": ("1A", "2A"), "Echo": ("9A", "9B")},
        ("10A",),
        ("3J",),
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            " A   L  L",
            " A   X  L",
            (
                "1A is marked X, and the chains are Luxor, Tower, American, Festival, Worldwide, Continental, "
                "Imperial; o is a loose tile, # one out of play, . an empty square. Write more letters, or others."
            ),
        ),
        (
            "     1  2",
            "     7  7",
            "7A is shown twice. Leave one row A out.",
        ),
        (
            "10 11 12",
            "10 11 13",
            "there is no tile 13A in classic. Correct the numbers of the columns.",
        ),
        (
            " D   .",
            " D",
            "row D has 11 squares, and 12 columns are numbered above it. Correct that row.",
        ),
        (
            " C ",
            " Z ",
            (
                "the line 'Z   .  .  .  .  T  .  .  .  .  .  .  .' is no row: one begins with its letter, A to I. "
                "Copy it from a report, from the line of column numbers on."
            ),
        ),
        (
            "     1  2  3  4  5  6  7  8  9 10 11 12\n",
            "",
            "row A has 12 squares, and no columns are numbered above it. Correct that row.",
        ),
    ],
)
def test_a_picture_that_shows_no_board_is_told_what_to_correct(old, new, fault):
    assert faults(changed((PICTURE, PICTURE.replace(old, new, 1)), text=BY_PICTURE)) == [f"`board`: {fault}"]


def test_a_mark_that_may_be_two_chains_is_asked_for_more_letters():
    picture = "   1 2\nA  E E\n"
    text = (
        f'name = "ab"\nround = 2\nedition = "hasbro_2016"\norder = []\nnext = ""\nboard = """{picture}"""\n'
    )
    (fault,) = [fault for fault in faults(text) if fault.startswith("`board`")]
    assert fault == (
        "`board`: 1A is marked E, and it may be Etch or Echo; o is a loose tile, # one out of play, . an empty "
        "square. Write more letters, or others."
    )


def test_tiles_and_chains_may_be_written_in_any_case():
    assert (
        adopted(changed(('["1A", "2A"', '["1a", " 2A "'), ("Tower =", "TOWER ="))).entries
        == adopted().entries
    )


def test_what_reports_show_beside_the_position_may_be_written_to_be_compared():
    more = "pool = 82\nsizes = { Luxor = 3, Tower = 2, Imperial = 0 }\nbank = { Luxor = 2, Imperial = 25 }\n"
    assert adopted(changed(("round = 5", f"round = 5\n{more}"))).entries == adopted().entries


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ("players+1", ("alice", "bob", "carol", "alice")),
        ("players", ("alice", "bob", "carol")),
        ("1", ("alice",)),
    ],
)
def test_the_round_is_cut_from_the_rotation_as_the_switch_says(plays, expected):
    text = changed(('holdings = "private"', f'plays_per_round = "{plays}"'))
    assert adopted(text).entries[-1].event.plays == expected


def test_two_with_four_hands_have_four_seats_in_their_order():
    names = ("ann_1", "ben_1", "ann_2", "ben_2")
    hands = ["1A 2A", "3C", "5A 6A 7A 8A 9A 10A", ""]
    players = "".join(
        f"[players.{seat}]\ncash = 500\nhand = {hand.split()}\n"
        for seat, hand in zip(names, hands, strict=True)
    )
    text = f"""
name = "harbour"
round = 3
next = "ann_2"
order = ["ben_1", "ann_2", "ben_2", "ann_1"]
[switches]
two_players = "four_hands"
{players}"""
    state = state_of(text)
    assert (state.seats, state.switches.two_players, state.switches.order_of_play) == (
        names,
        "four_hands",
        "seats",
    )
    assert state.plays == ("ann_2", "ben_2", "ann_1", "ben_1", "ann_2")


def test_powers_that_are_left_are_those_that_are_said():
    text = changed(('holdings = "private"', "special_powers = true"))
    for handle, powers in (("alice", '["3 free", "Buy  5"]'), ("bob", "[]"), ("carol", '["take 5 tiles"]')):
        text = changed((f"[players.{handle}]", f"[players.{handle}]\npowers = {powers}"), text=text)
    assert state_of(text).powers == {"alice": ("3 free", "buy 5"), "bob": (), "carol": ("take 5 tiles",)}


def test_who_has_taken_five_tiles_may_still_hold_them():
    text = changed(('holdings = "private"', "special_powers = true"))
    for handle in ("alice", "bob", "carol"):
        text = changed((f"[players.{handle}]", f"[players.{handle}]\npowers = []"), text=text)
    text = changed(('["1I", ', '["7B", "8B", "9B", "10B", "11B", "1I", '), text=text)
    assert state_of(text).hand_counts["alice"] == 11


def test_a_hand_that_is_not_full_is_pointed_out_and_taken():
    found = adopted(changed(('"1G", ', ""), ('"1H", "2H", ', "")))
    (note,) = found.notes
    assert note == (
        "hands with fewer than 6 tiles, while there are 85 tiles left to draw: bob 4, carol 5. They are filled up as "
        "their holders play."
    )


def test_switches_that_do_not_fit_are_told_in_the_game_as_when_one_is_opened():
    found = adopted(changed(('holdings = "private"', "teams = true")))
    assert found.entries[0].event.ignored == ("teams = true",)


# --- a position written down ---


def test_a_hand_has_no_empty_places_between_plays_so_that_its_tiles_in_their_order_are_all_of_it():
    state = state_of()
    for event in (
        e.TilePlaced("2I", "loose", None, (), "orders", seat="alice"),
        e.PlayEnded(1, 0, 5, 82, seat="alice"),  # as who took five tiles draws none at first
        e.TileDrawn("7A", 1, seat="alice"),
    ):
        apply(state, event)
    assert state.hand("alice") == ["1I", "3I", "4I", "5I", "6I", "7A"]


def test_a_tile_drawn_in_the_play_takes_the_place_of_the_one_that_was_laid():
    state = state_of()
    for event in (
        e.TilePlaced("2I", "loose", None, (), "orders", seat="alice"),
        e.TileDrawn("7A", 1, seat="alice"),
        e.PlayEnded(1, 1, 6, 81, seat="alice"),
    ):
        apply(state, event)
    assert state.hand("alice") == ["1I", "7A", "3I", "4I", "5I", "6I"]


def test_a_position_written_down_is_the_one_that_was_read():
    text = position_text("harbour", state_of())
    assert adopted(text).entries == adopted().entries


@pytest.mark.parametrize("seed", ['say "hi" \\ to\tall', "ünï ☃ \x7f", "line\nfeed", "'''"])
def test_any_seed_can_be_written_down(seed):
    text = position_text("harbour", state_of(), seed=seed, bag=POOL)
    assert chance_of(adopted(text).entries).seed == seed


def test_what_is_written_says_whose_it_is_and_what_is_not_in_it():
    text = " ".join(position_text("harbour", state_of()).replace("#", "").split())
    assert "It shows the hands of all players: it is for the referee alone." in text
    assert "Orders that players have filed, standing ones too, are no part of a position" in text
    assert "which tiles will be drawn" not in text
    with_bag = " ".join(position_text("harbour", state_of(), seed="s", bag=POOL).replace("#", "").split())
    assert "which tiles will be drawn, and how dice will fall: it is for the referee alone" in with_bag
    assert max(map(len, position_text("harbour", state_of(), seed="s", bag=POOL).splitlines())) <= 78


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_written_out_as_a_club_s_own_is_the_same_game(name):
    edition = EDITIONS[name]
    own = own_edition(words_of(edition) | {"id": "mine"})
    assert words_of(own) == words_of(edition) | {"id": "mine"}
    assert own.price_by_size == edition.price_by_size


def test_a_printed_edition_that_has_changed_since_is_written_out():
    state = state_of()
    data = dict(adopted().entries[0].event.edition) | {"shares": 24}
    (first, *rest) = [entry.event for entry in adopted().entries]
    older = fold([e.GameOpened(data, "older", first.switches, (), state.seats, False, False), *rest])
    text = position_text("harbour", older)
    assert 'id = "classic_own"' in text
    again = state_of(text)
    assert (again.edition.shares, again.bank["Imperial"]) == (24, 24)
    assert again.edition.defaults == state.edition.defaults
