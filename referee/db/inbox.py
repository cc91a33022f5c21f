"""The mails that arrived, in order of receipt, and what came of each. `drop` puts them there."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, func, select, update

from referee.db.storable import LARGEST_KEY, storable
from referee.db.tables import InboxRow
from referee.db.unit import Unit


@dataclass(frozen=True, slots=True)
class Arrived:
    """A mail in the inbox: `raw` is None where it was purged, `outcome` None as long as it has not been taken.

    The rest is what it was found to be; person, game, handle and round as far as it was clear whose it is.
    """

    key: int
    received: str
    source: str
    sender: str | None
    recipients: tuple[str, ...]
    raw: bytes | None
    outcome: str | None = None
    reason: str = ""
    message_id: str | None = None
    content: str | None = None
    person: int | None = None
    proof: str | None = None
    game: str | None = None
    handle: str | None = None
    round: int | None = None
    done: str | None = None


_COLUMNS = tuple(Arrived.__dataclass_fields__)
_HEAVY = "raw"


def first_waiting(unit: Unit) -> Arrived | None:
    """The mail that has waited longest; None if all have been taken."""
    query = _selected(_COLUMNS).where(col(InboxRow.outcome).is_(None))
    row = unit.session.exec(query.order_by(col(InboxRow.key)).limit(1)).first()
    return None if row is None else _arrived(_COLUMNS, row)


def count_waiting(unit: Unit) -> int:
    """How many mails have not been taken."""
    return int(
        unit.session.exec(
            select(func.count()).select_from(InboxRow).where(col(InboxRow.outcome).is_(None))
        ).one()
    )


def mail_in(unit: Unit, key: int) -> Arrived | None:
    """A mail by its number, which may be any that somebody has typed."""
    if not 0 < key <= LARGEST_KEY:
        return None
    row = unit.session.exec(_selected(_COLUMNS).where(col(InboxRow.key) == key)).first()
    return None if row is None else _arrived(_COLUMNS, row)


def latest_mails(unit: Unit, limit: int, *, outcome: str | None = None) -> list[Arrived]:
    """The latest mails, of one outcome or of all, the last first; without their bytes."""
    light = tuple(name for name in _COLUMNS if name != _HEAVY)
    query = _selected(light)
    if outcome is not None:
        query = query.where(col(InboxRow.outcome) == outcome)
    rows = unit.session.exec(query.order_by(col(InboxRow.key).desc()).limit(limit))
    return [_arrived(light, row) for row in rows]


def contents_under(unit: Unit, message_id: str, before: int) -> list[str]:
    """The contents of the mails with a Message-ID that arrived before the one of number `before`."""
    query = select(InboxRow.content).where(
        col(InboxRow.message_id) == storable(message_id),
        col(InboxRow.key) < before,
        col(InboxRow.content).is_not(None),
    )
    return [content for content in unit.session.exec(query) if content is not None]


def mark(unit: Unit, taken: Arrived) -> None:
    """Write down what came of a mail; all but its number, its bytes and how it came is taken from `taken`."""
    fixed = {"key", "received", "source", "sender", "recipients", "raw"}
    found = {name: getattr(taken, name) for name in _COLUMNS if name not in fixed}
    values = {name: storable(value) if isinstance(value, str) else value for name, value in found.items()}
    unit.session.exec(update(InboxRow).where(col(InboxRow.key) == taken.key).values(values))


def purge_mails(unit: Unit, before: str) -> int:
    """Forget the bytes of all mails that came before that time and are not held or waiting; how many there were."""
    return _forget(
        unit,
        col(InboxRow.received) < before,
        col(InboxRow.outcome).is_not(None),
        col(InboxRow.outcome) != "held",
    )


def purge_mail(unit: Unit, key: int) -> None:
    """Forget the bytes of one mail."""
    _forget(unit, col(InboxRow.key) == key)


def _forget(unit: Unit, *which: Any) -> int:  # noqa: ANN401  # SQL conditions
    wanted = update(InboxRow).where(col(InboxRow.raw).is_not(None), *which).values(raw=None, sender=None)
    return int(unit.session.exec(wanted).rowcount)


def _selected(names: Sequence[str]) -> Any:  # noqa: ANN401  # a select of that many columns has no type that says more
    return select(*(getattr(InboxRow, name) for name in names))


def _arrived(names: Sequence[str], row: Sequence[Any]) -> Arrived:
    values = dict(zip(names, row, strict=True))
    values.setdefault(_HEAVY, None)
    recipients = tuple(str(one) for one in json.loads(values.pop("recipients")))
    return Arrived(recipients=recipients, **values)
