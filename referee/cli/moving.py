"""`backup` and `restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.app import DONE, WITH_PROBLEMS, database
from referee.cli.options import Database
from referee.cli.screen import note_done, say, say_notice, say_warning

Backup = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.", show_default=False)]


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("backup")(backup)
    app.command("restore")(restore)


def backup(
    context: typer.Context,
    file: Backup,
    force: Annotated[
        bool, typer.Option("--force", help="In the place of an earlier backup, and of nothing else.")
    ] = False,
    db: Database = None,
) -> None:
    """Copy the whole database into one file, while others go on writing. Exit status 1: a game in it is damaged."""
    from referee.service.back_up import back_up

    done = back_up(database(context, db), file, replace=force)
    note_done(f"the backup {file} is made")
    for name, head in done.games:
        say(f"{name}: head {head.short}")
    say(f"The backup is {file}. It holds all that is secret: keep it where nobody else can read it.")
    for fault in done.faults:
        say_warning(
            f"{fault}. It was copied as it is; look for an earlier backup: referee verify GAME --db FILE"
        )
    raise typer.Exit(WITH_PROBLEMS if done.faults else DONE)


def restore(
    context: typer.Context,
    file: Backup,
    replace: Annotated[
        bool, typer.Option("--replace", help="Also where a database is: that one is kept beside it.")
    ] = False,
    db: Database = None,
) -> None:
    """Verify a backup and put it in place; outgoing mail is held until you let it go."""
    from referee.clock import SystemClock
    from referee.service.restore import restore as put_back

    done = put_back(file, database(context, db), SystemClock(), replace=replace)
    note_done(f"{file} is restored")
    for name, head in done.games:
        say(f"{name}: verified, head {head.short}")
    say(f"{file} is restored: {done.where}.")
    if done.kept is not None:
        say(f"What was there before is kept: {done.kept}")
    say_notice(
        "Outgoing mail is held. Letters that waited when the backup was made, and may have gone out since: "
        f"{done.letters}."
    )
    say_notice(
        "What was filed after that is not there: compare the heads with the last reports that the players have "
        "(referee verify GAME --head). Then look at referee mail queue, and let the mail go: referee mail release "
        "--all, or --none."
    )
