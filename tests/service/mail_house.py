"""A house with a game, its players and their mail: what tests of mail need, on a real database."""

from __future__ import annotations

import email
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from databases import empty_database

from referee.clock import FixedClock, FixedEntropy
from referee.db.holders import Holder, keep_holder
from referee.db.inbox import latest_mails
from referee.db.people import add_person, person_named
from referee.mail.envelope import Envelope
from referee.mail.office import Office
from referee.mail.tokens import reply_address
from referee.mail.world import Identity
from referee.service.game_file import game_from_words
from referee.service.open_game import open_game, plan_game
from referee.service.post_reports import post_latest
from referee.service.receive_mail import store_mail
from referee.service.resolve_round import resolve_round
from referee.service.take_mail import take_waiting
from referee.service.transactions import reading, writing
from referee.service.with_mail_read import with_mail_read

NOW = "2026-11-28T10:00:00Z"
SECRET = b"a secret of tests, long enough"
OFFICE = Office(
    Identity("ref@acquire.example", SECRET, ("mx.acquire.example",)),
    "Acquire referee",
    "owner@acquire.example",
)
PROVEN = "mx.acquire.example; dmarc=pass header.from=players.example"
ORDERS = "tile any\nbuy nothing\n"
TOML = f"""\
[mail]
address = "{OFFICE.identity.address}"
authserv_id = "{OFFICE.identity.authserv_ids[0]}"
secret = "{SECRET.decode()}"
"""


@dataclass
class Letter:
    """A letter in the outbox, with what a mail program shows of it."""

    kind: str
    sender: str
    recipient: str
    mail: EmailMessage

    @property
    def subject(self) -> str:
        return self.mail["Subject"]

    @property
    def text(self) -> str:
        return self.mail.get_content().replace("\r\n", "\n")


class MailHouse:
    """A database in a folder, with the game harbour of alice, bob and carol unless other games are opened."""

    def __init__(self, folder: Path, *, office: Office = OFFICE, server: str | None = None) -> None:
        """Where the tests keep their databases, or in a server's database, which is empty, at the URL `server`."""
        self.folder = folder
        self.database = empty_database(folder) if server is None else server
        self.office = office
        self.now = NOW
        self._sent = 0
        self.handles: tuple[str, ...] = ()

    @property
    def clock(self) -> FixedClock:
        return FixedClock(self.now)

    def working(self):
        return writing(self.database, self.clock, create=True, office=self.office)

    def looking(self):
        return reading(self.database, self.clock)

    def opens(self, game: str = "harbour", *handles: str, switches: tuple[str, ...] = ()) -> None:
        """A game of registered people; who is not registered yet is."""
        self.handles = handles or ("alice", "bob", "carol")
        asked = game_from_words(game, self.handles, "classic", list(switches))
        planned = plan_game(asked.name, asked.plan, FixedEntropy(game))
        with self.working() as work:
            for handle in self.handles:
                if person_named(work.unit, handle) is None:
                    add_person(work.unit, handle, handle.title(), [f"{handle}@players.example"], self.now)
            log = open_game(work, game, planned)
            sit(work, game, {seat: who for who, own in log.persons.items() for seat in own}, self.now)
            for seat in log.seats:
                post_latest(work, game, seat)

    def sets_up(self, more: str = "") -> None:
        """The settings of mail for the program itself, `more` being further lines: the house's own office."""
        toml = self.folder / "referee.toml"
        toml.touch(mode=0o600)
        toml.write_text(f'[referee]\ndb = "{self.database}"\n{TOML}{more}')

    def mail(
        self,
        text: str,
        *,
        sender: str = "alice@players.example",
        to: str = "ref@acquire.example",
        proven: bool = True,
        message_id: str | None = None,
        subject: str = "orders",
    ) -> bytes:
        """A mail as a mail program and our own server make it."""
        self._sent += 1
        made = EmailMessage()
        if proven:
            made["Authentication-Results"] = PROVEN
        made["From"], made["To"], made["Subject"] = sender, to, subject
        made["Date"] = "Sat, 28 Nov 2026 09:59:30 +0000"
        made["Message-ID"] = message_id or f"<{self._sent}@players.example>"
        made.set_content(text)
        return made.as_bytes()

    def arrives(
        self, raw: bytes, to: str = "ref@acquire.example", sender: str | None = "x@players.example"
    ) -> None:
        """A mail falls into the inbox."""
        store_mail(self.database, "lmtp", self.clock)(raw, Envelope(sender, (to,)))

    def writes(self, handle: str, text: str, **how) -> list:
        """A player replies to the report of the open round; what came of it."""
        to = self.reply_address(handle)
        self.arrives(self.mail(text, sender=f"{handle}@players.example", to=to, **how), to)
        return self.takes()

    def takes(self) -> list:
        """All that waits is read."""
        return list(take_waiting(self.database, self.office, self.clock))

    def reply_address(self, handle: str, round_number: int | None = None, game: str = "harbour") -> str:
        with self.looking() as work:
            log = work.log(game)
            number = log.desk.round if round_number is None else round_number
            return reply_address(self.office.identity, log.name, handle, number or 0, 1)

    def resolves(self, game: str = "harbour", *, missing: bool = True) -> list:
        return self.when_mail_is_read(lambda work: resolve_round(work, game, misses_meant=missing))

    def when_mail_is_read(self, act) -> list:
        """What came of the mails that waited, and last of what is done then."""
        return list(with_mail_read(self.database, self.office, self.clock, act))

    def letters(self, to: str | None = None, *, kind: str | None = None) -> list[Letter]:
        """The letters in the outbox in the order in which they were written."""
        from sqlmodel import col, select

        from referee.db.tables import OutboxRow

        with self.looking() as work:
            rows = work.unit.session.exec(
                select(OutboxRow.kind, OutboxRow.sender, OutboxRow.recipient, OutboxRow.body).order_by(
                    col(OutboxRow.key)
                )
            ).all()
        found = [
            Letter(one[0], one[1], one[2], email.message_from_bytes(one[3], policy=default)) for one in rows
        ]
        address = None if to is None else to if "@" in to else f"{to}@players.example"
        return [
            one
            for one in found
            if (address is None or one.recipient == address) and (kind is None or one.kind == kind)
        ]

    def answer(self, handle: str) -> Letter:
        """The last answer to a player."""
        return self.letters(handle, kind="answer")[-1]

    def inbox(self):
        with self.looking() as work:
            return list(reversed(latest_mails(work.unit, 1000)))

    def log(self, game: str = "harbour"):
        with self.looking() as work:
            return work.log(game)

    def in_force(self, handle: str, game: str = "harbour") -> str:
        return self.log(game).desk.in_force(handle).text()


def sit(work, game: str, seats: dict[str, str], at: str = NOW) -> None:
    """Registered people hold the seats of a game: by handle, or, where none is said, those whose handle it is."""
    for seat, handle in seats.items():
        person = person_named(work.unit, handle or seat)
        keep_holder(work.unit, game, Holder(seat, 1, person.name, at, person.key))
