"""What else names a person who wants to be forgotten: mails that came, and letters that went out."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, delete, select, update

from referee.db.addresses import address_key
from referee.db.mentions import marks_of, mentions
from referee.db.outbox import DONE_WITH
from referee.db.people import Person
from referee.db.tables import InboxRow, OutboxRow
from referee.db.unit import Unit

_AT_ONCE = 50
"""How many mails are looked through at a time: each may have a megabyte."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How many mails and letters were emptied; `left` are those of others that name him and are still needed."""

    mails: int
    letters: int
    left: int


def forget_mail_of(unit: Unit, person: Person, at: str) -> Forgotten:
    """Forget what a person wrote and what was written to him, and the words of all mail that names him.

    Of his own mails only that they came is kept, and what was not read yet is not read any more; the letters to him
    are gone. Of other people's mail what is done with loses its bytes. `at` is the present.
    """
    keys = {address_key(address) for address in person.addresses}
    marks = _marks_of(person)
    his = {
        *_keys_where(unit, InboxRow, col(InboxRow.person) == person.key),
        *_keys_with_address(unit, InboxRow, InboxRow.sender, keys),
    }
    to_him = {
        *_keys_where(unit, OutboxRow, col(OutboxRow.person) == person.key),
        *_keys_with_address(unit, OutboxRow, OutboxRow.recipient, keys),
    }
    _empty_his_mails(unit, his, at)
    _delete_letters(unit, to_him)
    mails, mails_left = _empty_what_names(
        unit, InboxRow, "raw", marks, col(InboxRow.outcome).is_not(None) & (col(InboxRow.outcome) != "held")
    )
    letters, letters_left = _empty_what_names(
        unit, OutboxRow, "body", marks, col(OutboxRow.state).in_(DONE_WITH)
    )
    _empty_reasons(unit, marks)
    return Forgotten(len(his) + mails, len(to_him) + letters, mails_left + letters_left)


def _marks_of(person: Person) -> tuple[bytes, ...]:
    """By what he is known in the words of others: his addresses, and a name that nobody has for a word."""
    names = [person.given_name] if " " in person.given_name else []
    return marks_of((*person.addresses, *names))


def _empty_his_mails(unit: Unit, keys: Collection[int], at: str) -> None:
    nothing = dict.fromkeys(("sender", "raw", "message_id", "content", "person", "proof")) | {"reason": ""}
    unread = {"outcome": "ignored", "reason": "its sender was forgotten", "done": at}
    for some in _portions(keys):
        mine = col(InboxRow.key).in_(some)
        unit.session.exec(update(InboxRow).where(mine).values(nothing))
        open_ones = col(InboxRow.outcome).is_(None) | (col(InboxRow.outcome) == "held")
        unit.session.exec(update(InboxRow).where(mine, open_ones).values(unread))


def _delete_letters(unit: Unit, keys: Collection[int]) -> None:
    for some in _portions(keys):
        unit.session.exec(delete(OutboxRow).where(col(OutboxRow.key).in_(some)))


def _empty_what_names(
    unit: Unit,
    table: Any,  # noqa: ANN401  # InboxRow or OutboxRow
    column: str,
    marks: Collection[bytes],
    is_done_with: Any,  # noqa: ANN401  # an SQL condition
) -> tuple[int, int]:
    """How many of the mails that name him were emptied, and how many are still needed."""
    done_with = _naming(unit, table, column, marks, is_done_with)
    for some in _portions(done_with):
        unit.session.exec(update(table).where(table.key.in_(some)).values({column: None}))
    return len(done_with), len(_naming(unit, table, column, marks, ~is_done_with))


def _naming(unit: Unit, table: Any, column: str, marks: Collection[bytes], *which: Any) -> list[int]:  # noqa: ANN401
    body = getattr(table, column)
    found: list[int] = []
    last = 0
    while True:
        wanted = select(table.key, body).where(body.is_not(None), table.key > last, *which)
        rows = unit.session.exec(wanted.order_by(table.key).limit(_AT_ONCE)).all()
        if not rows:
            return found
        found += [key for key, raw in rows if mentions(raw, marks)]
        last = rows[-1][0]


def _empty_reasons(unit: Unit, marks: Collection[bytes]) -> None:
    rows = unit.session.exec(select(InboxRow.key, InboxRow.reason).where(col(InboxRow.reason) != "")).all()
    telling = [key for key, reason in rows if key is not None and mentions(reason.encode(), marks)]
    for some in _portions(telling):
        unit.session.exec(update(InboxRow).where(col(InboxRow.key).in_(some)).values(reason=""))


def _keys_where(unit: Unit, table: Any, condition: Any) -> list[int]:  # noqa: ANN401  # a table and an SQL condition
    return list(unit.session.exec(select(table.key).where(condition)))


def _keys_with_address(unit: Unit, table: Any, column: Any, keys: Collection[str]) -> list[int]:  # noqa: ANN401
    """The rows whose address is one of those; compared here, since databases differ about upper and lower case."""
    rows = unit.session.exec(select(table.key, column).where(col(column).is_not(None)))
    return [key for key, address in rows if address_key(address) in keys]


def _portions(keys: Collection[int]) -> Iterator[list[int]]:
    ordered = sorted(keys)
    for start in range(0, len(ordered), _AT_ONCE):
        yield ordered[start : start + _AT_ONCE]
