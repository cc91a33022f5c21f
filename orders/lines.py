"""From a text to its logical lines: what is read, what is joined, what is press.

Source: ORDERS.md, "Reading a text" (Joining, What is read) and "Statements" (press, note).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from orders.characters import BULLET, fold
from orders.headings import turn_of
from orders.lexicon import NO_GAME, Known
from orders.logical import Kind, Logical, Physical
from orders.lookalikes import holds_an_order, is_torn_off, looks_like_order, opens_a_block
from orders.questions import is_link, is_question
from orders.words import Beginning, beginning, goes_on, is_left_open

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_HALF_CHARACTER: Final = re.compile("[\ud800-\udfff]")
_BULLET: Final = re.compile(rf"{BULLET}(?!round(?!\s*:?\s*[0-9]))", re.IGNORECASE)
"""`- round > 3` is no bullet but the rest of a sum."""

_STOP: Final = re.compile(r"\s*(?:end\s+orders|thanks|stop)\s*[.,!:]?\s*\Z", re.IGNORECASE)
_SIGNATURE: Final = re.compile(r"--\s*\Z")
_PRESS: Final = re.compile(
    r"\s*(?P<anonymous>anonymous\s+)?press(?:\s+to\s+(?P<to>[^\s:]+))?\s*(?::|\Z|(?=#))", re.IGNORECASE
)
_PRESS_LIKE: Final = re.compile(r"\s*(?:press|anonymous)(?!\w)", re.IGNORECASE)
_PRESS_END: Final = re.compile(r"\s*end(\s+press)?\s*\Z", re.IGNORECASE)
_CUT_PRESS: Final = re.compile(r"\s*to\s+[^\s:]+\s*:", re.IGNORECASE)
_NOTE: Final = re.compile(r"\s*note(?!\w)\s*:?", re.IGNORECASE)
_END_MARKS: Final = ".;!"
_SENTENCE_END: Final = (".", ",", "!", "?", ":", ";")


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that was not read (ORDERS.md, "What is read"); `below_end`: nothing is read where it stands."""

    line: int
    text: str
    looks_like_statement: bool
    below_end: bool = False


@dataclass(frozen=True, slots=True)
class Split:
    """A text in logical lines, and what of it is not read."""

    lines: list[Logical]
    unread: list[Unread]


def physical_lines(text: str) -> list[str]:
    """The lines of a text; halves of characters, which could not be sent again, are replaced by U+FFFD."""
    lines = _LINE_END.split(_HALF_CHARACTER.sub("\ufffd", text))
    return lines[:-1] if lines[-1] == "" else lines


def ends_press(line: str) -> bool:
    """Whether a line of the original text closes a press block."""
    return _PRESS_END.match(_physical(0, line, NO_GAME).full) is not None


def begins_cut_press(line: str) -> bool:
    """Whether a first line of words looks like the rest of `press to HANDLE:`, cut off by a mail program."""
    return _CUT_PRESS.match(_physical(0, line, NO_GAME).full) is not None


def split(raw_lines: list[str], known: Known) -> Split:
    """The logical lines of a text; `known` are the game's own words."""
    return _Splitter([_physical(number, raw, known) for number, raw in enumerate(raw_lines, 1)], known).run()


def _physical(number: int, raw: str, known: Known) -> Physical:
    folded = fold(raw)
    full = folded.text
    bullet = _BULLET.match(full)
    if bullet and turn_of(full) is None and _may_stand_behind_a_bullet(full[bullet.end() :], known):
        full = " " * bullet.end() + full[bullet.end() :]
    comment = full.find("#")
    text = (full if comment < 0 else full[:comment]).rstrip()
    if text[-1:] in _END_MARKS:
        text = text.rstrip(_END_MARKS + " ") or text
    return Physical(number, raw, folded, full, text, not text and comment < 0)


def _may_stand_behind_a_bullet(text: str, known: Known) -> bool:
    return _begins(text, known) or is_question(text)


def _begins(text: str, known: Known) -> bool:
    """Whether a line begins something that must be answered."""
    return (
        beginning(text, known) is not Beginning.OTHER
        or looks_like_order(text, known)
        or opens_a_block(text, known)
    )


class _Splitter:
    """Walks once over the lines; every line is looked at a fixed number of times."""

    def __init__(self, lines: list[Physical], known: Known) -> None:
        self.lines = lines
        self.known = known
        self.result: list[Logical] = []
        self.unread: list[Unread] = []
        self.blank_above = True
        self.statements: tuple[int, int] | None = None
        """Where in the result the first statement stands, and how many logical lines there are down to the last."""

    def run(self) -> Split:
        first = next(
            (
                i
                for i, one in enumerate(self.lines)
                if one.text and (_begins(one.text, self.known) or self._asks(i))
            ),
            len(self.lines),
        )
        self._leave(0, first)
        index = first
        while index < len(self.lines):
            line = self.lines[index]
            if line.is_blank:
                self.blank_above = True
                index += 1
            elif _STOP.match(line.text) or _SIGNATURE.match(line.folded.text):
                self._leave(index, len(self.lines), below_end=True)
                break
            elif not line.text:
                index += 1  # a comment alone: neither a blank line nor a statement
            else:
                index = self._take(index)
                self._count()
                self.blank_above = False
        self._drop_what_is_not_read()
        return Split(self.result, sorted(self.unread, key=lambda line: line.line))

    def _take(self, index: int) -> int:
        """Reads what begins at this line, or joins it; the index of the next line to look at."""
        line = self.lines[index]
        above = self.result[-1] if self.result and not self.blank_above else None
        if self._asks(index):
            self._append(Logical("question", [line], above is not None))
            return index + 1
        if _PRESS_LIKE.match(line.text) and (press := _PRESS.match(line.full)):
            return self._take_press(index, press)
        if note := _NOTE.match(line.text):
            words = _after(line, note.end())
            self._append(Logical("note", [line], above is not None, words))
            return index + 1
        if _PRESS_LIKE.match(line.text):
            self._append(Logical("bad press", [line], above is not None))
            return self._swallow_press_after_anonymous(index)
        if above is not None and self._goes_on(above, line.text):
            self._join(above, line)
        else:
            self._append(Logical(self._kind(line.text), [line], above is not None))
        return index + 1

    def _count(self) -> None:
        """A line was read. Questions, and prose beside them, are no statements: they can stand before all orders."""
        kind = self.result[-1].kind
        if kind not in {"stray", "question"} and (self.statements or kind != "torn"):
            first = self.statements[0] if self.statements else len(self.result) - 1
            self.statements = (first, len(self.result))

    def _asks(self, index: int) -> bool:
        """Whether a line is a question, and not the last words of what stands directly above it.

        Mail programs wrap prose, press and orders alike, and a chain of the game may be called `Status`.
        """
        line = self.lines[index]
        if not is_question(line.text):
            return False
        touched = self.lines[index - 1] if index else None
        if touched is None or not touched.text:
            return True
        if not self.result:
            return touched.raw.rstrip().endswith(_SENTENCE_END)
        above = self.result[-1]
        match above.kind:
            case "stray" | "torn":
                return self.statements is None and touched.raw.rstrip().endswith(_SENTENCE_END)
            case "press" | "note":
                return above.parts[-1] is not touched
            case "language":
                is_chain = line.text.split()[0].lower() in self.known.beginnings and above.takes_chains
                return not is_left_open(above.end) and not is_chain
            case _:
                return above.kind == "question"

    def _goes_on(self, above: Logical, text: str) -> bool:
        if not goes_on(above.end, text, self.known):
            return False
        return not opens_a_block(text, self.known) or above.takes_guard

    def _kind(self, text: str) -> Kind:
        """What a line is that goes on from none."""
        if _begins(text, self.known):
            return "language"
        return "torn" if self.blank_above and is_torn_off(text, self.known) else "stray"

    def _join(self, above: Logical, line: Physical) -> None:
        if above.kind in {"press", "note"}:
            above.trailing = above.trailing or line
        elif above.is_whole and not (above.kind == "question" and is_link(line.text)):
            self._append(Logical("stray", [line], touches_above=True))
        else:
            above.join(line)

    def _append(self, line: Logical) -> None:
        if self.result and not self.blank_above and line.kind != "stray":
            above = self.result[-1]
            above.comma_left = above.kind == "language" and above.parts[-1].text.endswith(",")
        self.result.append(line)

    def _take_press(self, index: int, press: re.Match[str]) -> int:
        line = self.lines[index]
        has_colon = press[0].rstrip().endswith(":")
        words = _after(line, press.end()) if has_colon else ""
        logical = Logical("press", [line], not self.blank_above and bool(self.result), words)
        logical.to, logical.anonymous = press["to"], press["anonymous"] is not None
        self._append(logical)
        if words:
            return index + 1
        closing = self._closing(index + 1, has_colon=has_colon)
        if closing is not None:
            logical.words = _storable("\n".join(one.raw for one in self.lines[index + 1 : closing]))
            return closing + 1
        if has_colon or self._is_cut(index + 1):
            logical.kind = "bad press"
            return index + 1
        logical.closed = False
        self._leave(index + 1, len(self.lines), below_end=True, comments=True)
        return len(self.lines)

    def _closing(self, first: int, *, has_colon: bool) -> int | None:
        """The line that ends the words of a press block; None where there is none, or where it is no block.

        A press cut behind its colon, or before its `to`, by a mail program must not take what stands below it
        for its words: with a colon only `end press` will do, and no other press may begin before it.
        """
        if self._is_cut(first):
            return None
        for index in range(first, len(self.lines)):
            full = self.lines[index].full
            if has_colon and _PRESS_LIKE.match(full):
                return None
            if (end := _PRESS_END.match(full)) and (end[1] or not has_colon):
                return index
        return None

    def _is_cut(self, index: int) -> bool:
        return index < len(self.lines) and _CUT_PRESS.match(self.lines[index].full) is not None

    def _swallow_press_after_anonymous(self, index: int) -> int:
        """`anonymous` cut off from its `press` by a line break: that press must not go out with a name on it."""
        following = index + 1
        if self.lines[index].text.split()[-1].lower() != "anonymous" or following >= len(self.lines):
            return following
        press = _PRESS.match(self.lines[following].full)
        if press is None:
            return following
        held_back = self.result.pop()
        following = self._take_press(following, press)
        self.result[-1] = held_back
        return following

    def _drop_what_is_not_read(self) -> None:
        """Above the first statement, and in paragraphs below the last that begin with none, read questions alone."""
        first, kept = self.statements or (0, 0)
        while kept < len(self.result) and self.result[kept].touches_above:
            kept += 1
        read = []
        for index, logical in enumerate(self.result):
            if first <= index < kept or logical.kind == "question":
                read.append(logical)
                continue
            self.unread.extend(
                Unread(part.number, _storable(part.raw), self._looks_like_order(part.text))
                for part in logical.parts
            )
        self.result = read

    def _leave(self, first: int, end: int, *, below_end: bool = False, comments: bool = False) -> None:
        """Lines that are not read; comments are none, unless they are words of a press."""
        for line in self.lines[first:end]:
            if line.text or (comments and line.raw.strip()):
                is_like_one = self._looks_like_order(line.text)
                self.unread.append(Unread(line.number, _storable(line.raw), is_like_one, below_end))

    def _looks_like_order(self, text: str) -> bool:
        if not text or _STOP.match(text):
            return False
        return _begins(text, self.known) or holds_an_order(text, self.known)


def _after(line: Physical, index: int) -> str:
    """What stands in the original line from a character of the plain one on, without blanks around it."""
    return _storable(line.raw[line.folded.original(index) :].strip())


def _storable(words: str) -> str:
    """Words as they were written, but for the one character that no database takes in a text."""
    return words.replace("\x00", "\ufffd")
