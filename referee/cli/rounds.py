"""`resolve` and `report`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.app import reading, settings_with_mail
from referee.cli.options import AsJson, Database, Game
from referee.cli.press import say_unread
from referee.cli.screen import listed, note_done, say, say_bytes, say_json, say_notice, say_remark, wrapped
from referee.errors import UserError
from referee.service.endings import over

if TYPE_CHECKING:
    from referee.config import Settings
    from referee.service.resolve_round import Resolved
    from referee.service.show_report import Report


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("resolve")(resolve)
    app.command("report")(report)


def resolve(
    context: typer.Context,
    game: Game,
    missing: Annotated[
        bool, typer.Option("--missing", help="Who has no orders in misses the round.")
    ] = False,
    number: Annotated[
        int | None,
        typer.Option(
            "--round", min=1, metavar="N", help="Only if this round is the open one.", show_default=False
        ),
    ] = None,
    db: Database = None,
) -> None:
    """Adjudicate the open round and publish its reports."""
    done = _resolved(settings_with_mail(context, db), game, misses_meant=missing, number=number)
    note_done(f"round {done.round} of {done.game} is resolved")
    say(f"Round {done.round} of {done.game} is resolved.", bold=True)
    if done.missed:
        say_notice(f"Missed by {listed(done.missed)}.")
    for seat in done.left:
        say(f"{seat} has left the game.")
    for seat in done.vacant:
        say_notice(f"Until somebody comes, rounds are missed: referee seat {done.game} {seat} --to NAME")
    if done.next_round is None:
        say_notice(f"The game is over: {over(done.ended)}.")
    else:
        say_notice(f"Now open: round {done.next_round}, played by {', '.join(done.plays)}.")
    say_unread(done.game, done.unread_press)
    say_notice(f"The reports: referee report {done.game}, and --for HANDLE for the private ones.")


def _resolved(settings: Settings, game: str, *, misses_meant: bool, number: int | None) -> Resolved:
    """Resolve the round; where mail is set up, when all that has come is read."""
    from referee.clock import SystemClock
    from referee.service.resolve_round import Resolved, resolve_round
    from referee.service.transactions import writing

    clock = SystemClock()
    if settings.mail is None:
        with writing(settings.db, clock) as work:
            return resolve_round(work, game, misses_meant=misses_meant, number=number)
    from referee.cli.mail import taken_line
    from referee.service.resolve_with_mail import resolve_with_mail

    office = settings.mail.office
    for one in resolve_with_mail(settings.db, office, clock, game, misses_meant=misses_meant, number=number):
        if isinstance(one, Resolved):
            return one
        say(taken_line(one))
    raise RuntimeError("a round was neither resolved nor refused")


def report(
    context: typer.Context,
    game: Game,
    number: Annotated[
        int | None,
        typer.Option(
            "--round", min=0, metavar="N", help="After which round; else the latest.", show_default=False
        ),
    ] = None,
    reader: Annotated[
        str | None,
        typer.Option("--for", metavar="HANDLE", help="A player's private report.", show_default=False),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Render it again instead of printing what was published.")
    ] = False,
    void: Annotated[
        bool, typer.Option("--void", help="Those that do not count any more, since a round was opened again.")
    ] = False,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Print a report as it was published."""
    from referee.service.show_report import show_reports, show_void_reports

    if fresh and void:
        raise UserError("--void prints what was published. Leave out --fresh.")
    with reading(context, db) as work:
        found = (
            show_void_reports(work, game, number, reader)
            if void
            else show_reports(work, game, number, reader, fresh=fresh)
        )
    for remark in dict.fromkeys(one.remark for one in found if one.remark is not None):
        say_remark(remark)
    if as_json:
        told = [_report_json(one) for one in found]
        say_json(told[0] if len(told) == 1 and not void else told)
        return
    for place, one in enumerate(found):
        if place:
            say()
        if one.void is not None:
            say(f"{wrapped(one.void)}\n")
        say_bytes(one.body)


def _report_json(one: Report) -> dict[str, Any]:
    return {
        "game": one.game,
        "round": one.round,
        "for": one.recipient,
        "seq": one.head.seq,
        "head": one.head.hash,
        "void": one.void,
        "text": one.body.decode(),
    }
