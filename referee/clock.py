"""Time and entropy as values: whoever needs them is handed one, nobody reaches for them himself."""

import hashlib
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

AN_HOUR: Final = 3600
A_DAY: Final = 24 * AN_HOUR
"""In seconds, as `later` counts."""


class Clock(Protocol):
    """Tells the time of a decision."""

    def now(self) -> str:
        """The present moment in UTC to the second, as `2026-12-04T18:00:00Z`."""
        ...


class Entropy(Protocol):
    """Gives the bytes that nobody may guess: salts, game ids, seeds."""

    def token(self, size: int) -> bytes:
        """Return `size` fresh bytes."""
        ...


def utc_text(moment: datetime) -> str:
    """The form in which moments stand in logs and reports; `moment` must know its time zone."""
    if moment.tzinfo is None:
        raise ValueError("a moment without a time zone cannot be written down")
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def later(at: str, seconds: float) -> str:
    """The moment so many seconds after another one, before it where they are negative; both as `now` tells them."""
    return utc_text(datetime.fromisoformat(at) + timedelta(seconds=seconds))


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The computer's clock."""

    def now(self) -> str:
        """The present moment in UTC to the second."""
        return utc_text(datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class FixedClock:
    """A clock that stands still, so that what it stamps comes out the same every time."""

    at: str

    def now(self) -> str:
        """The moment it was set to."""
        return self.at


@dataclass(frozen=True, slots=True)
class SystemEntropy:
    """The operating system's random source."""

    def token(self, size: int) -> bytes:
        """Return `size` bytes fit for secrets."""
        return secrets.token_bytes(size)


@dataclass(slots=True)
class FixedEntropy:
    """Bytes that follow from a name alone: the same name gives the same bytes in the same order."""

    name: str
    _given: int = field(default=0, init=False)

    def token(self, size: int) -> bytes:
        """Return the next `size` bytes of the stream; no two calls give the same part of it."""
        self._given += 1
        return hashlib.shake_256(f"{self.name}|{self._given}".encode()).digest(size)
