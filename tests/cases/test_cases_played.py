"""Every case of the text files is played and compared."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from case_check import faults_of
from case_file import CaseText, cases_of
from case_play import play_case


def test_the_case_comes_out_as_it_says(case: CaseText):
    expects = ("play", "after", "asked", "answers", "passed", "the")
    assert any(section.head.split()[0] in expects for section in case.sections), "it expects nothing"
    faults = faults_of(case, play_case(case))
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


def test_no_two_cases_have_the_same_title():
    titles = Counter(case.title for case in cases_of(Path(__file__).parent))
    assert [title for title, count in titles.items() if count > 1] == []
