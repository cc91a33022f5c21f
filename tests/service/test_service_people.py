"""People and the mail for them: who gets which report with a seat, and what is left of who is forgotten."""

from dataclasses import dataclass, replace
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from databases import new_database
from sqlmodel import update

from referee.clock import FixedClock, FixedEntropy
from referee.db.address_changes import change_numbered, open_change
from referee.db.drop import Dropped, drop
from referee.db.inbox import latest_mails, mail_in, mark
from referee.db.outbox import letters_on_their_way
from referee.db.people import all_people, person_named, person_with_key
from referee.db.tables import OutboxRow
from referee.errors import UserError
from referee.mail.office import Office
from referee.mail.world import Identity
from referee.service.game_file import game_from_words
from referee.service.open_game import open_game, plan_game
from referee.service.people import (
    KEY_LETTERS,
    NewPerson,
    PersonEdit,
    change_person,
    forget_person,
    list_people,
    register,
)
from referee.service.purge_mail import Purged, purge_old
from referee.service.resolve_round import resolve_round
from referee.service.seating import seated_in
from referee.service.seats import hand_over, leave_seat
from referee.service.transactions import erasing, reading, writing
from referee.service.verify_game import verify_game

NOW, LATER = "2026-11-28T10:00:00Z", "2027-03-28T10:00:00Z"
OFFICE = Office(Identity("ref@acquire.example", b"a secret of tests, long enough"), "Acquire referee")


@dataclass
class House:
    """A database, the moment at which it is worked on, and the office that writes letters (None: no mail)."""

    database: str
    office: Office | None = OFFICE
    now: str = NOW

    @property
    def clock(self):
        return FixedClock(self.now)

    def working(self):
        return writing(self.database, self.clock, create=True, office=self.office)

    def looking(self):
        return reading(self.database, self.clock)

    def letters(self):
        """The recipients and the subjects of all letters, in the order in which they were written."""
        with self.looking() as work:
            found = letters_on_their_way(work.unit, 1000)
        return [(one.recipient, message_from_bytes(one.body, policy=default)["Subject"]) for one in found]

    def every_byte(self):
        """Whatever can be read in the database's files."""
        return b"".join(file.read_bytes() for file in Path(self.database).parent.iterdir())


@pytest.fixture
def empty(tmp_path):
    """A house without games and people."""
    return House(new_database(tmp_path))


@pytest.fixture
def house(empty):
    """A house in which the game harbour is played by alice, bob and carol, of whom only bob is registered."""
    made = empty
    with made.working() as work:
        register(work, NewPerson("bob", ("bob@players.example",)))
    opens(made, "harbour")
    return made


def opens(house, game, *handles, switches=("leaver=substitute",)):
    asked = game_from_words(game, handles or ("alice", "bob", "carol"), "classic", list(switches))
    with house.working() as work:
        return open_game(work, game, plan_game(asked.name, asked.plan, FixedEntropy(game)))


def add(house, handle, *seats, **what):
    with house.working() as work:
        return register(work, NewPerson(handle, (f"{handle}@players.example",), seats=seats, **what))


def test_who_is_registered_when_a_game_opens_gets_its_first_report_and_the_others_are_known_not_to(house):
    assert [to for to, _ in house.letters()] == ["bob@players.example"]
    with house.looking() as work:
        seated = seated_in(work, work.log("harbour"))
    assert list(seated.people) == ["bob"]
    assert seated.unregistered == ("alice", "carol")


def test_who_is_registered_for_a_seat_of_a_running_game_gets_the_latest_report_at_once(house):
    with house.working() as work:
        resolve_round(work, "harbour", misses_meant=True)
    before = len(house.letters())
    done = add(house, "alice", "harbour")
    assert done.is_told
    ((to, subject),) = house.letters()[before:]
    assert to == "alice@players.example"
    assert "round 1 was played" in subject


def test_who_comes_into_a_seat_gets_its_report_and_his_predecessor_no_more(house):
    add(house, "dora")
    with house.working() as work:
        done = hand_over(work, "harbour", "bob", "dora")
        assert done.written_to == "dora@players.example"
    assert [to for to, _ in house.letters()] == ["bob@players.example", "dora@players.example"]
    with house.working() as work:
        resolve_round(work, "harbour", misses_meant=True)
    assert [to for to, _ in house.letters()][2:] == ["dora@players.example"]


def test_a_person_with_both_seats_gets_both_reports(empty):
    opens(empty, "pier", "ann", "ben", switches=("two_players=four_hands",))
    add(empty, "ann", "pier")
    assert [subject.partition(":")[0] for _, subject in empty.letters()] == ["pier, ann_1", "pier, ann_2"]


def test_where_no_mail_is_set_up_nobody_is_told_to_be_written_to(empty):
    empty.office = None
    opens(empty, "harbour")
    assert not add(empty, "alice", "harbour").is_told
    add(empty, "dora")
    with empty.working() as work:
        assert hand_over(work, "harbour", "bob", "dora").written_to is None
    assert empty.letters() == []


def test_a_seat_that_was_left_is_nobodys(house):
    with house.working() as work:
        leave_seat(work, "harbour", "bob", end_meant=False)
        assert seated_in(work, work.log("harbour")).people == {}
        assert list_people(work)[0].seats == ()


@pytest.mark.parametrize("ours", ["ref@acquire.example", "REF@Acquire.example", "ref+x.y@acquire.example"])
def test_our_own_address_is_nobodys_else_we_would_write_to_ourselves(house, ours):
    with house.working() as work, pytest.raises(UserError, match="is the address of this program"):
        register(work, NewPerson("eve", (ours,)))
    with house.working() as work, pytest.raises(UserError, match="is the address of this program"):
        change_person(work, "bob", PersonEdit(also_mail=(ours,)))
    with house.looking() as work:
        assert [person.handle for person in all_people(work.unit)] == ["bob"]


def test_keys_are_drawn_from_all_letters_that_are_not_taken_for_another(house):
    keys = [add(house, f"eve{number}").key for number in range(40)]
    assert len(set(keys)) == 40
    assert {len(key) for key in keys} == {9}
    assert set("".join(keys)) == {*KEY_LETTERS, "-"}
    assert not set(KEY_LETTERS) & set("IO01")
    with house.looking() as work:
        assert person_with_key(work.unit, keys[7].lower()).handle == "eve7"


def test_a_wish_for_another_address_is_void_when_the_referee_has_changed_it(house):
    with house.working() as work:
        bob = person_named(work.unit, "bob")
        wish = open_change(work.unit, bob.key, bob.addresses[0], "new@players.example", NOW)
        change_person(work, "bob", PersonEdit(name="Bob"))
        assert change_numbered(work.unit, wish.key) == wish
        change_person(work, "bob", PersonEdit(mail="b@players.example"))
        assert change_numbered(work.unit, wish.key) is None


# --- forgetting ---------------------------------------------------------------------------------------------


@pytest.mark.file
def test_mails_and_letters_of_who_is_forgotten_are_out_of_the_file_and_the_game_verifies_as_before(house):
    with house.working() as work:
        change_person(work, "bob", PersonEdit(name="Zebedee Quagmire"))
    drop(
        house.database,
        [
            Dropped(
                NOW, "lmtp", "BOB@players.example", ("ref@acquire.example",), b"From: Z. Quagmire\n" * 500
            ),
            Dropped(
                NOW, "lmtp", "x@players.example", ("ref@acquire.example",), b"> bob@players.example wrote"
            ),
        ],
    )
    with house.working() as work:
        mark(work.unit, replace(mail_in(work.unit, 2), outcome="orders"))
        report = verify_game(work, "harbour", audit=True)
    assert b"Quagmire" in house.every_byte()
    with erasing(house.database, house.clock, office=OFFICE) as work:
        done = forget_person(work, "bob")
    assert (done.seats, done.mails, done.letters, done.left) == (1, 2, 1, 0)
    assert [(place.game, place.handle) for place in done.places] == [("harbour", "bob")]
    for trace in (b"Quagmire", b"bob@players", b"BOB@players"):
        assert trace not in house.every_byte()
    with house.working() as work:
        assert verify_game(work, "harbour", audit=True) == report
        resolve_round(work, "harbour", misses_meant=True)
    assert house.letters() == []


@pytest.mark.file
def test_an_old_mail_and_a_sent_letter_leave_no_byte_when_they_are_purged(house):
    drop(house.database, [Dropped(NOW, "lmtp", "x@players.example", (), b"Quagmire " * 50) for _ in range(3)])
    with house.working() as work:
        for one in latest_mails(work.unit, 2):
            mark(work.unit, replace(one, outcome="orders"))
        work.unit.session.exec(update(OutboxRow).values(state="sent", done=NOW, body=b"Quagmire " * 500))
    house.now = LATER
    assert purge_old(house.database, house.clock, 90) == Purged(2, 1)
    with house.looking() as work:
        assert [one.raw is None for one in (mail_in(work.unit, key) for key in (1, 2, 3))] == [
            False,
            True,
            True,
        ]
    with house.working() as work:
        mark(work.unit, replace(mail_in(work.unit, 1), outcome="ignored"))
    assert purge_old(house.database, house.clock, 90) == Purged(1, 0)
    assert b"Quagmire" not in house.every_byte()
