"""All mails of the corpus through the intake: INDEX.json says what must come of each.

Where the corpus leaves a choice, ours is the one that it names first, but for two. What it calls rejected but wants
to be kept for the referee is held here. And a dash between a number and a name (026) is not taken for a blank: the
language asks, and shows what to write, because a minus between two numbers means something else.
"""

import json
from pathlib import Path

import pytest
from mail_case_checks import WORDS, comes_as_told, orders_of, understood, verdict_on

from orders.reader import read

FOLDER = Path(__file__).parent / "mail_cases"
INDEX = json.loads((FOLDER / "INDEX.json").read_text(encoding="utf-8"))
CASES = INDEX["cases"]
ASKED_ABOUT = "026-en-dash-and-times.eml"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_of_each_mail_of_the_corpus_comes_what_its_index_says(case):
    verdict = verdict_on(FOLDER, case)
    comes_as_told(verdict, case)
    if case["file"] == ASKED_ABOUT:
        (problem,) = read(verdict.text, WORDS).problems
        assert problem.write == case["orders"][-1]
    elif "orders" in case:
        assert understood(verdict.text) == understood(orders_of(case))


def test_the_corpus_is_whole():
    assert len(CASES) == 84
    assert all((FOLDER / case["file"]).is_file() for case in CASES)


def test_the_token_of_the_corpus_is_minted_as_it_says():
    from intake_world import reply_to

    assert reply_to() == INDEX["world"]["reply_address"]


def test_whoever_writes_to_others_as_well_is_warned_that_they_see_it():
    (case,) = [case for case in CASES if case["file"].startswith("125")]
    assert any("others" in remark for remark in verdict_on(FOLDER, case).remarks)
    (plain,) = [case for case in CASES if case["file"].startswith("001")]
    assert verdict_on(FOLDER, plain).remarks == ()
