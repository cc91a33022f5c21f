"""`doctor` finds what is wrong with the house, each check by itself, and changes nothing."""

import contextlib
from dataclasses import replace

import pytest
from doctor_helpers import (
    BASE,
    NOW,
    OUR_ADDRESS,
    PLAYERS,
    SECRET,
    WHOLE,
    Postmaster,
    examined,
    found_by,
    furnished,
    register,
    smtp_server,
    with_smtp,
    write_settings,
)

from referee.clock import FixedClock, FixedEntropy, later
from referee.db import inbox, outbox, sending
from referee.db.drop import Dropped, drop
from referee.db.holders import drop_holder
from referee.db.outbox import Letter, post
from referee.db.people import add_person, known_person, note_bounce
from referee.round.opening import NewGame
from referee.service import doctor, doctor_database
from referee.service.doctor import examine, worst_of
from referee.service.findings import Finding, Patient
from referee.service.hold_round import hold_round
from referee.service.open_game import open_game, plan_game
from referee.service.seats import leave_seat
from referee.service.transactions import writing

LETTER = Letter("a" * 24, "report", "", "alice@players.example", b"body", game="harbour")


@pytest.fixture
def house(tmp_path):
    return furnished(tmp_path)


def changed(folder):
    return writing(str(folder / "referee.db"), FixedClock(NOW))


def test_all_is_well_where_all_is_well(house):
    master = Postmaster()
    with smtp_server(master) as port:
        write_settings(house, with_smtp(port))
        findings = examined(house)
    assert worst_of(findings) == "ok", findings
    assert [one.check for one in findings] == [
        "settings", "database", "secret", "address", "mail in", "mail out", "inbox", "outbox", "players",
    ]  # fmt: skip


def test_the_server_is_asked_for_all_that_letters_need_and_gets_none(house):
    master = Postmaster()
    with smtp_server(master) as port:
        write_settings(house, with_smtp(port))
        examined(house)
    assert all(sender.startswith("ref+bounce.") for sender in master.senders)
    plain, with_token = master.recipients
    assert plain == OUR_ADDRESS
    assert with_token.startswith("ref+game.player.1.")
    assert master.letters == []


def test_without_settings_mail_is_not_used_and_nothing_is_wrong(tmp_path):
    with writing(str(tmp_path / "referee.db"), FixedClock(NOW), create=True):
        pass
    findings = examined(tmp_path)
    assert worst_of(findings) == "ok"
    assert [one.check for one in findings] == ["settings", "database"]


@pytest.mark.parametrize(
    ("words", "levels"),
    [
        ('[publish]\nhold = "12h"\n', ["ok"]),
        ('[publish]\nhold = "soon"\n', ["fault", "ok"]),
        ("[referee]\ndatabase = 7\n", ["fault", "ok"]),
        ('[mial]\naddress = "ref@acquire.example"\n', ["fault", "ok"]),
    ],
)
def test_where_no_mail_is_set_up_that_is_one_line_and_no_check_of_mail_speaks_whatever_else_is_wrong(
    house, words, levels
):
    write_settings(house, words)
    findings = examined(house)
    assert {one.check for one in findings} == {"settings", "database"}
    told = found_by("settings", findings)
    assert [level for level, _ in told] == levels
    assert [said for _, said in told if "no mail is taken or sent" in said] == [told[-1][1]]


def test_faults_in_the_settings_stand_at_the_check_that_they_stop(house):
    write_settings(house, WHOLE + "keep_days = 0\n[mail.smtp]\nport = 7\n[mail.imap]\nevery = 0\n")
    (house / "secret").chmod(0o644)
    findings = examined(house)
    assert [(one.check, one.level) for one in findings if one.level == "fault"] == [
        ("settings", "fault"),
        ("secret", "fault"),
        *[("mail in", "fault")] * 4,
        ("mail out", "fault"),
    ]
    assert found_by("players", findings) == [("ok", "all who play can be written to.")]


def test_a_file_that_cannot_be_read_stops_no_check_of_the_database(house):
    patient = Patient(
        house / "referee.toml", None, "it is broken.", str(house / "referee.db"), FixedClock(NOW)
    )
    findings = list(examine(patient))
    assert found_by("settings", findings) == [("fault", "it is broken.")]
    assert found_by("database", findings)[0][0] == "ok"


def test_a_check_that_breaks_down_stops_no_other_and_tells_no_secret(house, monkeypatch):
    def broken(_patient):
        yield Finding("inbox", "ok", "first")
        raise ValueError(SECRET)

    checks = tuple((name, broken if name == "inbox" else check) for name, check in doctor.CHECKS)
    monkeypatch.setattr(doctor, "CHECKS", checks)
    findings = examined(house)
    assert found_by("inbox", findings)[1] == (
        "fault",
        "this could not be checked: ValueError. Report it: a program's fault.",
    )
    assert SECRET not in str(findings)
    assert found_by("players", findings)[0][0] == "ok"


def test_a_database_that_is_missing_is_told_of_once(house):
    (house / "referee.db").unlink()
    findings = examined(house)
    assert [one.check for one in findings if "no database" in one.said] == ["database"]


def test_guards_that_were_taken_away_are_named(house):
    import sqlite3

    with contextlib.closing(sqlite3.connect(house / "referee.db")) as connection:
        connection.execute("DROP TRIGGER events_no_update")
    ((level, said),) = found_by("database", examined(house))
    assert (level, said.partition(".")[0]) == (
        "fault",
        "it is no longer guarded: events_no_update is missing",
    )


def test_a_database_that_others_can_read_is_told_of(house):
    (house / "referee.db").chmod(0o644)
    (_, warning) = found_by("database", examined(house))
    assert warning[0] == "warning"
    assert warning[1].endswith(f"Say: chmod 600 {house / 'referee.db'}")


@pytest.mark.parametrize(("free", "level"), [(50, "warning"), (5, "fault")])
def test_a_disk_that_is_nearly_full_is_told_of(house, monkeypatch, free, level):
    usage = (10**12, 0, free * 1024 * 1024)
    monkeypatch.setattr(doctor_database.shutil, "disk_usage", lambda _: type("Usage", (), {"free": usage[2]}))
    assert found_by("database", examined(house))[1] == (
        level,
        f"its disk has {free} MiB left. Make room: a mail that finds none is not taken.",
    )


def test_what_is_not_set_but_should_be_is_a_warning(house):
    write_settings(house, BASE)
    said = [said for level, said in found_by("address", examined(house)) if level == "warning"]
    assert [one.partition(" is not set")[0] for one in said] == ["`authserv_id`", "`referee`"]


def test_where_replies_bear_no_token_that_is_said(house):
    write_settings(house, f'{WHOLE}reply = "none"\n')
    assert found_by("address", examined(house))[0][0] == "warning"


def test_a_long_address_leaves_less_room_and_who_has_none_is_named(house):
    write_settings(house, WHOLE.replace("ref@", "the.referee.of.our.club@"))
    findings = examined(house)
    (room,) = found_by("address", findings)
    assert room[0] == "ok"
    assert "a game's name and a handle have 17 characters at most" in room[1]
    assert found_by("players", findings)[0][0] == "ok"
    write_settings(house, WHOLE.replace("ref@", f"{'r' * 35}@"))
    named = [said for _, said in found_by("players", examined(house))]
    assert [one.partition(" of harbour bear no token")[0] for one in named] == [
        f"the replies of {handle}" for handle in PLAYERS
    ]


def arrive(house, at):
    drop(str(house / "referee.db"), [Dropped(at, "pipe", "alice@players.example", (OUR_ADDRESS,), b"mail")])


def test_mail_that_nobody_reads_and_mail_that_is_held_is_told_of(house):
    arrive(house, "2026-12-04T17:55:00Z")
    assert found_by("inbox", examined(house)) == [("ok", "mail is being read.")]
    ((level, said),) = found_by("inbox", examined(house, at="2026-12-04T18:06:00Z"))
    assert (level, said.partition(",")[0]) == ("warning", "1 mail has not been read")
    with changed(house) as work:
        mail = inbox.first_waiting(work.unit)
        inbox.mark(work.unit, replace(mail, outcome="held", reason="nobody's"))
    assert found_by("inbox", examined(house)) == [
        ("warning", "1 mail has been held for you. Look: referee mail held")
    ]


def give_up(work):
    letter = outbox.letter_named(work.unit, LETTER.name)
    assert sending.settle(work.unit, letter, sending.Settled("failed", "550 no", NOW, 1, 0, NOW))


def test_letters_that_wait_too_long_or_were_given_up_are_told_of(house):
    with changed(house) as work:
        post(work.unit, LETTER, NOW)
    assert found_by("outbox", examined(house)) == [("ok", "1 letter is on the way.")]
    ((level, said),) = found_by("outbox", examined(house, at="2026-12-04T18:11:00Z"))
    assert (level, said.partition(",")[0]) == ("warning", "1 letter is waiting")
    with changed(house) as work:
        give_up(work)
    ((level, said),) = found_by("outbox", examined(house))
    assert (level, said.partition(".")[0]) == ("warning", "1 letter is given up")


def test_a_queue_that_stands_is_told_of_with_its_reason(house):
    from referee.service.post_queue import stop

    with changed(house) as work:
        stop(work, "auth", "535 no", None)
    ((level, said),) = found_by("outbox", examined(house))
    assert level == "warning"
    assert "the mail server did not let us log in: 535 no" in said
    assert said.endswith("referee send --now")


def test_who_cannot_be_written_to_is_named_and_no_address_is_shown(house):
    with changed(house) as work:
        note_bounce(work.unit, "alice@players.example")
        planned = plan_game(
            "quay", NewGame(("ann", "ben", "cid"), seed="another seed of ours"), FixedEntropy("y")
        )
        open_game(work, "quay", planned)
        shore = plan_game("shore", NewGame(("bob", "cid"), seed="a third seed of ours"), FixedEntropy("z"))
        open_game(work, "shore", shore)
        register(work, "shore", "cid", known_person(work.unit, "carol"))
        drop_holder(work.unit, "shore", "bob", 1)
        register(work, "quay", "ben", add_person(work.unit, "benny", "", (), NOW))
        leave_seat(work, "quay", "cid", end_meant=False)
    findings = examined(house)
    (alice, *who), (ann, *seat), (ben, *where), (bob, *other) = [
        (level, *said.split(". ")) for level, said in found_by("players", findings)
    ]
    assert {alice, ann, ben, bob} == {"warning"}
    assert who[0] == "an address of alice is said not to exist: mail to it came back"
    assert who[1].endswith("referee player edit alice --mail NEW")
    assert seat[0] == "ann of quay gets no mail: nobody is registered for that seat"
    assert seat[1].endswith("referee player add ann --mail ADDRESS --seat quay")
    assert where[0] == "ben of quay gets no mail: benny has no address"
    assert where[1].endswith("referee player edit benny --mail ADDRESS")
    assert other[0] == "bob of shore gets no mail: nobody is registered for that seat"
    assert other[1].endswith("referee player edit bob --seat shore")
    assert "players.example" not in str(findings)


def test_a_letter_that_was_given_up_long_ago_is_forgotten_with_its_bytes(house):
    with changed(house) as work:
        post(work.unit, LETTER, NOW)
        give_up(work)
    assert found_by("outbox", examined(house))[0][0] == "warning"
    with changed(house) as work:
        assert outbox.purge_letters(work.unit, "2027-01-01T00:00:00Z") == 1
    assert found_by("outbox", examined(house)) == [("ok", "nothing waits.")]


@pytest.mark.parametrize(
    ("seconds", "ago"),
    [(661, "10 minutes"), (60 + 7199, "119 minutes"), (60 + 7200, "2 hours"), (60 + 200_000, "2 days")],
)
def test_a_held_round_that_nobody_releases_is_told_of_some_minutes_later_and_how_late_it_is(
    house, seconds, ago
):
    with writing(str(house / "referee.db"), FixedClock(NOW)) as work:
        hold_round(work, "harbour", misses_meant=True, seconds=60)
    assert found_by("drafts", examined(house, at=later(NOW, 660))) == []
    (found,) = found_by("drafts", examined(house, at=later(NOW, seconds)))
    assert found[0] == "warning"
    assert (
        f"round 1 of harbour was held until 2026-12-04T18:01:00Z, {ago} ago, and nothing releases" in found[1]
    )
    assert "release --due" in found[1]


def test_of_a_round_that_waits_for_the_referee_it_is_never_said_that_nothing_releases_it(house):
    with writing(str(house / "referee.db"), FixedClock(NOW)) as work:
        hold_round(work, "harbour", misses_meant=True, seconds=None)
    assert found_by("drafts", examined(house, at=later(NOW, 1_000_000))) == []
