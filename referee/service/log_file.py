"""`--log FILE`: where the whole log is written as JSON Lines."""

from __future__ import annotations

import json
from pathlib import Path

from referee.errors import UserError


def check_log_file(file: Path) -> None:
    """Refuse, before anything is played, a place where no log can be, or where something else would be lost."""
    if not file.parent.is_dir():
        raise UserError(f"There is no folder {file.parent} for the log. Make it first, or name another file.")
    if file.is_dir():
        raise UserError(f"{file} is a folder. Name the file for the log, as in {file / 'log.jsonl'}.")
    if file.is_file() and not _is_log(file):
        raise UserError(f"{file} is there already and is no log. Name another file for the log.")


def _is_log(file: Path) -> bool:
    """Whether a file is one that `--log` wrote, or empty."""
    try:
        with file.open("rb") as stream:
            first = stream.readline(1 << 20)
        return not first or {"seq", "hash"} <= json.loads(first).keys()
    except OSError as problem:
        raise UserError(
            f"{file} cannot be read: {problem.strerror}. Name another file for the log."
        ) from problem
    except (ValueError, AttributeError, RecursionError):
        return False
