"""What the referee types about mail: lists, held mails, the queue, purging. The mails are real, the database too."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from subprocess import PIPE

import pytest
from cli_helpers import PROGRAM, REFUSED, clean_environment, program, referee
from databases import all_of
from mail_house import ORDERS, MailHouse

from referee.cli.main import is_receiving
from referee.rules.events import OrdersFiled
from referee.service.hold_round import hold_round


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    made.sets_up('referee = "owner@acquire.example"\nkeep_days = 30\n')
    return made


def types(house, *words, status=0, stdin=b""):
    done = program(*words, folder=house.folder, given=stdin)
    assert done.returncode == status, done.stderr.decode()
    return (done.stdout or done.stderr).decode()


def holds_one(house):
    house.arrives(house.mail("tile any\nbuy nothing\n", proven=False))
    house.takes()


def test_receive_takes_a_mail_reads_it_and_says_nothing(house):
    raw = house.mail("tile any\n", to=house.reply_address("alice"))
    words = ["receive", "--from", "alice@players.example", "--", house.reply_address("alice")]
    assert types(house, *words, stdin=raw) == ""
    assert house.in_force("alice") == "tile any\n"


def test_the_list_of_mails_names_people_by_handle_and_shows_no_address(house):
    holds_one(house)
    said = types(house, "mail", "list")
    assert "alice" in said
    assert "held" in said
    assert "@" not in said
    (line,) = json.loads(types(house, "mail", "list", "--json"))
    assert (line["who"], line["outcome"], line["reason"]) == ("alice", "held", "sender not authenticated")


def test_a_held_mail_is_shown_and_accepted(house):
    holds_one(house)
    assert "mail show 1" in types(house, "mail", "held")
    shown = types(house, "mail", "show", "1")
    assert "from: alice@players.example" in shown
    assert "buy nothing" in shown
    assert "X-" not in shown
    assert (
        types(house, "mail", "accept", "1")
        == "Mail 1 of alice in harbour: FILED (accepted by the referee).\n"
    )
    assert house.in_force("alice") == "tile any\nbuy nothing\n"
    assert types(house, "mail", "held") == "No mail is held.\n"


def test_a_held_mail_is_refused_once(house):
    holds_one(house)
    assert "refused" in types(house, "mail", "refuse", "1")
    assert "There is no held mail 1" in types(house, "mail", "refuse", "1", status=2)
    assert house.in_force("alice") == ""


@pytest.mark.parametrize("number", [0, 99, 2**31, 2**63, 10**30])
@pytest.mark.parametrize("command", ["show", "accept", "refuse", "letter", "resend", "drop"])
def test_a_number_that_no_mail_has_is_unknown_however_large(house, monkeypatch, command, number):
    holds_one(house)
    monkeypatch.chdir(house.folder)
    done = referee("mail", command, number)
    assert (done.exit_code, done.stdout) == (REFUSED, "")
    assert str(number) in done.stderr


def test_what_a_stranger_writes_cannot_move_the_referee_s_cursor(house):
    house.arrives(house.mail("tile any\n\x1b[2Jgone\n", proven=False, subject="\x1b]0;title\x07"))
    house.takes()
    assert "\x1b" not in types(house, "mail", "show", "1")


def test_the_queue_shows_what_waits_by_handle(house):
    said = types(house, "mail", "queue")
    assert said.count("report") == 3
    assert "alice" in said
    assert "@" not in said
    assert len(json.loads(types(house, "mail", "queue", "--json"))) == 3


def test_a_letter_is_shown_and_dropped(house):
    shown = types(house, "mail", "letter", "1")
    assert shown.startswith("Letter 1 (report), written 2026-11-28T10:00:00Z: waiting\n")
    assert "To: alice@players.example\n" in shown
    assert "ORDER FORM" in shown
    said = types(house, "mail", "drop", "1")
    assert said == (
        "The report to alice, written 2026-11-28T10:00:00Z, waited; it is dropped, and never sent.\n"
    )
    assert types(house, "mail", "queue").count("report") == 2
    assert "was dropped" in types(house, "mail", "drop", "1", status=2)


def test_only_a_letter_that_was_given_up_is_sent_again(house):
    assert "No letter 1 has been given up" in types(house, "mail", "resend", "1", status=2)


def test_old_mail_is_forgotten_and_what_came_of_it_is_not(house):
    house.writes("alice", "tile any\n")
    assert "the words of 0 mails" in types(house, "mail", "purge", "--days", "10000")
    assert "the words of 1 mail and 0 letters" in types(house, "mail", "purge", "--days", "0")
    assert "has been forgotten" in types(house, "mail", "show", "1", status=2)
    assert "FILED" not in types(house, "mail", "list")
    assert house.in_force("alice") == "tile any\n"


def test_a_round_of_everything_by_a_timer_forgets_what_is_old_as_serve_does(house):
    house.now = "2026-01-05T10:00:00Z"
    house.writes("alice", "tile any\n# a word of January\n")
    assert b"a word of January" in all_of(house.database)
    types(house, "serve", "--once")
    assert b"a word of January" not in all_of(house.database)
    assert house.in_force("alice") == "tile any\n"


@pytest.mark.parametrize("days", ["-1", "36501", "99999999999999"])
def test_days_that_no_calendar_has_are_refused(house, days):
    assert "--days" in types(house, "mail", "purge", "--days", days, status=2)
    assert "0 mails" in types(house, "mail", "purge", "--days", "36500")


def test_resolving_reads_first_what_has_come(house):
    house.arrives(house.mail("tile any\n", to=house.reply_address("alice")), house.reply_address("alice"))
    said = types(house, "resolve", "harbour", "--missing")
    assert "Mail 1 of alice in harbour: FILED." in said
    assert "Missed by bob and carol." in said


def test_without_mail_in_the_settings_the_commands_of_mail_say_so(tmp_path):
    house = MailHouse(tmp_path)
    house.opens()
    assert "no [mail] in referee.toml" in types(house, "serve", "--once", status=2)
    assert "no [mail] in referee.toml" in types(house, "mail", "purge", status=2)


@pytest.mark.parametrize(
    ("words", "truth"),
    [
        (["receive"], True),
        (["--db", "x.db", "receive", "--from", ""], True),
        (["--db=x.db", "receive"], True),
        (["--db", "receive", "status"], False),
        (["seat", "receive"], False),
        (["--version"], False),
        ([], False),
    ],
)
def test_it_is_known_whether_a_mail_server_calls(words, truth):
    assert is_receiving(words) is truth


# --- what lies in a mailbox is fetched before a round is decided ------------------------------------------------


DECIDING = (
    ("resolve", "harbour", "--missing"),
    ("resolve", "harbour", "--missing", "--hold"),
    ("resolve", "harbour", "--missing", "--now"),
    ("work", "--until-idle"),
    ("work",),
    ("release", "harbour"),
    ("release", "--due"),
)


@pytest.fixture
def boxed(tmp_path):
    """A house whose mail lies in a Maildir until somebody looks there."""
    made = MailHouse(tmp_path)
    made.now = "2020-01-05T10:00:00Z"  # what is held until then is due by the clock of the program
    made.opens()
    for folder in ("new", "cur", "tmp"):
        (tmp_path / "box" / folder).mkdir(parents=True)
    made.sets_up('[mail.maildir]\npath = "box"\n')
    return made


def lies_in_the_box(house, *handles):
    for handle in handles:
        raw = house.mail("tile any\n", sender=f"{handle}@players.example", to=house.reply_address(handle))
        (house.folder / "box" / "new" / f"{handle}.mail").write_bytes(raw)


@pytest.mark.parametrize("words", DECIDING, ids=" ".join)
def test_whoever_decides_about_rounds_looks_into_the_mailbox_first(boxed, words):
    lies_in_the_box(boxed, "alice")
    if words[0] == "release":
        boxed.when_mail_is_read(lambda work: hold_round(work, "harbour", misses_meant=True, seconds=0))
    done = types_and_stops(boxed, *words)
    assert b"Mail 1 of alice in harbour: FILED" in done.stdout
    assert done.stderr == b"" or words == ("release", "harbour")
    assert any(isinstance(one.event, OrdersFiled) for one in boxed.log().written)
    assert not list((boxed.folder / "box" / "new").iterdir())


@pytest.mark.parametrize("words", DECIDING, ids=" ".join)
def test_a_mailbox_that_cannot_be_looked_into_is_told_of_and_what_is_asked_for_is_done(boxed, words):
    (boxed.folder / "box" / "new").rmdir()
    for handle in boxed.handles:
        boxed.writes(handle, ORDERS)
    if words[0] == "release":
        boxed.when_mail_is_read(lambda work: hold_round(work, "harbour", misses_meant=True, seconds=0))
    done = types_and_stops(boxed, *words)
    said = " ".join(done.stderr.decode().split())
    assert said.startswith("Warning: ")
    assert "box is no Maildir that can be read" in said
    assert said.endswith("Mail may lie there that nobody has read.")
    assert f"Round 1 of harbour is {'held' if '--hold' in words else 'resolved'}".encode() in done.stdout


def types_and_stops(house, *words):
    """What a command says; one that goes on is stopped when it has said something."""
    if words != ("work",):
        return program(*words, folder=house.folder)
    with subprocess.Popen(
        [*PROGRAM, *words], cwd=house.folder, env=clean_environment(), stdout=PIPE, stderr=PIPE
    ) as worker:
        patience = threading.Timer(60, worker.terminate)
        patience.start()
        first = worker.stdout.readline()
        patience.cancel()
        worker.send_signal(signal.SIGTERM)
        rest, complaints = worker.communicate()
    return subprocess.CompletedProcess(words, worker.returncode, first + rest, complaints)
