"""The sample orders of orders/examples/situations: read whole, written back, and each does what its comment says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from orders_vocabularies import POWERS

from orders.checker import notes
from orders.printer import WIDTH, canonical
from orders.reader import read
from orders.tree import AsBefore, Away, Lot, Named, Press, TheTile, UseOrder, Withdraw
from orders.vocabulary import Vocabulary

sys.path.insert(0, str(Path(__file__).parent.parent / "cases"))

from case_check import faults_of
from case_file import CaseText, cases_in
from case_play import play_case

FOLDER = Path(__file__).parents[2] / "orders" / "examples" / "situations"
FILES = {path.stem: path.read_text(encoding="ascii") for path in sorted(FOLDER.glob("*.txt"))}
CASE_FILE = Path(__file__).parent / "data" / "situation-cases.txt"
SEATS = (*POWERS.handles, "North", "South")
WORDS = Vocabulary(POWERS.chains, 12, 9, SEATS, "Alice", special_powers=True)
QUOTED = re.compile(r"^( *)@(\S+)$", re.MULTILINE)


def quoted(match: re.Match[str]) -> str:
    """The lines of a situation in the place of its name."""
    return "\n".join(match[1] + line for line in FILES[match[2]].splitlines())


CASES = cases_in(QUOTED.sub(quoted, CASE_FILE.read_text(encoding="ascii")), CASE_FILE.name)


def name_of(case: CaseText) -> str:
    return case.title.partition(":")[0]


def test_there_are_two_dozen_and_all_the_33_order_sets_among_them() -> None:
    numbers = [name[:2] for name in FILES]
    assert numbers == [f"{number:02d}" for number in range(1, len(FILES) + 1)]
    assert len(FILES) >= 33


@pytest.mark.parametrize("name", FILES)
def test_the_file_tells_its_situation_and_is_read_without_problems(name: str) -> None:
    text = FILES[name]
    assert re.match(r"# \S", text), "it does not begin with a comment"
    assert all(len(line) <= 110 for line in text.splitlines())
    reading = read(text, WORDS)
    assert (reading.refused, reading.problems) == (None, ())
    assert [line.text for line in reading.unread if not line.text.startswith("#")] == []


@pytest.mark.parametrize("name", FILES)
def test_nothing_in_it_is_surely_not_meant(name: str) -> None:
    assert notes(read(FILES[name], WORDS), None) == ()


@pytest.mark.parametrize("name", FILES)
def test_what_is_written_back_is_read_as_the_same_orders(name: str) -> None:
    orders = read(FILES[name], WORDS).orders
    printed = canonical(orders)
    again = read(printed, WORDS)
    assert (again.orders, again.problems) == (orders, ())
    assert max(map(len, printed.splitlines())) <= WIDTH


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_it_does_in_a_position_what_its_comment_says(case: CaseText) -> None:
    faults = faults_of(case, play_case(case))
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


def test_every_file_is_played_and_no_case_plays_another() -> None:
    played = {name_of(case) for case in CASES}
    assert played == set(FILES)
    raw = CASE_FILE.read_text(encoding="ascii")
    for part in raw.split("\n=== ")[1:]:
        assert f"  @{part.partition(':')[0]}\n" in part


def test_titles_are_unique() -> None:
    titles = [case.title for case in CASES]
    assert len(set(titles)) == len(titles)


# --- what cannot be played yet means what its comment says -------------------------------------------------------


def uses(name: str) -> list[UseOrder]:
    orders = read(FILES[name], WORDS).orders
    lines = [item for section in orders.sections for item in section.items]
    lines += [one for item in lines if hasattr(item, "branches") for one in item.branches[0].items]
    return [line.decision for line in lines if isinstance(getattr(line, "decision", None), UseOrder)]


def test_the_powers_are_used_as_the_comments_say() -> None:
    [five] = uses("19-five-shares-at-once")
    assert (five.power, five.lots, five.swaps, five.tiles) == ("buy 5", (), (), ())
    [free] = uses("20-three-for-nothing")
    assert (free.power, free.lots) == ("3 free", (Lot(3, Named("Imperial")), Lot(3, Named("Continental"))))
    [four] = uses("21-four-tiles-in-a-row")
    assert (four.power, four.tiles) == (
        "place 4 tiles",
        (TheTile("5D"), TheTile("5E"), TheTile("6E")),
    )


def test_the_seats_the_press_and_the_requests_are_what_the_comments_say() -> None:
    seats = read(FILES["25-two-seats"], WORDS).orders.sections
    assert [(section.seat, len(section.items)) for section in seats] == [
        (None, 1),
        ("North", 2),
        ("South", 2),
    ]
    [letters] = read(FILES["27-letters-to-the-others"], WORDS).orders.sections
    press = [item for item in letters.items if isinstance(item, Press)]
    assert press == [
        Press("I will buy Tower if you let me in."),
        Press("Shall we keep Luxor small?", to="Bob"),
        Press("#1 is going broke.", anonymous=True),
        Press("if only they knew\nbuy cheap, sell dear"),
    ]
    assert read(FILES["31-on-holiday"], WORDS).orders.requests == (Away("2026-12-20", "2027-01-05"),)
    assert read(FILES["24-take-it-back"], WORDS).orders.requests == (Withdraw(),)
    [again] = read(FILES["23-otherwise-as-before"], WORDS).orders.sections
    assert isinstance(again.items[-1], AsBefore)
