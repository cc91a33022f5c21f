"""`log`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from referee.cli.app import reading
from referee.cli.options import AsJson, Database, Game
from referee.cli.screen import say
from referee.errors import UserError

if TYPE_CHECKING:
    from referee.service.show_log import LogLine


WIDEST: Final = 160
"""Characters of a value that a person is shown; programs get all of it."""

FEW: Final = 8
"""Entries of a table that a person is shown; the edition of a game has many more."""


LINE: Final = {"line", "text"}
"""What a line of orders has where a record tells of one."""


def add_to(app: typer.Typer) -> None:
    """Put the command on the program."""
    app.command("log")(log)


def log(
    context: typer.Context,
    game: Game,
    reader: Annotated[
        str | None,
        typer.Option("--for", metavar="HANDLE", help="What this player may see.", show_default=False),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything, for the referee.")] = False,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Print the public log, or what a player may see."""
    from referee.service.show_log import show_log

    if reader is not None and everything:
        raise UserError("--for and --all are two different logs. Leave one out.")
    with reading(context, db) as work:
        found = show_log(work, game, handle=reader, everything=everything)
    if as_json:
        for line in found.lines():
            typer.echo(line)
        return
    for record in found.seen():
        say(_readable(record))


def _readable(record: LogLine) -> str:
    """`  214  5.3  alice  shares_bought  chain Tower, count 3, price 600`, or `214 void …`."""
    place = "-" if record.round is None else f"{record.round}.{record.play or '-'}"
    data = ", ".join(
        f"{name} {_value(value)}" for name, value in record.data.items() if value not in (None, [], "")
    )
    void = " void" if record.void else ""
    return f"{record.seq:>5}{void}  {place:<5}  {record.seat or '-':<16}  {record.kind:<19}  {data}".rstrip()


def _value(value: Any) -> str:  # noqa: ANN401 (whatever JSON can hold)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict) and value.keys() >= LINE:
        return _line(value)
    if isinstance(value, list):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    if isinstance(value, dict):
        return (
            "{…}"
            if len(value) > FEW
            else "{" + ", ".join(f"{name} {_value(one)}" for name, one in value.items()) + "}"
        )
    lines = " | ".join(str(value).strip().splitlines())
    return lines if len(lines) <= WIDEST else f"{lines[:WIDEST]}…"


def _line(value: dict[str, Any]) -> str:
    """`line 3 (buy 3 Luxor: Luxor is not active)`: a line of orders, and why it did not answer."""
    where = f"{'standing ' if value.get('standing') else ''}line {value['line']}"
    why = f": {value['why']}" if value.get("why") else ""
    return _value(f"{where} ({str(value['text']).strip()}{why})")
