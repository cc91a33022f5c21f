"""The referee of a game with press: what he does with it, and what he sees of it."""

from __future__ import annotations

from referee.db.press import waiting_press
from referee.rules import events as e
from referee.service.file_orders import file_orders
from referee.service.press import show_press
from referee.service.resolve_round import resolve_round
from referee.service.show_report import show_report
from referee.service.verify_game import verify_game


class Referee:
    """The game harbour, and what its referee does with it."""

    def __init__(self, work) -> None:
        self.work = work

    def file(self, seat, text):
        return file_orders(self.work, "harbour", seat, text, "test")

    def resolve(self):
        return resolve_round(self.work, "harbour", misses_meant=True)

    def report(self, reader=None, number=None, *, fresh=False):
        return show_report(self.work, "harbour", number, reader, fresh=fresh).body.decode()

    def waiting(self):
        return [(one.seat, one.round, one.text) for one in waiting_press(self.work.unit, "harbour")]

    def published(self):
        return [
            one.event for one in self.work.log("harbour").written if isinstance(one.event, e.PressPublished)
        ]

    def press(self, reader=None, number=None):
        """The lines of press in a report."""
        _, _, section = self.report(reader, number).partition("\nTHE PRESS\n")
        return [line for line in section.partition("\n-----")[0].splitlines() if line]

    def verified(self):
        found = verify_game(self.work, "harbour", audit=True)
        return [*found.faults, *found.differences]


def keys_of(game):
    return {one.words: one.key for one in show_press(game.work, "harbour").items}
