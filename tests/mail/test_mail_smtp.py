"""Handing a letter to a server: whatever the server does, what came of it is told as it is."""

import asyncio
import ssl
import threading
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, AuthResult
from smtp_puppet import DROP, HANG, TAKE_AND_DROP, TAKE_AND_HANG, Puppet

from referee.mail.settings import SmtpSettings
from referee.mail.smtp import Line, Lost, Parcel, Refused, RefusedRecipient, Sent, open_line

TLS = Path(__file__).parent / "tls"
LETTER = Parcel("ref+bounce@acquire.example", "alice@players.example", b"Subject: harbour\r\n\r\nHello.\r\n")
LARGE = replace(LETTER, body=b"Subject: harbour\r\n\r\n" + (b"x" * 70 + b"\r\n") * 200_000)
"""More than the system takes on its way: it waits here until the server reads."""
RIGHT = "the right one"
SOON = 0.2
"""Seconds of patience with a server that says nothing."""


def hand_over(settings, *letters, started=None, greeting="acquire.example"):
    """What came of each letter, or of connecting; `started` is called when a letter's bytes begin."""

    async def talk():
        line = await open_line(settings, greeting)
        if isinstance(line, Refused):
            return line
        async with line:
            return [await line.send(letter, started or (lambda: None)) for letter in letters]

    return asyncio.run(talk())


def test_a_letter_arrives_as_it_is_and_the_server_says_so():
    with Puppet() as server:
        assert hand_over(server.settings(), LETTER) == [Sent("250 2.0.0 taken")]
    (taken,) = server.taken
    assert (taken.sender, taken.recipient, taken.body) == (LETTER.sender, LETTER.recipient, LETTER.body)
    assert server.heard == ["connect", "ehlo", "mail", "rcpt", "data", "bytes", "dot", "quit"]


def test_lines_that_begin_with_a_dot_arrive_as_they_are_and_end_no_letter():
    body = b"Subject: dots\r\n\r\n.\r\n..\r\n.a\r\n\r\n.\r\n"
    with Puppet() as server:
        hand_over(server.settings(), replace(LETTER, body=body))
    assert [one.body for one in server.taken] == [body]


def test_the_null_sender_is_said_as_such():
    with Puppet(mail=[lambda line: None if line == "MAIL FROM:<>" else "550 5.1.7 what?"]) as server:
        assert hand_over(server.settings(), replace(LETTER, sender="")) == [Sent("250 2.0.0 taken")]


def test_the_bytes_begin_only_after_it_was_said_that_they_do():
    taken = []
    with Puppet() as server:

        def started():
            server.wait_until("data")
            taken.append(list(server.taken))

        hand_over(server.settings(), LARGE, started=started)
    assert taken == [[]]
    assert len(server.taken) == 1


def test_who_does_not_want_the_bytes_to_begin_hangs_up_and_nothing_was_taken():
    def no():
        raise ZeroDivisionError

    with Puppet() as server:
        with pytest.raises(ZeroDivisionError):
            hand_over(server.settings(), LETTER, started=no)
        assert hand_over(server.settings(), LETTER) == [Sent("250 2.0.0 taken")]
        assert len(server.taken) == 1
        assert server.lines == 2


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("550 5.1.1 no such user", RefusedRecipient(550, "5.1.1", "550 5.1.1 no such user", permanent=True)),
        ("550 no such user", RefusedRecipient(550, "", "550 no such user", permanent=True)),
        ("451 4.7.1 greylisted", RefusedRecipient(451, "4.7.1", "451 4.7.1 greylisted", permanent=False)),
        ("554 5.7.1 relay denied", RefusedRecipient(554, "5.7.1", "554 5.7.1 relay denied", permanent=False)),
        ("530 5.7.0 log in", Refused("auth", 530, "530 5.7.0 log in", permanent=True)),
        (
            "550-5.1.1 no\r\n550 5.1.1 such",
            RefusedRecipient(550, "5.1.1", "550 5.1.1 no 5.1.1 such", permanent=True),
        ),
    ],
)
def test_a_refusal_of_one_recipient_says_whether_it_may_be_tried_again_and_stops_no_other(reply, told):
    with Puppet(rcpt=[None, reply]) as server:
        came_of_it = hand_over(server.settings(), LETTER, LETTER, LETTER)
    assert came_of_it == [Sent("250 2.0.0 taken"), told, Sent("250 2.0.0 taken")]
    assert server.lines == 1
    assert server.heard.count("rset") == 1


@pytest.mark.parametrize(
    ("step", "reply", "permanent"),
    [
        ("mail", "550 5.7.1 not you", True),
        ("mail", "451 4.3.0 not now", False),
        ("data", "554 5.7.1 not this", True),
        ("dot", "554 5.6.0 not this", True),
        ("dot", "451 4.3.0 not now", False),
    ],
)
def test_a_refusal_at_mail_or_data_is_told_as_one_of_us_or_of_the_letter(step, reply, permanent):
    with Puppet(**{step: [reply]}) as server:
        told = Refused("mail" if step == "mail" else "data", int(reply[:3]), reply, permanent)
        assert hand_over(server.settings(), LETTER, LETTER) == [told, Sent("250 2.0.0 taken")]
    assert len(server.taken) == 1


@pytest.mark.parametrize("step", ["mail", "rcpt", "data", "bytes"])
@pytest.mark.parametrize("action", [DROP, HANG])
def test_a_line_lost_before_the_final_dot_is_told_as_such(step, action):
    settings_patience = SOON if action == HANG else 60
    with Puppet(**{step: [action]}) as server:
        letter = LARGE if step == "bytes" else LETTER
        (lost,) = hand_over(replace(server.settings(), timeout=settings_patience), letter)
    assert isinstance(lost, Lost)
    assert (lost.step, lost.before_dot) == ("data" if step == "bytes" else step, True)
    assert lost.said
    assert server.taken == []


@pytest.mark.parametrize("action", [DROP, HANG, TAKE_AND_DROP, TAKE_AND_HANG])
def test_of_a_line_lost_after_the_final_dot_nobody_says_that_nothing_was_taken(action):
    patience = SOON / 2 if "hang" in action else 60
    with Puppet(dot=[action]) as server:
        (lost,) = hand_over(replace(server.settings(), timeout=patience), LETTER)
    assert isinstance(lost, Lost)
    assert (lost.step, lost.before_dot) == ("data", False)


def test_a_letter_has_begun_when_its_line_is_lost_among_its_bytes_and_not_before():
    begun = []
    with Puppet(rcpt=[DROP], bytes=[DROP]) as server:
        hand_over(server.settings(), LARGE, started=lambda: begun.append("first"))
        hand_over(server.settings(), LARGE, started=lambda: begun.append("second"))
    assert begun == ["second"]


@pytest.mark.parametrize("step", ["mail", "rcpt", "data", "dot"])
def test_a_server_that_closes_its_doors_has_taken_nothing(step):
    with Puppet(**{step: ["421 4.3.2 closing"]}) as server:
        (lost,) = hand_over(server.settings(), LETTER)
    assert lost == Lost("data" if step == "dot" else step, before_dot=True, said="421 4.3.2 closing")


@pytest.mark.parametrize("nonsense", ["hello", "\x00\xff", "25", ""])
def test_an_answer_that_means_nothing_counts_as_none(nonsense):
    with Puppet(mail=[nonsense]) as server:
        (lost,) = hand_over(replace(server.settings(), timeout=SOON), LETTER)
    assert isinstance(lost, Lost)
    with Puppet(dot=[nonsense]) as server:
        (lost,) = hand_over(replace(server.settings(), timeout=SOON), LETTER)
    assert isinstance(lost, Lost)
    assert not lost.before_dot


@pytest.mark.parametrize(
    ("action", "code"), [("421 4.3.2 too busy", 421), ("554 5.3.2 no", 554), (DROP, None), (HANG, None)]
)
def test_a_server_that_does_not_want_to_talk_is_a_refusal_at_connecting(action, code):
    with Puppet(connect=[action]) as server:
        refused = hand_over(replace(server.settings(), timeout=SOON if action == HANG else 60), LETTER)
    assert isinstance(refused, Refused)
    assert (refused.step, refused.code, refused.permanent) == ("connect", code, code == 554)


def test_where_nobody_listens_is_a_refusal_at_connecting():
    with Puppet() as server:
        settings = server.settings()
    refused = hand_over(settings, LETTER)
    assert isinstance(refused, Refused)
    assert (refused.step, refused.permanent) == ("connect", False)


def test_what_a_server_says_stays_on_one_line_is_cut_and_moves_no_cursor():
    with Puppet(rcpt=[f"550-5.1.1 \x1b[2Jred\r\n550 5.1.1 {'x' * 2000}"]) as server:
        (told,) = hand_over(server.settings(), LETTER)
    assert told.said.isprintable()
    assert len(told.said) < 400


@pytest.mark.parametrize("recipient", ["a@b> NOTIFY=NEVER", "a b@c", "a@b\r\nRCPT TO:<x@y>", "nobody", ""])
def test_what_is_no_plain_address_is_said_to_no_server(recipient):
    with Puppet() as server:
        (told,) = hand_over(server.settings(), replace(LETTER, recipient=recipient))
    assert isinstance(told, RefusedRecipient)
    assert told.permanent
    assert "mail" not in server.heard


def test_an_address_that_is_not_ascii_goes_only_to_a_server_that_takes_such():
    letter = replace(LETTER, recipient="jürgen@players.example")
    with Puppet() as server:
        (told,) = hand_over(server.settings(), letter)
    assert isinstance(told, RefusedRecipient)
    assert (told.status, told.permanent) == ("5.6.7", True)
    assert "SMTPUTF8" in told.said
    assert "mail" not in server.heard
    said = []
    with Puppet(ehlo=["250-puppet\r\n250 SMTPUTF8"], mail=[said.append], rcpt=[said.append]) as server:
        assert hand_over(server.settings(), letter) == [Sent("250 2.0.0 taken")]
    assert said == ["MAIL FROM:<ref+bounce@acquire.example> SMTPUTF8", "RCPT TO:<jürgen@players.example>"]


def test_an_international_domain_needs_no_such_server():
    with Puppet() as server:
        hand_over(server.settings(), replace(LETTER, recipient="ann@grün.example"))
    assert [one.recipient for one in server.taken] == ["ann@xn--grn-ioa.example"]


def test_asking_goes_as_far_as_the_recipient_and_takes_it_back():
    async def ask(settings):
        line = await open_line(settings, "acquire.example")
        async with line:
            return [await line.ask("ref@acquire.example", one) for one in ("a@b.example", "c@d.example")]

    with Puppet(rcpt=[None, "550 5.1.1 nobody"]) as server:
        taken, refused = asyncio.run(ask(server.settings()))
    assert taken is None
    assert isinstance(refused, RefusedRecipient)
    assert server.heard == ["connect", "ehlo", "mail", "rcpt", "rset", "mail", "rcpt", "rset", "quit"]


def test_a_server_without_ehlo_is_a_refusal_and_no_fault():
    with Puppet(ehlo=["502 5.5.1 what?"]) as server:
        refused = hand_over(server.settings(), LETTER)
    assert isinstance(refused, Refused)
    assert (refused.step, refused.code) == ("connect", 502)


class Shelf:
    """Takes everything."""

    def __init__(self):
        self.bodies = []

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802  # aiosmtpd's name
        self.bodies.append(envelope.content)
        return "250 2.0.0 on the shelf"


def server_context():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(TLS / "server.pem")
    return context


@contextmanager
def aiosmtpd_serving(*, from_the_first_byte=False, **options):
    """The server of aiosmtpd in a thread of its own: its shelf, and how to reach it."""
    loop, shelf, talks = asyncio.new_event_loop(), Shelf(), []
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def call(work):
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)

    def talk():
        talks.append(SMTP(shelf, hostname="localhost", **options))
        return talks[-1]

    async def listen():
        tls = server_context() if from_the_first_byte else None
        return await asyncio.get_running_loop().create_server(talk, "127.0.0.1", 0, ssl=tls)

    async def stop():
        server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for transport in filter(None, (one.transport for one in talks)):
            transport.abort()
        await asyncio.sleep(0)

    server = call(listen())
    try:
        port = server.sockets[0].getsockname()[1]
        yield shelf, SmtpSettings("localhost", port, timeout=60, ca_file=TLS / "authority.pem")
    finally:
        call(stop())
        loop.call_soon_threadsafe(loop.stop)
        thread.join(60)
        loop.close()


@pytest.mark.parametrize("way", ["starttls", "tls"])
def test_the_line_is_made_secret_in_both_ways(way):
    options = (
        {"from_the_first_byte": True}
        if way == "tls"
        else {"tls_context": server_context(), "require_starttls": True}
    )
    with aiosmtpd_serving(**options) as (shelf, settings):
        assert hand_over(replace(settings, tls=way), LETTER, LETTER) == [Sent("250 2.0.0 on the shelf")] * 2
    assert shelf.bodies == [LETTER.body] * 2


@pytest.mark.parametrize("way", ["starttls", "tls"])
@pytest.mark.parametrize("fault", ["an unknown authority", "another host"])
def test_a_certificate_that_does_not_fit_is_a_refusal_and_nothing_is_sent(way, fault):
    options = {"from_the_first_byte": True} if way == "tls" else {"tls_context": server_context()}
    with aiosmtpd_serving(**options) as (shelf, settings):
        wrong = {"ca_file": None} if fault == "an unknown authority" else {"host": "127.0.0.1"}
        refused = hand_over(replace(settings, tls=way, **wrong), LETTER)
    assert isinstance(refused, Refused)
    assert (refused.step, refused.permanent) == ("tls", True)
    assert "certificate verify failed" in refused.said
    assert shelf.bodies == []


def test_a_server_without_starttls_is_a_refusal_where_the_line_shall_be_secret():
    with aiosmtpd_serving() as (shelf, settings):
        refused = hand_over(settings, LETTER)
    assert isinstance(refused, Refused)
    assert refused.step == "tls"
    assert shelf.bodies == []


def test_a_file_of_certificates_that_is_none_is_told(tmp_path):
    (tmp_path / "ca.pem").write_text("no certificate\n")
    for file in (tmp_path / "ca.pem", tmp_path / "nothing.pem"):
        refused = hand_over(SmtpSettings("localhost", 1, ca_file=file), LETTER)
        assert isinstance(refused, Refused)
        assert refused.step == "tls"
        assert "ca_file" in refused.said


def authenticator(_server, _session, _envelope, _mechanism, data):
    return AuthResult(success=(data.login, data.password) == (b"ref", RIGHT.encode()), handled=False)


def test_logging_in_succeeds_with_the_password():
    options = {"authenticator": authenticator, "auth_required": True, "tls_context": server_context()}
    with aiosmtpd_serving(**options) as (shelf, settings):
        assert hand_over(replace(settings, user="ref", password=RIGHT), LETTER) == [
            Sent("250 2.0.0 on the shelf")
        ]
    assert shelf.bodies == [LETTER.body]


def test_logging_in_with_another_password_is_a_refusal_that_does_not_tell_it():
    options = {"authenticator": authenticator, "auth_required": True, "tls_context": server_context()}
    with aiosmtpd_serving(**options) as (shelf, settings):
        came_of_it = hand_over(replace(settings, user="ref", password=RIGHT.upper()), LETTER)
    assert isinstance(came_of_it, Refused)
    assert (came_of_it.step, came_of_it.code, came_of_it.permanent) == ("auth", 535, True)
    assert RIGHT.upper() not in repr(came_of_it)
    assert shelf.bodies == []


def test_who_must_log_in_and_does_not_is_told_so():
    options = {"authenticator": authenticator, "auth_required": True, "tls_context": server_context()}
    with aiosmtpd_serving(**options) as (_, settings):
        (refused,) = hand_over(settings, LETTER)
    assert isinstance(refused, Refused)
    assert (refused.step, refused.code) == ("mail", 530)


def test_a_server_where_nobody_can_log_in_is_a_refusal():
    with aiosmtpd_serving() as (_, settings):
        refused = hand_over(replace(settings, tls="none", user="ref", password=RIGHT), LETTER)
    assert isinstance(refused, Refused)
    assert refused.step == "auth"


def test_an_interrupted_line_is_closed():
    async def interrupted(server):
        line = await open_line(server.settings(), "acquire.example")
        assert isinstance(line, Line)
        sending = asyncio.ensure_future(line.send(LETTER, lambda: None))
        await asyncio.to_thread(server.wait_until, "data")
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        return line.is_open

    with Puppet(data=[HANG]) as server:
        assert asyncio.run(interrupted(server)) is False
    assert server.taken == []
