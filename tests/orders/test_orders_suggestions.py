"""What the answer proposes for wrong files: the nearest right thing, ready to be copied.

`python tests/orders/test_orders_suggestions.py` prints the table.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
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
from orders.vocabulary import Vocabulary

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


def mended(text: str, problem: Problem) -> str:
    """The text with what is to be written in the place of its wrong statement; a block has its end then."""
    lines = text.splitlines()
    first = last = problem.line
    for joined in re.finditer(r"Lines ([0-9]+) (?:and|to) ([0-9]+) were read as one", problem.message):
        first, last = int(joined[1]), int(joined[2])
    write = problem.write or ""
    closing = ["end"] if write.startswith("if ") and "end" not in lines[last:] else []
    return "\n".join([*lines[: first - 1], write, *lines[last:], *closing])


def assert_what_is_to_be_written_is_read(text: str, vocabulary: Vocabulary) -> int:
    """Whatever is shown as the thing to write reads without a problem where it is offered; how often one is."""
    problems = read(text, vocabulary).problems
    offered = [problem for problem in problems if problem.write is not None]
    for problem in offered:
        left = read(mended(text, problem), vocabulary).problems
        assert problem.line not in {one.line for one in left}, (text, problem, left)
    return len(offered)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file["text"].replace("\n", " / "))
def test_what_is_to_be_written_is_a_whole_line_and_is_read_without_a_problem(file: dict) -> None:
    """Not only a word of it: `Luxor` alone is no order."""
    assert assert_what_is_to_be_written_is_read(file["text"], CLASSIC) == 1


BLOCK = "if T is active\n{}\nend"
STANDING = "standing\n{}\nend"


@pytest.mark.parametrize("around", [BLOCK, STANDING], ids=["block", "standing"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file["text"].replace("\n", " / "))
def test_inside_a_block_nothing_is_offered_that_may_not_stand_there(file: dict, around: str) -> None:
    if "\n" not in file["text"]:
        assert_what_is_to_be_written_is_read(around.format(file["text"]), CLASSIC)


USE_LINES = (
    "use 3 free: 2 Luxor, 1 Tower", "use buy 5", "use trade 2: 2 Luxor for 1 Tower, 4 Luxor for 2 American",
    "use take 5 tiles", "use place 4 tiles", "use place 4 tiles: 5C, any that founds",
    "use 3 free: 2 Luxor, 1 Tower if my Luxor > 3", "use buy 5 unless Bob used take 5 tiles",
    "use place 4 tiles: 5C, any that founds if Tower is active", "if Luxor is safe, use trade 2: 4 Luxor for 2 Tower",
)  # fmt: skip
"""Right ones, to be made wrong in one place."""


def slips(line: str) -> Iterator[str]:
    """The line with one word misspelt, doubled, left out or cut off, or one figure another."""
    words = line.split()
    for place, word in enumerate(words):
        if place:
            yield " ".join(words[:place])
            yield " ".join([*words[:place], *words[place + 1 :]])
        yield " ".join([*words[: place + 1], *words[place:]])
        plain = word.strip(":,")
        if plain.isdigit():
            wrong = [str(int(plain) + 1), str(int(plain) - 1), "7", f"{plain}{plain}"]
        else:
            wrong = [
                plain + "s",
                plain[:-1],
                plain[0] + plain[2:],
                plain[1::-1] + plain[2:],
                plain + plain[-1],
            ]
        for other in wrong:
            yield " ".join([*words[:place], word.replace(plain, other), *words[place + 1 :]])


@pytest.mark.parametrize("vocabulary", [POWERS, CLASSIC], ids=["powers", "no powers"])
@pytest.mark.parametrize("line", USE_LINES)
def test_what_is_to_be_written_for_a_wrong_use_line_is_read(line: str, vocabulary: Vocabulary) -> None:
    assert not read(line, POWERS).problems
    offered = sum(assert_what_is_to_be_written_is_read(wrong, vocabulary) for wrong in slips(line))
    assert (offered > 3) is vocabulary.special_powers or line.startswith("if ")


OTHER_LINES = (
    "end game if my value > 3", "end game if Bob's cash > 300", "merger Luxor into Tower: trade 4 for 2, sell rest",
    "merger Luxor: trade 2", "buy exactly 2 Luxor, 1 Tower leaving 500", "tile 5C, any that does not merge but 6D",
    "tile 5C if Bob bought 2 Luxor and bank's Tower >= 3", "survivor the largest chain, Tower", "settle Luxor, any",
    "if size of Luxor is at least 3, found Imperial", "buy 3 Luxor if Bob used buy 5", "round 5", "player Bob",
    "seat Bob", "first turn", "ready", "withdraw", "as before", "away 2026-12-20 to 2027-01-05", "game harbour",
    "press to Bob: hello there", "anonymous press: hello", "note: please look", "standing", "else if Luxor is safe",
)  # fmt: skip


@pytest.mark.parametrize("around", ["{}", BLOCK, STANDING], ids=["alone", "block", "standing"])
@pytest.mark.parametrize("line", OTHER_LINES)
def test_what_is_to_be_written_for_any_line_with_one_slip_is_read(line: str, around: str) -> None:
    for wrong in slips(line):
        assert_what_is_to_be_written_is_read(around.format(wrong), POWERS)


@pytest.mark.parametrize(
    ("text", "write"),
    [
        ("use buy 6", "use buy 5"),
        ("use 2 free: 1 Luxxor", "use 3 free: 1 Luxor"),
        ("use take 4 tiles", "use take 5 tiles"),
        ("use place 3 tiles: 5C", "use place 4 tiles: 5C"),
        ("use trade 3: 2 L for 1 T", "use trade 2: 2 Luxor for 1 Tower"),
        ("tile 5C if Bob used buy 6", "tile 5C if Bob used buy 5"),
        ("end game if my values > 3", "end game if my value > 3"),
        ("end game if I's cash > 3", "end game if my cash > 3"),
        ("tile 5C if the survivor is available", "tile 5C if the survivor is not active"),
        ("tile 5C if Luxor is not available", "tile 5C if Luxor is active"),
        ("merger L: trade 3 for 1, keep rest", "merger Luxor: trade 2, keep rest"),
        ("merger L: trade all for 2", "merger Luxor: trade all"),
        ("merger L: trade 4 for 3", "merger Luxor: trade 4 for 2"),
        ("found Luxxor, Twoer", "found Luxor, Tower"),
        ("rond 5", "round 5"),
        ("anonymous press to bobby: Hi!", "anonymous press to Bob: Hi!"),
        ("if Luxor is saffe\ntile 5C\nend", "if Luxor is safe"),
        ("if T is safe\ntile 5C\nelse if Luxxor is safe\ntile 6D\nend", "else if Luxor is safe"),
        ("use 3 free", "use 3 free: 2 Luxor, 1 Tower"),
        ("use 3 free:", "use 3 free: 2 Luxor, 1 Tower"),
        ("use trade 2", "use trade 2: 2 Luxor for 1 Tower"),
        ("use 3 free if my cash > 300", "use 3 free: 2 Luxor, 1 Tower if my cash > 300"),
        ("use trade", "use trade 2: 2 Luxor for 1 Tower"),
        ("use buy", "use buy 5"),
    ],
)
def test_what_is_to_be_written_is_the_whole_line(text: str, write: str) -> None:
    assert [problem.write for problem in read(text, POWERS).problems if problem.write] == [write]


@pytest.mark.parametrize(
    ("text", "vocabulary"),
    [
        ("found Luxxor, Qqqq", CLASSIC),
        ("tile 5C if values is active", CLASSIC),
        ("ready now", None),
        ("frist turn", None),
        ("same as before", None),
    ],
)
def test_what_would_be_wrong_again_is_not_offered(text: str, vocabulary: Vocabulary | None) -> None:
    """`None`: inside a block, where such a line may not stand."""
    whole = text if vocabulary else BLOCK.format(text)
    problems = read(whole, CLASSIC).problems
    assert problems
    assert [problem.write for problem in problems] == [None] * len(problems)


def test_the_sample_of_a_list_is_of_the_chains_of_the_game() -> None:
    (problem,) = read("use 3 free", replace(HASBRO, special_powers=True)).problems
    assert problem.write == "use 3 free: 2 Nestor, 1 Spark"
    assert (
        problem.message
        == "A list is missing behind this power: of which chains, and how many shares of each?"
    )


@pytest.mark.parametrize("line", USE_LINES)
def test_in_a_game_without_powers_a_use_line_has_one_problem(line: str) -> None:
    told = (
        "This game is played without special powers: `use` has no meaning in it. Take the line out.",
        "illegal",
    )
    wrong = [line, *(one for one in slips(line) if one.split()[0] == "use"), "use buy 5 if Luxxor is safe"]
    for text in wrong:
        assert [(one.message, one.kind) for one in read(text, CLASSIC).problems] == [told], text
    two = "use 3 free: 2 Luxxor, 1 Twoer if Zoe leads Qqqq"
    assert len(read(f"if Zoe leads Qqqq, {two.partition(' if')[0]}", CLASSIC).problems) == 1
    assert len(read(two, CLASSIC).problems) == 1


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
