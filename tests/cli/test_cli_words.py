"""How what is said to the one who typed a command reads: in words, and no wider than a report."""

import pytest
from cli_helpers import DONE, REFUSED, referee

from referee.cli import games, screen
from referee.rules.events import EndReason
from referee.service import endings
from referee.service.show_status import SeatStatus

WIDTH = 78


@pytest.fixture
def terminal(monkeypatch):
    """A person looks at what is printed."""
    monkeypatch.setattr(screen, "is_terminal", lambda _: True)


def seat(**facts):
    """A seat of which nothing else is to be told."""
    plain = {"plays": 1, "orders": False, "standing": False, "ready": False, "problems": 0, "missed": 0}
    return SeatStatus(seat="ann", **(plain | facts))


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "missing"),
        ({"orders": True}, "in"),
        ({"plays": 0}, "no play"),
        ({"plays": 0, "ahead": (9,)}, "no play in it; filed for round 9"),
        ({"ahead": (3, 9)}, "missing; filed for rounds 3 and 9"),
        ({"orders": True, "ahead": (3,)}, "in; also filed for round 3"),
        ({"orders": True, "ahead": (3, 9)}, "in; also filed for rounds 3 and 9"),
        (
            {"orders": True, "problems": 2, "ahead": (3, 4, 9)},
            "in, 2 problems; also filed for rounds 3, 4 and 9",
        ),
        ({"plays": 0, "orders": True, "ahead": (3,)}, "in; filed for round 3"),
    ],
)
def test_status_says_in_whole_words_whose_orders_are_in_and_for_which_rounds(facts, words):
    assert games._orders_in(seat(**facts)) == words


def test_each_reason_for_an_end_is_said_in_words():
    reasons = EndReason.__args__
    assert set(endings.WORDS) == set(reasons)
    for reason in reasons:
        assert endings.over(reason) != reason
        assert "_" not in endings.over(reason)


@pytest.mark.usefixtures("harbour")
def test_no_command_says_the_inner_word_for_why_a_game_is_over():
    said = [referee("seat", "harbour", name, "--left", "--yes").stdout for name in ("alice", "bob", "carol")]
    said.append(referee("status", "harbour").stdout)
    assert "The game is over: only one player or team is left." in said[2]
    assert "harbour is over after round 1: only one player or team is left." in said[3]
    assert "one_left" not in "".join(said)


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_refusals_warnings_and_notices_are_no_wider_than_a_report(harbour):
    long = ",".join(f"a_long_handle_{number}" for number in range(6))
    (harbour / "bad.toml").write_text('name = "q"\n')
    several = (
        referee("new", "pier", "--players", long, "--set", "teams=true"),
        referee("new", "quay", "--players", "a1,buy,Ben,ben", "--set", "foo=1"),
        referee("adopt", "bad.toml"),
        referee("resolve", "harbour"),
        referee("resolve", "pier", "--missing"),
        referee("seat", "pier", "a_long_handle_0", "--left"),
        referee("status", "pier"),
        referee("nothing"),
    )
    assert [one.exit_code for one in several] == [DONE, REFUSED, REFUSED, REFUSED, DONE, DONE, DONE, REFUSED]
    lines = "".join(one.stdout + one.stderr for one in several[:-1]).splitlines()
    assert [line for line in lines if len(line) > WIDTH] == []


@pytest.mark.usefixtures("harbour")
def test_what_a_program_reads_is_one_line_for_each_thing():
    told = referee("seat", "harbour", "alice", "--left")
    assert (
        "The game goes on by the defaults: first tile, all shares kept, nothing bought. That is final.\n"
        in (told.stdout)
    )


@pytest.mark.parametrize(
    ("text", "wrapped"),
    [
        ("- " + "word " * 20 + "end", "- " + "word " * 14 + "word\n  " + "word " * 5 + "end"),
        ("  " + "word " * 20 + "end", "  " + "word " * 14 + "word\n  " + "word " * 5 + "end"),
        ("x" * 100, "x" * 100),
        ("short\n\n- shorter", "short\n\n- shorter"),
    ],
)
def test_lists_keep_their_margin_and_paths_stay_whole(text, wrapped):
    assert screen.wrapped(text) == wrapped
