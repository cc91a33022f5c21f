"""Reports word for word, to be read by whoever changes a template.

After a change that is meant: `python tests/report/test_report_golden.py` writes them anew; read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from harbour import GOLDEN, report
from option_games import READERS

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", READERS)
def test_the_report_of_a_game_with_options_reads_as_it_is_written_down(name):
    game, reader = READERS[name]
    assert game.report(reader) == (FOLDER / name).read_text(encoding="ascii")


@pytest.mark.parametrize("name", GOLDEN)
def test_the_report_reads_as_it_is_written_down(name):
    assert report(*GOLDEN[name]) == (FOLDER / name).read_text(encoding="ascii")


if __name__ == "__main__":
    for each, of_whom in GOLDEN.items():
        (FOLDER / each).write_text(report(*of_whom), encoding="ascii")
    for each, (its_game, its_reader) in READERS.items():
        (FOLDER / each).write_text(its_game.report(its_reader), encoding="ascii")
