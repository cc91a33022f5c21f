"""What can be the handle of a player, and the name of a game or a chain.

Source: ORDERS.md, "Reading a text" (Chains, Handles).
"""

from __future__ import annotations

import re
from typing import Final

from orders.lexicon import LANGUAGE_WORDS, NUMBER_WORDS, STATEMENT_WORDS
from orders.slips import nearest

EVERY_CHAIN: Final = (
    "luxor",
    "tower",
    "american",
    "festival",
    "worldwide",
    "continental",
    "imperial",
    "sackson",
    "zeta",
    "america",
    "fusion",
    "hydra",
    "phoenix",
    "quantum",
    "nestor",
    "spark",
    "etch",
    "fleet",
    "rove",
    "bolt",
    "echo",
)
"""The chains of all editions there are: a handle must not be mistaken for one of them in any game."""

_NO_CHAIN: Final = frozenset(NUMBER_WORDS)
"""Words that orders understand for something else, beside those of the language."""

_HANDLE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,15}")
_CHAIN: Final = re.compile(r"[A-Z][a-z]{2,11}")
_GAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,19}")
_TILE: Final = re.compile(r"(?:[0-9]{1,2}[a-z]|[a-z][0-9]{1,2})")


def handle_fault(handle: str, chains: tuple[str, ...] = ()) -> str | None:
    """Why a text cannot be a handle, with what to do, as the end of a sentence; None if it can.

    `chains` are those of the game's own edition, beside all that are known.
    """
    low = handle.lower()
    if not _HANDLE.fullmatch(handle):
        return "a handle is an ASCII letter, then letters, digits or _, 2 to 16 characters in all"
    if low in LANGUAGE_WORDS:
        return "it is a word of the order language; add a digit or an initial"
    if _TILE.fullmatch(low):
        return "it reads like a tile; add a letter"
    for chain in (*EVERY_CHAIN, *map(str.lower, chains)):
        if chain.startswith(low):
            return f"it begins the name of the chain {chain.capitalize()}; add a letter"
    return None


def game_name_fault(name: str) -> str | None:
    """Why a text cannot be the name of a game, with what to do; None if it can."""
    if not _GAME.fullmatch(name):
        return "a game's name is an ASCII letter, then letters, digits, _ or -, 2 to 20 characters in all"
    return None


def chain_name_fault(chain: str) -> str | None:
    """Why a text cannot be the name of a chain, with what to do, as the end of a sentence; None if it can.

    A chain is one word, which no order can take for a word of the language; written large, since a small `o` is
    a loose tile on the board.
    """
    low = chain.lower()
    if not _CHAIN.fullmatch(chain):
        return "a chain's name is one word of 3 to 12 letters A to Z, the first large and the others small"
    if low in LANGUAGE_WORDS or low in _NO_CHAIN:
        return "it is a word of the order language; give it another name"
    if near := nearest(low, STATEMENT_WORDS):
        return f"it is nearly the word '{near}' of the order language; give it another name"
    return None
