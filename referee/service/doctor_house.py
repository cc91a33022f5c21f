"""What stands in the house itself: the database, the post that lies in it, and who can be written to."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from typing import Final

from referee.db import guards as guarded
from referee.db.drafts import drafts_due
from referee.db.engines import is_with_password, place_of
from referee.db.holders import holder_of
from referee.db.inbox import count_waiting, first_waiting, latest_mails
from referee.db.outbox import count_by_state, letters_on_their_way, next_due
from referee.db.people import bounces_by_address, person_at, person_named
from referee.db.rights import excessive_rights
from referee.db.store import schema_at
from referee.db.tables import EARLIER, SCHEMA
from referee.errors import UserError
from referee.mail.tokens import reply_address
from referee.mail.world import Identity
from referee.rules.events import Seat
from referee.service import transactions
from referee.service.damage import damage_told
from referee.service.findings import Finding, Patient
from referee.service.game_log import GameLog, Work
from referee.service.overdue import SOON, how_long, is_late
from referee.service.post_hold import held
from referee.service.post_queue import standstill

MOST: Final = 1000
"""Mails that are counted."""
DAMAGED: Final = "Look at it: referee verify {game}"


def database(patient: Patient) -> Iterator[Finding]:
    """Whether it opens, is of this schema and guarded, and can be written."""
    if patient.database is None:
        yield Finding("database", "fault", "which one it is cannot be read from the settings.")
        return
    place = place_of(patient.database)
    with transactions.inspecting(patient.database, patient.clock) as (work, guards):
        games = len(work.unit.games())
        too_much = excessive_rights(work.unit.session.connection(), guarded.TABLES)
    if guards:
        todo = "Put a backup in its place, and compare its head with a report's (referee verify --head)."
        yield Finding("database", "fault", f"it is no longer guarded: {'; '.join(guards)}.", todo)
        return
    with transactions.writing(patient.database, patient.clock):
        pass  # that it can be begun and committed is what was asked
    count = f"{games} game{'' if games == 1 else 's'}"
    yield Finding("database", "ok", f"{place.shown}: {count}, guarded, can be written.")
    if too_much is not None:
        todo = "Let it work with a role that owns nothing: see POSTGRESQL.md, two roles."
        yield Finding("database", "warning", f"{too_much}.", todo)
    if place.file is None:
        yield from _password_for_all(patient, patient.database)
        return


def is_of_an_earlier_schema(patient: Patient) -> bool:
    """Whether the database was made by an older referee; False where that cannot be told."""
    try:
        return patient.database is not None and schema_at(patient.database) in EARLIER
    except UserError:
        return False


def earlier(patient: Patient) -> Iterator[Finding]:
    """A database of an earlier schema, into which nobody looks before it is brought up to date."""
    if patient.database is not None:
        schemas = f"schema {schema_at(patient.database)}, this one knows {SCHEMA}"
        said = f"{place_of(patient.database).shown} was made by an older referee ({schemas})."
        todo = "Bring it up to date, with a backup: referee upgrade. Then ask again: what is in it was not looked at."
        yield Finding("database", "warning", said, todo)


def _password_for_all(patient: Patient, url: str) -> Iterator[Finding]:
    """Whether the password of the database stands in a file of settings that others can read."""
    file = patient.file
    if not is_with_password(url) or not file.is_file() or not stat.S_IMODE(file.stat().st_mode) & 0o077:
        return
    if url in file.read_text(encoding="utf-8", errors="replace"):
        said = f"others on this machine can read its password, which stands in {file}."
        yield Finding("database", "warning", said, f"Say: chmod 600 {file}")


def inbox(patient: Patient) -> Iterator[Finding]:
    """Whether mail that arrived is read, and whether any waits for the referee."""
    if patient.database is None or not patient.plays_by_mail:
        return
    with transactions.reading(patient.database, patient.clock) as work:
        waiting, first = count_waiting(work.unit), first_waiting(work.unit)
        held = len(latest_mails(work.unit, MOST, outcome="held"))
        late = first is not None and is_late(first.received, work.at)
    if late:
        said = f"{_mails(waiting)} not been read, the first of them for more than {SOON // 60} minutes."
        yield Finding("inbox", "warning", said, "Does `referee serve` run? By hand: referee serve --once")
    if held:
        yield Finding("inbox", "warning", f"{_mails(held)} been held for you.", "Look: referee mail held")
    if not late and not held:
        yield Finding(
            "inbox", "ok", "all mail that arrived is read." if not waiting else "mail is being read."
        )


def outbox(patient: Patient) -> Iterator[Finding]:
    """Whether letters go out: the queue stands or nobody drives it, and letters that were given up.

    Where no mail is set up, only whether letters are held: they would be when it is.
    """
    if patient.database is None:
        return
    with transactions.reading(patient.database, patient.clock) as work:
        if not patient.plays_by_mail and held(work.unit) is None:
            return
        counts = count_by_state(work.unit)
        failed = _given_up(work)
        stands, kept_back = standstill(work.unit), held(work.unit)
        due = next_due(work.unit, work.at)
        late = due is not None and is_late(due.due, work.at)
    waiting = counts.get("waiting", 0) + counts.get("started", 0)
    if kept_back is not None:
        said = f"it is held since {kept_back.since}, when a backup was restored."
        yield Finding(
            "outbox", "warning", said, "Look: referee mail queue; then: referee mail release --all or --none"
        )
    elif stands is not None:
        said = f"it stands still until {stands.until}: {stands.why}"
        yield Finding("outbox", "warning", said, "Mend what it says; then: referee send --now")
    elif late:
        said = f"{_letters(waiting)} waiting, the first of them for more than {SOON // 60} minutes."
        yield Finding("outbox", "warning", said, "Does `referee serve` run? By hand: referee send")
    if failed:
        said = f"{_letters(failed)} given up."
        yield Finding(
            "outbox", "warning", said, "Look: referee mail queue; then referee mail resend ID, or drop ID."
        )
    if stands is None and kept_back is None and not late and not failed:
        yield Finding("outbox", "ok", "nothing waits." if not waiting else f"{_letters(waiting)} on the way.")


def players(patient: Patient) -> Iterator[Finding]:
    """Whether everybody who plays can be written to, and can answer under a token."""
    if patient.database is None or not patient.plays_by_mail:
        return
    sound = True
    with transactions.reading(patient.database, patient.clock) as work:
        for finding in (*_bouncing(work), *_out_of_reach(work, patient)):
            sound = False
            yield finding
    if sound:
        yield Finding("players", "ok", "all who play can be written to.")


def drafts(patient: Patient) -> Iterator[Finding]:
    """Whether somebody releases the rounds that have been held long enough."""
    if patient.database is None:
        return
    with transactions.reading(patient.database, patient.clock) as work:
        at, due = work.at, [(one, one.due) for one in drafts_due(work.unit, work.at) if one.due is not None]
    for one, until in due:
        if not is_late(until, at):
            continue
        yield Finding(
            "drafts",
            "warning",
            f"round {one.round} of {one.game} was held until {until}, {how_long(until, at)} ago, and nothing "
            "releases it.",
            "Let `referee serve` or `referee work` run, or referee release --due from cron; by hand: "
            f"referee release {one.game}",
        )


def _given_up(work: Work) -> int:
    """How many letters were given up, and are still kept: of those long ago nothing is said any more."""
    found = letters_on_their_way(work.unit, MOST)
    return sum(one.state == "failed" and one.body is not None for one in found)


def _bouncing(work: Work) -> Iterator[Finding]:
    for address in bounces_by_address(work.unit):
        person = person_at(work.unit, address)
        if person is not None:
            yield Finding(
                "players",
                "warning",
                f"an address of {person.handle} is said not to exist: mail to it came back.",
                f"Ask for another: referee player edit {person.handle} --mail NEW",
            )


def _out_of_reach(work: Work, patient: Patient) -> Iterator[Finding]:
    office = None if patient.mail is None else patient.mail.office
    for game in work.unit.games():
        try:
            with damage_told(work, game.name):
                log = work.log(game.name)
                if log.desk.round is not None:
                    yield from _not_written_to(work, log)
                    yield from () if office is None else _without_token(log, office.identity)
        except UserError as damage:
            yield Finding("players", "fault", str(damage), DAMAGED.format(game=game.name))


def _not_written_to(work: Work, log: GameLog) -> Iterator[Finding]:
    for seat in _held(log):
        person = holder_of(work.unit, log.name, seat, log.tenures.count(seat))
        if person is None:
            yield Finding(
                "players",
                "warning",
                f"{seat} of {log.name} gets no mail: nobody is registered for that seat.",
                f"Say who it is: {_seating(work, log, seat)}",
            )
        elif not person.addresses:
            yield Finding(
                "players",
                "warning",
                f"{seat} of {log.name} gets no mail: {person.handle} has no address.",
                f"Say which: referee player edit {person.handle} --mail ADDRESS",
            )


def _seating(work: Work, log: GameLog, seat: Seat) -> str:
    """How to say who holds a seat: most likely it is he who is called so."""
    known = person_named(work.unit, seat)
    if known is not None:
        return f"referee player edit {known.handle} --seat {log.name}"
    return f"referee player add {seat} --mail ADDRESS --seat {log.name}"


def _without_token(log: GameLog, identity: Identity) -> Iterator[Finding]:
    """Whose replies go to the plain address, because game and handle are too long for one with a token."""
    if identity.reply_style == "none":
        return
    for seat in _held(log):
        address = reply_address(identity, log.name, seat, log.desk.round or 1, log.tenures.count(seat))
        if address == identity.address:
            yield Finding(
                "players",
                "warning",
                f"the replies of {seat} of {log.name} bear no token: the names are too long for an address.",
                'Take a shorter `address`, or reply = "whole"; else he must write his `key`.',
            )


def _held(log: GameLog) -> Iterator[Seat]:
    return (seat for seat in log.seats if seat not in log.desk.left)


def _mails(count: int) -> str:
    return "1 mail has" if count == 1 else f"{count} mails have"


def _letters(count: int) -> str:
    return "1 letter is" if count == 1 else f"{count} letters are"
