"""Typing commands as their users do, in this process and in one of their own."""

import os
import subprocess
import sys
from pathlib import Path

from databases import ON_POSTGRES, rows_in
from typer.testing import CliRunner, Result
from warm_program import types

from referee.cli.main import app
from referee.config import DATABASE_VARIABLE as VARIABLE

PROGRAM = (
    sys.executable,
    "-c",
    "import sys; sys.argv[0] = 'referee'; from referee.cli.main import main; main()",
)
PLAYERS = ("alice", "bob", "carol", "dave")
DONE, WITH_PROBLEMS, REFUSED = 0, 1, 2
NO_GAMES = "holds no games. Open one first" if ON_POSTGRES else "There is no database"
"""What is said where nothing was opened: the database of a server is there before the referee's tables are."""


def referee(*words: object, given: str | bytes | None = None) -> Result:
    """`referee WORDS` in this process."""
    return CliRunner().invoke(app, [str(word) for word in words], input=given, prog_name="referee")


def program(*words: object, folder: Path, **how: object) -> subprocess.CompletedProcess[bytes]:
    """`referee WORDS` in a process of its own, in a folder; `how` is as in `warm_program.types`."""
    return types(*words, folder=folder, environ=clean_environment(), **how)


def started(*words: object, folder: Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """The same in a process that is started as its users start it."""
    return subprocess.run(
        [*PROGRAM, *(str(word) for word in words)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=clean_environment() | environ,
        timeout=120,
        check=False,
    )


def clean_environment() -> dict[str, str]:
    """The environment without what would choose a database other than that of the desk."""
    return {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")} | (
        {VARIABLE: os.environ[VARIABLE]} if ON_POSTGRES and VARIABLE in os.environ else {}
    )


def write_game(
    folder: Path,
    rounds: dict[int, dict[str, str]] | None = None,
    *,
    players: tuple[str, ...] = PLAYERS,
    more: str = "",
) -> Path:
    """A game's folder: rounds of orders by number, then by handle."""
    folder.mkdir(exist_ok=True)
    names = ", ".join(f'"{handle}"' for handle in players)
    (folder / "game.toml").write_text(
        f'name = "harbour"\nplayers = [{names}]\nseed = "a seed for tests"\n{more}'
    )
    for number, orders in (rounds or {}).items():
        place = folder / f"round-{number:02d}"
        place.mkdir(exist_ok=True)
        for handle, text in orders.items():
            (place / f"{handle}.txt").write_text(text)
    return folder


def everybody(text: str = "tile any\nbuy nothing\n") -> dict[str, str]:
    """The same orders for all."""
    return dict.fromkeys(PLAYERS, text)


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes; the database too, with its rows, where it is kept in a server."""
    files = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    if ON_POSTGRES and VARIABLE in os.environ and (rows := rows_in(os.environ[VARIABLE])):
        files["referee.db"] = repr(rows).encode()
    return files


def dies(how, place, folder, *words):
    """Type it, and let the process send itself the signal `how` when `place`, `module:name`, has been called."""
    return program(*words, folder=folder, by="deaths:dies", args=(place, "after", how))
