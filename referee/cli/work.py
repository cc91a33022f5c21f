"""`work`."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.app import DONE, WITH_PROBLEMS, settings_with_mail
from referee.cli.happenings import say_happening
from referee.cli.options import AsJson, Database
from referee.cli.screen import note_done, say, say_json
from referee.errors import UserError
from referee.service.unfinished import UnfinishedError

if TYPE_CHECKING:
    from referee.service.failed import Failed
    from referee.service.hold_round import Held
    from referee.service.resolve_round import Resolved


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
    from referee.service.failed import Failed
    from referee.service.hold_round import Held
    from referee.service.resolve_all import resolve_all
    from referee.service.resolve_round import Resolved

    settings = settings_with_mail(context, db)
    resolved: list[Resolved] = []
    held: list[Held] = []
    failed: list[Failed] = []
    try:
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
                if isinstance(one, Resolved):
                    resolved.append(one)
                    note_done(f"round {one.round} of {one.game} is resolved")
                elif isinstance(one, Held):
                    held.append(one)
                    note_done(f"round {one.round} of {one.game} is held")
                elif isinstance(one, Failed):
                    failed.append(one)
                if not as_json:
                    say_happening(one)
    except UserError as trouble:
        if not resolved:
            raise
        raise UnfinishedError(f"{_rounds(resolved)} resolved, but then: {trouble}") from trouble
    finally:
        if as_json:
            say_json(
                {
                    "resolved": [_as_json(one) for one in resolved],
                    "held": [{"game": one.game, "round": one.round, "until": one.due} for one in held],
                    "failed": [{"game": one.game, "why": one.why} for one in failed],
                }
            )
    if not as_json:
        unresolved = f", {len(failed)} could not be" if failed else ""
        to_see = f", {len(held)} held" if held else ""
        say(f"{_rounds(resolved)} resolved{to_see}{unresolved}.", bold=True)
    raise typer.Exit(WITH_PROBLEMS if failed else DONE)


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


def _as_json(done: Resolved) -> dict[str, Any]:
    return {
        "game": done.game,
        "round": done.round,
        "next_round": done.next_round,
        "ended": done.ended,
        "left": list(done.left),
        "unread_press": done.unread_press,
    }


def _rounds(resolved: Sequence[Resolved]) -> str:
    return "1 round" if len(resolved) == 1 else f"{len(resolved)} rounds"
