"""The nearest right word to a wrong one: chains, players, tiles and the words of the language.

rapidfuzz is loaded when something is wrong, not before: reading a correct file does not need it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from orders.names import Names

_ODD_TILE: Final = re.compile(r"([0-9OoIl]{1,3})\W?([A-Za-z])|([A-Za-z])\W?([0-9OoIl]{1,3})")
_LETTERS_FOR_DIGITS: Final = str.maketrans("OoIl", "0011")
_ALIKE: Final = 0.79
_LONGEST: Final = 24
_SHORT: Final = 3
_MIDDLE: Final = 6


def distance(one: str, other: str) -> int:
    """Characters to change, add, leave out, or pairs to exchange."""
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - see above

    return OSA.distance(one, other)


def _likeness(one: str, other: str) -> float:
    from rapidfuzz.distance import JaroWinkler  # noqa: PLC0415 - see above

    return JaroWinkler.similarity(one, other)


def allowed(length: int) -> int:
    """How many slips a word of this length may have."""
    if length <= _SHORT:
        return 1
    return 2 if length <= _MIDDLE else 3


@lru_cache(maxsize=2048)
def nearest_of(word: str, candidates: tuple[str, ...]) -> str | None:
    """The candidate that a word is a slip of; None where none is near, or two are equally so."""
    low = word.lower()
    if not low or len(low) > _LONGEST:
        return None
    ranked = sorted((distance(low, one.lower()), -_likeness(low, one.lower()), one) for one in candidates)
    near = [
        one
        for one in ranked
        if one[0] <= min(allowed(len(low)), allowed(len(one[2]))) and one[0] < len(one[2])
    ]
    if len(low) <= _SHORT:
        near = [one for one in near if one[2][:1].lower() == low[:1]]
    if near:
        return near[0][2] if len(near) == 1 or near[0][:2] != near[1][:2] else None
    alike = sorted(((-_likeness(low, one.lower()), one) for one in candidates), key=lambda pair: pair[0])
    return alike[0][1] if len(low) > _SHORT and alike and -alike[0][0] >= _ALIKE else None


def nearest_chain(word: str, names: Names) -> str | None:
    """The chain that a wrong word was meant for: a slip, a plural, a wrong beginning, its letters (`WW`)."""
    chains = names.vocabulary.chains
    low = word.lower()
    singular = names.chains(low.removesuffix("'s").rstrip("s"))
    if low.endswith("s") and len(singular) == 1:
        return singular[0]
    near = nearest_of(low, chains)
    if near is not None:
        return near
    by_letters = [chain for chain in chains if _is_made_of(low, chain.lower())]
    if len(by_letters) == 1:
        return by_letters[0]
    if len(low) > _SHORT:
        beginnings = {chain[: len(low)].lower(): chain for chain in chains}
        return beginnings.get(nearest_of(low, tuple(beginnings)) or "")
    return None


def nearest_player(word: str, names: Names) -> str | None:
    """The player that a wrong word was meant for: a slip, a missing apostrophe (`Bobs`), a longer or shorter form."""
    handles = names.vocabulary.handles or ()
    low = word.lower()
    for ending in ("s", "'s", "'"):
        if low.endswith(ending) and (handle := names.by_handle.get(low.removesuffix(ending))):
            return handle
    forms = [handle for handle in handles if _is_form(low, handle.lower())]
    if len(forms) == 1:
        return forms[0]
    return nearest_of(low, handles)


def nearest_tile(text: str, names: Names) -> str | None:
    """A tile of this board that a wrong one was meant for: `55C`, `13C`, `1OA`."""
    vocabulary = names.vocabulary
    match = _ODD_TILE.fullmatch(text)
    if match is None:
        return None
    digits = (match[1] or match[4]).translate(_LETTERS_FOR_DIGITS)
    letter = (match[2] or match[3]).upper()
    last = chr(ord("A") + vocabulary.rows - 1)
    if not "A" <= letter <= last:
        return None
    tries = [digits, digits.lstrip("0"), *_without_one(digits)]
    tries += [str(vocabulary.columns)] if digits.isdigit() and int(digits) > vocabulary.columns else []
    return next((f"{int(one)}{letter}" for one in tries if one and 1 <= int(one) <= vocabulary.columns), None)


def _without_one(digits: str) -> Iterable[str]:
    doubled = [i for i in range(1, len(digits)) if digits[i] == digits[i - 1]]
    return (digits[:i] + digits[i + 1 :] for i in doubled)


def _is_made_of(letters: str, name: str) -> bool:
    """Whether a short word has the first letter of a name and its others in their order."""
    if len(letters) < 2 or letters[0] != name[0]:  # noqa: PLR2004 - one letter is a beginning
        return False
    rest = iter(name)
    return all(letter in rest for letter in letters)


def _is_form(word: str, handle: str) -> bool:
    return len(word) > 1 and (
        handle.startswith(word) or (word.startswith(handle) and len(word) - len(handle) <= _SHORT)
    )
