"""The table of README.md names cases and tests that there are, and every case stands in it."""

from __future__ import annotations

import re
from pathlib import Path

from case_file import cases_of

HERE = Path(__file__).parent
TABLE = (HERE / "README.md").read_text().partition("## Which rule has which case")[2]
NAMED = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", TABLE)
FOLDERS = ("cases", "round", "rules", "service", "written")
TITLES = [case.title for case in cases_of(HERE)]


def meant(name: str) -> list[str]:
    """The titles that a name in the table stands for: its own, or all that begin so where it ends in `…`."""
    if name.endswith("…"):
        return [title for title in TITLES if title.startswith(name[:-1])]
    return [title for title in TITLES if title == name]


def test_every_case_that_the_table_names_exists():
    assert len(NAMED) > 100
    assert [name for name in NAMED if not meant(name)] == []


def test_every_case_stands_in_the_table():
    told = {title for name in NAMED for title in meant(name)}
    assert [title for title in TITLES if title not in told] == []


def test_every_test_that_the_table_names_exists():
    sources = [path.read_text() for folder in FOLDERS for path in folder_of(folder)]
    defined = set(re.findall(r"def (test_\w+)", "\n".join(sources)))
    named = set(re.findall(r"`(test_\w+)`", TABLE))
    assert len(named) > 20
    assert named - defined == set()


def folder_of(name: str) -> list[Path]:
    return sorted((HERE.parent / name).glob("test_*.py"))
