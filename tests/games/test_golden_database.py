"""A whole database that was written long ago, and games that were exported from it: later releases go on with them.

`make_golden_database.py` beside this file made them with the program's commands. One database is kept for each schema
since the third; when the tables change, make another one, and those there are stay as they are.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cache
from pathlib import Path

import pytest
from smtp_puppet import Puppet

from referee.clock import FixedClock
from referee.db.address_changes import agree
from referee.db.outbox import count_by_state
from referee.db.press import waiting_press
from referee.db.tables import EARLIER, SCHEMA
from referee.mail.envelope import Envelope
from referee.mail.office import Office
from referee.mail.settings import MailSettings
from referee.mail.world import Identity
from referee.service import transactions
from referee.service.address_changes import OPEN_FOR
from referee.service.held_mail import held_mail, take_in_trust
from referee.service.hold_round import release_round
from referee.service.move_game import import_game, verify_file
from referee.service.receive_mail import store_mail
from referee.service.report_heads import Heads
from referee.service.resolve_round import resolve_round
from referee.service.send_mail import send_due_now
from referee.service.show_mail import mails
from referee.service.show_report import NoReportError, show_report
from referee.service.show_status import game_status
from referee.service.take_mail import take_waiting
from referee.service.upgrade import look_before, upgrade
from referee.service.verify_all import inspecting_all
from referee.service.verify_game import verify_game

HERE = Path(__file__).parent
DESKS = sorted(HERE.glob("club-schema-*"))
SCHEMAS_WITHOUT_ONE = {"0001", "0002"}
"""They were changed before the first release."""

CLOCK = FixedClock("2026-12-10T19:00:00Z")
OFFICE = Office(
    Identity("desk@club.example", b"the secret of a golden desk", ("mx.club.example",)),
    "Acquire referee",
    "desk@club.example",
)

KEYS = {"club-schema-0003": {"ann": "B25A-MPLU"}, "club-schema-0004": {"ann": "B25A-MPLU"}}
HEADS = {
    "club-schema-0003": {
        "mill": "55:6be4daaba82b",
        "slip": "185:b8104e578f88",
        "pier": "556:a812f7dafbdd",
    },
    "club-schema-0004": {
        "mill": "55:6be4daaba82b",
        "slip": "185:b8104e578f88",
        "pier": "556:a812f7dafbdd",
    },
}
HELD = {"club-schema-0004": [("slip", 4)]}
"""The rounds that are held, in those that have any."""


@dataclass(frozen=True)
class Desk:
    """A kept database, as a copy in which anything may be done, and the files beside it."""

    name: str
    folder: Path
    database: str

    @property
    def heads(self) -> dict[str, str]:
        return HEADS[self.name]

    def reading(self):
        return transactions.reading(self.database, CLOCK)

    def writing(self):
        return transactions.writing(self.database, CLOCK, office=OFFICE)

    def rows(self, query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query).fetchall()

    def holds(self) -> bool:
        with inspecting_all(self.database, CLOCK, Heads()) as found:
            verdicts = list(found.verdicts(audit=True))
        return not found.faults and all(one.holds for one in verdicts)


@cache
def upgraded(folder: Path) -> bytes:
    """As it is after an upgrade, which does nothing as long as its schema is today's."""
    with tempfile.TemporaryDirectory() as room:
        file = Path(room) / "club.db"
        file.write_bytes(gzip.decompress((folder / "club.db.gz").read_bytes()))
        upgrade(str(file), CLOCK)
        return file.read_bytes()


@pytest.fixture(params=DESKS, ids=lambda folder: folder.name)
def desk(request, tmp_path):
    file = tmp_path / "club.db"
    file.write_bytes(upgraded(request.param))
    return Desk(request.param.name, request.param, str(file))


def test_a_database_is_kept_of_each_schema_since_the_first_release():
    kept = {folder.name.removeprefix("club-schema-") for folder in DESKS}
    assert kept == {*EARLIER, SCHEMA} - SCHEMAS_WITHOUT_ONE
    assert {folder.name for folder in DESKS} == set(HEADS) == set(KEYS)


@pytest.mark.parametrize("folder", DESKS, ids=lambda folder: folder.name)
def test_whoever_looks_before_an_upgrade_is_told_of_nothing_and_nothing_is_changed(folder, tmp_path):
    file = tmp_path / "club.db"
    file.write_bytes(gzip.decompress((folder / "club.db.gz").read_bytes()))
    before = file.read_bytes()
    found = look_before(str(file), CLOCK)
    assert found.holds
    assert {one.game: one.head.short for one in found.verdicts} == HEADS[folder.name]
    assert f"club-schema-{found.schema}" == folder.name
    assert file.read_bytes() == before


def test_all_games_are_verified_and_audited(desk):
    with inspecting_all(desk.database, CLOCK, Heads()) as found:
        verdicts = list(found.verdicts(audit=True))
    assert found.faults == ()
    assert [(one.game, one.faults, one.differences) for one in verdicts if not one.holds] == []
    assert {one.game: one.head.short for one in verdicts} == desk.heads


def test_there_is_some_of_everything_that_a_database_can_keep(desk):
    assert desk.rows("SELECT DISTINCT outcome, raw IS NULL FROM inbox ORDER BY 1, 2") == [
        ("held", 0),
        ("orders", 0),
        ("orders", 1),
        ("rejected", 1),
    ]
    with desk.reading() as work:
        assert set(count_by_state(work.unit)) == {"waiting", "sent", "failed"}
        assert [one.text.partition(":")[0] for one in waiting_press(work.unit, "mill")] == [
            "anonymous press",
            "press to cid",
        ]
        assert game_status(work, "pier").round is None
        assert {(one.what, one.round, one.counts) for one in game_status(work, "slip").corrections} == {
            ("reopened", 1, True),
            ("ruling", 3, True),
        }
    assert desk.rows("SELECT old, new FROM address_changes") == [("ann@home.example", "ann@new.example")]
    assert desk.rows("SELECT name, tenure FROM holders WHERE game = 2 AND seat = 'ben'") == [
        ("Ben Abel", 1),
        ("Dora Abel", 2),
    ]
    assert desk.rows("SELECT count(*) > 3 FROM press_words") == [(1,)]
    assert desk.rows("SELECT count(key_digest) FROM people") == [(4,)]
    held = "SELECT games.name, round FROM drafts JOIN games ON game = games.key"
    assert desk.rows(held) == HELD.get(desk.name, [])


def test_every_report_is_rendered_again_as_it_stands(desk):
    """But for those of who held a seat before, which nobody is shown; `verify --audit` renders these too."""
    compared, refused = 0, set()
    with desk.reading() as work:
        for game in desk.heads:
            for one in work.unit.publications(game):
                try:
                    stored = show_report(work, game, one.round, one.recipient, fresh=False)
                except NoReportError:
                    refused.add((game, one.recipient))
                    continue
                again = show_report(work, game, one.round, one.recipient, fresh=True)
                assert again.body == stored.body, (game, one.round, one.recipient)
                compared += 1
    assert refused == {("slip", "ben")}
    assert compared > 100


def test_the_next_rounds_are_played_by_the_orders_that_were_filed_those_ahead_and_the_standing_ones(desk):
    with desk.reading() as work:
        seats = {one.seat: one for one in game_status(work, "mill").seats}
    assert [seats["cid"].orders, seats["ann"].ahead, seats["ben"].ahead] == [True, (6,), (7,)]
    assert [seat for seat, one in seats.items() if one.standing] == ["ben", "cid"]
    for number in (5, 6, 7, 8):
        with desk.writing() as work:
            done = resolve_round(work, "mill", misses_meant=False, number=number)
        assert (done.round, done.missed, done.next_round) == (number, (), number + 1)
    is_held = bool(HELD.get(desk.name))
    with desk.writing() as work:
        done = release_round(work, "slip") if is_held else resolve_round(work, "slip", misses_meant=True)
        assert (done.round, done.next_round) == (4, 5)
    with desk.reading() as work:
        assert "The mill grinds slowly." in show_report(work, "mill", 5, None, fresh=False).body.decode()
        assert waiting_press(work.unit, "mill") == []
    assert desk.holds()


def test_the_letters_that_wait_go_out_and_those_given_up_do_not(desk):
    waiting = desk.rows("SELECT name, recipient, body FROM outbox WHERE state = 'waiting' ORDER BY key")
    with Puppet() as server:
        done = send_due_now(desk.database, CLOCK, MailSettings(OFFICE, server.settings()))
    assert waiting
    assert done.waiting == 0
    assert {(one.recipient, one.body) for one in server.taken} == {(to, body) for _, to, body in waiting}
    assert desk.rows("SELECT count(*) FROM outbox WHERE state = 'failed'") == [(4,)]


def test_the_mail_that_is_held_is_listed_and_filed_when_the_referee_vouches_for_it(desk):
    with desk.reading() as work:
        (held,) = mails(work, held=True)
    with desk.writing() as work:
        taken = take_in_trust(work, held_mail(work, held.key), OFFICE, None)
    assert (taken.outcome, taken.game) == ("orders", "mill")
    with desk.reading() as work:
        assert mails(work, held=True) == ()
    assert desk.holds()


def test_the_keys_of_people_still_open(desk):
    """A mail that nothing else proves."""
    mail = EmailMessage()
    mail["From"], mail["To"] = "somewhere@else.example", "desk@club.example"
    mail["Subject"], mail["Message-ID"] = "orders", "<later@else.example>"
    mail.set_content(f"game mill\nplayer ann\nkey {KEYS[desk.name]['ann']}\nbuy nothing\n")
    envelope = Envelope("somewhere@else.example", ("desk@club.example",))
    store_mail(desk.database, "pipe", CLOCK)(mail.as_bytes(), envelope)
    (taken,) = take_waiting(desk.database, OFFICE, CLOCK)
    assert (taken.outcome, taken.game) == ("orders", "mill")
    with desk.reading() as work:
        assert work.log("mill").desk.in_force("ann", 6).text() == "buy nothing\n"


def whole_games():
    return [
        pytest.param(folder, game, id=f"{folder.name}-{game}")
        for folder in DESKS
        for game in HEADS[folder.name]
    ]


@pytest.mark.parametrize(("folder", "game"), whole_games())
def test_a_whole_game_comes_into_another_database_with_the_head_that_it_had(folder, game, tmp_path):
    other = str(tmp_path / "other.db")
    done = import_game(other, CLOCK, folder / f"{game}.jsonl.gz")
    assert (done.game, done.head.short) == (game, HEADS[folder.name][game])
    with transactions.reading(other, CLOCK) as work:
        found = verify_game(work, game, audit=True)
    assert (found.faults, found.differences) == ((), ())


@pytest.mark.parametrize(("folder", "game"), whole_games())
def test_a_public_log_leads_to_the_same_head_with_sha256_alone(folder, game):
    file = folder / f"{game}.public.jsonl.gz"
    head, shown = "", 0
    for line in map(json.loads, gzip.decompress(file.read_bytes()).splitlines()):
        head = line.get("previous", head)
        if "seq" in line:
            shown += "record" in line
            digest = line.get("digest") or sha256(f"{line['salt']}|{line['record']}")
            head = sha256(f"{head}|{line['seq']}|{digest}")
            number = line["seq"]
    assert f"{number}:{head[:12]}" == HEADS[folder.name][game]
    assert 0 < shown < number
    found = verify_file(file, HEADS[folder.name][game])
    assert (found.faults, found.head.short) == ((), HEADS[folder.name][game])


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_whoever_is_written_in_it_is_nobody(desk):
    """Its addresses are of a domain that cannot be."""
    for (address,) in desk.rows("SELECT address FROM addresses UNION SELECT recipient FROM outbox"):
        assert address.endswith(".example")


def test_a_wish_for_another_address_is_still_open(desk):
    """As long as one may answer it."""
    assert OPEN_FOR > 3600
    with desk.writing() as work:
        ((key,),) = desk.rows("SELECT key FROM address_changes")
        agree(work.unit, key, "old", CLOCK.at)
        assert agree(work.unit, key, "new", CLOCK.at).is_done
    assert desk.rows("SELECT address FROM addresses WHERE person = 1") == [("ann@new.example",)]
