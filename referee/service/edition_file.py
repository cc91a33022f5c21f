"""A club's own edition, from a TOML file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from referee.errors import FaultsError, UserError, listed_faults
from referee.rules.editions import Edition
from referee.service.toml_file import toml_of
from referee.written.own_edition import own_edition

SUFFIX: Final = ".toml"


def edition_meant(said: str, folder: Path) -> str | Edition:
    """The edition in a file, if somebody names one (`mine.toml`, seen from `folder`); else what was said.

    Raises UserError for a file that is not there or not in order.
    """
    name = said.strip()
    return edition_of(folder / name) if name.lower().endswith(SUFFIX) else said


def edition_of(file: Path) -> Edition:
    """The edition that a file describes. Raises UserError with everything that is wrong with it."""
    try:
        return own_edition(toml_of(file, "the file that describes the edition"))
    except FaultsError as problem:
        raise UserError(listed_faults(file, problem.faults)) from problem
