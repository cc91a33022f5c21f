"""Opening a game."""

from __future__ import annotations

from typing import Final

from orders.handles import game_name_fault
from referee.clock import Entropy
from referee.db.links import Head
from referee.errors import UserError
from referee.round import opening
from referee.rules import events as e
from referee.service.game_log import GameLog, Work
from referee.service.publish import publish_round

SEED_BYTES: Final = 32


def plan_game(name: str, plan: opening.NewGame, entropy: Entropy) -> list[e.Entry]:
    """The first events of a game; UserError for whatever cannot be, before any database is touched."""
    fault = game_name_fault(name)
    if fault is not None:
        raise UserError(f"'{name}' cannot be the name of a game: {fault}")
    return opening.open_game(plan, entropy.token(SEED_BYTES).hex())


def open_game(work: Work, name: str, planned: list[e.Entry]) -> GameLog:
    """Enter a game with the events that `plan_game` gave, and publish its round 0."""
    game = work.unit.create_game(name, work.at)
    log = work.append(GameLog(game.name, (), Head(0, game.id)), planned)
    publish_round(work, log, 0)
    return log
