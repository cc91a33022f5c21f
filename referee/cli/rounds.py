"""`resolve` and `report`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from referee.cli.app import reading, settings_with_mail
from referee.cli.happenings import fetch_mail, taken_line
from referee.cli.options import AsJson, Database, Game
from referee.cli.press import say_unread
from referee.cli.screen import listed, note_done, say, say_bytes, say_json, say_notice, say_remark, wrapped
from referee.errors import UserError
from referee.service.endings import over

if TYPE_CHECKING:
    from referee.config import Settings
    from referee.service.game_log import Work
    from referee.service.hold_round import Held
    from referee.service.resolve_round import Resolved
    from referee.service.show_report import Report

T = TypeVar("T")


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
    hold: Annotated[
        bool,
        typer.Option("--hold", help="Decide it and hold it: nobody but you sees it until you release it."),
    ] = False,
    now: Annotated[
        bool, typer.Option("--now", help="Publish it at once, though it is held or would be.")
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
    if hold and now:
        raise UserError("--hold and --now are opposites. Leave one of them out.")
    settings = settings_with_mail(context, db)
    if hold or (settings.hold is not None and not now):
        seconds = None if hold else settings.hold
        say_held(_held(settings, game, misses_meant=missing, number=number, seconds=seconds))
        return
    say_resolved(_resolved(settings, game, misses_meant=missing, number=number, though_held=now))


def say_resolved(done: Resolved) -> None:
    """Say what came of a round that was resolved."""
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


def say_held(held: Held) -> None:
    """Say that a round is held, until when, and what can be done with it."""
    note_done(f"round {held.round} of {held.game} is held")
    say_notice(
        f"Round {held.round} of {held.game} is held: nobody but you can see what happens in it.", bold=True
    )
    if held.ends:
        say_notice(
            "The game ends with it: releasing it ends the game and opens the bag, for everybody to see."
        )
    if held.due is None:
        say_notice("Nothing publishes it before you do.")
    else:
        say_notice(f"It is published at {held.due} by `referee serve` or `work`, or by `release --due`.")
    say_notice(f"To see it: referee report {held.game} --draft, and --for HANDLE for the private ones.")
    say_notice(f"To publish it: referee release {held.game}; to throw it away: referee discard {held.game}")


def _held(
    settings: Settings, game: str, *, misses_meant: bool, number: int | None, seconds: int | None
) -> Held:
    from referee.service.hold_round import hold_round

    def act(work: Work) -> Held:
        return hold_round(work, game, misses_meant=misses_meant, seconds=seconds, number=number)

    return when_mail_is_read(settings, act)


def _resolved(
    settings: Settings, game: str, *, misses_meant: bool, number: int | None, though_held: bool
) -> Resolved:
    from referee.service.resolve_round import resolve_round

    def act(work: Work) -> Resolved:
        return resolve_round(work, game, misses_meant=misses_meant, number=number, though_held=though_held)

    return when_mail_is_read(settings, act)


def when_mail_is_read(settings: Settings, act: Callable[[Work], T]) -> T:
    """Do something about a round, in one transaction; where mail is set up, when all of it is fetched and read."""
    from referee.clock import SystemClock

    if settings.office is None:  # and what reads mail need not be loaded
        from referee.service.transactions import writing

        with writing(settings.db, SystemClock()) as work:
            return act(work)
    from referee.service.take_mail import Taken
    from referee.service.with_mail_read import with_mail_read

    fetch_mail(settings)
    for one in with_mail_read(settings.db, settings.office, SystemClock(), act):
        if not isinstance(one, Taken):
            return one
        say(taken_line(one))
    raise RuntimeError("it was neither done nor refused")


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
    draft: Annotated[
        bool, typer.Option("--draft", help="Of the round that is held: as it would go out now.")
    ] = False,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Print a report as it was published."""
    from referee.service.hold_round import draft_reports
    from referee.service.show_report import show_reports, show_void_reports

    if draft and (fresh or void or number is not None):
        raise UserError("--draft is of the round that is held. Leave out --round, --fresh and --void.")
    if fresh and void:
        raise UserError("--void prints what was published. Leave out --fresh.")
    with reading(context, db) as work:
        if draft:
            found = draft_reports(work, game, reader)
        elif void:
            found = show_void_reports(work, game, number, reader)
        else:
            found = show_reports(work, game, number, reader, fresh=fresh)
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
        "seq": None if one.head is None else one.head.seq,
        "head": None if one.head is None else one.head.hash,
        "void": one.void,
        "draft": one.head is None,
        "text": one.body.decode(),
    }
