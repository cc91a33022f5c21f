"""A report as it was published, or rendered again from the same records."""

from __future__ import annotations

from dataclasses import dataclass

from referee.db.links import Head
from referee.db.unit import Publication
from referee.errors import UserError, sentence
from referee.rules.events import Seat, SeatFilled
from referee.service.game_log import GameLog, Work, log_of
from referee.service.publish import render
from referee.service.publish_press import words_for


class NoReportError(UserError):
    """There is no such report for who asks: `fact` says why, without what can be typed at the referee's machine."""

    def __init__(self, fact: str, advice: str = "") -> None:
        """Say what is so, and to the referee what he can do."""
        super().__init__(f"{fact} {advice}".rstrip())
        self.fact = fact


@dataclass(frozen=True, slots=True)
class Report:
    """A report: `recipient` None is the public one; `head` is that of the log it was made from, None for a draft.

    `remark` says to whoever asked for the latest that there are later ones which are not for him; `void` that a round
    was opened again since, so that what the report tells does not count any more.
    """

    game: str
    round: int
    recipient: str | None
    head: Head | None
    body: bytes
    remark: str | None = None
    void: str | None = None


def show_reports(
    work: Work, game: str, round_number: int | None, handle: str | None, *, fresh: bool
) -> tuple[Report, ...]:
    """The reports after a round (None: the latest) for a player, one for each of his seats; None: the public one."""
    name = work.unit.game(game).name
    seats = (None,) if handle is None else work.log(name).seats_of(handle)
    return tuple(show_report(work, name, round_number, seat, fresh=fresh) for seat in seats)


def show_void_reports(
    work: Work, game: str, round_number: int | None, handle: str | None
) -> tuple[Report, ...]:
    """All reports that do not count any more, the oldest first: after a round (None: all), for whom as above."""
    log = work.log(game)
    seats = (None,) if handle is None else log.seats_of(handle)
    found = [
        Report(log.name, one.round, one.recipient, Head(one.seq, one.head), one.body, void=why)
        for one in work.unit.publications(log.name)
        if one.recipient in seats
        and round_number in (None, one.round)
        and (why := _why_void(log, one)) is not None
        and (one.recipient is None or _since_when(log, one.recipient) <= one.seq)
    ]
    if not found:
        which = "" if round_number is None else f" of round {round_number}"
        raise UserError(f"{log.name} has no void report{which}: nothing of it was opened again.")
    return tuple(found)


def _why_void(log: GameLog, published: Publication) -> str | None:
    """Since when and why a report does not count any more, as a sentence; None if it does."""
    since = next((one for one in log.corrections if one.reaches(published.seq)), None)
    return (
        None
        if since is None
        else (
            f"VOID since {since.at[:10]}: round {since.round} of {log.name} was opened again: "
            f"{sentence(since.words)} This is what was published before."
        )
    )


def show_report(work: Work, game: str, round_number: int | None, seat: Seat | None, *, fresh: bool) -> Report:
    """The report after a round (None: the latest) for a seat (None: the public). Raises NoReportError for none."""
    name = work.unit.game(game).name
    published = work.unit.published(name, round_number, seat)
    if published is None:
        raise _no_such_report(work, name, round_number, seat)
    if seat is not None:
        _check_tenure(work, published, seat)
    body = _render_again(work, published) if fresh else published.body
    head = Head(published.seq, published.head)
    remark = None if seat is None or round_number is not None else _no_later_one(work, published, seat)
    return Report(name, published.round, seat, head, body, remark, _why_void(work.log(name), published))


def _no_later_one(work: Work, published: Publication, seat: Seat) -> str | None:
    """What is said where the latest report for a seat is not the game's: its holder has left."""
    latest = work.unit.published(published.game)
    if latest is None or latest.round <= published.round:
        return None
    which = (
        "final report"
        if work.log(published.game).desk.ended is not None
        else f"report of round {latest.round}"
    )
    return (
        f"{seat} has left {published.game}: the report of round {published.round} is the last for that seat. The "
        f"{which}, everybody's: referee report {published.game}"
    )


def _check_tenure(work: Work, published: Publication, seat: Seat) -> None:
    """Refuse what was for somebody who held the seat before: nobody reads his predecessor's reports."""
    since = _since_when(work.log(published.game), seat)
    if published.seq >= since:
        return
    own = [
        one.round
        for one in work.unit.publications(published.game)
        if one.recipient == seat and one.seq >= since
    ]
    raise NoReportError(
        f"The report of round {published.round} was for who held the seat of {seat} before. Its present holder's "
        f"first is that of round {min(own)}."
    )


def _since_when(log: GameLog, seat: Seat) -> int:
    """From which record on reports for a seat are its present holder's: the one after his coming, or the first."""
    filled = [
        (seq, entry.event.tenure)
        for seq, entry in enumerate(log.written, 1)
        if isinstance(entry.event, SeatFilled) and entry.event.seat == seat
    ]
    latest = filled[-1][1] if filled else 0
    return next((seq + 1 for seq, tenure in filled if tenure == latest), 1)


def _render_again(work: Work, published: Publication) -> bytes:
    """Today's rendering of the records that the report was made from."""
    records = [one for one in work.unit.load(published.game) if one.seq <= published.seq]
    log: GameLog = log_of(published.game, records)
    words = words_for(work, log, published.round)
    return render(log, published.round, published.recipient, published.at, words).encode()


def _no_such_report(work: Work, name: str, round_number: int | None, seat: Seat | None) -> NoReportError:
    latest = work.unit.published(name)
    if seat is not None and work.unit.published(name, round_number) is not None:
        which = "any round" if round_number is None else f"round {round_number}"
        return NoReportError(
            f"{seat} has no report of {which}: nobody held that seat then.",
            f"Everybody's is there: referee report {name}"
            f"{'' if round_number is None else f' --round {round_number}'}",
        )
    if latest is None or round_number is None:
        return NoReportError(f"{name} has no reports.", "Was the game opened by this referee?")
    return NoReportError(
        f"{name} has no report of round {round_number}: its latest is that of round {latest.round}, "
        "its first that of round 0."
    )
