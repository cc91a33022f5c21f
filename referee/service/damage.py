"""A log that nothing can be done with: whoever gives a command is told which one, and what finds out why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.db.failures import is_of_the_driver
from referee.errors import UserError
from referee.service.game_log import Work
from referee.service.replaying import what_happened
from referee.service.unfinished import UnfinishedError


@contextmanager
def damage_told(work: Work, game: str | None = None) -> Iterator[None]:
    """Turn whatever fails because of the log of a game (None: of any that was read) into a UserError that names it.

    Which failure it is matters little: what was read is looked at, and where it is in order, the fault is the
    program's and goes on its way.
    """
    try:
        yield
    except (UserError, UnfinishedError):
        raise
    except Exception as problem:
        if is_of_the_driver(problem):
            raise  # nothing can be looked at: the database is out of reach
        for name in work.games_read if game is None else (game,):
            faults = what_happened(work.unit.records(name))[1]
            if faults:
                raise UserError(
                    f"{name}: its log cannot be as it stands: {faults[0]}. Nothing was changed. All that is wrong: "
                    f"referee verify {name}"
                ) from problem
        raise
