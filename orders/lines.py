"""From a text to its logical lines: what is read, what is joined, what is press.

Source: ORDERS.md, "Reading a text" (Joining, What is read) and "Statements" (press, note).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final, Literal

from orders.characters import Folded, fold
from orders.headings import turn_of
from orders.lexicon import DECISION_WORDS, NO_GAME, Known
from orders.lookalikes import holds_an_order, is_torn_off, looks_like_order, opens_a_block
from orders.tree import At
from orders.words import Beginning, beginning, goes_on

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_HALF_CHARACTER: Final = re.compile("[\ud800-\udfff]")
_BULLET: Final = re.compile(
    r"\s*(?:[-*•·‣◦▪●○]|[0-9]{1,3}[.)])\s*(?=[A-Za-z])(?!round(?!\s*:?\s*[0-9]))", re.IGNORECASE
)
"""`- round > 3` is no bullet but the rest of a sum."""

_STOP: Final = re.compile(r"\s*(?:end\s+orders|thanks|stop)\s*[.,!:]?\s*\Z", re.IGNORECASE)
_SIGNATURE: Final = re.compile(r"--\s*\Z")
_ALONE: Final = re.compile(r"\s*(?:end|else|end\s*if)\s*:?\s*\Z", re.IGNORECASE)
_PRESS: Final = re.compile(
    r"\s*(?P<anonymous>anonymous\s+)?press(?:\s+to\s+(?P<to>[^\s:]+))?\s*(?::|\Z|(?=#))", re.IGNORECASE
)
_PRESS_LIKE: Final = re.compile(r"\s*(?:press|anonymous)(?!\w)", re.IGNORECASE)
_PRESS_END: Final = re.compile(r"\s*end(\s+press)?\s*\Z", re.IGNORECASE)
_CUT_PRESS: Final = re.compile(r"\s*to\s+[^\s:]+\s*:", re.IGNORECASE)
_NOTE: Final = re.compile(r"\s*note(?!\w)\s*:?", re.IGNORECASE)
_FIRST_WORDS: Final = re.compile(r"\s*([A-Za-z]+)(?:\s*:)?\s*([A-Za-z]*)")
_ONE_LINE_IF: Final = re.compile(r"\s*if(?!\w).*(?:[,:]|(?<!\w)then(?!\w))\s*\w", re.IGNORECASE | re.DOTALL)
_END_MARKS: Final = ".;!"

Kind = Literal["language", "stray", "torn", "press", "note", "bad press"]


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that was not read (ORDERS.md, "What is read")."""

    line: int
    text: str
    looks_like_statement: bool


@dataclass(frozen=True, slots=True)
class Physical:
    """A line of the original text: as it was, in plain characters without bullet (`full`), without comment too."""

    number: int
    raw: str
    folded: Folded
    full: str
    text: str
    is_blank: bool

    def at(self, index: int) -> At:
        """The place in the original of a character of `text`."""
        return At(self.number, self.folded.original(index) + 1)


@dataclass(slots=True)
class Logical:
    """What is read as one: a statement with the lines that go on from it, or a press or note with its words.

    `words` are the words of press or note as they were written, `to` and `anonymous` belong to press.
    `torn`: cut off by a blank line from what stands above it.
    `touches_above`: no blank line lies between this and what stands above it. `comma_left` is set where the
    line ends in a comma although a statement follows directly.
    """

    kind: Kind
    parts: list[Physical]
    touches_above: bool
    words: str | None = None
    to: str | None = None
    anonymous: bool = False
    closed: bool = True
    comma_left: bool = False
    trailing: Physical | None = None
    _text: str | None = None
    _starts: list[int] = field(default_factory=list)

    @property
    def end(self) -> str:
        """What a next line could go on from; nothing in press or a note is language."""
        return "" if self.kind in {"press", "note"} else self.parts[-1].text

    @property
    def takes_guard(self) -> bool:
        """Whether an `unless` or another condition on the next line can belong to this."""
        if self.kind != "language":
            return self.kind in {"press", "note"}
        first = _FIRST_WORDS.match(self.parts[0].text)
        word, second = (first[1].lower(), first[2].lower()) if first else ("", "")
        if word == "end":
            return second == "game"
        if word == "if":
            return _ONE_LINE_IF.match(f"{self.parts[0].text} {self.parts[-1].text}") is not None
        return word in DECISION_WORDS or beginning(self.parts[0].text) is Beginning.NEARLY

    def join(self, line: Physical) -> None:
        """A line that goes on from this."""
        self.parts.append(line)
        self._text = None
        self._starts.clear()

    @property
    def text(self) -> str:
        """The whole in plain characters, its parts joined by a blank."""
        if self._text is None:
            self._text = " ".join(part.text for part in self.parts)
            start = 0
            for part in self.parts:
                self._starts.append(start)
                start += len(part.text) + 1
        return self._text

    def at(self, index: int) -> At:
        """The place in the original text of a character of `text`."""
        text = self.text
        if len(self.parts) == 1:
            return self.parts[0].at(index)
        which = bisect_right(self._starts, min(index, len(text))) - 1
        return self.parts[which].at(index - self._starts[which])

    @property
    def start(self) -> At:
        """Where its first word stands."""
        text = self.parts[0].text
        return self.parts[0].at(len(text) - len(text.lstrip()))


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
    if bullet and turn_of(full) is None and _begins(full[bullet.end() :], known):
        full = " " * bullet.end() + full[bullet.end() :]
    comment = full.find("#")
    text = (full if comment < 0 else full[:comment]).rstrip()
    if text[-1:] in _END_MARKS:
        text = text.rstrip(_END_MARKS + " ") or text
    return Physical(number, raw, folded, full, text, not text and comment < 0)


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

    def run(self) -> Split:
        first = next(
            (i for i, one in enumerate(self.lines) if one.text and _begins(one.text, self.known)),
            len(self.lines),
        )
        self._leave(0, first)
        index = first
        last_statement = 0
        while index < len(self.lines):
            line = self.lines[index]
            if line.is_blank:
                self.blank_above = True
                index += 1
            elif _STOP.match(line.text) or _SIGNATURE.match(line.folded.text):
                self._leave(index, len(self.lines))
                break
            elif not line.text:
                index += 1  # a comment alone: neither a blank line nor a statement
            else:
                index = self._take(index)
                if self.result[-1].kind != "stray":
                    last_statement = len(self.result)
                self.blank_above = False
        self._drop_trailing_paragraphs(last_statement)
        return Split(self.result, sorted(self.unread, key=lambda line: line.line))

    def _take(self, index: int) -> int:
        """Reads what begins at this line, or joins it; the index of the next line to look at."""
        line = self.lines[index]
        above = self.result[-1] if self.result and not self.blank_above else None
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
        elif above.kind == "language" and len(above.parts) == 1 and _ALONE.match(above.parts[0].text):
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
        self._leave(index + 1, len(self.lines), comments=True)
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

    def _drop_trailing_paragraphs(self, last_statement: int) -> None:
        """After the last statement, paragraphs that begin with none are not read."""
        kept = last_statement
        while kept < len(self.result) and self.result[kept].touches_above:
            kept += 1
        for logical in self.result[kept:]:
            self.unread.extend(
                Unread(part.number, _storable(part.raw), self._looks_like_order(part.text))
                for part in logical.parts
            )
        del self.result[kept:]

    def _leave(self, first: int, end: int, *, comments: bool = False) -> None:
        """Lines that are not read; comments are none, unless they are words of a press."""
        for line in self.lines[first:end]:
            if line.text or (comments and line.raw.strip()):
                self.unread.append(
                    Unread(line.number, _storable(line.raw), self._looks_like_order(line.text))
                )

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
