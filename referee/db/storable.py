"""Text from outside, as every database takes it. Loads nothing: the slot for mail uses it too."""


def storable(said: str) -> str:
    """The text, with `?` for half of a pair, which is no letter, and for a zero byte."""
    return said.encode("utf-8", "replace").decode().replace("\0", "?")
