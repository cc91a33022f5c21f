"""The report of a round, for everybody or for one player."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.report.build import build
from referee.report.layout import tidy
from referee.report.templates import environment
from referee.rules.events import Entry, Seat


def round_report(  # noqa: PLR0913 (what a report is made of; all but the first two by name)
    entries: Sequence[Entry],
    reader: Seat | None,
    *,
    game: str,
    round_number: int,
    head: str,
    at: str,
    orders: str | None = None,
    ahead: str | None = None,
    templates: Path | None = None,
) -> str:
    """The text of a report: at most 78 columns of ASCII, no line of it an order, one newline at the end.

    Args:
        entries: all of the game that the reader may see, from its opening on, and nothing else; what comes
            after the opening of the following round is left out, but who left or came in where nothing else has
            happened in it.
        reader: the seat that the report is for, None for the public one.
        game: the game's name.
        round_number: 0 for the report of the opening; N for the one after round N, which also opens the next.
        head: where the log stood, `214:<hash>`; the first twelve digits of the hash are printed.
        at: ISO time at which the round was resolved.
        orders: the reader's canonical orders that were in force, whose lines `OrderApplied.line` counts; None
            where there were none.
        ahead: what is to be told of orders that the reader had filed for the round that opens.
        templates: a club's own folder, whose templates stand in for those of the same name.

    Raises:
        ValueError: the entries do not reach to the end of that round.
    """
    report = build(entries, reader, game=game, round_number=round_number, head=head, at=at, orders=orders)
    name = "public.txt.j2" if reader is None else "private.txt.j2"
    return tidy(environment(templates).get_template(name).render(report=report, ahead=ahead))
