"""What came of rounds and mails that nobody waits for, a line each, as soon as it is known."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from referee.cli.screen import listed, say, say_error
from referee.service.endings import over

if TYPE_CHECKING:
    from referee.service.failed import Failed
    from referee.service.resolve_all import Done
    from referee.service.resolve_round import Resolved
    from referee.service.take_mail import Taken


def say_happening(one: Done) -> None:
    """What was done, or could not be, as soon as it was."""
    from referee.service.failed import Failed
    from referee.service.resolve_round import Resolved
    from referee.service.take_mail import Taken

    if isinstance(one, Failed):
        say_error(failed_line(one))
    elif isinstance(one, Taken):
        say(taken_line(one))
    elif isinstance(one, Resolved):
        say(resolved_line(one))
    else:
        say(f"Round {one.round} of {one.game} is held until {one.due}: referee report {one.game} --draft")
    sys.stdout.flush()


def failed_line(failed: Failed) -> str:
    """Which game it is, and why it could not be done."""
    return f"{failed.game} was not resolved: {failed.why}"


def resolved_line(done: Resolved) -> str:
    """What came of a round, in short."""
    left = f" {listed(done.left)} left the game." if done.left else ""
    then = (
        f"the game is over: {over(done.ended)}"
        if done.next_round is None
        else f"round {done.next_round} is open"
    )
    press = f" Press that waits for you: {done.unread_press}." if done.unread_press else ""
    return f"Round {done.round} of {done.game} is resolved; {then}.{left}{press}"


def taken_line(taken: Taken) -> str:
    """What came of a mail: `Mail 12 of alice in harbour: FILED`, and why."""
    whose = f" of {taken.handle} in {taken.game}" if taken.game is not None else ""
    came_of_it = taken.filed or taken.outcome
    return f"Mail {taken.key}{whose}: {came_of_it}{f' ({taken.reason})' if taken.reason else ''}."
