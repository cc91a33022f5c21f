"""`help`: pages for players, printed as they are. Loads no database: a player may have none."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Final

import typer

from referee.cli.screen import listed, say
from referee.errors import UserError

TOPICS: Final = {
    "orders": ("summary.txt", "how orders are written, on one screen"),
    "reference": ("REFERENCE.md", "the whole of it, with examples"),
}
"""The pages, each with its file beside the order language and what the list of topics says of it."""


def add_to(app: typer.Typer) -> None:
    """Put the command on the program."""
    app.command("help")(show_help)


def show_help(
    topic: Annotated[
        str | None,
        typer.Argument(
            metavar="[TOPIC]", help="Which page; without one they are listed.", show_default=False
        ),
    ] = None,
) -> None:
    """Explain how orders are written."""
    if topic is None:
        width = max(map(len, TOPICS))
        for name, (_, about) in TOPICS.items():
            say(f"referee help {name:<{width}}  {about}")
        say(f"referee --help{' ' * (width - 1)}  the commands; each has its own --help")
        return
    found = TOPICS.get(topic.lower())
    if found is None:
        raise UserError(f"there is no help on '{topic}'. There is help on {listed(TOPICS)}.")
    say(page(found[0]).rstrip("\n"))


def page(name: str) -> str:
    """The text of a page that ships with the order language."""
    return (files("orders") / name).read_text(encoding="utf-8")
