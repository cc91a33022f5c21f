"""Going back to a round that was resolved: which can be opened again, and what is kept of what came after.

Nothing is taken out of a log (`effective`). What is about persons and not about the position is said again behind the
reopening: who holds which seat, who leaves, and what was filed for later rounds, as it stood in the end. Source:
DESIGN.md, "Corrections".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.errors import UserError
from referee.round.desk import Desk, Filed, desk_of
from referee.round.effective import counting, effective
from referee.rules import events as e
from referee.rules.apply import fold


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a reopening of round `number` cancels of a log: `kept` counts, `cancelled` counted up to then.

    `back_to_seq` is the number of the first record that is cancelled.
    """

    number: int
    back_to_seq: int
    kept: tuple[e.Entry, ...]
    cancelled: tuple[e.Entry, ...]

    @property
    def void(self) -> tuple[int, ...]:
        """The rounds that were played, or begun, and are void: `number` and those after it."""
        return tuple(sorted({one.round for one in self.cancelled if one.round and one.play is not None}))

    @property
    def opens_the_bag(self) -> bool:
        """Whether the game was over, so that everybody knows all tiles and dice to come."""
        return any(isinstance(one.event, e.BagOpened) for one in self.cancelled)

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
    return Stretch(number, counted[place], tuple(entries[:place]), tuple(entries[place:]))


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
    events += _orders_again(before, desk_of(effective(written)), number)
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
    before, after = desk_of(stretch.kept), desk_of([*stretch.kept, *stretch.cancelled])
    for seat in after.seats:
        gone = seat in after.left and (seat not in before.left or seat in stretch.newcomers)
        if gone and _how_he_left(stretch, seat) == "removed":
            yield e.SeatLeft("removed", seat=seat)


def _how_he_left(stretch: Stretch, seat: e.Seat) -> e.Leaving | None:
    left = [
        one.event for one in stretch.cancelled if isinstance(one.event, e.SeatLeft) and one.event.seat == seat
    ]
    return left[-1].how if left else None


def _orders_again(desk: Desk, then: Desk, number: int) -> Iterator[e.Event]:
    """What was filed for later rounds, and who said that he leaves; `desk` is that before, `then` as it had become.

    Each seat has what it had in the end, not `ready`: that was said of a position that is void.
    """
    source = source_of(number)
    for seat in desk.seats:
        if (
            seat in desk.left or seat in then.left
        ):  # a leaver's orders are void: nothing of them was taken back
            continue
        for (whose, ahead), filed in sorted(desk.filed.items()):
            if whose == seat and ahead > number and filed.orders and not _filed(then, seat, ahead).orders:
                yield e.OrdersWithdrawn(ahead, seat=seat)
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


def _resigned_again(desk: Desk, then: Desk, number: int, source: str) -> Iterator[e.Event]:
    """Who has said, or done it, leaves with the end of the round that is open again."""
    if then.ended in {"one_left", "abandoned"}:
        return
    for seat in desk.seats:
        if seat in desk.left or seat in desk.resigned:
            continue
        if seat in then.resigned or seat in then.resigned_in:
            ready = _filed(desk, seat, number).ready
            yield e.OrdersFiled(
                number, None, None, ready=ready, problems=0, source=source, resign=True, seat=seat
            )


def _filed(desk: Desk, seat: e.Seat, number: int) -> Filed:
    return desk.filed.get((seat, number), Filed())


KEPT: Final = "kept when round"


def source_of(number: int) -> str:
    """Where orders came from that are filed again, since round `number` was opened again."""
    return f"{KEPT} {number} was opened again"


def is_kept(event: e.Event) -> bool:
    """Whether orders are such that were filed before and are kept: nobody has written since."""
    return isinstance(event, e.OrdersFiled) and event.source.startswith(KEPT)


def _seats(entries: Sequence[e.Entry]) -> tuple[e.Seat, ...]:
    return next((one.event.seats for one in entries if isinstance(one.event, e.GameOpened)), ())
