"""`release` and `discard`: what becomes of a round that is held."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.app import DONE, WITH_PROBLEMS, settings_with_mail, writing
from referee.cli.happenings import fetch_mail, say_happening, tallied
from referee.cli.options import Database, Game
from referee.cli.rounds import say_resolved, when_mail_is_read
from referee.cli.screen import note_done, say, say_notice
from referee.errors import UserError

if TYPE_CHECKING:
    from referee.config import Settings
    from referee.service.game_log import Work
    from referee.service.resolve_round import Resolved


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("release")(release)
    app.command("discard")(discard)


def release(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game's name.", show_default=False)
    ] = None,
    due: Annotated[
        bool, typer.Option("--due", help="All rounds that are held no longer than until now.")
    ] = False,
    db: Database = None,
) -> None:
    """Publish the round that is held, as you have seen it."""
    if due == (game is not None):
        raise UserError("Name one game, or say --due for all that are due." + (" Not both." if due else ""))
    settings = settings_with_mail(context, db)
    if game is None:
        raise typer.Exit(_release_due(settings))
    from referee.service.hold_round import release_round

    def act(work: Work) -> Resolved:
        return release_round(work, game)

    say_resolved(when_mail_is_read(settings, act))


def _release_due(settings: Settings) -> int:
    """Release what is due: the exit status."""
    from referee.clock import SystemClock
    from referee.service.release_due import release_due

    fetch_mail(settings)
    with tallied() as tally:
        for one in release_due(settings.db, settings.office, SystemClock()):
            tally.count(one)
            say_happening(one)
    return WITH_PROBLEMS if tally.failed else DONE


def discard(context: typer.Context, game: Game, db: Database = None) -> None:
    """Throw away the round that is held: it is open as before."""
    from referee.service.hold_round import discard_round

    with writing(context, db) as work:
        held = discard_round(work, game)
    note_done(f"the draft of round {held.round} of {held.game} is thrown away")
    say(f"The draft of round {held.round} of {held.game} is thrown away. The round is open as before.")
    say_notice("referee work leaves it to you, until orders or something else change it.")
