"""Laying out text in 78 columns: numbers in words and columns, wrapping, tables.

A report comes back quoted below somebody's orders. So no line may look like an order: `fold_words` never begins a
line with a word that an order could begin with, nor with nearly such a word, and lines that talk about orders
begin with a bar.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import zip_longest
from typing import Final

WIDTH: Final = 78

OPENING_WORDS: Final = frozenset(
    (
        *("tile", "tiles", "found", "founded", "survivor", "settle", "merger", "merge", "buy", "end", "use"),
        *(
            "if",
            "else",
            "elif",
            "elseif",
            "endif",
            "unless",
            "and",
            "or",
            "standing",
            "as",
            "before",
            "ready",
        ),
        *(
            "withdraw",
            "away",
            "resign",
            "note",
            "press",
            "anonymous",
            "game",
            "round",
            "key",
            "player",
            "seat",
        ),
        *("first", "second", "all", "turn", "turns", "thanks", "stop"),
    )
)
"""What a line of orders can begin with, and words that join a line to one above it."""

ASKING_WORDS: Final = frozenset({"help", "status", "rules", "report", "address"})
"""What a line can be that asks the referee for something. Such a line has nothing else on it, and a misspelt one is
none; but the last line of a text can be a single word."""

BLANKS: Final = " \t\r\n"
BREAKS: Final = re.compile(f"[{BLANKS}]+")

CELL: Final = "||"
"""What separates the cells of a row that a macro writes."""

KEPT: Final = "\N{NO-BREAK SPACE}"
"""A blank at which no line is broken; it becomes a plain one when the report is done."""

STEP: Final = "\N{INFORMATION SEPARATOR ONE}"
"""What a further step of a story begins with: it has a line of its own where not all of it fits on one."""

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
TEENS: Final = (11, 12, 13)


@lru_cache(maxsize=4096)
def looks_like_an_order(word: str) -> bool:
    """Whether a line that begins with the word might be taken for an order, or for a misspelt one."""
    letters = word.lower().strip("\"'`()[]{}.,:;!?*-")
    if letters in OPENING_WORDS or letters in ASKING_WORDS:
        return True
    return len(letters) > 1 and letters.isalpha() and any(_is_near(letters, one) for one in OPENING_WORDS)


def _is_near(typed: str, meant: str) -> bool:
    """Whether one letter more, less or other, or two neighbours exchanged, make one word the other."""
    if abs(len(typed) - len(meant)) > 1:
        return False
    same = 0
    while same < min(len(typed), len(meant)) and typed[same] == meant[same]:
        same += 1
    typed, meant = typed[same:], meant[same:]
    one_letter = typed[1:] in {meant, meant[1:]} or typed == meant[1:]
    return one_letter or (typed[:2] == meant[1::-1] and typed[2:] == meant[2:])


def fold_words(text: str, first: str = "", rest: str | None = None) -> str:
    """Wrap a text to the width: its first line begins with `first`, each further one with `rest` (blanks).

    No further line begins with a word that looks like an order, unless `rest` itself begins with something else.
    """
    indent = " " * len(first) if rest is None else rest
    steps = [step.strip(BLANKS) for step in text.split(STEP) if step.strip(BLANKS)]
    if len(steps) > 1 and len(first) + len(" ".join(steps)) > WIDTH:
        begin, *others = steps
        return "\n".join([fold_words(begin, first, rest), *(fold_words(one, indent) for one in others)])
    text = " ".join(steps)
    if not text.strip(BLANKS):
        return first
    guarded = not indent.strip()
    lines: list[str] = []
    words = BREAKS.split(text.strip(BLANKS))
    prefix = first
    while words:
        fit = _how_many_fit(words, WIDTH - len(prefix))
        if guarded:
            fit = _back_to_a_safe_break(words, fit)
        lines.append(prefix + " ".join(words[:fit]))
        words = words[fit:]
        prefix = indent
        if guarded and words and looks_like_an_order(words[0]):
            prefix += "... "
    return "\n".join(lines)


def kept(text: str) -> str:
    """A text that is not broken over two lines."""
    return text.replace(" ", KEPT)


def _how_many_fit(words: Sequence[str], room: int) -> int:
    """How many words stand on a line; at least one, however long."""
    used = -1
    for count, word in enumerate(words):
        used += 1 + len(word)
        if used > room:
            return max(1, count)
    return len(words)


def _back_to_a_safe_break(words: Sequence[str], fit: int) -> int:
    """The last break up to `fit` words after which a line may begin; `fit` itself where there is none."""
    for count in range(fit, 0, -1):
        if count == len(words) or not looks_like_an_order(words[count]):
            return count
    return fit


def table(text: str, align: str, indent: int = 0, gap: int = 2) -> str:
    """Rows in columns as wide as their widest cell; `align` has `<` or `>` for each column.

    Each line of the text is a row with its cells parted by `||`. A last column that is set to the left goes on
    below itself where it is too wide; with one set to the right the columns move together where that helps.
    """
    rows = [[cell.strip(BLANKS) for cell in line.split(CELL)] for line in text.splitlines()]
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    if align[len(widths) - 1] == ">" and indent + sum(widths) + gap * (len(widths) - 1) > WIDTH:
        gap = 1
    lines = []
    for *most, end in rows:
        begin = " " * indent
        for cell, side, width in zip(most, align, widths, strict=False):
            begin += (cell.ljust(width) if side == "<" else cell.rjust(width)) + " " * gap
        to_the_right = align[len(most)] == ">"
        lines.append(begin + end.rjust(widths[len(most)]) if to_the_right else fold_words(end, begin))
    return "\n".join(lines)


def money(amount: int) -> str:
    """Dollars in a column: with commas, without a sign; zero is a dot."""
    return f"{amount:,}" if amount else "."


def dollars(amount: int) -> str:
    """Dollars in prose."""
    return f"${amount:,}"


def signed(amount: int) -> str:
    """A change, with its sign; none is a dot."""
    return f"{amount:+,}" if amount else "."


def count(number: int) -> str:
    """A number in a column; zero is a dot."""
    return str(number) if number else "."


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if number % 100 in TEENS else ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


def listed(names: Iterable[object], last: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`."""
    *most, end = (str(name) for name in names)
    return f"{', '.join(most)} {last} {end}" if most else end


def of(number: int, thing: str) -> str:
    """`1 tile`, `3 tiles`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def day(moment: str) -> str:
    """An ISO time as a date that is read the same everywhere: `4 December 2026`."""
    when = datetime.fromisoformat(moment)
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}"


def day_and_hour(moment: str) -> str:
    """An ISO time with its hour: `4 December 2026, 18:00 UTC`; the zone is named only where it is known."""
    when = datetime.fromisoformat(moment)
    zone = when.strftime("%Z")
    return f"{day(moment)}, {when:%H:%M}" + (f" {zone}" if zone else "")


def apart(left: str, middle: str, right: str) -> str:
    """Three texts on one line: to the left, in the middle, to the right."""
    room = WIDTH - len(left) - len(right)
    if room < len(middle) + 2:
        return fold_words(f"{left}  {middle}  {right}")
    return left + middle.center(room) + right


def tidy(text: str) -> str:
    """No blanks at the end of a line, no two empty lines together, one newline at the end."""
    lines: list[str] = []
    for line in text.splitlines():
        bare = line.replace(KEPT, " ").rstrip()
        if bare or (lines and lines[-1]):
            lines.append(bare)
    return "\n".join(lines).strip("\n") + "\n"
