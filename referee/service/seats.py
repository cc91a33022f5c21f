"""Who leaves a seat, and who comes into it. Source: RULES.md, "Players who leave"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from referee.db.holders import Holder, forget_holders, holders_of, keep_holder
from referee.db.people import person_numbered
from referee.db.press import drop_press_of
from referee.errors import UserError
from referee.round.adjudicate import leave
from referee.rules.apply import fold
from referee.rules.events import EndReason, Entry, GameEnded, HandAdopted, Seat, SeatFilled
from referee.service.game_log import GameLog, Work
from referee.service.publish import publish_report, publish_round
from referee.service.publish_press import publish_press
from referee.service.seating import person_said, why_not_succeed

LONGEST_NAME: Final = 100
"""Characters of a person's name."""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """What came of it, in round `round`: `seats` are all that the person plays, `person` who holds them from now on.

    `is_final` tells that nobody can come any more; `ended` why the game is over with it (None: it goes on);
    `waits_for` whose orders are missing; `namesake` which other handle of the game the name of the newcomer is.
    """

    game: str
    round: int
    seats: tuple[Seat, ...]
    person: str | None
    is_final: bool
    ended: str | None
    waits_for: tuple[Seat, ...]
    namesake: str | None = None
    written_to: str | None = None
    """Where the first report is sent by mail, if it is."""


def leave_seat(work: Work, game: str, handle: str, *, end_meant: bool) -> SeatChange:
    """The holder of a seat, and of the other one that he plays, is out from now on; what was filed for it is void.

    Raises UserError for a seat that was left before, for a game that is over, and where the game would end with it
    unless that is meant.
    """
    # gather
    log = work.log(game)
    seats, number = _seats_of_holder(log, handle), _open_round(log)
    gone = [seat for seat in seats if seat in log.desk.left]
    if gone:
        raise UserError(f"{gone[0]} has left {log.name} already. {_what_can_be_done(log, gone[0])}")
    # decide
    happened = leave(log.entries, seats, "removed")
    ended = next((one.event.why for one in happened if isinstance(one.event, GameEnded)), None)
    if ended is not None and not end_meant:
        raise UserError(
            f"{log.name} would end with it, {ENDINGS[ended]}; round {number} would not be played. Nothing was "
            "changed. If that is meant, say --yes."
        )
    # apply
    drop_press_of(work.unit, log.name, seats)
    if ended is not None:
        happened = publish_press(work, log, happened)
    longer = work.append(log, happened)
    if ended is not None:
        publish_round(work, longer, number)
    return _change(longer, number, seats, None)


def hand_over(work: Work, game: str, handle: str, person: str) -> SeatChange:
    """Somebody else holds a seat from now on, and the other one that goes with it.

    `person` is the handle or the exact name of somebody registered, or else any name. He gets hand, cash and shares,
    a report of where the seat stands, and nothing that was his predecessor's: what was filed is void.

    Raises UserError for a seat that is played by the defaults for good, a game that is over, what is no name, and who
    plays in that game already.
    """
    # gather
    log = work.log(game)
    registered = person_said(work, person)
    name = _checked(person) if registered is None else registered.name
    seats, number = _seats_of_holder(log, handle), _open_round(log)
    for seat in seats:
        if seat in log.desk.left and _is_final(log):
            raise UserError(f"{seat} has left {log.name}. {_what_can_be_done(log, seat)}")
    why_not = None if registered is None else why_not_succeed(work, log, seats, registered)
    if why_not is not None:
        raise UserError(why_not)
    latest = work.unit.published(log.name)
    # decide
    hands = {seat: tuple(fold(entry.event for entry in log.entries).hand(seat)) for seat in seats}
    # apply
    drop_press_of(work.unit, log.name, seats)
    for seat, hand in hands.items():
        tenure = log.tenures.count(seat) + 1
        came = (SeatFilled(tenure, seat=seat), HandAdopted(hand, seat=seat))
        log = work.append(log, [Entry(event, number) for event in came])
        key = None if registered is None else registered.key
        keep_holder(work.unit, log.name, Holder(seat, tenure, name, work.at, key))
        publish_report(work, log, latest.round if latest else 0, seat)
    done = _change(log, number, seats, name)
    if registered is None:
        return replace(done, namesake=_namesake(log, seats, name))
    to = registered.addresses[0] if work.office is not None and registered.addresses else None
    return replace(done, namesake=_namesake(log, seats, registered.handle), written_to=to)


def forget_names(work: Work, game: str, handle: str) -> tuple[int, tuple[str, ...]]:
    """Delete the names of all who have held a seat, or the other one with it: how many there were.

    And the handles of those who are registered: they are forgotten as people, in all games at once.
    """
    log = work.log(game)
    seats = _seats_of_holder(log, handle)
    count = sum(forget_holders(work.unit, log.name, seat) for seat in seats)
    stay = [one.person for one in holders_of(work.unit, log.name) if one.seat in seats]
    people = [person_numbered(work.unit, key) for key in dict.fromkeys(stay) if key is not None]
    return count, tuple(person.handle for person in people if person is not None)


ENDINGS: Final[dict[EndReason, str]] = {
    "one_left": "since only one player or team would be left",
    "abandoned": "abandoned, since nobody would be left",
}
"""Why a game ends with a leaver, in a clause."""


def _seats_of_holder(log: GameLog, handle: str) -> tuple[Seat, ...]:
    """All seats of who holds the seat of that handle: who plays two leaves, or hands over, both."""
    return log.desk.seats_of_holder(log.seats_of(handle)[0])


def _open_round(log: GameLog) -> int:
    if log.desk.round is None:
        raise UserError(f"{log.name} is over: its seats stay as they are.")
    return log.desk.round


def _is_final(log: GameLog) -> bool:
    """Whether nobody can come in the place of a leaver."""
    return log.desk.switches is None or log.desk.switches.plays_for_leavers


def _what_can_be_done(log: GameLog, seat: Seat) -> str:
    if _is_final(log):
        return (
            "In this game (leaver = defaults) that is final: the seat is played by the defaults to the end. A seat "
            "can be handed over with --to only while somebody holds it."
        )
    return f"Put somebody in: referee seat {log.name} {seat} --to NAME"


def _checked(person: str) -> str:
    """A person's name on one line. Raises UserError for what is none."""
    name = " ".join(person.split())
    if not name or not name.isprintable():
        raise UserError("Say who it is: --to 'Dora Dove'. A name has letters that can be printed.")
    if len(name) > LONGEST_NAME:
        raise UserError(f"A name of {len(name)} characters is too long; {LONGEST_NAME} are allowed.")
    return name


def _namesake(log: GameLog, seats: tuple[Seat, ...], name: str) -> str | None:
    """The handle of somebody else in the game that a name is: that he holds both seats may not be meant."""
    others = (*log.persons, *log.seats)
    own = {*seats, log.name_of(seats)}
    return next((one for one in others if one not in own and one.lower() == name.lower()), None)


def _change(log: GameLog, number: int, seats: tuple[Seat, ...], person: str | None) -> SeatChange:
    desk = log.desk
    return SeatChange(
        game=log.name,
        round=number,
        seats=seats,
        person=person,
        is_final=_is_final(log),
        ended=desk.ended,
        waits_for=desk.missing() if desk.round is not None else (),
    )
