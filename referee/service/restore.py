"""Restoring a backup: looked through from end to end first, then put in place, its outgoing mail held."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.clock import Clock, SystemEntropy
from referee.db.beside import room_beside, sweep_beside
from referee.db.checks import check
from referee.db.engines import engine_for_file, place_of
from referee.db.failures import damaged, explained
from referee.db.links import Head
from referee.db.making import bring_up_to_date
from referee.db.restoring import put_in_place
from referee.db.snapshot import snapshot
from referee.db.store import Store
from referee.errors import UserError, listed_faults, named
from referee.service.game_log import Work
from referee.service.post_hold import hold
from referee.service.report_files import refusing
from referee.service.verify_game import verify_game


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that is in place: its games with their heads, how many letters wait, where the old one is kept."""

    where: str
    games: tuple[tuple[str, Head], ...]
    letters: int
    kept: str | None


def restore(file: Path, database: str, clock: Clock, *, replace: bool = False) -> Restored:
    """Put the backup `file` at `database`, a path or a URL; with `replace` also where a database is.

    Everything is looked at first: the pages, the schema, the guards, and of each game the chain, the replay and the
    reports. `file` itself is only read. An earlier schema is brought up to date on the way.

    Raises UserError with all that is wrong; then nothing was changed.
    """
    source = file.expanduser()
    place = place_of(database)
    if place.file is not None and place.file == source.resolve():
        raise UserError(f"{named(file)} is the database itself. Name a backup.")
    with _room(place.file) as room:
        new = room / (place.file.name if place.file is not None else "referee.db")
        new.touch(mode=0o600)
        snapshot(source, new)
        games, letters = _looked_through(new, str(file), clock)
        kept = put_in_place(new, database, clock.now(), replace=replace)
    return Restored(place.shown, games, letters, kept)


@contextmanager
def _room(target: Path | None) -> Iterator[Path]:
    """A folder of our own: beside the file that the backup is to become, else where temporary files are."""
    if target is None:
        with tempfile.TemporaryDirectory() as room:
            yield Path(room)
        return
    with refusing(target):
        sweep_beside(target)
    with refusing(target), room_beside(target) as room:
        yield room


def _looked_through(new: Path, shown: str, clock: Clock) -> tuple[tuple[tuple[str, Head], ...], int]:
    """Verify all of a copy, brought up to date, and hold its letters: its games, and how many letters wait."""
    engine = engine_for_file(new)
    with Store(engine, shown, SystemEntropy()) as store:
        try:
            with explained(shown), engine.connect() as connection, connection.begin():
                is_up_to_date = check(connection, shown)
        except UnicodeDecodeError as problem:
            raise damaged(shown) from problem
        if not is_up_to_date:
            bring_up_to_date(engine, shown, read_only=False)
        with store.write() as unit:
            work = Work(unit, clock.now())
            games = _verified(work, shown)
            return games, hold(work)


def _verified(work: Work, shown: str) -> tuple[tuple[str, Head], ...]:
    """The games with their heads; UserError with what is wrong with any."""
    heads: list[tuple[str, Head]] = []
    faults: list[str] = []
    for game in work.unit.games():
        found = verify_game(work, game.name)
        heads.append((game.name, found.head))
        faults += [f"{game.name} does not hold: {fault}." for fault in found.faults[:1]]
    if faults:
        raise UserError(_refusal(shown, faults, len(heads)))
    return tuple(heads)


def _refusal(shown: str, faults: Sequence[str], games: int) -> str:
    sound = games - len(faults)
    rest = (
        f"\n{sound} of its games hold: referee export GAME --db {shown} takes one out of it, and referee import puts "
        "it into another database."
        if sound
        else ""
    )
    return f"{listed_faults(shown, faults)}\nNothing was changed; restore another backup.{rest}"
