"""Which games there are, which round is open, whose orders are in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from referee.db.drafts import HeldRound, draft_of, is_with_referee
from referee.db.holders import Holder, holders_of
from referee.db.people import person_numbered
from referee.errors import UserError
from referee.round.corrections import is_bag_open
from referee.round.desk import Desk
from referee.rules.events import Seat
from referee.service.damage import damage_told
from referee.service.game_log import GameLog, Work
from referee.service.overdue import is_late
from referee.service.press import count_unread


@dataclass(frozen=True, slots=True)
class SeatStatus:
    """One seat in the open round: its plays, whether its orders are in, how often it has missed so far."""

    seat: str
    plays: int
    orders: bool
    standing: bool
    ready: bool
    problems: int
    missed: int
    ahead: tuple[int, ...] = ()
    """The later rounds for which something is kept."""
    resigns: bool = False
    """Whether its holder leaves when the open round has been resolved."""
    resigns_with: int | None = None
    """With the end of which round its holder leaves, if he has said so; where one was opened again, maybe later."""
    orders_from: Literal["before", "referee", "player"] | None = None
    """Of a round that comes again: whether the orders that are in were filed before, or since, and by whom."""
    left: Literal["defaults", "vacant"] | None = None
    """What becomes of it where its holder has left: the defaults play it for good, or it waits for somebody."""
    tenure: int = 1
    holder: str | None = None
    since: str | None = None
    """Who holds it, its how manyth holder that is, and since when, as far as the referee was told a name."""
    person: str | None = None
    """Whose it is, where one person plays several seats."""
    registered: str | None = None
    """The handle under which its holder is registered (`player list`), if he is."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A round that was opened again, or a ruling in it; `counts` is false where it was cancelled since."""

    what: Literal["reopened", "ruling"]
    round: int
    at: str
    words: str
    counts: bool


@dataclass(frozen=True, slots=True)
class HeldSince:
    """Since when the open round is held, and until when; None: until the referee releases it.

    `overdue`: it should have been released by now, and nothing does it.
    """

    since: str
    until: str | None
    overdue: bool = False


@dataclass(frozen=True, slots=True)
class GameStatus:
    """A game now. `round` is None when it has ended; `trouble` says why it cannot be read at all."""

    game: str
    round: int | None = None
    plays: tuple[str, ...] = ()
    deadline: str | None = None
    ended: str | None = None
    last_round: int = 0
    waits_for: tuple[str, ...] = ()
    seats: tuple[SeatStatus, ...] = ()
    unread_press: int = 0
    """How much press waits for the referee to read it, where he does so first."""
    trouble: str | None = None
    corrections: tuple[Corrected, ...] = ()
    not_sent_again: tuple[str, ...] = ()
    """Who has sent nothing for it since the open round was to come again: until all have, `work` leaves it alone."""
    why_again: str = ""
    """Why the open round comes again, as words behind its name, while anybody has not sent anything for it since."""
    bag_is_open: bool = False
    """Whether the game goes on although everybody knows the tiles to come, since it was over once."""
    held: HeldSince | None = None
    """Where the open round is held: decided, and seen by nobody but the referee."""
    is_discarded: bool = False
    """Whether it was, and was thrown away by the referee: until something changes it `work` leaves it to him."""


def all_games(work: Work) -> tuple[GameStatus, ...]:
    """Every game in the order in which they were opened; one that is damaged does not hide the others."""
    return tuple(_status_or_trouble(work, game.name) for game in work.unit.games())


def _handle_of(work: Work, holder: Holder) -> str | None:
    person = None if holder.person is None else person_numbered(work.unit, holder.person)
    return None if person is None else person.handle


def game_status(work: Work, game: str) -> GameStatus:
    """One game."""
    log = work.log(game)
    holders = {
        (one.seat, one.tenure): (one, _handle_of(work, one)) for one in holders_of(work.unit, log.name)
    }
    draft = draft_of(work.unit, log.name)
    held = None if draft is None else _held_since(draft, work.at)
    is_discarded = held is None and is_with_referee(work.unit, log.name)
    return _status(log, holders, count_unread(work, log), held, is_discarded=is_discarded)


def _held_since(draft: HeldRound, at: str) -> HeldSince:
    return HeldSince(draft.made, draft.due, overdue=draft.due is not None and is_late(draft.due, at))


def _status_or_trouble(work: Work, name: str) -> GameStatus:
    try:
        with damage_told(work, name):
            return game_status(work, name)
    except UserError as trouble:
        return GameStatus(name, trouble=str(trouble))


def _status(
    log: GameLog,
    holders: Mapping[tuple[Seat, int], tuple[Holder, str | None]],
    unread_press: int,
    held: HeldSince | None,
    *,
    is_discarded: bool,
) -> GameStatus:
    """`holders` by seat and tenure, each with the handle under which he is registered."""
    desk = log.desk
    return GameStatus(
        game=log.name,
        round=desk.round,
        plays=desk.plays if desk.round is not None else (),
        deadline=desk.deadline,
        ended=desk.ended,
        last_round=desk.last_round,
        waits_for=desk.missing() if desk.round is not None else (),
        seats=tuple(
            _seat_status(log, seat, *holders.get((seat, log.tenures.count(seat)), (None, None)))
            for seat in desk.seats
        ),
        unread_press=unread_press,
        held=held,
        is_discarded=is_discarded,
        corrections=tuple(
            Corrected(
                "ruling" if one.is_ruling else "reopened", one.round, one.at, one.words, not one.cancelled
            )
            for one in log.corrections
        ),
        not_sent_again=desk.not_sent_again(),
        why_again=desk.why_again() if desk.not_sent_again() else "",
        bag_is_open=desk.round is not None and is_bag_open(log.written),
    )


def _seat_status(log: GameLog, seat: Seat, holder: Holder | None, registered: str | None) -> SeatStatus:
    desk, in_force = log.desk, log.desk.in_force(seat)
    return SeatStatus(
        seat=seat,
        plays=desk.plays.count(seat) if desk.round is not None else 0,
        orders=bool(in_force),
        standing=bool(in_force.standing),
        ready=in_force.ready,
        problems=in_force.problems,
        missed=desk.misses[seat],
        ahead=_kept_ahead(desk, seat),
        resigns=seat in desk.resigning(),
        resigns_with=desk.resigned.get(seat),
        orders_from=_orders_from(desk, seat),
        left=_left(desk, seat),
        tenure=log.tenures.count(seat),
        holder=holder.name if holder else None,
        since=holder.since if holder else None,
        person=next((person for person, own in log.persons.items() if len(own) > 1 and seat in own), None),
        registered=registered,
    )


def _orders_from(desk: Desk, seat: Seat) -> Literal["before", "referee", "player"] | None:
    if not desk.comes_again or seat not in desk.playing() or not desk.in_force(seat):
        return None
    return desk.filer_again(seat) or "before"


def _left(desk: Desk, seat: Seat) -> Literal["defaults", "vacant"] | None:
    if seat not in desk.left:
        return None
    return "defaults" if desk.switches is None or desk.switches.plays_for_leavers else "vacant"


def _kept_ahead(desk: Desk, seat: Seat) -> tuple[int, ...]:
    """The rounds after the open one for which a seat has filed decisions, standing orders or `ready`."""
    if desk.round is None:
        return ()
    filed = {
        number
        for (whose, number), what in desk.filed.items()
        if whose == seat and (what.orders or what.ready)
    }
    standing = {number for number, text in desk.standing.get(seat, {}).items() if text}
    return tuple(sorted(number for number in filed | standing if number > desk.round))
