"""`send`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from referee.cli.app import DONE, WITH_PROBLEMS, settings_with_mail
from referee.cli.options import AsJson, Database
from referee.cli.screen import note_done, say, say_json, say_notice

if TYPE_CHECKING:
    from referee.service.post_queue import Standstill
    from referee.service.send_mail import SendingDone, Tried

_SAYS: Final = {
    "sent": "Sent: {what} to {to}.",
    "later": "Not yet: {what} to {to}; again at {due}. {said}",
    "failed": "GIVEN UP: {what} to {to}. {said}",
    "unsure": "NOT SURE: {what} to {to}; {said}",
}


def add_to(app: typer.Typer) -> None:
    """Put the command on the program."""
    app.command("send")(send)


def send(
    context: typer.Context,
    now: Annotated[
        bool, typer.Option("--now", help="Although the queue stands still, because the server took nothing.")
    ] = False,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Send the mails that are due. Exit status 1: somebody should look at what it says."""
    from referee.clock import SystemClock
    from referee.service.send_mail import send_due_now

    settings = settings_with_mail(context, db)
    done = send_due_now(settings.db, SystemClock(), settings.mail, anyway=now)
    sent = sum(one.came_of_it == "sent" for one in done.tried)
    if sent:
        note_done(f"{sent} mail{'s are' if sent > 1 else ' is'} sent")
    if as_json:
        say_json(_as_json(done))
    else:
        _say(done)
    raise typer.Exit(WITH_PROBLEMS if done.is_stuck else DONE)


def _say(done: SendingDone) -> None:
    for one in done.tried:
        say(line_of(one))
    if done.held is not None:
        say_notice(done.held.in_words())
    elif done.standstill is not None:
        say_standstill(done.standstill)
    if done.waiting:
        say_notice(f"Mails that wait: {done.waiting} (referee mail queue).")
    elif not done.tried:
        say("Nothing is to be sent.")


def say_standstill(stands: Standstill) -> None:
    """Why no letter goes out, and what can be done."""
    say_notice(f"{stands.in_words()} By itself at {stands.until}.")


def line_of(one: Tried) -> str:
    """What came of a letter, on a line."""
    return _SAYS[one.came_of_it].format(what=one.what, to=one.to, due=one.due, said=one.said).rstrip()


def _as_json(done: SendingDone) -> dict[str, Any]:
    return {
        "tried": [
            {"what": one.what, "to": one.to, "came_of_it": one.came_of_it, "said": one.said, "due": one.due}
            for one in done.tried
        ],
        "standstill": None
        if done.standstill is None
        else {"since": done.standstill.since, "until": done.standstill.until, "why": done.standstill.why},
        "held": None if done.held is None else done.held.since,
        "waiting": done.waiting,
    }
