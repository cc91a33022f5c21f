"""Sending what is due in the outbox: one letter after the other, each step of it committed before the next.

Two senders at once, `serve` and a `send` beside it, never have the same letter in hand (`db/sending`): each claims it
for longer than handing it over can take. Who is killed leaves a claim that ends by itself.
"""

from __future__ import annotations

import asyncio
import math
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from referee.clock import Clock, later
from referee.db.failures import StoreError
from referee.db.outbox import Posted, State, count_by_state
from referee.db.people import note_bounce, person_numbered
from referee.db.sending import Settled, claim, is_due, settle, start
from referee.db.store import Store, open_store
from referee.db.unit import Unit
from referee.errors import UserError
from referee.mail.office import Office
from referee.mail.settings import MailSettings, SmtpSettings
from referee.mail.smtp import (
    STEPS_OF_A_LETTER,
    Line,
    Lost,
    Outcome,
    Parcel,
    Refused,
    RefusedRecipient,
    Sent,
    open_line,
)
from referee.mail.verdict import NO_MAILBOX
from referee.mail.wire import wire_domain
from referee.service.game_log import Work
from referee.service.letters import tell_referee, what_mends
from referee.service.post_hold import Held, held
from referee.service.post_queue import Standstill, is_for_referee, resume, standstill, stop
from referee.service.post_schedule import UNSURE, is_unsure, settled, settled_unsure

CameOf: TypeAlias = Literal["sent", "later", "failed", "unsure"]
"""`later`: it is tried again. `failed`: given up. `unsure`: it may have arrived once, twice or not at all, and is not
tried again."""

_SPARE_SECONDS: Final = 120
"""How much longer than handing it over can take a letter is claimed: for the database, which may be busy."""
_MOST_LOSSES: Final = 3
"""Lines lost one after another, after which something is wrong with more than a letter."""
_WRITING_TRIES: Final = 5
"""What became of a letter that has gone out must be written down: a busy database is asked again."""

_NO_SERVER: Final = (
    "There is no server to send mail through. Write into referee.toml:\n"
    "[mail.smtp]\n"
    'host = "smtp.acquire.example"\n'
    "port = 587\n"
    'user = "…"\n'
    'password_file = "…"'
)

_KINDS: Final = {
    "report": "report",
    "answer": "answer",
    "question": "question about an address",
    "unproven": "warning of a mail in another's name",
    "stranger": "answer to a stranger",
    "notice": "notice",
}


_CAME_OF: Final[dict[State, CameOf]] = {
    "sent": "sent",
    "failed": "failed",
    "waiting": "later",
    "started": "later",
}
_ADDRESS: Final = re.compile(r"[^\s<>()\[\]\"',;:]+@[^\s<>()\[\]\"',;:]+")


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a letter: `to` is a handle, never an address; `due` is when it is tried again, if it is."""

    what: str
    to: str
    came_of_it: CameOf
    said: str
    due: str | None = None


@dataclass(frozen=True, slots=True)
class SendingDone:
    """What came of sending: each letter that was tried, why the queue stands still if it does, how many wait.

    `held` where letters are held until the referee says what becomes of them.
    """

    tried: tuple[Tried, ...]
    standstill: Standstill | None
    waiting: int
    held: Held | None = None

    @property
    def why_still(self) -> str | None:
        """Why no letter goes out, as a sentence; None where that is not so."""
        still = self.held or self.standstill
        return None if still is None else still.in_words()

    @property
    def is_stuck(self) -> bool:
        """Whether somebody should look at it."""
        return self.why_still is not None or any(one.came_of_it in {"failed", "unsure"} for one in self.tried)


async def send_due(
    database: str, clock: Clock, mail: MailSettings | None, *, anyway: bool = False
) -> SendingDone:
    """Send what is due, until nothing is or the server takes no more; `anyway` although the queue stands still.

    The database is worked on in the loop's own thread: who has something else in that loop gives this one its own.

    Nothing is sent while letters are held, be it `anyway` or not.

    Raises UserError where no server is set up, StoreError where the database fails.
    """
    if mail is None or mail.smtp is None:
        raise UserError(_NO_SERVER)
    with open_store(database) as store:
        post_office = _PostOffice(store, clock, mail.office, mail.smtp)
        tried = await post_office.send_all(anyway=anyway)
        with store.read() as unit:
            counts = count_by_state(unit)
            return SendingDone(
                tuple(tried),
                standstill(unit),
                counts.get("waiting", 0) + counts.get("started", 0),
                held(unit),
            )


def send_due_now(
    database: str, clock: Clock, mail: MailSettings | None, *, anyway: bool = False
) -> SendingDone:
    """The same for whoever has no loop."""
    return asyncio.run(send_due(database, clock, mail, anyway=anyway))


class _NotOursError(Exception):
    """A letter that was in hand is so no more: its claim has ended, or its recipient was forgotten."""


@dataclass(slots=True)
class _InHand:
    """A letter being handed over; `has_started` when its bytes have begun to go out."""

    letter: Posted
    has_started: bool = False


class _PostOffice:
    """One round of sending: the store, the clock and the line."""

    def __init__(self, store: Store, clock: Clock, office: Office, smtp: SmtpSettings) -> None:
        self._store = store
        self._clock = clock
        self._office = office
        self._smtp = smtp
        self._lease = math.ceil(_SPARE_SECONDS + STEPS_OF_A_LETTER * smtp.timeout)
        self._line: Line | None = None
        self._line_served = False
        self._losses = 0
        self._has_stopped = False

    async def send_all(self, *, anyway: bool) -> list[Tried]:
        """Each letter that was tried, in that order."""
        tried: list[Tried] = []
        try:
            while await self._has_line(anyway=anyway):
                came_of_it = await self._send_next()
                if came_of_it is None:
                    break
                tried.append(came_of_it)
                anyway = False
                if self._has_stopped:
                    break
        finally:
            if self._line is not None:
                await self._line.close()
        return tried

    async def _has_line(self, *, anyway: bool) -> bool:
        """Whether there is a line to the server, a new one if there is need of one; where none comes about: stop."""
        if self._line is not None and self._line.is_open:
            return True
        at = self._clock.now()
        with self._store.read() as unit:
            stands = standstill(unit)
            if (
                held(unit)
                or not is_due(unit, at)
                or (stands is not None and not stands.is_over(at) and not anyway)
            ):
                return False
        opened = await open_line(self._smtp, wire_domain(self._office.identity.domain))
        if isinstance(opened, Line):
            self._line, self._line_served = opened, False
            return True
        with self._store.write() as unit:
            stop(self._work(unit), opened.step, without_addresses(opened.said), None)
        return False

    async def _send_next(self) -> Tried | None:
        """Send the letter that has been due longest; None if none is, or another sender has it in hand."""
        with self._store.write() as unit:
            work = self._work(unit)
            found = None if held(unit) else claim(unit, work.at, later(work.at, self._lease))
            if found is not None and is_unsure(found):
                return _conclude(work, found, settled_unsure(found, work.at))
        if found is None or self._line is None:
            return None
        in_hand = _InHand(found)
        parcel = Parcel(found.sender, found.recipient, found.body or b"")
        try:
            outcome = await self._line.send(parcel, lambda: self._start(in_hand))
        except _NotOursError:
            return self._write_down(
                in_hand, Lost("data", before_dot=True, said="it was taken out of our hands")
            )
        except BaseException:
            self._put_back(in_hand)
            raise
        if self._line_served and isinstance(outcome, Lost) and outcome.step == "mail":
            self._put_back(in_hand)  # it wants no more letters over one line, whichever they are
            return await self._send_next() if await self._has_line(anyway=True) else None
        self._line_served = True
        self._losses = self._losses + 1 if isinstance(outcome, Lost) else 0
        self._has_stopped = isinstance(outcome, Refused) or self._losses >= _MOST_LOSSES
        return self._write_down(in_hand, outcome)

    def _start(self, in_hand: _InHand) -> None:
        """Commit that the bytes are about to go out; only then may they."""
        with self._store.write() as unit:
            started = start(unit, in_hand.letter, later(self._clock.now(), self._lease))
        if started is None:
            raise _NotOursError
        in_hand.letter, in_hand.has_started = started, True

    def _put_back(self, in_hand: _InHand) -> None:
        """Interrupted before the bytes went out: the next may have it at once. Later nobody knows how far it got."""
        letter, at = in_hand.letter, self._clock.now()
        if not in_hand.has_started:
            with suppress(StoreError), self._store.write() as unit:  # else the claim ends by itself
                settle(unit, letter, Settled(letter.state, letter.said, at, letter.tries, letter.starts))

    def _write_down(self, in_hand: _InHand, outcome: Outcome) -> Tried:
        """Commit what came of a letter, however busy the database is: it may have gone out."""
        for _ in range(_WRITING_TRIES - 1):
            with suppress(StoreError):
                return self._written_down(in_hand, outcome)
        return self._written_down(in_hand, outcome)

    def _written_down(self, in_hand: _InHand, outcome: Outcome) -> Tried:
        letter = in_hand.letter
        with self._store.write() as unit:
            work = self._work(unit)
            if isinstance(outcome, Sent | RefusedRecipient):
                resume(work)
            elif self._has_stopped:
                by = letter if isinstance(outcome, Refused) else None
                stop(work, outcome.step, without_addresses(outcome.said), by)
            if isinstance(outcome, RefusedRecipient) and outcome.status.startswith(NO_MAILBOX):
                note_bounce(unit, letter.recipient)
            found = settled(letter, outcome, work.at, has_started=in_hand.has_started)
            return _conclude(work, letter, found)

    def _work(self, unit: Unit) -> Work:
        return Work(unit, self._clock.now(), self._office)


def _conclude(work: Work, letter: Posted, found: Settled) -> Tried:
    """Write down what becomes of a letter in hand, and tell the referee of one that has not arrived."""
    found = replace(found, said=without_addresses(found.said))
    person = None if letter.person is None else person_numbered(work.unit, letter.person)
    for_referee = is_for_referee(work.office, letter)
    to = person.handle if person is not None else "the referee" if for_referee else "somebody unregistered"
    of = "" if letter.game is None else f" of {letter.game}"
    tried = Tried(
        f"{_KINDS.get(letter.kind, letter.kind)}{of}", to, _CAME_OF[found.state], found.said, found.due
    )
    if found.said.startswith(UNSURE):
        tried = replace(tried, came_of_it="unsure")
    if not settle(work.unit, letter, found):
        return replace(
            tried, came_of_it="later", said="another sender, or a command, has taken it out of our hands"
        )
    if tried.came_of_it in {"failed", "unsure"} and letter.kind != "stranger" and not for_referee:
        _tell(work, letter, tried, handle=None if person is None else person.handle)
    return tried


def _tell(work: Work, letter: Posted, tried: Tried, handle: str | None) -> None:
    """A notice to the referee; never about one to himself, nor about an answer to a stranger, who may be anybody."""
    is_unsure_now = tried.came_of_it == "unsure"
    tell_referee(
        work,
        (tried.came_of_it, letter.name),
        f"{'PERHAPS NOT' if is_unsure_now else 'NOT'} DELIVERED: {tried.what} to {tried.to}",
        "The line to the mail server dropped while it had this mail, twice, or the program was stopped there. It may "
        "have arrived once, twice or not at all, and is not sent again."
        if is_unsure_now
        else "This mail could not be delivered, and is not tried any more.",
        [("Mail", tried.what), ("To", tried.to), ("Written", letter.made), ("Last word", tried.said)],
        [
            f"referee mail letter {letter.key}",
            *([f"referee mail resend {letter.key}"] if is_unsure_now else what_mends(letter.key, handle)),
        ],
    )


def without_addresses(said: str) -> str:
    """What a server said without the addresses in it, which are people's, or hold our tokens."""
    return _ADDRESS.sub("(address)", said)
