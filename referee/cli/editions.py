"""`editions`: what there is to play. Loads no database: whoever looks for an edition may have none."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.screen import say


def add_to(app: typer.Typer) -> None:
    """Put the command on the program."""
    app.command("editions")(editions)


def editions(
    edition: Annotated[
        str | None,
        typer.Argument(
            metavar="[EDITION|FILE]",
            help="One edition, or a club's own from its file; else all are listed.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """List the editions, or show one with its price card."""
    from referee.service.show_editions import show_edition, show_editions

    say((show_editions() if edition is None else show_edition(edition)).rstrip("\n"))
