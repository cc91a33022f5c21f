"""Rendering a round's reports for everybody and keeping their bytes."""

from __future__ import annotations

from typing import Final

from referee.db.unit import REPORT, Publication
from referee.report.answer import ahead_text
from referee.report.render import round_report
from referee.round.views import entries_for
from referee.rules.events import Seat
from referee.service.answering import answer_to_orders_filed_ahead
from referee.service.game_log import GameLog, Work

PLAIN_TEXT: Final = "text/plain; charset=utf-8"


def publish_round(work: Work, log: GameLog, number: int) -> None:
    """Keep the report after round `number` (0: the opening) for the public and for each seat."""
    for reader in (None, *log.seats):
        work.unit.publish(
            Publication(
                game=log.name,
                round=number,
                recipient=reader,
                name=REPORT,
                media=PLAIN_TEXT,
                body=render(log, number, reader, work.at).encode(),
                seq=log.head.seq,
                head=log.head.hash,
                at=work.at,
            )
        )


def render(log: GameLog, number: int, reader: Seat | None, at: str) -> str:
    """The report after a round, made from what its reader may see and from nothing else.

    The log must end where that report was published: its standing orders are those that were in force.
    """
    orders = log.desk.in_force(reader, number).text() if reader is not None and number else ""
    return round_report(
        entries_for(log.entries, reader),
        reader,
        game=log.name,
        round_number=number,
        head=str(log.head),
        at=at,
        orders=orders or None,
        ahead=_ahead(log, reader),
    )


def _ahead(log: GameLog, reader: Seat | None) -> str | None:
    """What is told of orders that the reader had filed for the round that opens now."""
    answer = None if reader is None else answer_to_orders_filed_ahead(log, reader)
    return None if answer is None else ahead_text(answer)
