"""What was done to a log whose chain does not hold.

A broken link alone only says that something is wrong. Here the rows are tried in other places: one that fits
elsewhere was moved, one that occurs twice was copied, a run that fits one number higher closed a hole. What
fits nowhere was changed. Whoever forges everything up to the head leaves no trace in the chain itself:
against him stand the heads in the players' mailboxes.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from referee.db.links import Fault, Row, digest_of, link_of

_FARTHEST = 3
"""Records that may have been taken out or put in before a run of renumbered ones is no longer recognised."""

_CLOSELY = 24
"""Suspects up to which each is tried in every place; with more, only near its own: the search is quadratic."""


def diagnose(game_id: str, rows: Mapping[int, Row], suspects: Sequence[int]) -> list[Fault]:
    """Name what happened to `suspects`, the numbers of the rows whose hash does not follow.

    Args:
        game_id: the first `previous`.
        rows: all rows by number.
        suspects: rising, each in `rows`.
    """
    return _Diagnosis(game_id, rows, suspects).faults()


class _Diagnosis:
    def __init__(self, game_id: str, rows: Mapping[int, Row], suspects: Sequence[int]) -> None:
        self.game_id = game_id
        self.rows = rows
        self.open = list(suspects)
        self.digests = {seq: digest_of(row.salt, row.text) for seq, row in rows.items()}
        self.hashes = {row.hash for row in rows.values()}
        self.first_with: dict[tuple[str, str], int] = {}
        for seq, row in rows.items():
            self.first_with.setdefault((row.salt, row.text), seq)

    def faults(self) -> list[Fault]:
        found = self._hashes_changed()
        found += self._renumbered()
        moved_from = self.open if len(self.open) <= _CLOSELY else []
        after_copy = 0
        for seq in self.open:
            fault = self._one(seq, moved_from)
            if fault and fault.kind == "doubled":
                after_copy = seq + 1
            elif fault and fault.kind == "changed" and seq == after_copy:
                continue  # what it was written after is gone, so nothing can be said of it
            if fault:
                found.append(fault)
        return found

    def _hashes_changed(self) -> list[Fault]:
        """Records that are whole but for their stored hash: with the right one, the next record follows."""
        faults = []
        explained: set[int] = set()
        for seq in self.open:
            after = self.rows.get(seq + 1)
            if seq in explained or after is None:
                continue
            right = link_of(self._before(seq), seq, self.digests[seq])
            if link_of(right, seq + 1, self.digests[seq + 1]) == after.hash:
                faults.append(Fault(seq, "hash", f"the hash of {self._name(seq)} was changed"))
                explained |= {seq, seq + 1}
        self.open = [seq for seq in self.open if seq not in explained]
        return faults

    def _renumbered(self) -> list[Fault]:
        """Runs of records that were sealed under numbers a few higher or lower than they have."""
        faults = []
        for first, last, by in list(self._runs()):
            start = self._start(first, by)
            self.open = [seq for seq in self.open if not start <= seq <= last]
            if by > 0:
                what = f"{by} missing before {self._name(start)}, the rest renumbered"
                faults.append(Fault(start, "missing", what))
            elif (twin := self._twin(start)) is not None:
                what = f"{self._name(start)} is record {twin} doubled, the rest renumbered"
                faults.append(Fault(start, "doubled", what))
            else:
                faults.append(
                    Fault(start, "inserted", f"{self._name(start)} was put in, the rest renumbered")
                )
        return faults

    def _start(self, first: int, by: int) -> int:
        """Where the damage before a run of renumbered records begins."""
        if first - 1 not in self.open:
            return first
        put_in = first - 1 + by
        if by < 0 and put_in in self.open:
            # The row before the run may be its first in truth: it followed what stands before the foreign rows.
            followed = link_of(self._before(put_in), put_in, self.digests[first - 1])
            return put_in if followed == self.rows[first - 1].hash else first - 1
        return first - 1

    def _runs(self) -> Iterator[tuple[int, int, int]]:
        """First, last, and the common difference of each run."""
        run: tuple[int, int, int] | None = None
        for seq in self.open:
            by = self._shift(seq)
            if run and by == run[2] and seq == run[1] + 1:
                run = (run[0], seq, by)
                continue
            if run:
                yield run
            run = (seq, seq, by) if by else None
        if run:
            yield run

    def _shift(self, seq: int) -> int:
        stored, before, digest = self.rows[seq].hash, self._before(seq), self.digests[seq]
        for by in range(-_FARTHEST, _FARTHEST + 1):
            if by and link_of(before, seq + by, digest) == stored:
                return by
        return 0

    def _one(self, seq: int, others: Sequence[int]) -> Fault | None:
        twin = self._twin(seq)
        if twin is not None:
            return Fault(seq, "doubled", f"{self._name(seq)} is record {twin} doubled")
        sealed = self._sealed_as(seq, others)
        if sealed == seq:
            return None  # innocent: only the row before it is not the one that it was written after
        if sealed:
            return Fault(seq, "swapped", f"{self._name(seq)} is swapped: it was sealed as record {sealed}")
        for other in others:
            if other != seq and self._fits(seq, digest_of(self.rows[seq].salt, self.rows[other].text)):
                return Fault(
                    seq, "swapped", f"the text of record {seq} is swapped: it stands in record {other}"
                )
            if other != seq and self._fits(seq, digest_of(self.rows[other].salt, self.rows[seq].text)):
                return Fault(
                    seq, "swapped", f"the salt of record {seq} is swapped: it stands in record {other}"
                )
        sealed_fields = "its text (kind, seat, time, data …) or its salt"
        if seq == 1:
            sealed_fields += ", or the id of the game,"
        return Fault(
            seq,
            "changed",
            f"{self._name(seq)} was changed: {sealed_fields} is not what was sealed",
        )

    def _fits(self, seq: int, digest: str) -> bool:
        return link_of(self._before(seq), seq, digest) == self.rows[seq].hash

    def _twin(self, seq: int) -> int | None:
        row = self.rows[seq]
        first = self.first_with[row.salt, row.text]
        return first if first != seq else None

    def _sealed_as(self, seq: int, others: Sequence[int]) -> int | None:
        """The number under which the row at `seq` was sealed, if that place can still be told."""
        digest = self.digests[seq]
        places = range(1, max(self.rows) + 2) if len(self.open) <= _CLOSELY else range(seq - 1, seq + 2)
        for place in places:
            if place >= 1 and link_of(self._before(place), place, digest) in self.hashes:
                return place
        for place in sorted({seq, *others}):
            for other in others:
                if link_of(self.rows[other].hash, place, digest) in self.hashes:
                    return place
        return None

    def _before(self, seq: int) -> str:
        if seq == 1:
            return self.game_id
        row = self.rows.get(seq - 1)
        return row.hash if row else ""

    def _name(self, seq: int) -> str:
        """The record and, if it can be read, what it says it is."""
        try:
            value = json.loads(self.rows[seq].text)
            about = ", ".join(str(value[key]) for key in ("kind", "seat") if value[key])
        except (ValueError, TypeError, KeyError, RecursionError):
            about = "unreadable"
        return f"record {seq} ({about})"
