"""Orders in a mail that was held: what counts is when it was received, not when the referee had looked at it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.db.inbox import Arrived
from referee.round.corrections import is_kept
from referee.rules.events import Entry, OrdersFiled, OrdersWithdrawn, RoundOpened, RoundReopened
from referee.service.game_log import Work
from referee.service.mail_place import Place


def was_held(arrived: Arrived) -> bool:
    """Whether a mail that is read now has been set aside before: it was done with once."""
    return arrived.done is not None


def round_at_receipt(work: Work, place: Place, arrived: Arrived) -> int | None:
    """The round that was open when a mail came; None if none had been opened."""
    opened = [
        entry.round
        for at, entry in _dated(work, place)
        if isinstance(entry.event, RoundOpened | RoundReopened) and at <= arrived.received
    ]
    return opened[-1] if opened else None


def is_overtaken(work: Work, place: Place, arrived: Arrived, number: int) -> bool:
    """Whether orders of the same player for round `number` were filed or withdrawn since a mail was set aside.

    Of what happened in the same second it is not known which came first: what was filed stands.
    """
    log = place.log
    rounds = {log.desk.turn_round(seat, number) for seat in place.seats} | {number}
    return any(
        isinstance(entry.event, OrdersFiled | OrdersWithdrawn)
        and entry.event.seat in place.seats
        and at >= (arrived.done or "")
        and not is_kept(entry.event)
        and (entry.event.round if isinstance(entry.event, OrdersFiled) else entry.round) in rounds
        for at, entry in _dated(work, place)
    )


def _dated(work: Work, place: Place) -> Iterator[tuple[str, Entry]]:
    """All entries of a game with the moment at which each was written."""
    records = work.unit.load(place.log.name)
    return zip((one.at for one in records), place.log.written, strict=True)
