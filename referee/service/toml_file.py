"""A file in TOML that somebody wrote by hand: read whole, or a message that says what to repair."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from referee.errors import UserError, named
from referee.service.order_text import bytes_of

LIMIT: Final = 64 * 1024


def toml_of(file: Path, what: str) -> dict[str, Any]:
    """What stands in a file; `what` is what it is, as in `the file that describes the game`.

    Raises UserError for a file that cannot be read, is too large, is no text, or is no TOML.
    """
    data = bytes_of(file, LIMIT, what)
    if len(data) > LIMIT:
        described = what.removeprefix("the ")
        raise UserError(f"{named(file)} is larger than {LIMIT // 1024} KiB: that is no {described}.")
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        raise UserError(f"{named(file)} is not UTF-8 text. Save it as plain text, UTF-8.") from problem
    except (ValueError, RecursionError) as problem:  # a number may be too long for Python itself
        raise UserError(f"{named(file)} is not valid TOML: {problem}. Repair that place.") from problem


def is_missing(file: Path) -> bool:
    """Whether there is nothing of that name; of a name that nothing can have, it turns out when it is read."""
    try:
        return not file.exists()
    except OSError:
        return False
