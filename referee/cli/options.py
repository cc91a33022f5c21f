"""The options that several commands have."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

Database: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="PATH|URL",
        help="The database: a file or a postgresql:// URL. Else REFEREE_DB, else referee.toml, else referee.db.",
        show_default=False,
    ),
]
Game: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help="The game's name.", show_default=False)]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="For programs.")]
