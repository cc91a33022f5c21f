"""Mails that are held: the referee looks at them, and says what is to be done."""

from __future__ import annotations

from dataclasses import replace

from referee.db.inbox import Arrived, mail_in, mark
from referee.db.people import known_person
from referee.errors import UserError
from referee.mail.envelope import Envelope
from referee.mail.intake import vouched_for
from referee.mail.message import parse
from referee.mail.office import Office
from referee.service.game_log import Work
from referee.service.mail_world import House
from referee.service.take_mail import Taken, carry_out, take


def read_anew(work: Work, key: int, office: Office) -> Taken:
    """Read a held mail as if it had just come. Raises UserError for one that is not held."""
    return take(work, replace(held_mail(work, key), outcome=None), office)


def take_in_trust(work: Work, arrived: Arrived, office: Office, handle: str | None) -> Taken:
    """File a held mail as its sender's, because the referee says so; as that of `handle` where he names another.

    Raises UserError where nobody is known whose it could be.
    """
    mail = parse(arrived.raw or b"")
    envelope = Envelope(arrived.sender, arrived.recipients)
    house = House(work, arrived, office.identity)
    verdict = vouched_for(mail, envelope, house, _person_meant(work, arrived, handle))
    if verdict.outcome == "orders":
        verdict = replace(verdict, reason="accepted by the referee")
    return carry_out(work, replace(arrived, outcome=None), mail, verdict)


def refuse_held(work: Work, key: int) -> Arrived:
    """A held mail is not to be filed. Raises UserError for one that is not held."""
    arrived = held_mail(work, key)
    mark(work.unit, replace(arrived, outcome="rejected", reason=f"{arrived.reason}: refused by the referee"))
    return arrived


def held_mail(work: Work, key: int) -> Arrived:
    """A mail that is held. Raises UserError for any other."""
    arrived = mail_in(work.unit, key)
    if arrived is None or arrived.outcome != "held":
        raise UserError(f"There is no held mail {key}. What is held: referee mail held")
    return arrived


def _person_meant(work: Work, arrived: Arrived, handle: str | None) -> int:
    if handle is not None:
        return known_person(work.unit, handle).key
    if arrived.person is None:
        raise UserError(f"Nobody is known whose mail {arrived.key} could be. Say so with --as HANDLE.")
    return arrived.person
