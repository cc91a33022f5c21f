"""What reading a mail asks, answered from the database."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from referee.db.holders import holder_of
from referee.db.inbox import Arrived, contents_under
from referee.db.people import person_at, person_with_key
from referee.db.unit import UnknownGameError
from referee.errors import UserError
from referee.mail.world import Identity, PlayerNow
from referee.service.game_log import Work
from referee.service.seating import held_in


@dataclass(frozen=True, slots=True)
class House:
    """The house as it is when a mail is read; a `referee.mail.world.World`."""

    work: Work
    arrived: Arrived
    identity: Identity

    def contents_under(self, message_id: str) -> Collection[str]:
        """The contents of all mails with that Message-ID that arrived before this one."""
        return contents_under(self.work.unit, message_id, self.arrived.key)

    def player(self, game: str, handle: str) -> PlayerNow | None:
        """Who plays under a handle in a game, as things stand."""
        try:
            log = self.work.log(game)
        except UnknownGameError:
            return None
        try:
            seats = log.seats_of(handle)
        except UserError:
            return None
        if any(seat in log.desk.left for seat in seats):
            return None
        tenure = log.tenures.count(seats[0])
        person = holder_of(self.work.unit, log.name, seats[0], tenure)
        return PlayerNow(log.name, log.name_of(seats), tenure, None if person is None else person.key)

    def person_at(self, address: str) -> int | None:
        """Whose address it is."""
        person = person_at(self.work.unit, address)
        return None if person is None else person.key

    def person_with_key(self, key: str) -> int | None:
        """Whose key it is."""
        person = person_with_key(self.work.unit, key)
        return None if person is None else person.key

    def is_player(self, person: int, game: str) -> bool:
        """Whether a person holds a seat in a game."""
        return bool(held_in(self.work, self.work.log(game), person))
