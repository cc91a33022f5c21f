"""A referee of one game who files, plays, opens rounds again and rules, in as few words as can be."""

from __future__ import annotations

from service_helpers import GOOD, PLAYERS

from referee.rules import events as e
from referee.rules.apply import fold
from referee.service.file_orders import file_orders
from referee.service.make_ruling import make_ruling
from referee.service.reopen_round import Asked, foresee_reopening, reopen_round
from referee.service.resolve_round import resolve_round
from referee.service.show_report import show_report
from referee.service.verify_game import verify_game

BUYING = "tile any\nfound any\nbuy 3 the cheapest chain\nmerger any: sell all\n"
WHY = "A mail had been overlooked."


class Referee:
    """The game harbour, and what its referee does with it."""

    def __init__(self, work):
        self.work = work

    def file(self, seat, text=GOOD):
        return file_orders(self.work, "harbour", seat, text, "test")

    def play(self, rounds=1, text=BUYING):
        for _ in range(rounds):
            for seat in PLAYERS:
                if seat not in self.log.desk.left:
                    self.file(seat, text)
            self.resolve()

    def resolve(self):
        return resolve_round(self.work, "harbour", misses_meant=True)

    def foresee(self, number, **orders):
        return foresee_reopening(self.work, Asked("harbour", number, WHY, orders))[0]

    def reopen(self, number, *, why=WHY, bag_meant=False, at_once=False, misses_meant=False, **orders):
        return reopen_round(
            self.work,
            Asked("harbour", number, why, orders),
            bag_meant=bag_meant,
            at_once=at_once,
            misses_meant=misses_meant,
        )

    def rule(self, *cash, shares=(), ends=False, text="So be it."):
        return make_ruling(self.work, "harbour", text, cash, shares, ends=ends)

    def report(self, reader=None, number=None):
        return show_report(self.work, "harbour", number, reader, fresh=False).body.decode()

    @property
    def log(self):
        return self.work.log("harbour")

    @property
    def state(self):
        return fold(one.event for one in self.log.entries)

    def facts(self, number):
        """What happened in a round that counts, from its first play on; the next opening included."""
        begins = self.log.plays_begin(number)
        rest = self.log.entries[begins:]
        end = next((place for place, one in enumerate(rest, 1) if isinstance(one.event, e.RoundOpened)), None)
        return rest[:end]

    def holds(self):
        found = verify_game(self.work, "harbour", audit=True)
        assert (found.faults, found.differences) == ((), ())
