"""A mail of somebody who is known: whose game and seat it is about, what is filed, what else is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from orders import tree
from orders.checker import Note
from orders.questions import questions
from orders.reader import Reading, read
from referee.db.inbox import Arrived
from referee.db.people import Person, person_numbered
from referee.mail.message import Mail
from referee.mail.verdict import Sender, Verdict
from referee.report.answer import answer_text
from referee.report.letters import paragraphs, refusal_text
from referee.round.answer import Answer
from referee.round.taking import holds_orders
from referee.round.unfit import Beside
from referee.round.vocabulary import vocabulary_of_edition
from referee.rules.editions import edition_named
from referee.rules.events import RoundOpened
from referee.service.file_orders import file_orders
from referee.service.game_log import Work
from referee.service.held_orders import is_overtaken, round_at_receipt, was_held
from referee.service.mail_answers import Received, answer, form_of, not_filed, thread_of
from referee.service.mail_place import Place, place_meant
from referee.service.mail_requests import Told, told_about
from referee.service.order_text import OrdersRefusedError
from referee.service.outcome import Outcome
from referee.service.post_reports import reply_to

SOURCE: Final = "mail"
"""What the log says of where orders came from."""

MAIL_SEES_TO: Final[frozenset[Beside]] = frozenset({"note", "questions"})
"""What can be asked for beside orders by mail, and nowhere else."""

_OVERTAKEN: Final = (
    "Your mail was held until the referee had looked at it. Meanwhile other orders of yours were filed or taken "
    "back, and so it stays: of all that you send, what came last counts. Nothing of this mail was filed; if it is "
    "what you want, send it again."
)

_NO_ORDERS: Final = (
    "A program reads this mail. What stands behind > or | is not read: write your orders above what your mail "
    "program quotes, without such marks. A line `help` is answered with the order form; a line that begins with "
    "`note:` goes to the referee, who is a person."
)


def carry_out_orders(work: Work, arrived: Arrived, mail: Mail, verdict: Verdict) -> Outcome:
    """File what somebody wrote, do what he asked for, and answer all of it in one letter."""
    sender = verdict.sender
    person = None if sender is None or sender.person is None else person_numbered(work.unit, sender.person)
    if sender is None or person is None:
        return Outcome("held", "nobody is registered for that seat", of=sender)
    written = _Written(work, arrived, mail, verdict, sender, person)
    reading = read(verdict.text, vocabulary_of_edition(edition_named("classic")))
    try:
        place = place_meant(work, sender, person, reading.orders.header)
    except OrdersRefusedError as refusal:
        return written.about_no_game(reading, str(refusal))
    return written.about(place, reading)


@dataclass(frozen=True, slots=True)
class _Written:
    """A mail, who wrote it, and what is done about it; its answer is written when all the rest is done."""

    work: Work
    arrived: Arrived
    mail: Mail
    verdict: Verdict
    sender: Sender
    person: Person

    def about_no_game(self, reading: Reading, why: str) -> Outcome:
        """An answer where it is not clear which game is meant; some things can be told all the same."""
        told = told_about(self.work, self.arrived, self.person, reading.orders, None)
        if _only_asks(reading) and told.is_all_told:
            self._answer(_asked(told), told.texts, None)
            return Outcome("orders", "asked for something", of=self.sender)
        self._answer(not_filed(""), [refusal_text("", why), *told.texts], None)
        return Outcome("rejected", why, of=self.sender)

    def about(self, place: Place, reading: Reading) -> Outcome:
        """File it, and answer everything in one letter."""
        if _only_asks(reading):
            alone = None if self.verdict.remarks else thread_of(self.mail)
            told = told_about(self.work, self.arrived, self.person, reading.orders, place, alone)
            if told.texts:
                self._answer(f"{place.about}: {_asked(told)}", told.texts, place)
            return self._outcome("orders", "asked for something", place)
        try:
            self._check_is_in_time(place, reading)
            received = self.arrived.received
            filed = file_orders(
                self.work, place.log.name, place.handle, self.verdict.text, SOURCE, MAIL_SEES_TO, received
            )
        except OrdersRefusedError as refusal:
            text = refusal_text(place.about, str(refusal), form_of(self.work, place.log, place.seats))
            told = told_about(self.work, self.arrived, self.person, reading.orders, place)
            self._answer(not_filed(place.about), [text, *told.texts], place)
            return self._outcome("rejected", str(refusal).partition("\n")[0], place)
        if self.sender.round is not None:
            filed = _without_round_note(filed)
        then = replace(place, log=self.work.log(place.log.name))
        told = told_about(self.work, self.arrived, self.person, reading.orders, then)
        hints = [paragraphs([_NO_ORDERS])] if _has_no_orders(filed) else []
        self._answer(_subject(filed), [answer_text(filed), *hints, *told.texts], then)
        return self._outcome("orders", self.verdict.reason, place, filed)

    def _check_is_in_time(self, place: Place, reading: Reading) -> None:
        """Raises OrdersRefusedError where the orders are for a round that is over or void, or others came since."""
        if not holds_orders(reading.orders):
            return
        held, said = was_held(self.arrived), reading.orders.header.round
        if said is None:
            answered = self.sender.round
            if answered is not None and _is_closed(place, answered):
                raise OrdersRefusedError(_round_is_closed(place, answered))
            came_in = round_at_receipt(self.work, place, self.arrived) if held else None
            if came_in is not None and _is_closed(place, came_in):
                raise OrdersRefusedError(_was_held_too_long(place, came_in))
            for number in (answered, came_in):
                if number is not None and _is_void(place, number):
                    raise OrdersRefusedError(_round_is_void(place, number))
        number = place.log.desk.round if said is None else said
        if held and number is not None and is_overtaken(self.work, place, self.arrived, number):
            raise OrdersRefusedError(_OVERTAKEN)

    def _answer(self, subject: str, texts: Sequence[str], place: Place | None) -> None:
        remarks = [paragraphs(self.verdict.remarks)] if self.verdict.remarks else []
        answer(
            self.work,
            Received(self.arrived, self.mail, self.person),
            subject,
            "\n".join([*remarks, *texts]),
            game=None if place is None else place.log.name,
            reply_address=None if place is None else reply_to(self.work, place.log, place.seats[0]),
        )

    def _outcome(self, outcome: str, reason: str, place: Place, filed: Answer | None = None) -> Outcome:
        return Outcome(
            outcome,
            reason,
            of=self.sender,
            game=place.log.name,
            handle=place.handle,
            round=place.log.desk.round if filed is None else filed.round,
            filed=None if filed is None else filed.verdict,
        )


def _subject(filed: Answer) -> str:
    """`FILED WITH PROBLEMS: harbour, round 5, alice`."""
    return f"{filed.verdict}: {filed.game}, round {filed.round}, {filed.seat}"


def _without_round_note(filed: Answer) -> Answer:
    """An answer to who answered a report: that says which round is meant, and `_check_is_in_time` holds him to it."""
    return replace(
        filed,
        notes=_of_other_kinds(filed.notes),
        seats=tuple(replace(one, notes=_of_other_kinds(one.notes)) for one in filed.seats),
    )


def _of_other_kinds(notes: Sequence[Note]) -> tuple[Note, ...]:
    return tuple(one for one in notes if one.kind != "no-round")


def _has_no_orders(filed: Answer) -> bool:
    """Whether nothing of a text was an order, not even a wrong one."""
    return filed.verdict == "NOT FILED" and not filed.canonical and not filed.problems


def _asked(told: Told) -> str:
    """`status, rules (NOT FILED: no orders)`: whoever meant to send orders as well must see that there were none."""
    return f"{', '.join(told.names)} (NOT FILED: no orders)"


def _only_asks(reading: Reading) -> bool:
    """Whether a text asks something, and says nothing else that must be answered."""
    orders = reading.orders
    says_more = reading.problems or orders.sections or orders.standing is not None or reading.refused
    asks_alone = all(isinstance(one, tree.Question | tree.Note) for one in orders.requests)
    return bool(questions(orders)) and asks_alone and not says_more


def _is_void(place: Place, number: int) -> bool:
    """Whether round `number`, which was open when somebody wrote, is to come: an earlier one was opened again."""
    return place.log.desk.round is not None and number > place.log.desk.round


def _is_closed(place: Place, number: int) -> bool:
    """Whether the turn for which somebody wrote in answer to the report before round `number` is over.

    With rounds of one play that is his own next one, however many rounds have been resolved since.
    """
    log = place.log
    if log.desk.round is None:
        return False  # that the game is over is said by whoever files
    return any(
        number <= (entry.round or 0) < log.desk.round and set(entry.event.plays) & set(place.seats)
        for entry in log.entries
        if isinstance(entry.event, RoundOpened)
    )


def _round_is_closed(place: Place, closed: int) -> str:
    return (
        f"Too late: round {closed} is closed, whose report you answered. Nothing of your mail was filed.\n"
        + _how_to_go_on(place)
    )


def _was_held_too_long(place: Place, closed: int) -> str:
    return (
        f"Your mail was held until the referee had looked at it. When it came, round {closed} was open, which is "
        f"closed by now. Nothing of it was filed.\n{_how_to_go_on(place)}"
    )


def _round_is_void(place: Place, number: int) -> str:
    now = place.log.desk.round
    return (
        f"Round {number} is not open any more: round {now} was opened again since. Nothing of your mail was filed; "
        f"with `round {number}` above your orders it is kept for that round.\n{_how_to_go_on(place)}"
    )


def _how_to_go_on(place: Place) -> str:
    now = place.log.desk.round
    return (
        f"Here is the form of round {now}, which is open. "
        f"Answer this mail, or write `round {now}` above your orders."
    )
