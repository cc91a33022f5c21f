"""Going on with a game that was begun elsewhere."""

from __future__ import annotations

from pathlib import Path

from referee.clock import Entropy
from referee.service.game_log import GameLog, Work
from referee.service.open_game import SEED_BYTES, open_game
from referee.service.position_file import read_position_file
from referee.written.adopting import Adoption


def plan_adoption(file: Path, entropy: Entropy, name: str | None = None) -> Adoption:
    """What a position file asks for; UserError for whatever cannot be, before any database is touched."""
    return read_position_file(file, entropy.token(SEED_BYTES).hex(), name)


def adopt_position(work: Work, planned: Adoption) -> GameLog:
    """Enter the game that `plan_adoption` gave, and publish its opening reports (round 0)."""
    return open_game(work, planned.name, planned.entries)
