"""What the sender of a mail wrote himself, line by line: without what is quoted, forwarded or put in by programs.

Nothing here need be right about every program there is. The order language is the last filter: no line of our own
reports and answers is an order, however it comes back. What has to be right is the other way round: no line that the
sender wrote may be lost without a word.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final

from orders.characters import fold
from referee.mail.armour import without_armour
from referee.mail.attributions import (
    Divider,
    divider_of,
    has_bracketed_address,
    has_date,
    is_attribution,
    is_full_attribution,
    is_in_dashes,
    is_labelled,
    is_rule,
    label_of,
    may_begin_attribution,
    surely_begins_attribution,
)
from referee.mail.footers import is_footer, is_notice, is_of_a_list
from referee.mail.order_lines import is_meant

_QUOTED: Final = re.compile(r"\s?\|?[>\uff1e]|\s{0,8}[A-Z]{2,3}>(?=\s|>)")
_MARKS: Final = re.compile(r"(?:\s{0,3}\|?[>\uff1e]|\s{0,8}[A-Z]{2,3}>(?=\s|>))+ ?")
_MANGLED: Final = re.compile(r">+From ")
_SIGNATURE: Final = re.compile(r"--\s*\Z")
_OPENS_PRESS: Final = re.compile(r"\s*(?:anonymous\s+)?press(?:\s+to\s+\S+)?\s*:?\s*\Z", re.IGNORECASE)
_ENDS_PRESS: Final = re.compile(r"\s*end(?:\s+press)?\s*\Z", re.IGNORECASE)

_LONGEST: Final = 400
"""Characters of a line that are looked at: what programs write above a quotation is shorter."""
_WRAPPED: Final = 4
"""Lines over which an attribution may be wrapped."""
_FIELDS: Final = 3
"""Different fields that make a header."""
_OF_A_HEADER: Final = 16
_OF_A_LIST: Final = 15
_OF_A_NOTICE: Final = 30


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What somebody wrote (`text`), and what stands in his mail without being his, marks taken away.

    `quoted` is what he answers, `forwarded` what he passes on, `signature` what stands below a signature line.
    `is_encrypted`: a part of it can be read by nobody but whom it was encrypted for.
    """

    text: str
    quoted: str = ""
    forwarded: str = ""
    signature: str = ""
    is_encrypted: bool = False


def own_words(text: str) -> OwnWords:
    """Sort the lines of a text. Never raises; takes time in proportion to the length."""
    lines, is_encrypted = without_armour(text.split("\n"))
    sorter = _Sorter([_line_of(line) for line in lines])
    sorter.run()
    return OwnWords(
        "\n\n".join(_without_footers(block) for block in sorter.own if block).strip("\n"),
        _joined(sorter.quoted),
        _joined(sorter.forwarded),
        _joined(sorter.signature),
        is_encrypted,
    )


def opens_press(line: str) -> bool:
    """Whether the lines below a line are the words of a press, down to one that ends it."""
    return _OPENS_PRESS.match(line) is not None


def ends_press(line: str) -> bool:
    """Whether a line ends a press."""
    return _ENDS_PRESS.match(line) is not None


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as it is without marks of quotation, and its beginning in plain characters."""

    raw: str
    plain: str
    is_quoted: bool
    is_mangled: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether nobody sees anything of it."""
        return not self.plain and not self.is_quoted


def _line_of(raw: str) -> _Line:
    if _MANGLED.match(raw):
        return _Line(raw[1:], _plain(raw[1:]), is_quoted=False, is_mangled=True)
    if _QUOTED.match(raw):
        words = _MARKS.sub("", raw, count=1)
        return _Line(words, _plain(words), is_quoted=True)
    return _Line(raw, _plain(raw), is_quoted=False)


def _plain(raw: str) -> str:
    """The beginning of a line in plain characters, without what nobody sees."""
    raw = raw[:_LONGEST]
    return (raw if raw.isascii() else fold(unicodedata.normalize("NFC", raw)).text).strip()


@dataclass(slots=True)
class _Sorter:
    """Goes once over the lines; each is looked at a fixed number of times."""

    lines: list[_Line]
    own: list[list[str]] = field(default_factory=lambda: [[]])
    quoted: list[str] = field(default_factory=list)
    forwarded: list[str] = field(default_factory=list)
    signature: list[str] = field(default_factory=list)
    own_lines: list[str] = field(default_factory=list)
    _looked_at: int = 0
    _orders_above: bool = False
    _in_press: bool = False
    _next: list[int] = field(default_factory=list)
    """Of each line the first from it on that is not blank."""
    _last_quoted: int = -1
    _of_lists: list[int] = field(default_factory=list)
    """How many of the lines from each on are of the kind that lists write."""

    def run(self) -> None:
        """Sorts them all."""
        self._prepare()
        index = 0
        while index < len(self.lines):
            line = self.lines[index]
            if line.is_quoted or (line.is_mangled and self._is_among_quoted(index)):
                self.quoted.append(line.raw)
                self._gap()
                index += 1
            elif line.is_blank:
                self.own[-1].append("")
                index += 1
            else:
                index = self._take(index, line)

    def _prepare(self) -> None:
        following, of_lists = len(self.lines), 0
        for index in range(len(self.lines) - 1, -1, -1):
            line = self.lines[index]
            following = following if line.is_blank else index
            of_lists += is_of_a_list(line.plain)
            self._next.append(following)
            self._of_lists.append(of_lists)
            if line.is_quoted and self._last_quoted < 0:
                self._last_quoted = index
        self._next.reverse()
        self._of_lists.reverse()

    def _take(self, index: int, line: _Line) -> int:
        """Sorts a line that is neither blank nor marked; the index of the next to look at."""
        if _SIGNATURE.match(line.plain):
            return self._take_signature(index)
        if (count := self._attribution(index)) > 0:
            return self._take_attribution(index, count)
        if (divider := self._divider(index, line)) is not None:
            return self._take_divider(index, divider)
        if self._header_end(index) is not None:
            return self._take_divider(index, "answered")
        if not self._in_press and is_rule(line.plain):
            return self._take_rule(index, line)
        self.own[-1].append(line.raw)
        self.own_lines.append(line.raw)
        self._in_press = not ends_press(line.plain) if self._in_press else opens_press(line.plain)
        return index + 1

    # --- what is answered or passed on ---

    def _attribution(self, index: int) -> int:
        """Over how many lines from this one on goes what a program writes above a quotation; 0: it is no such."""
        first = self.lines[index].plain
        if is_attribution(first):
            return 1
        if not may_begin_attribution(first):
            return 0
        joined = first
        for count in range(2, _WRAPPED + 1):
            if index + count > len(self.lines):
                return 0
            line = self.lines[index + count - 1]
            if (
                line.is_quoted
                or line.is_blank
                or surely_begins_attribution(line.plain)
                or is_meant(line.plain)
            ):
                return 0
            joined = f"{joined} {line.plain}"[: 2 * _LONGEST]
            if is_attribution(joined):
                return count
        return 0

    def _take_attribution(self, index: int, count: int) -> int:
        """The lines above a quotation. Where what is below is not marked, all of it is the mail that is answered.

        But somebody may begin to write right below it, above the first line that is marked.
        """
        following = self._following(index + count)
        words = " ".join(line.plain for line in self.lines[index : index + count])
        if following is not None and not following.is_quoted:
            if not is_full_attribution(words):
                self.own[-1] += [line.raw for line in self.lines[index : index + count]]
                return index + count
            if self._last_quoted < index or self._has_orders():
                return self._rest(index + count, self.quoted)
        self._gap()
        return index + count

    def _has_orders(self) -> bool:
        """Whether there is an order above; each line is looked at once, however often this is asked."""
        own = self.own_lines
        self._orders_above = self._orders_above or any(is_meant(line) for line in own[self._looked_at :])
        self._looked_at = len(own)
        return self._orders_above

    def _divider(self, index: int, line: _Line) -> Divider | None:
        """What the line, or a rule above a header, says of what stands below it."""
        found = divider_of(line.plain)
        if found is not None:
            return found
        if is_rule(line.plain) or is_in_dashes(line.plain):
            below = self._next_of(index + 1)
            if below is not None and self._header_end(below) is not None:
                return "answered"
        return None

    def _take_divider(self, index: int, divider: Divider) -> int:
        """A line above another mail, with the header of that, if there is one."""
        below = self._next_of(index) if self._header_end(index) is not None else self._next_of(index + 1)
        end = index + 1
        if below is not None and (header_end := self._header_end(below)) is not None:
            end = header_end
        following = self._following(end)
        if following is not None and following.is_quoted:
            self._gap()
            return end
        return self._rest(index + 1, self.forwarded if divider == "forwarded" else self.quoted)

    def _header_end(self, index: int) -> int | None:
        """The line below the header that begins here, as programs write it above the mail that is answered."""
        if self.lines[index].is_quoted or label_of(self.lines[index].plain) is None:
            return self._unknown_header_end(index)
        fields: set[str] = set()
        end, others = index, 0
        for at in range(index, min(index + _OF_A_HEADER, len(self.lines))):
            line = self.lines[at]
            if line.is_quoted:
                break
            if (label := label_of(line.plain)) is not None:
                fields.add(label)
                end, others = at + 1, 0
            else:
                others += 1
                if others > 2 or (line.is_blank and len(fields - {"other"}) >= _FIELDS):  # noqa: PLR2004  # a long `To:`
                    break
        known = fields - {"other"}
        if len(known) >= _FIELDS and "from" in known:
            return end
        return self._unknown_header_end(index)

    def _unknown_header_end(self, index: int) -> int | None:
        """The same of a header in a language that is not known: by its form, and where orders stand above it.

        Fields line by line, who wrote in the first or second of them, and somewhere when.
        """
        at = index
        while at < min(index + _OF_A_HEADER, len(self.lines)):
            line = self.lines[at]
            if line.is_quoted or line.is_blank or not is_labelled(line.plain):
                break
            at += 1
        block = [line.plain for line in self.lines[index:at]]
        is_header = (
            len(block) >= _FIELDS
            and any(has_bracketed_address(text) for text in block[:2])
            and any(has_date(text) for text in block)
        )
        return at if is_header and self._has_orders() else None

    def _rest(self, index: int, sort: list[str]) -> int:
        sort += [line.raw for line in self.lines[index:]]
        self._gap()
        return len(self.lines)

    # --- what programs put in ---

    def _take_signature(self, index: int) -> int:
        """Leaves out a signature: to the end, or to a quotation below it, under which he may go on."""
        self._gap()
        while index < len(self.lines):
            line = self.lines[index]
            marked = line.is_quoted and index + 1 < len(self.lines) and self.lines[index + 1].is_quoted
            if marked or (not line.is_blank and not line.is_quoted and self._attribution(index)):
                break
            self.signature.append(line.raw)
            index += 1
        return index

    def _take_rule(self, index: int, line: _Line) -> int:
        """A rule: all below it is left out where it is the footer of a list; else perhaps the rule alone."""
        below = [one for one in self.lines[index + 1 : index + 4 * _OF_A_LIST] if not one.is_blank]
        is_short = len(below) <= _OF_A_LIST and index + 4 * _OF_A_LIST >= len(self.lines)
        if is_short and index + 1 < len(self.lines) and self._of_lists[index + 1]:
            return self._rest(index + 1, self.signature)
        self.own[-1].append("" if line.plain[0] in "_-" else line.raw)
        return index + 1

    # --- the lines around ---

    def _next_of(self, index: int) -> int | None:
        if index >= len(self.lines) or self._next[index] >= len(self.lines):
            return None
        return self._next[index]

    def _following(self, index: int) -> _Line | None:
        found = self._next_of(index)
        return None if found is None else self.lines[found]

    def _is_among_quoted(self, index: int) -> bool:
        around = self.lines[max(0, index - 1) : index + 2]
        return any(line.is_quoted and line.plain for line in around)

    def _gap(self) -> None:
        if self.own[-1]:
            self.own.append([])


def _without_footers(block: list[str]) -> str:
    """Lines that were written without a break, without what programs put below them."""
    lines = list(block)
    while lines:
        plain = _plain(lines[-1])
        if not plain or is_footer(plain):
            lines.pop()
            continue
        start = next((i for i in range(len(lines) - 1, -1, -1) if not _plain(lines[i])), -1) + 1
        paragraph = lines[start:]
        if len(paragraph) > _OF_A_NOTICE or not is_notice(" ".join(map(_plain, paragraph))[:_LONGEST]):
            break
        del lines[start:]
    return "\n".join(lines).strip("\n")


def _joined(lines: list[str]) -> str:
    return "\n".join(lines).strip("\n")
