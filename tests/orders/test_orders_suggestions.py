"""What the answer proposes for wrong files: the nearest right thing, ready to be copied.

`python tests/orders/test_orders_suggestions.py` prints the table.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from orders_vocabularies import CLASSIC, HASBRO, NO_GAME, POWERS
from test_orders_conditions import FALSE, TRUE

from orders.lexicon import NUMBER_WORDS
from orders.names import names_of
from orders.nearest import nearest_chain, nearest_player, nearest_tile
from orders.phrases import reword
from orders.problems import MOST_ADVICE, Problem
from orders.reader import read

FILES = tomllib.loads((Path(__file__).parent / "data" / "wrong_files.toml").read_text(encoding="utf-8"))[
    "file"
]


def problems_of(text: str) -> tuple[Problem, ...]:
    return read(text, CLASSIC).problems


def proposed(text: str) -> list[str]:
    return [problem.suggestion for problem in problems_of(text) if problem.suggestion]


def is_right(file: dict) -> bool:
    return any(mend in proposed(file["text"]) for mend in file["mends"])


def test_there_are_sixty_wrong_files_and_each_is_one() -> None:
    assert len(FILES) >= 60
    assert not [file["text"] for file in FILES if not problems_of(file["text"])]


def test_each_of_them_proposes_the_right_mend() -> None:
    """Nine in ten would do; but what is proposed rightly today must not be lost among the tenth."""
    assert not [(file["text"], file["mends"], proposed(file["text"])) for file in FILES if not is_right(file)]


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("Luxor and Tower are active", "Luxor is active and Tower is active"),
        ("L or T were founded", "Luxor was founded or Tower was founded"),
        ("neither L nor T is active", "Luxor is not active and Tower is not active"),
        ("Luxor is bigger than Tower", "size of Luxor > size of Tower"),
        ("Luxor is smaller than Tower", "size of Luxor < size of Tower"),
        ("Luxor is dearer than Tower", "price of Luxor > price of Tower"),
        ("Luxor is cheaper than Tower", "price of Luxor < price of Tower"),
        ("Luxor has at least 5 tiles", "size of Luxor >= 5"),
        ("Luxor costs at most 400", "price of Luxor <= 400"),
        ("Luxor costs 400", "price of Luxor = 400"),
        ("I have more Luxor than Bob", "my Luxor > Bob's Luxor"),
        ("Bob has fewer Luxor than me", "Bob's Luxor < my Luxor"),
        ("Bob has more Luxor than Carol", "Bob's Luxor > Carol's Luxor"),
        ("Bob has at most 3 Luxor", "Bob's Luxor <= 3"),
        ("I have less than 3 shares of Luxor", "my Luxor < 3"),
        ("Bob has more than 2000 dollars", "Bob's cash > 2000"),
        ("I have 2000 cash", "my cash >= 2000"),
        ("Bob has at most 2000", "Bob's cash <= 2000"),
        ("the bank has more than 3 Luxor", "bank's Luxor > 3"),
        ("fewer than 10 tiles left", "tiles left < 10"),
        ("my cash is higher than 2000", "my cash > 2000"),
        ("my cash less than 2000", "my cash < 2000"),
        ("size of L is between 3 and 8", "size of Luxor >= 3 and size of Luxor <= 8"),
    ],
)
def test_a_condition_in_everyday_words_is_proposed_in_those_of_the_language(
    words: str, condition: str
) -> None:
    assert proposed(f"tile 5C if {words}") == [f"tile 5C if {condition}"]


@pytest.mark.parametrize("word", [word for word in NUMBER_WORDS if word != "zero"])
def test_a_number_in_words_is_proposed_in_digits(word: str) -> None:
    assert proposed(f"buy {word} Luxor") == [f"buy {NUMBER_WORDS[word]} Luxor"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file["text"].replace("\n", " / "))
def test_a_message_asks_for_its_suggestion_and_for_nothing_else(file: dict) -> None:
    for problem in problems_of(file["text"]):
        asks = "Did you mean" in problem.message
        assert asks == (problem.suggestion is not None)
        assert problem.suggestion is None or f"Did you mean {problem.suggestion}?" in problem.message
        assert problem.line >= 1
        assert problem.column >= 1
        assert not any(f"{one}, " in problem.message for one in problem.expected)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file["text"].replace("\n", " / "))
def test_a_whole_statement_that_is_proposed_is_read_without_a_problem(file: dict) -> None:
    for suggestion in proposed(file["text"]):
        if " " in suggestion and suggestion.split()[0] in {
            "tile",
            "found",
            "survivor",
            "settle",
            "merger",
            "buy",
            "end",
        }:
            assert not read(suggestion, CLASSIC).problems
        elif suggestion.startswith("if "):
            assert not read(f"{suggestion}\ntile 5C\nend", CLASSIC).problems


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("tile 5C if Luxor is actives", "active"),
        ("tile 5C if 6D is playble", "playable"),
        ("tile 5C if Bob foundet Luxor", "founded"),
        ("tile 5C if Luxor was takn over", "taken"),
        ("tile any that stnads alone", "stands"),
        ("end gmae", "game"),
        ("buy exacly 3 L", "exactly"),
        ("buy 3 L leavig 500", "leaving"),
        ("merger L: trade enuogh to lead", "enough"),
        ("merger L: trad 4, sel rest", "merger Luxor: trade 4 for 2, sell rest"),
        ("use plce 4 tiles", "place"),
        ("buy 1 L, 1 T, 1 A, 1 F lavin 500", "leaving"),
        ("buy 3C, 2T lavin 500", "buy 3 Continental, 2 Tower leaving 500"),
    ],
)
def test_a_slip_in_a_word_of_the_language_is_mended(text: str, mend: str) -> None:
    assert [problem.suggestion for problem in read(text, POWERS).problems] == [mend]


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("byu 3 Luxxor", "buy 3 Luxor"),
        ("bye 3 Luxxor", "buy 3 Luxor"),
        ("tlie 5C if Luxor actve", "tile 5C if Luxor is active"),
    ],
)
def test_where_more_than_the_first_word_is_wrong_the_whole_statement_is_proposed(
    text: str, mend: str
) -> None:
    assert proposed(text) == [mend]


@pytest.mark.parametrize(
    ("typed", "tile"), [("l0A", "10A"), ("IOA", "10A"), ("1OA", "10A"), ("1lB", "11B"), ("lC", "1C")]
)
def test_letters_typed_for_the_digits_of_a_tile_are_mended(typed: str, tile: str) -> None:
    assert proposed(f"tile {typed}, 6D") == [f"tile {tile}, 6D"]
    assert proposed(f"end game if {typed} is on the board") == [f"end game if {tile} is on the board"]


def test_what_is_right_is_no_problem_to_the_engine_that_mends() -> None:
    """The rules for phrases leave alone what is language already, or say the same of it in other words."""
    for fact in (*TRUE, *FALSE):
        line = reword(f"end game if {fact}")
        assert not read(line, CLASSIC).problems, line


@pytest.mark.parametrize(
    ("word", "chain"),
    [
        ("Luxxor", "Luxor"),
        ("lxr", "Luxor"),
        ("lxur", "Luxor"),
        ("txwxr", "Tower"),
        ("Lucksor", "Luxor"),
        ("twoer", "Tower"),
        ("Conit", "Continental"),
        ("imp's", "Imperial"),
        ("ww", "Worldwide"),
        ("Festivals", "Festival"),
        ("fests", "Festival"),
        ("ts", "Tower"),
        ("qqq", None),
        ("x" * 5000, None),
        ("", None),
    ],
)
def test_the_nearest_chain(word: str, chain: str | None) -> None:
    assert nearest_chain(word, names_of(CLASSIC)) == chain


@pytest.mark.parametrize(
    ("word", "handle"),
    [
        ("bobby", "Bob"),
        ("Bobs", "Bob"),
        ("Ali", "Alice"),
        ("Alcie", "Alice"),
        ("Crol", "Carol"),
        ("Zoe", None),
    ],
)
def test_the_nearest_player(word: str, handle: str | None) -> None:
    assert nearest_player(word, names_of(CLASSIC)) == handle
    assert nearest_player(word, names_of(NO_GAME)) is None


@pytest.mark.parametrize(
    ("word", "tile"),
    [
        ("55C", "5C"),
        ("13C", "12C"),
        ("1OA", "10A"),
        ("5Z", None),
        ("05C", "5C"),
        ("0C", None),
        ("word", None),
    ],
)
def test_the_nearest_tile(word: str, tile: str | None) -> None:
    assert nearest_tile(word, names_of(CLASSIC)) == tile
    assert nearest_tile("11A", names_of(HASBRO)) == "1A"


def test_a_text_that_is_wrong_throughout_is_answered_with_a_limited_number_of_mends() -> None:
    problems = problems_of("buy Luxor 3\n" * 200)
    assert len(problems) == 200
    assert sum(problem.suggestion is not None for problem in problems) == MOST_ADVICE


def test_a_correct_file_is_read_without_the_matcher() -> None:
    program = (
        "import sys; from orders.reader import read; from orders.vocabulary import Vocabulary;"
        "v = Vocabulary(('Luxor', 'Tower'), 12, 9, ('Bob',));"
        "r = read('Hello referee,\\n\\ntile 5C if L is active\\nbuy 3 L\\n\\nGreetings', v);"
        "assert not r.problems; print('rapidfuzz' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def table() -> str:
    """The wrong files, what is proposed, and whether that is the mend."""
    lines = []
    for file in FILES:
        text = file["text"].replace("\n", " / ")
        lines.append(f"{'yes' if is_right(file) else 'NO':4}{text:52} {'; '.join(proposed(file['text']))}")
    right = sum(map(is_right, FILES))
    return "\n".join([*lines, f"{right} of {len(FILES)} right"])


if __name__ == "__main__":
    sys.stdout.write(f"{table()}\n")
