"""What the referee has corrected in a game, as everybody may know it: every reopening and ruling, void ones too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from referee.round.effective import counting
from referee.rules import events as e

Correcting: TypeAlias = e.RoundReopened | e.RulingMade

BY_REFEREE: Final = "the referee, with the reopening"
"""The source of orders that the referee changes where he opens a round again."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A reopening of round `round`, or a ruling in it, made at the ISO time `at` by record `seq`.

    Of a reopening: `void` are the rounds that became void by it; `bag_was_open` tells that the game was over, so that
    everybody knows all tiles to come. `cancelled` tells that a later reopening went back behind it.
    """

    seq: int
    round: int
    at: str
    event: Correcting
    void: tuple[int, ...] = ()
    bag_was_open: bool = False
    cancelled: bool = False

    @property
    def words(self) -> str:
        """What the referee said."""
        return self.event.why if isinstance(self.event, e.RoundReopened) else self.event.text

    def reaches(self, seq: int) -> bool:
        """Whether it is a reopening that goes back behind record `seq`, or before it."""
        return isinstance(self.event, e.RoundReopened) and self.event.back_to_seq <= seq < self.seq

    @property
    def is_ruling(self) -> bool:
        """Whether it is a ruling, else a reopening."""
        return isinstance(self.event, e.RulingMade)


def corrections_of(written: Sequence[e.Entry], times: Sequence[str]) -> tuple[Correction, ...]:
    """All corrections of a whole log, in their order; `times` are those of its records, one by one."""
    made = [
        (seq, entry, entry.event)
        for seq, entry in enumerate(written, 1)
        if isinstance(entry.event, e.RoundReopened | e.RulingMade)
    ]
    counted = set(counting(written)) if made else set()
    found = []
    for seq, entry, event in made:
        lost = _cancelled_by(written, seq, event) if isinstance(event, e.RoundReopened) else ()
        void = {one.round for one in lost if one.round is not None and one.play is not None}
        found.append(
            Correction(
                seq=seq,
                round=entry.round or 0,
                at=times[seq - 1],
                event=event,
                void=tuple(sorted(void)),
                bag_was_open=any(isinstance(one.event, e.BagOpened) for one in lost),
                cancelled=seq not in counted,
            )
        )
    return tuple(found)


def _cancelled_by(written: Sequence[e.Entry], seq: int, event: e.RoundReopened) -> Sequence[e.Entry]:
    """What counted until record `seq` and is void by it."""
    return [written[one - 1] for one in counting(written[: seq - 1]) if one >= event.back_to_seq]
