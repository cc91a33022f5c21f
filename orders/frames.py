"""What is open while a text is read: blocks and the standing block, and the section that decisions go into."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from orders import tree

if TYPE_CHECKING:
    from orders.logical import Logical

Above = tuple[list[tree.Item] | list[tree.Request], "Logical"]
"""The list whose last element is the statement directly above, and the lines it was read from."""


@dataclass(slots=True)
class Opened:
    """A branch being read; the standing block is one without condition."""

    at: tree.At
    condition: tree.Condition | None = None
    items: list[tree.Item] = field(default_factory=list)


@dataclass(slots=True)
class Frame:
    """An `if` or `standing` that waits for its `end`.

    `good` becomes False with anything that makes its meaning uncertain: then the whole is left out. `above` is the
    statement directly above, `before` the one above a blank line. `cut`: its condition may belong to `before`.
    `is_told`: a problem says already that all up to its `end` is left out.
    """

    kind: Literal["if", "standing"]
    opened: Logical
    good: bool
    above: Above | None = None
    before: Above | None = None
    branches: list[Opened] = field(default_factory=list)
    has_else: bool = False
    cut: bool = False
    is_told: bool = False

    @property
    def items(self) -> list[tree.Item]:
        """Where the next item goes."""
        return self.branches[-1].items

    @property
    def is_bare(self) -> bool:
        """Whether nothing stands in it: not closed, it may be the condition of what stands above."""
        return not any(branch.items for branch in self.branches)

    def block(self) -> tree.Block:
        """The whole chain of branches."""
        branches = tuple(tree.Branch(one.condition, tuple(one.items), at=one.at) for one in self.branches)
        return tree.Block(branches, at=self.opened.start)


@dataclass(slots=True)
class _Draft:
    turn: tree.Turn
    seat: str | None
    items: list[tree.Item] = field(default_factory=list)
    heading: tree.At | None = None
    """Where the `seat` line above stands."""


class Sections:
    """The sections of a text. After a heading that is not understood nothing is kept up to the next one."""

    def __init__(self) -> None:
        self._drafts = [_Draft("all", None)]
        self._lost: Literal["turn", "seat"] | None = None
        self._nowhere: list[tree.Item] = []

    @property
    def items(self) -> list[tree.Item]:
        """Where the next item goes."""
        return self._nowhere if self._lost else self._drafts[-1].items

    @property
    def is_lost(self) -> bool:
        """Whether the heading above was not understood."""
        return self._lost is not None

    @property
    def has_seat(self) -> bool:
        """Whether a `seat` heading stands above."""
        return self._drafts[-1].seat is not None

    def turn(self, turn: tree.Turn) -> None:
        """`first turn`, `second turn`, `all turns`."""
        if self._lost != "seat":
            self._lost = None
            above = self._drafts[-1]
            self._drafts.append(_Draft(turn, above.seat, heading=above.heading))

    def seat(self, seat: str, heading: tree.At) -> None:
        """`seat HANDLE`: begins again at all turns."""
        self._lost = None
        self._drafts.append(_Draft("all", seat, heading=heading))

    def lose(self, what: Literal["turn", "seat"]) -> None:
        """A heading that is not understood; only a `seat` heading ends a seat that is not understood."""
        if self._lost != "seat":
            self._lost = what

    def finish(self) -> tuple[tree.Section, ...]:
        """The sections that have something in them; neighbours under the same heading are one."""
        merged: list[_Draft] = []
        for draft in self._drafts:
            if not draft.items:
                continue
            if merged and (merged[-1].turn, merged[-1].seat) == (draft.turn, draft.seat):
                merged[-1].items.extend(draft.items)
            else:
                merged.append(_Draft(draft.turn, draft.seat, list(draft.items), draft.heading))
        return tuple(
            tree.Section(draft.turn, tuple(draft.items), draft.seat, at=draft.heading or draft.items[0].at)
            for draft in merged
        )
