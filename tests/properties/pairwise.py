"""Rows that bring every two values of different factors together at least once, where they can be at all.

A greedy covering array of strength two; the same factors give the same rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

Row = dict[str, str]
Pair = frozenset[tuple[str, str]]


def pairs_of(row: Mapping[str, str]) -> Iterator[Pair]:
    """Every two values that a row brings together, each with its factor."""
    return map(frozenset, combinations(row.items(), 2))


def feasible_pairs(bound: Sequence[Row], free: Mapping[str, Sequence[str]]) -> set[Pair]:
    """The pairs that can be: `bound` are all rows that fit of those factors that depend on each other."""
    pairs = {pair for row in bound for pair in pairs_of(row)}
    for row in bound:
        for name, values in free.items():
            pairs |= {frozenset([item, (name, value)]) for item in row.items() for value in values}
    for (one, its), (other, others) in combinations(free.items(), 2):
        pairs |= {frozenset([(one, mine), (other, yours)]) for mine in its for yours in others}
    return pairs


def covering_rows(bound: Sequence[Row], free: Mapping[str, Sequence[str]]) -> list[Row]:
    """Rows that cover every feasible pair: each is the one that brings most new pairs, filled value by value."""
    missing = feasible_pairs(bound, free)
    rows: list[Row] = []
    while missing:
        used = Counter(item for row in rows for item in row.items())
        row = max((_filled(part, free, missing, used) for part in bound), key=lambda one: _new(one, missing))
        missing.difference_update(pairs_of(row))
        rows.append(row)
    return rows


def _filled(part: Row, free: Mapping[str, Sequence[str]], missing: set[Pair], used: Counter) -> Row:
    """A bound part with the value of each free factor that brings most; of equal ones that which is rarest so far."""
    row = dict(part)
    for name, values in free.items():

        def brings(value: str, name: str = name) -> tuple[int, int]:
            item = (name, value)
            return sum(frozenset([other, item]) in missing for other in row.items()), -used[item]

        row[name] = max(values, key=brings)
    return row


def _new(row: Row, missing: set[Pair]) -> int:
    return sum(pair in missing for pair in pairs_of(row))
