"""What reports say of corrections: what the referee has opened again or ruled, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.report.layout import WIDTH, day, dollars, kept
from referee.report.press import lines_of, shortened
from referee.round.corrections import Correction, latest_in
from referee.rules import events as e

A_PAIR: Final = 2
ON_ONE_LINE: Final = WIDTH - 5
"""Columns for a correction that counts no more, behind its bar and dash."""


@dataclass(frozen=True, slots=True)
class ToldCorrection:
    """A reopening of round `round`, or a ruling in it: when, and the referee's words in lines.

    `changes` are those of a ruling in words, `ends` tells that the game was over with it; `void` are the rounds that
    became void by a reopening, as `3`, `3 and 4` or `3 to 6`. `is_news` tells that it is the last, made in the round
    that this report opens, and `had_press` that the void reports have press to all. Of one that counts no more
    (`is_cancelled`) reports tell only `on_one_line`, when and the beginning of why: earlier ones have all of it.
    """

    is_ruling: bool
    round: int
    at: str
    words: tuple[str, ...]
    changes: tuple[str, ...]
    ends: bool
    void: str
    is_several: bool
    is_cancelled: bool
    is_news: bool
    had_press: bool
    on_one_line: str


@dataclass(frozen=True, slots=True)
class ToldCorrections:
    """All that a report tells of corrections: those that count, and those that count no more, in their order.

    `bag_is_open` tells that the game was over once, so that all tiles to come are known.
    """

    counting: tuple[ToldCorrection, ...] = ()
    cancelled: tuple[ToldCorrection, ...] = ()
    bag_is_open: bool = False

    def __bool__(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.counting or self.cancelled)

    @property
    def are_news(self) -> bool:
        """Whether the last was made in the round that the report opens."""
        return any(one.is_news for one in self.counting)


def told_corrections(
    corrections: Sequence[Correction], order: Sequence[e.Seat], number: int | None
) -> ToldCorrections:
    """What is told of corrections; `number` is the round that is open now, None where none is."""
    latest = latest_in(corrections, number)
    told = [
        ToldCorrection(
            is_ruling=one.is_ruling,
            round=one.round,
            at=one.at,
            words=tuple(lines_of(one.words)),
            changes=tuple(changes_of(one.event, order)) if isinstance(one.event, e.RulingMade) else (),
            ends=isinstance(one.event, e.RulingMade) and one.event.ends,
            void=rounds_in_words(one.void),
            is_several=len(one.void) > 1,
            is_cancelled=one.cancelled,
            is_news=one is latest,
            had_press=one.had_press,
            on_one_line=_on_one_line(one),
        )
        for one in corrections
    ]
    return ToldCorrections(
        counting=tuple(one for one in told if not one.is_cancelled),
        cancelled=tuple(one for one in told if one.is_cancelled),
        bag_is_open=any(one.bag_was_open for one in corrections),
    )


def _on_one_line(one: Correction) -> str:
    """`round 3 opened again, 4 December 2026: A mail had been over...`."""
    what = f"ruling in round {one.round}" if one.is_ruling else f"round {one.round} opened again"
    begins = f"{what}, {day(one.at)}: "
    return begins + shortened(one.words, ON_ONE_LINE - len(begins))


def changes_of(ruling: e.RulingMade, order: Sequence[e.Seat]) -> Iterator[str]:
    """What a ruling changes, seat by seat in playing order: `alice gets $300 and gives up 2 Luxor`."""
    for seat in order:
        paid = [
            dollars(abs(one["amount"]))
            for one in ruling.payments
            if one["seat"] == seat and one["amount"] > 0
        ]
        fined = [
            dollars(abs(one["amount"]))
            for one in ruling.payments
            if one["seat"] == seat and one["amount"] < 0
        ]
        of_seat = [one for one in ruling.transfers if one["seat"] == seat]
        paid += [kept(f"{one['count']} {one['chain']}") for one in of_seat if one["count"] > 0]
        fined += [kept(f"{-one['count']} {one['chain']}") for one in of_seat if one["count"] < 0]
        parts = [
            *([f"gets {' and '.join(paid)} from the bank"] if paid else []),
            *([f"gives {' and '.join(fined)} to the bank"] if fined else []),
        ]
        if parts:
            yield f"{seat} {' and '.join(parts)}"


def rounds_in_words(rounds: Sequence[int]) -> str:
    """`3`, `3 and 4`, `3 to 6`: rounds that follow each other."""
    if len(rounds) <= A_PAIR:
        return " and ".join(map(str, rounds))
    return f"{rounds[0]} to {rounds[-1]}"
