"""Where a mail belongs."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.events import Seat
from referee.service.game_log import GameLog


@dataclass(frozen=True, slots=True)
class Place:
    """The game and the seats that a mail is about; `handle` is how its writer is called there."""

    log: GameLog
    seats: tuple[Seat, ...]
    handle: str

    @property
    def about(self) -> str:
        """`harbour, round 5, alice`."""
        number = "" if self.log.desk.round is None else f", round {self.log.desk.round}"
        return f"{self.log.name}{number}, {self.handle}"
