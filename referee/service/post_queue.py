"""The queue of letters as a whole: it stands still when the server takes nothing from us, and goes on by itself."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final

from referee.clock import later
from referee.db.outbox import NEVER_SO_LATE, Posted
from referee.db.sending import remember, remembered
from referee.db.unit import Unit
from referee.mail.office import Office
from referee.mail.smtp import Step
from referee.service.game_log import Work
from referee.service.letters import tell_referee
from referee.service.post_schedule import pause_after

_QUEUE: Final = "queue"
_OF_US: Final = frozenset({"mail", "auth", "data"})
"""Where a refusal says something about us, or about what we send, that waiting does not mend."""

_WHERE: Final[dict[Step, str]] = {
    "connect": "could not be reached, or did not want to talk",
    "tls": "could not make the line secret",
    "auth": "did not let us log in",
    "mail": "refused our address as a sender",
    "rcpt": "hung up again and again",
    "data": "refused a letter itself",
}


@dataclass(frozen=True, slots=True)
class Standstill:
    """The queue stands still since a moment, and is tried again at another.

    `why` is a sentence with what the server said, `letter` the name of the letter that was refused ("" where it was
    none), `tries` how often it was tried in vain, `told` whether the referee has been told.
    """

    since: str
    until: str
    why: str
    letter: str
    tries: int
    told: bool

    def is_over(self, at: str) -> bool:
        """Whether it is time to try again; also where the moment was told by a clock that went ahead."""
        return self.until <= at or self.until > later(at, NEVER_SO_LATE)

    def in_words(self) -> str:
        """A sentence for whoever looks after the machine; the same as long as it is the same standstill."""
        return f"The mail stands still since {self.since}: {self.why}. To try at once: referee send --now."


def standstill(unit: Unit) -> Standstill | None:
    """Why the queue stands still; None if it does not."""
    stored = remembered(unit, _QUEUE)
    return None if stored is None else Standstill(**json.loads(stored))


def resume(work: Work) -> None:
    """The server takes letters from us."""
    remember(work.unit, _QUEUE, None)


def stop(work: Work, step: Step, said: str, letter: Posted | None) -> None:
    """Let the queue stand still for a while, `letter` having been refused at a step (None: it is about no letter).

    The pauses grow, but not where it is the same letter again: it must not keep the others waiting. The referee is
    told once, when the refusal is one that he must mend.
    """
    before = standstill(work.unit)
    name = "" if letter is None else letter.name
    same_again = before is not None and bool(name) and before.letter == name
    tries = (0 if before is None else before.tries) + (not same_again)
    since = work.at if before is None else before.since
    why = f"the mail server {_WHERE[step]}: {said}"
    told = before is not None and before.told
    if not told and step in _OF_US and not _is_for_referee(work.office, letter):
        _tell(work, why, name or since)
        told = True
    now = Standstill(since, later(work.at, pause_after(tries)), why, name, tries, told)
    remember(work.unit, _QUEUE, json.dumps(asdict(now)))


def _is_for_referee(office: Office | None, letter: Posted | None) -> bool:
    return letter is not None and is_for_referee(office, letter)


def is_for_referee(office: Office | None, letter: Posted) -> bool:
    """Whether a letter goes to the referee himself: its own fate is not told to him by yet another one."""
    return (
        office is not None
        and office.referee is not None
        and letter.recipient.casefold() == office.referee.casefold()
    )


def _tell(work: Work, why: str, about: str) -> None:
    tell_referee(
        work,
        ("queue", about),
        "THE MAIL STANDS STILL",
        "The mail server takes nothing from us at the moment. Nothing is lost: it is tried again by itself, at "
        "longer and longer intervals.",
        [("Since", work.at), ("Why", why)],
        ["referee doctor", "referee mail queue", "referee send --now"],
    )
