"""What is late: it was due, and nobody has done it, so that most likely nobody does such things at all."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from referee.clock import A_DAY, AN_HOUR, later

SOON: Final = 600
"""Seconds in which mail that came in is read, and what is due goes out, if anybody does it."""
_UNITS: Final = (("day", A_DAY), ("hour", AN_HOUR), ("minute", 60))


def is_late(due: str, at: str) -> bool:
    """Whether what was due at a moment should have been done by another one, `at`."""
    return later(due, SOON) < at


def how_long(since: str, at: str) -> str:
    """`35 minutes`, `30 hours`, `2 days`: some minutes at least, in the largest unit of which there are two."""
    seconds = int((datetime.fromisoformat(at) - datetime.fromisoformat(since)).total_seconds())
    unit, size = next((one for one in _UNITS if seconds >= 2 * one[1]), _UNITS[-1])
    return f"{seconds // size} {unit}s"
