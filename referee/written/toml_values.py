"""Values as a file in TOML gives them: of which kind they are, and what may have been meant by a word."""

from __future__ import annotations

from typing import Final, TypeGuard

from orders.nearest import nearest_of

SHOWN: Final = 40
"""As many characters of a text, which may be anything, as help in a message."""


def is_number(value: object) -> TypeGuard[int]:
    """Whether it is a number that TOML promises to understand: hexadecimal ones may be of any length in Python."""
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63


def is_text(value: object) -> TypeGuard[str]:
    """Whether it is a text."""
    return isinstance(value, str)


def is_texts(value: object) -> TypeGuard[list[str]]:
    """Whether it is a list of texts, which may be empty."""
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def is_seed(value: object) -> TypeGuard[str | int]:
    """Whether it can be a seed: a text, or a number that stands for its digits."""
    return isinstance(value, str) or is_number(value)


def is_switch(value: object) -> TypeGuard[str | bool | int]:
    """Whether it can be the value of a switch, whichever that is."""
    return isinstance(value, str | bool) or is_number(value)


def is_switches(value: object) -> TypeGuard[dict[str, str | bool | int]]:
    """Whether it is a table of switches."""
    return isinstance(value, dict) and all(is_switch(one) for one in value.values())


def switch_text(value: str | bool | int) -> str:  # noqa: FBT001 (a value of TOML, no flag of ours)
    """A switch's value as it is typed: `true`, `31`, `ranked`."""
    return str(value).strip().lower()


def did_you_mean(said: str, there: tuple[str, ...], quote: str = "") -> str:
    """What may have been meant, between `quote`, or all that there is; case makes no difference.

    What counts as alike is what counts so in orders.
    """
    near = nearest_of(said, there)
    return f"There are {', '.join(there)}." if near is None else f"Did you mean {quote}{near}{quote}?"


def shown(text: str, most: int = SHOWN) -> str:
    """A text as a message names it, which may be anything; where it is cut, one sees that."""
    return f"{text[:most]}…" if len(text) > most else text
