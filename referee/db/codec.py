r"""What is written to the log, and its one canonical text.

The text of a record is JSON with exactly the keys of `FIELDS`, sorted, without spaces, in ASCII (everything
else as lower-case `\uXXXX`). Numbers are whole. This text is stored and hashed; nothing encodes it again.
"""

import json
import re
from dataclasses import dataclass
from types import NoneType
from typing import Any, Literal, NoReturn, TypeAlias

JSON: TypeAlias = "bool | int | str | list[JSON] | dict[str, JSON] | None"
Visibility: TypeAlias = Literal["public", "referee"] | tuple[str, ...]
"""Who may read a record: everybody, nobody but the referee, or seats with their tenure (`alice#1`)."""

FIELDS = frozenset({"kind", "schema", "visibility", "at", "round", "play", "seat", "data"})
"""The keys of a record's canonical text."""

_NUMBERED = {int, NoneType}
_NAMED = {str, NoneType}
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_TENURE = re.compile(r"[^#\s]+#[1-9]\d*")


@dataclass(frozen=True, slots=True)
class Draft:
    """A record that is about to be appended: all of it but what the log itself gives."""

    kind: str
    schema: int
    visibility: Visibility
    at: str
    """UTC to the second, `2026-12-04T18:00:00Z`."""
    round: int | None
    play: int | None
    seat: str | None
    data: dict[str, JSON]


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it stands in the log of `game` (its name), under the number `seq`."""

    game: str
    seq: int
    kind: str
    schema: int
    visibility: Visibility
    at: str
    round: int | None
    play: int | None
    seat: str | None
    data: dict[str, JSON]
    text: str
    """The canonical text, as stored and hashed."""
    salt: str
    """64 lower-case hexadecimal digits."""
    hash: str
    """64 lower-case hexadecimal digits: the head of the log up to and with this record."""


class NotARecordError(ValueError):
    """A text that no `encode` has written."""


def canonical(value: dict[str, JSON]) -> str:
    """The canonical JSON text of `value`.

    Raises:
        ValueError: for what would not come back the same from its text: fractions, keys that are no
            strings, tuples, strings that are no Unicode text.
    """
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except TypeError as problem:
        raise ValueError(f"not JSON: {problem}") from problem
    if json.loads(text, parse_float=_no_fractions) != value:
        raise ValueError("the log takes lists, not tuples, and strings as keys")
    return text


def encode(draft: Draft) -> str:
    """The canonical text of `draft`; raises ValueError for one that is not well formed."""
    _check(draft)
    seen_by: JSON = list(draft.visibility) if isinstance(draft.visibility, tuple) else draft.visibility
    return canonical(
        {
            "kind": draft.kind,
            "schema": draft.schema,
            "visibility": seen_by,
            "at": draft.at,
            "round": draft.round,
            "play": draft.play,
            "seat": draft.seat,
            "data": draft.data,
        }
    )


def is_canonical(text: str) -> bool:
    """Whether the text of a record is what `encode` writes: no other text of the same record counts as it."""
    try:
        value = json.loads(text)
        return canonical(value) == text and _MOMENT.fullmatch(value["at"]) is not None
    except (ValueError, RecursionError):
        return False


def decode(game: str, seq: int, text: str, salt: str, link: str) -> Record:
    """The record whose canonical text is `text`; raises NotARecordError if it is none."""
    if type(text) is not str or type(salt) is not str or type(link) is not str or type(seq) is not int:
        raise NotARecordError("its number is none, or its text, salt or hash is not text")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise NotARecordError(f"its text is not JSON ({problem})") from problem
    if not isinstance(value, dict) or value.keys() != FIELDS:
        raise NotARecordError("its text has not the fields of a record")
    seen_by = _visibility(value["visibility"])
    if type(value["schema"]) is not int or type(value["kind"]) is not str or type(value["data"]) is not dict:
        raise NotARecordError("its kind, schema or data is of the wrong type")
    if value["schema"] < 1:
        raise NotARecordError("its schema is below 1")
    if type(value["at"]) is not str or not {type(value["round"]), type(value["play"])} <= _NUMBERED:
        raise NotARecordError("its time, round or play is of the wrong type")
    if type(value["seat"]) not in _NAMED:
        raise NotARecordError("its seat is of the wrong type")
    return Record(
        game=game,
        seq=seq,
        kind=value["kind"],
        schema=value["schema"],
        visibility=seen_by,
        at=value["at"],
        round=value["round"],
        play=value["play"],
        seat=value["seat"],
        data=value["data"],
        text=text,
        salt=salt,
        hash=link,
    )


def _visibility(value: Any) -> Visibility:  # noqa: ANN401  # it comes from JSON and is checked here
    if value == "public":
        return "public"
    if value == "referee":
        return "referee"
    if isinstance(value, list) and value and all(isinstance(seat, str) for seat in value):
        return tuple(value)
    raise NotARecordError("its visibility is neither public, referee nor a list of seats")


def _check(draft: Draft) -> None:
    if not draft.kind or draft.schema < 1:
        raise ValueError(f"a record needs a kind and a schema from 1: {draft.kind!r}, {draft.schema}")
    if not _MOMENT.fullmatch(draft.at):
        raise ValueError(f"a record's time is UTC to the second, not {draft.at!r}")
    if isinstance(draft.visibility, tuple):
        if not draft.visibility or not all(_TENURE.fullmatch(seat) for seat in draft.visibility):
            raise ValueError(f"a record is seen by seats with their tenure, not by {draft.visibility!r}")
    elif draft.visibility not in {"public", "referee"}:
        raise ValueError(f"unknown visibility {draft.visibility!r}")


def _no_fractions(number: str) -> NoReturn:
    raise ValueError(f"the log takes whole numbers only, not {number}")
