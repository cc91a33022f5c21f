"""Looking after everything that a club's referee needs: settings, database, mail in and out, post, people.

Each check stands by itself: what one finds, or fails at, never stops the others. Nothing is changed, nothing is sent,
and nobody but the servers in the settings is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from referee.errors import UserError
from referee.service import doctor_house as house
from referee.service import doctor_mail as mail
from referee.service.doctor_database import clock, condition
from referee.service.findings import LEVELS, Check, Finding, Level, Patient

OUTSIDE: Final = frozenset({"settings", "secret", "address", "mail in", "mail out"})
"""The checks that do not open the database; any other one may."""


def examine(patient: Patient) -> Iterator[Finding]:
    """All findings, check by check, each as soon as it is known: a server that is silent may take its time."""
    told: set[str] = set()
    for name, check in _checks_of(patient):
        for finding in _alone(name, check, patient):
            if finding.said not in told:  # a database that cannot be opened is told of once
                told.add(finding.said)
                yield finding


def _checks_of(patient: Patient) -> Sequence[tuple[str, Check]]:
    """All checks; of a database of an earlier schema, which opening brings up to date, those that leave it shut."""
    is_shut = house.is_of_an_earlier_schema(patient)
    checks: tuple[tuple[str, Check], ...] = (
        ("settings", mail.settings),
        ("database", house.earlier if is_shut else house.database),
        ("database", condition),
        ("clock", clock),
        ("secret", mail.secret),
        ("address", mail.address),
        ("mail in", mail.mail_in),
        ("mail out", mail.mail_out),
        ("inbox", house.inbox),
        ("outbox", house.outbox),
        ("players", house.players),
        ("drafts", house.drafts),
    )
    return [one for one in checks if not is_shut or one[0] in OUTSIDE or one[1] is house.earlier]


def worst_of(findings: Sequence[Finding]) -> Level:
    """How bad it is in all."""
    return max((finding.level for finding in findings), key=LEVELS.index, default="ok")


def _alone(name: str, check: Check, patient: Patient) -> Iterator[Finding]:
    try:
        yield from check(patient)
    except UserError as refusal:
        yield Finding(name, "fault", str(refusal))
    except Exception as fault:  # noqa: BLE001 (the others are to be made whatever becomes of this one)
        yield Finding(
            name,
            "fault",
            f"this could not be checked: {type(fault).__name__}.",
            "Report it: a program's fault.",
        )
