"""What follows from a condition, in whatever position: that it always holds, never holds, or implies another.

Everything here errs on the side of not knowing. Source: ORDERS.md, "Conditions".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Final

from orders import tree
from orders.check_base import nodes, opposite

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from orders.check_base import Situation

_FEWEST_PLAYERS: Final = 2
_MOST_PLAYERS: Final = 6

Measured = frozenset[tuple[tree.Term, int]]
"""A sum without its numbers: each term with how often it counts."""


@dataclass(frozen=True, slots=True)
class Range:
    """A comparison as `low <= measured <= high`; with `hole` (`<>`) everything but that one number."""

    measured: Measured
    low: float = -inf
    high: float = inf
    hole: int | None = None

    def within(self, other: Range) -> bool:
        """Whether this holds only where the other does."""
        if self.measured != other.measured:
            return False
        if other.hole is not None:
            return self.hole == other.hole or not self.low <= other.hole <= self.high
        return self.hole is None and other.low <= self.low and self.high <= other.high


@lru_cache(maxsize=4096)
def range_of(compare: tree.Compare) -> Range:
    """The comparison with all terms on one side and the numbers on the other, in one of its two directions."""
    counts, number = _collected(compare)
    direction = -1 if counts and counts[min(counts, key=repr)] < 0 else 1
    measured = frozenset((term, direction * count) for term, count in counts.items())
    limit = direction * number
    operator = compare.operator if direction == 1 else _MIRRORED.get(compare.operator, compare.operator)
    match operator:
        case "=":
            return Range(measured, limit, limit)
        case "<>":
            return Range(measured, hole=limit)
        case "<":
            return Range(measured, high=limit - 1)
        case "<=":
            return Range(measured, high=limit)
        case ">":
            return Range(measured, low=limit + 1)
        case ">=":
            return Range(measured, low=limit)


def _collected(compare: tree.Compare) -> tuple[dict[tree.Term, int], int]:
    """Each term with how often it counts on the left, and the number that then stands on the right."""
    counts: dict[tree.Term, int] = {}
    number = 0
    for side, total in ((1, compare.left), (-1, compare.right)):
        for sign, term in total.parts:
            if isinstance(term, tree.Number):
                number -= side * sign * term.value
            else:
                counts[term] = counts.get(term, 0) + side * sign
    return {term: count for term, count in counts.items() if count}, number


_MIRRORED: Final[dict[str, tree.Operator]] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def implies(given: Collection[tree.Condition], condition: tree.Condition) -> bool:
    """Whether the condition holds wherever all that is given does, at one and the same moment."""
    if condition in given:
        return True
    match condition:
        case tree.And(conditions=parts):
            return all(implies(given, part) for part in parts)
        case tree.Or(conditions=parts):
            return any(implies(given, part) for part in parts)
        case tree.Compare():
            meant = range_of(condition)
            return any(range_of(one).within(meant) for one in given if isinstance(one, tree.Compare))
        case _:
            return False


def contradiction(parts: Iterable[tree.Condition]) -> tuple[tree.Condition, tree.Condition] | None:
    """Two of some conditions that can never hold together."""
    met: dict[tree.Condition, tree.Condition] = {}
    ranges: dict[Measured, list[tuple[Range, tree.Condition]]] = {}
    for part in parts:
        for other in _denials(part):
            if other in met:
                return met[other], part
        met[part] = part
        if isinstance(part, tree.Compare):
            mine = range_of(part)
            for theirs, other in ranges.setdefault(mine.measured, []):
                if _apart(mine, theirs):
                    return other, part
            ranges[mine.measured].append((mine, part))
    return None


def _denials(condition: tree.Condition) -> tuple[tree.Condition, ...]:
    if isinstance(condition, tree.Fact):
        return (tree.Not(condition), replace(condition, negated=not condition.negated))
    return (opposite(condition),)


def _apart(one: Range, other: Range) -> bool:
    if one.hole is not None or other.hole is not None:
        hole, single = (one.hole, other) if one.hole is not None else (other.hole, one)
        return single.hole is None and single.low == single.high == hole
    return max(one.low, other.low) > min(one.high, other.high)


def constant(compare: tree.Compare, situation: Situation | None) -> bool | None:
    """Whether the comparison holds in every position, or in none; None where that depends.

    With a situation the number of the round and of the players are known.
    """
    meant = range_of(compare)
    low = high = 0.0
    for term, count in meant.measured:
        least, most = _bounds(term, situation)
        low += count * (least if count > 0 else most)
        high += count * (most if count > 0 else least)
    if meant.hole is not None:
        never = low == high == meant.hole
        always = not low <= meant.hole <= high
    else:
        never = high < meant.low or low > meant.high
        always = meant.low <= low and high <= meant.high
    if never:
        return False
    # of a chain that there is not, no comparison holds
    return True if always and not _describes_a_chain(compare) else None


def _bounds(term: tree.Term, situation: Situation | None) -> tuple[float, float]:
    match term:
        case tree.GameFigure(what="round") if situation is not None:
            return situation.rounds[0], situation.rounds[-1]
        case tree.GameFigure(what="players") if situation is not None:
            return len(situation.seats), len(situation.seats)
        case tree.GameFigure(what="players"):
            return _FEWEST_PLAYERS, _MOST_PLAYERS
        case tree.Stat(what="rank"):
            return 1, inf
        case _:
            return 0, inf


def _describes_a_chain(value: object) -> bool:
    return any(isinstance(node, tree.FoundedBy | tree.TheSurvivor | tree.Extreme) for node in nodes(value))
