"""The program is killed between each two steps of taking a mail in: nothing is lost, nothing is done twice.

A mail server that has not heard "accepted" brings the mail again, so that is what is done here.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from mail_house import MailHouse

PROGRAM = Path(__file__).with_name("killed_program.py")
STEPS = [
    ("before it is stored", "referee.service.receive_mail", "drop", "before"),
    ("stored, and nobody told", "referee.service.receive_mail", "drop", "after"),
    ("before it is looked for", "referee.service.take_mail", "first_waiting", "before"),
    ("found", "referee.service.take_mail", "first_waiting", "after"),
    ("parsed", "referee.service.take_mail", "parse", "after"),
    ("judged", "referee.service.take_mail", "judge", "after"),
    ("before its orders are filed", "referee.service.mail_orders", "file_orders", "before"),
    ("its orders filed", "referee.service.mail_orders", "file_orders", "after"),
    ("its answer composed", "referee.mail.compose", "compose", "after"),
    ("its answer posted", "referee.service.letters", "post", "after"),
    ("before it is marked", "referee.service.take_mail", "mark", "before"),
    ("marked", "referee.service.take_mail", "mark", "after"),
    ("all committed, and nobody told", "referee.service.take_mail", "_take_first", "after"),
]


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    made.sets_up()
    return made


def receives(house, raw, *killed_at):
    """`referee receive` as a mail server calls it; its exit status."""
    command = [PROGRAM, *killed_at] if killed_at else ["-m", "referee"]
    words = ["receive", "--from", "alice@players.example", "--", house.reply_address("alice")]
    folder = Path(house.database).parent
    done = subprocess.run(
        [sys.executable, *command, *words], cwd=folder, input=raw, capture_output=True, check=False
    )
    return done.returncode


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


def test_a_mail_that_was_stored_is_read_though_the_server_never_brings_it_again(house):
    raw = house.mail("tile any\n", to=house.reply_address("alice"))
    assert receives(house, raw, "referee.service.receive_mail", "drop", "after") == -9
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
    done = subprocess.run(
        [sys.executable, "-m", "referee", *words],
        cwd=tmp_path,
        input=b"x: y\n\nz",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 75
    assert b"Traceback" not in done.stderr


def test_a_fault_in_the_settings_of_mail_does_not_keep_a_mail_from_being_stored(house):
    raw = house.mail("tile any\n")
    (Path(house.database).parent / "referee.toml").write_text("[mail]\naddress = 7\n")
    assert receives(house, raw) == 0
    assert [one.outcome for one in house.inbox()] == [None]
