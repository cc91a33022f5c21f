"""The referee's machine as it runs day and night: mail is taken in, read, answered and sent.

Each of its duties can be done by a command of its own as well, at the same time even: what is done is decided in the
database, by whoever is first. So nothing is lost when this is killed, and nothing is done twice.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias

from referee.clock import A_DAY, Clock
from referee.db.store import open_store
from referee.errors import UserError
from referee.mail.envelope import Envelope
from referee.mail.lmtp import Door, listening
from referee.mail.recipients import is_ours
from referee.mail.settings import MailSettings
from referee.mail.sources import Brought, Store
from referee.service.failed import Failed
from referee.service.fetch_mail import boxes, fetch_once
from referee.service.purge_mail import purge_old
from referee.service.receive_mail import Source, store_mail
from referee.service.release_due import release_due
from referee.service.resolve_round import Resolved
from referee.service.send_mail import Tried, send_due_now
from referee.service.take_mail import Taken, take_waiting
from referee.service.unfinished import UnfinishedError

LOOKS_EVERY: Final = 2.0
"""Seconds after which the inbox and the outbox are looked at though nobody said that there is something new."""

RELEASES_EVERY: Final = 10.0
"""Seconds between two looks for rounds that have been held long enough."""

PURGES_EVERY: Final = float(A_DAY)

NAMES: Final[dict[Source, str]] = {"imap": "fetching mail by IMAP", "maildir": "looking into the Maildir"}


Happening: TypeAlias = Taken | Tried | Resolved | Failed | str
"""A mail that was taken, a letter that was tried, a round that was held and is released, or could not be, or a
sentence: what we do, or what went wrong."""

Heard: TypeAlias = Callable[[Happening], None]
"""Who hears of what happens, from whatever thread."""


async def serve(database: str, mail: MailSettings, clock: Clock, heard: Heard, stop: asyncio.Event) -> None:
    """Do all duties until `stop` is set; what has been begun by then is finished.

    Raises UserError where the listener's place cannot be had, or the database not be used.
    """
    with open_store(database):
        pass  # brings it up to date: mail falls into a database of today's schema only
    house = _House(database, mail, clock, heard, asyncio.get_running_loop())
    async with house.door() as place:
        duties = [asyncio.create_task(_keep_doing(duty, heard, stop)) for duty in house.duties()]
        heard(f"Ready{f'; taking mail by LMTP at {place}' if place else ''}.")
        await stop.wait()
        await asyncio.gather(*duties)


def do_once(database: str, mail: MailSettings, clock: Clock) -> Iterator[Happening]:
    """Fetch, read, release and send what there is now and forget what is old, each though another cannot be done.

    Raises UserError as `serve`.
    """
    yield from fetch_once(database, mail, clock)
    yield from take_waiting(database, mail.office, clock)
    yield from release_due(database, mail.office, clock)
    if mail.smtp is not None:
        done = send_due_now(database, clock, mail)
        yield from done.tried
        if done.why_still is not None:
            yield done.why_still
    try:
        purge_old(database, clock, mail.keep_days)
    except UnfinishedError as problem:
        yield str(problem)


@dataclass(frozen=True, slots=True)
class _Duty:
    """Something that is done every so many seconds, and when its bell is rung; `do` blocks."""

    name: str
    every: float
    do: Callable[[], None]
    bell: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(frozen=True, slots=True)
class _House:
    """What all duties share, and the two bells: something is to be read, something is to be sent."""

    database: str
    mail: MailSettings
    clock: Clock
    heard: Heard
    loop: asyncio.AbstractEventLoop
    to_read: asyncio.Event = field(default_factory=asyncio.Event)
    to_send: asyncio.Event = field(default_factory=asyncio.Event)
    told: dict[Source, tuple[str, ...]] = field(default_factory=dict)
    """What was said of single mails at the last look into a mailbox: it is not said again until it is otherwise."""

    def duties(self) -> Iterator[_Duty]:
        """All of them."""
        yield _Duty("reading mail", LOOKS_EVERY, self._read, self.to_read)
        if self.mail.smtp is not None:
            yield _Duty("sending mail", LOOKS_EVERY, self._send, self.to_send)
        for source, every, look in boxes(self.mail):
            yield _Duty(NAMES[source], every, partial(self._fetch, look, source))
        yield _Duty("releasing what is held", RELEASES_EVERY, self._release)
        yield _Duty("purging old mail", PURGES_EVERY, self._purge)

    @contextlib.asynccontextmanager
    async def door(self) -> AsyncIterator[str]:
        """Listen by LMTP where that is set up; where, "" nowhere."""
        if self.mail.lmtp is None:
            yield ""
            return
        identity = self.mail.office.identity
        door = Door(
            name=identity.domain,
            is_ours=lambda address: is_ours(address, identity),
            store=self._storing("lmtp"),
            fault=lambda problem: self.heard(f"A mail was not taken: {_told(problem)}"),
        )
        async with listening(self.mail.lmtp, door) as there:
            yield there.place

    def _storing(self, source: Source) -> Store:
        store = store_mail(self.database, source, self.clock)

        def and_ring(raw: bytes, envelope: Envelope) -> None:
            store(raw, envelope)
            self._ring(self.to_read)

        return and_ring

    def _ring(self, bell: asyncio.Event) -> None:
        self.loop.call_soon_threadsafe(bell.set)

    def _read(self) -> None:
        for taken in take_waiting(self.database, self.mail.office, self.clock):
            self.heard(taken)
            self._ring(self.to_send)

    def _release(self) -> None:
        for done in release_due(self.database, self.mail.office, self.clock):
            self.heard(done)
            self._ring(self.to_send)

    def _send(self) -> None:
        done = send_due_now(self.database, self.clock, self.mail)
        for tried in done.tried:
            self.heard(tried)
        if done.why_still is not None:
            raise UserError(done.why_still)

    def _fetch(self, look: Callable[[Store], Brought], source: Source) -> None:
        faults = look(self._storing(source)).faults
        for fault in faults:
            if fault not in self.told.get(source, ()):
                self.heard(fault)
        self.told[source] = faults

    def _purge(self) -> None:
        purge_old(self.database, self.clock, self.mail.keep_days)


async def _keep_doing(duty: _Duty, heard: Heard, stop: asyncio.Event) -> None:
    """Do a duty again and again; what goes wrong with it is told once, until it is something else."""
    told = ""
    while not stop.is_set():
        duty.bell.clear()
        try:
            await asyncio.to_thread(duty.do)
            trouble = ""
        except Exception as problem:  # noqa: BLE001 (one duty that fails must not end the others, nor itself)
            trouble = _told(problem)
        if trouble and trouble != told:
            heard(f"In {duty.name}: {trouble}")
        told = trouble
        await _rung(duty, stop)


async def _rung(duty: _Duty, stop: asyncio.Event) -> None:
    """Wait until it is time for a duty, or the end."""
    waiting = {asyncio.create_task(duty.bell.wait()), asyncio.create_task(stop.wait())}
    _, late = await asyncio.wait(waiting, timeout=duty.every, return_when=asyncio.FIRST_COMPLETED)
    for one in late:
        one.cancel()
    await asyncio.gather(*late, return_exceptions=True)


def _told(problem: BaseException) -> str:
    """What is said of something that went wrong: a fault of the program by its kind alone, it may quote a mail."""
    return (
        str(problem)
        if isinstance(problem, UserError | UnfinishedError)
        else f"a fault of the program: {type(problem).__name__}"
    )
