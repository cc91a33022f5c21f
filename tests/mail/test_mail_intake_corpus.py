"""All mails of the corpus through the intake: INDEX.json says what must come of each.

Where the corpus leaves a choice, ours is the one that it names first, but for two. What it calls rejected but wants
to be kept for the referee is held here. And a dash between a number and a name (026) is not taken for a blank: the
language asks, and shows what to write, because a minus between two numbers means something else.
"""

import json
from pathlib import Path

import pytest
from intake_world import SmallWorld, taken

from orders.printer import canonical
from orders.reader import read
from orders.vocabulary import Vocabulary
from referee.mail.message import parse
from referee.mail.verdict import Bounce

FOLDER = Path(__file__).parent / "mail_cases"
INDEX = json.loads((FOLDER / "INDEX.json").read_text(encoding="utf-8"))
CASES = INDEX["cases"]
WORDS = Vocabulary(
    chains=("Luxor", "Tower", "American", "Worldwide", "Festival", "Imperial", "Continental"),
    columns=12,
    rows=9,
)
PERSONS = {"alice": 1, "bob": 2, "carol": 3, None: None}

ASKED_ABOUT = "026-en-dash-and-times.eml"
OUTCOMES = {"orders recovered": "orders", "ignored": "ignored", "rejected": "rejected"}
HELD = ("sender not authenticated", "token belongs to another player")
"""The corpus calls them rejected; they are kept for the referee, who can accept them."""
REPLIES = {
    "ack": "answer",
    "error": "error",
    "none": "none",
    "notice-to-registered": "notice",
    "rate-limited": "stranger",
}


def verdict_on(case):
    world = SmallWorld()
    if "after" in case:
        world.remember(parse((FOLDER / case["after"]).read_bytes()))
    return taken(
        (FOLDER / case["file"]).read_bytes(),
        to=[case["envelope_to"]] if "envelope_to" in case else (),
        world=world,
    )


def understood(text):
    reading = read(text, WORDS)
    assert reading.problems == ()
    return canonical(reading.orders)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_of_each_mail_of_the_corpus_comes_what_its_index_says(case):
    verdict = verdict_on(case)
    kind, _, reason = case["expected"].partition(": ")
    assert verdict.reason == reason
    assert verdict.outcome == ("held" if reason in HELD else OUTCOMES[kind])
    assert verdict.reply == REPLIES[case["reply"]]
    if case["file"] == ASKED_ABOUT:
        (problem,) = read(verdict.text, WORDS).problems
        assert problem.write == case["orders"][-1]
    elif kind == "orders recovered":
        assert verdict.sender.person == PERSONS[case["sender"]]
        assert understood(verdict.text) == understood("\n".join(case["orders"]))
    else:
        assert verdict.text == ""
    if verdict.sender is not None and case["sender"] is not None:
        assert verdict.sender.person in {PERSONS[case["sender"]], None}
    if "bounce" in case:
        assert verdict.bounce == Bounce(**case["bounce"], letter=None)


def test_the_corpus_is_whole():
    assert len(CASES) == 84
    assert all((FOLDER / case["file"]).is_file() for case in CASES)


def test_the_token_of_the_corpus_is_minted_as_it_says():
    from intake_world import reply_to

    assert reply_to() == INDEX["world"]["reply_address"]


def test_whoever_writes_to_others_as_well_is_warned_that_they_see_it():
    (case,) = [case for case in CASES if case["file"].startswith("125")]
    assert any("others" in remark for remark in verdict_on(case).remarks)
    (plain,) = [case for case in CASES if case["file"].startswith("001")]
    assert verdict_on(plain).remarks == ()
