"""The people whom the referee knows, in however many games: their handles, names, addresses and keys.

Personal data, which is kept out of every log: these rows may be changed and deleted. What is asked for with words out
of a mail may be anything at all; nobody is found then.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, delete, insert, select, update

from referee.db.addresses import address_key
from referee.db.likeness import suggested
from referee.db.storable import storable
from referee.db.tables import AddressChangeRow, AddressRow, PersonRow
from referee.db.unit import Unit
from referee.errors import UserError, named


class UnknownPersonError(UserError):
    """Nobody is registered under that handle."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody registered. The first of his `addresses` is written to; `given_name` is "" where he has said none."""

    key: int
    handle: str
    given_name: str
    addresses: tuple[str, ...]
    since: str

    @property
    def name(self) -> str:
        """What he is called: his name, else his handle."""
        return self.given_name or self.handle


def add_person(
    unit: Unit,
    handle: str,
    given_name: str,
    addresses: Sequence[str],
    at: str,
    *,
    key_digest: str | None = None,
) -> Person:
    """Enter somebody; handle, addresses and key must be nobody else's."""
    values = {
        "handle": handle,
        "handle_key": handle.casefold(),
        "name": given_name,
        "key_digest": key_digest,
        "since": at,
    }
    unit.session.exec(insert(PersonRow).values(values))
    key = unit.session.exec(select(PersonRow.key).where(PersonRow.handle_key == handle.casefold())).one()
    if key is None:
        raise ValueError("a row without a key")
    set_addresses(unit, key, addresses, at)
    return Person(key, handle, given_name, tuple(addresses), at)


def edit_person(
    unit: Unit,
    key: int,
    *,
    handle: str | None = None,
    given_name: str | None = None,
    key_digest: str | None = None,
) -> None:
    """Change what is said of a person; None leaves it as it is."""
    values: dict[str, Any] = {}
    if handle is not None:
        values |= {"handle": handle, "handle_key": handle.casefold()}
    if given_name is not None:
        values["name"] = given_name
    if key_digest is not None:
        values["key_digest"] = key_digest
    if values:
        unit.session.exec(update(PersonRow).where(col(PersonRow.key) == key).values(values))


def set_addresses(unit: Unit, key: int, addresses: Sequence[str], at: str) -> None:
    """Give a person these addresses and no others, the first to be written to; what is known of them stays."""
    columns = (AddressRow.address_key, AddressRow.since, AddressRow.bounces)
    rows = unit.session.exec(select(*columns).where(col(AddressRow.person) == key)).all()
    known = {row[0]: (row[1], row[2]) for row in rows}
    unit.session.exec(delete(AddressRow).where(col(AddressRow.person) == key))
    for address in addresses:
        since, bounces = known.get(address_key(address), (at, 0))
        values = {
            "address": address,
            "address_key": address_key(address),
            "person": key,
            "since": since,
            "bounces": bounces,
        }
        unit.session.exec(insert(AddressRow).values(values))


def delete_person(unit: Unit, key: int) -> None:
    """Take a person out, with all his addresses; what names him elsewhere is another matter."""
    unit.session.exec(delete(AddressChangeRow).where(col(AddressChangeRow.person) == key))
    unit.session.exec(delete(AddressRow).where(col(AddressRow.person) == key))
    unit.session.exec(delete(PersonRow).where(col(PersonRow.key) == key))


def all_people(unit: Unit) -> list[Person]:
    """Everybody, by handle."""
    return _people(unit)


def person_named(unit: Unit, handle: str) -> Person | None:
    """Who has a handle, in any case."""
    return _one(unit, col(PersonRow.handle_key) == storable(handle).casefold())


def known_person(unit: Unit, handle: str) -> Person:
    """The same; raises UnknownPersonError, which suggests those that may have been meant."""
    found = person_named(unit, handle)
    if found is not None:
        return found
    handles = list(unit.session.exec(select(PersonRow.handle).order_by(col(PersonRow.key))))
    if not handles:
        raise UnknownPersonError(
            f"Nobody is registered as '{named(handle)}': nobody is at all yet (referee player add)."
        )
    raise UnknownPersonError(
        f"Nobody is registered as '{named(handle)}'. {suggested(handle, handles, 'referee player list')}"
    )


def person_numbered(unit: Unit, key: int) -> Person | None:
    """Who has that number."""
    return _one(unit, col(PersonRow.key) == key)


def person_at(unit: Unit, address: str) -> Person | None:
    """Whose address it is."""
    return _one(unit, col(PersonRow.key).in_(select(AddressRow.person).where(_at(address))))


def person_with_key(unit: Unit, key: str) -> Person | None:
    """Whose key it is, however it is written."""
    return _one(unit, col(PersonRow.key_digest) == digest_of_key(key))


def people_called(unit: Unit, name: str) -> list[Person]:
    """All who have said that name, or have that handle where they have said none, letter by letter."""
    return [person for person in _people(unit) if person.name == name]


def digest_of_key(key: str) -> str:
    """What is kept of a key; capital letters, hyphens and blanks make no difference."""
    plain = "".join(one for one in key.upper() if not one.isspace() and one != "-")
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def note_bounce(unit: Unit, address: str) -> int:
    """A server says that there is no such mailbox: how often by now. 0 where it is nobody's."""
    whose = _at(address)
    unit.session.exec(update(AddressRow).where(whose).values(bounces=AddressRow.bounces + 1))
    return unit.session.exec(select(AddressRow.bounces).where(whose)).first() or 0


def forget_bounces(unit: Unit, person: int, address: str) -> None:
    """A mail of a person came from there: if it is his, what bounced before is forgotten."""
    his = (_at(address), col(AddressRow.person) == person, col(AddressRow.bounces) > 0)
    unit.session.exec(update(AddressRow).where(*his).values(bounces=0))


def bounces_by_address(unit: Unit) -> dict[str, int]:
    """The addresses at which there is said to be no mailbox, and how often that was said."""
    query = select(AddressRow.address, AddressRow.bounces).where(col(AddressRow.bounces) > 0)
    return dict(unit.session.exec(query.order_by(col(AddressRow.key))).all())


def _at(address: str) -> Any:  # noqa: ANN401  # an SQL condition
    return col(AddressRow.address_key) == address_key(storable(address))


def _one(unit: Unit, condition: Any) -> Person | None:  # noqa: ANN401  # an SQL condition
    return next(iter(_people(unit, condition)), None)


def _people(unit: Unit, *conditions: Any) -> list[Person]:  # noqa: ANN401  # SQL conditions
    columns: Any = (PersonRow.key, PersonRow.handle, PersonRow.name, PersonRow.since)
    query = select(*columns).where(*conditions).order_by(col(PersonRow.handle_key))
    rows = unit.session.exec(query).all()
    addresses = _addresses_of(unit, [row[0] for row in rows])
    return [Person(key, handle, name, tuple(addresses[key]), since) for key, handle, name, since in rows]


def _addresses_of(unit: Unit, keys: Iterable[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {key: [] for key in keys}
    wanted = select(AddressRow.person, AddressRow.address).order_by(col(AddressRow.key))
    if len(found) == 1:
        wanted = wanted.where(col(AddressRow.person).in_(found))
    for person, address in unit.session.exec(wanted) if found else ():
        found.setdefault(person, []).append(address)
    return found
