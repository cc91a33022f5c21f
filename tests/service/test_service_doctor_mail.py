"""`doctor` tries the servers in and out, each by itself, and sends nothing."""

import asyncio
import contextlib
import socket
import ssl
import threading

import pytest
from doctor_helpers import (
    OUR_ADDRESS,
    PASSWORD,
    WHOLE,
    Banner,
    Postmaster,
    certificate,
    examined,
    found_by,
    furnished,
    letting_in,
    serving,
    smtp_server,
    with_smtp,
    write_settings,
)

from referee.config import look_at_mail
from referee.mail.lmtp import Door, listening


@pytest.fixture
def house(tmp_path):
    return furnished(tmp_path)


def test_a_server_that_nobody_runs_is_a_fault(house):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    write_settings(house, with_smtp(port))
    ((level, said),) = found_by("mail out", examined(house))
    assert level == "fault"
    assert said.startswith(f"localhost, port {port}: no line: ")
    assert said.endswith("Look at `host` and `port` in [mail.smtp]; does the server run?")


def test_a_server_that_does_not_let_us_in_is_a_fault_and_the_password_is_not_shown(house):
    master = Postmaster()
    login = f'user = "{OUR_ADDRESS}"\npassword_file = "password"\n'
    options = {"auth_require_tls": False, "authenticator": letting_in(OUR_ADDRESS, "another")}
    with smtp_server(master, **options) as port:
        write_settings(house, with_smtp(port, login))
        findings = examined(house)
    ((level, said),) = found_by("mail out", findings)
    assert level == "fault"
    assert "it does not let us in" in said
    assert said.endswith("Look at `user` and the password in [mail.smtp].")
    assert PASSWORD not in str(findings)
    options["authenticator"] = letting_in(OUR_ADDRESS, PASSWORD)
    with smtp_server(master, **options) as port:
        write_settings(house, with_smtp(port, login))
        ((level, said),) = found_by("mail out", examined(house))
    assert level == "ok"
    assert f"logged in as {OUR_ADDRESS}" in said


def test_a_server_that_takes_no_letters_from_us_is_a_fault_and_tokens_are_not_shown(house):
    refusal = f"550 5.7.1 <ref+bounce.{'a' * 24}.abcdefghabcdefgh@acquire.example>: not owned by you"
    with smtp_server(Postmaster(no_sender=refusal)) as port:
        write_settings(house, with_smtp(port))
        ((level, said),) = found_by("mail out", examined(house))
    assert level == "fault"
    assert "it does not take letters from us: 550 5.7.1" in said
    assert "bounce" not in said


@pytest.mark.parametrize(
    ("refusal", "levels"), [("550 5.1.1 No", ["ok", "warning"]), ("450 4.2.0 Later", ["ok"])]
)
def test_a_server_that_knows_no_plus_is_told_of_unless_it_only_wants_us_to_wait(house, refusal, levels):
    with smtp_server(Postmaster(no_plus=refusal)) as port:
        write_settings(house, with_smtp(port))
        found = found_by("mail out", examined(house))
    assert [level for level, _ in found] == levels
    if len(levels) > 1:
        assert "does not take letters to an address of ours with a token: 550 5.1.1 No." in found[1][1]


def test_a_certificate_is_only_believed_if_the_settings_say_so(house):
    cert, key = certificate(house)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(cert, key)
    with smtp_server(Postmaster(), tls_context=context, require_starttls=True) as port:
        write_settings(house, with_smtp(port, 'tls = "starttls"\n'))
        ((level, said),) = found_by("mail out", examined(house))
        assert level == "fault"
        assert "the line cannot be made secret" in said
        write_settings(house, with_smtp(port, f'tls = "starttls"\nca_file = "{cert}"\n'))
        ((level, said),) = found_by("mail out", examined(house))
        assert level == "ok", said
        assert "over TLS" in said


def test_without_a_server_to_send_through_nothing_goes_out(house):
    assert found_by("mail out", examined(house))[0][0] == "fault"


@contextlib.contextmanager
def our_listener(settings):
    """Our own listener, as `serve` has it."""
    door = Door("mx.acquire.example", lambda _: True, lambda _raw, _envelope: None)
    begun, done, loop = threading.Event(), asyncio.Event(), asyncio.new_event_loop()
    place = []

    async def stand():
        async with listening(settings, door) as where:
            place.append(where)
            begun.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(stand(),), daemon=True)
    thread.start()
    assert begun.wait(20)
    try:
        yield place[0]
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join(20)
        loop.close()


def lmtp_at(house, line):
    write_settings(house, f"{WHOLE}[mail.lmtp]\n{line}\n")
    ((level, said),) = found_by("mail in", examined(house))
    return level, said


def lmtp_settings(house, line):
    write_settings(house, f"{WHOLE}[mail.lmtp]\n{line}\n")
    return look_at_mail(house)[1].lmtp


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def test_our_own_listener_is_known_at_a_port_and_at_a_socket(house):
    for line in (f"port = {free_port()}", 'socket = "lmtp.sock"'):
        assert lmtp_at(house, line)[0] == "warning"
        with our_listener(lmtp_settings(house, line)):
            level, said = lmtp_at(house, line)
        assert level == "ok", said
        assert said.endswith("the referee listens.")


def test_another_program_in_our_place_is_a_fault(house):
    with serving(lambda _: Banner()) as port:
        assert lmtp_at(house, f"port = {port}") == (
            "fault",
            f"LMTP at 127.0.0.1, port {port}: another program listens there. Choose another place.",
        )


def test_a_place_where_we_cannot_listen_is_a_fault(house):
    (house / "lmtp.sock").write_text("no socket")
    assert lmtp_at(house, 'socket = "lmtp.sock"')[1].startswith(
        f"LMTP at {house}/lmtp.sock: something else is there"
    )
    assert lmtp_at(house, 'socket = "missing/lmtp.sock"')[0] == "fault"
    assert lmtp_at(house, f'socket = "{"x" * 120}"')[1].endswith(
        "the path is too long. Choose a shorter one."
    )


def test_a_door_that_is_open_to_other_machines_is_told_of(house):
    level, said = lmtp_at(house, f'host = "0.0.0.0"\nport = {free_port()}')
    assert level == "warning"
    assert "whoever reaches it can write any sender" in said


def test_a_mailbox_that_does_not_answer_is_a_fault_and_the_password_is_not_shown(house):
    server = f'host = "localhost"\nport = {free_port()}\ntls = "none"\n'
    write_settings(house, f'{WHOLE}[mail.imap]\n{server}user = "ref"\npassword_file = "password"\n')
    findings = examined(house)
    ((level, said),) = found_by("mail in", findings)
    assert level == "fault"
    assert said.startswith("IMAP: The mailbox of ref at localhost")
    assert PASSWORD not in str(findings)


def test_a_maildir_is_one_with_its_folders(house):
    write_settings(house, f'{WHOLE}[mail.maildir]\npath = "Maildir"\n')
    ((level, said),) = found_by("mail in", examined(house))
    assert level == "fault"
    assert f"{house}/Maildir/new and {house}/Maildir/cur cannot be read and written" in said
    for name in ("new", "cur", "tmp"):
        (house / "Maildir" / name).mkdir(parents=True)
    assert found_by("mail in", examined(house))[0][0] == "ok"
