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

KEPT: Final = "kept when round"


def source_of(number: int) -> str:
    """Where orders came from that are filed again, since round `number` was opened again."""
    return f"{KEPT} {number} was opened again"


def is_kept(event: e.Event) -> bool:
    """Whether orders are such that were filed before and are kept: nobody has written since."""
    return isinstance(event, e.OrdersFiled) and event.source.startswith(KEPT)


def is_by_referee(event: e.Event) -> bool:
    """Whether orders are such that the referee filed for a player where he opened a round again."""
    return isinstance(event, e.OrdersFiled) and event.source.startswith(BY_REFEREE)


@dataclass(frozen=True, slots=True)
class Correction:
    """A reopening of round `round`, or a ruling in it, made at the ISO time `at` by record `seq`.

    Of a reopening: `void` are the rounds that had been played until then and do not count from then on, also those
    that an earlier one had made void; `had_press` tells that press to all had been published with them, and
    `bag_was_open` that the game had been over, so that everybody knows all tiles to come. `cancelled` tells that a
    later reopening went back behind it: what it made void stays void by that one.
    """

    seq: int
    round: int
    at: str
    event: Correcting
    void: tuple[int, ...] = ()
    had_press: bool = False
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


@dataclass(frozen=True, slots=True)
class Departure:
    """In which round somebody leaves, or has left: with its end if he resigned, at once if he was taken out."""

    round: int
    how: e.Leaving


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
        lost = written[event.back_to_seq - 1 : seq - 1] if isinstance(event, e.RoundReopened) else ()
        found.append(
            Correction(
                seq=seq,
                round=entry.round or 0,
                at=times[seq - 1],
                event=event,
                void=rounds_played(lost),
                had_press=any(
                    isinstance(one.event, e.PressPublished) and one.event.to is None for one in lost
                ),
                bag_was_open=isinstance(event, e.RoundReopened) and is_bag_open(written[:seq]),
                cancelled=seq not in counted,
            )
        )
    return tuple(found)


def begun_before(written: Sequence[e.Entry]) -> int:
    """The last round that was begun when one of those that count was opened again; 0 where none was."""
    begun = 0
    for seq in counting(written):
        event = written[seq - 1].event
        if isinstance(event, e.RoundReopened):
            lost = written[event.back_to_seq - 1 : seq - 1]
            begun = max([begun, *(one.round for one in lost if one.round is not None)])
    return begun


def rounds_played(entries: Sequence[e.Entry]) -> tuple[int, ...]:
    """The rounds of which there is a play among some entries, in their order."""
    return tuple(sorted({one.round for one in entries if one.round is not None and one.play is not None}))


def latest_in(corrections: Sequence[Correction], number: int | None) -> Correction | None:
    """The last correction that counts and was made in round `number`, which is open (None: none is)."""
    return next((one for one in reversed(corrections) if one.round == number and not one.cancelled), None)


def is_bag_open(written: Sequence[e.Entry]) -> bool:
    """Whether the bag was ever opened in a log: no reopening makes anybody forget what was in it."""
    return any(isinstance(one.event, e.BagOpened) for one in written)
