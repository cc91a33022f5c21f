"""The cheapest mend of a statement: words changed, left out, put in or exchanged until the grammar takes it.

A search by cost (Dijkstra), only around and behind the place where reading stopped, with a bound on its steps: a text
full of nonsense is given up, not searched.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Final

from orders.automaton import Automaton, Stack

if TYPE_CHECKING:
    from collections.abc import Sequence

Way = tuple[float, tuple[tuple[str, str], ...]]
"""How a word can be read: its cost, and the tokens (name, words to write) it becomes; none leaves it out."""

_WINDOW: Final = 4
_DEAREST: Final = 2.4
_STEPS: Final = 300
_LONGEST: Final = 60
_EXCHANGE: Final = 0.8
_MOST_PUT_IN: Final = 2

_PUT_IN: Final[dict[str, tuple[float, str]]] = {
    "COMMA": (0.6, ","),
    "COLON": (0.4, ":"),
    "OF": (0.35, "of"),
    "IS": (0.45, "is"),
    "THE": (0.5, "the"),
    "APOSTROPHE": (0.4, "'s"),
    "THAT": (0.4, "that"),
    "IF": (0.6, "if"),
    "TO": (0.4, "to"),
    "LEAD": (0.5, "lead"),
    "IN": (0.4, "in"),
    "ON": (0.4, "on"),
    "BOARD": (0.5, "board"),
    "OVER": (0.4, "over"),
    "GAME": (0.5, "game"),
    "TILES": (0.5, "tiles"),
    "INTO": (0.6, "into"),
    "FOR": (0.6, "for"),
    "THAN": (0.4, "than"),
    "WAS": (0.7, "was"),
    "CAN": (0.6, "can"),
    "END": (0.9, "end"),
    "ANNOUNCED": (0.9, "announced"),
    "ALONE": (0.5, "alone"),
    "AT": (0.6, "at"),
    "FIRST": (0.9, "first"),
    "LEFT": (0.6, "left"),
    "ACTIVE": (1.0, "active"),
    "COMPARISON": (0.9, ">="),
    "AND": (0.9, "and"),
    "LPAR": (1.1, "("),
    "RPAR": (0.7, ")"),
    "ALL": (0.8, "all"),
    "SELL": (1.1, "sell"),
    "SIZE": (1.2, "size"),
    "ANY": (0.9, "any"),
    "CHAIN": (0.5, "chain"),
    "DO": (0.5, "do"),
    "DOES": (0.5, "does"),
    "DID": (0.5, "did"),
    "AM": (0.5, "am"),
    "MY": (0.9, "my"),
    "NUMBER": (0.9, "3"),
}
"""What may be missing, and how likely that is; the number is that of a purchase."""


@lru_cache(maxsize=64)
def _automaton(start: str) -> Automaton:
    return Automaton(start)


@dataclass(frozen=True, slots=True)
class _Written:
    """The words written so far, the last first."""

    word: str
    before: _Written | None

    def all(self) -> list[str]:
        words: list[str] = []
        node: _Written | None = self
        while node is not None:
            words.append(node.word)
            node = node.before
        return words[::-1]


def mend(start: str, ways: Sequence[Sequence[Way]], error: int) -> list[str] | None:
    """The words of the cheapest mend; None where none is cheap enough.

    `ways` are those of each word of the statement, `error` the index of the word at which reading stopped.
    """
    if len(ways) > _LONGEST:
        return None
    return _Search(_automaton(start), ways, max(0, error - _WINDOW)).run()


_Node = tuple[float, int, int, Stack, int, "_Written | None"]


class _Search:
    def __init__(self, automaton: Automaton, ways: Sequence[Sequence[Way]], first: int) -> None:
        self.automaton = automaton
        self.ways = ways
        self.first = first
        self.serial = count()
        self.waiting: list[_Node] = []
        self.seen: set[tuple[int, Stack]] = set()

    def run(self) -> list[str] | None:
        self._push(0.0, 0, self.automaton.begin, 0, None)
        steps = 0
        while self.waiting and steps < _STEPS:
            cost, at, _, stack, put_in, written = heapq.heappop(self.waiting)
            at = -at
            if (at, stack) in self.seen:
                continue
            self.seen.add((at, stack))
            steps += at >= self.first
            if at == len(self.ways) and self.automaton.ends(stack):
                return written.all() if written else None
            self._take(cost, at, stack, written)
            if at >= self.first:
                self._exchange(cost, at, stack, written)
                if put_in < _MOST_PUT_IN:
                    self._put_in(cost, at, stack, put_in, written)
        return None

    def _push(self, cost: float, at: int, stack: Stack, put_in: int, written: _Written | None) -> None:
        if cost <= _DEAREST:
            heapq.heappush(self.waiting, (cost, -at, next(self.serial), stack, put_in, written))

    def _take(self, cost: float, at: int, stack: Stack, written: _Written | None) -> None:
        """The next word, in each of its ways."""
        if at < len(self.ways):
            for more, tokens in self.ways[at]:
                if more == 0 or at >= self.first:
                    self._feed(cost + more, at + 1, stack, tokens, written)

    def _exchange(self, cost: float, at: int, stack: Stack, written: _Written | None) -> None:
        """The next two words the other way round."""
        if at + 1 < len(self.ways):
            for one in self.ways[at + 1][:1]:
                for two in self.ways[at][:1]:
                    self._feed(cost + _EXCHANGE + one[0] + two[0], at + 2, stack, (*one[1], *two[1]), written)

    def _put_in(self, cost: float, at: int, stack: Stack, put_in: int, written: _Written | None) -> None:
        """A word that may be missing."""
        for terminal in self.automaton.choices(stack):
            found = _PUT_IN.get(terminal)
            if found is not None and cost + found[0] <= _DEAREST:
                after = self.automaton.step(stack, terminal)
                if after is not None:
                    self._push(cost + found[0], at, after, put_in + 1, _Written(found[1], written))

    def _feed(
        self,
        cost: float,
        at: int,
        stack: Stack,
        tokens: Sequence[tuple[str, str]],
        written: _Written | None,
    ) -> None:
        after: Stack | None = stack
        for terminal, word in tokens:
            after = self.automaton.step(after, terminal) if after else None
            if after is None:
                return
            written = _Written(word, written)
        if after is not None:
            self._push(cost, at, after, 0, written)
