"""The position with which a round of a game begins, as a file that `adopt` takes."""

from __future__ import annotations

from referee.errors import UserError
from referee.round.adjudicate import chance_of
from referee.round.pool import pool_after
from referee.rules.apply import fold
from referee.rules.events import RoundOpened
from referee.service.game_log import GameLog, Work
from referee.written.boundary import position_entries
from referee.written.position_text import position_text


def show_position(work: Work, game: str, number: int | None = None, *, with_bag: bool = False) -> str:
    """The position before the first play of a round, by default of the open one; it shows all hands.

    `with_bag` adds what is left of the bag, and the seed of all dice: the game can then go on exactly so.
    """
    log = work.log(game)
    before = position_entries(log.entries, _round_meant(log, number))
    state = fold(entry.event for entry in before)
    if not with_bag:
        return position_text(log.name, state)
    chance = chance_of(before)
    return position_text(log.name, state, seed=chance.seed, bag=pool_after(before, chance).tiles)


def _round_meant(log: GameLog, number: int | None) -> int:
    """The round whose position is meant. Raises UserError for one that was never open."""
    rounds = [entry.round for entry in log.entries if isinstance(entry.event, RoundOpened)]
    first, last = rounds[0] or 1, rounds[-1] or 1
    if number is None:
        if log.desk.round is None:
            raise UserError(
                f"{log.name} is over: no round is open. Say --round N for the position with which a round began; "
                f"the last was round {last}."
            )
        return log.desk.round
    if number not in rounds:
        there = f"only round {first} was" if first == last else f"rounds {first} to {last} were"
        raise UserError(f"{log.name}: round {number} was never open here; {there}.")
    return number
