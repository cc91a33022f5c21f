"""From the bytes of an order file to its text: players' programs write many encodings."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Final

from referee.errors import UserError, named

LIMIT: Final = 64 * 1024
"""Bytes an order file may have (ORDERS.md, "Limits")."""

STANDARD_INPUT: Final = "-"


class OrdersRefusedError(UserError):
    """A text of orders that is not taken at all: the fault of its writer, not of the referee's."""


def read_order_file(file: Path) -> str:
    """The text of an order file; `-` is the standard input. Raises UserError if it is none."""
    return decode_orders(order_bytes(file), name_of(file))


def name_of(file: Path) -> str:
    """What messages call an order file."""
    return "standard input" if str(file) == STANDARD_INPUT else named(file)


def decode_orders(data: bytes, name: str) -> str:
    """UTF-8 with or without a mark, else Windows Western; `name` is what messages call the file."""
    if len(data) > LIMIT:
        raise OrdersRefusedError(
            f"{name} is larger than {LIMIT // 1024} KiB, the most that an order file may have. "
            "Send the orders alone, without what they answer."
        )
    if b"\0" in data:
        raise OrdersRefusedError(f"{name} is not text (it has zero bytes). Save it as plain text, UTF-8.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def order_bytes(file: Path) -> bytes:
    """The bytes of an order file, at most one more than may be there: a huge file costs nothing."""
    if str(file) == STANDARD_INPUT or _is_standard_input(file):
        if sys.stdin is None:
            raise UserError("The standard input is closed. Name the order file, or send it through `<`.")
        return sys.stdin.buffer.read(LIMIT + 1)
    return bytes_of(file, LIMIT, "the name of the order file")


def bytes_of(file: Path, limit: int, what: str) -> bytes:
    """The bytes of a regular file, at most one more than `limit`: nothing is waited for, a huge file costs nothing.

    Raises UserError, which asks to check `what`, for whatever is no such file.
    """
    try:
        found = file.stat().st_mode
        if stat.S_ISDIR(found):
            raise UserError(f"{named(file)} is a folder. Check {what}.")
        if not stat.S_ISREG(found):
            raise UserError(f"{named(file)} is a device or a pipe, not a file. Check {what}.")
        with file.open("rb") as stream:
            return stream.read(limit + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "that is no name for a file"
        raise UserError(f"{named(file)} cannot be read: {reason}. Check {what}.") from problem


def _is_standard_input(file: Path) -> bool:
    """Whether a path is another name of the standard input, as `/dev/stdin` is."""
    try:
        return sys.stdin is not None and os.path.samestat(file.stat(), os.fstat(sys.stdin.fileno()))
    except (OSError, ValueError):
        return False
