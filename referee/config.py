"""Settings: which database a command works on."""

import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.errors import UserError

CONFIG_FILE = "referee.toml"
DATABASE_FILE = "referee.db"
DATABASE_VARIABLE = "REFEREE_DB"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line, the environment and the configuration file agree on."""

    db: str
    """A path or a database URL."""


def read_settings(
    db: str | None = None,
    *,
    folder: Path | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Settings:
    """Find the database: `--db`, else REFEREE_DB, else `referee.toml`, else `referee.db`.

    `db` is the value of `--db`, `folder` the current folder. A relative path in `referee.toml` starts at
    that file. An empty value counts as none. The file is read only if nothing before it decides.
    """
    folder = folder or Path.cwd()
    chosen = db or environ.get(DATABASE_VARIABLE) or _database_in(folder / CONFIG_FILE)
    return Settings(db=chosen or str(folder / DATABASE_FILE))


def _database_in(file: Path) -> str | None:
    try:
        if not stat.S_ISREG(file.stat().st_mode) and not file.is_dir():
            raise UserError(f"{file} is a device or a pipe, not the file of settings. Take it away.")
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as problem:
        raise UserError(f"{file} cannot be read: {_reason(problem)}. Repair it or take it away.") from problem
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # a number may be too long for Python itself
        raise UserError(f"{file} is not valid TOML: {problem}. Repair that place.") from problem
    section = table.get("referee", {})
    if not isinstance(section, dict):
        raise UserError(
            f'{file}: `referee` must be a section. Write [referee] and below it db = "referee.db".'
        )
    value = section.get("db")
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        raise UserError(f'{file}: `db` must be a path or a URL in quotes, as in db = "referee.db".')
    try:
        return value if "://" in value else str(file.parent / Path(value).expanduser())
    except RuntimeError as problem:
        raise UserError(
            f"{file}: `db` is {value}, and there is no such user. Write the whole path."
        ) from problem


def _reason(problem: OSError | UnicodeDecodeError) -> str:
    if isinstance(problem, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return problem.strerror or type(problem).__name__
