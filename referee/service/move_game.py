"""A game, or its public log, as a file: written, checked, and brought into another database."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from orders.handles import game_name_fault
from referee.clock import Clock
from referee.db.beside import room_beside, sweep_beside
from referee.db.engines import place_of
from referee.db.export import verify_export
from referee.db.links import Fault, Head
from referee.db.restoring import put_in_place
from referee.db.snapshot import put_copy
from referee.db.store import is_made
from referee.db.transfer import Extent, GameFile, enter_game, game_lines, is_game_file, read_game
from referee.errors import UserError, listed_faults, named
from referee.service import transactions
from referee.service.game_log import Work
from referee.service.replaying import what_happened
from referee.service.report_files import refusing
from referee.service.rooms import room_for
from referee.service.verify_game import Verdict, verify_game

MOST_BYTES: Final = 1 << 28
"""Of a file that is read: a game of a hundred rounds has less than a hundredth of it."""
_GZIP: Final = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was brought in; `before` is what it was called elsewhere."""

    game: str
    before: str
    head: Head


def export_game(work: Work, game: str, extent: Extent) -> Sequence[str]:
    """The lines of a game's file: the whole game, for the referee alone, or its public log, for everybody."""
    return list(game_lines(work.unit, game, extent))


def write_export(lines: Sequence[str], file: Path, extent: Extent) -> None:
    """Write lines to a new file, compressed if its name ends in `.gz`; a whole game only its owner can read.

    Raises UserError where something is there already, or nothing can be written; then nothing is.
    """
    body = "".join(f"{line}\n" for line in lines).encode()
    place = file.expanduser().resolve()
    if place.exists():
        raise UserError(f"{named(file)} is there already. Name another file.")
    with refusing(file):
        sweep_beside(place)
        with room_beside(place) as room:
            new = room / place.name
            if extent == "all":
                new.touch(mode=0o600)
            new.write_bytes(gzip.compress(body, mtime=0) if place.suffix == ".gz" else body)
            if not put_copy(new, place, replace=False):
                raise UserError(f"Somebody else has just made {named(file)}. It was left alone.")


def import_game(database: str, clock: Clock, file: Path, name: str | None = None) -> Imported:
    """Bring a whole game in, verified from end to end, under its own name or another one.

    Where there is no database yet, one is made, with the game in it or not at all. Raises UserError with what is
    wrong; then nothing was changed. A public log is verified and refused all the same: without what is hidden nobody
    can go on with it.
    """
    found = _whole_game_in(file)
    if is_made(database):
        with transactions.writing(database, clock) as work:
            return _entered(work, found, file, name)
    with room_for(place_of(database)) as new:
        with transactions.writing(str(new), clock, create=True) as work:
            done = _entered(work, found, file, name)
        put_in_place(new, database, clock.now(), replace=False)
    return done


def _whole_game_in(file: Path) -> GameFile:
    with _about(file):
        found = read_game(_lines_of(file))
    if found.faults:
        raise UserError(listed_faults(file, [f"{fault.message}." for fault in found.faults]))
    if found.extent == "public":
        raise UserError(
            f"{named(file)} is a public log. It is in order, up to {found.head.short}, but nobody can go on with it: "
            "hands and tiles are not in it. Export the whole game: referee export GAME --out FILE"
        )
    return found


def _entered(work: Work, found: GameFile, file: Path, name: str | None) -> Imported:
    with _about(file):
        game = enter_game(work.unit, found, _name(found, name))
    verdict = verify_game(work, game.name)
    if verdict.faults:
        raise UserError(listed_faults(file, [f"{fault}." for fault in verdict.faults]))
    return Imported(game.name, found.game.name, found.head)


def verify_file(file: Path, head: str | None = None) -> Verdict:
    """Check an exported game or log, as `export` or `log --json` writes it, without any database.

    Of a whole game also the replay. `head` is one that a report's footer states. Raises UserError for another file.
    """
    witnesses = [] if head is None else [Head.read(head)]
    lines = _lines_of(file)
    if not lines:
        raise UserError(f"{named(file)} is empty. Name a file that `referee export` wrote.")
    if not is_game_file(lines[0]):
        check = verify_export(lines, witnesses)
        return Verdict(str(file), check.head.seq, check.head, 0, tuple(one.message for one in check.faults))
    with _about(file):
        found = read_game(lines)
    faults = [one.message for one in found.faults] or list(_missed(found, witnesses))
    if not faults and found.extent == "all":
        faults = what_happened(found.records())[1]
    return Verdict(found.game.name, found.head.seq, found.head, len(found.publications), tuple(faults))


def is_file_name(said: str) -> bool:
    """Whether a file is meant, and no game: no game's name has a dot or a slash."""
    return "." in said or os.sep in said


def _name(found: GameFile, said: str | None) -> str:
    """What the game is to be called; UserError for what no game can be called."""
    name = found.game.name if said is None else said
    fault = game_name_fault(name)
    if fault is not None:
        raise UserError(f"{named(name)!r} cannot be the name of a game: {fault}. Give it one: --as NAME")
    return name


def _missed(found: GameFile, heads: Sequence[Head]) -> Iterator[str]:
    """The heads that the log does not go through. Which hash a record has is told by the file itself."""
    hashes = {0: found.game.id} | found.hashes
    for head in heads:
        if not hashes.get(head.seq, "").startswith(head.hash):
            yield Fault(head.seq, "rewritten", f"the log does not go through {head.short}").message


def _lines_of(file: Path) -> list[str]:
    try:
        with file.expanduser().open("rb") as stream:
            body = stream.read(MOST_BYTES + 1)
        if body.startswith(_GZIP):
            with gzip.GzipFile(fileobj=io.BytesIO(body)) as packed:
                body = packed.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise UserError(
                f"{named(file)} is larger than any game. Name a file that `referee export` wrote."
            )
        return body.decode().splitlines()
    except (OSError, EOFError, ValueError, zlib.error) as problem:
        said = getattr(problem, "strerror", None) or "it is damaged, or no file of text"
        raise UserError(f"{named(file)} cannot be read: {said}.") from problem


@contextmanager
def _about(file: Path) -> Iterator[None]:
    """Name the file in whatever is refused because of it."""
    try:
        yield
    except UserError as problem:
        raise UserError(f"{named(file)}: {problem}") from problem
