"""Keys as people write them: with a blank or a dash in the middle or nothing, or without the word `key` before it."""

from __future__ import annotations

import re
from typing import Final

from referee.mail.world import World

_MOST: Final = 5
"""Lines with the word, and lines without it, for which the house is asked whether they are a key."""

_LINE: Final = re.compile(
    r"[ \t]*(?P<word>key\b[ \t]*:?[ \t]*)?(?P<first>[A-Za-z0-9]{4})[ \t]*[-‐‑‒–—_]?[ \t]*(?P<second>[A-Za-z0-9]{4})"  # noqa: RUF001  # dashes
    r"[ \t]*(?P<comment>#.*)?",
    re.IGNORECASE,
)


def with_keys_as_read(text: str, world: World) -> str:
    """The text with each line that is the key of somebody as the language of orders reads it: `key K7Q9-XM42`."""
    lines = text.split("\n")
    asked = {True: 0, False: 0}
    for place, line in enumerate(lines):
        found = _LINE.fullmatch(line)
        if found is None:
            continue
        key, has_word = f"{found['first']}-{found['second']}", found["word"] is not None
        asked[has_word] += 1
        if asked[has_word] <= _MOST and world.person_with_key(key) is not None:
            lines[place] = f"key {key}"
    return "\n".join(lines)
