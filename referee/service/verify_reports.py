"""Verifying what was published: each report is where it should be, and on demand what it should say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import TypeAlias

from referee.db.codec import Record
from referee.db.links import Head
from referee.db.unit import REPORT, Publication
from referee.round.corrections import is_by_referee, is_kept
from referee.round.desk import desk_of
from referee.round.effective import effective
from referee.rules.events import (
    Entry,
    GameOpened,
    HandAdopted,
    OrdersFiled,
    OrdersWithdrawn,
    RoundClosed,
    RoundOpened,
    RoundReopened,
    RulingMade,
    Seat,
    SeatFilled,
    SeatLeft,
)
from referee.service.game_log import GameLog
from referee.service.publish import PLAIN_TEXT, readers_of, render
from referee.service.publish_press import digests_in
from referee.service.replaying import CANNOT_BE
from referee.service.verify_press import without_press


def report_faults(
    published: Sequence[Publication], entries: Sequence[Entry], records: Sequence[Record]
) -> Iterator[str]:
    """What does not fit: the opening and each round that is over have one report for the public and each reader.

    `entries` are the events of `records`, a whole log.
    """
    seats = next(entry.event.seats for entry in entries if isinstance(entry.event, GameOpened))
    expected = expected_reports(entries, [record.at for record in records])
    there = Counter((one.round, one.recipient) for one in published)
    for (number, reader), points in expected.items():
        if there[number, reader] < sum(point.is_needed for point in points):
            yield f"the report of round {number} for {reader or 'the public'} is missing"
    for one in published:
        for what in _misfits(one, seats, expected, records):
            yield f"{called(one)} {what}"


def report_differences(
    names: Mapping[int, str],
    published: Sequence[Publication],
    entries: Sequence[Entry],
    records: Sequence[Record],
    words: Mapping[str, str],
) -> Iterator[str]:
    """Which reports are not what this program renders from the log as it stood then; none may be misplaced.

    `names` are what the game was called when they were published (see `names_borne`), `words` those of press by
    digest. Where some have been deleted the reports must be the same but for press.
    """
    logs: dict[int, GameLog] = {}
    for one in published:
        if one.seq not in logs:
            head, times = (
                Head(one.seq, records[one.seq - 1].hash),
                tuple(each.at for each in records[: one.seq]),
            )
            logs[one.seq] = GameLog(names[one.seq], tuple(entries[: one.seq]), head, times)
        try:
            again = render(logs[one.seq], one.round, one.recipient, one.at, words).encode()
        except CANNOT_BE as problem:
            yield f"{called(one)} cannot be rendered again: {problem}"
            continue
        body = one.body
        if again != body and not words.keys() >= set(digests_in(logs[one.seq].entries, one.round)):
            body, again = without_press(body), without_press(again)
        if again != body:
            lines = zip_longest(one.body.splitlines(), again.splitlines())
            place = next((number for number, (old, new) in enumerate(lines, 1) if old != new), 0)
            yield f"{called(one)} is not the one that is rendered from the log: see its line {place}"


@dataclass(frozen=True, slots=True)
class Point:
    """Where the reports after round `round` were published: after one of the records `first` to `last`.

    Not `is_needed` where the next ones were published at once, so that these were never to be read.
    """

    round: int
    first: int
    last: int
    is_needed: bool = True


def published_at(entries: Sequence[Entry], times: Sequence[str]) -> list[Point]:
    """Where there are reports for all: of the opening (round 0), of each round that is over, and after corrections.

    `entries` are a whole log; `times` are those of its records.
    """
    points: list[Point] = []
    over: int | None = 0
    opening: dict[int | None, int] = {}
    for seq, entry in enumerate(entries, 1):
        if isinstance(entry.event, RoundClosed):
            over = entry.round
        elif isinstance(entry.event, RoundOpened) and over is not None:
            points.append(Point(over, seq, seq))
            opening[entry.round] = over
            over = None
        elif isinstance(entry.event, RoundReopened | RulingMade):
            if over is not None:  # the game had ended
                points.append(Point(over, seq - 1, seq - 1))
                over = None
            if not (isinstance(entry.event, RulingMade) and entry.event.ends):
                points.append(_after_correction(entries, times, seq, opening.get(entry.round, 0)))
    if over is not None:
        points.append(Point(over, len(entries), len(entries)))
    return points


def _after_correction(entries: Sequence[Entry], times: Sequence[str], seq: int, number: int) -> Point:
    """Where the report was published that tells of a correction: with what was written in the same transaction."""
    event, last = entries[seq - 1].event, seq
    if not isinstance(event, RoundReopened):
        return Point(number, seq, seq)
    cancelled = entries[event.back_to_seq - 1 : seq - 1]
    while (
        last < len(entries) and times[last] == times[seq - 1] and _is_of_reopening(entries[last], cancelled)
    ):
        last += 1
    is_played = last < len(entries) and times[last] == times[seq - 1] and entries[last].play is not None
    return Point(number, seq, last, is_needed=not is_played)


def _is_of_reopening(entry: Entry, cancelled: Sequence[Entry]) -> bool:
    """Whether a record keeps something of what a reopening cancels, or files the referee's orders with it."""
    match entry.event:
        case OrdersFiled() as filed:
            return is_kept(filed) or is_by_referee(filed)
        case OrdersWithdrawn():
            return True
        case SeatFilled(seat=seat) | HandAdopted(seat=seat):
            return any(isinstance(one.event, SeatFilled) and one.event.seat == seat for one in cancelled)
        case SeatLeft(seat=seat):
            return any(isinstance(one.event, SeatLeft) and one.event.seat == seat for one in cancelled)
        case _:
            return False


Expected: TypeAlias = Mapping[tuple[int, Seat | None], Sequence[Point]]
"""After which records there is a report of a round for a reader: several, where somebody came in after the first."""


def expected_reports(entries: Sequence[Entry], times: Sequence[str]) -> Expected:
    """All reports that a whole log calls for: those of each round, and one for each who comes into a seat."""
    expected: dict[tuple[int, Seat | None], list[Point]] = {}
    points = published_at(entries, times)
    for point in points:
        for reader in (None, *readers_of(desk_of(effective(entries[: point.last])), point.round)):
            expected.setdefault((point.round, reader), []).append(point)
    told = {seq for point in points for seq in range(point.first, point.last + 1)}
    for seq, (before, entry) in enumerate(pairwise(entries), 2):
        if isinstance(before.event, SeatFilled) and isinstance(entry.event, HandAdopted) and seq not in told:
            latest = next((point.round for point in reversed(points) if point.first < seq), 0)
            expected.setdefault((latest, entry.event.seat), []).append(Point(latest, seq, seq))
    return expected


def called(one: Publication) -> str:
    """How a fault names a report."""
    return f"the report of round {one.round} for {one.recipient or 'the public'}"


def _misfits(
    one: Publication, seats: Sequence[Seat], expected: Expected, records: Sequence[Record]
) -> Iterator[str]:
    points = expected.get((one.round, one.recipient), ())
    if one.recipient is not None and one.recipient not in seats:
        yield "was published for nobody: no player is called that"
    if one.name != REPORT:
        yield f"is called {one.name!r}, not {REPORT!r}"
    if one.media != PLAIN_TEXT:
        yield f"is said to be {one.media!r}, not {PLAIN_TEXT!r}"
    if (one.round, None) not in expected:
        yield "was published, but that round is not over"
    elif not points and one.recipient in seats:
        yield "was published, and nobody held that seat"
    elif points and not any(point.first <= one.seq <= point.last for point in points):
        after = " or ".join(str(point.last) for point in points)
        yield f"was published after record {one.seq}, not after record {after}"
    elif one.head != records[one.seq - 1].hash:
        yield f"states another head than that of record {one.seq}"
    elif one.at != records[one.seq - 1].at:
        yield f"is dated {one.at}, and the record that it states {records[one.seq - 1].at}"
    if f"{one.seq}:{one.head[:12]}".encode() not in one.body:
        yield "does not state its head"
