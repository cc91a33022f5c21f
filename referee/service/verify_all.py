"""Verifying many games: each for itself, so that one that is damaged keeps no other from being looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Final

from referee.clock import Clock
from referee.db.links import Head
from referee.db.strays import damaged_pages, listed_games, strays
from referee.errors import UserError
from referee.service import transactions
from referee.service.game_log import Work
from referee.service.report_heads import Heads
from referee.service.verify_game import Verdict, verify_game

NOWHERE: Final = Head(0, "")
"""How far a log goes that could not be read at all."""


@dataclass(frozen=True)
class Inspection:
    """A database that is looked at: its games by name, and what is wrong beside them, as clauses."""

    games: tuple[str, ...]
    faults: tuple[str, ...]
    _inspect: Callable[[], AbstractContextManager[Work]]

    def verdicts(self, games: Iterable[str], heads: Heads, *, audit: bool = False) -> Iterator[Verdict]:
        """What verifying each game finds, one after the other; what cannot be verified is told of as a fault."""
        for game in games:
            yield self._verdict(game, heads, audit=audit)

    def _verdict(self, game: str, heads: Heads, *, audit: bool) -> Verdict:
        try:
            with self._inspect() as work:
                return verify_game(work, game, heads.of(game), audit=audit)
        except UserError as refusal:
            fault = str(refusal)
        except Exception as problem:  # noqa: BLE001 (whatever is wrong with this one, the others are to be verified)
            fault = f"it could not be verified, report that: {type(problem).__name__}: {problem}"
        return Verdict(game, 0, NOWHERE, 0, (fault,))


@contextmanager
def inspecting_games(database: str, clock: Clock, games: Iterable[str]) -> Iterator[Inspection]:
    """Some games of a database, named in any case; each is verified once. What lies beside them is not looked at.

    Raises UserError if there is none of that name, or the database cannot be read.
    """
    with transactions.inspecting_often(database, clock) as (inspect, guards):
        with inspect() as work:
            names = dict.fromkeys(work.unit.game(game).name for game in games)
        yield Inspection(tuple(names), tuple(_about(guards)), inspect)


@contextmanager
def inspecting_all(database: str, clock: Clock, heads: Heads) -> Iterator[Inspection]:
    """All games of a database, and what lies beside them; reports that state `heads` must be of one of them.

    Raises UserError if the database cannot be read.
    """
    with transactions.inspecting_often(database, clock) as (inspect, guards):
        with inspect() as work:
            names, faults = listed_games(work.unit)
            faults = [*damaged_pages(work.unit), *faults, *strays(work.unit)]
        known = {name.casefold() for name in names}
        unknown = (f"a report vouches for a game {game!r}, and there is none" for game in heads.games - known)
        yield Inspection(tuple(names), (*_about(guards), *faults, *sorted(unknown)), inspect)


def _about(guards: Sequence[str]) -> Iterator[str]:
    if guards:
        yield f"the database is no longer guarded against changes: {'; '.join(guards)}"
