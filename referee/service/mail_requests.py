"""What a mail asks for beside filing orders: help, how things stand, a report again, the rules, another address."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from orders import tree
from orders.questions import questions
from referee.db.holders import seats_held_by
from referee.db.inbox import Arrived
from referee.db.people import Person
from referee.mail.compose import Thread
from referee.report.letters import OwnState, help_text, paragraphs, state_text
from referee.report.render import rules_in_force
from referee.round.views import entries_for
from referee.service.address_changes import ask_for_change
from referee.service.endings import over
from referee.service.game_log import Work
from referee.service.letters import tell_referee
from referee.service.mail_answers import can_be_answered, form_of
from referee.service.mail_place import Place
from referee.service.post_reports import Asked, post_again, post_as_answer
from referee.service.seating import held_in
from referee.service.show_report import NoReportError, show_report

MOST_NOTES: Final = 20
"""Notes to the referee in one mail."""

_SEVERAL: Final = (
    "There are several new addresses in your mail, and you are written to at one: neither is asked. Write the one "
    "that you mean, alone."
)


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of the questions of a mail: `names` of them, and their texts, in the order in which they stand.

    `is_all_told` is whether none was about a game that is not known.
    """

    names: tuple[str, ...]
    texts: tuple[str, ...]
    is_all_told: bool


def told_about(
    work: Work,
    arrived: Arrived,
    person: Person,
    orders: tree.Orders,
    place: Place | None,
    alone: Thread | None = None,
) -> Told:
    """Answer the questions of a mail, and pass on its notes; `place` is None where its game is not known.

    `alone` is where an answer belongs to a mail that says nothing but its questions: if it asks for reports alone,
    these are its answer, and there is no text about them.

    Of who gets no more answers in this hour nothing is passed on, and nobody is written to because of it.
    """
    asked = questions(orders)
    if not can_be_answered(work, person):
        return Told(tuple(_name(one) for one in asked), (), is_all_told=True)
    addresses = [one for one in asked if isinstance(one, tree.NewAddress)]
    told_apart = [one for one in asked if one not in addresses or len(addresses) == 1]
    only_reports = all(isinstance(one, tree.AskReport) for one in (*asked, *orders.requests))
    thread = alone if only_reports else None
    texts = [_told(work, arrived, person, one, place, thread) for one in told_apart]
    if told_apart != list(asked):
        texts.append(paragraphs([_SEVERAL]))
    passed_on = list(_notes(work, arrived, person, orders, place))
    return Told(
        tuple(dict.fromkeys(_name(one) for one in asked)),
        (*passed_on, *(text for text in texts if text)),
        None not in texts,
    )


def _name(question: tree.Question) -> str:
    match question:
        case tree.Ask(what=what):
            return what
        case tree.AskReport(round=None):
            return "report"
        case tree.AskReport(round=number):
            return f"report of round {number}"
        case tree.NewAddress():
            return "address"


def _told(  # whatever one of the questions needs
    work: Work,
    arrived: Arrived,
    person: Person,
    question: tree.Question,
    place: Place | None,
    alone: Thread | None,
) -> str | None:
    """The text about one question; None where it is about a game, and none is known."""
    match question:
        case tree.Ask(what="help"):
            office = work.office
            address = "" if office is None else office.identity.address
            return help_text(address, "" if place is None else form_of(work, place.log, place.seats))
        case tree.Ask(what="status"):
            return state_text(_states(work, person, place))
        case tree.Ask():
            if place is None:
                return None
            return rules_in_force(entries_for(place.log.entries, None), game=place.log.name)
        case tree.AskReport(round=number):
            return None if place is None else _reports(work, arrived, person, place, number, alone)
        case tree.NewAddress(address=address):
            return paragraphs([ask_for_change(work, person, address)])


def _states(work: Work, person: Person, place: Place | None) -> list[OwnState]:
    """How things stand where he asks, or in all his games."""
    if place is not None:
        return _states_at(place)
    told = []
    for name in dict.fromkeys(one.game for one in seats_held_by(work.unit, person.key)):
        log = work.log(name)
        seats = held_in(work, log, person.key)
        if seats and log.desk.ended is None:
            told += _states_at(Place(log, seats, log.name_of(seats)))
    return told


def _states_at(place: Place) -> list[OwnState]:
    desk = place.log.desk
    return [
        OwnState(
            game=place.log.name,
            handle=seat,
            round=desk.round,
            plays=desk.plays,
            deadline=desk.deadline,
            canonical=desk.in_force(seat).text(),
            ready=desk.in_force(seat).ready,
            misses=desk.misses[seat],
            ended=None if desk.ended is None else over(desk.ended),
        )
        for seat in place.seats
    ]


def _reports(
    work: Work, arrived: Arrived, person: Person, place: Place, number: int | None, alone: Thread | None
) -> str:
    """Send the reports of a round again, one for each seat; what is said about it beside."""
    told = []
    for seat in place.seats:
        try:
            found = show_report(work, place.log.name, number, seat, fresh=False)
        except NoReportError as none:
            told.append(none.fact)
            continue
        void = "" if found.void is None else paragraphs([found.void]) + "\n"
        report = (work, place.log, seat, found.round, void.encode() + found.body, person)
        if alone is None:
            post_again(*report, str(arrived.key))
            told.append(f"The report of round {found.round} for {seat} comes in a mail of its own.")
        else:
            whose = f" for {seat}" if len(place.seats) > 1 else ""
            subject = f"{place.about}: report of round {found.round}{whose} (NOT FILED: no orders)"
            post_as_answer(*report, Asked(str(arrived.key), subject, alone))
    return paragraphs(told)


def _notes(
    work: Work, arrived: Arrived, person: Person, orders: tree.Orders, place: Place | None
) -> Iterator[str]:
    """Pass on what is written to the referee, and say so."""
    notes = [one.text for one in orders.requests if isinstance(one, tree.Note)]
    if not notes:
        return
    about = person.handle if place is None else f"{place.handle} of {place.log.name}"
    words = [("note", text) for text in notes[:MOST_NOTES]]
    went = tell_referee(
        work,
        ("note", str(arrived.key)),
        f"a note from {about}",
        f"{about} writes to you in mail {arrived.key}:",
        words,
    )
    said = (
        "Your note has gone to the referee." if went else "Your note is kept with your mail for the referee."
    )
    yield paragraphs([said])
