"""Registering people, changing what is known of them, and forgetting them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from orders.handles import handle_fault
from referee.db.address_changes import drop_changes_of
from referee.db.addresses import address_key, plain_address
from referee.db.forgetting import forget_mail_of
from referee.db.holders import forget_holder, rename_holder, seats_held_by
from referee.db.people import (
    Person,
    add_person,
    all_people,
    bounces_by_address,
    delete_person,
    digest_of_key,
    edit_person,
    known_person,
    person_at,
    person_named,
    person_numbered,
    person_with_key,
    set_addresses,
)
from referee.db.press import forget_press
from referee.errors import UserError, listed_faults, named
from referee.mail.recipients import is_ours
from referee.rules.events import Seat
from referee.service.game_log import GameLog, Work
from referee.service.seating import (
    Placed,
    place_said,
    places_of,
    seat_person,
    unseat_person,
    why_not_seat,
)
from referee.service.seats import LONGEST_NAME

MOST_ADDRESSES: Final = 10
KEY_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""None that is taken for another: 32 of them, five bits each."""
_KEY_HALF: Final = 4


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Who is to be registered; `seats` as `GAME` or `GAME:SEAT`."""

    handle: str
    addresses: tuple[str, ...]
    name: str = ""
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonEdit:
    """What is to be different with a person; None and () leave it as it is.

    `mail` takes the place of the address that is written to; `unseat` are games.
    """

    handle: str | None = None
    name: str | None = None
    mail: str | None = None
    also_mail: tuple[str, ...] = ()
    drop_mail: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    unseat: tuple[str, ...] = ()
    new_key: bool = False

    def __bool__(self) -> bool:
        """Whether anything is to be different."""
        return self != PersonEdit()


@dataclass(frozen=True, slots=True)
class PersonDone:
    """A person as he is registered now; `key` is his new key in clear, which is kept nowhere (None: no new one).

    `seated` and `unseated` are the places that he was given and that were taken back, `is_told` whether the latest
    reports of the former are on their way to him.
    """

    person: Person
    key: str | None
    seated: tuple[Placed, ...] = ()
    unseated: tuple[Placed, ...] = ()
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person in the list: `bounces` are the addresses that seem to be no mailboxes, and how often that was said."""

    handle: str
    name: str
    addresses: tuple[str, ...]
    since: str
    seats: tuple[Placed, ...]
    bounces: dict[str, int]
    troubles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """What went with a person: of how many seats, mails, letters, and words of press something was deleted.

    `places` is what he played, whose seats have no mail any more; `left` how many mails of others name him and are
    still needed; `troubles` what could not be looked at.
    """

    handle: str
    places: tuple[Placed, ...]
    seats: int
    mails: int
    letters: int
    press: int
    left: int
    troubles: tuple[str, ...]


def register(work: Work, wanted: NewPerson) -> PersonDone:
    """Enter somebody, and the seats that he holds. Raises UserError with all that cannot be."""
    # gather
    faults = [*_handle_faults(work, wanted.handle, None), *_name_faults(wanted.name)]
    addresses = _addresses(work, wanted.addresses, None, faults)
    places = _places(work, wanted.seats, wanted.handle, None, faults)
    if not addresses and not faults:
        faults.append("Say where mail goes: --mail ADDRESS")
    _refuse(faults, f"player {named(wanted.handle)}")
    # apply
    key = _new_key(work)
    name = " ".join(wanted.name.split())
    person = add_person(work.unit, wanted.handle, name, addresses, work.at, key_digest=digest_of_key(key))
    seated = tuple(seat_person(work, log, seats, person) for log, seats in places)
    return PersonDone(person, key, seated, is_told=_is_told(work, places))


def change_person(work: Work, handle: str, wanted: PersonEdit) -> PersonDone:
    """Change what is known of somebody, and which seats he holds. Raises UserError with all that cannot be."""
    # gather
    person = known_person(work.unit, handle)
    faults: list[str] = []
    if wanted.handle is not None:
        faults += _handle_faults(work, wanted.handle, person)
    faults += _name_faults(wanted.name or "")
    addresses = _changed_addresses(work, person, wanted, faults)
    leaving = _unseated(work, person, wanted.unseat, faults)
    places = _places(work, wanted.seats, wanted.handle or person.handle, person, faults, leaving)
    _refuse(faults, f"player {person.handle}")
    # apply
    unseated = tuple(unseat_person(work, log, person) for log in leaving)
    key = _new_key(work) if wanted.new_key else None
    edit_person(
        work.unit,
        person.key,
        handle=wanted.handle,
        given_name=None if wanted.name is None else " ".join(wanted.name.split()),
        key_digest=None if key is None else digest_of_key(key),
    )
    if addresses != list(person.addresses):
        set_addresses(work.unit, person.key, addresses, work.at)
        drop_changes_of(work.unit, person.key)
    changed = person_numbered(work.unit, person.key) or person
    rename_holder(work.unit, changed.key, changed.name)
    seated = tuple(seat_person(work, log, seats, changed) for log, seats in places)
    return PersonDone(changed, key, seated, unseated, is_told=_is_told(work, places))


def list_people(work: Work) -> tuple[PersonLine, ...]:
    """Everybody who is registered, by handle."""
    bounces = bounces_by_address(work.unit)
    return tuple(_line(work, person, bounces) for person in all_people(work.unit))


def forget_person(work: Work, handle: str) -> PersonForgotten:
    """Delete all that is known of somebody, and what he wrote; his games stay as they are.

    Raises UserError for an unknown handle. What was deleted is out of the database's file only when it was wiped
    (`transactions.erasing`).
    """
    person = known_person(work.unit, handle)
    places, troubles = places_of(work, person)
    press = 0
    for held in seats_held_by(work.unit, person.key):
        try:
            press += forget_press(work.unit, held.game, held.seat, held.tenure)
        except UserError as trouble:
            troubles += (str(trouble),)
    mail = forget_mail_of(work.unit, person, work.at)
    seats = forget_holder(work.unit, person)
    delete_person(work.unit, person.key)
    return PersonForgotten(
        person.handle,
        places,
        seats,
        mail.mails,
        mail.letters,
        press,
        mail.left,
        tuple(dict.fromkeys(troubles)),
    )


def _line(work: Work, person: Person, bounces: dict[str, int]) -> PersonLine:
    places, troubles = places_of(work, person)
    his = {address: bounces[address] for address in person.addresses if address in bounces}
    return PersonLine(person.handle, person.name, person.addresses, person.since, places, his, troubles)


def _refuse(faults: Sequence[str], what: str) -> None:
    if faults:
        raise UserError(faults[0] if len(faults) == 1 else listed_faults(what, faults))


def _handle_faults(work: Work, handle: str, own: Person | None) -> Iterator[str]:
    fault = handle_fault(handle)
    if fault is not None:
        yield f"'{named(handle)}' cannot be a handle: {fault}."
        return
    there = person_named(work.unit, handle)
    if there is not None and (own is None or there.key != own.key):
        yield (
            f"{there.handle} is registered already. Take another handle; or change that one: referee player edit "
            f"{there.handle}"
        )


def _name_faults(said: str) -> Iterator[str]:
    name = " ".join(said.split())
    if not name.isprintable():
        yield "A name has letters that can be printed."
    if len(name) > LONGEST_NAME:
        yield f"A name of {len(name)} characters is too long; {LONGEST_NAME} are allowed."


def _addresses(work: Work, said: Sequence[str], own: Person | None, faults: list[str]) -> list[str]:
    """The addresses as they are kept, each once; what cannot be is put to the faults."""
    found: dict[str, str] = {}
    for one in said:
        address = plain_address(one)
        if address is None:
            faults.append(
                f"'{named(one)}' is not one plain address. Write it without name and brackets, as in "
                "ann@players.example"
            )
            continue
        owner = person_at(work.unit, address)
        if work.office is not None and is_ours(address, work.office.identity):
            faults.append(f"{address} is the address of this program: a player's own is needed.")
        elif owner is not None and (own is None or owner.key != own.key):
            faults.append(f"{address} is {owner.handle}'s already. An address belongs to one person.")
        found.setdefault(address_key(address), address)
    return list(found.values())


def _changed_addresses(work: Work, person: Person, wanted: PersonEdit, faults: list[str]) -> list[str]:
    """The addresses that a person has from now on, the first to be written to."""
    before = list(person.addresses)
    dropped = set()
    for one in wanted.drop_mail:
        key = address_key(one.strip())
        dropped.add(key)
        if key not in map(address_key, before):
            faults.append(f"'{named(one)}' is no address of {person.handle}: {', '.join(before)}.")
    if wanted.mail is not None:
        dropped.add(address_key(before[0]) if before else "")
    new = _addresses(work, () if wanted.mail is None else (wanted.mail,), person, faults)
    more = _addresses(work, wanted.also_mail, person, faults)
    kept = [one for one in before if address_key(one) not in dropped]
    after = list({address_key(one): one for one in reversed([*new, *kept, *more])}.values())[::-1]
    if not after and not faults:
        faults.append(f"{person.handle} would have no address any more. Give another one with --mail.")
    if len(after) > MOST_ADDRESSES:
        faults.append(f"{person.handle} would have {len(after)} addresses; {MOST_ADDRESSES} are allowed.")
    return after


def _places(
    work: Work,
    said: Sequence[str],
    handle: str,
    own: Person | None,
    faults: list[str],
    leaving: Sequence[GameLog] = (),
) -> list[tuple[GameLog, tuple[Seat, ...]]]:
    """The seats that are said, each once; what cannot be is put to the faults. In `leaving` he holds none by then."""
    places: dict[str, tuple[GameLog, tuple[Seat, ...]]] = {}
    for one in said:
        try:
            log, seats = place_said(work, one, handle)
        except UserError as problem:
            faults.append(str(problem))
            continue
        why = why_not_seat(work, log, seats, own, leaves_others=log in leaving)
        before = places.get(log.name)
        if before is not None and before[1] != seats:
            why = f"{log.name_of(before[1])} and {log.name_of(seats)} are two players of {log.name}. Say one of them."
        if why is not None:
            faults.append(why)
        places[log.name] = (log, seats)
    return list(places.values())


def _unseated(work: Work, person: Person, games: Sequence[str], faults: list[str]) -> list[GameLog]:
    """The logs of the games in which a person's seats are taken back; what cannot be is put to the faults."""
    logs: dict[str, GameLog] = {}
    played = {place.game for place in places_of(work, person)[0]} if games else set()
    for game in games:
        try:
            log = work.log(game)
        except UserError as problem:
            faults.append(str(problem))
            continue
        if log.name not in played:
            faults.append(f"{person.handle} holds no seat in {log.name}.")
        logs[log.name] = log
    return list(logs.values())


def _is_told(work: Work, places: Sequence[tuple[GameLog, tuple[Seat, ...]]]) -> bool:
    return work.office is not None and any(log.desk.round is not None for log, _ in places)


def _new_key(work: Work) -> str:
    """A key that nobody has, as `K7Q9-XM42`."""
    while True:
        letters = "".join(KEY_LETTERS[byte % len(KEY_LETTERS)] for byte in work.unit.token(2 * _KEY_HALF))
        key = f"{letters[:_KEY_HALF]}-{letters[_KEY_HALF:]}"
        if person_with_key(work.unit, key) is None:
            return key
