"""Our ways in against a real Postfix and a real Dovecot: what they are told to keep, they keep and bring again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import smtplib
import socket
import sys
import threading

import pytest
from mail_servers import MailServers

from referee.mail import maildir
from referee.mail.envelope import Envelope
from referee.mail.lmtp import Door, listening
from referee.mail.settings import MaildirSettings

ALICE = "alice@players.example"
REF = "ref+harbour.alice.7.shpyh6a7zshhp32w@acquire.example"
BODY = "tile 5C, 6D\r\n.\r\n..\r\nGrüße\r\n".encode()
MAIL = b"From: alice@players.example\r\nTo: ref@acquire.example\r\nSubject: orders\r\n\r\n" + BODY


@contextlib.contextmanager
def listener(servers: MailServers, store, faults=None):
    """The LMTP listener, in a thread as `referee serve` has it."""

    def ours(address):
        return address.casefold().startswith("ref") and address.casefold().endswith("@acquire.example")

    door = Door("referee.acquire.example", ours, store, (faults if faults is not None else []).append)
    ready, over = threading.Event(), asyncio.Event()

    async def listen():
        async with listening(servers.lmtp, door):
            ready.set()
            await over.wait()

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_until_complete, args=(listen(),))
    thread.start()
    try:
        assert ready.wait(20)
        yield
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()


def test_a_mail_that_cannot_be_stored_stays_with_postfix_and_comes_again_once(mail_servers):
    servers = mail_servers("lmtp")
    kept, faults, failures = [], [], [OSError("full"), RuntimeError("locked")]

    def store(raw, envelope):
        if failures:
            raise failures.pop()
        kept.append((raw, envelope))

    with listener(servers, store, faults):
        servers.send(ALICE, REF, MAIL)
        servers.wait_for(lambda: kept and not servers.queued(), "the mail stored and out of the queue")
    ((raw, envelope),) = kept
    assert envelope == Envelope(ALICE, (REF,))
    assert raw.endswith(b"\r\n\r\n" + BODY)
    assert [str(one) for one in faults] == ["locked", "full"]
    assert servers.logs().count("451 4.3.0 Not now: keep it and come again") == 2
    assert "full" not in servers.logs()


def test_postfix_keeps_mail_while_nobody_listens(mail_servers):
    servers = mail_servers("lmtp")
    kept = []
    servers.send(ALICE, REF, MAIL)
    servers.wait_for(lambda: "status=deferred" in servers.logs(), "Postfix finding nobody")
    with listener(servers, lambda *mail: kept.append(mail)):
        servers.wait_for(lambda: kept and not servers.queued(), "the mail stored and out of the queue")
    assert len(kept) == 1


def test_a_mail_to_several_of_our_addresses_is_stored_once_and_leaves_the_queue(mail_servers):
    servers = mail_servers("lmtp")
    kept = []
    to = {"ref@acquire.example", REF}
    with listener(servers, lambda *mail: kept.append(mail)):
        servers.send(ALICE, sorted(to), MAIL)
        servers.wait_for(lambda: kept and not servers.queued(), "the mail stored and out of the queue")
    assert [set(envelope.recipients) for _, envelope in kept] == [to]
    assert servers.logs().count("status=sent (250 2.0.0 Stored)") == 2


def test_whom_the_listener_refuses_the_sender_hears_of(mail_servers):
    servers = mail_servers("lmtp")
    kept = []
    with listener(servers, lambda *mail: kept.append(mail)):
        servers.send(ALICE, ["nobody@acquire.example", REF], MAIL)
        (bounce,) = servers.wait_for(lambda: servers.mails("alice"), "a bounce")
    assert b"Content-Type: multipart/report" in bounce
    assert b"Status: 5.1.1" in bounce
    assert [envelope.recipients for _, envelope in kept] == [(REF,)]


def test_lines_longer_than_a_mail_should_have_arrive(mail_servers):
    servers = mail_servers("lmtp")
    kept = []
    with listener(servers, lambda *mail: kept.append(mail)):
        servers.send(ALICE, REF, MAIL + b"x" * 5000 + b"\r\n")
        servers.wait_for(lambda: kept, "the mail stored")
    assert kept[0][0].count(b"x") >= 5000


def test_the_listener_may_stand_at_a_port(mail_servers):
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    servers = mail_servers("lmtp", lmtp_port=port)
    kept = []
    with listener(servers, lambda *mail: kept.append(mail)):
        servers.send("", REF, MAIL)
        servers.wait_for(lambda: kept, "the mail stored")
    assert kept[0][1] == Envelope("", (REF,))


def test_nobody_relays_through_these_servers(mail_servers):
    servers = mail_servers("lmtp")
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        servers.send(ALICE, "somebody@elsewhere.example", MAIL)


def test_a_server_that_checks_senders_says_so_on_top(mail_servers):
    servers = mail_servers("lmtp", proves=True)
    kept = []
    with listener(servers, lambda *mail: kept.append(mail)):
        servers.send(ALICE, REF, MAIL)
        servers.send("mallory@elsewhere.example", REF, MAIL)
        servers.wait_for(lambda: len(kept) == 2, "both mails stored")
    proof = b"Authentication-Results: mx.acquire.example; dmarc=pass header.from=players.example"
    assert {envelope.sender: proof in raw for raw, envelope in kept} == {
        ALICE: True,
        "mallory@elsewhere.example": False,
    }


COMMAND = """\
import json, os, pathlib, signal, sys
with open("calls", "a") as calls:
    print(json.dumps([sys.argv[1:], sys.stdin.buffer.read().decode()]), file=calls)
number = len(pathlib.Path("calls").read_text().splitlines())
todo = sys.argv[0] and pathlib.Path("todo").read_text().split()
what = int(todo[number - 1]) if number <= len(todo) else 0
if what < 0:
    os.kill(os.getpid(), -what)
sys.exit(what)
"""


@pytest.fixture
def piped(mail_servers, tmp_path):
    """Servers that pipe to a command which ends as it is told; and what the command was called with."""
    (tmp_path / "command.py").write_text(COMMAND)

    def start(*statuses):
        (tmp_path / "todo").write_text(" ".join(map(str, statuses)))
        servers = mail_servers("pipe", command=[sys.executable, "command.py"], folder=tmp_path)

        def calls():
            file = tmp_path / "calls"
            return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

        return servers, calls

    return start


def test_the_pipe_hands_over_sender_recipients_and_the_mail(piped):
    servers, calls = piped(0)
    servers.send(ALICE, [REF, "ref@acquire.example"], MAIL)
    servers.wait_for(lambda: calls() and not servers.queued(), "the command run")
    (((_, sender, _, *recipients), raw),) = calls()
    assert (sender, set(recipients)) == (ALICE, {"ref@acquire.example", REF})
    assert raw.endswith("\n\n" + BODY.decode().replace("\r\n", "\n"))


def test_the_pipe_says_the_null_sender_as_an_empty_word(piped):
    servers, calls = piped(0)
    servers.send("", REF, MAIL)
    servers.wait_for(calls, "the command run")
    assert calls()[0][0] == ["--from", "", "--", REF]


@pytest.mark.parametrize("status", [75, 71, -9])
def test_what_ends_for_the_time_being_comes_again(piped, status):
    servers, calls = piped(status, status, 0)
    servers.send(ALICE, REF, MAIL)
    servers.wait_for(lambda: len(calls()) == 3 and not servers.queued(), "the third call")
    assert calls()[0] == calls()[1] == calls()[2]
    assert servers.mails("alice") == []


@pytest.mark.parametrize("status", [1, 2, 70])
def test_any_other_status_would_send_the_mail_back(piped, status):
    """Why `receive` ends with 0 or 75 and with nothing else."""
    servers, calls = piped(status)
    servers.send(ALICE, REF, MAIL)
    (bounce,) = servers.wait_for(lambda: servers.mails("alice"), "a bounce")
    assert b"multipart/report" in bounce
    assert len(calls()) == 1


def test_a_maildir_that_dovecot_fills_is_a_source(mail_servers):
    servers = mail_servers("mailbox")
    servers.send(ALICE, REF, MAIL)
    box = MaildirSettings(servers.root / "mail" / "ref" / "Maildir")
    servers.wait_for(lambda: list(box.path.glob("new/*")), "the mail delivered")
    kept = []
    assert maildir.bring(box, lambda *mail: kept.append(mail)).stored == 1
    assert kept[0][1] == Envelope(ALICE, ())
    assert kept[0][0].endswith(BODY.replace(b"\r\n", b"\n"))
    assert f"Delivered-To: {REF}\n".encode() in kept[0][0]
    with servers.mailbox("ref") as mailbox:
        assert mailbox.uids("SEEN") == mailbox.uids()
