"""Filing orders, and reading them for a game without filing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from orders import tree
from orders.printer import canonical
from orders.reader import Reading, read
from orders.vocabulary import Vocabulary
from referee.errors import UserError
from referee.round import filing
from referee.round.answer import Answer, SeatAnswer
from referee.round.filing import Filing, Verdict
from referee.round.sections import for_seat, says_as_before, without_press
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import opened
from referee.rules.events import Entry, Event, Seat
from referee.service.answering import written_answer
from referee.service.game_log import GameLog, Work
from referee.service.order_text import OrdersRefusedError

T = TypeVar("T")


def file_orders(work: Work, game: str, handle: str, text: str, source: str) -> Answer:
    """File a text for a player; `source` says where it came from.

    A person who plays several seats files for all of them, in one transaction; with the handle of one of them, or
    with a `player` line that names one, for that one. What is not understood at all is answered NOT FILED and leaves
    no trace. Raises UserError for a text that is refused: another game's, another player's, a closed round's, one
    past the limits.
    """
    # gather
    log = work.log(game)
    seats = log.seats_of(handle)
    # decide
    answer, events = _decide(log, seats, text, source)
    # apply
    if events:
        work.append(log, [Entry(event, round=log.desk.round) for event in events])
    return replace(answer, filing=True)


def check_orders(work: Work, game: str, handle: str | None, text: str) -> Answer:
    """The answer that filing the text would get now; `handle` None: whom its `player` line names."""
    log = work.log(game)
    named = handle or read(text, vocabulary_of(opened(log.opening), None)).orders.header.player
    if named is None:
        raise UserError(f"Whose orders are these? Say so with --player; {log.name} has {log.players()}.")
    return _decide(log, log.seats_of(named), text, "check")[0]


@dataclass(frozen=True, slots=True)
class _Text:
    """A text as it was read for some seats of one person, who is called `name`."""

    name: str
    seats: tuple[Seat, ...]
    text: str
    reading: Reading
    words: Vocabulary

    def of(self, seat: Seat) -> Reading:
        """What of it is one seat's."""
        return for_seat(self.reading, seat, self.words)


def _decide(
    log: GameLog, seats: tuple[Seat, ...], text: str, source: str
) -> tuple[Answer, tuple[Event, ...]]:
    sent = _read_for(log, seats, text)
    try:
        decided = filing.file_for_seats(log.desk, sent.seats, sent.reading, sent.words, source)
    except UserError as refusal:
        raise OrdersRefusedError(f"{log.name}: {refusal}") from refusal
    answer = _for_one(log, sent, decided[0]) if len(decided) == 1 else _for_several(log, sent, decided)
    return answer, tuple(event for one in decided for event in one.events)


def _read_for(log: GameLog, seats: tuple[Seat, ...], text: str) -> _Text:
    """The text for these seats; of several, for the one alone that its `player` line names."""
    name = log.name_of(seats)
    words = vocabulary_of(opened(log.opening), name)
    reading = read(text, words)
    player = (reading.orders.header.player or "").lower()
    one = tuple(seat for seat in seats if seat.lower() == player)
    if one and len(seats) > 1:
        return _read_for(log, one, text)
    _check_header(log, seats, name, reading.orders.header)
    return _Text(name, seats, text, reading, words)


def _check_header(log: GameLog, seats: tuple[Seat, ...], name: str, header: tree.Header) -> None:
    """A file that says whose it is must be right; case makes no difference."""
    if header.game is not None and header.game.lower() != log.name.lower():
        raise OrdersRefusedError(
            f"The file says `game {header.game}`, but it was sent to {log.name}. Correct one of them; "
            "nothing was filed."
        )
    persons = [person for person, own in log.persons.items() if set(seats) <= set(own)]
    if header.player is not None and header.player.lower() not in map(str.lower, (name, *persons)):
        raise OrdersRefusedError(
            f"The file says `player {header.player}`, but it was sent for {name}. Correct one of them; "
            "nothing was filed."
        )


def _for_one(log: GameLog, sent: _Text, decided: Filing) -> Answer:
    return replace(
        _written(log, sent, sent.name, decided),
        text=sent.text,
        verdict=decided.verdict,
        canonical=decided.understood,
        problems=decided.problems,
        remarks=decided.remarks,
    )


def _written(log: GameLog, sent: _Text, seat: Seat, decided: Filing) -> Answer:
    view = view_of(log.entries, seat)
    return written_answer(log, view, seat, sent.of(seat), decided.round, decided.in_force)


def _for_several(log: GameLog, sent: _Text, decided: Sequence[Filing]) -> Answer:
    """One answer: what is the same for all seats once, the rest for each under its name."""
    reading = sent.reading
    mine = [section for section in reading.orders.sections if section.seat in (None, *sent.seats)]
    parts = [_written(log, sent, seat, one) for seat, one in zip(sent.seats, decided, strict=True)]
    notes = _common(part.notes for part in parts)
    remarks = _common(one.remarks for one in decided)
    seats = tuple(
        SeatAnswer(
            seat=seat,
            round=one.round,
            canonical=part.canonical if says_as_before(mine) else "",
            remarks=tuple(said for said in one.remarks if said not in remarks),
            notes=tuple(note for note in part.notes if note not in notes),
            preview=part.preview,
            ahead=part.ahead,
        )
        for seat, one, part in zip(sent.seats, decided, parts, strict=True)
    )
    first = min(parts, key=lambda part: part.round or 0)
    return replace(
        first,
        text=sent.text,
        verdict=_verdict(decided),
        canonical=canonical(replace(reading.orders, sections=without_press(mine))),
        problems=decided[0].problems,
        remarks=remarks,
        notes=notes,
        preview=(),
        seat=sent.name,
        ahead=False,
        seats=seats,
    )


def _verdict(decided: Sequence[Filing]) -> Verdict:
    if all(one.verdict == "NOT FILED" for one in decided):
        return "NOT FILED"
    return "FILED WITH PROBLEMS" if decided[0].problems else "FILED"


def _common(lists: Iterable[tuple[T, ...]]) -> tuple[T, ...]:
    """What stands in all of them, in the order of the first."""
    first, *others = lists
    return tuple(one for one in first if all(one in other for other in others))
