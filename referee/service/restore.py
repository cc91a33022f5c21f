"""Restoring a backup: looked through from end to end first, then put in place.

Its outgoing mail is held, and so are its rounds that were held: whatever was filed since the backup is not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.clock import Clock, SystemEntropy
from referee.db.checks import check, look_at
from referee.db.drafts import HeldRound, stop_clocks
from referee.db.engines import engine_for_file, place_of
from referee.db.failures import DamagedFileError, StoreError, damaged, explained
from referee.db.links import Head
from referee.db.making import bring_up_to_date
from referee.db.restoring import put_in_place
from referee.db.snapshot import snapshot
from referee.db.store import Store
from referee.errors import UserError, listed_faults, named
from referee.mail.probe import knock
from referee.mail.settings import LmtpSettings
from referee.service.game_log import Work
from referee.service.post_hold import hold
from referee.service.rooms import room_for
from referee.service.verify_game import verify_game


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that is in place: its games with their heads, how many letters wait, where the old one is kept.

    `held` are the rounds that are held in it: none of them is released before somebody says so.
    """

    where: str
    games: tuple[tuple[str, Head], ...]
    letters: int
    held: tuple[HeldRound, ...]
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
    _look_at_backup(source, named(file))
    with room_for(place) as new:
        new.touch(mode=0o600)
        try:
            snapshot(source, new)
        except DamagedFileError as problem:
            raise UserError(
                f"{named(file)} is damaged, or no backup at all. Nothing was changed; restore another backup."
            ) from problem
        found = _looked_through(new, str(file), clock)
        kept = put_in_place(new, database, clock.now(), replace=replace)
    return Restored(place.shown, found.games, found.letters, found.held, kept)


def refuse_where_served(listener: LmtpSettings | None) -> None:
    """Refuse to go on while `referee serve` takes mail at its place: what it wrote meanwhile would be lost."""
    try:
        is_served = listener is not None and knock(listener) == "ours"
    except OSError:
        return
    if is_served:
        raise UserError(
            "`referee serve` is at work on this database, and takes mail. Stop it first, and `referee work` where "
            "that runs. Nothing was changed."
        )


def _look_at_backup(source: Path, shown: str) -> None:
    """Refuse what cannot be a backup, before anything is said of the database in whose place it is to come."""
    try:
        if not source.exists():
            raise UserError(
                f"There is no backup {shown}. Nothing was changed; name a file that `referee backup` made."
            )
        if source.is_dir():
            raise UserError(f"{shown} is a folder. Nothing was changed; name the backup in it.")
        look_at(source)
    except StoreError as problem:
        raise UserError(
            f"{shown} is no backup. Nothing was changed; name a file that `referee backup` made."
        ) from problem
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "that is no name for a file"
        raise UserError(f"{shown} cannot be read: {reason}. Nothing was changed.") from problem


@dataclass(frozen=True, slots=True)
class _Found:
    games: tuple[tuple[str, Head], ...]
    letters: int
    held: tuple[HeldRound, ...]


def _looked_through(new: Path, shown: str, clock: Clock) -> _Found:
    """Verify all of a copy, brought up to date, and hold its letters and its drafts."""
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
            return _Found(_verified(work, shown), hold(work), tuple(stop_clocks(unit)))


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
