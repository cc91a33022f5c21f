"""Which registered person holds which seats now: the log knows the tenures, the table of holders the people."""

from __future__ import annotations

from dataclasses import dataclass

from referee.db.holders import Holder, drop_holder, holder_of, holders_of, keep_holder, seats_held_by
from referee.db.people import Person, all_people, people_called, person_named
from referee.errors import UserError
from referee.rules.events import Seat
from referee.service.damage import damage_told
from referee.service.game_log import GameLog, Work
from referee.service.post_reports import post_latest


@dataclass(frozen=True, slots=True)
class Placed:
    """All that a person plays in a game: `handle` is how he is called there."""

    game: str
    handle: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Seated:
    """The players of a game who are registered, by handle, and the handles that nobody is registered for."""

    people: dict[str, Person]
    unregistered: tuple[str, ...]


def held_in(work: Work, log: GameLog, person: int) -> tuple[Seat, ...]:
    """The seats of a game that a person holds now, in seat order."""
    held = {(one.seat, one.tenure) for one in seats_held_by(work.unit, person) if one.game == log.name}
    return tuple(
        seat for seat in log.seats if (seat, log.tenures.count(seat)) in held and seat not in log.desk.left
    )


def person_said(work: Work, said: str) -> Person | None:
    """Who is registered under a handle, or else the only one of exactly that name; None if nobody is.

    Raises UserError where several have that name.
    """
    found = person_named(work.unit, said.strip())
    if found is not None:
        return found
    called = people_called(work.unit, " ".join(said.split()))
    if len(called) > 1:
        handles = " or ".join(person.handle for person in called)
        raise UserError(
            f"Several are called {called[0].name}. Say the handle of the one you mean: {handles}."
        )
    return called[0] if called else None


def place_said(work: Work, said: str, handle: str) -> tuple[GameLog, tuple[Seat, ...]]:
    """The seats meant by `GAME` or `GAME:SEAT`, where `handle` stands for a seat that is not said.

    All that their holder plays are meant. Raises UserError where there is no such game or seat, or nobody holds it.
    """
    game, colon, seat = said.partition(":")
    log = work.log(game)
    try:
        named = log.seats_of(seat if colon else handle)
    except UserError as problem:
        if colon:
            raise
        raise UserError(
            f"{problem} Say which of them it is: --seat {log.name}:{next(iter(log.persons))}"
        ) from problem
    seats = log.desk.seats_of_holder(named[0])
    for one in seats:
        if one in log.desk.left:
            raise UserError(
                f"{one} has left {log.name}: that seat is nobody's to go on with. Where somebody can come in: "
                f"referee seat {log.name} {one} --to {handle}"
            )
    return log, seats


def why_not_seat(
    work: Work, log: GameLog, seats: tuple[Seat, ...], person: Person | None, *, leaves_others: bool = False
) -> str | None:
    """Why these seats cannot be entered as a person's (None: somebody new), as a sentence; None if they can.

    `leaves_others` says that whatever else he has in that game is taken back.
    """
    for seat in seats:
        holder = holder_of(work.unit, log.name, seat, log.tenures.count(seat))
        if holder is not None and (person is None or holder.key != person.key):
            return (
                f"{seat} of {log.name} is {holder.handle}'s. If another holds it from now on: referee seat "
                f"{log.name} {seat} --to PERSON. If that was a mistake: referee player edit {holder.handle} --unseat "
                f"{log.name}"
            )
    if person is None or leaves_others:
        return None
    return why_not_another(work, log, seats, person)


def why_not_another(work: Work, log: GameLog, seats: tuple[Seat, ...], person: Person) -> str | None:
    """Why a person cannot have seats of a game beside what he has there, as a sentence; None if he can."""
    other = [seat for seat in held_in(work, log, person.key) if seat not in seats]
    if not other:
        return None
    return f"{person.handle} plays {log.name_of(other)} in {log.name} already. One person has one place in a game."


def why_not_succeed(work: Work, log: GameLog, seats: tuple[Seat, ...], person: Person) -> str | None:
    """Why a person cannot come in as the next holder of some seats, as a sentence; None if he can."""
    if set(held_in(work, log, person.key)) & set(seats):
        return f"{person.handle} holds {log.name_of(seats)} of {log.name} already."
    return why_not_another(work, log, seats, person)


def seat_person(work: Work, log: GameLog, seats: tuple[Seat, ...], person: Person) -> Placed:
    """Enter who holds some seats now; where the game goes on, he is sent his latest reports.

    The tenure stays the same: it is only told who that is. `why_not_seat` must have found nothing.
    """
    since = {(one.seat, one.tenure): one.since for one in holders_of(work.unit, log.name)}
    for seat in seats:
        tenure = log.tenures.count(seat)
        first = work.unit.game(log.name).at if tenure == 1 else work.at
        came = since.get((seat, tenure), first)
        keep_holder(work.unit, log.name, Holder(seat, tenure, person.name, came, person.key))
        if log.desk.round is not None:
            post_latest(work, log.name, seat)
    return Placed(log.name, log.name_of(seats), seats)


def unseat_person(work: Work, log: GameLog, person: Person) -> Placed:
    """Take back that a person holds his seats in a game: whose they are is not known any more.

    Raises UserError if he has none there.
    """
    seats = held_in(work, log, person.key)
    if not seats:
        raise UserError(f"{person.handle} holds no seat in {log.name}.")
    for seat in seats:
        drop_holder(work.unit, log.name, seat, log.tenures.count(seat))
    return Placed(log.name, log.name_of(seats), seats)


def seat_namesakes(work: Work, log: GameLog) -> None:
    """Enter everybody registered whose handle is that of a player in a game that is just being opened."""
    people = {person.handle.casefold(): person for person in all_people(work.unit)}
    for handle, seats in log.persons.items():
        person = people.get(handle.casefold())
        if person is not None and not set(seats) & log.desk.left:
            for seat in seats:
                holder = Holder(seat, log.tenures.count(seat), person.name, work.at, person.key)
                keep_holder(work.unit, log.name, holder)


def seated_in(work: Work, log: GameLog) -> Seated:
    """Who of the players of a game is registered, as things stand; seats that were left are nobody's."""
    people: dict[str, Person] = {}
    unregistered = []
    for handle, seats in log.persons.items():
        if set(seats) & log.desk.left:
            continue
        person = holder_of(work.unit, log.name, seats[0], log.tenures.count(seats[0]))
        if person is None:
            unregistered.append(handle)
        else:
            people[handle] = person
    return Seated(people, tuple(unregistered))


def places_of(work: Work, person: Person) -> tuple[tuple[Placed, ...], tuple[str, ...]]:
    """All that a person plays now, by game, and what is to be said of games whose log cannot be read."""
    games = dict.fromkeys(held.game for held in seats_held_by(work.unit, person.key))
    places, troubles = [], []
    for game in games:
        try:
            with damage_told(work, game):
                log = work.log(game)
                seats = held_in(work, log, person.key)
        except UserError as trouble:
            troubles.append(str(trouble))
            continue
        if seats:
            places.append(Placed(log.name, log.name_of(seats), seats))
    return tuple(places), tuple(troubles)
