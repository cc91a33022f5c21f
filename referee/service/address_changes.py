"""A player's wish for another address: asked at both, granted when both have said yes."""

from __future__ import annotations

from typing import Final

from referee.clock import A_DAY, later
from referee.db.address_changes import AddressTakenError, agree, change_numbered, open_change
from referee.db.addresses import address_key
from referee.db.outbox import count_since
from referee.db.people import Person, person_at, person_numbered
from referee.mail.tokens import Side, confirmation_address
from referee.mail.verdict import Verdict
from referee.report.letters import address_done_text, address_question_text
from referee.service.game_log import Work
from referee.service.letters import Words, write_to, write_to_address
from referee.service.outcome import Outcome

OPEN_FOR: Final = 7 * A_DAY
"""Seconds in which both addresses must say yes."""
MOST_QUESTIONS: Final = 3
"""How often in a day an address is asked, and anybody may ask: nobody can have an address flooded, or many."""


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
            "your address for games of Acquire",
            address_question_text(person.name, old, new, to_new=side == "new"),
            reply_to=confirmation_address(office.identity, change.key, side),
        )
        write_to_address(work, address, words, person.key)
    return f"Both addresses are asked now. When both have said yes, mail goes to {new}; until then it goes to {old}."


def agree_to_change(work: Work, verdict: Verdict) -> Outcome:
    """One of the addresses has said yes."""
    yes = verdict.confirmation
    change = None if yes is None else change_numbered(work.unit, yes.change)
    if yes is None or change is None or change.at < later(work.at, -OPEN_FOR):
        return Outcome("ignored", "no address is to be changed", of=verdict.sender)
    try:
        agreed = agree(work.unit, change.key, yes.side, work.at)
    except AddressTakenError:
        return Outcome("rejected", "the address is somebody else's", of=verdict.sender)
    if agreed is not None and agreed.is_done:
        person = person_numbered(work.unit, change.person)
        name = "" if person is None else person.name
        words = Words(
            "notice",
            ("address-done", str(change.key)),
            "your address for games of Acquire",
            address_done_text(name, change.old, change.new),
        )
        write_to(work, person, words)
        return Outcome("orders", "an address was changed", of=verdict.sender)
    return Outcome("orders", f"the {yes.side} address agrees to a change", of=verdict.sender)
