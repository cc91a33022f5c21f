"""The decisions of a text as they are filed for a seat.

Those for other seats are left out, and so is the press where they are filed; where `as before` stands, the earlier
decisions follow. Source: ORDERS.md, "Statements" (whose turn, again).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from orders import tree
from orders.reader import Problem, Reading, read
from orders.vocabulary import Vocabulary
from referee.rules.events import Seat


def for_seat(reading: Reading, seat: Seat, vocabulary: Vocabulary) -> Reading:
    """The text as one seat's: what stands above any `seat` line, and what stands below the seat's own.

    Where everybody plays one seat, nothing below a `seat` line counts.
    """
    own = (None, seat) if vocabulary.persons else (None,)
    mine = tuple(replace(section, seat=None) for section in reading.orders.sections if section.seat in own)
    return replace(reading, orders=replace(reading.orders, sections=mine))


@dataclass(frozen=True)
class Earlier:
    """The decisions that a seat had filed for a round in canonical form, "" where there were none."""

    text: str
    vocabulary: Vocabulary

    @cached_property
    def sections(self) -> tuple[tree.Section, ...]:
        """The text as it reads, once somebody asks: most texts replace it and do not repeat it."""
        return read(self.text, self.vocabulary).orders.sections if self.text else ()


def with_earlier(
    sections: Iterable[tree.Section], earlier: Earlier, whose: str = ""
) -> tuple[tuple[tree.Section, ...], tuple[Problem, ...]]:
    """The sections with the earlier decisions where `as before` stands.

    `whose` names the seat in a problem, where the text is for several.
    """
    result: list[tree.Section] = []
    faults: list[Problem] = []
    for section in sections:
        items: list[tree.Item] = []
        for item in section.items:
            if not isinstance(item, tree.AsBefore):
                items.append(item)
                continue
            if not earlier.sections:
                faults.append(_nothing_before(item.at, whose))
            result.append(replace(section, items=tuple(items)))
            result += _under_heading(section.turn, earlier.sections)
            items = []
        result.append(replace(section, items=tuple(items)))
    return joined(result), tuple(faults)


def without_press(sections: Iterable[tree.Section]) -> tuple[tree.Section, ...]:
    """The sections without press, as they are filed."""
    return joined(replace(section, items=_without_press(section.items)) for section in sections)


def joined(sections: Iterable[tree.Section]) -> tuple[tree.Section, ...]:
    """The sections as they are read when they are written down: no empty ones, neighbours of one heading in one."""
    result: list[tree.Section] = []
    for section in sections:
        if not section.items:
            continue
        if result and (result[-1].turn, result[-1].seat) == (section.turn, section.seat):
            result[-1] = replace(result[-1], items=(*result[-1].items, *section.items))
        else:
            result.append(section)
    return tuple(result)


def says_as_before(sections: Iterable[tree.Section]) -> bool:
    """Whether earlier decisions are to follow somewhere."""
    return any(isinstance(item, tree.AsBefore) for section in sections for item in section.items)


def _under_heading(turn: tree.Turn, before: tuple[tree.Section, ...]) -> Iterator[tree.Section]:
    """Earlier sections that count under a heading: all under none, under `first turn` those of that turn."""
    for section in before:
        if turn == "all":
            yield section
        elif section.turn in ("all", turn):
            yield replace(section, turn=turn)


def _without_press(items: Sequence[tree.Item]) -> tuple[tree.Item, ...]:
    kept: list[tree.Item] = []
    for item in items:
        if isinstance(item, tree.Block):
            branches = tuple(replace(branch, items=_without_press(branch.items)) for branch in item.branches)
            kept.append(replace(item, branches=branches))
        elif not isinstance(item, tree.Press):
            kept.append(item)
    return tuple(kept)


def _nothing_before(at: tree.At, whose: str) -> Problem:
    where = f" for {whose}" if whose else ""
    return Problem(
        kind="illegal",
        line=at.line,
        column=at.column,
        message=f"no decisions of this round were filed before{where}: write them out instead of `as before`",
        expected=(),
        suggestion=None,
    )
