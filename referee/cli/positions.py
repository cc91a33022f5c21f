"""`position` and `adopt`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.app import reading, writing
from referee.cli.games import show_seated, warn_of_ignored, warn_of_seed
from referee.cli.options import Database, Game
from referee.cli.screen import listed, note_done, say_bytes, say_notice, say_warning


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("position")(position)
    app.command("adopt")(adopt)


def position(
    context: typer.Context,
    game: Game,
    number: Annotated[
        int | None,
        typer.Option(
            "--round",
            min=1,
            metavar="N",
            help="With which round N began; else the open one.",
            show_default=False,
        ),
    ] = None,
    with_bag: Annotated[
        bool,
        typer.Option(
            "--with-bag",
            help="Also the tiles left in their order and the seed: the same game goes on exactly.",
        ),
    ] = False,
    db: Database = None,
) -> None:
    """Print the position of a round as TOML, all hands included: for the referee alone."""
    from referee.service.show_position import show_position

    with reading(context, db) as work:
        text = show_position(work, game, number, with_bag=with_bag)
    say_bytes(text.encode())


def adopt(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="The position, as `position` prints it.", show_default=False),
    ],
    name: Annotated[
        str | None,
        typer.Option("--as", metavar="GAME", help="Another name than the file has.", show_default=False),
    ] = None,
    db: Database = None,
) -> None:
    """Go on with a game that was begun elsewhere, and publish its first reports (round 0)."""
    from referee.clock import SystemEntropy
    from referee.service.adopt_position import adopt_position, plan_adoption
    from referee.service.seating import seated_in

    planned = plan_adoption(file, SystemEntropy(), name)
    with writing(context, db, create=True, posts=True) as work:
        log = adopt_position(work, planned)
        seated = seated_in(work, log)
    note_done(f"{log.name} is open")
    warn_of_ignored(log.ignored)
    warn_of_seed(planned.seed, is_bag_given=planned.has_bag)
    for note in planned.notes:
        say_warning(note)
    say_notice(f"{log.name} goes on: {listed(log.seats)}.", bold=True)
    say_notice(f"Round {log.desk.round} is played by {', '.join(log.desk.plays)}.")
    show_seated(seated)
    say_notice(
        "Orders filed elsewhere are not known here, standing ones neither: they have to be filed again."
    )
    say_notice(f"The first reports: referee report {log.name} --for {log.seats[0]}")
