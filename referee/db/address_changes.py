"""Wishes for another address: they are granted when the old and the new address have both said yes."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlmodel import col, delete, insert, select, update

from referee.db.addresses import address_key
from referee.db.people import person_at, person_numbered, set_addresses
from referee.db.tables import AddressChangeRow
from referee.db.unit import Unit
from referee.errors import UserError

Side: TypeAlias = Literal["old", "new"]


class AddressTakenError(UserError):
    """The address has become somebody else's meanwhile."""


@dataclass(frozen=True, slots=True)
class AddressChange:
    """A person's wish to be written to at `new` in the place of `old`, and who has said yes."""

    key: int
    person: int
    old: str
    new: str
    old_agreed: bool
    new_agreed: bool
    at: str

    @property
    def is_done(self) -> bool:
        """Whether both have said yes."""
        return self.old_agreed and self.new_agreed


_COLUMNS = tuple(AddressChange.__dataclass_fields__)


def open_change(unit: Unit, person: int, old: str, new: str, at: str) -> AddressChange:
    """Write down a wish, in the place of an earlier one of the same person. Nothing is changed by it yet."""
    drop_changes_of(unit, person)
    values = {"person": person, "old": old, "new": new, "old_agreed": False, "new_agreed": False, "at": at}
    unit.session.exec(insert(AddressChangeRow).values(values))
    key = unit.session.exec(select(AddressChangeRow.key).where(col(AddressChangeRow.person) == person)).one()
    if key is None:
        raise ValueError("a row without a key")
    return AddressChange(key=key, **values)  # type: ignore[arg-type]


def change_numbered(unit: Unit, key: int) -> AddressChange | None:
    """An open wish by its number; None where there is none, or it was granted or replaced."""
    rows = select(*(getattr(AddressChangeRow, name) for name in _COLUMNS))
    row = unit.session.exec(rows.where(col(AddressChangeRow.key) == key)).first()
    return None if row is None else AddressChange(*row)


def agree(unit: Unit, key: int, side: Side, at: str) -> AddressChange | None:
    """One address says yes: how the wish stands with that, and None where there is no such open wish.

    With the second yes (`is_done`) the new address is in the place of the old one, and the wish is gone. Raises
    AddressTakenError where the new one has become somebody else's.
    """
    agreed = {f"{side}_agreed": True}
    unit.session.exec(update(AddressChangeRow).where(col(AddressChangeRow.key) == key).values(agreed))
    change = change_numbered(unit, key)
    if change is not None and change.is_done:
        _grant(unit, change, at)
    return change


def drop_changes_of(unit: Unit, person: int) -> None:
    """Forget what a person wished for."""
    unit.session.exec(delete(AddressChangeRow).where(col(AddressChangeRow.person) == person))


def purge_changes(unit: Unit, before: str) -> int:
    """Forget the wishes from before that time, which were not granted; how many there were."""
    return int(unit.session.exec(delete(AddressChangeRow).where(col(AddressChangeRow.at) < before)).rowcount)


def _grant(unit: Unit, change: AddressChange, at: str) -> None:
    owner, person = person_at(unit, change.new), person_numbered(unit, change.person)
    if owner is not None and owner.key != change.person:
        raise AddressTakenError("That address has become somebody else's meanwhile: nothing was changed.")
    if person is None:
        return
    keys = {address_key(change.old), address_key(change.new)}
    others = [one for one in person.addresses if address_key(one) not in keys]
    set_addresses(unit, person.key, [change.new, *others], at)
    drop_changes_of(unit, person.key)
