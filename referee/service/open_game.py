"""Opening a game."""

from __future__ import annotations

from typing import Final

from orders.handles import game_name_fault
from referee.clock import Entropy
from referee.db.links import Head
from referee.errors import FaultsError, UserError, listed_faults
from referee.round import opening
from referee.rules import events as e
from referee.service.game_log import GameLog, Work
from referee.service.publish import publish_round
from referee.service.seating import seat_namesakes

SEED_BYTES: Final = 32


def plan_game(name: str, plan: opening.NewGame, entropy: Entropy) -> list[e.Entry]:
    """The first events of a game; UserError with all that cannot be, before any database is touched."""
    fault = game_name_fault(name)
    faults = [] if fault is None else [f"'{name}' cannot be the name of a game: {fault}."]
    planned: list[e.Entry] = []
    try:
        planned = opening.open_game(plan, entropy.token(SEED_BYTES).hex())
    except FaultsError as problem:
        faults += problem.faults
    if faults:
        raise UserError(faults[0] if len(faults) == 1 else listed_faults("the new game", faults))
    return planned


def open_game(work: Work, name: str, planned: list[e.Entry]) -> GameLog:
    """Enter a game with the events that `plan_game` gave, and publish its round 0.

    Whoever is registered under the handle of one of its players holds that seat from the beginning.
    """
    game = work.unit.create_game(name, work.at)
    log = work.append(GameLog(game.name, (), Head(0, game.id)), planned)
    seat_namesakes(work, log)
    publish_round(work, log, 0)
    return log
