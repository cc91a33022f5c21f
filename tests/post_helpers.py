"""What the tests of sending share: a database with letters to go out, and a clock that is set by hand."""

from __future__ import annotations

import email
from dataclasses import dataclass
from pathlib import Path

from databases import empty_database
from deaths import patch
from smtp_puppet import Puppet

from referee.clock import FixedClock, later
from referee.db.outbox import Letter, Posted, letter_named, letters_on_their_way, post
from referee.db.people import add_person, person_named
from referee.db.sending import remembered
from referee.db.store import open_store
from referee.mail.compose import compose, letter_name
from referee.mail.office import Office
from referee.mail.settings import MailSettings, SmtpSettings
from referee.mail.world import Identity
from referee.service.send_mail import SendingDone, send_due_now

AT = "2026-12-04T18:00:00Z"
FAR_AHEAD = later(AT, 3600 * 24 * 3650)
REFEREE = "boss@acquire.example"
OFFICE = Office(Identity("ref@acquire.example", b"a secret for the tests"), "Referee", REFEREE)
PEOPLE = ("alice", "bob", "carol")


def address_of(handle: str) -> str:
    return REFEREE if handle == "the referee" else f"{handle}@players.example"


@dataclass
class PostHouse:
    """A database of letters, and what is done with it at a moment."""

    database: str
    at: str = AT

    def write(self, handle: str, *, kind: str = "report", text: str = "Hello.\n", number: int = 1) -> str:
        """Put a letter into the outbox: its name."""
        (name,) = self.write_many(handle, text, 1, kind=kind, first=number)
        return name

    def write_many(self, handle, text, count, *, kind="report", first=1) -> list[str]:
        """The same for so many letters at once: their names."""
        sort = kind if kind in {"report", "answer", "stranger"} else "notice"
        with open_store(self.database) as store, store.write() as unit:
            person = person_named(unit, handle)
            names = [letter_name(sort, handle, number) for number in range(first, first + count)]
            for name in names:
                made = compose(
                    OFFICE, sort, name, address_of(handle), subject="harbour", text=text, at=self.at
                )
                envelope = (made.sender, made.recipient, made.body)
                letter = Letter(name, kind, *envelope, person and person.key, "harbour")
                assert post(unit, letter, self.at)
        return names

    def send(self, server: Puppet | SmtpSettings, *, office=OFFICE, **more) -> SendingDone:
        """Send what is due."""
        smtp = server.settings() if isinstance(server, Puppet) else server
        return send_due_now(self.database, FixedClock(self.at), MailSettings(office, smtp), **more)

    def wait(self, minutes: float) -> None:
        """Let time pass."""
        self.at = later(self.at, 60 * minutes)

    def letter(self, name: str) -> Posted:
        with open_store(self.database) as store, store.read() as unit:
            found = letter_named(unit, name)
            assert found is not None
            return found

    def waiting(self) -> list[Posted]:
        """All that has not been sent, given up or not."""
        with open_store(self.database) as store, store.read() as unit:
            return letters_on_their_way(unit, 100)

    def remembered(self) -> str | None:
        with open_store(self.database) as store, store.read() as unit:
            return remembered(unit, "queue")


def post_house(folder: Path) -> PostHouse:
    """A new one, in which three people are registered."""
    database = empty_database(folder)
    with open_store(database) as store, store.write() as unit:
        for handle in PEOPLE:
            add_person(unit, handle, "", [address_of(handle)], AT)
    return PostHouse(database)


def to_whom(server: Puppet) -> list[str]:
    """The recipients of what a server took, in order."""
    return [one.recipient.partition("@")[0] for one in server.taken]


def notices(server):
    """The subjects of what the referee was told."""
    told = [email.message_from_bytes(one.body) for one in server.taken if one.recipient == REFEREE]
    return [str(one["Subject"]) for one in told]


def sends(_, database, at, port, step):
    """Send what is due, in a process that dies at a step, if one is told."""
    if step:
        patch(*step)
    smtp = SmtpSettings("127.0.0.1", port, tls="none", timeout=60)
    send_due_now(database, FixedClock(at), MailSettings(OFFICE, smtp))
