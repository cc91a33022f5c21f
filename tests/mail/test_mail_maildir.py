"""A Maildir as a source: stored first, moved afterwards, and nothing is passed over without a word."""

from __future__ import annotations

import os

import pytest

from referee.mail import maildir
from referee.mail.envelope import Envelope
from referee.mail.message import MAX_SIZE
from referee.mail.settings import MaildirSettings
from referee.mail.sources import CUT_AT, SourceError, envelope_in

MAIL = b"Return-Path: <alice@players.example>\nDelivered-To: ref@acquire.example\nFrom: a\n\ntile 5C\n"


@pytest.fixture
def folder(tmp_path):
    for name in ("new", "cur", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    return tmp_path / "Maildir"


def lay(folder, name, raw=MAIL, at=1_700_000_000):
    (folder / name).write_bytes(raw)
    os.utime(folder / name, (at, at))


def bring(folder, store=None):
    kept = []
    brought = maildir.bring(
        MaildirSettings(folder), store or (lambda raw, envelope: kept.append((raw, envelope)))
    )
    return kept, brought


def names(folder):
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*") if not one.is_dir())


def test_an_unread_mail_is_stored_as_it_is_and_counts_as_read_afterwards(folder):
    lay(folder, "new/1.a.host")
    kept, brought = bring(folder)
    assert kept == [(MAIL, Envelope("alice@players.example", ()))]
    assert (brought.stored, brought.faults) == (1, ())
    assert names(folder) == ["cur/1.a.host:2,S"]
    assert bring(folder)[0] == []


def test_mails_come_in_the_order_of_their_delivery(folder):
    for name, at in (("new/9", 1_000), ("cur/5:2,", 2_000), ("new/1", 3_000)):
        lay(folder, name, name.encode(), at)
    assert [raw for raw, _ in bring(folder)[0]] == [b"new/9", b"cur/5:2,", b"new/1"]


def test_what_a_mail_program_has_moved_is_taken_until_it_was_read(folder):
    for name in ("cur/1", "cur/2:2,", "cur/3:2,FR", "cur/4:2,S", "cur/5:2,RS", "cur/6:2,T"):
        lay(folder, name, name.encode())
    assert {raw for raw, _ in bring(folder)[0]} == {b"cur/1", b"cur/2:2,", b"cur/3:2,FR"}
    assert names(folder) == ["cur/1:2,S", "cur/2:2,S", "cur/3:2,FRS", "cur/4:2,S", "cur/5:2,RS", "cur/6:2,T"]


def test_what_is_being_delivered_and_what_is_hidden_is_left_alone(folder):
    lay(folder, "tmp/1")
    lay(folder, "new/.hidden")
    assert bring(folder) == ([], maildir.Brought(0, ()))
    assert names(folder) == ["new/.hidden", "tmp/1"]


def test_a_store_that_fails_leaves_that_mail_and_those_after_it_unread(folder):
    for number in (1, 2, 3):
        lay(folder, f"new/{number}", b"%d" % number, at=number)
    kept = []

    def store(raw, _):
        if raw == b"2":
            raise OSError("no space left")
        kept.append(raw)

    with pytest.raises(OSError, match="no space left"):
        bring(folder, store)
    assert kept == [b"1"]
    assert names(folder) == ["cur/1:2,S", "new/2", "new/3"]
    assert [raw for raw, _ in bring(folder)[0]] == [b"2", b"3"]


def test_who_is_killed_between_storing_and_moving_stores_the_same_bytes_again(folder, monkeypatch):
    lay(folder, "new/1")
    kept = []

    def killed(mail):
        raise SystemExit(str(mail))

    with monkeypatch.context() as patched:
        patched.setattr(maildir, "_mark_read", killed)
        with pytest.raises(SystemExit):
            bring(folder, lambda raw, _: kept.append(raw))
    bring(folder, lambda raw, _: kept.append(raw))
    assert kept == [MAIL, MAIL]
    assert names(folder) == ["cur/1:2,S"]


def test_what_cannot_be_read_is_told_and_the_others_go_on(folder):
    os.mkfifo(folder / "new/1.pipe")
    (folder / "new/2.folder").mkdir()
    (folder / "new/3.link").symlink_to("/etc/passwd")
    (folder / "new/4.loop").symlink_to("4.loop")
    lay(folder, "new/5")
    kept, brought = bring(folder)
    assert [raw for raw, _ in kept] == [MAIL]
    assert len(brought.faults) == 4
    for name in ("1.pipe", "2.folder", "3.link", "4.loop"):
        assert sum(f"/new/{name} cannot be read" in one for one in brought.faults) == 1


def test_a_mail_that_another_program_took_away_meanwhile_is_no_fault(folder):
    lay(folder, "new/1", b"1", at=1)
    lay(folder, "new/2", b"2", at=2)

    def store(raw, _):
        (folder / "new/2").unlink(missing_ok=True)
        (folder / "new/1").unlink(missing_ok=True)
        assert raw == b"1"

    assert bring(folder, store)[1] == maildir.Brought(1, ())


def test_a_mail_that_cannot_be_marked_is_told(folder, monkeypatch):
    lay(folder, "new/1")

    def refused(_mail):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(maildir, "_mark_read", refused)
    _, brought = bring(folder)
    assert brought.stored == 1
    assert "cannot be marked as read: Permission denied" in brought.faults[0]


def test_a_mail_that_could_not_be_marked_is_stored_once_and_marked_as_soon_as_that_can_be(
    folder, monkeypatch
):
    lay(folder, "new/1", b"1", at=1)
    lay(folder, "new/2", b"2", at=2)
    kept, unmarked = [], set()

    def looks():
        return maildir.bring(MaildirSettings(folder), lambda raw, _: kept.append(raw), unmarked)

    def refused(mail):
        raise PermissionError(13, f"Permission denied: {mail.name}")

    with monkeypatch.context() as patched:
        patched.setattr(maildir, "_mark_read", refused)
        assert [looks().stored for _ in range(3)] == [2, 0, 0]
        assert len(looks().faults) == 2
    assert looks() == maildir.Brought(0, ())
    assert (kept, unmarked) == ([b"1", b"2"], set())
    assert names(folder) == ["cur/1:2,S", "cur/2:2,S"]


@pytest.mark.parametrize("closed", ["new", "cur"])
def test_where_nothing_can_be_marked_nothing_is_taken_again_and_again(folder, monkeypatch, closed):
    lay(folder, "new/1")

    def may(path, mode):
        assert mode == os.W_OK | os.X_OK
        return path.name != closed

    with monkeypatch.context() as patched:
        patched.setattr(os, "access", may)
        with pytest.raises(SourceError, match=f"{closed} no mail can be marked as read, so none was taken"):
            bring(folder)
    assert names(folder) == ["new/1"]
    assert len(bring(folder)[0]) == 1


def test_a_name_that_leaves_no_room_for_the_mark_is_told_and_keeps_back_no_other(folder):
    lay(folder, f"new/{'1' * 253}")
    lay(folder, "new/2", b"2")
    for expected in ([b"2"], []):
        kept, brought = bring(folder)
        assert [raw for raw, _ in kept] == expected
        assert len(brought.faults) == 1
        assert "its name is too long" in brought.faults[0]


@pytest.mark.parametrize(
    "name", [b"new/\xff\xfe", "new/ü €".encode(), b"new/a\nb", b"cur/1:2,:2,", b"cur/x:1,S", b"new/%s{}"]
)
def test_odd_names_are_taken_once(folder, name):
    (folder / os.fsdecode(name)).write_bytes(MAIL)
    assert len(bring(folder)[0]) == 1
    assert bring(folder) == ([], maildir.Brought(0, ()))


def test_of_a_huge_mail_only_so_much_is_taken_that_it_is_seen_to_be_too_large(folder):
    lay(folder, "new/1", MAIL + b"x" * (CUT_AT + 1))
    ((raw, _),), _ = bring(folder)
    assert len(raw) == CUT_AT
    assert raw.startswith(MAIL)
    assert CUT_AT > MAX_SIZE


@pytest.mark.parametrize("missing", ["new", "cur", "all"])
def test_a_folder_that_is_no_maildir_is_refused(folder, missing):
    if missing == "all":
        folder = folder / "elsewhere"
    else:
        (folder / missing).rmdir()
    with pytest.raises(SourceError, match="is no Maildir that can be read"):
        bring(folder)


@pytest.mark.parametrize(
    ("raw", "sender"),
    [
        (MAIL, "alice@players.example"),
        (MAIL.replace(b"\n", b"\r\n"), "alice@players.example"),
        (b"Return-Path: <>\n\n", ""),
        (b"Delivered-To: r\nreturn-path:<a@b>\nReturn-Path: <c@d>\n\n", "a@b"),
        (b"Return-Path:\n <a@b>\n\n", "a@b"),
        (b"Return-Path: <a\x00\xff@b>\n\n", "a\ufffd\ufffd@b"),
        (b"From: a\n\nReturn-Path: <a@b>\n", None),
        (b"Subject: x\n Return-Path: <a@b>\n\n", None),
        (b"Return-Path: nobody\n\n", None),
        (b"", None),
    ],
)
def test_the_sender_is_that_of_the_topmost_return_path(raw, sender):
    assert envelope_in(raw) == Envelope(sender, ())
