"""The program `referee`: its commands, and what happens to whatever goes wrong."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Annotated, Final, NoReturn

import typer

from referee.cli import folders, games, logs, orders, rounds
from referee.cli.app import Refusing, Remembered
from referee.cli.options import Database

FAULT: Final = 70
"""Exit status for a fault of the program (EX_SOFTWARE)."""

INTERRUPTED: Final = 130
DEBUG: Final = "REFEREE_DEBUG"

app = typer.Typer(
    cls=Refusing,
    help="A referee for correspondence games of Acquire.",
    epilog="Exit status: 0 done; 1 orders understood with problems, filed all the same; 2 refused, nothing changed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich" if sys.stdout.isatty() else None,
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


for module in (folders, games, orders, rounds, logs):
    module.add_to(app)


def main() -> NoReturn:
    """Run the program. Nobody ever sees a stack trace who has not asked for one."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _forget_output()
        sys.exit(0)
    except Exception as fault:  # noqa: BLE001 (the outermost place: what arrives here is a fault of the program)
        _report(fault)
        sys.exit(FAULT)
    finally:
        _flush()
    sys.exit(0)


def _report(fault: Exception) -> None:
    if os.environ.get(DEBUG):
        traceback.print_exception(fault)
        return
    said = " ".join(str(fault).split())
    sys.stderr.write(
        f"referee: a fault of the program, not of yours: {type(fault).__name__}: {said}\n"
        f"Nothing was changed. Please report it, with the command and what {DEBUG}=1 makes it print.\n"
    )


def _flush() -> None:
    """Somebody who has read enough (`| head`) is no reason to complain."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()


def _forget_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
