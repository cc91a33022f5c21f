"""Notes: each class with samples that trigger it, none on what players rightly write."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from orders_notes_cases import OPENER, THIRD, WORDS, marked, names, situation_of, text_of
from orders_sample_game import sample_files
from test_orders_order_sets import FOUR_HANDS, SETS

from orders.check_base import laid_out
from orders.checker import CHECKS, Situation, notes
from orders.reader import read
from orders.tree import Header

CLEAN_SETS = {
    part[:2]: part.split("\n", 1)[1]
    for part in re.split(
        r"^== ",
        (Path(__file__).parent / "data" / "order-sets-clean.txt").read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )[1:]
}

KINDS = {
    "after-wrapped", "alternatives", "always-true", "contradiction", "dead-tile", "die", "duplicate", "empty-block",
    "first-turn-uncovered", "never-reached", "never-true", "no-round", "not-in-hand", "not-read", "not-yet",
    "on-board", "one-play", "one-power", "out-of-play", "over-limit", "over-power", "ready-alone", "safe-chain",
    "second-turn-uncovered", "sold-out", "spent-power", "unordered-rest",
}  # fmt: skip
NEED_A_POSITION = {
    "dead-tile", "not-in-hand", "not-yet", "on-board", "one-play", "one-power", "out-of-play", "ready-alone",
    "safe-chain", "second-turn-uncovered", "sold-out", "spent-power",
}  # fmt: skip


@pytest.mark.parametrize("name", names())
def test_a_sample_gets_the_notes_it_marks_and_no_others(name: str) -> None:
    text = text_of(name)
    reading = read(text, WORDS)
    assert not reading.problems
    assert [(note.line, note.kind) for note in notes(reading, situation_of(text))] == marked(text)


def test_every_kind_has_a_sample() -> None:
    assert {kind for name in names() for _, kind in marked(text_of(name))} == KINDS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_check_has_a_sample_and_names_its_kinds(check) -> None:
    kinds = set()
    for name in names():
        text = text_of(name)
        kinds |= {note.kind for note in check(laid_out(read(text, WORDS), situation_of(text)))}
    assert kinds
    assert kinds <= set(re.findall(r"`([a-z-]+)`", check.__doc__))


# --- mutants of clean files ------------------------------------------------------------------------------

MUTANTS = [
    ("third", "round 5\n", "", "no-round"),
    ("third", "tile 5C, 9H", "tile 5D, 9H", "not-in-hand"),
    ("third", "tile 5C, 9H", "tile 4D, 9H", "on-board"),
    ("third", "tile 5C, 9H", "tile 2B, 9H", "out-of-play"),
    ("third", "tile 5C, 9H", "tile 5C, 3E", "dead-tile"),
    ("opener", "tile 9H, any that stands alone", "tile 9H, any", "die"),
    ("third", "does not merge but 1A\ntile any\n", "does not found\ntile any, 1A\n", "never-reached"),
    ("third", "tile any that founds\n", "tile any that founds if Carol missed\n", "never-reached"),
    ("third", "found Festival, Imperial", "found any, Imperial", "never-reached"),
    ("third", "merger Luxor: sell all", "merger any: sell all", "never-reached"),
    ("third", "buy 3 Festival, 3 Luxor\nbuy nothing", "buy nothing\nbuy 3 Festival", "never-reached"),
    ("third", "if Dave founded Festival", "if Carol founded Festival and size of Luxor > 5", "never-reached"),
    ("third", "buy exactly 3 Tower", "buy 3 Luxor if price of Luxor <= 400", "duplicate"),
    ("third", "buy 3 Festival, 3 Luxor", "buy 1 Tower\nbuy 2 Worldwide", "alternatives"),
    ("third", "Dave founded Festival", "Bob founded Festival", "not-yet"),
    ("third", "found Festival, Imperial", "found Festival, Imperial if I merged Luxor", "not-yet"),
    ("opener", "  buy 3 Festival\n", "  buy 3 Festival if Bob missed\n", "not-yet"),
    ("third", "merger Luxor into Tower", "merger American into Tower", "safe-chain"),
    ("opener", "trade enough to lead, sell rest", "trade enough to lead", "unordered-rest"),
    ("third", "buy exactly 3 Tower", "buy exactly 4 Tower", "over-limit"),
    ("third", "settle Tower, Luxor\n", "if Carol missed\nend\n", "empty-block"),
    ("third", "my rank = 1", "my rank >= 1", "always-true"),
    ("third", "tiles left < 10", "tiles left < 0", "never-true"),
    ("third", "and (my rank = 1 or tiles left < 10)", "and my value < Bob's value", "contradiction"),
    ("third", "buy 3 Luxor if price of Luxor <= 400", "buy 3 Luxor if Luxor is not active", "contradiction"),
    ("third", "buy 3 Festival, 3 Luxor", "buy 3 American", "sold-out"),
    ("third", "standing\n", "thanks\nstanding\n", "not-read"),
    ("third", "anybody\n\n", "anybody\nend game\n", "after-wrapped"),
    ("opener", "  tile 6D\n", "", "first-turn-uncovered"),
    ("opener", "I founded Festival", "I bought Festival", None),
    ("ready", "tile 5C\n", "", "ready-alone"),
    ("third", "settle Tower, Luxor\n", "second turn\nsettle Tower, Luxor\nall turns\n", "one-play"),
    ("opener", "  tile 7A if I hold 7A\n", "", None),
    ("powers", "use 3 free: 2 Luxor, 1 Tower if", "use 3 free: 2 Luxor, 2 Tower if", "over-power"),
    ("powers", "6 Luxor for 3 Tower", "8 Luxor for 4 Tower", "over-power"),
    ("powers", "use buy 5 if my cash > 4000", "use buy 5", "one-power"),
    ("powers", "use take 5 tiles if tiles left > 40", "use take 5 tiles", "one-power"),
    ("standing", "standing\n", "tile 5C\nstanding\n", "no-round"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "line", "instead", "kind"), MUTANTS)
def test_a_mutant_of_a_clean_file_gets_its_note(name: str, line: str, instead: str, kind: str | None) -> None:
    text = text_of(f"clean-{name}")
    assert text.count(line) == 1
    assert not notes(read(text, WORDS), situation_of(text))
    found = notes(read(text.replace(line, instead), WORDS), situation_of(text))
    assert {note.kind for note in found} == ({kind} if kind else set())


def test_every_kind_has_a_mutant() -> None:
    assert {kind for *_, kind in MUTANTS if kind} == KINDS - {"second-turn-uncovered", "spent-power"}


def test_who_plays_only_once_needs_no_second_turn() -> None:
    reading = read(text_of("clean-opener"), WORDS)
    once = replace(OPENER, plays=("Bob", "Carol", "Dave", "Alice", "Bob"))
    assert "one-play" in {note.kind for note in notes(reading, once)}


# --- no false alarms -------------------------------------------------------------------------------------


def test_the_sample_game_has_no_notes() -> None:
    found = {
        (file.name, note.line, note.kind)
        for file in sample_files()
        for note in notes(file.reading, file.situation)
    }
    assert found == set()


@pytest.mark.parametrize("number", sorted(CLEAN_SETS))
def test_the_33_order_sets_written_cleanly_have_no_notes(number: str) -> None:
    reading = read(CLEAN_SETS[number], FOUR_HANDS)
    assert not reading.problems
    assert not reading.unread
    assert {note.kind for note in notes(reading, None)} <= {"no-round"}


def test_the_33_order_sets_as_they_were_have_one_note() -> None:
    found = {
        (number, note.kind)
        for number, text in SETS.items()
        for note in notes(read(text, FOUR_HANDS), None)
        if note.kind != "no-round"
    }
    assert len(CLEAN_SETS) == len(SETS) == 33
    assert found == {("04", "first-turn-uncovered")}


def test_the_thirty_lines_of_the_benchmark_have_no_notes() -> None:
    text = (Path(__file__).parents[1] / "bench" / "thirty_lines.txt").read_text(encoding="utf-8")
    assert not notes(read(text, WORDS), None)


# --- what may be said, and when --------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_a_message_is_in_whole_sentences(name: str) -> None:
    text = text_of(name)
    for note in notes(read(text, WORDS), situation_of(text)):
        assert re.match(r"[A-Z`1-9].*\.\Z", note.message), note
        assert not re.search(r"  |\bNone\b|[()]{2}", note.message), note


@pytest.mark.parametrize("name", names())
def test_without_a_game_only_notes_that_need_no_position(name: str) -> None:
    text = text_of(name)
    assert not {note.kind for note in notes(read(text, WORDS), None)} & NEED_A_POSITION


@pytest.mark.parametrize("name", names())
def test_orders_for_a_later_round_are_not_held_against_this_position(name: str) -> None:
    reading = read(text_of(name), WORDS)
    later = replace(reading, orders=replace(reading.orders, header=Header(round=6)))
    assert notes(later, THIRD) == notes(later, None)


@pytest.mark.parametrize(
    ("text", "is_below_an_end"),
    [
        ("1st turn: 10C, buy 3 Tower\n", False),
        ("My orders are: tile 5C, buy 3 Tower\n", False),
        ("1st turn: 10C, buy 3 Tower\n\ntile 5C\n", False),
        ("tile 5C\nthanks\nbuy 3 Tower\n", True),
        ("tile 5C\nthanks\nand then I would buy 3 Tower\n", True),
        ("tile 5C\npress\nbuy 3 Tower\n", True),
    ],
)
def test_of_a_line_that_is_not_read_the_true_reason_is_told(text: str, is_below_an_end: bool) -> None:
    (message,) = [one.message for one in notes(read(text, WORDS), None) if one.kind == "not-read"]
    assert ("nothing is read below" in message) == is_below_an_end
    assert ("begin with a statement word" in message) != is_below_an_end


def test_a_refused_text_and_an_empty_one_have_no_notes() -> None:
    assert not notes(read("buy 3 Luxor\n" * 1001, WORDS), THIRD)
    assert not notes(read("", WORDS), THIRD)
    assert not notes(read("press: hello", WORDS), THIRD)


@pytest.mark.parametrize(
    ("text", "changes", "kinds"),
    [
        ("ready", {}, ["ready-alone"]),
        ("ready", {"has_decisions": True}, []),
        ("ready\nwithdraw", {"has_decisions": True}, ["ready-alone"]),
        ("ready", {"standing": read("standing\ntile 5C\nend", WORDS).orders.standing}, []),
        ("ready\nas before", {"has_decisions": True}, []),
    ],
)
def test_ready_alone_looks_at_what_was_filed_before(text: str, changes: dict, kinds: list[str]) -> None:
    reading = read(f"round 5\n{text}", WORDS)
    assert [note.kind for note in notes(reading, replace(THIRD, **changes))] == kinds


def test_standing_orders_filed_before_cover_a_turn_and_take_what_is_left() -> None:
    kept = read("standing\ntile any\nmerger any: sell all\nend", WORDS).orders.standing
    situation = replace(OPENER, standing=kept)
    reading = read("round 5\nsecond turn\ntile 5C\nmerger Luxor: sell 2", WORDS)
    assert {note.kind for note in notes(reading, OPENER)} == {"first-turn-uncovered", "unordered-rest"}
    assert not notes(reading, situation)
    deleted = read("round 5\nsecond turn\ntile 5C\nmerger Luxor: sell 2\nstanding\nend", WORDS)
    assert {note.kind for note in notes(deleted, situation)} == {"first-turn-uncovered", "unordered-rest"}


def test_as_before_may_cover_what_this_file_does_not() -> None:
    text = "round 5\nsecond turn\ntile 5C\nmerger Luxor: sell 2\nas before"
    assert not notes(read(text, WORDS), OPENER)


def test_the_way_out_can_be_copied() -> None:
    reading = read("round 5\nbuy 1 Luxor if Bob missed\nbuy 2 Tower if Bob missed", WORDS)
    (note,) = notes(reading, None)
    assert "For both: `buy 1 Luxor, 2 Tower if Bob missed`" in note.message
    reading = read("round 5\nbuy 1 Luxor\nbuy 1 Tower\nbuy 1 American", WORDS)
    (note,) = notes(reading, None)
    assert "For all: `buy 1 Luxor, 1 Tower, 1 American`" in note.message


@pytest.mark.parametrize(("wide", "quoted"), [(0, 59), (1, 60), (2, 58), (3, 58)])
def test_a_line_in_the_way_is_quoted_in_at_most_60_characters(wide: int, quoted: int) -> None:
    tiles = [f"{column}A" for column in range(1, 10)] + ["9B", "9C", "9D", "9E", "9F"]
    line = "tile " + ", ".join([*tiles[wide:], *["10A", "11A", "12A"][:wide]])
    assert len(line) == 59 + wide
    message = notes(read(f"round 5\n{line}\ntile 9F", WORDS), None)[0].message
    quote = message.split("`")[1]
    assert len(quote) == quoted
    assert line.startswith(quote.removesuffix("…"))


@pytest.mark.parametrize(
    ("situation", "heading", "may_be_drawn"),
    [
        (OPENER, "all turns", True),
        (OPENER, "second turn", True),
        (OPENER, "first turn", False),
        (THIRD, "all turns", False),
    ],
)
def test_a_tile_may_still_be_drawn_before_a_second_play(
    situation: Situation, heading: str, may_be_drawn: bool
) -> None:
    found = notes(read(f"round 5\ntile 5C\n{heading}\ntile 7A, 5C", WORDS), situation)
    (message,) = (note.message for note in found if note.kind == "not-in-hand")
    assert ("unless you draw it after your first play" in message) is may_be_drawn


@pytest.mark.parametrize(
    ("order", "bank", "what"),
    [
        ("buy 3 American", "The bank has no American left", "there is nothing to buy of it"),
        ("buy exactly 1 American", "The bank has no American left", "this line will buy nothing"),
        ("buy exactly 3 Worldwide", "The bank has 2 Worldwide, and", "this line will buy nothing"),
    ],
)
def test_what_the_bank_has_left_and_what_comes_of_it_is_told(order: str, bank: str, what: str) -> None:
    (note,) = notes(read(f"round 5\n{order}", WORDS), THIRD)
    assert bank in note.message
    assert f"{what}." in note.message


def test_what_is_left_of_a_merger_is_told_as_the_game_has_it() -> None:
    reading = read("round 5\nmerger Luxor: sell 2", WORDS)
    assert "will be sold" in notes(reading, THIRD)[0].message
    assert "will be kept" in notes(reading, replace(THIRD, keeps_unordered=True))[0].message
    assert "unless your game says" in notes(reading, None)[0].message


def test_two_seats_of_one_person_are_not_in_each_others_way() -> None:
    text = "round 5\nseat Alice\ntile 5C\nbuy 3 Luxor\nseat Bob\ntile 7A\nbuy 3 Luxor if Carol missed\n"
    assert not notes(read(text, WORDS), THIRD)
    both = read(f"{text}tile 5D\nseat Alice\ntile 5D\n", WORDS)
    assert [(note.line, note.kind) for note in notes(both, THIRD)] == [(10, "not-in-hand")]


@pytest.mark.parametrize(
    ("comparison", "always"),
    [
        ("my cash >= 0", True),
        ("my cash > 0", None),
        ("my cash < 0", False),
        ("my cash <= 0", None),
        ("my cash = 0", None),
        ("my cash <> 0", None),
        ("0 <= my cash", True),
        ("0 > my cash", False),
        ("my cash <> 0 - 1", True),
        ("my cash = 0 - 1", False),
        ("my cash + my Luxor >= 0", True),
        ("my cash - my Luxor >= 0", None),
        ("my cash + 3 > 2", True),
        ("2 - my cash > 2", False),
        ("my cash = my cash", True),
        ("my cash <> my cash", False),
        ("my rank >= 1", True),
        ("my rank > 1", None),
        ("my rank < 1", False),
        ("my rank <> 0", True),
        ("my rank <> 1", None),
        ("players >= 2", True),
        ("players > 2", None),
        ("players < 2", False),
        ("players <= 2", None),
        ("players <= 6", True),
        ("players < 6", None),
        ("players > 6", False),
        ("players >= 6", None),
        ("players <> 6", None),
        ("players = 7", False),
        ("players + players > 11", None),
        ("players + players > 12", False),
        ("size of the largest chain >= 0", None),
        ("size of the largest chain < 0", False),
        ("3 > 2", True),
        ("3 < 2", False),
    ],
)
def test_only_a_comparison_that_no_position_can_change_gets_a_note(
    comparison: str, always: bool | None
) -> None:
    found = [note.kind for note in notes(read(f"round 5\nend game if {comparison}", WORDS), None)]
    assert found == {True: ["always-true"], False: ["never-true"], None: []}[always]


@pytest.mark.parametrize(
    ("chain", "cash", "can_be_had"),
    [
        ("Worldwide", 2500, True),
        ("Festival", 2500, False),  # not on the board
        ("American", 2500, False),  # none left in the bank
        ("Luxor", 500, True),
        ("Luxor", 499, False),
    ],
)
def test_what_stands_below_a_purchase_that_cannot_be_made_now_is_a_fallback(
    chain: str, cash: int, can_be_had: bool
) -> None:
    situation = replace(THIRD, cash=cash)
    for text, kind in (
        (f"buy 1 {chain}\nbuy 2 Tower", "alternatives"),
        (f"buy 3 {chain}\nbuy 3 Tower if Dave founded Imperial", "never-reached"),
    ):
        found = {note.kind for note in notes(read(f"round 5\n{text}", WORDS), situation)}
        assert (kind in found) is can_be_had, text


def test_in_rounds_of_one_play_an_event_may_be_of_the_round_before() -> None:
    reading = read("round 5\nbuy 3 Luxor if Bob founded Festival", WORDS)
    assert notes(reading, THIRD)
    assert not notes(reading, replace(THIRD, plays=("Alice",)))
