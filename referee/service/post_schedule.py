"""When a letter that did not go out is tried again, and what becomes of one after each attempt. Pure."""

from __future__ import annotations

from typing import Final

from referee.clock import later
from referee.db.outbox import Posted
from referee.db.sending import Settled
from referee.mail.smtp import Lost, Outcome, Refused, RefusedRecipient, Sent

MOST_STARTS: Final = 2
"""How often a letter's bytes may go out without a word that they were taken: once, and once more."""

_MINUTE: Final = 60
_FIRST: Final = (1, 5, 15, 30, 60, 120)
_THEN: Final = 240
"""Minutes to the next attempt: after the first ones, and after all others."""
_GIVEN_UP_AFTER: Final = 48 * 60
"""Minutes since a letter was made."""
_FEWEST: Final = len(_FIRST)
"""Attempts that a letter has in any case: it may have lain for days behind a queue that stood still."""

UNSURE: Final = "not known whether it arrived once, twice or not at all"


def pause_after(tries: int) -> int:
    """Seconds from the `tries`-th failure to the next attempt."""
    return _MINUTE * (_FIRST[tries - 1] if tries <= len(_FIRST) else _THEN)


def given_up(made: str, tries: int, due: str) -> bool:
    """Whether a letter made then, refused so often and to be tried next at `due`, is not tried any more."""
    return tries >= _FEWEST and due > later(made, _MINUTE * _GIVEN_UP_AFTER)


def is_unsure(found: Posted) -> bool:
    """Whether a letter, as it is found in the outbox, may not go out once more, although nobody knows that it has."""
    return found.state == "started" and found.starts >= MOST_STARTS


def settled_unsure(claimed: Posted, at: str, said: str = "") -> Settled:
    """What becomes of such a letter."""
    return Settled(
        "sent", ": ".join(filter(None, (UNSURE, said))), at, claimed.tries, claimed.starts, done=at
    )


def settled(claimed: Posted, outcome: Outcome, at: str, *, has_started: bool) -> Settled:
    """What becomes of a letter in hand; `has_started` if its bytes began to go out now, not only earlier."""
    known = claimed.starts - has_started
    match outcome:
        case Sent(said):
            return Settled("sent", said, at, claimed.tries, known, done=at)
        case RefusedRecipient(permanent=True, said=said):
            return Settled("failed", said, at, claimed.tries, known, done=at)
        case Lost(before_dot=False, said=said) if claimed.starts >= MOST_STARTS:
            return settled_unsure(claimed, at, said)
        case Lost(before_dot=False, said=said):
            tries = claimed.tries + 1
            return Settled("started", said, later(at, pause_after(tries)), tries, claimed.starts)
        case RefusedRecipient(said=said) | Refused(said=said) | Lost(said=said):
            return _tried_later(claimed, said, at, known)


def _tried_later(claimed: Posted, said: str, at: str, starts: int) -> Settled:
    tries = claimed.tries + 1
    due = later(at, pause_after(tries))
    if given_up(claimed.made, tries, due):
        return Settled("failed", said, at, tries, starts, done=at)
    return Settled("waiting", said, due, tries, starts)
