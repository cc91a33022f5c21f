"""Verifying many games: each for itself, so that one that is damaged keeps no other from being looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from referee.clock import Clock
from referee.db.links import Head
from referee.db.strays import damaged_pages, listed_games, strays
from referee.db.unit import UnknownGameError
from referee.errors import UserError
from referee.service import transactions
from referee.service.game_log import Work
from referee.service.known_heads import Inspect, must_have_heads, settled
from referee.service.report_heads import Heads
from referee.service.verify_game import Verdict, verify_game

NOWHERE: Final = Head(0, "")
"""How far a log goes that could not be read at all."""


@dataclass(frozen=True)
class Inspection:
    """A database that is looked at: its games by name, and what is wrong beside them, as clauses.

    `heads` are those that were stated, by what their games are called here.
    """

    games: tuple[str, ...]
    faults: tuple[str, ...]
    heads: Heads
    _inspect: Inspect

    def verdicts(self, *, audit: bool = False) -> Iterator[Verdict]:
        """What verifying each game finds, one after the other; what cannot be verified is told of as a fault."""
        for game in self.games:
            yield self._verdict(game, audit=audit)

    def _verdict(self, game: str, *, audit: bool) -> Verdict:
        try:
            with self._inspect() as work:
                found = verify_game(work, game, self.heads.of(game), audit=audit)
            known = {name.casefold() for name in found.called}
            others = (name for name in self.heads.other_names(game) if name.casefold() not in known)
            return replace(found, called=(*found.called, *others))
        except UserError as refusal:
            fault = str(refusal)
        except Exception as problem:  # noqa: BLE001 (whatever is wrong with this one, the others are to be verified)
            fault = f"it could not be verified, report that: {type(problem).__name__}: {problem}"
        return Verdict(game, 0, NOWHERE, 0, (fault,))


@contextmanager
def inspecting_games(
    database: str, clock: Clock, games: Iterable[str], stated: Heads | None = None
) -> Iterator[Inspection]:
    """Some games of a database, named in any case; each is verified once. What lies beside them is not looked at.

    Of each there must be a head among those that are `stated`, if any are. A game may then be named as they name it,
    where no other one is called so here: that one may be what somebody put in the place of the true log.
    Raises UserError if there is none of that name, or no head of one, or the database cannot be read.
    """
    stated = stated or Heads()
    with transactions.inspecting_often(database, clock) as (inspect, guards):
        with inspect() as work:
            known = [game.name for game in work.unit.games()] if stated.games else []
            heads = settled(stated, known, inspect)
            names = tuple(dict.fromkeys(_named(work, game, known, heads) for game in games))
        must_have_heads(stated, heads, names)
        yield Inspection(names, tuple(_about(guards)), heads, inspect)


def _named(work: Work, game: str, known: Iterable[str], heads: Heads) -> str:
    """What a game is called here that is named as here, or else as the reports that state its heads name it."""
    try:
        return work.unit.game(game).name
    except UnknownGameError as unknown:
        here = [name for name in known if game.casefold() in heads.other_names(name)]
        if len(here) == 1:
            return here[0]
        if heads.is_typed and heads.of(game):
            (head,) = heads.of(game)
            raise UserError(
                f"The line may be mistyped: no log here goes through {head.short}. {unknown}"
            ) from unknown
        raise


@contextmanager
def inspecting_all(database: str, clock: Clock, stated: Heads) -> Iterator[Inspection]:
    """All games of a database, and what lies beside them; reports that state heads must be of one of them.

    Raises UserError if the database cannot be read.
    """
    with transactions.inspecting_often(database, clock) as (inspect, guards):
        with inspect() as work:
            names, faults = listed_games(work.unit)
            faults = [*damaged_pages(work.unit), *faults, *strays(work.unit)]
        heads = settled(stated, names, inspect)
        known = {name.casefold() for name in names}
        unknown = (f"a report vouches for a game {game!r}, and there is none" for game in heads.games - known)
        astray = sorted(_astray(names, stated, heads))
        yield Inspection(tuple(names), (*_about(guards), *faults, *sorted(unknown), *astray), heads, inspect)


def _astray(names: Iterable[str], stated: Heads, heads: Heads) -> Iterator[str]:
    """The games that are called as reports call theirs, and whose logs go through no head of these: others do."""
    for name in names:
        if stated.of(name) and not heads.of(name):
            theirs = sorted(other for other in heads.games if name in heads.other_names(other))
            yield (
                f"the log of {name} goes through no head that reports of {name} state: they are those of "
                f"{', '.join(theirs)}. Either {name} was forged, or they were sent of the other: verify that alone"
            )


def _about(guards: Sequence[str]) -> Iterator[str]:
    if guards:
        yield f"the database is no longer guarded against changes: {'; '.join(guards)}"
