"""`receive` and `serve`: how mail comes in, is read and goes out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from referee.cli import sending
from referee.cli.app import database_said, settings_with_mail
from referee.cli.happenings import failed_line, resolved_line, taken_line
from referee.cli.options import Database
from referee.cli.screen import note_done, say, say_error
from referee.errors import UserError

if TYPE_CHECKING:
    from referee.mail.settings import MailSettings
    from referee.service.serve import Happening

TRY_AGAIN: Final = 75
"""Whatever goes wrong with a mail is no fault of its sender: the mail server is to keep it and come again
(EX_TEMPFAIL)."""

READ_AT_ONCE: Final = 20
"""Mails that are read while the mail server waits for `receive`; it must not wait until it loses its patience."""

LARGEST: Final = 64 * 1024 * 1024
"""Bytes that are taken from a mail server; more than any of them passes on."""


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("receive")(receive)
    app.command("serve")(serve)


def receive(
    context: typer.Context,
    recipients: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RECIPIENT]...", help="The addresses it was sent to.", show_default=False),
    ] = None,
    sender: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="SENDER", help="The envelope's sender; empty for a bounce.", show_default=False
        ),
    ] = None,
    db: Database = None,
) -> None:
    """Take one mail from the standard input, as a mail server pipes it. Exit status 0: taken; 75: come again."""
    from referee.clock import SystemClock
    from referee.config import read_settings
    from referee.service.receive_mail import receive_mail

    if sys.stdin is None:
        raise UserError("The standard input is closed. Send the mail through `<` or a pipe.")
    raw = sys.stdin.buffer.read(LARGEST)
    while sys.stdin.buffer.read(LARGEST):
        pass  # a server that writes into a closed pipe takes that for a fault of ours
    if not raw:
        raise UserError("There is no mail on the standard input.")
    database = read_settings(database_said(context, db)).db
    receive_mail(database, SystemClock(), raw, sender, recipients or ())
    note_done("the mail is stored")
    _read_at_once(context, db)


def _read_at_once(context: typer.Context, db: str | None) -> None:
    """Read what waits, if that can be done; the mail is safe, so that nothing of this is the server's business."""
    from referee.clock import SystemClock

    try:
        settings = settings_with_mail(context, db)
        if settings.mail is not None:
            from referee.service.take_mail import take_waiting

            for _ in take_waiting(settings.db, settings.mail.office, SystemClock(), most=READ_AT_ONCE):
                pass
    except Exception as problem:  # noqa: BLE001 (whatever it is: the mail waits, and the next one who reads finds it)
        said = (
            str(problem)
            if isinstance(problem, UserError)
            else f"a fault of the program: {type(problem).__name__}"
        )
        say_error(f"the mail is stored, and waits to be read: {said}")


def serve(
    context: typer.Context,
    once: Annotated[
        bool, typer.Option("--once", help="Fetch, read and send what there is, and end.")
    ] = False,
    db: Database = None,
) -> None:
    """Take in, read, answer and send mail until stopped (SIGTERM, Ctrl-C)."""
    settings = settings_with_mail(context, db)
    if settings.mail is None:
        raise UserError("There is no [mail] in referee.toml, so there is nothing to do. Set mail up first.")
    if once:
        _once(settings.db, settings.mail)
    else:
        _until_stopped(settings.db, settings.mail)


def _once(database: str, mail: MailSettings) -> None:
    from referee.clock import SystemClock
    from referee.service.serve import do_once

    for one in do_once(database, mail, SystemClock()):
        say(_line(one))


def _until_stopped(database: str, mail: MailSettings) -> None:
    import asyncio
    import signal

    from referee.clock import SystemClock
    from referee.service.serve import serve as keep_serving

    def heard(one: Happening) -> None:
        say(_line(one))
        sys.stdout.flush()

    async def run() -> None:
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await keep_serving(database, mail, SystemClock(), heard, stop)

    asyncio.run(run())


def _line(one: Happening) -> str:
    """What happened, on a line: no address, and nothing that a mail says."""
    from referee.service.failed import Failed
    from referee.service.resolve_round import Resolved
    from referee.service.take_mail import Taken

    if isinstance(one, str):
        return one
    if isinstance(one, Failed):
        return failed_line(one)
    if isinstance(one, Resolved):
        return resolved_line(one)
    return taken_line(one) if isinstance(one, Taken) else sending.line_of(one)
