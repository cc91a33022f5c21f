"""Press in a text: what of it is kept for the report, and what is wrong with it.

Each press is kept as a text of its own: the statement in the blocks in which it stands, whose conditions are looked
at after the round. Turn headings make no difference to it. Source: ORDERS.md, "Statements" (press).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from orders import tree
from orders.printer import print_sections
from orders.reader import Problem, Reading, read
from orders.vocabulary import Vocabulary
from referee.round.desk import Desk
from referee.rules.events import Seat

LONGEST: Final = 2_000
"""Characters of one press."""

MOST_LINES: Final = 40
"""Lines of one press."""

MOST: Final = 8
"""Press statements of one text, and so of a seat for one report: other press for it replaces them."""

_JOINERS: Final = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Invisible, and part of how some scripts are written."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One press of a text: `text` is canonical; `seat` is whose heading it stands under, None where under none."""

    text: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class PressOf:
    """The press of a text that can be published, in its order, and what is wrong with the rest."""

    kept: tuple[Kept, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Pigeonholes:
    """Whose press waits already, for the report of which round; the pairs of a seat and a number."""

    full: Collection[tuple[Seat, int]] = field(default_factory=frozenset)

    def has_press(self, seats: Sequence[Seat], number: int) -> bool:
        """Whether press of any of these seats waits for the report of a round."""
        return any((seat, number) in self.full for seat in seats)


def plain(words: str) -> str:
    """Words in characters that can be seen: neither control characters nor what turns the direction of a line.

    Lines end in a line feed; no empty ones stand at the beginning or end, no blanks at the end of a line.
    """
    lines = ["".join(map(_visible, line)).rstrip() for line in words.splitlines()]
    return "\n".join(lines).strip("\n")


def _visible(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    return " " if character.isspace() else ""


def with_plain_press(reading: Reading) -> Reading:
    """The text with its press in characters that can be seen."""
    sections = tuple(map(_plain_section, reading.orders.sections))
    return replace(reading, orders=replace(reading.orders, sections=sections))


def _plain_section(section: tree.Section) -> tree.Section:
    return replace(section, items=tuple(map(_with_plain_press, section.items)))


def _with_plain_press(item: tree.Item) -> tree.Item:
    if isinstance(item, tree.Press):
        return replace(item, text=plain(item.text))
    if isinstance(item, tree.Block):
        branches = tuple(
            replace(branch, items=tuple(map(_with_plain_press, branch.items))) for branch in item.branches
        )
        return replace(item, branches=branches)
    return item


def press_of(
    orders: tree.Orders,
    words: Vocabulary | None = None,
    desk: Desk | None = None,
    writers: Sequence[Seat] = (),
) -> PressOf:
    """What of the press in a text can be published; `writers` are the seats of who sent it. Without a game, its text.

    Where somebody writes for several seats, what stands under the heading of a seat that is not his is left out.
    """
    kept: list[Kept] = []
    problems: list[Problem] = []
    for section in map(_plain_section, orders.sections):
        if words and section.seat is not None and not (words.persons and section.seat in writers):
            continue
        for item, press in _each(section.items):
            text = print_sections((tree.Section("all", (item,)),))
            fault = _fault(press, desk, writers if section.seat is None else (section.seat,))
            if fault is None and words and read_item(text, words) != item:
                fault = "This press cannot be written down as it was read, and is left out. Write it in other words."
            if fault is None and len(kept) == MOST:
                fault = (
                    f"There are more than {MOST} press in this text; this one is left out. Join some of them."
                )
            if fault is None:
                kept.append(Kept(text, section.seat))
            else:
                problems.append(Problem("illegal", press.at.line, press.at.column, fault))
    return PressOf(tuple(kept), tuple(problems))


@dataclass(frozen=True, slots=True)
class PressTaken:
    """What becomes of the press in a text that is filed for the report of round `number`.

    `kept` is None where nothing that waits is touched; else it takes the place of all that these seats had waiting
    for that report. `remarks` are whole sentences.
    """

    number: int
    kept: tuple[Kept, ...] | None = None
    problems: tuple[Problem, ...] = ()
    remarks: tuple[str, ...] = ()

    def of(self, seat: Seat, seats: Sequence[Seat]) -> tuple[str, ...] | None:
        """What is kept for one of the seats that a person writes for; what is under no heading, for his first."""
        if self.kept is None:
            return None
        headings = (None, seat) if seat == seats[0] else (seat,)
        return tuple(one.text for one in self.kept if one.seat in headings)


def take_press(
    desk: Desk, seats: Sequence[Seat], reading: Reading, words: Vocabulary, number: int, waits: Pigeonholes
) -> PressTaken:
    """What becomes of the press in a text that somebody sent for these seats."""
    there = waits.has_press(seats, number)
    found = press_of(reading.orders, words, desk, seats)
    if not found.kept:
        stays = there and any(isinstance(one, tree.Withdraw) for one in reading.orders.requests)
        remarks = ("Your press stays as it is: only other press takes its place.",) if stays else ()
        return PressTaken(number, None, found.problems, remarks)
    if there and reading.problems:
        remark = "Your earlier press stands; that of a text with problems does not take its place."
        return PressTaken(number, None, found.problems, (remark,))
    where = "the next report" if number == desk.round else f"the report of round {number}"
    remark = f"Your press is kept for {where}."
    if desk.moderates_press:
        remark = (
            f"Your press is kept for {where}, if the referee has read it by then; "
            "else for the first one after that."
        )
    if there:
        remark += " It takes the place of your earlier press."
    return PressTaken(number, found.kept, found.problems, (remark,))


def read_item(text: str, words: Vocabulary) -> tree.Item | None:
    """The press of a text that was kept, in its blocks; None where it is read otherwise by now."""
    reading = read(text, words)
    if reading.problems or reading.refused or len(reading.orders.sections) != 1:
        return None
    (section,) = reading.orders.sections
    return section.items[0] if len(section.items) == 1 else None


def press_in(item: tree.Item) -> tree.Press:
    """The press that was kept, whatever its conditions say."""
    (press,) = (one for one in tree.walk((item,)) if isinstance(one, tree.Press))
    return press


def text_of(press: tree.Press) -> str:
    """A press as a text of its own, under no condition."""
    return print_sections((tree.Section("all", (press,)),))


def _each(items: Sequence[tree.Item]) -> Iterator[tuple[tree.Item, tree.Press]]:
    """Each press, alone in the blocks in which it stands; the branches above its own keep their conditions."""
    for item in items:
        if isinstance(item, tree.Press):
            yield item, item
        elif isinstance(item, tree.Block):
            for number, branch in enumerate(item.branches):
                above = tuple(replace(one, items=()) for one in item.branches[:number])
                for inner, press in _each(branch.items):
                    yield replace(item, branches=(*above, replace(branch, items=(inner,)))), press


def _fault(press: tree.Press, desk: Desk | None, writers: Sequence[Seat]) -> str | None:
    """Why a press is not published, in whole sentences; None if it can be."""
    lines = press.text.count("\n") + 1
    if desk is not None and desk.switches is not None and desk.switches.press == "none":
        return "There is no press in this game: nobody will read this."
    if not press.text.strip():
        return "There is nothing in this press. Write `press:` and the words after it."
    if len(press.text) > LONGEST:
        return f"This press has {len(press.text):,} characters; {LONGEST:,} are allowed. It is left out: write less."
    if lines > MOST_LINES:
        return f"This press has {lines} lines; {MOST_LINES} are allowed. It is left out: write fewer."
    if press.to is not None and press.to in writers:
        return f"This press is to {press.to}, whose orders these are: nobody else would read it."
    if desk is not None and press.to in desk.left:
        return f"{press.to} has left the game: nobody would read this."
    return None
