"""The program is killed between each two steps of taking a mail in: nothing is lost, nothing is done twice.

A mail server that has not heard "accepted" brings the mail again, so that is what is done here.
"""

from __future__ import annotations

from collections import Counter

import pytest
import warm_program
from deaths import typed_until
from mail_house import MailHouse

from referee.db.people import person_named
from referee.db.press import waiting_press

STEPS = [
    ("before it is stored", "referee.service.receive_mail:drop", "before"),
    ("stored, and nobody told", "referee.service.receive_mail:drop", "after"),
    ("before it is looked for", "referee.service.take_mail:first_waiting", "before"),
    ("found", "referee.service.take_mail:first_waiting", "after"),
    ("parsed", "referee.service.take_mail:parse", "after"),
    ("judged", "referee.service.take_mail:judge", "after"),
    ("its text read", "referee.service.mail_orders:read", "after"),
    ("its place found", "referee.service.mail_orders:place_meant", "after"),
    ("before its orders are filed", "referee.service.mail_orders:file_orders", "before"),
    ("its orders filed", "referee.service.mail_orders:file_orders", "after"),
    ("its answer composed", "referee.mail.compose:compose", "after"),
    ("its answer posted", "referee.service.letters:post", "after"),
    ("before it is marked", "referee.service.take_mail:mark", "before"),
    ("marked", "referee.service.take_mail:mark", "after"),
    ("done, and not committed", "referee.service.take_mail:take", "after"),
    ("all committed, and nobody told", "referee.service.take_mail:_take_first", "after"),
]


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    made.sets_up()
    return made


def receives(house, raw, *killed_at):
    """`referee receive` as a mail server calls it; its exit status."""
    words = ["receive", "--from", "alice@players.example", "--", house.reply_address("alice")]
    return types(house, words, killed_at, raw)


def types(house, words, killed_at=(), given=b""):
    """The program with these words, killed at a step, if one is told; its exit status."""
    return typed_until(killed_at, *words, folder=house.folder, given=given).returncode


@pytest.mark.parametrize("step", STEPS, ids=[one[0].replace(" ", "-") for one in STEPS])
def test_a_mail_whose_taking_was_killed_is_filed_and_answered_once_all_the_same(house, step):
    _, *killed_at = step
    raw = house.mail("tile any\nbuy nothing\n", to=house.reply_address("alice"))
    assert receives(house, raw, *killed_at) == -9
    assert receives(house, raw) == 0
    assert house.in_force("alice") == "tile any\nbuy nothing\n"
    assert sum(one.event.KIND == "orders_filed" for one in house.log().written) == 1
    assert [one.subject for one in house.letters("alice", kind="answer")] == [
        "FILED: harbour, round 1, alice"
    ]
    assert all(one.outcome is not None for one in house.inbox())
    assert [one.outcome for one in house.inbox()].count("orders") == 1


EVERYTHING = (
    "tile any\nready\nstatus\nrules\nhelp\nreport\naddress alice@new.example\npress: ahoy\n\nnote: the cat\n"
)
PARTS = [
    ("its press kept", "referee.service.file_orders:replace_press", "after"),
    ("its report posted again", "referee.service.mail_requests:post_again", "after"),
    ("both addresses asked", "referee.service.mail_requests:ask_for_change", "after"),
    ("its note passed on", "referee.service.mail_requests:tell_referee", "after"),
    ("all told, no answer yet", "referee.service.mail_orders:told_about", "after"),
    ("its answer posted", "referee.service.mail_orders:answer", "after"),
]


@pytest.mark.parametrize("step", PARTS, ids=[one[0].replace(" ", "-") for one in PARTS])
def test_all_that_a_mail_asks_for_is_done_once_though_it_was_killed_in_the_middle(house, step):
    _, *killed_at = step
    house.sets_up('referee = "owner@acquire.example"\n')
    raw = house.mail(EVERYTHING, to=house.reply_address("alice"))
    assert receives(house, raw, *killed_at) == -9
    assert receives(house, raw) == 0
    assert house.log().desk.in_force("alice").ready
    with house.looking() as work:
        assert len(waiting_press(work.unit, "harbour")) == 1
    assert Counter((one.kind, one.recipient) for one in house.letters()) == {
        ("report", "alice@players.example"): 2,
        ("report", "bob@players.example"): 1,
        ("report", "carol@players.example"): 1,
        ("question", "alice@players.example"): 1,
        ("question", "alice@new.example"): 1,
        ("notice", "owner@acquire.example"): 1,
        ("answer", "alice@players.example"): 1,
    }


OTHERS = {
    "in another's name": (
        {"proven": False},
        {"unproven": "alice@players.example", "notice": "owner@acquire.example"},
    ),
    "of a stranger": ({"sender": "eve@players.example"}, {"stranger": "eve@players.example"}),
    "that cannot be read": ({"text": "> tile any\n"}, {"answer": "alice@players.example"}),
    "for another game": ({"text": "game lagoon\ntile any\n"}, {"answer": "alice@players.example"}),
}
LETTERS = [
    ("a letter posted", "referee.service.letters:post", "after"),
    ("carried out", "referee.service.take_mail:carried_out", "after"),
    ("marked", "referee.service.take_mail:mark", "after"),
]


@pytest.mark.parametrize("step", LETTERS[:2], ids=["posted", "carried-out"])
@pytest.mark.parametrize("which", OTHERS)
def test_of_a_mail_that_is_not_filed_everybody_hears_once_though_it_was_killed_in_the_middle(
    house, which, step
):
    _, *killed_at = step
    how, heard = OTHERS[which]
    house.sets_up('referee = "owner@acquire.example"\n')
    raw = house.mail(**({"text": "tile any\n"} | how))
    words = ["receive", "--from", "x@players.example", "--", "ref@acquire.example"]
    assert types(house, words, killed_at, raw) == -9
    assert types(house, words, given=raw) == 0
    letters = [(one.kind, one.recipient) for one in house.letters() if one.kind != "report"]
    assert sorted(letters) == sorted(heard.items())
    assert house.in_force("alice") == ""


def test_an_address_is_changed_once_though_the_second_yes_was_killed_in_the_middle(house):
    house.writes("alice", "address alice@new.example\n")
    old, new = house.letters(kind="question")
    assert types(house, ["receive", "--", old.mail["Reply-To"]], given=house.mail("yes\n")) == 0
    raw, words = house.mail("yes\n"), ["receive", "--", new.mail["Reply-To"]]
    for step in [("referee.service.address_changes:agree", "after"), LETTERS[-1][1:]]:
        assert types(house, words, step, raw) == -9
        with house.looking() as work:
            assert person_named(work.unit, "alice").addresses == ("alice@players.example",)
    assert types(house, words, given=raw) == 0
    with house.looking() as work:
        assert person_named(work.unit, "alice").addresses == ("alice@new.example",)
    assert len(house.letters("alice@new.example", kind="notice")) == 1


RESOLVING = [
    ("before the mail is read", "referee.service.with_mail_read:take_waiting", "before"),
    ("the mail read", "referee.service.resolve_round:resolve_round", "before"),
    ("played, and not published", "referee.service.resolve_round:publish_round", "before"),
    ("a report posted", "referee.service.publish:post_report", "after"),
    ("published, and not committed", "referee.service.resolve_round:resolve_round", "after"),
]


@pytest.mark.parametrize("step", RESOLVING, ids=[one[0].replace(" ", "-") for one in RESOLVING])
def test_a_round_that_was_killed_while_it_was_resolved_is_so_with_the_mail_that_came_and_reported_once(
    house, step
):
    _, *killed_at = step
    house.arrives(house.mail("tile any\n"))
    words = ["resolve", "harbour", "--missing", "--round", "1"]
    assert types(house, words, killed_at) == -9
    assert types(house, words) == 0
    assert types(house, words) == 2
    written = [one.event for one in house.log().written]
    assert [one.seat for one in written if one.KIND == "orders_missed"].count("alice") == 0
    assert sum(one.KIND == "orders_filed" for one in written) == 1
    for handle in house.handles:
        assert [one.subject for one in house.letters(handle, kind="report")] == [
            f"harbour, {handle}: the game begins",
            f"harbour, {handle}: round 1 was played, round 2 is open",
        ]
    assert len(house.letters("alice", kind="answer")) == 1


def test_a_mail_that_was_stored_is_read_though_the_server_never_brings_it_again(house):
    raw = house.mail("tile any\n", to=house.reply_address("alice"))
    assert receives(house, raw, "referee.service.receive_mail:drop", "after") == -9
    assert [one.filed for one in house.takes()] == ["FILED"]


@pytest.mark.parametrize(
    "words",
    [
        ["receive", "--no-such-option"],
        ["receive", "--db", "nowhere.db"],
        ["--db", "nowhere.db", "receive", "--from", "a@b"],
    ],
)
def test_whatever_is_wrong_with_our_set_up_the_server_is_told_to_come_again(tmp_path, words):
    done = warm_program.types(*words, folder=tmp_path, given=b"x: y\n\nz")
    assert done.returncode == 75
    assert b"Traceback" not in done.stderr


@pytest.mark.file
def test_a_fault_in_the_settings_of_mail_does_not_keep_a_mail_from_being_stored(house):
    raw = house.mail("tile any\n")
    (house.folder / "referee.toml").write_text("[mail]\naddress = 7\n")
    assert receives(house, raw) == 0
    assert [one.outcome for one in house.inbox()] == [None]
