"""Whatever a file, a game or an edition is called: a message shows it short, on its line, and as it is."""

import pytest
from cli_helpers import DONE, REFUSED, referee

LONG = "x" * 5000
COMMANDS = (
    ("new", "quay", "--players", "ann,ben,cid", "--edition", "{}.toml"),
    ("new", "quay", "--players", "ann,ben,cid", "--edition", "{}"),
    ("new", "{}", "--players", "ann,ben,cid"),
    ("new", "quay", "--players", "{},ben,cid"),
    ("new", "quay", "--players", "ann,ben,cid", "--set", "{}=1"),
    ("new", "--from", "{}.toml"),
    ("adopt", "{}.toml"),
    ("editions", "{}.toml"),
    ("check", "{}.txt"),
    ("submit", "harbour", "{}.txt", "--player", "alice"),
    ("submit", "harbour", "none.txt", "--player", "{}"),
    ("status", "{}"),
    ("report", "{}"),
    ("report", "harbour", "--for", "{}"),
    ("seat", "harbour", "{}", "--left"),
    ("verify", "harbour", "--head", "{}"),
    ("play", "{}"),
    ("demo", "quay.txt/{}"),
    ("play", "harbour", "--log", "{}"),
    ("status", "--db", "{}.db"),
)


@pytest.fixture
def quay(harbour):
    """The current folder with a game in its database, and a file that is no folder."""
    (harbour / "quay.txt").write_text("tile any\n")
    return harbour


@pytest.mark.usefixtures("quay")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_name_of_any_length_is_cut(words):
    for name in (LONG, "xy " * 1700):
        told = referee(*(word.format(name) for word in words))
        assert told.exit_code == REFUSED, told.output
        assert len(told.output) < 3000


@pytest.mark.usefixtures("quay")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_name_moves_no_cursor_turns_no_text_round_and_hides_nothing(words):
    for odd in "\x1b\x07\r\x9b\u202e\u2066\u200f\u200b\u2028\ufeff":
        told = referee(*(word.format(f"a{odd}b") for word in words))
        assert told.exit_code == REFUSED, told.output
        assert odd not in told.output


@pytest.mark.usefixtures("quay")
@pytest.mark.parametrize(
    "words", [one for one in COMMANDS if any("{}.t" in word for word in one)], ids=" ".join
)
def test_the_name_of_a_file_stays_on_its_line_and_can_be_told(words):
    told = referee(*(word.format("a\nreferee: b\u202e") for word in words))
    assert told.exit_code == REFUSED
    assert told.stderr.startswith(r"referee: ")
    assert r"a\nreferee: b\u202e" in told.stderr


def test_letters_that_are_written_from_right_to_left_stay_as_they_are(desk):
    (desk / "משחק.toml").write_text("name = 3")
    told = referee("new", "--from", "משחק.toml")
    assert told.exit_code == REFUSED
    assert told.stderr.startswith("referee: משחק.toml: ")


@pytest.mark.parametrize("said", ["", " ", "\t"])
def test_an_edition_with_no_name_is_refused_wherever_it_is_said(desk, said):
    (desk / "orders.txt").write_text("tile any\n")
    (desk / "quay.toml").write_text('name = "quay"\nplayers = ["ann", "ben", "cid"]\n')
    (desk / "empty.toml").write_text(
        f'name = "quay"\nedition = "{said.encode("unicode_escape").decode()}"\nplayers = ["ann", "ben", "cid"]\n'
    )
    for words in (
        ("new", "quay", "--players", "ann,ben,cid", "--edition", said),
        ("new", "--from", "quay.toml", "--edition", said),
        ("new", "--from", "empty.toml"),
        ("check", "orders.txt", "--edition", said),
        ("editions", said),
    ):
        told = referee(*words)
        assert told.exit_code == REFUSED, words
        assert "there is no edition" in told.stderr or "--from takes" in told.stderr
    assert not (desk / "referee.db").exists()
    assert referee("new", "quay", "--players", "ann,ben,cid", "--edition", " classic ").exit_code == DONE
