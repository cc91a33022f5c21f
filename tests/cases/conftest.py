"""The cases as parameters: every case of every text file of this folder is a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_file import CaseText, cases_of

FOLDER = Path(__file__).parent


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        cases: list[CaseText] = cases_of(FOLDER)
        metafunc.parametrize("case", cases, ids=[f"{case.file}: {case.title}" for case in cases])
