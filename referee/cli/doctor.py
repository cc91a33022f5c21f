"""`doctor` and `secret`: whether everything is set up as it should be, and the one thing that is made for it."""

from __future__ import annotations

import sys
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from referee.cli.app import DONE, REFUSED, WITH_PROBLEMS, database_said
from referee.cli.options import AsJson, Database
from referee.cli.screen import WIDTH, note_done, say, say_json, say_notice
from referee.cli.streams import is_terminal
from referee.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.service.findings import Finding, Level, Patient

STATUS: Final = {"ok": DONE, "warning": WITH_PROBLEMS, "fault": REFUSED}
COLOURS: Final = {"ok": "green", "warning": "yellow", "fault": "red"}


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("doctor")(doctor)
    app.command("secret")(secret)


def doctor(context: typer.Context, as_json: AsJson = False, db: Database = None) -> None:
    """Check settings, database, mail in and out. Exit status: 0 all well, 1 warnings, 2 faults."""
    from referee.service.doctor import examine, worst_of

    findings: list[Finding] = []
    for finding in examine(_patient(database_said(context, db))):
        findings.append(finding)
        if not as_json:
            _show(finding)
    worst: Level = worst_of(findings)
    if as_json:
        say_json([asdict(finding) for finding in findings])
    else:
        say_notice(_summed_up(findings), bold=True)
    if STATUS[worst] != DONE:
        raise typer.Exit(STATUS[worst])


def secret(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="The file. Else the one that referee.toml names, else `secret` here.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Make the secret of the reply tokens, in a file that only its owner can read."""
    from referee.clock import SystemEntropy
    from referee.service.make_secret import make_secret

    place = file or _secret_file()
    make_secret(place, SystemEntropy())
    note_done(f"{place} is made")
    say_notice(f"Made: {place}. Only you can read it.", bold=True)
    say_notice("Keep a copy where the database's is kept: without it no reply token is believed any more.")


def _secret_file() -> Path:
    from referee.config import look_at_mail

    _, found = look_at_mail()
    return Path("secret") if found is None or found.secret_file is None else found.secret_file


def _patient(db: str | None) -> Patient:
    """What there is to look at, whatever cannot be read."""
    from referee.clock import SystemClock
    from referee.config import CONFIG_FILE, look_at_mail, read_settings
    from referee.service.findings import Patient

    trouble, database = None, None
    file, mail = Path.cwd() / CONFIG_FILE, None
    try:
        file, mail = look_at_mail()
    except UserError as problem:
        trouble = str(problem)
    try:
        database = read_settings(db).db
    except UserError as problem:
        trouble = trouble or str(problem)
    return Patient(file, mail, trouble, database, SystemClock())


def _show(finding: Finding) -> None:
    """A line for a program, a paragraph for a person."""
    head = f"{finding.level:<8} {finding.check:<9} "
    text = f"{finding.said} {finding.todo}".rstrip()
    if is_terminal(sys.stdout):
        text = textwrap.fill(text, WIDTH - len(head), break_long_words=False, break_on_hyphens=False).replace(
            "\n", "\n" + " " * len(head)
        )
    say(f"{head}{text}", colour=COLOURS[finding.level])


def _summed_up(findings: Sequence[Finding]) -> str:
    counts = {level: sum(one.level == level for one in findings) for level in STATUS}
    told = [
        f"{counts[level]} {level}{'' if counts[level] == 1 else 's'}"
        for level in ("fault", "warning")
        if counts[level]
    ]
    return f"{' and '.join(told)}." if told else "All is well."
