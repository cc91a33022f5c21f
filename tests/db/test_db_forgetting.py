"""Who is forgotten is in no mail any more, and in no byte of the database's files."""

from email.header import Header
from email.message import EmailMessage

import pytest
from db_helpers import AT, raw
from sqlmodel import col, update

from referee.db.drop import Dropped, drop
from referee.db.failures import StoreError
from referee.db.forgetting import Forgotten, forget_mail_of
from referee.db.holders import Holder, forget_holder, keep_holder
from referee.db.inbox import mail_in
from referee.db.outbox import Letter, letter_named, post
from referee.db.people import add_person, delete_person, edit_person, set_addresses
from referee.db.store import open_store
from referee.db.tables import InboxRow, OutboxRow

LATER = "2026-12-24T18:00:00Z"


@pytest.fixture
def ann(store):
    with store.write() as unit:
        return add_person(unit, "ann", "Ann Archer", ["ann@players.example", "Ann@work.example"], AT)


def mails_in(store, target, *mails):
    """Put mails into the inbox: sender, words and what is already known of them."""
    drop(target, [Dropped(AT, "pipe", sender, ("ref@acquire.example",), raw) for sender, raw, _ in mails])
    with store.write() as unit:
        for key, (_, _, known) in enumerate(mails, 1):
            unit.session.exec(
                update(InboxRow).where(col(InboxRow.key) == key).values(known or {"reason": ""})
            )


def forget(store, person):
    with store.write() as unit:
        return forget_mail_of(unit, person, LATER)


def test_of_his_own_mails_it_is_kept_that_they_came_and_nothing_else(store, target, ann):
    known = {
        "outcome": "orders",
        "reason": "x",
        "message_id": "<1@work.example>",
        "content": "ab",
        "person": ann.key,
        "proof": "token",
    }
    mails_in(
        store,
        target,
        ("bounce@other.example", b"From: me", known),
        ("ANN@Work.example", b"tile any", {"outcome": "ignored"}),
    )
    assert forget(store, ann) == Forgotten(mails=2, letters=0, left=0)
    with store.read() as unit:
        for key, outcome in ((1, "orders"), (2, "ignored")):
            one = mail_in(unit, key)
            assert (one.received, one.outcome, one.reason) == (AT, outcome, "")
            assert {one.sender, one.raw, one.message_id, one.content, one.person, one.proof} == {None}


@pytest.mark.parametrize("outcome", [None, "held"])
def test_what_of_him_was_not_read_yet_is_not_read_any_more(store, target, ann, outcome):
    mails_in(store, target, ("ann@players.example", b"tile any", {"outcome": outcome}))
    forget(store, ann)
    with store.read() as unit:
        one = mail_in(unit, 1)
        assert (one.outcome, one.reason, one.done, one.raw) == (
            "ignored",
            "its sender was forgotten",
            LATER,
            None,
        )


@pytest.mark.parametrize(
    "words",
    [
        b"On Friday ANN@players.EXAMPLE wrote:",
        b"To: Ann Archer\r\n",
        b"a very long line with ann@play=\r\ners.example in it",
    ],
)
def test_other_peoples_mails_that_name_him_lose_their_words_when_they_are_done_with(
    store, target, ann, words
):
    mails_in(
        store,
        target,
        ("ben@players.example", words, {"outcome": "orders", "person": 99}),
        ("ben@players.example", b"tile any", {"outcome": "orders", "person": 99}),
        ("ben@players.example", words, {"outcome": None}),
        ("ben@players.example", words, {"outcome": "held"}),
    )
    assert forget(store, ann) == Forgotten(mails=1, letters=0, left=2)
    with store.read() as unit:
        assert [mail_in(unit, key).raw is None for key in range(1, 5)] == [True, False, False, False]
        assert mail_in(unit, 1).sender == "ben@players.example"
        assert mail_in(unit, 3).outcome is None


QUOTED = "Hello,\n\nwhat WHO wrote last week is not so.\n" * 5


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1"])
@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable", "base64", "its header", "quoted base64"])
@pytest.mark.parametrize(
    "written", ["ann@players.example", "ANN@players.example", "Ännchen Öhrer", "ÄNNCHEN ÖHRER"]
)
def test_he_is_found_in_other_peoples_mails_however_they_are_encoded(
    store, target, charset, encoding, written
):
    with store.write() as unit:
        anna = add_person(unit, "anna", "Ännchen Öhrer", ["ann@players.example"], AT)
    said = EmailMessage()
    inside = (
        "8bit"
        if encoding == "its header"
        else encoding.removeprefix("quoted ")
        if " " in encoding
        else encoding
    )
    said.set_content(
        QUOTED.replace("WHO", "Bob" if encoding == "its header" else written), charset=charset, cte=inside
    )
    mail = said.as_bytes()
    if encoding == "its header":
        mail = b"Subject: " + Header(f"Re: {written}", charset).encode().encode() + b"\n" + mail
    if encoding == "quoted base64":
        mail = b"".join(b"> " + line for line in mail.splitlines(keepends=True))
    done = {"outcome": "orders"}
    other = QUOTED.replace("WHO", "Öhrchen").encode(charset)
    mails_in(store, target, ("bob@players.example", mail, done), ("bob@players.example", other, done))
    assert forget(store, anna) == Forgotten(mails=1, letters=0, left=0)
    with store.read() as unit:
        assert mail_in(unit, 1).raw is None
        assert mail_in(unit, 2).raw == other


def test_a_reason_that_names_him_is_forgotten(store, target, ann):
    mails_in(
        store, target, ("", b"bounce", {"outcome": "ignored", "reason": "bounce of ann@players.example"})
    )
    forget(store, ann)
    with store.read() as unit:
        assert mail_in(unit, 1).reason == ""


def test_letters_to_him_are_gone_sent_or_not_and_letters_that_name_him_lose_their_words_when_sent(store, ann):
    with store.write() as unit:
        for name, recipient, person, body in (
            ("to him", "old@players.example", ann.key, b"x"),
            ("by address", "ANN@WORK.example", None, b"x"),
            ("names him", "ref@acquire.example", None, b"mail to ann@players.example came back"),
            ("names him, waits", "ref@acquire.example", None, b"mail to ann@players.example came back"),
            ("another", "ben@players.example", None, b"x"),
        ):
            post(unit, Letter(name, "report", "", recipient, body, person), AT)
        unit.session.exec(update(OutboxRow).where(col(OutboxRow.name) == "names him").values(state="sent"))
    assert forget(store, ann) == Forgotten(mails=0, letters=3, left=1)
    with store.read() as unit:
        assert letter_named(unit, "to him") is None
        assert letter_named(unit, "by address") is None
        assert letter_named(unit, "names him").body is None
        assert letter_named(unit, "names him, waits").body is not None
        assert letter_named(unit, "another").body == b"x"


def test_a_name_that_is_a_word_empties_no_mails(store, target):
    with store.write() as unit:
        may = add_person(unit, "may", "May", ["may@players.example"], AT)
    mails_in(store, target, ("ben@players.example", b"I may come", {"outcome": "orders"}))
    assert forget(store, may) == Forgotten(0, 0, 0)


def test_many_mails_are_all_looked_through(store, target, ann):
    mails_in(store, target, *[("ann@players.example", b"x", {"outcome": "orders"}) for _ in range(120)])
    assert forget(store, ann).mails == 120


# --- the bytes of the file ----------------------------------------------------------------------------------


def test_who_came_and_changed_and_was_forgotten_is_nowhere_in_the_files(store_file):
    store = store_file.store
    with store.write() as unit:
        unit.create_game("harbour", AT)
        people = [
            add_person(unit, f"p{number}", f"Quagmire {number}", [f"zebedee{number}@players.example"], AT)
            for number in range(200)
        ]
        for person in people:
            keep_holder(unit, "harbour", Holder(person.handle, 1, person.name, AT, person.key))
    for person in people[::2]:
        with store.write() as unit:
            edit_person(unit, person.key, given_name=f"{person.given_name} Quagmire-Jones")
            set_addresses(unit, person.key, [f"x.{person.addresses[0]}", *person.addresses], LATER)
    with store.write() as unit:
        for person in people:
            forget_mail_of(unit, person, LATER)
            forget_holder(unit, person)
            delete_person(unit, person.key)
    assert b"Quagmire" in store_file.all_bytes()  # the write-ahead log still has what was written before
    store.wipe(whole=True)
    assert b"Quagmire" not in store_file.all_bytes()
    assert b"zebedee" not in store_file.all_bytes()
    with store.read() as unit:
        assert unit.game("harbour").name == "harbour"


def test_what_a_referee_without_care_deleted_is_wiped_out_with_the_whole_file(store_file):
    with raw(store_file.file) as careless:
        careless.execute("PRAGMA secure_delete = OFF")
        careless.execute("CREATE TABLE recipes (name TEXT)")
        careless.executemany(
            "INSERT INTO recipes VALUES (?)", [(f"Quagmire {number}",) for number in range(500)]
        )
        careless.execute("DELETE FROM recipes WHERE rowid % 3 = 0")
        careless.execute("DROP TABLE recipes")
    store_file.store.wipe()
    assert b"Quagmire" in store_file.all_bytes()
    store_file.store.wipe(whole=True)
    assert b"Quagmire" not in store_file.all_bytes()
    open_store(store_file.file).close()  # the guards have stood it


def test_while_others_read_the_file_is_not_wiped_and_that_is_said(store_file, monkeypatch):
    monkeypatch.setattr("referee.db.engines.PATIENCE", 0.05)
    with open_store(store_file.file) as mine, store_file.store.read() as unit:
        assert unit.games() == []
        with mine.write() as other:
            other.create_game("quay", AT)
        with pytest.raises(StoreError, match=r"is being read by another program|locked"):
            mine.wipe()
    store_file.store.wipe(whole=True)


def test_while_somebody_writes_the_file_is_not_written_anew_and_that_is_said(store_file, monkeypatch):
    monkeypatch.setattr("referee.db.engines.PATIENCE", 0.05)
    with open_store(store_file.file) as mine, raw(store_file.file) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked: another program is writing to it"):
            mine.wipe(whole=True)
    store_file.store.wipe(whole=True)


@pytest.mark.postgres
def test_on_a_server_there_is_no_file_of_ours_to_wipe(target):
    with open_store(target, create=True) as store:
        store.wipe(whole=True)
