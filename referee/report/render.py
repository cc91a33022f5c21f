"""The report of a round, for everybody or for one player."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.report.build import build, with_the_other_seat
from referee.report.context import Report
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
    in_other_seat: Sequence[Entry] | None = None,
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
        in_other_seat: all of the game that the same person may see in his other seat; None where he has none, or
            does not play it any more.
        templates: a club's own folder, whose templates stand in for those of the same name.

    Raises:
        ValueError: the entries do not reach to the end of that round, or the other seat is a partner's.
    """

    def built(seen: Sequence[Entry], seat: Seat | None, in_force: str | None) -> Report:
        return build(seen, seat, game=game, round_number=round_number, head=head, at=at, orders=in_force)

    report = built(entries, reader, orders)
    if in_other_seat is not None and report.mine is not None:
        if report.mine.is_in_team:
            raise ValueError("the other seat is a partner's, and partners do not see each other's tiles")
        (seat,) = report.mine.partners
        report = with_the_other_seat(report, built(in_other_seat, seat, None))
    name = "public.txt.j2" if reader is None else "private.txt.j2"
    return tidy(environment(templates).get_template(name).render(report=report, ahead=ahead))
