"""Mails of the kinds of the corpus and of neighbouring ones through the intake: what must come was said beforehand.

As in the corpus `strict: false` marks a choice. What is ours: a From that other programs read otherwise is refused
whole; orders in the subject are not read, and that is said; a wrong key refuses; a token counts wherever it stands
among the recipients; what is quoted is nobody's press.
"""

import json
from pathlib import Path

import pytest
from mail_case_checks import comes_as_told, orders_of, understood, verdict_on

FOLDER = Path(__file__).parent / "more_mail_cases"
CASES = json.loads((FOLDER / "INDEX.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_of_each_mail_comes_what_was_said_beforehand(case):
    verdict = verdict_on(FOLDER, case)
    comes_as_told(verdict, case)
    if "orders" in case:
        assert understood(verdict.text) == understood(orders_of(case))
    if "bounce" not in case:
        assert verdict.bounce is None
    if "remark" in case:
        assert any(case["remark"] in remark for remark in verdict.remarks)


def test_every_mail_of_the_folder_is_a_case():
    assert {case["file"] for case in CASES} == {file.name for file in FOLDER.glob("*.eml")}
