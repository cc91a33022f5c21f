"""A mailbox at a real Dovecot as a source: fetched unmarked, stored, then marked; whatever drops, nothing is lost."""

from __future__ import annotations

import contextlib
import imaplib
import socket
import threading
from dataclasses import replace

import pytest

from referee.mail import imap
from referee.mail.envelope import Envelope
from referee.mail.sources import CUT_AT, SourceError

WRONG, OTHER_SCRIPT = "wrong horse", "zwölf Boxkämpfer"
RETURN_PATH = b"Return-Path: <alice@players.example>\r\n"


def mail(words: str) -> bytes:
    return RETURN_PATH + b"From: alice@players.example\r\n\r\n" + words.encode() + b"\r\n"


def lay(servers, *mails, name="ref"):
    with servers.mailbox(name) as mailbox:
        for one in mails:
            mailbox.append(one)


def bring(settings):
    kept = []
    brought = imap.bring(settings, lambda raw, envelope: kept.append((raw, envelope)))
    assert brought == imap.Brought(len(kept))
    return kept


def flags(servers, folder="INBOX"):
    with servers.mailbox("ref") as mailbox:
        mailbox.folder.set(folder)
        return [tuple({*one.flags} - {"\\Recent"}) for one in mailbox.fetch(mark_seen=False)]


def folders(servers):
    with servers.mailbox("ref") as mailbox:
        return sorted(one.name for one in mailbox.folder.list())


@pytest.fixture
def servers(mail_servers):
    return mail_servers("mailbox")


def test_unseen_mails_are_stored_as_they_are_in_the_order_of_arrival_and_seen_afterwards(servers):
    mails = [
        mail("one"),
        mail("two").replace(b"\r\n\r\n", b"\r\n X: \xff\x00?\r\n\r\n").replace(b"\x00", b""),
    ]
    lay(servers, *mails)
    assert bring(servers.imap()) == [(one, Envelope("alice@players.example", ())) for one in mails]
    assert flags(servers) == [("\\Seen",), ("\\Seen",)]
    assert bring(servers.imap()) == []


def test_a_mail_is_not_marked_before_it_is_stored(servers):
    lay(servers, mail("one"), mail("two"))
    kept = []

    def store(raw, _):
        assert "\\Seen" not in flags(servers)[len(kept)]
        if kept:
            raise OSError("no space left")
        kept.append(raw)

    with pytest.raises(OSError, match="no space left"):
        imap.bring(servers.imap(), store)
    assert flags(servers) == [("\\Seen",), ()]
    assert [raw for raw, _ in bring(servers.imap())] == [mail("two")]


def test_with_a_folder_for_what_is_done_it_is_made_and_even_what_somebody_read_is_taken(servers):
    lay(servers, mail("one"), mail("two"))
    with servers.mailbox("ref") as mailbox:
        mailbox.flag(mailbox.uids()[:1], "\\Seen", value=True)
    settings = servers.imap(done_folder="Übernommen")
    assert imap.look(settings) == 2
    assert folders(servers) == ["INBOX"]
    assert [raw for raw, _ in bring(settings)] == [mail("one"), mail("two")]
    assert flags(servers) == []
    assert flags(servers, "Übernommen") == [("\\Seen",)] * 2
    lay(servers, mail("three"))
    assert [raw for raw, _ in bring(settings)] == [mail("three")]


def test_an_older_server_that_can_neither_move_nor_log_in_plainly_does_as_well(servers, monkeypatch):
    connected = imap._connected

    def older(settings):
        mailbox = connected(settings)
        mailbox.client.capabilities = ("IMAP4REV1",)
        return mailbox

    monkeypatch.setattr(imap, "_connected", older)
    lay(servers, mail("one"))
    assert [raw for raw, _ in bring(servers.imap(done_folder="Done"))] == [mail("one")]
    assert (flags(servers), flags(servers, "Done")) == ([], [("\\Seen",)])


@pytest.mark.parametrize("done", [None, "done"])
def test_a_mail_that_the_server_does_not_let_us_mark_is_told_of_and_stored_once_and_keeps_back_no_other(
    servers, monkeypatch, done
):
    lay(servers, mail("one"), mail("two"))
    settings = replace(servers.imap(), done_folder=done)
    kept, unmarked = [], set()
    asked = imaplib.IMAP4.uid

    def refuses(client, command, *words):
        return ("NO", [b"[NOPERM] Not yours"]) if command == "STORE" else asked(client, command, *words)

    def looks():
        return imap.bring(settings, lambda raw, _: kept.append(raw), unmarked)

    with monkeypatch.context() as patched:
        patched.setattr(imaplib.IMAP4, "uid", refuses)
        for stored in (2, 0, 0):
            brought = looks()
            assert brought.stored == stored
            assert ["Not yours" in fault for fault in brought.faults] == [True, True]
    assert looks() == imap.Brought(0)
    assert (kept, unmarked) == ([mail("one"), mail("two")], set())
    assert looks() == imap.Brought(0)


def test_what_others_marked_as_deleted_is_neither_taken_nor_cleared_away(servers):
    lay(servers, mail("deleted"), mail("new"))
    with servers.mailbox("ref") as mailbox:
        mailbox.client.uid("STORE", mailbox.uids()[0], "+FLAGS", r"(\Deleted)")
    assert [raw for raw, _ in bring(servers.imap())] == [mail("new")]
    assert len(flags(servers)) == 2


def test_new_numbers_of_the_mails_do_no_harm(servers):
    settings = servers.imap(folder="Orders")

    def number(mailbox):
        return mailbox.folder.status("Orders", ["UIDVALIDITY"])["UIDVALIDITY"]

    with servers.mailbox("ref") as mailbox:
        mailbox.folder.create("Orders")
        mailbox.append(mail("one"), "Orders")
        before = number(mailbox)
    assert len(bring(settings)) == 1
    with servers.mailbox("ref") as mailbox:
        mailbox.append(mail("two"), "Orders")
        mailbox.folder.rename("Orders", "Older")
        mailbox.folder.create("Orders")
        mailbox.folder.set("Older")
        mailbox.move(mailbox.uids(), "Orders")
        assert number(mailbox) != before
    assert [raw for raw, _ in bring(settings)] == [mail("two")]


@pytest.mark.parametrize("broken", [("two",), ("one", "three"), ("one", "two", "three", "four")])
def test_a_mail_that_the_server_itself_cannot_read_keeps_back_no_other(servers, broken):
    words = ("one", "two", "three", "four")
    lay(servers, *map(mail, words))
    files = {
        word: file for file in servers.files("ref") for word in words if word.encode() in file.read_bytes()
    }
    for word in broken:
        files[word].chmod(0)
    whole = [mail(word) for word in words if word not in broken]
    for expected in (whole, []):
        kept = []
        brought = imap.bring(servers.imap(), lambda raw, _, kept=kept: kept.append(raw))
        assert (kept, brought.stored, len(brought.faults)) == (expected, len(expected), len(broken))
        assert all("could not be fetched" in fault for fault in brought.faults)
    for word in broken:
        files[word].chmod(0o600)
    assert [raw for raw, _ in bring(servers.imap())] == [mail(word) for word in broken]


def test_of_a_huge_mail_only_so_much_is_fetched_that_it_is_seen_to_be_too_large(servers):
    lay(servers, mail("x" * 2 * CUT_AT))
    ((raw, _),) = bring(servers.imap())
    assert raw == mail("x" * 2 * CUT_AT)[:CUT_AT]
    assert bring(servers.imap()) == []


def test_the_line_may_be_secret_from_the_first_byte_or_after_a_greeting(servers):
    lay(servers, mail("one"), mail("two"))
    kept = []

    def one_only(raw, _):
        if kept:
            raise InterruptedError
        kept.append(raw)

    with pytest.raises(InterruptedError):
        imap.bring(servers.imap(tls=True), one_only)
    after_greeting = replace(servers.imap(tls=True), tls="starttls", port=servers.imap_port)
    assert [raw for raw, _ in bring(after_greeting)] == [mail("two")]


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_a_server_whose_certificate_nobody_vouches_for_is_not_trusted(servers, tls):
    port = servers.imaps_port if tls == "tls" else servers.imap_port
    settings = replace(servers.imap(tls=True), tls=tls, port=port, ca_file=None)
    with pytest.raises(SourceError, match=r"certificate of 127\.0\.0\.1 is not one that is trusted"):
        imap.bring(settings, print)


def test_a_file_of_certificates_that_is_none_is_named(servers):
    for name in ("nowhere.pem", "users"):
        settings = replace(servers.imap(tls=True), ca_file=servers.root / name)
        with pytest.raises(SourceError, match=rf"{name} cannot be used: .*ca_file"):
            imap.bring(settings, print)


def test_a_wrong_password_is_told_without_showing_it(servers):
    settings = replace(servers.imap(), password=WRONG)
    with pytest.raises(SourceError, match=r"mailbox of ref at 127.0.0.1.*AUTHENTICATIONFAILED") as refusal:
        imap.bring(settings, print)
    assert WRONG not in str(refusal.value)


def test_a_password_in_another_script_opens_the_mailbox(servers):
    (servers.root / "users").write_text(f"ref:{OTHER_SCRIPT}\n")
    assert imap.look(replace(servers.imap(), password=OTHER_SCRIPT)) == 0


def test_a_folder_that_is_not_there_is_told(servers):
    with pytest.raises(SourceError, match="Mailbox doesn't exist: Nowhere"):
        imap.bring(servers.imap(folder="Nowhere"), print)


def test_a_server_that_does_not_answer_is_told():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        settings = imap.ImapSettings(
            "127.0.0.1", "ref", "horse", closed.getsockname()[1], "none", timeout=0.1
        )
        with pytest.raises(SourceError, match="Connection refused"):
            imap.bring(settings, print)
        closed.listen()
        with pytest.raises(SourceError, match="cannot be read: timed out"):
            imap.bring(settings, print)


@pytest.mark.parametrize("echo", ["NO wrong: LOGIN ref {}", "BAD unknown command LOGIN ref {}"])
def test_a_server_that_says_the_password_back_does_not_bring_it_onto_the_screen(echo):
    with scripted(echo) as port:
        settings = imap.ImapSettings("127.0.0.1", "ref", 'cor"rect', port, "none", timeout=20)
        with pytest.raises(SourceError, match="LOGIN ref") as refusal:
            imap.bring(settings, print)
    assert "rect" not in str(refusal.value)


@contextlib.contextmanager
def answered_by(serve):
    """A port at which somebody serves; he is handed the socket to listen at, and takes one line."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = threading.Thread(target=serve, args=(door,))
        thread.start()
        yield door.getsockname()[1]
        thread.join()


def scripted(echo):
    """A server that refuses every login with words that hold the password as it was sent."""

    def serve(door):
        line, _ = door.accept()
        with line, line.makefile("rwb", buffering=0) as file:
            file.write(b"* OK ready\r\n")
            while words := file.readline().decode().rstrip("\r\n"):
                tag, command, *rest = words.split(" ", 2)
                if command == "CAPABILITY":
                    file.write(b"* CAPABILITY IMAP4rev1\r\n" + tag.encode() + b" OK done\r\n")
                elif command == "LOGIN":
                    said = echo.format(rest[0].partition(" ")[2])
                    file.write(f"{tag} {said}\r\n".encode())
                else:
                    file.write(b"* BYE\r\n" + tag.encode() + b" OK done\r\n")

    return answered_by(serve)


def cutting(port, after):
    """A line to a server that drops for good after so many bytes of what the server says."""

    def pass_on(source, target, left=None):
        with contextlib.suppress(OSError):
            while data := source.recv(1 if left is not None else 4096):
                target.sendall(data)
                left = left - len(data) if left is not None else None
                if left is not None and left <= 0:
                    break
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def serve(door):
        client, _ = door.accept()
        with client, socket.create_connection(("127.0.0.1", port)) as server:
            up = threading.Thread(target=pass_on, args=(client, server))
            up.start()
            pass_on(server, client, after)
            up.join()

    return answered_by(serve)


def test_wherever_the_line_drops_nothing_is_lost_and_at_most_one_mail_comes_twice(servers):
    laid = dropped = 0
    for after in range(10, 1600, 79):
        laid += 3
        mails = [mail(f"{after}: {number}") for number in range(3)]
        lay(servers, *mails)
        kept = []
        with cutting(servers.imap_port, after) as port:
            try:
                imap.bring(replace(servers.imap(), port=port), lambda raw, _, kept=kept: kept.append(raw))
            except SourceError:
                dropped += 1
        kept += [raw for raw, _ in bring(servers.imap())]
        assert set(kept) == set(mails)
        assert len(kept) <= len(mails) + 1
    assert dropped > 12
    assert flags(servers) == [("\\Seen",)] * laid
