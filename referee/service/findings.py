"""What `referee doctor` looks at, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from referee.clock import Clock
from referee.mail.settings import FoundMail

Level: TypeAlias = Literal["ok", "warning", "fault"]
"""`warning`: it works, but not as well as it might, or somebody should look at it. `fault`: it does not work."""

LEVELS: Final[tuple[Level, ...]] = ("ok", "warning", "fault")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found: by which check, how bad it is, and what to do about it, in sentences."""

    check: str
    level: Level
    said: str
    todo: str = ""


@dataclass(frozen=True, slots=True)
class Patient:
    """What is looked at. `trouble` says why the file of settings cannot be read; then `mail` is None.

    `database` is None where it is not known which one it is.
    """

    file: Path
    mail: FoundMail | None
    trouble: str | None
    database: str | None
    clock: Clock

    @property
    def plays_by_mail(self) -> bool:
        """Whether mail is set up, be it with faults."""
        return self.mail is not None and self.mail.is_set_up


Check: TypeAlias = Callable[[Patient], Iterator[Finding]]
