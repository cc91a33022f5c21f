"""`position.toml`: a game that was begun elsewhere, as a human referee writes it down."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from orders.handles import game_name_fault
from referee.errors import FaultsError, UserError, listed_faults, named
from referee.service.edition_file import edition_meant
from referee.service.toml_file import is_missing, toml_of
from referee.written.adopting import Adoption, adopt

WHAT: Final = "the file that describes the position"


def read_position_file(file: Path, fresh_seed: str, name: str | None = None) -> Adoption:
    """The game in a position file; `name` stands in for the one that it has. Raises UserError with all its faults."""
    if is_missing(file):
        raise UserError(
            f"there is no {named(file)}. `referee position GAME` shows what stands in such a file."
        )
    table: dict[str, Any] = toml_of(file, WHAT)
    if name is not None:
        fault = game_name_fault(name)
        if fault is not None:
            raise UserError(f"'{name}' cannot be the name of a game: {fault}.")
        table["name"] = name
    said = table.get("edition")
    if isinstance(said, str):
        table["edition"] = edition_meant(said, file.parent)
    try:
        return adopt(table, fresh_seed)
    except FaultsError as problem:
        raise UserError(listed_faults(file, problem.faults)) from problem
