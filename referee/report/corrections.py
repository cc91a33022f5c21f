"""What reports say of corrections: what the referee has opened again or ruled, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from referee.report.context import ToldCorrection
from referee.report.layout import dollars, kept
from referee.report.press import lines_of
from referee.round.corrections import Correction
from referee.rules import events as e

A_PAIR: Final = 2


def told_corrections(
    corrections: Sequence[Correction], order: Sequence[e.Seat], number: int | None
) -> tuple[ToldCorrection, ...]:
    """Corrections in their order; `number` is the round that is open now, None where none is."""
    latest = [one for one in corrections if one.round == number and not one.cancelled][-1:]
    return tuple(
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
            is_news=one in latest,
            bag_was_open=one.bag_was_open,
        )
        for one in corrections
    )


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
