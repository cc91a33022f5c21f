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

CHECKS: Final[tuple[tuple[str, Check], ...]] = (
    ("settings", mail.settings),
    ("database", house.database),
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
BESIDE: Final[tuple[tuple[str, Check], ...]] = (
    ("settings", mail.settings),
    ("database", house.earlier),
    ("secret", mail.secret),
    ("address", mail.address),
    ("mail in", mail.mail_in),
    ("mail out", mail.mail_out),
)
"""What is looked at where the database has an earlier schema: whoever opens it brings it up to date."""


def examine(patient: Patient) -> Iterator[Finding]:
    """All findings, check by check, each as soon as it is known: a server that is silent may take its time."""
    told: set[str] = set()
    for name, check in BESIDE if house.is_of_an_earlier_schema(patient) else CHECKS:
        for finding in _alone(name, check, patient):
            if finding.said not in told:  # a database that cannot be opened is told of once
                told.add(finding.said)
                yield finding


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
