"""Old records in today's shape: pure functions, one for each kind and schema that has had a successor."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from referee.db.codec import JSON, Record
from referee.errors import UserError

Step: TypeAlias = Callable[[dict[str, JSON]], dict[str, JSON]]
"""The data of one schema to the data of the next; makes a new dict."""


class TooNewError(UserError):
    """The log was written by a newer referee."""


@dataclass(frozen=True, slots=True)
class Lifts:
    """What each kind of record looks like today, and how the older ones become that.

    `known` has the present schema of each kind; `steps` the step from each schema below it, by kind and
    schema. A step that is missing is a ValueError at once, not in the middle of somebody's game.
    """

    known: Mapping[str, int]
    steps: Mapping[tuple[str, int], Step]

    def __post_init__(self) -> None:
        needed = {(kind, schema) for kind, present in self.known.items() for schema in range(1, present)}
        if needed != self.steps.keys():
            raise ValueError(f"steps missing or too many: {sorted(needed ^ self.steps.keys())}")

    def lift(self, record: Record) -> Record:
        """`record` with its data in the present schema; text and hash stay those of the log."""
        present = self.known.get(record.kind)
        if record.schema == present:
            return record
        if present is None or record.schema > present:
            raise TooNewError(
                f"Record {record.seq} of {record.game} ({record.kind}, schema {record.schema}) was written "
                "by a newer referee than this one. Update the referee; the log is left as it is."
            )
        data = record.data
        for schema in range(record.schema, present):
            data = self.steps[record.kind, schema](data)
        return replace(record, schema=present, data=data)
