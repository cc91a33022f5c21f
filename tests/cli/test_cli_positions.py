"""`referee position` and `referee adopt` as they are typed."""

from __future__ import annotations

import pytest
from cli_helpers import DONE, PLAYERS, REFUSED, files_in, program, referee

PIER = """
name = "pier"
round = 7
order = ["ben", "ann"]
next = "ann"
loose = ["5E"]
[players.ann]
cash = 3000
hand = ["1A", "2B", "3C", "4D", "6F", "7G"]
[players.ben]
cash = 4000
hand = ["1B", "2C", "3D", "4E", "6G", "7H"]
"""


@pytest.fixture
def pier(desk):
    """The file of a position."""
    file = desk / "pier.toml"
    file.write_text(PIER)
    return file


def test_what_position_prints_is_what_adopt_takes(harbour):
    printed = referee("position", "harbour", "--with-bag")
    assert printed.exit_code == DONE
    (harbour / "position.toml").write_bytes(printed.stdout_bytes)
    adopted = referee("adopt", "position.toml", "--as", "quay")
    assert (adopted.exit_code, adopted.stderr) == (DONE, "")
    assert adopted.stdout.splitlines()[0] == "quay goes on: alice, bob, carol and dave."
    for game in ("harbour", "quay"):
        assert referee("resolve", game, "--missing").exit_code == DONE
    one, other = (referee("report", game).stdout.splitlines() for game in ("harbour", "quay"))
    assert one[1:-1] == other[1:-1]
    assert referee("verify", "quay", "--audit").exit_code == DONE


def test_a_position_written_by_hand_is_adopted_into_a_new_database(pier):
    adopted = referee("adopt", pier)
    assert adopted.stdout == (
        "pier goes on: ann and ben.\n"
        "Round 7 is played by ann, ben, ann.\n"
        "Orders filed elsewhere are not known here, standing ones neither: they have to be filed again.\n"
        "The first reports: referee report pier --for ann\n"
    )
    assert (adopted.exit_code, adopted.stderr) == (DONE, "")
    assert referee("status", "pier").stdout.splitlines()[0] == "pier, round 7: ann, ben, ann"
    assert referee("verify", "pier").exit_code == DONE


def test_what_may_not_be_meant_is_warned_of_and_done(pier):
    pier.write_text(PIER.replace('"1A", ', "").replace("round = 7", 'round = 7\nseed = "short"'))
    adopted = referee("adopt", pier)
    assert adopted.exit_code == DONE
    warned = " ".join(adopted.stderr.split())
    assert "Warning: players could guess the seed" in warned
    assert "Warning: hands with fewer than 6 tiles, while there are 96 tiles left to draw: ann 5." in warned


def test_a_position_with_faults_is_refused_with_all_of_them_and_leaves_nothing_behind(pier):
    pier.write_text(PIER.replace('"1A"', '"5E"').replace("cash = 4000", "cash = 4050"))
    before = files_in(pier.parent)
    refused = referee("adopt", pier.name)
    assert refused.exit_code == REFUSED
    assert refused.stdout == ""
    assert refused.stderr == (
        "referee: pier.toml: 2 things are wrong:\n"
        "- [players.ben] `cash` is 4050; money is a multiple of 100. Correct it.\n"
        "- 5E is in two places: the loose tiles and the hand of ann. Leave it where it is, and only there.\n"
    )
    assert files_in(pier.parent) == before


def test_a_name_that_is_taken_is_refused_and_changes_nothing(harbour):
    (harbour / "pier.toml").write_text(PIER)
    before = referee("status", "--json").stdout
    refused = referee("adopt", "pier.toml", "--as", "Harbour")
    assert refused.exit_code == REFUSED
    assert "harbour" in refused.stderr
    assert referee("status", "--json").stdout == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("position", "nowhere"), "nowhere"),
        (("position", "harbour", "--round", "2"), "round 2 was never open here; only round 1 was."),
        (("position", "harbour", "--round", "0"), "--round"),
        (("adopt", "nothing.toml"), "there is no nothing.toml."),
        (("adopt", "."), "is a folder. Check the file that describes the position."),
        (("adopt", "/dev/zero"), "is a device or a pipe, not a file."),
    ],
)
@pytest.mark.usefixtures("harbour")
def test_what_cannot_be_had_is_refused_in_a_sentence(words, says):
    refused = referee(*words)
    assert refused.exit_code == REFUSED
    assert says in " ".join(refused.stderr.split())


def test_names_in_a_file_move_no_cursor(pier):
    pier.write_text(PIER + '"\\u001b[2J" = 5\n[players."\\u001b]0;x"]\ncash = 1\n')
    refused = referee("adopt", pier)
    assert refused.exit_code == REFUSED
    assert "\x1b" not in refused.stderr


def test_no_file_is_answered_with_a_stack_trace(desk):
    for number, data in enumerate(
        (b"\0", b"[players]\n" * 2, b'name = "\\ud800"', b"players = [[[[]]]]", b"round = nan")
    ):
        (desk / "odd.toml").write_bytes(data)
        done = program("adopt", "odd.toml", folder=desk)
        assert (done.returncode, done.stdout) == (REFUSED, b""), number
        assert b"Traceback" not in done.stderr
        assert b"a fault of the program" not in done.stderr


def test_the_help_says_whose_the_position_is():
    said = " ".join(referee("position", "--help").stdout.split())
    assert "all hands included: for the referee alone" in said
    assert PLAYERS[0] not in said
