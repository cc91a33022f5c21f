"""People in the database: handles, addresses, keys, seats, and wishes for another address."""

import pytest
from db_helpers import AT
from hypothesis import given
from hypothesis import strategies as st

from referee.db.address_changes import (
    AddressTakenError,
    agree,
    change_numbered,
    open_change,
    purge_changes,
)
from referee.db.addresses import address_key, plain_address
from referee.db.holders import (
    HeldSeat,
    Holder,
    drop_holder,
    forget_holder,
    holder_of,
    holders_of,
    keep_holder,
    rename_holder,
    seats_held_by,
)
from referee.db.people import (
    UnknownPersonError,
    add_person,
    all_people,
    bounces_by_address,
    delete_person,
    digest_of_key,
    edit_person,
    forget_bounces,
    known_person,
    note_bounce,
    people_called,
    person_at,
    person_named,
    person_numbered,
    person_with_key,
    set_addresses,
)

LATER = "2026-12-24T18:00:00Z"


@pytest.fixture
def unit(store):
    with store.write() as opened:
        yield opened


@pytest.fixture
def ann(unit):
    return add_person(
        unit, "ann", "Ann Archer", ["ann@players.example"], AT, key_digest=digest_of_key("K7Q9-XM42")
    )


def test_a_person_is_found_by_handle_number_address_key_and_name(unit, ann):
    assert person_named(unit, "ANN") == ann
    assert person_numbered(unit, ann.key) == ann
    assert person_at(unit, "Ann@Players.Example") == ann
    assert people_called(unit, "Ann Archer") == [ann]
    for written in ("K7Q9-XM42", "k7q9xm42", " K7Q9 - XM42 "):
        assert person_with_key(unit, written) == ann


def test_who_has_said_no_name_is_called_by_the_handle(unit):
    ben = add_person(unit, "ben", "", ["ben@players.example"], AT)
    assert ben.name == "ben"
    assert people_called(unit, "ben") == [ben]


def test_what_is_nobodys_finds_nobody(unit, ann):
    assert person_named(unit, "ben") is None
    assert person_at(unit, "ben@players.example") is None
    assert person_with_key(unit, "K7Q9-XM43") is None
    assert person_numbered(unit, ann.key + 1) is None


@pytest.mark.parametrize("odd", ["", "\0", "ann\0", "\ud800", "a@\ud800", "@", "x" * 100_000, "ann@\u3002"])
def test_whatever_stands_in_a_mail_can_be_asked_for(unit, ann, odd):
    assert person_named(unit, odd) is None
    assert person_at(unit, odd) is None
    assert person_with_key(unit, odd) is None
    assert note_bounce(unit, odd) == 0
    assert person_named(unit, "ann") == ann


def test_an_unknown_handle_suggests_those_that_are_near(unit, ann):
    add_person(unit, "Benjamin", "", ["ben@players.example"], AT)
    with pytest.raises(UnknownPersonError, match=r"as 'benjamim'\. Did you mean Benjamin\?"):
        known_person(unit, "benjamim")
    with pytest.raises(UnknownPersonError, match=r"as 'zoe'\. There are: ann, Benjamin\."):
        known_person(unit, "zoe")
    assert known_person(unit, "Ann") == ann


def test_where_nobody_is_registered_that_is_said(unit):
    with pytest.raises(UnknownPersonError, match="nobody is at all yet"):
        known_person(unit, "ann")


def test_everybody_is_listed_by_handle_each_with_his_own_addresses(unit, ann):
    zoe = add_person(unit, "Zoe", "", ["z@players.example", "zoe@players.example"], AT)
    ben = add_person(unit, "Ben", "", ["ben@players.example"], AT)
    assert all_people(unit) == [ann, ben, zoe]


def test_what_is_not_changed_of_a_person_stays(unit, ann):
    edit_person(unit, ann.key)
    assert person_named(unit, "ann") == ann
    edit_person(unit, ann.key, given_name="Ann A.")
    assert person_named(unit, "ann").name == "Ann A."
    edit_person(unit, ann.key, handle="Anna")
    assert person_named(unit, "anna").handle == "Anna"
    assert person_named(unit, "ann") is None
    edit_person(unit, ann.key, key_digest=digest_of_key("AAAA-BBBB"))
    assert person_with_key(unit, "K7Q9-XM42") is None
    assert person_with_key(unit, "AAAA-BBBB").key == ann.key


def test_addresses_are_in_the_order_in_which_they_were_given_and_keep_what_is_known_of_them(unit, ann):
    assert note_bounce(unit, "ANN@players.example") == 1
    set_addresses(unit, ann.key, ["new@players.example", "ann@players.example"], LATER)
    assert person_named(unit, "ann").addresses == ("new@players.example", "ann@players.example")
    assert bounces_by_address(unit) == {"ann@players.example": 1}
    set_addresses(unit, ann.key, ["new@players.example"], LATER)
    assert person_at(unit, "ann@players.example") is None
    assert bounces_by_address(unit) == {}


def test_bounces_are_counted_until_a_mail_of_his_comes_from_there(unit, ann):
    assert [note_bounce(unit, ann.addresses[0]) for _ in range(3)] == [1, 2, 3]
    forget_bounces(unit, ann.key + 1, ann.addresses[0])
    assert bounces_by_address(unit) == {ann.addresses[0]: 3}
    forget_bounces(unit, ann.key, "ANN@PLAYERS.EXAMPLE")
    assert bounces_by_address(unit) == {}
    assert note_bounce(unit, ann.addresses[0]) == 1
    assert note_bounce(unit, "nobody@players.example") == 0


def test_the_number_of_who_was_deleted_is_never_given_again(store):
    with store.write() as unit:
        first = add_person(unit, "ann", "", ["ann@players.example"], AT)
        open_change(unit, first.key, "ann@players.example", "new@players.example", AT)
        delete_person(unit, first.key)
        assert all_people(unit) == []
        assert add_person(unit, "ann", "", ["ann@players.example"], AT).key > first.key


# --- addresses ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("ann@players.example", "ann@players.example"),
        (" ann@players.example ", "ann@players.example"),
        ("Ann.O'Neil+acquire@Players.Example", "Ann.O'Neil+acquire@players.example"),
        ("ann@münchen.example", "ann@xn--mnchen-3ya.example"),
        ("ann@XN--MNCHEN-3YA.example", "ann@xn--mnchen-3ya.example"),
        ("ann@localhost", "ann@localhost"),
        ("a" * 64 + "@" + "b" * 60 + ".example", "a" * 64 + "@" + "b" * 60 + ".example"),
    ],
)
def test_one_plain_mailbox_is_kept_with_its_domain_in_ascii(said, kept):
    assert plain_address(said) == kept
    assert plain_address(kept) == kept
    assert address_key(said.strip()) == address_key(kept)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "ann",
        "@players.example",
        "ann@",
        "a b@players.example",
        "Ann <ann@players.example>",
        "<ann@players.example>",
        "ann@players.example>",
        '"ann"@players.example',
        "ann@players.example, ben@players.example",
        "ann@ben@players.example",
        "ann(comment)@players.example",
        "ann@players.example\r\nBcc: eve@players.example",
        "ann@players.example\n",
        "ann\0@players.example",
        ".ann@players.example",
        "ann.@players.example",
        "a..n@players.example",
        "änn@players.example",
        "ann@[127.0.0.1]",
        "ann@-players.example",
        "ann@players..example",
        "ann@players.example.",
        "ann@pl ayers.example",
        "ann@under_score.example",
        "a" * 65 + "@players.example",
        "ann@" + "a" * 64 + ".example",
        "ann@" + ".".join(["a" * 50] * 6),
        "ann@\ud800.example",
        "ann\u200b@players.example",
    ],
)
def test_what_is_not_one_plain_mailbox_is_no_address(said):
    assert plain_address(said) is None


@given(st.text(max_size=300))
def test_whatever_is_taken_for_an_address_can_stand_on_a_line_to_a_server(said):
    address = plain_address(f"{said}@players.example") or plain_address(f"ann@{said}")
    if address is not None:
        assert address.isascii()
        assert len(address) <= 254
        assert not set(address) & set(' \t\r\n\0<>"(),:;[]\\')
        assert plain_address(address) == address


# --- seats --------------------------------------------------------------------------------------------------


def test_a_seat_is_held_by_the_person_of_its_tenure_and_by_no_other(unit, ann):
    ben = add_person(unit, "ben", "", ["ben@players.example"], AT)
    unit.create_game("quay", AT)
    keep_holder(unit, "harbour", Holder("bob", 1, "Ann Archer", AT, ann.key))
    keep_holder(unit, "harbour", Holder("bob", 2, "ben", LATER, ben.key))
    keep_holder(unit, "quay", Holder("ann", 1, "Ann Archer", AT, ann.key))
    keep_holder(unit, "quay", Holder("cid", 1, "Cid", AT))
    assert holder_of(unit, "HARBOUR", "bob", 1) == ann
    assert holder_of(unit, "harbour", "bob", 2) == ben
    assert holder_of(unit, "harbour", "bob", 3) is None
    assert holder_of(unit, "quay", "cid", 1) is None
    assert seats_held_by(unit, ann.key) == [HeldSeat("harbour", "bob", 1), HeldSeat("quay", "ann", 1)]
    assert seats_held_by(unit, ben.key) == [HeldSeat("harbour", "bob", 2)]


def test_what_is_known_of_a_tenure_can_be_told_anew_and_taken_back(unit, ann):
    keep_holder(unit, "harbour", Holder("bob", 1, "Somebody", AT))
    keep_holder(unit, "harbour", Holder("bob", 1, "Ann Archer", AT, ann.key))
    assert holders_of(unit, "harbour") == [Holder("bob", 1, "Ann Archer", AT, ann.key)]
    rename_holder(unit, ann.key, "Ann A.")
    assert holders_of(unit, "harbour") == [Holder("bob", 1, "Ann A.", AT, ann.key)]
    drop_holder(unit, "harbour", "bob", 1)
    assert holders_of(unit, "harbour") == []


def test_who_is_forgotten_is_out_of_all_seats_by_number_and_by_name(unit, ann):
    unit.create_game("quay", AT)
    keep_holder(unit, "harbour", Holder("bob", 1, "Ann Archer", AT))  # before she was registered
    keep_holder(unit, "harbour", Holder("carol", 1, "Carol", AT))
    keep_holder(unit, "quay", Holder("ann", 2, "Ann Archer", AT, ann.key))
    assert forget_holder(unit, ann) == 2
    assert holders_of(unit, "quay") == []
    assert holders_of(unit, "harbour") == [Holder("carol", 1, "Carol", AT)]


# --- another address ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [("old", "new"), ("new", "old"), ("new", "new", "old")])
def test_an_address_is_changed_when_both_have_agreed_and_not_before(unit, ann, sides):
    set_addresses(unit, ann.key, ["ann@players.example", "other@players.example"], AT)
    wish = open_change(unit, ann.key, "ann@players.example", "new@players.example", AT)
    for side in sides[:-1]:
        assert not agree(unit, wish.key, side, LATER).is_done
        assert person_numbered(unit, ann.key).addresses[0] == "ann@players.example"
    assert agree(unit, wish.key, sides[-1], LATER).is_done
    assert person_numbered(unit, ann.key).addresses == ("new@players.example", "other@players.example")
    assert agree(unit, wish.key, "old", LATER) is None
    assert change_numbered(unit, wish.key) is None


def test_a_second_wish_takes_the_place_of_the_first(unit, ann):
    first = open_change(unit, ann.key, "ann@players.example", "one@players.example", AT)
    second = open_change(unit, ann.key, "ann@players.example", "two@players.example", AT)
    assert agree(unit, first.key, "new", AT) is None
    assert change_numbered(unit, second.key) == second
    assert second.key > first.key


def test_an_address_that_has_become_somebody_elses_is_not_taken_from_him(unit, ann):
    wish = open_change(unit, ann.key, "ann@players.example", "new@players.example", AT)
    ben = add_person(unit, "ben", "", ["NEW@players.example"], AT)
    agree(unit, wish.key, "old", AT)
    with pytest.raises(AddressTakenError):
        agree(unit, wish.key, "new", AT)
    assert person_at(unit, "new@players.example") == ben


def test_a_wish_to_which_nobody_agrees_is_forgotten_in_time(unit, ann):
    wish = open_change(unit, ann.key, "ann@players.example", "new@players.example", AT)
    assert purge_changes(unit, AT) == 0
    assert purge_changes(unit, LATER) == 1
    assert agree(unit, wish.key, "new", LATER) is None
