"""The referee of a game whose seats change hands: what he does with it, and what he sees of it."""

from __future__ import annotations

from service_helpers import GOOD

from referee.rules import events as e
from referee.service.file_orders import file_orders
from referee.service.game_log import Work
from referee.service.resolve_round import resolve_round
from referee.service.seats import hand_over, leave_seat
from referee.service.show_report import show_report
from referee.service.show_status import game_status
from referee.service.verify_game import verify_game

DEFAULTS = ()
SUBSTITUTE = ("leaver=substitute",)


class Referee:
    """The game harbour, and what its referee does with it."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def file(self, seat: str, text: str = GOOD) -> None:
        file_orders(self.work, "harbour", seat, text, "test")

    def resolve(self, *filing: str):
        for seat in filing:
            self.file(seat)
        return resolve_round(self.work, "harbour", misses_meant=True)

    def leaves(self, handle: str, *, end_meant: bool = False):
        return leave_seat(self.work, "harbour", handle, end_meant=end_meant)

    def comes(self, handle: str, person: str = "Dora Dove"):
        return hand_over(self.work, "harbour", handle, person)

    def report(self, reader: str | None = None, number: int | None = None) -> str:
        return show_report(self.work, "harbour", number, reader, fresh=False).body.decode()

    def status(self, seat: str):
        return next(one for one in game_status(self.work, "harbour").seats if one.seat == seat)

    def waits_for(self) -> tuple[str, ...]:
        return game_status(self.work, "harbour").waits_for

    @property
    def log(self):
        return self.work.log("harbour")

    def happened(self, kind: type[e.Event], seat: str | None = None) -> list[e.Event]:
        events = [one.event for one in self.log.entries if isinstance(one.event, kind)]
        return [one for one in events if seat in (None, one.seat)]

    def laid_by(self, seat: str, number: int) -> set[str]:
        """How the tiles of a seat were decided in a round."""
        return {
            one.event.by
            for one in self.log.entries
            if one.round == number and isinstance(one.event, e.TilePlaced) and one.event.seat == seat
        }

    def holds(self) -> None:
        """Everything that verifying looks at is in order, decided again and rendered again."""
        found = verify_game(self.work, "harbour", audit=True)
        assert (found.faults, found.differences) == ((), ())
