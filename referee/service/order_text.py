"""From the bytes of an order file to its text: players' programs write many encodings."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Final

from referee.errors import UserError

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
    return "standard input" if str(file) == STANDARD_INPUT else str(file)


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
    name = name_of(file)
    try:
        if str(file) == STANDARD_INPUT:
            if sys.stdin is None:
                raise UserError("The standard input is closed. Name the order file, or send it through `<`.")
            return sys.stdin.buffer.read(LIMIT + 1)
        if stat.S_ISDIR(file.stat().st_mode):
            raise UserError(f"{name} is a folder. Name the order file itself.")
        with file.open("rb") as stream:
            return stream.read(LIMIT + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "that is no name for a file"
        raise UserError(f"{name} cannot be read: {reason}. Check the name of the order file.") from problem
