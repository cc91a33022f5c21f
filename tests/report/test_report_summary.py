"""The order language in short, with the chains of any edition."""

from __future__ import annotations

from pathlib import Path

import pytest

import orders
from referee.report.summary import IN_COMMENT, with_chains_of

TEXT = (Path(orders.__file__).parent / "summary.txt").read_text(encoding="utf-8")
CHAINS = {
    "short": ("Ax", "By", "Cz", "Dw"),
    "long": ("Sackson", "Worldwide", "American", "Festival"),
    "very long": ("Intercontinental", "Transcontinental", "Cisalpine", "Hydra"),
}


@pytest.mark.parametrize("names", CHAINS)
def test_all_remarks_of_the_summary_stand_in_one_column_however_long_the_names_are(names):
    lines = with_chains_of(TEXT, CHAINS[names]).splitlines()
    assert len({line.index("# ") for line in lines if "# " in line}) == 1
    assert max(map(len, lines)) <= IN_COMMENT


@pytest.mark.parametrize("names", CHAINS)
def test_no_remark_of_the_summary_is_lost(names):
    told = with_chains_of(TEXT, CHAINS[names])
    assert told.count("# ") == TEXT.count("# ")
    assert "# who takes over" in told
