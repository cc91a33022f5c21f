"""What does not fit a game is ignored, and whoever asks for it is told at once, by every way of opening one."""

from __future__ import annotations

import pytest
from cli_helpers import referee

FILE = """name = "quay"
players = ["ann", "ben", "cid"]
[switches]
teams = true
tycoon = true
"""
SAYS = "ignored, because it does not fit this game: teams = true, tycoon = true."


@pytest.mark.parametrize("words", [("new", "--from", "game.toml"), ("play", ".")])
def test_a_file_s_switches_that_do_not_fit_are_named(desk, words):
    (desk / "game.toml").write_text(FILE)
    result = referee(*words)
    assert result.exit_code == 0, result.output
    assert SAYS in " ".join(result.stderr.split())


@pytest.mark.usefixtures("desk")
def test_a_command_s_switches_that_do_not_fit_are_named_and_the_first_report_says_it_too():
    result = referee("new", "quay", "--players", "ann,ben,cid", "--set", "teams=true", "--set", "tycoon=true")
    assert SAYS in " ".join(result.stderr.split())
    report = " ".join(referee("report", "quay").stdout.split())
    assert "Ignored, because it does not fit this game: teams = true." in report
    assert "Ignored, because it does not fit this game: tycoon = true." in report


@pytest.mark.usefixtures("desk")
def test_where_everything_fits_nothing_is_said_of_it():
    result = referee("new", "quay", "--players", "ann,ben,cid", "--set", "holdings=private")
    assert "ignored" not in result.stderr
