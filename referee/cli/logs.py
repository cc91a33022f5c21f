"""`log` and `verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from referee.cli.app import REFUSED, inspecting, reading
from referee.cli.options import AsJson, Database, Game
from referee.cli.screen import say, say_error, say_json, say_notice
from referee.errors import UserError

if TYPE_CHECKING:
    from referee.service.show_log import LogLine
    from referee.service.verify_game import Verdict


WIDEST: Final = 160
"""Characters of a value that a person is shown; programs get all of it."""

FEW: Final = 8
"""Entries of a table that a person is shown; the edition of a game has many more."""


LINE: Final = {"line", "text"}
"""What a line of orders has where a record tells of one."""


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("log")(log)
    app.command("verify")(verify)


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
    """`  214  5.3  alice  shares_bought  chain Tower, count 3, price 600`."""
    place = "-" if record.round is None else f"{record.round}.{record.play or '-'}"
    data = ", ".join(
        f"{name} {_value(value)}" for name, value in record.data.items() if value not in (None, [], "")
    )
    return f"{record.seq:>5}  {place:<5}  {record.seat or '-':<16}  {record.kind:<19}  {data}".rstrip()


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


def verify(
    context: typer.Context,
    game: Annotated[
        str,
        typer.Argument(metavar="GAME|FILE", help="A game, or a file of an exported one.", show_default=False),
    ],
    head: Annotated[
        str | None,
        typer.Option(
            metavar="SEQ:HASH",
            help="As the last line of a report states it: is it in the log?",
            show_default=False,
        ),
    ] = None,
    audit: Annotated[
        bool, typer.Option("--audit", help="Decide all orders and render all reports again, and compare.")
    ] = False,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Verify a game: chain, replay, invariants, reports; or the file of an exported one."""
    from referee.service.move_game import is_file_name
    from referee.service.verify_game import verify_game

    if is_file_name(game):
        _verify_file(game, head, audit=audit, as_json=as_json)
        return
    with inspecting(context, db) as (work, guards):
        found = verify_game(work, game, head, audit=audit, guards=guards)
    if as_json:
        say_json(_verdict_json(found))
    else:
        _show_verdict(found, head)
    if not found.holds:
        say_error(_what_to_do(found))
        raise typer.Exit(REFUSED)


def _verify_file(file: str, head: str | None, *, audit: bool, as_json: bool) -> None:
    from referee.service.move_game import verify_file

    if audit:
        raise UserError("A file is not audited. Import it into a database of its own, and audit it there.")
    found = verify_file(Path(file), head)
    if as_json:
        say_json(_verdict_json(found))
    else:
        for fault in found.faults:
            say_notice(f"FAULT  {fault}", colour="red")
        if found.holds:
            say_notice(
                f"{found.game}: {found.records} records, unchanged and in order, head {found.head.short}",
                bold=True,
            )
        if found.holds and head is not None:
            say(f"the log goes through {head}")
    if not found.holds:
        say_error(f"{file} does not hold: {found.faults[0]}. Ask for the file once more.")
        raise typer.Exit(REFUSED)


def _verdict_json(found: Verdict) -> dict[str, Any]:
    return {
        "game": found.game,
        "holds": found.holds,
        "records": found.records,
        "seq": found.head.seq,
        "head": found.head.hash,
        "reports": found.reports,
        "faults": list(found.faults),
        "differences": None if found.differences is None else list(found.differences),
    }


def _show_verdict(found: Verdict, head: str | None) -> None:
    for fault in found.faults:
        say_notice(f"FAULT  {fault}", colour="red")
    for difference in found.differences or ():
        say_notice(f"DIFFERS  {difference}", colour="yellow")
    if found.faults:
        return
    say_notice(
        f"{found.game}: {found.records} records, unchanged and in order, head {found.head.short}", bold=True
    )
    say_notice("replayed: tiles, shares and money add up; every tile and die is the one that was sealed")
    say(f"published: {found.reports} reports, each states a head of this log")
    if head is not None:
        say(f"the log goes through {head}")
    if found.differences == ():
        say_notice(
            "audit: the stored orders, decided again, give the same events, and these the same reports"
        )


def _what_to_do(found: Verdict) -> str:
    if found.faults:
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        return (
            f"{found.game} does not hold: {found.faults[0]}{more}. "
            "Put a backup in its place, and compare its head with a report's (referee verify --head)."
        )
    return (
        f"{found.game}: {len(found.differences or ())} of its rounds and reports come out otherwise now. The log "
        "holds; either the rules or templates of the referee have changed since, or a stored report was changed."
    )
