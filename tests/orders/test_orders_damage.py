"""What mail programs, fingers and chance do to order files: read the same, or a problem, never silently else.

`python tests/orders/test_orders_damage.py` runs the long form and prints its figures.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from orders_samples import EVERYBODY, samples
from orders_vocabularies import CLASSIC, POWERS

from orders.lexicon import LANGUAGE_WORDS
from orders.printer import canonical
from orders.reader import Reading, read
from orders.tree import Orders

SHARDS = 8


def decisions(reading: Reading) -> tuple:
    """What is carried out."""
    orders = reading.orders
    return orders.header, orders.sections, orders.standing, orders.requests


# --- breaks ----------------------------------------------------------------------------------------------


def breaks(text: str) -> Iterator[str]:
    """The text with one line break in place of a blank, each in turn; not inside the words of a press block."""
    lines = text.split("\n")
    in_press = False
    for number, line in enumerate(lines):
        stripped = line.strip().lower()
        if in_press:
            in_press = stripped not in {"end press", "end"}
            continue
        in_press = re.fullmatch(r"(?:anonymous\s+)?press(?:\s+to\s+\w+)?\s*:?", stripped) is not None
        statement = line if "press" in line or "note" in line else line.split("#")[0]
        for blank in re.finditer(r"(?<=\S) +(?=\S)", statement):
            cut = [line[: blank.start()], line[blank.end() :]]
            yield "\n".join([*lines[:number], *cut, *lines[number + 1 :]])


def count_breaks() -> Counter[str]:
    seen: Counter[str] = Counter()
    for text in samples():
        whole = decisions(read(text, EVERYBODY))
        for broken in breaks(text):
            reading = read(broken, EVERYBODY)
            same = decisions(reading) == whole
            assert same or reading.problems, broken
            seen["same" if same else "problem"] += 1
    return seen


def test_a_break_at_any_blank_reads_the_same_or_is_a_problem() -> None:
    seen = count_breaks()
    assert seen["same"] > 0.85 * seen.total()


# --- edits -----------------------------------------------------------------------------------------------

OTHERS = "abxIT159.,:()'\"#- \n\x00\u00e9\u0663\u200b"
CLASSES = ("left out", "doubled", "another one", "put in", "exchanged")


def edits(text: str, chosen: random.Random, share: float) -> Iterator[tuple[str, str]]:
    """The text with one character left out, doubled, replaced, put in, or exchanged with the next."""
    for index in range(len(text)):
        if chosen.random() >= share:
            continue
        other = chosen.choice(OTHERS)
        before, here, after = text[:index], text[index], text[index + 1 :]
        changed = (
            before + after,
            before + here + text[index:],
            before + other + after,
            before + other + text[index:],
            before + after[:1] + here + after[1:],
        )
        yield from ((kind, one) for kind, one in zip(CLASSES, changed, strict=True) if one != text)


def count_edits(share: float, seed: int, shard: int = 0, shards: int = 1) -> Counter[tuple[str, str]]:
    """By class and outcome; every accepted edit that changes the meaning must show in the canonical form."""
    seen: Counter[tuple[str, str]] = Counter()
    for number, text in enumerate(samples()):
        if number % shards != shard:
            continue
        chosen = random.Random(seed + number)
        reading = read(text, EVERYBODY)
        whole, printed = decisions(reading), canonical(reading.orders)
        for kind, edited in edits(text, chosen, share):
            seen[kind, outcome(edited, whole, printed)] += 1
    return seen


def outcome(edited: str, whole: tuple, printed: str) -> str:
    reading = read(edited, EVERYBODY)
    written = canonical(reading.orders)
    same_but_key = decisions(read(written, EVERYBODY))[1:]
    assert same_but_key == decisions(reading)[1:], edited
    without_key = decisions(reading)[1:] == whole[1:]
    if written == printed:
        assert without_key, edited
    if decisions(reading) == whole:
        return "same, with a problem" if reading.problems else "same"
    if reading.problems or reading.refused:
        return "a problem"
    return "other orders, shown"


def test_edits_of_one_character_are_answered_and_shown() -> None:
    seen = count_edits(0.01, 1)
    assert {kind for kind, _ in seen} == set(CLASSES)


@pytest.mark.fuzz
@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_edit_of_one_character_is_answered_and_shown(shard: int) -> None:
    assert count_edits(1.0, 2, shard, SHARDS).total() > 0


# --- chance ----------------------------------------------------------------------------------------------

WORDS = [
    *sorted(LANGUAGE_WORDS),
    *POWERS.chains,
    *POWERS.handles,
    "5C",
    "6D",
    "3",
    "400",
    "$2,000",
    ",",
    ":",
    "(",
    ")",
]
WORDS += [
    "'s",
    "<",
    ">=",
    "+",
    "-",
    "#",
    "--",
    "\n",
    "\n\n",
    "Lux",
    "I",
    ".",
    "/",
    "x",
    "2k",
    "5/12",
    "99999999",
    "\u00d7",
]
WORDS += [
    "\u2019",
    "\u2013",
    "\u201c",
    "\x00",
    "\u0663",
    "otherwise",
    "when",
    "sell",
    "1st",
    "please",
    "and",
    "or",
]


def any_characters(chosen: random.Random) -> str:
    length = chosen.randrange(1, 200)
    return "".join(
        chr(chosen.choice((chosen.randrange(32, 127), chosen.randrange(0x3000)))) for _ in range(length)
    )


def any_words(chosen: random.Random) -> str:
    return " ".join(chosen.choice(WORDS) for _ in range(chosen.randrange(1, 50)))


def mutated(chosen: random.Random) -> str:
    text = list(chosen.choice(samples())[:600])
    for _ in range(chosen.randrange(1, 12)):
        index = chosen.randrange(len(text))
        match chosen.randrange(4):
            case 0:
                del text[index : index + chosen.randrange(1, 8)]
            case 1:
                text.insert(index, f" {chosen.choice(WORDS)} ")
            case 2:
                text[index] = chosen.choice(OTHERS)
            case _:
                text[index : index + 6] = reversed(text[index : index + 6])
        text = text or [" "]
    return "".join(text)


def mixed_lines(chosen: random.Random) -> str:
    lines = [line for _ in range(3) for line in chosen.choice(samples()).split("\n")]
    chosen.shuffle(lines)
    return "\n".join(lines[:25])


def extremes(chosen: random.Random) -> str:
    many = chosen.randrange(1, 300)
    return chosen.choice(
        (
            "if 1 = 1\n" * (many % 24) + "tile 5C\n" + "end\n" * (many % 20),
            "tile 5C if " + "(" * (many % 24) + "1 = 1" + ")" * (many % 24),
            "tile 5C if " + "not " * (many % 30) + "L is active",
            "tile 5C if " + " and ".join(["L is activ"] * many),
            "buy " + chosen.choice("1٣९0") * many + " L",
            "found " + ", ".join(["Luxxor"] * many),
            "buy Luxor 3\n" * many,
            chosen.choice(("tile ", "press: ", "if ", "x")) + chosen.choice("a(,'# ٣") * (many * 20),
        )
    )


KINDS: tuple[Callable[[random.Random], str], ...] = (
    any_characters,
    any_words,
    mutated,
    mixed_lines,
    extremes,
)


def assert_answered(inputs: int, seed: int) -> None:
    chosen = random.Random(seed)
    for number in range(inputs):
        text = KINDS[number % len(KINDS)](chosen)
        reading = read(text, CLASSIC)
        lines = text.count("\n") + text.count("\r") + 1
        for problem in reading.problems:
            assert 1 <= problem.line <= lines
            assert problem.column >= 1
            assert problem.message
            assert ("Did you mean" in problem.message) == (problem.suggestion is not None)
        assert reading.refused is None or reading.orders == Orders()
        canonical(reading.orders)


def test_reading_never_raises_whatever_the_text() -> None:
    assert_answered(1_500, 1)


@pytest.mark.fuzz
@pytest.mark.parametrize("shard", range(SHARDS))
def test_reading_never_raises_in_200000_texts(shard: int) -> None:
    assert_answered(200_000 // SHARDS, 100 + shard)


# --- figures ---------------------------------------------------------------------------------------------


def figures() -> str:
    seen = count_breaks()
    lines = [
        f"{len(samples())} samples",
        f"breaks: {seen.total()}, read the same {100 * seen['same'] / seen.total():.1f} %",
    ]
    counted = count_edits(1.0, 2)
    outcomes = sorted({one for _, one in counted})
    for kind in CLASSES:
        total = sum(counted[kind, one] for one in outcomes)
        rates = ", ".join(f"{one} {100 * counted[kind, one] / total:.1f} %" for one in outcomes)
        lines.append(f"edits, {kind}: {total}: {rates}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(f"{figures()}\n")
