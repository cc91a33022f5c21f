"""A player's wish for another address: asked at both, granted when both have said yes."""

from __future__ import annotations

import re
from typing import Final

from referee.clock import A_DAY, later
from referee.db.address_changes import (
    AddressChange,
    AddressTakenError,
    agree,
    change_numbered,
    open_change,
)
from referee.db.addresses import address_key
from referee.db.outbox import count_since
from referee.db.people import Person, person_at, person_numbered
from referee.mail.tokens import Side, confirmation_address
from referee.mail.verdict import Verdict
from referee.report.letters import address_news_text, address_question_text, on_one_line
from referee.service.game_log import Work
from referee.service.letters import Words, write_to, write_to_address
from referee.service.outcome import Outcome

OPEN_FOR: Final = 7 * A_DAY
"""Seconds in which both addresses must say yes."""
MOST_QUESTIONS: Final = 3
"""How often in a day an address is asked, and anybody may ask: nobody can have an address flooded, or many."""

_SUBJECT: Final = "your address for games of Acquire"
_IT_STAYS: Final = "your address stays as it is."
_YES: Final = re.compile(r"\A\W*yes\b", re.IGNORECASE)
"""How an answer begins that says yes. A reply alone is none: `Who are you?` is one as well."""


def ask_for_change(work: Work, person: Person, new: str) -> str:
    """Ask at both addresses; what is said about it to who wished for it, as a sentence."""
    office = work.office
    if office is None or not person.addresses:
        return "The address stays as it is: no mail is set up."
    if office.identity.reply_style == "none":
        return "Addresses are changed by the referee of your game alone: write him a note."
    old, owner = person.addresses[0], person_at(work.unit, new)
    if address_key(old) == address_key(new):
        return f"{new} is where you are written to already."
    asked, wished = (count_since(work.unit, "question", one, later(work.at, -A_DAY)) for one in (new, old))
    if wished >= MOST_QUESTIONS:
        return "You have wished for another address too often today. Ask the referee of your game."
    if (owner is not None and owner.key != person.key) or asked >= MOST_QUESTIONS:
        return f"{new} cannot be used. Ask the referee of your game."
    change = open_change(work.unit, person.key, old, new, work.at)
    sides: tuple[tuple[Side, str], ...] = (("old", old), ("new", new))
    for side, address in sides:
        words = Words(
            "question",
            ("address", str(change.key), side),
            _SUBJECT,
            address_question_text(person.name, old, new, to_new=side == "new"),
            reply_to=confirmation_address(office.identity, change.key, side),
        )
        write_to_address(work, address, words, person.key)
    return f"Both addresses are asked now. When both have said yes, mail goes to {new}; until then it goes to {old}."


def agree_to_change(work: Work, verdict: Verdict) -> Outcome:
    """One of the addresses has answered; what has come of it is told where the person is written to."""
    yes = verdict.confirmation
    change = None if yes is None else change_numbered(work.unit, yes.change)
    if yes is None or change is None:
        return Outcome("ignored", "no address is to be changed", of=verdict.sender)
    old, new = change.old, change.new
    if change.at < later(work.at, -OPEN_FOR):
        _tell(
            work, change, "late", f"your answer came too late: {_IT_STAYS} To ask again, write {_again(new)}."
        )
        return Outcome("rejected", "the question about an address is too old", of=verdict.sender)
    here, there = (old, new) if yes.side == "old" else (new, old)
    if not _YES.search(verdict.text):
        _tell(
            work,
            change,
            f"no-{yes.side}",
            f"somebody has answered from {here}, and not said yes: {_IT_STAYS} To say yes, answer that question "
            "again, and begin with the word yes.",
        )
        return Outcome("rejected", f"the {yes.side} address does not say yes", of=verdict.sender)
    try:
        agreed = agree(work.unit, change.key, yes.side, work.at)
    except AddressTakenError:
        _tell(
            work, change, "taken", f"{new} cannot be used any more: {_IT_STAYS} Ask the referee of your game."
        )
        return Outcome("rejected", "the address is somebody else's", of=verdict.sender)
    if agreed is not None and agreed.is_done:
        done = f"both addresses have said yes: from now on mail about your games goes to {new}, and no more to {old}."
        _tell(work, change, "done", done)
        return Outcome("orders", "an address was changed", of=verdict.sender)
    _tell(
        work, change, f"yes-{yes.side}", f"{here} has said yes. When {there} says so too, mail goes to {new}."
    )
    return Outcome("orders", f"the {yes.side} address agrees to a change", of=verdict.sender)


def _tell(work: Work, change: AddressChange, what: str, said: str) -> None:
    """Tell the person once where he is written to; `what` names it."""
    person = person_numbered(work.unit, change.person)
    name = "" if person is None else person.name
    words = Words("notice", ("address", what, str(change.key)), _SUBJECT, address_news_text(name, said))
    write_to(work, person, words)


def _again(new: str) -> str:
    return on_one_line(f"`address {new}`")
