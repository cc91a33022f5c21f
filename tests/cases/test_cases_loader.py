"""What cannot be a case is refused, and a case that expects the wrong thing fails."""

from __future__ import annotations

import pytest
from case_check import faults_of
from case_file import CaseError, cases_in
from case_play import play_case
from case_position import place_of

POSITION = """
=== A case
board:
     1 2 3 4 5 6 7
  A  L L L * T T .
  B  . . . . . . .
  C  o . . . . . x
alice: $1,000; 2 Tower, 1 Luxor; hand 4A 12I
bob: 3 Tower
carol:
draw: 9H
orders alice:
  tile 4A
  merger Tower: trade 2
orders bob:
  merger Tower: sell 1, keep rest
"""
EXPECTED = """
play 1 alice:
  alice lays 4A: merger
  Luxor 3 takes over Tower 2 at $200
  bonus of Tower: bob $2,000 for 3 (1st)
  bonus of Tower: alice $1,000 for 2 (2nd)
  alice settles Tower: trades 2 for 1
  bob settles Tower: sells 1 at $200, keeps 2
  Tower is gone into Luxor
  Luxor has 6 tiles
  alice draws 9H
after play 1:
  alice: $2,000; 2 Luxor; hand 12I 9H
  Luxor: 1A-6A
  Tower: 0
  loose: 1C
  out: 7C
  left to draw: 0
  bank Tower: 23
  value bob: $8,200
asked alice, merger Tower, play 1:
  true: my cash = 2000
  false: my cash = 1000
answers alice, play 1, only merger:
  merger Tower into Luxor = trade 2 <- merger Tower: trade 2
"""


def faults(text):
    (case,) = cases_in(text)
    return faults_of(case, play_case(case))


def test_a_case_that_is_right_has_no_faults():
    assert faults(POSITION + EXPECTED) == []


@pytest.mark.parametrize("line", [line for line in EXPECTED.splitlines() if line.startswith("  ")])
def test_each_line_that_is_expected_is_compared(line):
    """With a number or a name changed the case fails, line by line."""
    wrong = line.translate(str.maketrans("123456789", "987654321"))
    if "true: " in line:
        wrong = line.replace("true", "false")
    elif "false: " in line:
        wrong = line.replace("false", "true")
    elif wrong == line:
        wrong = line.replace("Luxor", "American").replace(": 0", ": 1")
    assert wrong != line
    if line.strip().startswith(("Luxor: 1A", "out: ", "loose: ")):
        wrong = line.split(":")[0] + ": 8I 9I"
    if line.strip().startswith("alice: $"):
        wrong = line.replace("$2,000", "$2,001")
    text = EXPECTED.replace(line + "\n", wrong + "\n")
    assert text != EXPECTED
    assert faults(POSITION + text)


PLAY = EXPECTED[: EXPECTED.index("after")]


@pytest.mark.parametrize("number", range(len(PLAY.splitlines()) - 2))
def test_an_event_that_the_case_does_not_tell_is_a_fault(number):
    lines = PLAY.splitlines()
    del lines[number + 2]
    assert faults(POSITION + "\n".join(lines))


def test_an_event_that_did_not_happen_is_a_fault():
    assert faults(POSITION + PLAY + "  alice buys 1 Luxor at $600\n")


def test_events_in_another_order_are_a_fault():
    first, second, third, *rest = PLAY.strip().splitlines()
    assert faults(POSITION + "\n".join((first, third, second, *rest)))


def test_with_only_the_other_kinds_are_left_alone():
    some = "play 1 alice, only bonus:\n  bonus of Tower: bob $2,000 for 3 (1st)\n"
    assert faults(POSITION + some)
    assert not faults(POSITION + some + "  bonus of Tower: alice $1,000 for 2 (2nd)\n")


def test_each_part_of_what_a_player_has_is_compared():
    right = "after play 1:\n  alice: $2,000; 2 Luxor; hand 12I 9H\n"
    assert not faults(POSITION + right)
    for part, wrong in (("$2,000", "$1,900"), ("2 Luxor", "no shares"), ("12I 9H", "12I"), ("2 L", "3 L")):
        assert faults(POSITION + right.replace(part, wrong))


def test_a_moment_that_never_comes_is_a_fault():
    (fault,) = faults(POSITION + "asked carol, merger Tower, play 1:\n  true: round = 2\n")
    assert "never asked" in fault


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("hand 4A 12I", "hand 4A 1C", "twice: 1C"),
        ("draw: 9H", "draw: 12I", "twice: 12I"),
        ("draw: 9H", "draw: 9H 9H", "twice: 9H"),
        ("hand 4A 12I", "hand 4A 7C", "twice: 7C"),
        ("hand 4A 12I", "hand 4A 13I", "no tiles of classic: 13I"),
        ("hand 4A 12I", "hand 4A 12J", "no tiles of classic: 12J"),
        ("hand 4A 12I", "hand 4A 12I 8A 8B 8C 8D 8E", "more than 6 tiles"),
        ("bob: 3 Tower", "bob: 24 Tower", "only 25 shares of Tower"),
        ("bob: 3 Tower", "bob: 3 Nestor", "are no shares"),
        ("bob: 3 Tower", "bob: 3 Tower, 1 Tower", "are no shares"),
        ("B  . . .", "B  o . .", "touches"),
        ("B  . . .", "B  T T .", "touches"),
        ("L L L * T T", "L L L * T .", "no connected group"),
        ("L L L * T", "L . L * T", "no connected group"),
        ("C  o . .", "C  L L .", "no connected group"),
        ("C  o . .", "C  o Q .", "no sign of a picture"),
        ("carol:", "bob:", "sits twice"),
        ("carol:", "carol:\norder: alice, bob", "not that of the seats"),
        ("carol:", "carol:\nswitch: colour = blue", "no switch colour"),
        ("carol:", "carol:\nswitch: teams = maybe", "expected false or true"),
        ("carol:", "carol:\nweather: fine; rain", "no shares"),
        ("carol:", "carol:\nThe Weather: fine", "nothing that a position has"),
        ("tile 4A", "tile 4A or 5A", "have problems"),
        ("orders bob:", "orders dave:", "gives no orders"),
        ("carol:", "carol:\nmisses: bob", "gives no orders"),
        ("orders bob:", "orders bob, with problems:", "have problems: none"),
    ],
)
def test_a_case_that_cannot_be_is_refused_with_the_reason(old, new, why):
    assert old in POSITION
    (case,) = cases_in(POSITION.replace(old, new, 1))
    with pytest.raises(CaseError, match=why):
        play_case(case)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("play 1 bob:\n  bob lays nothing\n", "not bob's"),
        ("play 5 alice:\n  alice lays nothing\n", "not alice's"),
        ("play alice:\n  alice lays nothing\n", "does not say which play"),
        ("after play 1:\n  the weather: fine\n", "nothing that can be looked at"),
        ("after play 1:\n", "nothing stands under"),
        ("asked alice, tile, play 1:\n", "looks at nothing"),
        ("asked alice, tile, play 1:\n  maybe: round = 2\n", "neither true nor false"),
        ("asked alice, tile, play 1:\n  true: the weather is fine\n", "is no condition"),
    ],
)
def test_an_expectation_that_cannot_be_is_refused_with_the_reason(text, why):
    with pytest.raises((CaseError, ValueError), match=why):
        faults(POSITION + text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("=== A\n  stray\n", "stands under no heading"),
        ("=== A\nwhat is this\n", "neither a heading nor a fact"),
    ],
)
def test_a_text_that_is_no_case_is_refused(text, why):
    with pytest.raises(CaseError, match=why):
        cases_in(text)


OPTIONS = """
=== A game with the bank, powers and rounds of one play
edition: renegade_2023
switch: two_players = bank
switch: special_powers = true
switch: plays_per_round = 1
board:
     1 2 3 4 5 6 7
  A  S S S * T T .
alice: 4 Tower; hand 4A
bob: 2 Sackson; hand 12I
powers bob: 3 free, take 5 tiles
draw: 2I 8H 9H
remixed: 9H 8H 2I
resigns: bob
orders alice:
  tile 4A
  merger Tower: keep all
  use buy 5
  buy 5 Sackson
"""
HAPPENED = """
play 1 alice:
  alice lays 4A: merger
  Sackson 3 takes over Tower 2 at $200
  the bank draws 2I: 2 Tower
  the bank puts 2I back
  the pool of 3 is remixed
  bonus of Tower: alice $2,000 for 4 (1st)
  bonus of Tower: the bank $1,000 for 2 (2nd), paid to nobody
  alice settles Tower: keeps 4
  Tower is gone into Sackson
  Sackson has 6 tiles
  alice uses buy 5
  alice buys 5 Sackson at $600
  alice draws 9H
  alice draws 8H
  alice draws 2I
"""
LEAVING = """
the end, after play 1:
  bob leaves (resigned)
  bonus of Sackson: alice $6,000 for 5 (1st)
  bonus of Sackson: bob $3,000 for 2 (2nd)
  alice sells 5 Sackson at $600
  bob sells 2 Sackson at $600
  game over (one_left): 1. alice $14,000; 2. bob $10,200, left
"""
OPTION_LINES = [line for line in (HAPPENED + LEAVING).splitlines() if line.startswith("  ")]


def test_a_case_with_options_that_is_right_has_no_faults():
    assert faults(OPTIONS + HAPPENED + LEAVING) == []


@pytest.mark.parametrize("line", OPTION_LINES)
def test_each_line_that_only_options_bring_is_compared(line):
    wrong = line.translate(str.maketrans("123456789", "234567891"))
    wrong = line.replace("bob", "alice").replace("Sackson", "American") if wrong == line else wrong
    assert wrong != line
    assert faults(OPTIONS + (HAPPENED + LEAVING).replace(line + "\n", wrong + "\n"))


@pytest.mark.parametrize("part", [", paid to nobody", ", left", "one_left", " (resigned)", ": 2 Tower"])
def test_each_part_of_such_a_line_is_compared(part):
    text = HAPPENED + LEAVING
    assert part in text
    assert faults(OPTIONS + text.replace(part, "", 1))


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("powers alice: 3 free, trade 2, take 5 tiles, place 4 tiles", "powers alice: 3 free, trade 2"),
        ("powers bob: 3 free, take 5 tiles", "powers bob: none"),
        ("left: bob", "left: none"),
    ],
)
def test_powers_and_leavers_are_compared(said, wrong):
    assert faults(OPTIONS + f"after the round:\n  {said}\n") == []
    assert faults(OPTIONS + f"after the round:\n  {wrong}\n")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("remixed: 9H 8H 2I", "remixed: 9H 8H", "the pool is not 9H 8H, but 8H 9H 2I"),
        ("powers bob: 3 free, take 5 tiles", "powers bob: 4 free", "no powers: 4 free"),
        ("powers bob: 3 free", "powers dave: 3 free", "dave sits nowhere"),
        ("resigns: bob", "resigns: dave", "dave sits nowhere"),
        ("resigns: bob", "left: dave", "dave sits nowhere"),
        ("resigns: bob", "misses: dave", "dave sits nowhere"),
        ("resigns: bob", "misses round 3: bob", "round 3 is not played"),
        ("resigns: bob", "rounds: 2\nresigns: bob", "round 3 is never played"),
        ("resigns: bob", "left: alice", "alice gives no orders here"),
        ("orders alice:", "orders alice, round 3:", "orders for round 3, which is not played"),
        ("special_powers = true", "special_powers = false", "no powers in this game"),
        ("two_players = bank", "two_players = four_hands", "no two_players|the seats of four hands"),
        ("hand 12I", "hand 12I 1I 3I 4I 5I 6I 7I 8I 9I 10I 11I 1G", "more than 11 tiles"),
    ],
)
def test_a_case_with_options_that_cannot_be_is_refused_with_the_reason(old, new, why):
    assert old in OPTIONS
    (case,) = cases_in(OPTIONS.replace(old, new, 1))
    with pytest.raises(CaseError, match=why):
        play_case(case)


SEVERAL = """
=== Two rounds
rounds: 2
alice: hand 1A 3A 5A
bob: hand 1C 3C
carol: hand 1E
orders alice:
  tile 1A, 3A
orders alice, round 3:
  tile 5A
misses round 3: bob
"""


def test_the_plays_of_several_rounds_are_numbered_through():
    right = """
play 4 alice:
  alice lays 3A: loose
play 5 bob:
  bob misses
  bob lays 3C: loose
play 7 alice:
  alice lays 5A: loose
after play 4:
  loose: 1A 3A 1C 1E
after the round:
  misses bob: 1
asked alice, tile, play 7:
  true: round = 3
"""
    assert faults(SEVERAL + right) == []
    for old, new in (
        ("3A: l", "5A: l"),
        ("3C", "1C"),
        ("5A: l", "3A: l"),
        ("bob: 1", "bob: 0"),
        (" = 3", " = 2"),
    ):
        assert faults(SEVERAL + right.replace(old, new))


def test_a_picture_and_a_list_give_the_same_position():
    picture = place_of(cases_in(POSITION)[0]).truth
    drawn = POSITION[POSITION.index("board:") : POSITION.index("alice:")]
    listed = place_of(
        cases_in(POSITION.replace(drawn, "Luxor: 1A-3A\nTower: 5A 6A\nloose: 1C\nout: 7C\n"))[0]
    )
    assert (picture.board, picture.sizes, picture.out_of_play) == (
        listed.truth.board,
        listed.truth.sizes,
        listed.truth.out_of_play,
    )


def test_each_seat_s_view_knows_the_own_hand_and_no_other():
    place = place_of(cases_in(POSITION)[0])
    assert {seat: view.hand("alice") for seat, view in place.views.items()} == {
        "alice": ["4A", "12I"],
        "bob": [],
        "carol": [],
    }


def test_a_case_for_two_is_played_plainly():
    (case,) = cases_in(POSITION.replace("carol:\n", ""))
    assert place_of(case).truth.switches.two_players == "plain"
