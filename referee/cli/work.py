"""`work`."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from referee.cli.app import DONE, WITH_PROBLEMS, settings_with_mail
from referee.cli.happenings import Tally, fetch_mail, say_happening, tallied
from referee.cli.options import AsJson, Database
from referee.cli.screen import say, say_json


def add_to(app: typer.Typer) -> None:
    """Put the command on the program."""
    app.command("work")(work)


def work(
    context: typer.Context,
    until_idle: Annotated[
        bool, typer.Option("--until-idle", help="End when nothing is left that may be resolved.")
    ] = False,
    ready: Annotated[
        bool, typer.Option("--ready", help="Only rounds in which all whose orders are in have said `ready`.")
    ] = False,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Resolve all rounds whose orders are in, beside any other workers. Exit status 1: a game could not be."""
    from referee.clock import SystemClock
    from referee.service.resolve_all import resolve_all

    settings = settings_with_mail(context, db)
    with tallied() as tally:
        try:
            fetch_mail(settings)
            with _told_to_stop() as stop:
                for one in resolve_all(
                    settings.db,
                    settings.office,
                    SystemClock(),
                    pause=stop.wait,
                    hold=settings.hold,
                    ready_only=ready,
                    until_idle=until_idle,
                ):
                    tally.count(one)
                    if not as_json:
                        say_happening(one)
        finally:
            if as_json:
                say_json(_as_json(tally))
    if not as_json:
        say(f"{tally.said}.", bold=True)
    raise typer.Exit(WITH_PROBLEMS if tally.failed else DONE)


@contextmanager
def _told_to_stop() -> Iterator[threading.Event]:
    """What is set when we are told to stop: a round that has been begun is finished."""
    stop = threading.Event()
    signals = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(number, lambda *_: stop.set()) for number in signals]
    try:
        yield stop
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _as_json(tally: Tally) -> dict[str, Any]:
    return {
        "resolved": [
            {
                "game": one.game,
                "round": one.round,
                "next_round": one.next_round,
                "ended": one.ended,
                "left": list(one.left),
                "unread_press": one.unread_press,
            }
            for one in tally.resolved
        ],
        "held": [{"game": one.game, "round": one.round, "until": one.due} for one in tally.held],
        "failed": [{"game": one.game, "why": one.why} for one in tally.failed],
    }
