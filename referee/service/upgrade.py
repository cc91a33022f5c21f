"""Bringing a database up to date, and looking first what this referee makes of it: read-only, in a copy."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.clock import Clock, SystemEntropy
from referee.db import guards
from referee.db.beside import free_beside
from referee.db.engines import engine_for_file, place_of
from referee.db.failures import explained
from referee.db.making import bring_up_to_date
from referee.db.snapshot import snapshot
from referee.db.store import Store, open_store
from referee.db.tables import SCHEMA
from referee.errors import UserError
from referee.service.back_up import back_up
from referee.service.game_log import Work
from referee.service.verify_game import Verdict, verify_game

_COPY: Final = "referee.db"


@dataclass(frozen=True, slots=True)
class Looked:
    """What this referee makes of a database: the schema that it has, whether that is today's, and each game."""

    schema: str
    is_up_to_date: bool
    guards: tuple[str, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong, and nothing comes out otherwise."""
        return not self.guards and all(one.holds for one in self.verdicts)

    @property
    def trouble(self) -> str:
        """The worst of what is wrong, and what to do about it, in sentences; empty where all holds."""
        if self.guards:
            return (
                f"The database is no longer guarded against changes: {'; '.join(self.guards)}. Somebody has been at "
                "it. Put a backup in its place, and compare its head with a report's (referee verify --head)."
            )
        faults = _faults(self.verdicts)
        if faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            return (
                f"{faults[0]}{more}. Put a backup in the database's place: before that nothing is upgraded."
            )
        if self.holds:
            return ""
        return (
            "All logs hold, but not everything comes out as it was: what differs is decided, or rendered, otherwise "
            "by this referee, or a stored report was changed. That does not stand in the way of an upgrade."
        )


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A database that is up to date: the schema that it had, and its backup as it was (None: it was already)."""

    schema: str
    backup: Path | None


def look_before(database: str, clock: Clock) -> Looked:
    """Replay, audit and render every game of a database, of this schema or an earlier one, which stays as it is.

    It is copied, and the copy brought up to date: one game that is damaged does not keep the others from being looked
    at. Raises UserError where it is no database of ours, or of a newer referee.
    """
    shown = place_of(database).shown
    with tempfile.TemporaryDirectory() as room:
        new = Path(room) / _COPY
        new.touch(mode=0o600)
        schema = snapshot(database, new)
        engine = engine_for_file(new)
        with Store(engine, shown, SystemEntropy()) as store:
            with explained(shown), engine.connect() as connection, connection.begin():
                missing = guards.compare(connection)
            if not missing and schema != SCHEMA:
                bring_up_to_date(engine, shown, read_only=False)
            if missing and schema != SCHEMA:
                raise UserError(
                    f"{shown} is no longer guarded against changes: {'; '.join(missing)}. Somebody has been at it. "
                    "Put a backup in its place."
                )
            with store.read() as unit:
                work = Work(unit, clock.now())
                verdicts = tuple(verify_game(work, game.name, audit=True) for game in unit.games())
    return Looked(schema, schema == SCHEMA, tuple(missing), verdicts)


def upgrade(database: str, clock: Clock) -> Upgraded:
    """Bring a database up to date, after a backup of it as it was: beside the file, or of a server's here.

    Raises UserError; then nothing was changed, but a backup may have been made.
    """
    found = look_before(database, clock)
    if found.is_up_to_date:
        return Upgraded(found.schema, None)
    faults = _faults(found.verdicts)
    if faults:
        raise UserError(f"{faults[0]}. Nothing was changed; all that is wrong: referee upgrade --check")
    backup = _beside(database, found.schema, clock.now())
    back_up(database, backup)
    with open_store(database):
        return Upgraded(found.schema, backup)


def _faults(verdicts: Sequence[Verdict]) -> list[str]:
    """What does not hold; what only comes out otherwise today keeps nobody from upgrading."""
    return [f"{one.game} does not hold: {one.faults[0]}" for one in verdicts if one.faults]


def _beside(database: str, schema: str, at: str) -> Path:
    file = place_of(database).file
    mark = at.replace("-", "").replace(":", "")
    return free_beside(file or Path.cwd() / _COPY, f"schema-{schema}-{mark}")
