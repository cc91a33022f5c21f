"""An answer and what decided it; and the dice that stand in where nobody decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")

Die: TypeAlias = Callable[[str, int], int]
"""Rolls the die of a label (`tile`, `survivor` …) with so many sides: 1 to sides."""


@dataclass(frozen=True, slots=True)
class Used:
    """A line that took part in a decision, as it stands in the orders in force; maybe among the standing ones."""

    line: int
    text: str
    standing: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """A line that was looked at and did not answer, and why."""

    line: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """An answer, the lines that decided it, what stood in where they did not, and what was passed over."""

    answer: T
    used: tuple[Used, ...] = ()
    default: str | None = None
    passed: tuple[Passed, ...] = ()


def picked(options: Sequence[T], label: str, die: Die) -> T:
    """One of several by the die; of one, that one, and no die is rolled."""
    return options[0] if len(options) == 1 else options[die(label, len(options)) - 1]


def shuffled(options: Sequence[T], die: Die) -> tuple[T, ...]:
    """An order by dice, one for each choice that there is."""
    left = list(options)
    order: list[T] = []
    while left:
        order.append(left.pop(die("settle", len(left)) - 1) if len(left) > 1 else left.pop())
    return tuple(order)
