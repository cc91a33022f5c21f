"""Reading a seat's orders from the top for one question. Source: ORDERS.md, "The one rule"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from orders import conditions, tree
from orders.printer import condition_text, line_text
from referee.round.choice import Choice, Passed, Used
from referee.round.position import SeatPosition
from referee.rules.editions import Chain

T = TypeVar("T")
D = TypeVar("D", bound=tree.Decision)

Path: TypeAlias = tuple[tuple[tree.At, int], ...]
"""The branches that a line stands in, outermost first: the place of the block and the number of the branch."""


@dataclass(slots=True)
class Script:
    """A seat's orders through one round.

    Which branch of a block was taken is remembered until the play is over, once a line of it has been used;
    which turn headings count changes with the own first play.
    """

    orders: tree.Orders
    placing: Placing | None = None
    """The `use place 4 tiles` of the play in hand."""
    _turn: tree.Turn = "first"
    _taken: dict[tree.At, int] = field(default_factory=dict)

    def play_ended(self, *, own: bool) -> None:
        """Blocks are looked at anew; after the own first play the second turn begins."""
        self._taken.clear()
        self.placing = None
        if own:
            self._turn = "second"

    def own_items(self) -> Iterator[tree.Item]:
        """The items of the round's own decisions that count now."""
        for section in self.orders.sections:
            if section.turn in ("all", self._turn):
                yield from section.items

    def has_taken(self, block: tree.Block) -> bool:
        """Whether a line of the block was used in this play: its branch is decided."""
        return block.at in self._taken

    def branch_of(self, block: tree.Block, view: SeatPosition) -> int | None:
        """The branch of a block that counts now, None if none does."""
        if self.has_taken(block):
            return self._taken[block.at]
        for number, branch in enumerate(block.branches):
            if branch.condition is None or conditions.holds(branch.condition, view):
                return number
        return None

    def keep(self, path: Path) -> None:
        """A line inside these branches was used."""
        self._taken.update(path)


@dataclass(frozen=True, slots=True)
class Candidate(Generic[D]):
    """A line whose conditions hold: its decision, the branches it stands in, whether it is a standing order."""

    line: tree.Line
    decision: D
    path: Path
    standing: bool


@dataclass(slots=True)
class Placing:
    """The line that uses `place 4 tiles`, and the entries of its list that were not taken yet."""

    candidate: Candidate[tree.UseOrder]
    rest: list[tree.TheTile | tree.AnyTile]

    @property
    def listed(self) -> bool:
        """Whether the line names tiles; otherwise `tile` lines decide."""
        return bool(self.candidate.decision.tiles)


class Reading:
    """One reading of the orders from the top for one question; collects what was passed over."""

    def __init__(self, orders: Script, view: SeatPosition) -> None:
        self.orders = orders
        self.view = view
        self.passed: list[Passed] = []

    def lines(self, kind: type[D]) -> Iterator[Candidate[D]]:
        """The lines of a kind that count and whose conditions hold, looked at as they are reached."""
        yield from self._walk(self.orders.own_items(), kind, (), standing=False)
        yield from self._walk(self.orders.orders.standing or (), kind, (), standing=True)

    def _walk(
        self, items: Iterable[tree.Item], kind: type[D], path: Path, *, standing: bool
    ) -> Iterator[Candidate[D]]:
        for item in items:
            if isinstance(item, tree.Line) and isinstance(item.decision, kind):
                guard = item.guard
                if guard is None or conditions.holds(guard.condition, self.view) != guard.unless:
                    yield Candidate(item, item.decision, path, standing)
                else:
                    self.pass_over(item, "its condition holds" if guard.unless else "its condition fails")
            elif isinstance(item, tree.Block):
                yield from self._branches(item, kind, path, standing=standing)

    def _branches(
        self, block: tree.Block, kind: type[D], path: Path, *, standing: bool
    ) -> Iterator[Candidate[D]]:
        decided = self.orders.has_taken(block)
        taken = self.orders.branch_of(block, self.view)
        for number, branch in enumerate(block.branches):
            if number == taken:
                yield from self._walk(branch.items, kind, (*path, (block.at, number)), standing=standing)
            elif branch.condition is not None and _speaks_of(branch.items, kind):
                before = taken is None or number < taken
                why = "its condition fails" if before else "an earlier branch counts"
                why = "another branch was used in this play" if decided else why
                self.passed.append(Passed(branch.at.line, f"if {condition_text(branch.condition)}", why))

    def pass_over(self, line: tree.Line, why: str) -> None:
        """The line was looked at and does not answer."""
        self.passed.append(Passed(line.at.line, line_text(line), why))

    def use(self, candidate: Candidate[Any]) -> Used:
        """The line takes part: its branches stay chosen until the play is over."""
        self.orders.keep(candidate.path)
        return Used(candidate.line.at.line, line_text(candidate.line), candidate.standing)

    def answered(self, candidate: Candidate[Any], answer: T, default: str | None = None) -> Choice[T]:
        """The choice that one line made."""
        return Choice(answer, (self.use(candidate),), default, tuple(self.passed))

    def by_default(self, answer: T, default: str) -> Choice[T]:
        """No line answered."""
        return Choice(answer, (), default, tuple(self.passed))

    def chains(self, choices: Sequence[tree.ChainChoice]) -> Iterator[Chain | None]:
        """The chains of a list, None for `any`; descriptions of what does not exist are skipped."""
        for choice in choices:
            if isinstance(choice, tree.AnyChain):
                yield None
            elif (chain := conditions.resolve(choice, self.view)) is not None:
                yield chain


def _speaks_of(items: Sequence[tree.Item], kind: type[D]) -> bool:
    return any(isinstance(item, tree.Line) and isinstance(item.decision, kind) for item in tree.walk(items))
