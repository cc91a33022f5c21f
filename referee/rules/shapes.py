"""Whether what was read is what the annotations of a class promise: data out of a log may be anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from types import UnionType
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class Shape:
    """What a field may hold: a value of one of `types`, its elements (the values of a table) of type `inner`.

    `among`, if not None, are the only values there are; `keys` what each table in a tuple of tables must have.
    """

    types: frozenset[type]
    inner: type | None = None
    among: frozenset[str] | None = None
    keys: Mapping[str, type] | None = None

    @property
    def is_simple(self) -> bool:
        """Whether the type of a value says all."""
        return self.inner is None and self.among is None

    def fits(self, value: object) -> bool:
        """Whether a value is such a one; True is no number."""
        if type(value) not in self.types:
            return False
        if self.inner is None or value is None:
            return self.among is None or value in self.among
        inside = value.values() if isinstance(value, dict) else cast("tuple[object, ...]", value)
        return all(type(one) is self.inner for one in inside) and (
            self.keys is None or _have_keys(inside, self.keys)
        )


def _have_keys(tables: Iterable[Any], keys: Mapping[str, type]) -> bool:
    return all(type(one.get(key)) is kind for one in tables for key, kind in keys.items())


def shapes_of(kind: type, keys: Mapping[str, Mapping[str, type]]) -> dict[str, Shape]:
    """The shape of each field of a dataclass; `keys` tells by field what tables in a tuple have."""
    hints = get_type_hints(kind)
    return {one.name: _shape(hints[one.name], keys.get(one.name)) for one in fields(kind)}


def _shape(hint: object, keys: Mapping[str, type] | None) -> Shape:
    if get_origin(hint) is Literal:
        return Shape(frozenset({str}), among=frozenset(get_args(hint)))
    parts = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    inner: type | None = None
    for part in parts:
        within = get_args(part)
        if within:
            element = within[-1] if get_origin(part) is dict else within[0]
            inner = None if element is Any else get_origin(element) or element
    types: frozenset[Any] = frozenset(get_origin(part) or part for part in parts)
    return Shape(types, inner, keys=keys)
