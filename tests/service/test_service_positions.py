"""A game goes on from its position: in the store, with its reports, and as everything that reads logs sees it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from service_helpers import PLAYERS, open_harbour

from orders.words import Beginning, beginning
from referee.clock import FixedEntropy
from referee.errors import UserError
from referee.report.layout import looks_like_an_order
from referee.service.adopt_position import adopt_position, plan_adoption
from referee.service.edition_file import edition_of
from referee.service.file_orders import file_orders
from referee.service.position_file import read_position_file
from referee.service.resolve_round import resolve_round
from referee.service.show_position import show_position
from referee.service.show_report import show_report
from referee.service.show_status import game_status
from referee.service.verify_game import verify_game, what_happened

ORDERS = """tile any that founds, any
found any
survivor any
settle any
merger any: trade 2, keep rest
buy 3 Luxor
"""
ROUNDS = 4


def play(work, game, rounds):
    for number in range(rounds):
        for seat in PLAYERS[number % 2 :]:
            file_orders(work, game, seat, ORDERS, "test")
        resolve_round(work, game, misses_meant=True)


def adopted(work, folder, *, number=None, with_bag=True):
    """The game goes on as `pier`, from what its position says."""
    file = folder / "position.toml"
    file.write_text(show_position(work, "harbour", number, with_bag=with_bag), encoding="utf-8")
    return adopt_position(work, plan_adoption(file, FixedEntropy("pier"), "pier"))


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    """`harbour`, six rounds old, and `pier`, which went on from its fifth."""
    folder = tmp_path_factory.mktemp("adopted")
    with open_harbour(folder) as found:
        play(found, "harbour", ROUNDS)
        adopted(found, folder)
        play(found, "harbour", 2)
        play(found, "pier", 2)
        yield found


def test_the_same_bag_and_orders_give_the_same_public_reports(work):
    for number in (5, 6):
        here = show_report(work, "pier", number, None, fresh=False).body.decode().splitlines()
        there = show_report(work, "harbour", number, None, fresh=False).body.decode().splitlines()
        assert here[1:-1] == there[1:-1]


def test_what_was_adopted_verifies_and_is_decided_again_the_same(work):
    found = verify_game(work, "pier", audit=True)
    assert (found.faults, found.differences) == ((), ())
    assert found.reports == 3 * (1 + len(PLAYERS))


def test_the_first_reports_show_the_position_and_each_player_his_hand(work):
    public = show_report(work, "pier", 0, None, fresh=False).body.decode()
    assert "Next is round 5: " in public
    assert "BEGUN ELSEWHERE" in public
    assert "SET-UP" not in public
    assert "The order of the tiles left was given by whoever opened the game." in public
    hand = work.log("pier").entries[4].event
    mine = show_report(work, "pier", 0, hand.seat, fresh=False).body.decode()
    assert "YOUR HAND" in mine
    assert all(f"\n{tile} " in mine or f"\n{tile}  " in mine for tile in hand.tiles)
    assert "YOUR HAND" not in public


def test_no_line_of_the_first_reports_begins_like_an_order_or_is_too_wide(work):
    for reader in (None, *PLAYERS):
        for line in show_report(work, "pier", 0, reader, fresh=False).body.decode().splitlines():
            assert len(line) <= 78
            if line.strip() and not line.startswith("|"):
                assert beginning(line) is Beginning.OTHER, line
                assert not looks_like_an_order(line.split()[0]), line


def test_rounds_before_the_position_have_no_reports(work):
    with pytest.raises(UserError, match="has no report of round 4"):
        show_report(work, "pier", 4, None, fresh=False)


def test_the_misses_of_before_are_counted_on(work):
    missed = {seat.seat: seat.missed for seat in game_status(work, "pier").seats}
    assert missed == {seat.seat: seat.missed for seat in game_status(work, "harbour").seats}
    assert missed["alice"] == 3


def test_the_position_of_a_game_that_was_adopted_is_that_of_the_other(work):
    here, there = show_position(work, "pier", with_bag=True), show_position(work, "harbour", with_bag=True)
    assert here.replace("pier", "harbour") == there


def test_an_earlier_round_gives_the_position_that_the_round_began_with(work):
    text = show_position(work, "harbour", 1)
    assert "\nround = 1\n" in text
    assert text.count("cash = 6000") == len(PLAYERS)
    assert "seed" not in text
    assert "bag" not in text


@pytest.mark.parametrize(
    ("game", "number", "says"),
    [
        ("harbour", 8, "harbour: round 8 was never open here; rounds 1 to 7 were."),
        ("pier", 4, "pier: round 4 was never open here; rounds 5 to 7 were."),
    ],
)
def test_a_round_that_was_never_open_has_no_position(work, game, number, says):
    with pytest.raises(UserError) as refusal:
        show_position(work, game, number)
    assert str(refusal.value) == says


def test_without_the_bag_the_rest_is_the_same_and_chance_is_new(tmp_path):
    with open_harbour(tmp_path) as found:
        play(found, "harbour", 2)
        log = adopted(found, tmp_path, with_bag=False)
        assert not log.entries[0].event.bag_given
        assert log.entries[2].event.seed != found.log("harbour").entries[2].event.seed
        assert verify_game(found, "pier").holds


def test_a_game_with_one_round_says_so(tmp_path):
    with open_harbour(tmp_path) as found, pytest.raises(UserError, match="only round 1 was"):
        show_position(found, "harbour", 2)


def test_the_position_of_a_game_that_is_over_is_asked_for_by_its_round(tmp_path):
    with open_harbour(tmp_path) as found:
        play(found, "harbour", 1)
        for seat in PLAYERS[:3]:
            file_orders(found, "harbour", seat, "resign\n" + ORDERS, "test")
        resolve_round(found, "harbour", misses_meant=True)
        assert game_status(found, "harbour").ended == "one_left"
        with pytest.raises(UserError) as refusal:
            show_position(found, "harbour")
        assert str(refusal.value) == (
            "harbour is over: no round is open. Say --round N for the position with which a round began; the last "
            "was round 2."
        )
        assert "left = true" not in show_position(found, "harbour", 2)


# --- files ---


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "there is no {file}. `referee position GAME` shows what stands in such a file."),
        (b"\xff\xfe", "{file} is not UTF-8 text. Save it as plain text, UTF-8."),
        (b"[" * 5000, "{file} is not valid TOML"),
        (b"a = " + b"[" * 20000, "{file} is not valid TOML"),
        (b"#" * 70000, "{file} is larger than 64 KiB: that is no file that describes the position."),
        (b"", "{file}: 5 things are wrong:\n- `name` is missing."),
        (b"x = 5\n" * 2, "{file} is not valid TOML"),
        (b"\n".join(b"k%d = 1" % n for n in range(99)), "\n- and 84 more."),
        (b"[switches]\n" + b"x" * 60000 + b" = 5", "\n- `players` is missing."),
        (b"edition = '" + b"x" * 60000 + b"'", "\n- `players` is missing."),
        (b"order = [" + b"'zoe', " * 9000 + b"]\n[players.ann]", "\n- `order` has not each player once: zoe"),
        (b"loose = [" + b"'1Z', " * 9000 + b"]\n[players.ann]", "`loose` has 1Z, and the tiles"),
    ],
)
def test_a_file_that_is_no_position_is_refused_with_what_to_do(tmp_path, data, says):
    file = tmp_path / "position.toml"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(UserError) as refusal:
        read_position_file(file, "a seed")
    assert says.format(file=file) in str(refusal.value)
    assert len(str(refusal.value)) < 5000


def test_a_name_that_no_game_can_have_is_refused(tmp_path):
    file = tmp_path / "position.toml"
    file.write_text("")
    with pytest.raises(UserError, match="'4' cannot be the name of a game"):
        read_position_file(file, "a seed", "4")


def test_a_clubs_edition_is_looked_for_beside_the_position_and_goes_along_with_it(tmp_path):
    (tmp_path / "quay.toml").write_text('id = "quay"\nextends = "classic"\nboard = [14, 9]\n')
    players = "".join(
        f'[players.{seat}]\ncash = 100\nhand = ["14{row}"]\n' for seat, row in (("ann", "A"), ("ben", "B"))
    )
    file = tmp_path / "position.toml"
    file.write_text(
        f'name = "pier"\nedition = "quay.toml"\nround = 2\nnext = "ann"\norder = ["ann", "ben"]\n{players}'
    )
    with open_harbour(tmp_path) as found:
        log = adopt_position(found, plan_adoption(file, FixedEntropy("pier")))
        assert log.entries[0].event.edition["columns"] == 14
        file.write_text(show_position(found, "pier"))
        again = adopt_position(found, plan_adoption(file, FixedEntropy("pier"), "pier2"))
        assert again.entries[0].event.edition["columns"] == 14
        assert [one.event for one in again.entries[3:]] == [one.event for one in log.entries[3:]]


# --- records that somebody forged ---

ODD = (
    None,
    True,
    0,
    -1,
    10**30,
    "",
    "x",
    "5C",
    [],
    ["x"],
    [3],
    [None],
    {},
    {"x": {}},
    {"alice": -1},
    {"Luxor": "5C"},
)


@pytest.fixture(scope="module")
def records(work):
    return work.unit.records("pier")


def forged(records, seq, **values):
    record = records[seq - 1]
    return what_happened([*records[: seq - 1], replace(record, data=record.data | values), *records[seq:]])[1]


def test_the_log_as_it_was_written_has_nothing_odd(records):
    assert records[3].kind == "position_adopted"
    assert records[4].kind == "hand_adopted"
    assert what_happened(records)[1] == []


def test_odd_data_in_a_position_is_named_and_nothing_else_happens(records):
    for seq in (4, 5):
        for name, usual in records[seq - 1].data.items():
            for odd in ODD:
                if odd != usual:
                    assert forged(records, seq, **{name: odd}), (name, odd)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("order", lambda order: [*order[:3], "zoe"]),
        ("order", lambda order: order[:3]),
        ("next", lambda _: "zoe"),
        ("left", lambda _: ["zoe"]),
        ("cash", lambda cash: cash | {"zoe": 100}),
        ("cash", lambda cash: cash | {"alice": -100}),
        ("hands", lambda hands: hands | {"alice": 5}),
        ("shares", lambda shares: shares | {"alice": {"Luxor": 26}}),
        ("shares", lambda shares: shares | {"alice": {"Nestor": 1}}),
        ("misses", lambda _: {}),
        ("powers", lambda powers: powers | {"zoe": []}),
        ("tiles_left", lambda left: left + 1),
        ("loose", lambda loose: [*loose, "1Z"]),
        ("out_of_play", lambda _: ["1A"]),
        ("round", lambda number: number + 1),
    ],
)
def test_a_position_that_cannot_be_is_named(records, name, change):
    assert forged(records, 4, **{name: change(records[3].data[name])})


def test_a_position_is_of_nobody_and_a_hand_is_of_its_player_alone(records):
    for seq, seat, visibility in ((4, "alice", "public"), (5, None, ("alice#1",)), (5, "alice", "public")):
        odd = replace(records[seq - 1], seat=seat, visibility=visibility)
        assert what_happened([*records[: seq - 1], odd, *records[seq:]])[1]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("".join(f"k{number} = 1\n" for number in range(99)), "100 things are wrong:\n- there is no `k0`."),
        ("".join(f"k{number} = 1\n" for number in range(99)), "\n- and 80 more."),
        ('extends = "classic"\nlow = [' + '"x", ' * 9000 + "]", "has a chain that cannot be named so. 'x'"),
        (f'id = "quay"\nextends = "{"x" * 60000}"', "`extends` is 'xxxx"),
    ],
)
def test_a_file_that_is_no_edition_is_refused_without_drowning_anybody(tmp_path, data, says):
    file = tmp_path / "mine.toml"
    file.write_text(data)
    with pytest.raises(UserError) as refusal:
        edition_of(file)
    assert says in str(refusal.value)
    assert len(str(refusal.value)) < 13000
