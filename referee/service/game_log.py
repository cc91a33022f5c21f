"""A game's log between the store and the rules: records there, entries here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.db.codec import Record
from referee.db.drafts import drop_draft
from referee.db.links import Head
from referee.db.unit import Unit
from referee.errors import UserError
from referee.mail.office import Office
from referee.round.corrections import Correction, begun_before, corrections_of
from referee.round.desk import Desk, desk_of
from referee.round.effective import effective
from referee.rules import events as e
from referee.rules.sides import persons_of
from referee.rules.switches import Switches
from referee.service.records import Tenures, drafts_of, entries_of, head_of


@dataclass(frozen=True)
class GameLog:
    """A game as its log tells it up to `head`; `written` is all of it, in order, `times` when each was written."""

    name: str
    written: tuple[e.Entry, ...]
    head: Head
    times: tuple[str, ...] = ()

    @cached_property
    def entries(self) -> list[e.Entry]:
        """What counts: everything but what a later reopening cancels."""
        return list(effective(self.written))

    @cached_property
    def corrections(self) -> tuple[Correction, ...]:
        """What was corrected, void corrections too."""
        return corrections_of(self.written, self.times)

    @cached_property
    def desk(self) -> Desk:
        """The open round and everything filed."""
        return desk_of(self.entries, comes_again_to=begun_before(self.written))

    def plays_begin(self, number: int) -> int:
        """How many entries there are before the first play of a round: all of them, if it was not played."""
        played = (
            place for place, one in enumerate(self.entries) if one.round == number and one.play is not None
        )
        return next(played, len(self.entries))

    def desk_before_plays(self, number: int) -> Desk:
        """The desk with which a round was played; folded once for all who read of it."""
        if number not in self._desks:
            self._desks[number] = desk_of(self.entries[: self.plays_begin(number)])
        return self._desks[number]

    @cached_property
    def _desks(self) -> dict[int, Desk]:
        """The desks that were asked for, by the round that was played with them."""
        return {}

    @cached_property
    def tenures(self) -> Tenures:
        """How many have held each seat; no event is put to it."""
        return Tenures(entry.event for entry in self.written)

    @cached_property
    def opening(self) -> e.GameOpened:
        """What the game was opened with."""
        first = self.written[0].event
        if not isinstance(first, e.GameOpened):
            raise e.UnreadableEvent("a game's first event is its opening")
        return first

    @cached_property
    def persons(self) -> dict[str, tuple[e.Seat, ...]]:
        """Everybody who plays, by handle, with his seats: two each with `four_hands`, else one."""
        return persons_of(self.seats, Switches.from_data(self.opening.switches))

    @property
    def ignored(self) -> tuple[str, ...]:
        """The switches that somebody asked for and that do not fit the game."""
        return self.opening.ignored

    @property
    def seats(self) -> tuple[e.Seat, ...]:
        """All seats in their order."""
        return self.desk.seats

    def seats_of(self, handle: str) -> tuple[e.Seat, ...]:
        """The seats meant by a handle, in any case: all of a person, or one. Raises UserError if there are none."""
        said = handle.strip().lower()
        for person, seats in self.persons.items():
            if person.lower() == said:
                return seats
        for seat in self.seats:
            if seat.lower() == said:
                return (seat,)
        raise UserError(f"Nobody in {self.name} is called '{handle}'. Its players are {self.players()}.")

    def name_of(self, seats: Sequence[e.Seat]) -> str:
        """The handle of whoever plays these seats: a seat's own, or that of the person whose seats they all are."""
        return next((person for person, own in self.persons.items() if own == tuple(seats)), seats[0])

    def players(self) -> str:
        """All handles that can be said, as a list."""
        return ", ".join(
            person if len(seats) == 1 else f"{person} ({', '.join(seats)})"
            for person, seats in self.persons.items()
        )

    def with_more(self, entries: Sequence[e.Entry], at: str) -> GameLog:
        """The log as it would be with more at its end, written at `at`; its head is that of what is written."""
        return GameLog(self.name, (*self.written, *entries), self.head, (*self.times, *(at for _ in entries)))

    def refuse_if_longer(self, seen: int | None) -> None:
        """Refuse to go on if more was written since the referee looked at it, when it stood at record `seen`."""
        if seen is not None and self.head.seq != seen:
            raise UserError(
                f"{self.name} has gone on since you were shown what would change. Nothing was changed; look again."
            )


class Work:
    """A unit of work at one moment, and the logs that were read or written in it.

    In a writing unit nobody else can write before it ends, so a log once read stays true.
    """

    def __init__(self, unit: Unit, at: str, office: Office | None = None) -> None:
        """Work through `unit`; `at` is the time that its records bear, `office` what letters are written with.

        Without an office no letters are written: mail is not set up.
        """
        self.unit = unit
        self.at = at
        self.office = office
        self.games_read: set[str] = set()
        """The games whose logs were asked for, be they readable or not."""
        self.drafts_gone: list[tuple[str, int]] = []
        """The games whose held round is held no more, since something was written: each with that round."""
        self._logs: dict[str, GameLog] = {}

    def log(self, game: str) -> GameLog:
        """The log of a game, named in any case; its chain is verified."""
        name = self.unit.game(game).name
        self.games_read.add(name)
        if name not in self._logs:
            self._logs[name] = log_of(name, self.unit.load(name))
        return self._logs[name]

    def append(self, log: GameLog, entries: Sequence[e.Entry]) -> GameLog:
        """The log with more at its end, as it will be read ever after; refused if somebody else was faster.

        A round that is held is thrown away by all but what changes nothing of it: orders for later rounds.
        """
        if not all(log.desk.is_for_later(one.event) for one in entries) and drop_draft(self.unit, log.name):
            self.drafts_gone.append((log.name, log.desk.round or 0))
        added = self.unit.append(log.name, log.head.seq, drafts_of(entries, self.at, log.tenures))
        longer = GameLog(
            log.name,
            (*log.written, *entries_of(added)),
            head_of(added),
            (*log.times, *(one.at for one in added)),
        )
        self._logs[log.name] = longer
        return longer


def log_of(name: str, records: Sequence[Record]) -> GameLog:
    """The log that some records make, from the first on."""
    return GameLog(name, tuple(entries_of(records)), head_of(records), tuple(one.at for one in records))
