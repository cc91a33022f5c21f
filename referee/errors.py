"""The exceptions that a user may see: everything else on his screen is a fault of the program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

LONGEST_NAME: Final = 240
"""Characters of a name, or of any word, that a message shows."""
MOST_FAULTS: Final = 20
"""Faults after which more would help nobody."""
LONGEST_FAULT: Final = 500
"""Characters of a fault: a file may have names of any length, and any number of them."""
STOPPED: Final = re.compile(r"[.!?…]\W*\Z")
"""The end of a text that is a sentence already, be it in quotes or brackets."""
NOTHING_CHANGED: Final = "Nothing was changed."


class UserError(Exception):
    """Refused, and nothing was changed; the message says what is wrong, where, and what to do.

    The command line prints the message without a trace and exits with status 2.
    """


class FaultsError(UserError):
    """Refused for several things at once; `faults` are all that were found, each a whole sentence with what to do."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(self.faults))


def named(name: object) -> str:
    """A name from outside, a file's for instance, as a message tells it: on one line, and nothing in it is unseen."""
    text = str(name)
    seen = "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
    return cut(seen, LONGEST_NAME)


def sentence(text: str) -> str:
    """Somebody's words, or a clause, with a full stop behind them unless they end with a stop of their own."""
    return text if STOPPED.search(text) else f"{text}."


def unchanged(text: str) -> str:
    """A message that says in its end that nothing was changed."""
    return text if NOTHING_CHANGED in text else f"{sentence(text)} {NOTHING_CHANGED}"


def cut(text: str, longest: int) -> str:
    """A text that is no longer than helps: of a longer one its beginning and its end."""
    return text if len(text) <= longest else f"{text[: longest // 2]}…{text[-longest // 4 :]}"


def listed_faults(where: object, faults: Sequence[str]) -> str:
    """All that is wrong with a file, or with what was asked for, as a message lists it; as much as helps."""
    told = [
        fault if len(fault) <= LONGEST_FAULT else f"{fault[:LONGEST_FAULT]}…"
        for fault in faults[:MOST_FAULTS]
    ]
    if len(faults) == 1:
        return f"{named(where)}: {told[0]}"
    listed = "".join(f"\n- {fault}" for fault in told)
    more = f"\n- and {len(faults) - MOST_FAULTS} more." if len(faults) > MOST_FAULTS else ""
    return f"{named(where)}: {len(faults)} things are wrong:{listed}{more}"
