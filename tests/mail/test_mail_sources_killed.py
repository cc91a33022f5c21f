"""The program is killed while a mail comes in from a Maildir, by LMTP or from an IMAP mailbox: it is filed once.

What the program has not marked as taken, or said "accepted" to, lies there still or is brought again.
"""

from __future__ import annotations

import contextlib
import signal
import smtplib

import pytest
from deaths import by_death, typed_until
from mail_house import MailHouse
from mail_servers import PASSWORD
from warm_program import heard

STORING = [
    ("before it is stored", "referee.service.receive_mail:drop", "before"),
    ("stored, and not marked", "referee.service.receive_mail:drop", "after"),
]
READING = [
    ("read, and not committed", "referee.service.take_mail:take", "after"),
    ("read, and nobody told", "referee.cli.mail:taken_line", "before"),
]
MAILDIR = [
    ("looked into", "referee.mail.maildir:_unread", "after"),
    ("its bytes fetched", "referee.mail.maildir:_read", "after"),
    *STORING,
    ("before it is marked", "referee.mail.maildir:_mark_read", "before"),
    ("marked", "referee.mail.maildir:_mark_read", "after"),
]
IMAP = [
    ("looked into", "referee.mail.imap:_asked", "after"),
    ("its bytes fetched", "referee.mail.imap:_fetched", "after"),
    *STORING,
    ("before it is marked", "referee.mail.imap:_mark", "before"),
    ("marked", "referee.mail.imap:_mark", "after"),
]
LMTP = [*STORING, *READING]


def named(steps):
    return pytest.mark.parametrize("step", steps, ids=[one[0].replace(" ", "-") for one in steps])


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    return made


def serves_once(house, *killed_at):
    """`referee serve --once`; its exit status."""
    return typed_until(killed_at, "serve", "--once", folder=folder(house)).returncode


def folder(house):
    return house.folder


def mail_of(house):
    """A reply to her report, with the recipient where a mailbox has it."""
    return house.mail("tile any\nbuy nothing\n", to=house.reply_address("alice"))


def is_filed_and_answered_once(house):
    assert house.in_force("alice") == "tile any\nbuy nothing\n"
    assert sum(one.event.KIND == "orders_filed" for one in house.log().written) == 1
    assert len(house.letters("alice", kind="answer")) == 1
    outcomes = [one.outcome for one in house.inbox()]
    assert sorted(outcomes) in (["orders"], ["ignored", "orders"])


@named(MAILDIR)
def test_killed_while_a_maildir_is_looked_into(house, step):
    for name in ("new", "cur", "tmp"):
        (folder(house) / "mail" / name).mkdir(parents=True)
    house.sets_up('[mail.maildir]\npath = "mail"\n')
    (folder(house) / "mail" / "new" / "1.a").write_bytes(mail_of(house))
    assert serves_once(house, *step[1:]) == -9
    assert serves_once(house) == 0
    is_filed_and_answered_once(house)
    assert [one.name for one in (folder(house) / "mail").glob("*/*")] == ["1.a:2,S"]


@named(IMAP)
@pytest.mark.parametrize("done", ["", 'done_folder = "done"\n'], ids=["flagged", "moved"])
def test_killed_while_a_mailbox_is_fetched(house, mail_servers, done, step):
    servers = mail_servers("mailbox")
    house.sets_up(
        f'[mail.imap]\nhost = "127.0.0.1"\nport = {servers.imap_port}\ntls = "none"\nuser = "ref"\n'
        f'password = "{PASSWORD}"\n{done}'
    )
    with servers.mailbox("ref") as mailbox:
        mailbox.append(mail_of(house))
    assert serves_once(house, *step[1:]) == -9
    assert serves_once(house) == 0
    is_filed_and_answered_once(house)
    with servers.mailbox("ref") as mailbox:
        assert mailbox.uids("UNSEEN") == []


@contextlib.contextmanager
def serving(house, *killed_at):
    """`referee serve` with an LMTP listener, as soon as it is ready."""
    process, said = heard("serve", folder=folder(house), **by_death(killed_at))
    with said:
        try:
            assert said.readline().startswith("Ready")
            yield process
        finally:
            process.signals(signal.SIGTERM)
            process.wait(60)


@named(LMTP)
def test_killed_while_a_server_brings_a_mail_by_lmtp(house, step):
    """As a mail server does: what was not accepted is brought again."""
    house.sets_up('[mail.lmtp]\nsocket = "lmtp.sock"\n')
    raw, to = mail_of(house), house.reply_address("alice")

    def brings():
        with smtplib.LMTP(str(folder(house) / "lmtp.sock"), timeout=60) as line:
            line.sendmail("alice@players.example", [to], raw)

    accepted = False
    with serving(house, *step[1:]) as process:
        with contextlib.suppress(smtplib.SMTPServerDisconnected, ConnectionError):
            brings()
            accepted = True
        assert process.wait(60) == -9
    assert not (accepted and step in STORING)
    if not accepted:  # it may have died before its word went out
        with serving(house):
            brings()
    house.takes()
    is_filed_and_answered_once(house)
