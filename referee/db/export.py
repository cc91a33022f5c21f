"""A log as JSON Lines, one object a record, for one kind of reader; and checking such a log without us.

A line is built up from what its reader may see. For a record that he may not see it has `seq`, `digest` and
`hash`: enough for the chain, nothing else. The first line also has `previous`, the random id of the game,
from which the chain starts; a record that is shown has its `salt`, so that its digest can be found again (see
`links`).
"""

import json
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from referee.db.codec import FIELDS, JSON, Record, canonical
from referee.db.links import Fault, Head, digest_of, link_of

Reader: TypeAlias = Literal["public", "referee"] | tuple[str, ...]
"""Everybody, the referee, or whoever holds these seats with their tenure (`("alice#1",)`)."""

_HEX = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class ExportCheck:
    """What a check of an exported log has found: how far it goes, and what is wrong with it."""

    head: Head
    faults: list[Fault]


def may_read(record: Record, reader: Reader) -> bool:
    """Whether `reader` may see what is in `record`."""
    if record.visibility == "public" or reader == "referee":
        return True
    if isinstance(record.visibility, tuple) and isinstance(reader, tuple):
        return not set(reader).isdisjoint(record.visibility)
    return False


def export_record(record: Record, reader: Reader) -> dict[str, JSON]:
    """The object for one line, its keys in the order in which they are printed."""
    if not may_read(record, reader):
        return {"seq": record.seq, "digest": digest_of(record.salt, record.text), "hash": record.hash}
    seen_by: JSON = list(record.visibility) if isinstance(record.visibility, tuple) else record.visibility
    return {
        "seq": record.seq,
        "kind": record.kind,
        "schema": record.schema,
        "visibility": seen_by,
        "at": record.at,
        "round": record.round,
        "play": record.play,
        "seat": record.seat,
        "data": record.data,
        "salt": record.salt,
        "hash": record.hash,
    }


def export_lines(
    game_id: str, records: Sequence[Record], reader: Reader, void: Container[int] = ()
) -> Iterable[str]:
    """The whole log of a game for `reader`, from its first record, without line ends.

    Those numbered in `void`, which do not count any more, say so: what is hashed does not.
    """
    for record in records:
        line = export_record(record, reader)
        if record.seq == 1:
            line["previous"] = game_id
        if record.seq in void:
            line["void"] = True
        yield json.dumps(line)


def verify_export(lines: Iterable[str], heads: Iterable[Head] = ()) -> ExportCheck:
    """Check an exported log from its first record on; needs neither a database nor what is secret in it.

    Args:
        lines: as `export_lines` gives them; blank ones are skipped.
        heads: heads that somebody else vouches for; the log must go through each.
    """
    faults: list[Fault] = []
    hashes: dict[int, str] = {}
    last, previous = 0, ""
    for number, text in enumerate((line for line in lines if line.strip()), 1):
        line = _read(text)
        if line is None:
            faults.append(Fault(number, "malformed", f"line {number} is not a record of an exported log"))
            continue
        if number == 1:
            hashes[0] = previous = line.previous
        if line.seq != last + 1:
            message = f"record {last + 1} should follow, but record {line.seq} does"
            faults.append(Fault(last + 1, "missing", message))
        elif link_of(previous, line.seq, line.digest) != line.hash:
            message = f"record {line.seq} was changed, or does not belong after the one before it"
            faults.append(Fault(line.seq, "changed", message))
        hashes[line.seq] = previous = line.hash
        last = line.seq
    faults += [
        Fault(head.seq, "rewritten", f"the log does not go through {head.short}")
        for head in heads
        if not hashes.get(head.seq, "").startswith(head.hash)
    ]
    return ExportCheck(Head(last, previous), faults)


class _Line(NamedTuple):
    seq: int
    digest: str
    hash: str
    previous: str


def _read(text: str) -> _Line | None:
    """One line, its digest found anew if the record is shown; None if it is not such a line."""
    try:
        value = json.loads(text)
        shown = value.keys() >= FIELDS
        record = canonical({key: value[key] for key in FIELDS}) if shown else ""
        digest = digest_of(value["salt"], record) if shown else value["digest"]
        line = _Line(value["seq"], digest, value["hash"], value.get("previous", ""))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    well_formed = type(line.seq) is int and all(
        isinstance(part, str) and _HEX.fullmatch(part) for part in (line.digest, line.hash)
    )
    return line if well_formed else None
