"""Going back to a round that was resolved: which can be opened again, and what is kept of what came after.

Nothing is taken out of a log (`effective`). What is about persons and not about the position is said again behind the
reopening: who holds which seat, who leaves, and what was filed for later rounds, as it stood in the end.

Who resigned leaves with the end of the round that was open when he said so, not earlier: in the round that is opened
again he had not done so. Press that was published with a round stays in the reports that are void, and is not
published again: it spoke of what is void, and whoever wants it said again writes it again. Source: DESIGN.md,
"Corrections".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.errors import UserError
from referee.round.corrections import Departure, is_bag_open, rounds_played, source_of
from referee.round.desk import Desk, Filed, desk_of, put
from referee.round.effective import counting, effective
from referee.rules import events as e
from referee.rules.apply import fold


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a reopening of round `number` cancels of a log: `kept` counts, `cancelled` counted up to then.

    `back_to_seq` is the number of the first record that is cancelled. `bag_is_open` tells that the game was over
    once, be that cancelled already or not: everybody knows all tiles and dice to come, for ever.
    """

    number: int
    back_to_seq: int
    kept: tuple[e.Entry, ...]
    cancelled: tuple[e.Entry, ...]
    bag_is_open: bool

    @property
    def void(self) -> tuple[int, ...]:
        """The rounds that were played, or begun, and are void: `number` and those after it."""
        return rounds_played(self.cancelled)

    @property
    def ended_by_leaving(self) -> bool:
        """Whether the game was over because of who left: that, too, is to be thought over again."""
        why = next((one.event.why for one in self.cancelled if isinstance(one.event, e.GameEnded)), None)
        return why in {"one_left", "abandoned"}

    @property
    def rulings(self) -> tuple[e.RulingMade, ...]:
        """The rulings that fall away, in their order."""
        return tuple(one.event for one in self.cancelled if isinstance(one.event, e.RulingMade))

    @property
    def newcomers(self) -> tuple[e.Seat, ...]:
        """The seats that somebody came into in what is cancelled, in seat order: he stays."""
        came = {one.event.seat for one in self.cancelled if isinstance(one.event, e.SeatFilled)}
        return tuple(seat for seat in _seats(self.kept) if seat in came)


def departures(entries: Sequence[e.Entry]) -> dict[e.Seat, Departure]:
    """Who has left by entries that count, or has said that he leaves, and is not replaced."""
    desk = desk_of(entries)
    found = {
        one.event.seat: Departure(one.round or 0, one.event.how)
        for one in entries
        if isinstance(one.event, e.SeatLeft) and one.event.seat in desk.left
    }
    said = {seat: Departure(number, "resigned") for seat, number in desk.resigned.items()}
    return {seat: one for seat, one in {**found, **said}.items() if seat is not None}


def stretch_of(written: Sequence[e.Entry], number: int) -> Stretch:
    """What opening round `number` again would cancel; `written` is a whole log.

    Raises UserError for a round that has not been resolved, or not here.
    """
    counted = counting(written)
    entries = [written[seq - 1] for seq in counted]
    begins = first_plays(entries)
    if number not in begins:
        raise UserError(_why_not(entries, begins, number))
    place = begins[number]
    kept, cancelled = tuple(entries[:place]), tuple(entries[place:])
    return Stretch(number, counted[place], kept, cancelled, bag_is_open=is_bag_open(written))


def first_plays(entries: Sequence[e.Entry]) -> dict[int, int]:
    """Where the first record of each round's first play stands, by round, of entries that count."""
    begins: dict[int, int] = {}
    for place, entry in enumerate(entries):
        if entry.play is not None and entry.round is not None:
            begins.setdefault(entry.round, place)
    return begins


def reopened(written: Sequence[e.Entry], number: int, why: str) -> list[e.Entry]:
    """The events that open round `number` again and keep what is about persons; `written` is a whole log.

    Raises UserError as `stretch_of` does.
    """
    stretch = stretch_of(written, number)
    events: list[e.Event] = [e.RoundReopened(stretch.back_to_seq, why)]
    events += _people_again(written, stretch)
    before = desk_of([*stretch.kept, *(e.Entry(event, number) for event in events)])
    events += _orders_again(before, _desk_with_leavers(effective(written)), number)
    return [e.Entry(event, number) for event in events]


def _why_not(entries: Sequence[e.Entry], begins: dict[int, int], number: int) -> str:
    desk = desk_of(entries)
    if number == desk.round:
        return f"round {number} is open: it has not been resolved, and there is nothing to open again"
    adopted = next((one.event for one in entries if isinstance(one.event, e.PositionAdopted)), None)
    if adopted is not None and number <= adopted.round:
        return f"round {number} was played before the game was adopted: only what was played here can be opened again"
    if not begins:
        return "no round has been resolved yet"
    if number == desk.last_round:
        return f"the game was over before anybody played in round {number}; the last that was played is {max(begins)}"
    first, last = min(begins), max(begins)
    there = f"only round {first} has" if first == last else f"rounds {first} to {last} have"
    return f"round {number} has not been resolved; {there}"


def _people_again(written: Sequence[e.Entry], stretch: Stretch) -> Iterator[e.Event]:
    """Who came into a seat stays in it, with the hand of the reopened position; who was taken out stays out."""
    truth = fold(entry.event for entry in stretch.kept)
    tenures: dict[e.Seat | None, int] = {}
    for entry in written:
        if isinstance(entry.event, e.SeatFilled):
            tenures[entry.event.seat] = entry.event.tenure
    for seat in stretch.newcomers:
        yield e.SeatFilled(tenures[seat], seat=seat)
        yield e.HandAdopted(tuple(truth.hand(seat)), seat=seat)
    if stretch.ended_by_leaving:
        return
    after = desk_of([*stretch.kept, *stretch.cancelled])
    for seat in after.seats:
        if seat in after.left and _how_he_left(stretch, seat) == "removed":
            yield e.SeatLeft("removed", seat=seat)


def _how_he_left(stretch: Stretch, seat: e.Seat) -> e.Leaving | None:
    left = [
        one.event for one in stretch.cancelled if isinstance(one.event, e.SeatLeft) and one.event.seat == seat
    ]
    return left[-1].how if left else None


def _desk_with_leavers(entries: Sequence[e.Entry]) -> Desk:
    """The desk after some entries, with what those had filed, before they left, who resigned and are not replaced.

    They are there again until the end of the round in which they left.
    """
    desk = Desk()
    filed: dict[tuple[e.Seat, int], Filed] = {}
    standing: dict[e.Seat, dict[int, str]] = {}
    for entry in entries:
        if isinstance(entry.event, e.SeatLeft) and entry.event.how == "resigned":
            seat = entry.event.seat
            filed |= {key: one for key, one in desk.filed.items() if key[0] == seat}
            standing |= {whose: one for whose, one in desk.standing.items() if whose == seat}
        put(desk, entry.event, entry.round)
    desk.left -= desk.resigned_in.keys()
    desk.filed |= {key: one for key, one in filed.items() if key[0] in desk.resigned_in}
    desk.standing |= {seat: one for seat, one in standing.items() if seat in desk.resigned_in}
    return desk


def _orders_again(desk: Desk, then: Desk, number: int) -> Iterator[e.Event]:
    """What was filed for later rounds, and who said that he leaves; `desk` is that before, `then` as it had become.

    Each seat has what it had in the end, not `ready`: that was said of a position that is void.
    """
    source = source_of(number)
    for seat in desk.seats:
        if seat in desk.left or seat in then.left:  # the orders of one who was taken out are void
            continue
        for ahead in _taken_back(desk, then, seat, number):
            withdrawn = e.OrdersWithdrawn(ahead, seat=seat)
            put(desk, withdrawn, number)
            yield withdrawn
        rounds = {ahead for whose, ahead in then.filed if whose == seat} | set(then.standing.get(seat, ()))
        for ahead in sorted(one for one in rounds if one > number):
            new, old = _filed(then, seat, ahead), _filed(desk, seat, ahead)
            standing = then.standing.get(seat, {}).get(ahead)
            orders = new.orders if new.orders != old.orders else None
            if standing == desk.standing.get(seat, {}).get(ahead):
                standing = None
            if orders or standing is not None or old.ready:
                problems = new.problems if orders else 0
                yield e.OrdersFiled(
                    ahead, orders or None, standing, ready=False, problems=problems, source=source, seat=seat
                )
    yield from _resigned_again(desk, then, number, source)


def _taken_back(desk: Desk, then: Desk, seat: e.Seat, number: int) -> list[int]:
    """The later rounds for which a seat had orders, or a resignation, that it has not in the end, in their order."""
    rounds = {
        ahead
        for (whose, ahead), filed in desk.filed.items()
        if whose == seat and ahead > number and filed.orders and not _filed(then, seat, ahead).orders
    }
    leaves = desk.resigned.get(seat, number)
    if leaves > number and _leaves_with(then, seat) is None:
        rounds.add(leaves)
    return sorted(rounds)


def _resigned_again(desk: Desk, then: Desk, number: int, source: str) -> Iterator[e.Event]:
    """Who has said that he leaves, or has left, leaves with the end of the round in which he said so."""
    if then.ended in {"one_left", "abandoned"}:
        return
    for seat in desk.seats:
        leaves = _leaves_with(then, seat)
        if leaves is None or seat in desk.left or seat in desk.resigned:
            continue
        ready = leaves <= number and _filed(desk, seat, number).ready
        leaves = max(leaves, number)
        yield e.OrdersFiled(
            leaves, None, None, ready=ready, problems=0, source=source, resign=True, seat=seat
        )


def _leaves_with(desk: Desk, seat: e.Seat) -> int | None:
    """With the end of which round a seat's holder leaves, or has left, who resigned; None for who did not."""
    return desk.resigned.get(seat, desk.resigned_in.get(seat))


def _filed(desk: Desk, seat: e.Seat, number: int) -> Filed:
    return desk.filed.get((seat, number), Filed())


def _seats(entries: Sequence[e.Entry]) -> tuple[e.Seat, ...]:
    return next((one.event.seats for one in entries if isinstance(one.event, e.GameOpened)), ())
