"""The report of a round, for everybody or for one player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from referee.report.build import build, with_the_other_seat
from referee.report.context import Report
from referee.report.layout import tidy
from referee.report.templates import environment
from referee.round.corrections import Correction
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
    press: Mapping[str, str] | None = None,
    corrections: Sequence[Correction] = (),
    templates: Path | None = None,
) -> str:
    """The text of a report: at most 78 columns, ASCII but for press, no line an order, one newline at the end.

    Args:
        entries: all of the game that the reader may see, from its opening on, and nothing else; what comes
            after the opening of the following round is left out, but who left or came in where nothing else has
            happened in it.
        reader: the seat that the report is for, None for the public one.
        game: the game's name.
        round_number: 0 for the report of the opening; N for the one after round N, which also opens the next.
        head: where the log stood, `214:<hash>`; the first twelve digits of the hash are printed. "" for a draft,
            which is marked as one: no log has it yet.
        at: ISO time at which the round was resolved.
        orders: the reader's canonical orders that were in force, whose lines `OrderApplied.line` counts; None
            where there were none.
        ahead: what is to be told of orders that the reader had filed for the round that opens.
        in_other_seat: all of the game that the same person may see in his other seat; None where he has none, or
            does not play it any more.
        press: the words of press that the reader may see, by the digests that his entries have; those that are not
            there have been deleted.
        corrections: what the referee has corrected in the game up to this report.
        templates: a club's own folder, whose templates stand in for those of the same name.

    Raises:
        ValueError: the entries do not reach to the end of that round, or the other seat is a partner's.
    """
    built = partial(build, game=game, round_number=round_number, head=head, at=at, press=press)
    built = partial(built, corrections=corrections)
    report = _of_person(built, entries, reader, orders, in_other_seat)
    name = "public.txt.j2" if reader is None else "private.txt.j2"
    return tidy(environment(templates).get_template(name).render(report=report, ahead=ahead))


def order_form(
    entries: Sequence[Entry],
    reader: Seat,
    *,
    game: str,
    round_number: int,
    in_other_seat: Sequence[Entry] | None = None,
) -> str:
    """The order form of the open round alone, as in the seat's report after round `round_number`, the last one.

    Arguments as of `round_report`.
    """
    built = partial(build, game=game, round_number=round_number, head="", at="")
    report = _of_person(built, entries, reader, None, in_other_seat)
    return tidy(environment().get_template("form.txt.j2").render(report=report))


def rules_in_force(entries: Sequence[Entry], *, game: str) -> str:
    """What a game is played by: its measures, switches and price card; `entries` are those that everybody may see."""
    report = build(entries, None, game=game, round_number=0, head="", at="", orders=None)
    return tidy(environment().get_template("rules.txt.j2").render(report=report))


def _of_person(
    built: Callable[..., Report],
    entries: Sequence[Entry],
    reader: Seat | None,
    orders: str | None,
    in_other_seat: Sequence[Entry] | None,
) -> Report:
    """What a report tells: `built` makes that of one seat; the form is for the other seat of its reader as well."""
    report = built(entries, reader, orders=orders)
    if in_other_seat is None or report.mine is None:
        return report
    if report.mine.is_in_team:
        raise ValueError("the other seat is a partner's, and partners do not see each other's tiles")
    (seat,) = report.mine.partners
    return with_the_other_seat(report, built(in_other_seat, seat, orders=None))
