"""A line of a text, and the lines that are read as one.

Source: ORDERS.md, "Reading a text" (Joining).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from orders.lexicon import DECISION_WORDS
from orders.tree import At
from orders.words import Beginning, beginning

if TYPE_CHECKING:
    from orders.characters import Folded

_FIRST_WORDS: Final = re.compile(r"\s*([A-Za-z]+)(?:\s*:)?\s*([A-Za-z]*)")
_ONE_LINE_IF: Final = re.compile(r"\s*if(?!\w).*(?:[,:]|(?<!\w)then(?!\w))\s*\w", re.IGNORECASE | re.DOTALL)
_ALONE: Final = re.compile(r"\s*(?:end|else|end\s*if)\s*:?\s*\Z", re.IGNORECASE)
_TAKES_CHAINS: Final = DECISION_WORDS | {"if", "else", "elif", "elseif", "end"}

Kind = Literal["language", "stray", "torn", "press", "note", "bad press", "question"]


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
        return "" if self.kind in {"press", "note", "question"} else self.parts[-1].text

    @property
    def takes_guard(self) -> bool:
        """Whether an `unless` or another condition on the next line can belong to this."""
        if self.kind != "language":
            return self.kind in {"press", "note"}
        word, second = self._first_words
        if word == "end":
            return second == "game"
        if word == "if":
            return _ONE_LINE_IF.match(f"{self.parts[0].text} {self.parts[-1].text}") is not None
        return word in DECISION_WORDS or beginning(self.parts[0].text) is Beginning.NEARLY

    @property
    def takes_chains(self) -> bool:
        """Whether its last word can be a chain."""
        return self.kind == "language" and not self.is_whole and self._first_words[0] in _TAKES_CHAINS

    @property
    def is_whole(self) -> bool:
        """Whether nothing can go on from it: `end` and `else`, and a question."""
        if self.kind == "language":
            return len(self.parts) == 1 and _ALONE.match(self.parts[0].text) is not None
        return self.kind == "question"

    @property
    def _first_words(self) -> tuple[str, str]:
        first = _FIRST_WORDS.match(self.parts[0].text)
        return (first[1].lower(), first[2].lower()) if first else ("", "")

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
