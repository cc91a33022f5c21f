"""Where a mail belongs: the game and the seats that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orders import tree
from referee.db.holders import seats_held_by
from referee.db.people import Person
from referee.mail.verdict import Sender
from referee.report.letters import on_one_line
from referee.rules.events import BagOpened, Seat
from referee.service.game_log import GameLog, Work
from referee.service.order_text import OrdersRefusedError
from referee.service.seating import held_in


@dataclass(frozen=True, slots=True)
class Place:
    """The game and the seats that a mail is about; `handle` is how its writer is called there."""

    log: GameLog
    seats: tuple[Seat, ...]
    handle: str

    @property
    def about(self) -> str:
        """`harbour, round 5, alice`."""
        number = "" if self.log.desk.round is None else f", round {self.log.desk.round}"
        return f"{self.log.name}{number}, {self.handle}"


def place_meant(work: Work, sender: Sender, person: Person, header: tree.Header) -> Place:
    """Where somebody plays about whom he writes. Raises OrdersRefusedError where that is not clear."""
    if sender.game is not None and sender.handle is not None:
        log = work.log(sender.game)
        return Place(log, log.seats_of(sender.handle), sender.handle)
    places = _places_of(work, person, header.game)
    meant = [place for place in places if header.player is None or _is_meant(place, header.player)]
    if len(meant) == 1:
        return meant[0]
    raise OrdersRefusedError(_why_unclear(places, header))


def _places_of(work: Work, person: Person, game: str | None) -> list[Place]:
    """Where somebody plays: in the game of that name, or in all that are not over."""
    names = dict.fromkeys(one.game for one in seats_held_by(work.unit, person.key))
    if game is not None:
        names = dict.fromkeys(name for name in names if name.casefold() == game.casefold())
    places = []
    for name in names:
        if game is None and work.unit.last_kind(name) == BagOpened.KIND:
            continue  # it is over: whoever has played for ten years has many of these, and none is read for a mail
        log = work.log(name)
        if log.desk.ended is not None and game is None:
            continue
        held = held_in(work, log, person.key)
        handles = dict.fromkeys(log.name_of(log.desk.seats_of_holder(seat)) for seat in held)
        places += [Place(log, log.seats_of(handle), handle) for handle in handles]
    return places


def _is_meant(place: Place, player: str) -> bool:
    return player.casefold() in {place.handle.casefold(), *(seat.casefold() for seat in place.seats)}


def _why_unclear(places: Sequence[Place], header: tree.Header) -> str:
    if header.game is not None and not places:
        return f"You do not play in a game called {header.game}. Correct the line, or answer a report of the game."
    if not places:
        return "You are in no game that is being played, so nothing was filed."
    if header.player is not None and not any(_is_meant(place, header.player) for place in places):
        return f"You do not play as {header.player}. Correct the line, or leave it out."
    games = list(dict.fromkeys(place.log.name for place in places))
    if len(games) > 1:
        named = " or ".join(on_one_line(f"`game {name}`") for name in games)
        return f"You play in several games. Write which one these orders are for: {named}."
    named = " or ".join(on_one_line(f"`player {place.handle}`") for place in places)
    return f"You hold several seats in {games[0]}. Write for which these orders are: {named}."
