"""Blocks while a text is read: what goes into which, and what an uncertain one leaves out with it.

A condition that cannot be read never counts as true: whatever may have stood under it is left out.
Source: ORDERS.md, "Reading a text" (Joining) and "Statements" (blocks, standing).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from orders import tree
from orders.frames import Above, Frame, Opened
from orders.problems import MAX_DEPTH, RefusedError
from orders.statement import Opens, StatementReader

if TYPE_CHECKING:
    from orders.frames import Sections
    from orders.logical import Logical
    from orders.names import Names
    from orders.problems import Kind, Problems

_WORD: Final = re.compile(r"\w+|[^\s\w]")


class Blocks:
    """The blocks that are open, and where statements go."""

    def __init__(self, names: Names, problems: Problems, sections: Sections) -> None:
        self._problems = problems
        self._sections = sections
        self._reader = StatementReader(names, problems)
        self._frames: list[Frame] = []
        self.standing: list[tree.Item] | None = None
        self._above: Above | None = None
        """The statement directly above the line that is read."""
        self._before: Above | Frame | None = None
        """What stands above it, blank lines between or not: a statement, or the block whose condition it is."""
        self._last: Above | Frame | None = None
        self._paragraph: tuple[list[tree.Item], int] = ([], 0)
        """The list that statements of this paragraph go to, and how many were in it where it began."""

    # --- what is open ---

    @property
    def is_open(self) -> bool:
        """Whether any block is open."""
        return bool(self._frames)

    @property
    def is_standing(self) -> bool:
        """Whether the standing block is open."""
        return any(frame.kind == "standing" for frame in self._frames)

    def next_line(self, logical: Logical) -> None:
        """Another line is read."""
        self._before = self._last
        self._above = self._last if logical.touches_above and isinstance(self._last, tuple) else None
        self._last = None
        if not logical.touches_above:
            self.begin_paragraph()

    def begin_paragraph(self) -> None:
        """A blank line, a heading, the beginning or end of a block: a stray `end` below reaches no higher."""
        items = self._items
        self._paragraph = (items, len(items))

    def spoil(self) -> None:
        """The open blocks are left out."""
        if self._frames:
            self._frames[0].good = False

    def add(self, item: tree.Item, logical: Logical) -> None:
        """A statement, into what is open."""
        items = self._items
        items.append(item)
        self._last = (items, logical)

    def remember(self, requests: list[tree.Request], logical: Logical) -> None:
        """A request that was added; a line below may show that it was cut."""
        self._last = (requests, logical)

    @property
    def _items(self) -> list[tree.Item]:
        return self._frames[-1].items if self._frames else self._sections.items

    # --- if, else, end ---

    def if_(self, logical: Logical) -> None:
        """A line that begins with `if`."""
        read = self._reader.conditional(logical)
        if isinstance(read, Opens):
            self.open(Frame("if", logical, read.good, branches=[Opened(logical.start, read.condition)]))
        elif read is not None:
            self.add(read, logical)

    def open(self, frame: Frame) -> None:
        """What stands above an `if` is kept in mind: it may have been cut before it."""
        frame.above = self._above if frame.kind == "if" else None
        frame.before = self._before if frame.kind == "if" and isinstance(self._before, tuple) else None
        self._frames.append(frame)
        self._last = frame
        self.begin_paragraph()
        if sum(one.kind == "if" for one in self._frames) > MAX_DEPTH:
            raise RefusedError(
                f"Blocks may be {MAX_DEPTH} deep, the one that begins in line {frame.opened.start.line} is deeper. "
                "Nothing of this text was read: write fewer blocks inside each other."
            )

    def open_bad(self, logical: Logical, *, cut: bool = False) -> None:
        """A line that was meant to open a block and does not: everything up to its `end` is left out.

        `cut`: it may as well be the condition of the statement above it.
        """
        self.open(Frame("if", logical, good=False, branches=[Opened(logical.start)], cut=cut, is_told=True))

    def else_(self, logical: Logical) -> None:
        """`else` and `else if`."""
        frame = self._open_if()
        if frame is None:
            self._problem(
                "invalid",
                logical,
                "This `else` has no `if` above it. What follows, up to the next `end`, is left out.",
                ("`if`",),
            )
            self.open_bad(logical)
            return
        if frame.has_else:
            frame.good = False
            self._problem(
                "invalid",
                logical,
                "After `else` the block can only `end`. The block is left out.",
                ("`end`",),
            )
        opens = self._reader.alternative(logical)
        frame.has_else = frame.has_else or (opens.good and opens.condition is None)
        frame.good = frame.good and opens.good
        self._branch(frame, Opened(logical.start, opens.condition))

    def bad_else(self, logical: Logical) -> None:
        """A line that was meant as `else` or `else if` and is not understood."""
        frame = self._open_if()
        if frame is None:
            self.open_bad(logical)
        else:
            frame.good = False
            self._branch(frame, Opened(logical.start))

    def _open_if(self) -> Frame | None:
        return self._frames[-1] if self._frames and self._frames[-1].kind == "if" else None

    def _branch(self, frame: Frame, opened: Opened) -> None:
        frame.branches.append(opened)
        self._last = frame
        self.begin_paragraph()

    def end(self, logical: Logical) -> bool:
        """`end` in one of its forms; False where it is another statement that begins so."""
        words = words_of(logical.text)
        if words in (["end"], ["end", "if"], ["endif"]):
            self._close(logical, "standing" if words == ["end"] else "if")
        elif words == ["end", "standing"]:
            if self._frames and self._frames[-1].kind == "standing":
                self._close(logical, "standing")
            else:
                self._stray_end(logical)
        elif words == ["end", "press"]:
            self._stray_end(logical)
        else:
            return False
        return True

    def _close(self, logical: Logical, may_be: Literal["if", "standing"]) -> None:
        if not self._frames or (self._frames[-1].kind == "standing" and may_be == "if"):
            self._stray_end(logical)
            return
        frame = self._frames.pop()
        if frame.good and frame.kind == "if":
            self.add(frame.block(), logical)
        elif frame.good:
            self.standing = (self.standing or []) + frame.items
        self._last = None
        self.begin_paragraph()

    def _stray_end(self, logical: Logical) -> None:
        """An `end` that closes nothing: what stands above it may have stood under a condition."""
        items, count = self._paragraph
        lost = [item.at.line for item in items[count:]]
        del items[count:]
        message = "This `end` closes nothing: no block is open here"
        if words_of(logical.text) == ["end", "press"]:
            message = "This `end press` closes nothing: no press is open here"
        if lost:
            message += f", and what stands above it ({_lines(lost)}) is left out: its `if` is missing or was not read"
        self._problem(
            "invalid", logical, f"{message}. Take it out, or write `if` and its condition above.", ("`if`",)
        )

    # --- what is torn apart ---

    def torn(self, logical: Logical) -> None:
        """The rest of a statement that a blank line has cut: the first half does not count alone."""
        before = self._before
        text = logical.text.strip()
        word = words_of(text)[0] if text else ""
        start = f"This line begins with `{word}` and goes on from what stands above the blank line"
        blank = logical.start.line - 1
        if isinstance(before, Frame):
            before.good = False
            message = (
                f"{start} {blank}: the block that begins in line {before.opened.start.line} is left out."
            )
        elif before is not None:
            items, above = before
            items.pop()
            message = f"{start} {blank}, so that line {above.start.line} is left out too."
        else:
            message = f"{start}; there is no statement that it could belong to."
        self._problem(
            "invalid",
            logical,
            f"{message} Take the blank line out, or begin the line with # if it is a remark.",
            ("no blank line above",),
        )
        self._last = None

    def finish(self) -> None:
        """The end of the text: what is still open is left out."""
        for frame in self._frames:
            cut = frame.above or (frame.before if frame.is_bare or frame.cut else None)
            if cut or not frame.is_told:
                self._unclosed(frame, cut[1].start.line if cut else None)
        if self._frames:
            outer = self._frames[0]
            cut = outer.above or (outer.before if outer.is_bare or outer.cut else None)
            if cut is not None:
                cut[0].pop()

    def _unclosed(self, frame: Frame, above: int | None) -> None:
        word = words_of(frame.opened.text)[0] if frame.opened.text.strip() else "if"
        if frame.kind == "standing":
            message = "This `standing` block has no `end` and is left out. Write `end` below its last line."
        else:
            message = f"This `{word}` has no `end`: everything below it is left out"
            if above is not None:
                between = "" if frame.above is not None else ", above the blank line,"
                message += f", and with it line {above}{between} which may have been cut before its `{word}`"
            message += ". Write `end` below its last line."
        self._problem("invalid", frame.opened, message, ("`end`",))

    def _problem(self, kind: Kind, logical: Logical, message: str, expected: tuple[str, ...] = ()) -> None:
        self._problems.add(kind, logical.start, message, expected)


def words_of(text: str) -> list[str]:
    """The words and marks of a line in lower case, without a colon at its end."""
    words = [word.lower() for word in _WORD.findall(text)]
    return words[:-1] if len(words) > 1 and words[-1] == ":" else words


def _lines(numbers: list[int]) -> str:
    """`line 3`, `lines 3 to 5`."""
    first, last = min(numbers), max(numbers)
    return f"line {first}" if first == last else f"lines {first} to {last}"
