"""Settings: which database a command works on, and what `referee.toml` says of the mail and of publishing."""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.errors import UserError, listed_faults

if TYPE_CHECKING:
    from referee.mail.office import Office
    from referee.mail.settings import FoundMail, MailSettings

CONFIG_FILE: Final = "referee.toml"
DATABASE_FILE: Final = "referee.db"
DATABASE_VARIABLE: Final = "REFEREE_DB"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line, the environment and the configuration file agree on."""

    db: str
    """A path or a database URL."""
    mail: MailSettings | None = None
    """What is said of the mail; None where nothing is said, or nobody asked."""
    hold: int | None = None
    """For how many seconds rounds are held; None where they are published at once, or nobody asked."""

    @property
    def office(self) -> Office | None:
        """What letters are written with; None where no mail is set up, or nobody asked."""
        return None if self.mail is None else self.mail.office


def read_settings(
    db: str | None = None,
    *,
    folder: Path | None = None,
    environ: Mapping[str, str] = os.environ,
    with_mail: bool = False,
) -> Settings:
    """Find the database: `--db`, else REFEREE_DB, else `referee.toml`, else `referee.db`.

    `db` is the value of `--db`, `folder` the current folder. A relative path in `referee.toml` starts at
    that file. An empty value counts as none. The file is read only if nothing before it decides, or (`with_mail`)
    for what it says besides: whoever does not need that is not stopped by what is wrong with it.

    Raises UserError with all that is wrong.
    """
    folder = folder or Path.cwd()
    file = folder / CONFIG_FILE
    chosen = db or environ.get(DATABASE_VARIABLE)
    table = _table_of(file) if with_mail or not chosen else {}
    mail = _mail_in(table, file) if with_mail else None  # it tells all that is wrong, in other sections too
    hold = _hold_in(table, file) if with_mail else None
    chosen = chosen or _database_in(table, file) or str(folder / DATABASE_FILE)
    return Settings(chosen, mail, hold)


def look_at_mail(folder: Path | None = None) -> tuple[Path, FoundMail | None]:
    """The file of settings, and what can be had of its mail although other things in it are at fault.

    None where nothing is said of mail. Raises UserError for a file that cannot be read at all.
    """
    file = (folder or Path.cwd()) / CONFIG_FILE
    return file, _found_mail(_table_of(file), file)


def _mail_in(table: Mapping[str, Any], file: Path) -> MailSettings | None:
    found = _found_mail(table, file)
    if found is not None and found.faults:
        raise UserError(listed_faults(file, found.faults))
    return None if found is None else found.settings()


def _hold_in(table: Mapping[str, Any], file: Path) -> int | None:
    """For how long rounds are held; what is wrong with that, the mail's settings have told."""
    if "publish" not in table:
        return None
    from referee.settings.sections import find_hold  # noqa: PLC0415 (few files of settings have that section)

    return find_hold(table, file, [])


def _found_mail(table: Mapping[str, Any], file: Path) -> FoundMail | None:
    if not table:
        return None
    from referee.settings.sections import find_mail  # noqa: PLC0415 (most commands have nothing to do with mail)

    return find_mail(table, file)


def _table_of(file: Path) -> dict[str, Any]:
    try:
        if not stat.S_ISREG(file.stat().st_mode) and not file.is_dir():
            raise UserError(f"{file} is a device or a pipe, not the file of settings. Take it away.")
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as problem:
        raise UserError(f"{file} cannot be read: {_reason(problem)}. Repair it or take it away.") from problem
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # a number may be too long for Python itself
        raise UserError(f"{file} is not valid TOML: {problem}. Repair that place.") from problem


def _database_in(table: Mapping[str, Any], file: Path) -> str | None:
    section = table.get("referee", {})
    if not isinstance(section, dict):
        raise UserError(
            f'{file}: `referee` must be a section. Write [referee] and below it db = "referee.db".'
        )
    misplaced = "db" in table
    unknown = [] if misplaced else [key for key in section if key != "db"]
    if misplaced or unknown:
        what = "`db` stands outside of its section" if misplaced else f"[referee] has no key {unknown[0]!r}"
        raise UserError(f'{file}: {what}. Write [referee] and below it db = "referee.db".')
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
