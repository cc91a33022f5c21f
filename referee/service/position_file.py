"""`position.toml`: a game that was begun elsewhere, as a human referee writes it down."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from orders.handles import game_name_fault
from referee.errors import UserError
from referee.service.edition_file import edition_meant
from referee.service.toml_file import toml_of
from referee.written.adopting import Adoption, PositionError, adopt

WHAT: Final = "the file that describes the position"
MANY: Final = 20
"""Faults after which more would help nobody."""
LONGEST: Final = 500
"""Characters of a fault: a file may have names of any length, and any number of them."""


def read_position_file(file: Path, fresh_seed: str, name: str | None = None) -> Adoption:
    """The game in a position file; `name` stands in for the one that it has. Raises UserError with all its faults."""
    if not file.exists():
        raise UserError(f"there is no {file}. `referee position GAME` shows what stands in such a file.")
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
    except PositionError as problem:
        raise UserError(_told(file, problem.faults)) from problem


def _told(file: Path, faults: tuple[str, ...]) -> str:
    told = [fault if len(fault) <= LONGEST else f"{fault[:LONGEST]}…" for fault in faults[:MANY]]
    if len(faults) == 1:
        return f"{file}: {told[0]}"
    listed = "".join(f"\n- {fault}" for fault in told)
    more = f"\n- and {len(faults) - MANY} more." if len(faults) > MANY else ""
    return f"{file}: {len(faults)} things are wrong:{listed}{more}"
