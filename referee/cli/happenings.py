"""What came of rounds and mails that nobody waits for, a line each, as soon as it is known."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.cli.screen import listed, note_done, say, say_error, say_warning
from referee.errors import UserError
from referee.service.endings import over
from referee.service.unfinished import UnfinishedError

if TYPE_CHECKING:
    from referee.config import Settings
    from referee.service.failed import Failed
    from referee.service.hold_round import Held
    from referee.service.resolve_all import Done
    from referee.service.resolve_round import Resolved
    from referee.service.take_mail import Taken


@dataclass(slots=True)
class Tally:
    """What has been done with rounds so far, and what could not be."""

    resolved: list[Resolved] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)

    def count(self, one: Done) -> None:
        """Count it, and note it for whoever is interrupted: it is committed."""
        from referee.service.failed import Failed
        from referee.service.hold_round import Held
        from referee.service.resolve_round import Resolved

        if isinstance(one, Resolved):
            self.resolved.append(one)
            note_done(f"round {one.round} of {one.game} is resolved")
        elif isinstance(one, Held):
            self.held.append(one)
            note_done(f"round {one.round} of {one.game} is held")
        elif isinstance(one, Failed):
            self.failed.append(one)

    @property
    def said(self) -> str:
        """`3 rounds resolved, 1 held, 1 could not be`."""
        rounds = "1 round" if len(self.resolved) == 1 else f"{len(self.resolved)} rounds"
        to_see = f", {len(self.held)} held" if self.held else ""
        return f"{rounds} resolved{to_see}{f', {len(self.failed)} could not be' if self.failed else ''}"


@contextmanager
def tallied() -> Iterator[Tally]:
    """Counts what is done; what ends it in the middle, such as a database that went away, is no refusal then."""
    tally = Tally()
    try:
        yield tally
    except UserError as trouble:
        if not (tally.resolved or tally.held or any(one.was_held for one in tally.failed)):
            raise
        raise UnfinishedError(f"{tally.said}, but then: {trouble}") from trouble


def fetch_mail(settings: Settings) -> None:
    """Fetch what lies in the mailboxes of the settings, before rounds are decided; warn where that cannot be done."""
    if settings.mail is None:
        return
    from referee.clock import SystemClock
    from referee.service.fetch_mail import fetch_once

    for trouble in fetch_once(settings.db, settings.mail, SystemClock()):
        say_warning(trouble)


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
    return f"{failed.game} was not {'released' if failed.was_held else 'resolved'}: {failed.why}"


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
    """What came of a mail: `Mail 12 of alice in harbour: FILED`, and why; and of the round that was held."""
    whose = f" of {taken.handle} in {taken.game}" if taken.game is not None else ""
    came_of_it = taken.filed or taken.outcome
    gone = "" if taken.draft_gone is None else f" The draft of round {taken.draft_gone} was thrown away."
    return f"Mail {taken.key}{whose}: {came_of_it}{f' ({taken.reason})' if taken.reason else ''}.{gone}"
