"""Text and numbers from outside, as every database takes them. Loads nothing: the slot for mail uses it too."""

from typing import Final

LARGEST_KEY: Final = 2**31 - 1
"""The largest number that a row can have in every database; more is an error there, not merely unknown."""


def storable(said: str) -> str:
    """The text, with `?` for half of a pair, which is no letter, and for a zero byte."""
    return said.encode("utf-8", "replace").decode().replace("\0", "?")
