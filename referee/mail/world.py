"""What reading a mail needs to know of the house: asked, never taken."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

ReplyStyle: TypeAlias = Literal["plus", "whole", "none"]
"""What a Reply-To looks like: `ref+GAME.HANDLE.ROUND.TOKEN@…`, the same without `ref+` (a domain all mail of which
comes to us), or the plain address, where neither is possible."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who we are in the mail: our address, what our tokens are made with, and whose word on senders we take."""

    address: str
    secret: bytes = field(repr=False)
    authserv_ids: tuple[str, ...] = ()
    """The names under which our own server writes Authentication-Results; none: it does not."""
    reply_style: ReplyStyle = "plus"

    @property
    def local(self) -> str:
        """What stands before the @ of our address."""
        return self.address.rpartition("@")[0]

    @property
    def domain(self) -> str:
        """What stands after it."""
        return self.address.rpartition("@")[2]


@dataclass(frozen=True, slots=True)
class PlayerNow:
    """Somebody in a game as things stand: names as the game writes them, and who holds the seat.

    `handle` is that of the person where one plays two seats. `person` is None where nobody is registered for the
    seat, `tenure` counts its holders from 1.
    """

    game: str
    handle: str
    tenure: int
    person: int | None


class World(Protocol):
    """The questions of `intake`. Names and addresses are compared without regard to case."""

    @property
    def identity(self) -> Identity:
        """Who we are."""
        ...

    def contents_under(self, message_id: str) -> Collection[str]:
        """The contents (`Mail.content`) of all earlier mails with a Message-ID."""
        ...

    def player(self, game: str, handle: str) -> PlayerNow | None:
        """Who plays under a handle in a game; None where there is no such game or handle, or the seat is left."""
        ...

    def person_at(self, address: str) -> int | None:
        """Whose address it is."""
        ...

    def person_with_key(self, key: str) -> int | None:
        """Whose key it is."""
        ...

    def is_player(self, person: int, game: str) -> bool:
        """Whether a person holds a seat in a game."""
        ...
