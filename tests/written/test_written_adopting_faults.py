"""A position that cannot be: every fault has its message, with where, what, and what to do; all come at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from positions import BY_PICTURE, POSITION, changed, faults

from referee.rules.editions import CLASSIC
from referee.written import position_facts
from referee.written.adopting import adopt
from referee.written.position_facts import EXAMPLES, OF_PLAYERS, PlayerFacts, PositionFacts, facts_of

POWERS = "There are 3 free, buy 5, trade 2, take 5 tiles, place 4 tiles."
PLAYERS_EXAMPLE = (
    "Write for each player, in the order of the seats, [players.alice] and below it cash = 6000 and "
    "hand = […]."
)
EDITIONS = "classic, avalon_hill_1995, hasbro_1999, wotc_2008, hasbro_2016, renegade_2023"
FOUR_HANDS = (
    "[players.…]: with two_players = four_hands each of the two has two seats. Write them in their order, as in "
    "[players.alice_1], [players.bob_1], [players.alice_2], [players.bob_2]."
)


@dataclass(frozen=True)
class Case:
    """Changes of the position, and the one fault that is told then."""

    changes: tuple[tuple[str, str], ...]
    fault: str


def cases() -> Iterator[Case]:
    """The cases of position_faults.txt."""
    text = (Path(__file__).parent / "position_faults.txt").read_text(encoding="utf-8")
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith(("#", "==="))]
        old = [line[2:].replace("\\n", "\n") for line in lines if line.startswith("-")]
        new = [line[2:].replace("\\n", "\n") for line in lines if line.startswith("+")]
        fault = " ".join(line[2:] for line in lines if line.startswith(("!", " ")))
        if lines:
            yield Case(tuple(zip(old, new, strict=True)), fault)


CASES = tuple(cases())


def told(*changes: tuple[str, str]) -> list[str]:
    return faults(changed(*changes))


def test_the_position_itself_has_no_fault():
    assert faults(POSITION) == faults(BY_PICTURE) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.fault[:60])
def test_a_position_with_one_fault_is_told_that_one_and_what_to_do(case):
    assert told(*case.changes) == [case.fault]


def test_every_part_of_a_position_has_its_faults_in_the_cases():
    elsewhere = {"edition", "players"}
    told_of = {key for key in (*EXAMPLES, *OF_PLAYERS) for case in CASES if f"`{key}`" in case.fault}
    assert told_of | elsewhere == {*EXAMPLES, *OF_PLAYERS}


def read_back(examples: dict[str, str], *but: str) -> dict[str, object]:
    """The examples as TOML, written as they stand, without the remark in brackets and the `…` for more."""
    read: dict[str, object] = {}
    for key, example in examples.items():
        if key not in but:
            text = (
                example.partition(" (")[0].replace(", …", "").replace(" and below it, for instance, ", "\n")
            )
            read |= tomllib.loads(text)
    return read


def test_every_example_is_toml_that_can_be_read():
    table = read_back(EXAMPLES, "board", "players") | {"players": {"alice": read_back(OF_PLAYERS)}}
    facts, unread = facts_of(table, CLASSIC)
    assert unread == []
    assert table["edition"] == "classic"
    assert facts == PositionFacts(
        name="harbour",
        switches={"holdings": "private"},
        round=5,
        next="alice",
        order=("carol", "alice", "bob"),
        chains={"Luxor": ("1A", "2A")},
        loose=("5C", "9A"),
        out_of_play=("12I",),
        players={
            "alice": PlayerFacts(
                cash=6000,
                shares={"Luxor": 3, "Tower": 1},
                hand=("1A", "5C", "12I"),
                misses=0,
                powers=("3 free", "buy 5"),
                left=True,
            )
        },
        sizes={"Luxor": 5, "Tower": 12},
        bank={"Luxor": 9},
        pool=54,
        seed="a text that nobody can guess",
        bag=("5C", "9A"),
    )


# --- what cannot be read ---


def test_a_number_of_any_length_is_read_without_harm():
    assert told(("round = 5", f"round = 0x{'f' * 20000}")) == [
        "`round` cannot be read. Write round = 5 (the round that is played next)."
    ]


@pytest.mark.parametrize("players", ["players = 5", "players = {}", "[players]"])
def test_players_that_cannot_be_read_are_told_as_they_are_written(players):
    text = f'name = "harbour"\nround = 5\norder = ["carol"]\nnext = "carol"\n{players}\n'
    assert faults(text) == [f"`players` cannot be read. {PLAYERS_EXAMPLE}"]


def test_a_player_that_is_no_table_is_told_as_one_is_written():
    assert faults(changed(("[players.alice]", "[players]\ndave = 5\n[players.alice]"))) == [
        f"`players` cannot be read. {PLAYERS_EXAMPLE}",
        "`order` has not each player once: dave is missing. The players are dave, alice, bob, carol.",
    ]


@pytest.mark.parametrize(
    ("edition", "fault"),
    [
        ("5", '`edition` cannot be read. Write edition = "classic".'),
        (
            '"chess"',
            (
                f"`edition`: there is no edition 'chess'; there are {EDITIONS}. A club's own is named by its file, "
                "as in mine.toml."
            ),
        ),
        (
            '{ id = "quay", extends = "classic", cash = 50 }',
            "[edition] `cash` has 50: money is a multiple of 100",
        ),
    ],
)
def test_an_edition_that_there_is_not_is_told_first_with_the_keys_that_need_none(edition, fault):
    first, *others = faults(changed(("round = 5", f"edition = {edition}"), ("loose =", "lose =")))
    assert first.startswith(fault)
    assert others == [
        "there is no `lose`. Did you mean loose?",
        "`round` is missing. Write round = 5 (the round that is played next).",
    ]


@pytest.mark.parametrize("key", ["name", "round", "order", "next", "cash", "hand"])
def test_what_no_check_has_missed_is_never_made_up(monkeypatch, key):
    """A position that would be let through without a fact it needs is a fault of the program, and no game."""
    monkeypatch.setattr(position_facts, "missing_keys", lambda *_: [])
    (line,) = [
        line for line in POSITION.split("[players.bob]")[0].splitlines() if line.startswith(f"{key} =")
    ]
    with pytest.raises(ValueError, match=f"`{key}`"):
        adopt(tomllib.loads(changed((f"{line}\n", ""))), "a fresh seed")


# --- tiles ---


def test_a_bag_is_all_that_is_left_to_draw_each_once():
    (fault,) = told(("[switches]", 'bag = ["1A", "7A", "7A"]\n[switches]'))
    assert fault == (
        "`bag` is not the 82 tiles that are left to draw (elsewhere already: 1A; twice: 7A; missing: 1B, 1C, 1D, 1E, "
        "1F and more). Correct it, or leave it out to have them shuffled."
    )


# --- shares and hands ---


def with_powers(alice: str, *changes: tuple[str, str]) -> list[str]:
    return told(
        ('holdings = "private"', "special_powers = true"),
        ("[players.alice]", f"[players.alice]\n{alice}"),
        ("[players.bob]", "[players.bob]\npowers = []"),
        ("[players.carol]", "[players.carol]\npowers = []"),
        *changes,
    )


@pytest.mark.parametrize(
    ("alice", "fault"),
    [
        (
            "",
            (
                "[players.alice] `powers` is missing, in a game that has them. Write powers = "
                '["3 free", "buy 5"] (the special powers that are left).'
            ),
        ),
        (
            'powers = ["3 fre"]',
            "[players.alice] `powers`: there is no power 3 fre. Did you mean 3 free?",
        ),
        ('powers = ["zz"]', f"[players.alice] `powers`: there is no power zz. {POWERS}"),
        (
            'powers = ["buy 5", "BUY 5"]',
            "[players.alice] `powers` has buy 5 twice. Leave one out: each is used once in a game.",
        ),
    ],
)
def test_the_powers_that_are_left_are_said_and_are_those_there_are(alice, fault):
    assert with_powers(alice) == [fault]


@pytest.mark.parametrize(
    ("powers", "tiles", "fault"),
    [
        ('["take 5 tiles"]', 7, "has 7 tiles; the most is 6, or 11 once `take 5 tiles` is used."),
        ("[]", 12, "has 12 tiles; the most is 11."),
    ],
)
def test_a_larger_hand_has_who_took_five_tiles_and_nobody_else(powers, tiles, fault):
    more = ", ".join(f'"{column}{row}"' for column, row in zip([7, 8, 9, 10, 11, 7], "BBBBBE", strict=True))
    more = ", ".join(more.split(", ")[: tiles - 6])
    assert with_powers(f"powers = {powers}", ('["1I"', f'[{more}, "1I"')) == [
        f"[players.alice] `hand` {fault} Leave out what is wrong."
    ]


# --- players ---


def test_as_many_play_as_the_edition_is_for():
    text = 'name = "harbour"\nround = 5\norder = ["ann"]\nnext = "ann"\n[players.ann]\ncash = 0\nhand = []\n'
    assert faults(text) == [
        "classic is for 2 to 6 players, not 1. Write [players.…] for each of them.",
    ]


def test_two_seats_are_too_few_for_two_with_four_hands():
    players = "".join(f"[players.{seat}]\ncash = 0\nhand = []\n" for seat in ("ann_1", "ann_2"))
    text = f"""
name = "harbour"
round = 5
order = ["ann_1", "ann_2"]
next = "ann_1"
[switches]
two_players = "four_hands"
{players}"""
    assert faults(text) == [FOUR_HANDS]


# --- all at once ---


def test_all_faults_come_at_once():
    found = told(
        ("loose =", "lose ="),
        ("cash = 5400", "cash = 5450"),
        ("Luxor = 20", "Luxor = 23"),
        ('["5C", "5D"]', '["5C", "6D"]'),
        ('"6G"]', '"6I"]'),
        ('next = "alice"', 'next = "dave"'),
        ('holdings = "private"', 'holdings = "secret"'),
        ("misses = 2", "left = true"),
        ("cash = 100", "cash = 100\nleft = true"),
    )
    assert [fault.split()[0] + " " + fault.split()[1] for fault in found] == [
        "there is",
        "[players.alice] `cash`",
        "[switches] holdings",
        "6I is",
        "[chains] Tower",
        "Luxor: the",
        "`next` is",
        "with `left`",
    ]


def test_what_hangs_on_a_board_that_cannot_be_read_is_not_told_as_well():
    text = changed(("[switches]", "sizes = { Luxor = 3, Tower = 2 }\npool = 82\n[switches]"), text=BY_PICTURE)
    (fault,) = faults(changed((" D   .", " D"), text=text))
    assert fault == "`board`: row D has 11 squares, and 12 columns are numbered above it. Correct that row."


def test_long_and_strange_names_are_told_short():
    (fault,) = told(("misses = 2", f"{'x' * 500} = 2"))
    assert fault.startswith(f"[players.bob] there is no `{'x' * 40}…`.")
    assert len(fault) < 200


def test_what_is_left_to_draw_is_compared_although_other_things_are_wrong():
    assert told(
        ("[switches]", 'pool = 80\nbag = ["1A"]\n[switches]'),
        ("cash = 5400", "cash = 5450"),
        ('"alice"', '"dave"'),
    ) == [
        "[players.alice] `cash` is 5450; money is a multiple of 100. Correct it.",
        "`order` has not each player once: dave is no player; alice is missing. The players are alice, bob, carol.",
        (
            "`pool` says that 80 tiles are left to draw; 82 of 108 are neither on the board, in a hand nor out of "
            "play. Look for what is missing there, or too much."
        ),
        (
            "`bag` is not the 82 tiles that are left to draw (elsewhere already: 1A; missing: 1B, 1C, 1D, 1E, 1F and "
            "more). Correct it, or leave it out to have them shuffled."
        ),
    ]


@pytest.mark.parametrize(
    "change",
    [
        ("loose =", "lose ="),
        ('["9A", "12I"]', '["9A", "13I"]'),
        ('["9A", "12I"]', '["9A", "1A"]'),
        ("Tower =", "Quantum ="),
        ('hand = ["1I"', 'hnd = ["1I"'),
        ('["8H"]', "8"),
    ],
)
def test_what_is_left_to_draw_is_not_compared_where_a_place_of_tiles_is_in_doubt(change):
    found = told(("[switches]", "pool = 5\n[switches]"), change)
    assert found
    assert not [fault for fault in found if "`pool`" in fault]


def test_what_another_edition_has_is_told_once_for_all_its_chains_and_tiles():
    assert told(("round = 5", 'edition = "hasbro_2016"\nround = 5')) == [
        (
            "`chains`, [players.alice] `shares`, [players.bob] `shares`: there are no chains Luxor, Tower in "
            "hasbro_2016. There are Nestor, Spark, Etch, Fleet, Rove, Bolt, Echo."
        ),
        "`loose` has 12I, and the tiles of hasbro_2016 go from 1A to 10J. Correct that.",
    ]


def test_a_slip_that_stands_in_several_places_is_told_once_with_what_was_meant():
    assert told(("Luxor = [", "Luxr = ["), ("Luxor = 3", "Luxr = 3"), ("Tower = 1", "Towr = 1")) == [
        "`chains`, [players.alice] `shares`: there is no chain Luxr in classic. Did you mean Luxor?",
        "[players.alice] `shares`: there is no chain Towr in classic. Did you mean Tower?",
    ]


@pytest.mark.parametrize(("more", "ending"), [(0, "x'"), (1, "x…'")])
def test_a_line_of_the_board_is_told_whole_as_far_as_a_report_is_wide(more, ending):
    line = "Copied from the mail of last week, " + "x" * (43 + more)
    (fault,) = faults(changed((" A   L", f"{line}\n A   L"), text=BY_PICTURE))
    assert f"the line '{line[:78]}".removesuffix("x") in fault
    assert f"{ending} is no row: one begins with its letter, A to I." in fault
