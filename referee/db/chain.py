"""Whether a log still is what was written; the layout is in `links`, the naming of damage in `tampering`."""

from collections.abc import Iterable, Sequence

from referee.db.links import Fault, Head, Row, digest_of, link_of
from referee.db.tampering import diagnose


def verify_chain(game_id: str, rows: Sequence[Row], heads: Iterable[Head] = ()) -> list[Fault]:
    """Every fault in the log, in order; an empty list if it is as it was written.

    Args:
        game_id: the first `previous`.
        rows: the stored rows by rising `seq`.
        heads: heads that somebody else wrote down (in published reports, in a player's mailbox): the log
            must go through each of them. Without one, a tail that is cut off cannot be seen.
    """
    faults: list[Fault] = []
    kept: dict[int, Row] = {}
    suspects: list[int] = []
    if not all(type(row.text) is type(row.salt) is type(row.hash) is str for row in rows):
        rows = [_as_text(row) for row in rows]
    expected, previous = 1, game_id
    after_gap = False
    for row in rows:
        if row.seq != expected:
            if not isinstance(row.seq, int) or row.seq < expected:
                faults.append(_wrong_number(row.seq, expected))
                continue
            faults.append(_gap(expected, row.seq))
            expected, after_gap = row.seq, True
        if link_of(previous, expected, digest_of(row.salt, row.text)) != row.hash and not after_gap:
            suspects.append(expected)
        kept[expected] = row
        previous, after_gap = row.hash, False
        expected += 1
    if suspects:
        faults += diagnose(game_id, kept, suspects)
    faults += _witnesses(game_id, kept, expected - 1, heads)
    return sorted(faults, key=lambda fault: fault.seq)


def _as_text(row: Row) -> Row:
    """The row with the name of what is no text in its place: it is not what was sealed, and is found as that."""
    return Row(row.seq, *(part if type(part) is str else f"no text: {part!r}" for part in row[1:]))


def _witnesses(game_id: str, kept: dict[int, Row], last: int, heads: Iterable[Head]) -> list[Fault]:
    faults = []
    for head in sorted(set(heads), key=lambda head: (head.seq, head.hash)):
        stored = game_id if head.seq == 0 else kept[head.seq].hash if head.seq in kept else None
        if head.seq > last:
            message = f"the tail is cut off: a report vouches for {head.short}, but the log ends at {last}"
            faults.append(Fault(last + 1, "cut", message))
        elif stored is not None and not stored.startswith(head.hash):
            message = f"record {head.seq} is not the one that a report vouches for ({head.short}): rewritten"
            faults.append(Fault(head.seq, "rewritten", message))
    return faults


def _gap(expected: int, found: int) -> Fault:
    names = f"record {expected} is" if found == expected + 1 else f"records {expected} to {found - 1} are"
    return Fault(expected, "missing", f"{names} missing")


def _wrong_number(number: object, expected: int) -> Fault:
    if isinstance(number, int) and 1 <= number < expected:
        return Fault(number, "doubled", f"record {number} is there twice")
    return Fault(expected, "malformed", f"before record {expected} stands one numbered {number!r}")
