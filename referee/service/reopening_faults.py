"""Whether the reopenings of a whole log go back to where they can, and keep who had come into the seats since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.round.effective import counting
from referee.round.reopening import first_plays
from referee.rules import events as e


def lost_reopenings(written: Sequence[e.Entry]) -> Iterator[str]:
    """The reopenings of a whole log that go back to where they cannot, as clauses.

    Each goes back to the first play of a round that counted until then.
    """
    for seq, entry in enumerate(written, 1):
        if isinstance(entry.event, e.RoundReopened):
            back, counted = entry.event.back_to_seq, counting(written[: seq - 1])
            plays = first_plays([written[one - 1] for one in counted])
            number = next((number for number, place in plays.items() if counted[place] == back), None)
            if number is None:
                yield f"record {seq} (round_reopened) goes back to record {back}, and no round was open there"
            elif number != entry.round:
                yield f"record {seq} (round_reopened) is of round {entry.round}, and goes back to round {number}"


def lost_holders(written: Sequence[e.Entry]) -> Iterator[str]:
    """Where the holders of a seat are not counted one after the other, as clauses; nothing must be lost.

    What was cancelled counts: a person was there. Who came in then comes in again right behind the reopening.
    """
    tenures: dict[e.Seat | None, int] = {}
    again: dict[e.Seat | None, int] = {}
    for seq, entry in enumerate(written, 1):
        event = entry.event
        what = f"record {seq} ({event.KIND})"
        if again and not isinstance(event, e.SeatFilled | e.HandAdopted):
            yield f"{what}: {' and '.join(map(str, again))} had to be handed over again, and was not"
            again = {}
        if isinstance(event, e.SeatFilled):
            expected = again.pop(event.seat, tenures.get(event.seat, 1) + 1)
            if event.tenure != expected:
                yield f"{what}: holder {event.tenure} of {event.seat} came where holder {expected} was to come"
            tenures[event.seat] = max(event.tenure, expected)
        elif isinstance(event, e.RoundReopened):
            again = {seat: tenures[seat] for seat in _came_since(written, seq, event.back_to_seq)}
    if again:
        yield f"after record {len(written)}: {' and '.join(map(str, again))} had to be handed over again"


def _came_since(written: Sequence[e.Entry], seq: int, back: int) -> list[e.Seat | None]:
    """The seats that somebody came into in what record `seq` cancels, in the order in which he did."""
    since = (written[one - 1].event for one in counting(written[: seq - 1]) if one >= back)
    return list(dict.fromkeys(event.seat for event in since if isinstance(event, e.SeatFilled)))
