"""Published reports on their way to those they are for: one letter each, written in the same transaction."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.db.holders import holder_of
from referee.db.people import Person
from referee.db.unit import Publication
from referee.mail.compose import Thread
from referee.mail.tokens import reply_address
from referee.round.corrections import latest_in
from referee.rules.events import RoundOpened, Seat
from referee.service.game_log import GameLog, Work
from referee.service.letters import Words, write_to


@dataclass(frozen=True, slots=True)
class Asked:
    """A mail that asks for a report and nothing else: its number, and how the answer is headed."""

    mail: str
    subject: str
    thread: Thread


def post_report(work: Work, log: GameLog, published: Publication) -> bool:
    """The private report of a seat to who holds it; False where nobody has an address, or mail is not set up."""
    seat = published.recipient
    if seat is None or work.office is None:
        return False
    person = holder_of(work.unit, log.name, seat, log.tenures.count(seat))
    what = ("published", str(published.seq), published.head)
    return write_to(work, person, _words(work, log, seat, published.round, published.body, what))


def post_again(
    work: Work, log: GameLog, seat: Seat, number: int, body: bytes, person: Person, asked: str
) -> bool:
    """The report after round `number` once more to its reader, who asked for it in the mail numbered `asked`."""
    return write_to(work, person, _words(work, log, seat, number, body, ("again", asked)))


def post_as_answer(
    work: Work, log: GameLog, seat: Seat, number: int, body: bytes, person: Person, asked: Asked
) -> bool:
    """The same as the only answer to that mail, under a subject that says so."""
    words = _words(work, log, seat, number, body, ("again", asked.mail))
    return write_to(work, person, replace(words, kind="answer", subject=asked.subject, thread=asked.thread))


def post_latest(work: Work, game: str, seat: Seat) -> bool:
    """The latest report of a seat to who holds it now: he has just been given an address, or the seat."""
    log = work.log(game)
    published = work.unit.published(log.name, None, seat)
    return published is not None and post_report(work, log, published)


def reply_to(work: Work, log: GameLog, seat: Seat) -> str | None:
    """The address at which an answer is known to come from who holds a seat; None where nothing can be filed."""
    if work.office is None or log.desk.round is None or seat in log.desk.left:
        return None
    handle = log.name_of(log.desk.seats_of_holder(seat))
    return reply_address(work.office.identity, log.name, handle, log.desk.round, log.tenures.count(seat))


def _words(work: Work, log: GameLog, seat: Seat, number: int, body: bytes, what: tuple[str, ...]) -> Words:
    return Words(
        kind="report",
        what=(*what, log.name, seat, str(number)),
        subject=_subject(log, number, seat),
        text=body.decode(),
        reply_to=reply_to(work, log, seat),
        game=log.name,
    )


def opening_report(log: GameLog, number: int) -> int:
    """After which round the report was published that opens round `number`: 0 is that of the opening."""
    first = next((one.round for one in log.entries if isinstance(one.event, RoundOpened)), None)
    return 0 if number == first else number - 1


def _subject(log: GameLog, number: int, seat: Seat) -> str:
    whose = f"{log.name}, {seat}"
    if log.desk.ended is not None and number == log.desk.last_round:
        return f"{whose}: the final report"
    news = latest_in(log.corrections, log.desk.round)
    if news is not None and opening_report(log, news.round) == number:
        what = "the referee ruled in" if news.is_ruling else "opened again:"
        return f"{whose}: {what} round {news.round}"
    if number == 0:
        return f"{whose}: the game begins"
    opened = f", round {number + 1} is open" if log.desk.round == number + 1 else ""
    return f"{whose}: round {number} was played{opened}"
