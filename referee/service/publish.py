"""Rendering a round's reports for everybody and keeping their bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.db.unit import REPORT, Publication
from referee.report.answer import ahead_text
from referee.report.render import round_report
from referee.round.answering import answer_to_orders_filed_ahead
from referee.round.corrections import latest_in
from referee.round.desk import Desk
from referee.round.views import entries_for
from referee.rules.events import Entry, Seat, SeatFilled
from referee.service.game_log import GameLog, Work
from referee.service.post_reports import post_report
from referee.service.publish_press import digests_in, words_for

PLAIN_TEXT: Final = "text/plain; charset=utf-8"


def publish_round(work: Work, log: GameLog, number: int) -> None:
    """Keep the report after round `number` (0: the opening) for the public and for each who holds a seat."""
    for reader in (None, *readers_of(log.desk, number)):
        publish_report(work, log, number, reader)


def publish_report(work: Work, log: GameLog, number: int, reader: Seat | None) -> None:
    """Keep the report after round `number` for one reader, made from the log as it stands, and post it to him."""
    published = Publication(
        game=log.name,
        round=number,
        recipient=reader,
        name=REPORT,
        media=PLAIN_TEXT,
        body=render(log, number, reader, work.at, words_for(work, log, number)).encode(),
        seq=log.head.seq,
        head=log.head.hash,
        at=work.at,
    )
    work.unit.publish(published)
    post_report(work, log, published)


def readers_of(desk: Desk, number: int) -> tuple[Seat, ...]:
    """The seats for which there is a report after round `number`, with which `desk` ends; in seat order.

    A seat that nobody holds has no reader. Who resigned in that round still reads what came of his orders.
    """
    return tuple(seat for seat in desk.seats if seat not in desk.left or desk.resigned_in.get(seat) == number)


def render(
    log: GameLog,
    number: int,
    reader: Seat | None,
    at: str,
    words: Mapping[str, str] | None = None,
    *,
    is_draft: bool = False,
) -> str:
    """The report after a round, made from what its reader may see and from nothing else.

    The log must end where that report was published. `words` are those of press by digest, as far as they are there.
    A draft is of a log that is not written yet: it says so, and has no head.
    """
    seen = entries_for(log.entries, reader)
    press = {digest: words[digest] for digest in digests_in(seen, number) if words and digest in words}
    return round_report(
        seen,
        reader,
        game=log.name,
        round_number=number,
        head="" if is_draft else str(log.head),
        at=at,
        orders=None if reader is None else _orders_played(log, reader, number),
        ahead=_ahead(log, reader, seen),
        in_other_seat=_seen_in_his_other_seat(log, reader),
        press=press,
        corrections=log.corrections,
    )


def _seen_in_his_other_seat(log: GameLog, reader: Seat | None) -> Sequence[Entry] | None:
    """What the reader may see in the other seat that he plays; None where there is none, or he has left it."""
    if reader is None:
        return None
    held = (seat for seat in log.desk.seats_of_holder(reader) if seat not in log.desk.left)
    other = next((seat for seat in held if seat != reader), None)
    return None if other is None else entries_for(log.entries, other)


def _orders_played(log: GameLog, reader: Seat, number: int) -> str | None:
    """The reader's orders that were in force when a round was played; with its end he may have left.

    Who came into the seat after it never reads what his predecessor had filed.
    """
    since = log.entries[log.plays_begin(number) :]
    if number == 0 or any(isinstance(one.event, SeatFilled) and one.event.seat == reader for one in since):
        return None
    return log.desk_before_plays(number).in_force(reader, number).text() or None


def _ahead(log: GameLog, reader: Seat | None, seen: Sequence[Entry]) -> str | None:
    """What is told of orders that the reader, who has seen so much, had filed for the round that opens now.

    Where that round is corrected all that is in force is told, standing orders alone too: it decides something else.
    """
    if reader is None:
        return None
    corrected = latest_in(log.corrections, log.desk.round) is not None
    answer = answer_to_orders_filed_ahead(log.name, log.desk, reader, seen, standing_too=corrected)
    return None if answer is None else ahead_text(answer)
