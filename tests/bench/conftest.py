"""Budgets beside what was measured: a table at the end, and failure beyond one and a half times a budget."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import pytest

ALLOWED: Final = 1.5


@dataclass
class Measured:
    """What one benchmark found out: seconds, or a ratio."""

    name: str
    budget: float
    found: float
    unit: str


@dataclass
class Budgets:
    """All of a session."""

    rows: list[Measured] = field(default_factory=list)

    def note(self, name: str, *, budget: float, found: float, unit: str = "s") -> None:
        """Keep one row; whether it is too much is said at the end, so that all are measured."""
        self.rows.append(Measured(name, budget, found, unit))

    def broken(self) -> list[Measured]:
        return [row for row in self.rows if row.found > ALLOWED * row.budget]


BUDGETS: Final = Budgets()


@pytest.fixture
def budgets():
    return BUDGETS


def pytest_terminal_summary(terminalreporter):
    if not BUDGETS.rows:
        return
    terminalreporter.section("budgets (beyond 1.5 times is a failure)")
    for row in BUDGETS.rows:
        mark = "TOO SLOW" if row in BUDGETS.broken() else "ok" if row.found <= row.budget else "over"
        shown = [
            f"{1000 * one:9.1f} ms" if row.unit == "s" else f"{one:9.2f} x "
            for one in (row.budget, row.found)
        ]
        terminalreporter.write_line(f"{row.name:58} budget {shown[0]}  measured {shown[1]}  {mark}")


def pytest_sessionfinish(session, exitstatus):
    if BUDGETS.broken() and exitstatus == 0:
        session.exitstatus = 1
