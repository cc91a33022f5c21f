"""Making the secret with which reply tokens are made, in a file that nobody else can read."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.clock import Entropy
from referee.errors import UserError, named

SECRET_BYTES: Final = 32
FOR_OWNER: Final = 0o600


def make_secret(file: Path, entropy: Entropy) -> None:
    """Write a new secret, one line of hexadecimal digits, to a file that is not there yet.

    A file that is there is never overwritten: all tokens that players have in their mailboxes hang on it.

    Raises UserError for a file that is there or cannot be made; then nothing is left behind.
    """
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_OWNER)
    except FileExistsError as problem:
        raise UserError(
            f"{named(file)} is there already, and is not overwritten: with another secret, no reply to a mail that "
            "has gone out would be believed. Take it away yourself if that is what you want."
        ) from problem
    except (OSError, ValueError) as problem:
        raise UserError(f"{named(file)} cannot be made: {_reason(problem)}. Name another file.") from problem
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            os.fchmod(stream.fileno(), FOR_OWNER)  # whatever the umask takes away or a folder's default adds
            stream.write(f"{entropy.token(SECRET_BYTES).hex()}\n")
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as problem:
        with suppress(OSError):
            file.unlink()
        raise UserError(f"{named(file)} cannot be written: {_reason(problem)}. Make room.") from problem


def _reason(problem: OSError | ValueError) -> str:
    return getattr(problem, "strerror", None) or "that is no name for a file"
