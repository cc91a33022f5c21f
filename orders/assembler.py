"""The structure of an order file: which statement a line is; headings, headers and requests.

Statements are read one at a time, so that no bad line hides another; what a bad line makes uncertain is left out
with it. Source: ORDERS.md, "Statements" and "Reading a text".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from orders import tree
from orders.advice import advise, advise_first_word, advise_opening
from orders.blocks import Blocks, words_of
from orders.frames import Frame, Opened, Sections
from orders.headings import turn_of
from orders.lexicon import DECISION_WORDS
from orders.lookalikes import is_like_as_before, is_other_else, looks_like_order, opens_a_block
from orders.nearest import nearest_player
from orders.problems import Problems
from orders.questions import EXAMPLE, NO_MAILBOX, read_question
from orders.simple import HEADER_WORDS, REQUEST_WORDS, Headers, after_keyword, read_request
from orders.slips import nearest
from orders.statement import StatementReader
from orders.words import is_heading, nearest_statement

if TYPE_CHECKING:
    from orders.logical import Logical
    from orders.names import Names
    from orders.problems import Kind

_FIRST_WORD: Final = re.compile(r"\s*([A-Za-z]+)")
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
        self._blocks = Blocks(names, problems, self._sections)
        self._requests: list[tree.Request] = []

    def take(self, logical: Logical) -> None:
        """Reads one line."""
        self._blocks.next_line(logical)
        before = len(self._problems.found)
        match logical.kind:
            case "language":
                self._statement(logical)
            case "press":
                self._press(logical)
            case "note":
                note = self._reader.note(logical)
                if note is not None:
                    self._add_request(note, "note", logical)
            case "question":
                self._question(logical)
            case "bad press":
                self._reader.bad_press(logical, may_stand=not self._blocks.is_standing)
            case "torn":
                self._blocks.torn(logical)
            case "stray":
                self._problem(
                    "invalid",
                    logical,
                    "This line begins with no word of the language, and there is none above it that it could go on "
                    "from. Begin it with a statement, or with # if it is only a remark.",
                    _KINDS,
                    *self._advice(logical.text),
                )
        if len(logical.parts) > 1:
            self._problems.explain_joining(before, logical.parts[0].number, logical.parts[-1].number)

    def finish(self) -> tree.Orders:
        """The orders, once all lines are read; what is still open is left out."""
        self._blocks.finish()
        header = self._headers.finish()
        if self._headers.is_lost:
            return tree.Orders(header)
        standing = self._blocks.standing
        return tree.Orders(
            header,
            self._sections.finish(),
            None if standing is None else tuple(standing),
            tuple(self._requests),
        )

    # --- which statement ---

    def _statement(self, logical: Logical) -> None:
        match = _FIRST_WORD.match(logical.text)
        word = match[1].lower() if match else ""
        if word in DECISION_WORDS:
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
        elif turn_of(logical.text) is not None or is_heading(logical.text):
            self._turn(logical)
        elif word == "as" or is_like_as_before(logical.text):
            self._as_before(logical)
        else:
            self._unknown(word, logical)

    def _block_word(self, word: str, logical: Logical) -> None:
        if word == "if":
            self._blocks.if_(logical)
        elif word not in {"end", "endif"}:
            self._blocks.else_(logical)
        elif not self._blocks.end(logical):
            self._decision("end", logical)

    def _unknown(self, word: str, logical: Logical) -> None:
        """Nearly a statement word. What it was probably meant for decides what is uncertain around it."""
        known = self._names.known
        if is_other_else(logical.text, known):
            self._other_else(word, logical)
            return
        if opens_a_block(logical.text, known):
            opening = advise_opening(logical.text, self._names) if self._problems.may_advise() else None
            self._problem(
                "invalid",
                logical,
                f"Only `if` begins a block, not `{word}`: everything from here to its `end` is left out.",
                ("`if`",),
                opening,
                opening,
            )
            self._blocks.open_bad(logical, cut=True)
            return
        meant = None if looks_like_order(logical.text, known) else nearest_statement(word)
        suggestion, write = self._advice(logical.text)
        self._problem(
            "invalid",
            logical,
            f"No statement begins with `{word or logical.text.split()[0][:40]}`.",
            _KINDS,
            suggestion or meant,
            write or (meant and self._with_word(meant, logical.text)),
        )
        match meant:
            case "if":
                self._blocks.open_bad(logical)
            case "standing":
                self._blocks.open(Frame("standing", logical, good=False, branches=[Opened(logical.start)]))
            case "else" | "elif" | "elseif":
                self._blocks.bad_else(logical)
            case "seat":
                self._heading_lost("seat")
            case _:
                pass

    def _advice(self, text: str) -> tuple[str | None, str | None]:
        """The nearest right word or statement, and the whole statement."""
        if not self._problems.may_advise():
            return None, None
        by_word = advise_first_word(text, self._names)
        if by_word is not None:
            return by_word
        whole = advise(text, self._names)
        return whole, whole

    def _with_word(self, meant: str, text: str) -> str | None:
        """A statement that needs no grammar with its first word put right, where it can stand here."""
        rest, _ = after_keyword(text)
        in_block = self._blocks.is_open
        if not rest:
            is_whole = meant in {"else", "end"} if in_block else meant in {"ready", "withdraw", "resign"}
            return meant if is_whole else None
        if not in_block and meant in HEADER_WORDS and Headers(self._names, Problems()).can_be(meant, rest):
            return f"{meant} {rest}"
        return None

    def _other_else(self, word: str, logical: Logical) -> None:
        with_if = "if" in words_of(logical.text)[1:2] or word == "elsif"
        alone = len(words_of(logical.text)) == 1 and self._blocks.is_open
        self._problem(
            "invalid",
            logical,
            f"`{word}` is no word of the language. The block is left out.",
            ("`else if`",) if with_if else ("`else`",),
            "else if" if with_if else "else",
            "else" if alone and not with_if else None,
        )
        self._blocks.bad_else(logical)

    # --- decisions ---

    def _decision(self, word: str, logical: Logical) -> None:
        line = self._reader.decision(word, logical, in_block=self._blocks.is_open)
        if line is not None:
            self._blocks.add(line, logical)

    def _press(self, logical: Logical) -> None:
        press = self._reader.press(logical, may_stand=not self._blocks.is_standing)
        if press is None:
            return
        if self._blocks.is_standing:
            self._problem("illegal", logical, "Press cannot stand in a standing block. Write it outside.")
        else:
            self._blocks.add(press, logical)

    def _as_before(self, logical: Logical) -> None:
        if words_of(logical.text) != ["as", "before"]:
            self._problem(
                "invalid",
                logical,
                "Write it in two words, alone on their line.",
                ("`as before`",),
                "as before",
                self._outside("as before"),
            )
        elif self._blocks.is_open:
            self._problem(
                "illegal", logical, "`as before` cannot stand in a block. Write it outside of all blocks."
            )
        else:
            self._blocks.add(tree.AsBefore(at=logical.start), logical)

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
        elif self._blocks.is_open:
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
        self._blocks.open(Frame("standing", logical, good, branches=[Opened(logical.start)]))

    def _turn(self, logical: Logical) -> None:
        turn = turn_of(logical.text)
        if turn is None:
            self._problem(
                "invalid",
                logical,
                "This heading is not understood, and everything up to the next heading is left out. "
                "A heading stands alone on its line.",
                ("`first turn`", "`second turn`", "`all turns`"),
                meant := _turn_meant(logical.text),
                self._outside(meant),
            )
            self._heading_lost("turn")
        elif self._blocks.is_open:
            self._heading_in_block(logical)
        else:
            self._sections.turn(turn)
            self._blocks.begin_paragraph()

    def _seat(self, logical: Logical) -> None:
        rest, index = after_keyword(logical.text)
        seat = self._names.handle(rest)
        if seat is None:
            near = nearest_player(rest, self._names)
            meant = f"seat {near}" if near else None
            self._problems.add(
                "invalid",
                logical.at(index) if rest else logical.start,
                "This seat is not understood, and everything up to the next `seat` line is left out. Write `seat` "
                "and one player.",
                self._names.seats_of(rest) or self._names.vocabulary.handles or ("a player",),
                meant,
                self._outside(meant),
            )
            self._heading_lost("seat")
        elif self._blocks.is_open:
            self._heading_in_block(logical)
        else:
            self._sections.seat(seat, logical.start)
            self._blocks.begin_paragraph()

    def _outside(self, write: str | None) -> str | None:
        """What may stand outside of all blocks, if this is there."""
        return None if self._blocks.is_open else write

    def _heading_in_block(self, logical: Logical) -> None:
        self._problem(
            "illegal",
            logical,
            "A heading cannot stand in a block. The block is left out, and everything from it up to the next "
            "heading. Write the heading outside, and the block again under each heading.",
        )
        self._heading_lost("turn")

    def _heading_lost(self, what: Literal["turn", "seat"]) -> None:
        self._sections.lose(what)
        self._blocks.spoil()
        self._blocks.begin_paragraph()

    def _header(self, word: str, logical: Logical) -> None:
        if self._blocks.is_open:
            self._problem(
                "illegal", logical, f"`{word}` cannot stand in a block. Write it at the top of the text."
            )
        else:
            self._headers.read(word, logical)

    def _request(self, word: str, logical: Logical) -> None:
        request = read_request(word, logical, self._problems, in_block=self._blocks.is_open)
        if request is not None:
            self._add_request(request, word, logical)

    def _question(self, logical: Logical) -> None:
        """What is answered by mail. Nothing below shows that it was cut: it ends with its line."""
        question = read_question(logical.text, logical.start)
        if isinstance(question, str):
            self._problem("invalid", logical, question, (EXAMPLE,) if question == NO_MAILBOX else ())
        elif self._stands_outside(words_of(logical.text)[0], logical):
            self._requests.append(question)

    def _add_request(self, request: tree.Request, word: str, logical: Logical) -> None:
        if self._stands_outside(word, logical):
            self._requests.append(request)
            self._blocks.remember(self._requests, logical)

    def _stands_outside(self, word: str, logical: Logical) -> bool:
        """Whether a request stands where it counts; in a block it is a problem."""
        if self._blocks.is_open:
            self._problem(
                "illegal", logical, f"`{word}` cannot stand in a block. Write it outside of all blocks."
            )
            return False
        return not self._sections.is_lost

    def _problem(
        self,
        kind: Kind,
        logical: Logical,
        message: str,
        expected: tuple[str, ...] = (),
        suggestion: str | None = None,
        write: str | None = None,
    ) -> None:
        self._problems.add(kind, logical.start, message, expected, suggestion, write)


def _turn_meant(text: str) -> str | None:
    """The heading that a line was probably meant as."""
    words = set(words_of(text))
    if words & {"first", "1st", "1", "one"} or any(nearest(word, ["first"]) for word in words):
        return "first turn"
    if words & {"second", "2nd", "2", "two"} or any(nearest(word, ["second"]) for word in words):
        return "second turn"
    return "all turns" if words & {"all", "both", "every", "each"} else None
