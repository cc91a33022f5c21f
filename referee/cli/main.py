"""The program `referee`: its commands, and what happens to whatever goes wrong."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Final, NoReturn

import typer

from referee.cli import (
    corrections,
    doctor,
    editions,
    folders,
    games,
    help_orders,
    holding,
    logs,
    mail,
    mailbox,
    moving,
    orders,
    people,
    positions,
    press,
    rounds,
    seats,
    sending,
    trying,
    verify,
    work,
)
from referee.cli.app import DONE, FAULT, UNSAID, WITH_PROBLEMS, Refusing, Remembered
from referee.cli.options import Database
from referee.cli.screen import say_error, what_was_done
from referee.cli.streams import is_terminal, open_streams

INTERRUPTED: Final = 130
DEBUG: Final = "REFEREE_DEBUG"

app = typer.Typer(
    cls=Refusing,
    help="A referee for correspondence games of Acquire.",
    epilog="Exit status: 0 done; 1 orders understood with problems, filed all the same; 2 refused, nothing changed; "
    "74 done, but the answer could not be printed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich" if is_terminal(sys.stdout) else None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"referee {version('acquire-referee')}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    db: Database = None,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_show_version, help="Show the version and exit."),
    ] = False,
) -> None:
    """Remember what was said before the command."""
    del version  # its callback has answered
    context.obj = Remembered(db)


for module in (
    folders,
    games,
    orders,
    rounds,
    holding,
    corrections,
    work,
    logs,
    verify,
    positions,
    press,
    seats,
    people,
    editions,
    help_orders,
    trying,
    mail,
    mailbox,
    sending,
    moving,
    doctor,
):
    module.add_to(app)


def main() -> NoReturn:
    """Run the program. Nobody ever sees a stack trace who has not asked for one."""
    answer = open_streams()
    status = _run()
    sys.stdout.flush()
    if answer.complaint is not None and status in {DONE, WITH_PROBLEMS}:
        before = f"{_all_done()}, but " if what_was_done() else ""
        say_error(f"{before}the answer could not be printed: {answer.complaint}")
        status = UNSAID
    if status != DONE and is_receiving(sys.argv[1:]):
        status = mail.TRY_AGAIN
    sys.exit(status)


def is_receiving(words: Sequence[str]) -> bool:
    """Whether a mail server is at the other end: for any other status than 75 it would send the mail back."""
    before: str = ""
    for word in words:
        if not word.startswith("-") and before != "--db":
            return word == "receive"
        before = word
    return False


def _run() -> int:
    """Run the command that was typed: its exit status."""
    try:
        app()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else DONE
    except KeyboardInterrupt:
        if what_was_done():
            say_error(f"interrupted, but {_all_done()}.")
        return INTERRUPTED
    except Exception as fault:  # noqa: BLE001 (the outermost place: what arrives here is a fault of the program)
        _report(fault)
        return FAULT
    return DONE


def _report(fault: Exception) -> None:
    if os.environ.get(DEBUG):
        traceback.print_exception(fault)
        return
    said = " ".join(str(fault).split())
    say_error(
        f"a fault of the program, not of yours: {type(fault).__name__}: {said}\n"
        f"{f'Done before that: {_all_done()}' if what_was_done() else 'Nothing was changed'}. "
        f"Please report it, with the command and what {DEBUG}=1 makes it print."
    )


def _all_done() -> str:
    return "; ".join(what_was_done())
