"""Resolving all rounds that may be resolved, by as many workers as there are: each round is done by one of them.

They know nothing of each other but what is in the database. Whose work is whose is a lock on the game's row, held by
the transaction that resolves its round: a worker that is killed lets go of it, and another one does that round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from referee.clock import Clock
from referee.db.drafts import games_with_referee, is_with_referee
from referee.db.failures import LockedError
from referee.db.store import Store, open_store
from referee.errors import unchanged
from referee.mail.office import Office
from referee.service.damage import damage_told
from referee.service.failed import Failed, is_of_the_game, why_failed
from referee.service.game_log import Work
from referee.service.hold_round import Held, hold_round
from referee.service.letters import tell_referee
from referee.service.release_due import release_due
from referee.service.resolve_round import MailWaitsError, Resolved, resolve_round
from referee.service.take_mail import Taken, take_waiting

LOOKS_EVERY: Final = 2.0
"""Seconds after which the games are looked at again by who goes on when nothing is left to do."""
LETS_PASS: Final = 0.05
"""Seconds for which one who finds nothing but games that others have lets them work."""
PATIENCE: Final = 12
"""How many times in a row a database may be locked for its time-out before the worker gives up."""

_State: TypeAlias = tuple[int, bool]
"""How long a game's log is, and whether its round is held: nothing else makes a look find more than the last one."""

Pause: TypeAlias = Callable[[float], bool]
"""Waits so many seconds, or less if it is to stop; whether it is to."""


Done: TypeAlias = Resolved | Held | Failed | Taken


def resolve_all(
    database: str,
    office: Office | None,
    clock: Clock,
    *,
    pause: Pause,
    hold: int | None = None,
    ready_only: bool = False,
    until_idle: bool = True,
) -> Iterator[Done]:
    """Resolve every round that may be resolved without anybody's word; what came of each, as soon as it is committed.

    Each round is one transaction. Where mail is set up, all that has come is read first. With `hold` a round is held
    for so many seconds instead. What has been held long enough is released. With `until_idle` it ends when nothing is
    left to do and no other worker has a game in which there might be; and whenever `pause` says so.
    A game that cannot be resolved is told of once, and again when something happens in it; it never stops the others.

    Raises StoreError where the database cannot be used (any more): what was told of until then stands.
    """
    with open_store(database) as store:
        worker = _Worker(database, store, office, clock, pause, hold, ready_only)
        while not pause(0):
            worker.has_more = worker.waits_for_others = False
            yield from worker.read_mail()
            yield from worker.release()
            yield from worker.look_round()
            if worker.waits_for_others and not worker.has_more:
                pause(LETS_PASS)
            elif not worker.has_more and (until_idle or pause(LOOKS_EVERY)):
                return


@dataclass(slots=True)
class _Worker:
    """One worker: `looked` is how each game stood when nothing was to be done in it."""

    database: str
    store: Store
    office: Office | None
    clock: Clock
    pause: Pause
    hold: int | None
    ready_only: bool
    looked: dict[str, _State] = field(default_factory=dict)
    locked: int = 0
    """How many times in a row the database was locked."""
    has_more: bool = False
    """Whether something was done in the last look, so that more may be to do."""
    waits_for_others: bool = False
    """Whether others had games in the last look."""

    def read_mail(self) -> Iterator[Taken]:
        """Read all mail that has come, where mail is set up."""
        if self.office is None:
            return
        try:
            yield from take_waiting(self.database, self.office, self.clock)
        except LockedError:
            self._wait_for_lock()

    def release(self) -> Iterator[Done]:
        """Release what has been held long enough; what cannot be released is open again, and is looked at."""
        try:
            for done in release_due(self.database, self.office, self.clock):
                self.has_more = True
                yield done
                if self.pause(0):
                    return
        except LockedError:
            self._wait_for_lock()

    def look_round(self) -> Iterator[Resolved | Held | Failed]:
        """Look at each game in which something has happened since the last look, and do what is to be done."""
        with self.store.read() as unit:
            held = games_with_referee(unit)
            games = {game: (head, game in held) for game, head in unit.heads().items()}
        for game, state in games.items():
            if self.pause(0):
                return
            if self.looked.get(game) == state:
                continue
            try:
                done = self._resolve(game)
            except MailWaitsError:
                self.has_more = True
                return  # it is read before anything else is resolved
            except LockedError:
                self._wait_for_lock()
                continue
            except Exception as fault:  # whatever it is, it must not keep back the other games
                if not is_of_the_game(fault):
                    raise
                self.looked[game] = state
                yield Failed(game, unchanged(why_failed(fault)))
                continue
            self.locked = 0
            if done is not None:
                self.has_more = True
                yield done

    def _wait_for_lock(self) -> None:
        """Come back to it, unless the database has been locked too often; within `except LockedError`."""
        self.locked += 1
        if self.locked > PATIENCE:
            raise  # noqa: PLE0704  # the LockedError that is being handled
        self.waits_for_others = True

    def _resolve(self, game: str) -> Resolved | Held | None:
        """Resolve or hold the open round of a game, if it may be and nobody else has the game."""
        with self.store.read() as unit:
            if not self._may_be_resolved(Work(unit, self.clock.now()), game):
                return None
        with self.store.claim(game) as claimed:
            if claimed is None:
                self.waits_for_others = True
                return None
            work = Work(claimed, self.clock.now(), self.office)
            if not self._may_be_resolved(work, game):  # somebody else was faster
                return None
            with damage_told(work):
                if self.hold is not None:
                    held = hold_round(work, game, misses_meant=False, seconds=self.hold)
                    _tell_of_held(work, held)
                    return held
                return resolve_round(work, game, misses_meant=False)

    def _may_be_resolved(self, work: Work, game: str) -> bool:
        with damage_told(work):
            log = work.log(game)
            is_his = is_with_referee(work.unit, game)
            if not is_his and log.desk.why_not_unasked(ready_only=self.ready_only) is None:
                return True
        self.looked[game] = log.head.seq, is_his
        return False


def _tell_of_held(work: Work, held: Held) -> None:
    """To the referee, who did not ask for it: a round waits for him, and until when."""
    game = held.game
    tell_referee(
        work,
        ("held", game, str(held.round), work.at),
        f"round {held.round} of {game} is held",
        f"Round {held.round} of {game} is held until {held.due}: nobody but you can see what happens in it. Then "
        "it is published by `referee serve` or `work`, or by `release --due`.",
        (),
        (f"referee report {game} --draft", f"referee release {game}", f"referee discard {game}"),
    )
