"""orders/REFERENCE.md and orders/summary.txt: every example is read as it says, and does what it says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from orders_vocabularies import CLASSIC, FOUR_HANDS, POWERS, PRIVATE

from orders.printer import canonical
from orders.reader import read
from orders.vocabulary import Vocabulary
from referee.round.filing import all_problems

sys.path.insert(0, str(Path(__file__).parent.parent / "cases"))

from case_check import faults_of
from case_file import CaseText, cases_in
from case_play import play_case

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "orders" / "REFERENCE.md").read_text(encoding="ascii")
EXAMPLE = re.compile(r"^<!-- ([a-z-]+) -->\n```orders\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = dict(EXAMPLE.findall(PAGE))
CASE_FILE = Path(__file__).parent / "data" / "reference-cases.txt"
QUOTED = re.compile(r"^( *)@(\S+)$", re.MULTILINE)
TEXTS = ("in the text", "defaults", "asked")
"""What cases are about that are about no example of their own."""


def quoted(match: re.Match[str]) -> str:
    """The lines of an example in the place of its name."""
    return "\n".join(match[1] + line for line in EXAMPLES[match[2]].splitlines())


RAW_CASES = CASE_FILE.read_text(encoding="ascii")
CASES = cases_in(QUOTED.sub(quoted, RAW_CASES), CASE_FILE.name)


def section(title: str) -> str:
    """The text under a heading, code blocks left out."""
    _, found, after = PAGE.partition(f"\n## {title}\n")
    assert found, title
    return EXAMPLE.sub("", after.partition("\n## ")[0])


def spans(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`\n]+)`", text)


def problems_of(line: str, vocabulary: object = CLASSIC) -> list[str]:
    return [problem.message for problem in read(line, vocabulary).problems]


def meant(line: str) -> str:
    """The canonical form of a line that must be understood."""
    reading = read(line, CLASSIC)
    assert reading.problems == (), line
    return canonical(reading.orders)


def words_for(name: str) -> Vocabulary:
    """What an example is read against: most need nothing that only some games have."""
    return {"powers": POWERS, "power-buy": POWERS, "power-place": POWERS, "seats": FOUR_HANDS}.get(
        name, CLASSIC
    )


# --- examples ----------------------------------------------------------------------------------------------------


def test_every_block_has_a_name_of_its_own() -> None:
    assert len(EXAMPLES) == len(EXAMPLE.findall(PAGE)) == PAGE.count("```") // 2
    assert len(EXAMPLES) > 25


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_is_read_without_problems_and_written_back(name: str) -> None:
    reading = read(EXAMPLES[name], words_for(name))
    assert (reading.refused, reading.problems) == (None, ())
    printed = canonical(reading.orders)
    again = read(printed, FOUR_HANDS if name == "seats" else POWERS)
    assert (again.orders, again.problems) == (reading.orders, ())


def test_only_the_mail_has_lines_that_are_not_read() -> None:
    unread = {name for name, text in EXAMPLES.items() if read(text, words_for(name)).unread}
    assert unread == {"a-whole-mail"}


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_it_does_what_the_page_says(case: CaseText) -> None:
    faults = faults_of(case, play_case(case))
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


def test_every_example_is_played() -> None:
    played = {case.title.partition(":")[0] for case in CASES}
    assert played == set(EXAMPLES) | set(TEXTS)
    for part in RAW_CASES.split("\n=== ")[1:]:
        name = part.partition(":")[0]
        assert name in TEXTS or f"  @{name}\n" in part, name
    assert len({case.title for case in CASES}) == len(CASES)


def test_what_is_not_available_yet_is_all_that_is_named_so() -> None:
    asking = read(EXAMPLES["asking"], CLASSIC)
    assert [problem.line for problem in all_problems(asking)] == [4]
    assert all_problems(asking, available=frozenset({"note"})) == ()
    [away] = [span for span in spans(section("Asking the referee")) if span.startswith("away")]
    assert [problem.line for problem in all_problems(read(f"tile 5C\n{away}", CLASSIC))] == [2]
    assert "not available yet" in section("Asking the referee")
    assert all_problems(read("seat Bob\ntile 5C", CLASSIC)) == ()
    assert len(problems_of(EXAMPLES["powers"])) == 5


# --- what stands in the text -------------------------------------------------------------------------------------


DECISIONS = [
    span
    for title in ("Names, tiles, money", "The tile", "A new chain", "Chains of equal size", "Buying")
    for span in spans(section(title))
    if re.match(r"(?:tile|found|survivor|settle|buy) ", span)
]


@pytest.mark.parametrize("line", DECISIONS)
def test_a_line_in_the_text_is_understood_and_played(line: str) -> None:
    assert problems_of(line) == []
    written = [one.strip() for one in RAW_CASES.splitlines()] + "\n".join(EXAMPLES.values()).splitlines()
    assert line in written


def test_the_lines_in_the_text_are_found() -> None:
    assert len(DECISIONS) >= 15


@pytest.mark.parametrize("chain", [one for one in spans(section("Names, tiles, money")) if " " in one])
def test_a_description_of_a_chain_is_one(chain: str) -> None:
    if re.match(r"the ", chain):
        assert problems_of(f"found {chain}") == []


@pytest.mark.parametrize("tile", ["5C", "c5", "5-C"])
def test_the_forms_of_a_tile_are_the_same(tile: str) -> None:
    assert tile in spans(section("Names, tiles, money"))
    assert meant(f"tile {tile}") == "tile 5C\n"


@pytest.mark.parametrize("money", ["400", "$400", "$2,000"])
def test_the_forms_of_money_are_read(money: str) -> None:
    assert money in spans(section("Names, tiles, money"))
    digits = money.replace("$", "").replace(",", "")
    assert meant(f"buy 1 Luxor leaving {money}") == f"buy 1 Luxor leaving {digits}\n"


@pytest.mark.parametrize("header", ["game harbour", "round 5", "player Alice", "key K7Q9-XM42"])
def test_the_lines_at_the_top_are_read(header: str) -> None:
    assert header in spans(section("For more than one round"))
    assert problems_of(f"{header}\ntile 5C") == []


@pytest.mark.parametrize(
    "word", ["help", "status", "rules", "report", "report 4", "address alice@players.example"]
)
def test_the_questions_are_on_the_page_and_are_read(word: str) -> None:
    assert word in spans(section("Asking the referee").replace("\n", " "))
    assert canonical(read(word, CLASSIC).orders) == f"{word}\n"


@pytest.mark.parametrize("words", spans(section("What a mail may look like")))
def test_nothing_is_read_below_the_words_that_end_a_mail(words: str) -> None:
    if words in {"thanks", "stop", "end orders", "--"}:
        assert meant(f"tile 5C\n{words}\ntile 6D") == "tile 5C\n"


ROWS = re.findall(r"^\| `(.+?)` \| `(.+?)` \|$", section("What a mail may look like"), re.MULTILINE)


@pytest.mark.parametrize(("written", "same"), ROWS)
def test_what_is_also_taken_is_read_as_the_page_says(written: str, same: str) -> None:
    assert meant(written) == meant(same)
    assert len(ROWS) >= 10


def test_the_other_words_of_a_block_are_read() -> None:
    plain = "if L is safe\ntile 5C\nelse if T is safe\ntile 6D\nend"
    for written in (
        plain.replace("else if", "elif"),
        plain.replace("end", "end if"),
        plain.replace("if L is safe", "if L is safe:"),
        plain.replace("if L is safe", "if L is safe then"),
    ):
        assert meant(written) == meant(plain)


WRONG = re.findall(r"^- (`.+?\.)$", section("What is never guessed").replace("\n  ", " "), re.MULTILINE)


@pytest.mark.parametrize("entry", WRONG)
def test_what_is_never_guessed_is_a_problem_and_what_to_write_is_none(entry: str) -> None:
    wrong, *right = spans(entry)
    assert problems_of(wrong)
    for line in right:
        assert problems_of(line) == [], line
    assert len(WRONG) >= 10
    assert right or "year first" in entry


# --- what can be asked -------------------------------------------------------------------------------------------


ASKED = section("What you can ask")
NUMBERS = spans(ASKED.partition("What is so:")[0])
FACTS = [
    span
    for span in spans(ASKED.partition("What is so:")[2].partition("**When")[0])
    if span not in {"I", "anyone", "nobody"}
]
PROBED = re.findall(r"^  (true|false): (.+)$", RAW_CASES, re.MULTILINE)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_is_compared_in_a_case(number: str) -> None:
    assert any(truth == "true" and text.startswith(f"{number} ") for truth, text in PROBED)


@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_is_true_in_one_case_and_false_in_another(fact: str) -> None:
    assert ("true", fact) in PROBED
    assert ("false", fact) in PROBED


def test_numbers_and_facts_are_found() -> None:
    assert len(NUMBERS) > 15
    assert len(FACTS) > 30


@pytest.mark.parametrize(
    "comparison", [one for one in spans(section("If and unless")) if "is " in one or "<" in one]
)
def test_a_comparison_of_the_page_is_read(comparison: str) -> None:
    text = comparison if "Luxor" in comparison else f"my Luxor {comparison} 3"
    assert problems_of(f"tile 5C if {text}") == []


@pytest.mark.parametrize("asked", ["Bob's cash > 1", "my rank = 1", "Bob leads Luxor", "Bob's Luxor > 1"])
def test_with_private_holdings_it_cannot_be_asked(asked: str) -> None:
    assert problems_of(f"tile 5C if {asked}", PRIVATE)
    assert problems_of(f"tile 5C if {asked}") == []
