"""What all tests share: where a database may be made, and the table of budgets at the end of a benchmark run."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest
import typer.main
import typer.testing
from databases import ON_POSTGRES, postgres_schema

# A test that types a command has typer build all commands there are, which takes longer than most of them: once is
# enough for them all.
typer.testing._get_command = cache(typer.main.get_command)

ALLOWED: Final = 1.5
"""How many times its budget a benchmark may take before the run fails."""


def pytest_collection_modifyitems(items):
    skipped = pytest.mark.skip(
        reason="it is about files or processes, or runs on both databases anyway, and this one is in a server"
    )
    for item in items:
        if ON_POSTGRES and item.get_closest_marker("file"):
            item.add_marker(skipped)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def target(request, tmp_path):
    """Where an empty database may be made."""
    if request.param == "sqlite":
        yield str(tmp_path / "referee.db")
    else:
        with postgres_schema() as url:
            yield url


def pytest_terminal_summary(terminalreporter, config):
    rows = budget_rows(config)
    if rows:
        terminalreporter.section(f"budgets; more than {ALLOWED} times one is a failure")
    for name, unit, budget, found in rows:
        told = "TOO SLOW" if found > ALLOWED * budget else "over" if found > budget else "ok"
        terminalreporter.write_line(
            f"{name:66} budget {budget:8.1f} {unit}  measured {found:8.1f} {unit}  {told}"
        )
    for name, what, rate in rates(config):
        terminalreporter.write_line(f"{name:66} {rate:10.1f} {what} a second")


def pytest_sessionfinish(session, exitstatus):
    if exitstatus == 0 and any(
        found > ALLOWED * budget for _, _, budget, found in budget_rows(session.config)
    ):
        session.exitstatus = 1


def budget_rows(config) -> list[tuple[str, str, float, float]]:
    """Each benchmark that has a budget: its name, the unit, the budget, what was measured (the median)."""
    session = getattr(config, "_benchmarksession", None)
    rows = []
    for one in session.benchmarks if session is not None else ():
        name = one.name.removeprefix("test_").replace("_", " ")
        if "budget_ms" in one.extra_info:
            rows.append((name, "ms", one.extra_info["budget_ms"], 1000 * one.stats.median))
        if "budget_ratio" in one.extra_info:
            rows.append((name, "x ", one.extra_info["budget_ratio"], one.extra_info["ratio"]))
    return rows


def rates(config) -> list[tuple[str, str, float]]:
    """Each benchmark that has no budget and counts what is done in a second: its name, what, and how many."""
    session = getattr(config, "_benchmarksession", None)
    return [
        (
            one.name.removeprefix("test_").replace("_", " "),
            one.extra_info["what"],
            one.extra_info["count"] / one.stats.median,
        )
        for one in (session.benchmarks if session is not None else ())
        if "what" in one.extra_info
    ]
