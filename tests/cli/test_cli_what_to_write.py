"""What an answer shows to be written in place of a wrong line can be copied as it stands."""

import pytest
from cli_helpers import WITH_PROBLEMS, referee

BEGIN = "|   write: "


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("tile any\nbuy 3 Luxxor\n", ["buy 3 Luxor"]),
        ("tile any\nfound Luxxor, Twoer\n", ["found Luxor, Tower"]),
        ("tile any\nend game if my values > 3\n", ["end game if my value > 3"]),
        ("tile any\nfound Luxxor, Qqqq\n", []),
    ],
)
def test_the_whole_line_is_shown_once_and_never_a_word_of_it(orders, text, written):
    answer = referee("check", orders(text))
    assert answer.exit_code == WITH_PROBLEMS
    assert [
        line.removeprefix(BEGIN) for line in answer.stdout.splitlines() if line.startswith(BEGIN)
    ] == written


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("use buy 6\n", "use buy 5"),
        ("use take 4 tiles\n", "use take 5 tiles"),
        ("use 3 free\n", "use 3 free: 2 Luxor, 1 Tower"),
        ("use trade 2\n", "use trade 2: 2 Luxor for 1 Tower"),
    ],
)
def test_in_a_game_with_powers_a_use_line_is_shown_whole(orders, text, written):
    referee("new", "harbour", "--players", "alice,bob,carol", "--set", "special_powers=true")
    answer = referee("check", orders(f"round 1\ntile any\n{text}"), "--game", "harbour", "--player", "alice")
    assert f"{BEGIN}{written}\n" in answer.stdout
