"""Statements that need no grammar: headers and requests.

Source: ORDERS.md, "Statements" (header, requests).
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Final

from orders import tree
from orders.handles import game_name_fault, handle_fault
from orders.lexicon import NUMBER_WORDS
from orders.nearest import nearest_player
from orders.problems import MAX_DIGITS

if TYPE_CHECKING:
    from orders.logical import Logical
    from orders.names import Names
    from orders.problems import Problems
    from orders.tree import At

HEADER_WORDS: Final = frozenset({"game", "round", "key", "player"})
REQUEST_WORDS: Final = frozenset({"ready", "withdraw", "resign", "away"})

_WORD_AND_REST: Final = re.compile(r"\s*[A-Za-z]+(?:\s*:)?\s*")
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
_YEAR_FIRST: Final = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})")
_AWAY: Final = re.compile(r"(\S+)\s+to\s+(\S+)\Z", re.IGNORECASE)
_DIGITS: Final = re.compile(r"[0-9]{1,8}")
_NOTHING_COUNTS: Final = " Until then nothing of the text counts: it may be meant for something else."
_EXAMPLES: Final = {
    "game": "game harbour",
    "round": "round 5",
    "key": "key K7Q9-XM42",
    "player": "player Bob",
}


def after_keyword(text: str) -> tuple[str, int]:
    """What follows the first word and its colon, and where it begins."""
    match = _WORD_AND_REST.match(text)
    end = match.end() if match else 0
    return text[end:].rstrip(), end


class Headers:
    """Collects `game`, `round`, `key`, `player`; each is said once, or always the same."""

    def __init__(self, names: Names, problems: Problems) -> None:
        self._names = names
        self._problems = problems
        self._said: dict[str, str | int] = {}
        self._places: dict[str, list[tuple[At, str]]] = {}
        self._is_lost = False

    def read(self, word: str, logical: Logical) -> None:
        """One header line."""
        rest, index = after_keyword(logical.text)
        fault = self._fault(word, rest)
        if fault is not None:
            lost = word != "key"
            self._is_lost = self._is_lost or lost
            subject = (
                f"`{rest[:40]}` cannot stand here: {fault}" if rest else f"`{word}` needs a word after it"
            )
            self._problems.add(
                "invalid",
                logical.at(index) if rest else logical.start,
                f"{subject}.{_NOTHING_COUNTS if lost else ''}",
                (f"`{_EXAMPLES[word]}`",),
                meant := self._suggestion(word, rest),
                meant,
            )
            return
        value: str | int = int(rest) if word == "round" else self._canonical(word, rest)
        self._said.setdefault(word, value)
        self._places.setdefault(word, []).append((logical.at(index), str(value)))

    @property
    def is_lost(self) -> bool:
        """Whether it is not clear which game, round or player the text is for."""
        return self._is_lost

    def finish(self) -> tree.Header:
        """What was said; of two that contradict each other neither."""
        for word, places in self._places.items():
            if len({value.lower() for _, value in places}) > 1:
                self._contradiction(word, places)
        number = self._said.get("round")
        game, key, player = (self._text(word) for word in ("game", "key", "player"))
        return tree.Header(game, number if isinstance(number, int) else None, key, player)

    def _contradiction(self, word: str, places: list[tuple[At, str]]) -> None:
        self._is_lost = True
        del self._said[word]
        kinds = " and ".join(dict.fromkeys(f"`{word} {value}`" for _, value in places))
        said = "This text has different keys" if word == "key" else f"This text says {kinds}"
        for at, _ in places:
            self._problems.add("ambiguous", at, f"{said}: write one of them.{_NOTHING_COUNTS}")

    def _text(self, word: str) -> str | None:
        said = self._said.get(word)
        return None if said is None else str(said)

    def _canonical(self, word: str, rest: str) -> str:
        return (self._names.person(rest) or rest) if word == "player" else rest

    def _suggestion(self, word: str, rest: str) -> str | None:
        if word == "player":
            near = nearest_player(rest, self._names)
            return f"player {near}" if near else None
        if word == "round":
            number = NUMBER_WORDS.get(rest.lower()) or next(iter(_DIGITS.findall(rest)), "0")
            return f"round {int(number)}" if int(number) > 0 and len(number) <= MAX_DIGITS else None
        return None

    def can_be(self, word: str, rest: str) -> bool:
        """Whether this is a header line that is understood."""
        return self._fault(word, rest) is None

    def _fault(self, word: str, rest: str) -> str | None:
        """Why this cannot be; None if it can."""
        match word:
            case "game":
                return game_name_fault(rest)
            case "round":
                fine = rest.isascii() and rest.isdigit() and len(rest) <= MAX_DIGITS and int(rest) > 0
                return None if fine else f"a round is a whole number from 1, of at most {MAX_DIGITS} digits"
            case "key":
                return None if _KEY.match(rest) else "a key is letters, digits and hyphens without blanks"
            case _:
                return None if self._names.person(rest) else handle_fault(rest)


def read_request(
    word: str, logical: Logical, problems: Problems, *, in_block: bool = False
) -> tree.Request | None:
    """`ready`, `withdraw`, `resign`, `away DATE to DATE`; None, with a problem, where it is not understood."""
    rest, index = after_keyword(logical.text)
    if word == "away":
        return _away(rest, index, logical, problems, in_block=in_block)
    if rest:
        problems.add(
            "invalid",
            logical.at(index),
            f"`{word}` stands alone on its line, and here `{rest[:40]}` follows. Write it on a line of its own, with "
            "a blank line below it.",
            ("the end of the line",),
            word,
            None if in_block else word,
        )
        return None
    match word:
        case "ready":
            return tree.Ready(at=logical.start)
        case "withdraw":
            return tree.Withdraw(at=logical.start)
        case _:
            return tree.Resign(at=logical.start)


def _away(rest: str, index: int, logical: Logical, problems: Problems, *, in_block: bool) -> tree.Away | None:
    match = _AWAY.match(rest)
    first, last = (match[1], match[2]) if match else ("", "")
    wrong = next((one for one in (first, last) if not _is_date(one)), None)
    if wrong is None and first <= last:
        return tree.Away(first, last, at=logical.start)
    if wrong is None:
        message = f"`{first}` is later than `{last}`: the earlier date stands first."
    elif wrong:
        message = f"`{wrong[:40]}` is no date that can be read in one way only: write year, month and day."
    else:
        message = "`away` needs two dates, the first and the last day."
    problems.add(
        "illegal" if wrong is None else "invalid",
        logical.at(index + (rest.find(wrong) if wrong else 0)),
        message,
        ("`away 2026-12-20 to 2027-01-05`",),
        meant := _dates_meant(rest),
        None if in_block else meant,
    )
    return None


def _dates_meant(text: str) -> str | None:
    """Two dates that begin with the year can only be meant in one way, whatever stands between the numbers."""
    dates = [
        "-".join((year, month.zfill(2), day.zfill(2))) for year, month, day in _YEAR_FIRST.findall(text[:80])
    ]
    if len(dates) != 2 or not all(map(_is_date, dates)):  # noqa: PLR2004 - the first and the last day
        return None
    return f"away {min(dates)} to {max(dates)}"


def _is_date(text: str) -> bool:
    if not _DATE.match(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
