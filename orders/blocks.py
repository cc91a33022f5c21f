"""The structure of an order file: headings, blocks, the standing block, headers and requests.

Statements are read one at a time, so that no bad line hides another; what a bad line makes uncertain is left out
with it. Source: ORDERS.md, "Statements" and "Reading a text".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from orders import tree
from orders.frames import Above, Frame, Opened, Sections
from orders.problems import MAX_DEPTH, RefusedError
from orders.simple import HEADER_WORDS, REQUEST_WORDS, Headers, after_keyword, read_request
from orders.statement import Opens, StatementReader
from orders.words import STATEMENT_WORDS, is_heading, nearest

if TYPE_CHECKING:
    from orders.lines import Logical
    from orders.names import Names
    from orders.problems import Kind, Problems

_DECISIONS: Final = frozenset(["tile", "found", "survivor", "settle", "merger", "buy", "use"])
_TURNS: Final[dict[tuple[str, ...], tree.Turn]] = {
    ("first", "turn"): "first",
    ("second", "turn"): "second",
    ("all", "turns"): "all",
}
_FIRST_WORD: Final = re.compile(r"\s*([A-Za-z]+)")
_WORD: Final = re.compile(r"\w+|[^\s\w]")
_KINDS: Final = (
    "`tile`",
    "`found`",
    "`survivor`",
    "`settle`",
    "`merger`",
    "`buy`",
    "`end game`",
    "`if`",
    "`else`",
    "`end`",
    "`first turn`",
    "`standing`",
    "`ready`",
    "`press:`",
)


class Assembler:
    """Takes logical lines one after the other; `finish` gives the orders."""

    def __init__(self, names: Names, problems: Problems) -> None:
        self._names = names
        self._problems = problems
        self._reader = StatementReader(names, problems)
        self._headers = Headers(names, problems)
        self._sections = Sections()
        self._standing: list[tree.Item] | None = None
        self._requests: list[tree.Request] = []
        self._frames: list[Frame] = []
        self._above: Above | None = None
        """The statement directly above the line that is read."""
        self._last: Above | None = None

    def take(self, logical: Logical) -> None:
        """Reads one line."""
        self._above = self._last if logical.touches_above else None
        self._last = None
        match logical.kind:
            case "language":
                self._statement(logical)
            case "press":
                self._press(logical)
            case "note":
                note = self._reader.note(logical)
                if note is not None:
                    self._add_request(note, "note", logical)
            case "bad press":
                self._reader.bad_press(logical)
            case "stray":
                self._problem(
                    "invalid",
                    logical,
                    "This line begins with no word of the language, and there is none above it that it could go on "
                    "from. Begin it with a statement, or with # if it is only a remark.",
                    _KINDS,
                )

    def finish(self) -> tree.Orders:
        """The orders, once all lines are read; what is still open is left out."""
        for frame in self._frames:
            self._unclosed(frame)
        if self._frames and self._frames[0].above is not None:
            self._frames[0].above[0].pop()
        return tree.Orders(
            self._headers.finish(),
            self._sections.finish(),
            None if self._standing is None else tuple(self._standing),
            tuple(self._requests),
        )

    # --- which statement ---

    def _statement(self, logical: Logical) -> None:
        match = _FIRST_WORD.match(logical.text)
        word = match[1].lower() if match else ""
        if word in _DECISIONS:
            self._decision(word, logical)
        elif word in {"if", "else", "elif", "elseif", "end", "endif"}:
            self._block_word(word, logical)
        elif word in HEADER_WORDS:
            self._header(word, logical)
        elif word in REQUEST_WORDS:
            self._request(word, logical)
        elif word == "standing":
            self._open_standing(logical)
        elif word == "seat":
            self._seat(logical)
        elif is_heading(logical.text):
            self._turn(logical)
        elif word == "as":
            self._as_before(logical)
        else:
            self._unknown(word, logical)

    def _block_word(self, word: str, logical: Logical) -> None:
        if word == "if":
            self._if(logical)
        elif word in {"end", "endif"}:
            self._end(logical)
        else:
            self._else(logical)

    def _unknown(self, word: str, logical: Logical) -> None:
        """Nearly a statement word. What it was probably meant for decides what is uncertain around it."""
        self._problem(
            "invalid", logical, f"No statement begins with `{word or logical.text.split()[0][:40]}`.", _KINDS
        )
        match nearest(word, STATEMENT_WORDS):
            case "if":
                self._open(Frame("if", logical, good=False, branches=[Opened(logical.start)]))
            case "standing":
                self._open(Frame("standing", logical, good=False, branches=[Opened(logical.start)]))
            case "else" | "elif" | "elseif" if self._frames:
                self._frames[-1].good = False
            case "seat":
                self._heading_lost(logical, "seat")
            case _:
                pass

    # --- decisions ---

    def _decision(self, word: str, logical: Logical) -> None:
        line = self._reader.decision(word, logical)
        if line is not None:
            self._add(line, logical)

    def _press(self, logical: Logical) -> None:
        press = self._reader.press(logical)
        if press is None:
            return
        if any(frame.kind == "standing" for frame in self._frames):
            self._problem("illegal", logical, "Press cannot stand in a standing block. Write it outside.")
        else:
            self._add(press, logical)

    def _add(self, item: tree.Item, logical: Logical) -> None:
        items = self._frames[-1].items if self._frames else self._sections.items
        items.append(item)
        self._last = (items, logical)

    def _as_before(self, logical: Logical) -> None:
        if _words(logical.text) != ["as", "before"]:
            self._problem(
                "invalid", logical, "Write `as before`, alone on its line.", ("`as before`",), "as before"
            )
        elif self._frames:
            self._problem(
                "illegal", logical, "`as before` cannot stand in a block. Write it outside of all blocks."
            )
        else:
            self._add(tree.AsBefore(at=logical.start), logical)

    # --- blocks ---

    def _if(self, logical: Logical) -> None:
        read = self._reader.conditional(logical)
        if isinstance(read, Opens):
            self._open(Frame("if", logical, read.good, branches=[Opened(logical.start, read.condition)]))
        elif read is not None:
            self._add(read, logical)

    def _open(self, frame: Frame) -> None:
        frame.above = self._above if frame.kind == "if" else None
        self._frames.append(frame)
        if sum(one.kind == "if" for one in self._frames) > MAX_DEPTH:
            raise RefusedError(
                f"Blocks may be {MAX_DEPTH} deep, the one that begins in line {frame.opened.start.line} is deeper. "
                "Nothing of this text was read: write fewer blocks inside each other."
            )

    def _else(self, logical: Logical) -> None:
        if not self._frames or self._frames[-1].kind != "if":
            self._problem(
                "invalid",
                logical,
                "This `else` has no `if` above it. What follows, up to the next `end`, is left out.",
                ("`if`",),
            )
            self._open(Frame("if", logical, good=False, branches=[Opened(logical.start)]))
            return
        frame = self._frames[-1]
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
        frame.branches.append(Opened(logical.start, opens.condition))

    def _end(self, logical: Logical) -> None:
        words = _words(logical.text)
        if words in (["end"], ["end", "if"], ["endif"]):
            self._close(logical, "standing" if words == ["end"] else "if")
        elif words == ["end", "standing"]:
            if self._frames and self._frames[-1].kind == "standing":
                self._close(logical, "standing")
            else:
                self._stray_end(logical)
        elif words == ["end", "press"]:
            self._problem(
                "invalid", logical, "No press is open here: this `end press` closes nothing. Take it out."
            )
        else:
            self._decision("end", logical)

    def _close(self, logical: Logical, may_be: Literal["if", "standing"]) -> None:
        if not self._frames or (self._frames[-1].kind == "standing" and may_be == "if"):
            self._stray_end(logical)
            return
        frame = self._frames.pop()
        if not frame.good:
            return
        if frame.kind == "if":
            self._add(frame.block(), logical)
            self._last = None
        else:
            self._standing = (self._standing or []) + frame.items

    def _stray_end(self, logical: Logical) -> None:
        self._problem("invalid", logical, "This `end` closes nothing: no block is open here. Take it out.")

    def _unclosed(self, frame: Frame) -> None:
        if frame.kind == "standing":
            message = "This `standing` block has no `end` and is left out. Write `end` below its last line."
        else:
            message = "This `if` has no `end`: the block is left out"
            if frame.above is not None:
                above = frame.above[1].start.line
                message += (
                    f", and with it line {above} directly above, which may have been cut before its `if`"
                )
            message += ". Write `end` below its last line."
        self._problem("invalid", frame.opened, message, ("`end`",))

    # --- standing, headings, headers, requests ---

    def _open_standing(self, logical: Logical) -> None:
        rest, index = after_keyword(logical.text)
        good = not self._sections.is_lost
        if rest:
            good = False
            self._problems.add(
                "invalid",
                logical.at(index),
                "`standing` stands alone on its line. Write what follows on the next line. The block is left out.",
                ("the end of the line",),
            )
        elif self._frames:
            good = False
            self._problem(
                "illegal", logical, "A standing block cannot stand in another block. It is left out."
            )
        elif self._sections.has_seat:
            good = False
            self._problem(
                "illegal",
                logical,
                "A standing block counts for both seats. Write it above the first `seat` line.",
            )
        self._open(Frame("standing", logical, good, branches=[Opened(logical.start)]))

    def _turn(self, logical: Logical) -> None:
        turn = _TURNS.get(tuple(_words(logical.text)))
        if turn is None:
            self._problem(
                "invalid",
                logical,
                "This heading is not understood, and everything up to the next heading is left out. "
                "Write `first turn`, `second turn` or `all turns`, alone on its line.",
                ("`first turn`", "`second turn`", "`all turns`"),
            )
            self._heading_lost(logical, "turn")
        elif self._frames:
            self._heading_in_block(logical)
        else:
            self._sections.turn(turn)

    def _seat(self, logical: Logical) -> None:
        rest, index = after_keyword(logical.text)
        seat = self._names.handle(rest)
        if seat is None:
            handles = self._names.vocabulary.handles
            listed = (
                f"Write `seat` and one of {', '.join(handles)}." if handles else "Write `seat` and a handle."
            )
            self._problems.add(
                "invalid",
                logical.at(index) if rest else logical.start,
                f"This seat is not understood, and everything up to the next `seat` line is left out. {listed}",
                handles or ("a player",),
            )
            self._heading_lost(logical, "seat")
        elif self._frames:
            self._heading_in_block(logical)
        else:
            self._sections.seat(seat)

    def _heading_in_block(self, logical: Logical) -> None:
        self._problem(
            "illegal",
            logical,
            "A heading cannot stand in a block. The block is left out, and everything from it up to the next "
            "heading. Write the heading outside, and the block again under each heading.",
        )
        self._heading_lost(logical, "turn")

    def _heading_lost(self, _logical: Logical, what: Literal["turn", "seat"]) -> None:
        self._sections.lose(what)
        if self._frames:
            self._frames[0].good = False

    def _header(self, word: str, logical: Logical) -> None:
        if self._frames:
            self._problem(
                "illegal", logical, f"`{word}` cannot stand in a block. Write it at the top of the text."
            )
        else:
            self._headers.read(word, logical)

    def _request(self, word: str, logical: Logical) -> None:
        request = read_request(word, logical, self._problems)
        if request is not None:
            self._add_request(request, word, logical)

    def _add_request(self, request: tree.Request, word: str, logical: Logical) -> None:
        if self._frames:
            self._problem(
                "illegal", logical, f"`{word}` cannot stand in a block. Write it outside of all blocks."
            )
        elif not self._sections.is_lost:
            self._requests.append(request)
            self._last = (self._requests, logical)

    def _problem(
        self,
        kind: Kind,
        logical: Logical,
        message: str,
        expected: tuple[str, ...] = (),
        suggestion: str | None = None,
    ) -> None:
        self._problems.add(kind, logical.start, message, expected, suggestion)


def _words(text: str) -> list[str]:
    """The words and marks of a line in lower case, without a colon at its end."""
    words = [word.lower() for word in _WORD.findall(text)]
    return words[:-1] if words and words[-1] == ":" else words
