"""`backup`, `restore`, `export`, `import` and `upgrade`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from referee.cli.app import DONE, REFUSED, WITH_PROBLEMS, database, reading
from referee.cli.options import Database, Game
from referee.cli.screen import note_done, say, say_error, say_notice, say_warning
from referee.errors import UserError

if TYPE_CHECKING:
    from referee.mail.settings import LmtpSettings

Backup = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.", show_default=False)]


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("backup")(backup)
    app.command("restore")(restore)
    app.command("export")(export)
    app.command("import")(import_)
    app.command("upgrade")(upgrade)


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
    """Verify a backup and put it in place; outgoing mail, and rounds that are held, wait until you let them go."""
    from referee.clock import SystemClock
    from referee.service.restore import refuse_where_served
    from referee.service.restore import restore as put_back

    where = database(context, db)
    refuse_where_served(_listener_of(where))
    done = put_back(file, where, SystemClock(), replace=replace)
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
    for one in done.held:
        say_notice(
            f"Round {one.round} of {one.game} is held until you release it: orders that came after the backup are "
            f"not in its draft. See referee report {one.game} --draft; then referee release {one.game}, or discard."
        )
    say_notice(
        "What was filed after that is not there: compare the heads with the last reports that the players have "
        "(referee verify GAME --head). Then look at referee mail queue, and let the mail go: referee mail release "
        "--all, or --none."
    )


def _listener_of(where: str) -> LmtpSettings | None:
    """Where `referee serve` takes mail for a database; None if that is not known."""
    from referee.config import look_at_mail, read_settings

    try:
        _, mail = look_at_mail()
        is_own = read_settings(None).db == where
    except UserError:  # settings at fault are no reason to do without a backup
        return None
    return mail.lmtp if mail is not None and is_own else None


def export(
    context: typer.Context,
    game: Game,
    public: Annotated[
        bool, typer.Option("--public", help="The public log alone, for everybody who wants to check it.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A new file; .gz is compressed. Else printed.", show_default=False),
    ] = None,
    db: Database = None,
) -> None:
    """Write a whole game as JSON Lines, for another database of yours, or its public log, for everybody."""
    from referee.service.move_game import export_game, write_export

    extent: Final = "public" if public else "all"
    with reading(context, db) as work:
        lines = export_game(work, game, extent)
    if out is None:
        for line in lines:
            typer.echo(line)
        return
    write_export(lines, out, extent)
    note_done(f"{out} is written")
    say(f"{out} is written: {'the public log' if public else 'the whole game'} of {game}.")
    if not public:
        say_notice(
            "It holds all hands and tiles: keep it where nobody else can read it. Who holds the seats, their "
            "addresses and the mails are not in it."
        )


def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A whole game.", show_default=False)],
    name: Annotated[
        str | None,
        typer.Option("--as", metavar="GAME", help="Under another name.", show_default=False),
    ] = None,
    db: Database = None,
) -> None:
    """Bring in a game that was exported from another database, and go on with it: its log stays what it was."""
    from referee.clock import SystemClock
    from referee.service.move_game import import_game

    done = import_game(database(context, db), SystemClock(), file, name)
    note_done(f"{done.game} is imported")
    say(f"{done.game} is imported, verified, head {done.head.short}.")
    if done.game != done.before:
        say_notice(
            f"Its reports so far call it {done.before}: with them too it is verified under the name {done.game}."
        )
    say_notice(
        f"Who holds the seats did not come along: referee player add HANDLE --mail ADDRESS --seat {done.game}"
    )


def upgrade(
    context: typer.Context,
    check: Annotated[
        bool,
        typer.Option("--check", help="Only look what this referee makes of each game; nothing is changed."),
    ] = False,
    db: Database = None,
) -> None:
    """Bring a database of an older referee up to date, after a backup; each game is verified and audited first."""
    from referee.clock import SystemClock
    from referee.service.upgrade import upgrade as bring_up_to_date

    if check:
        _check(database(context, db))
        return
    done = bring_up_to_date(database(context, db), SystemClock())
    if done.backup is None:
        say(f"The database is up to date (schema {done.schema}).")
        return
    note_done("the database is up to date")
    say(f"The database is up to date. As it was (schema {done.schema}) it is kept: {done.backup}")


def _check(where: str) -> None:
    from referee.clock import SystemClock
    from referee.service.upgrade import look_before

    found = look_before(where, SystemClock())
    for fault in found.guards:
        say_notice(f"FAULT  the database is no longer guarded against changes: {fault}")
    for one in found.verdicts:
        for fault in one.faults:
            say_notice(f"FAULT  {one.game}: {fault}")
        for difference in one.differences or ():
            say_notice(f"DIFFERS  {one.game}: {difference}")
        if one.holds:
            say(f"{one.game}: verified and audited, head {one.head.short}")
    is_it = "up to date" if found.is_up_to_date else "to be brought up to date (referee upgrade)"
    say(f"Schema {found.schema}: {is_it}.")
    if not found.holds:
        say_error(found.trouble)
        raise typer.Exit(REFUSED)
