"""The LMTP listener, spoken to word by word: what is said accepted is stored, what is not is temporary."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.mail import lmtp
from referee.mail.envelope import Envelope
from referee.mail.lmtp import Door, ListenError, Listening, listening
from referee.mail.settings import LmtpSettings

PLAYER = "<alice@players.example>"
REF = "<ref@acquire.example>"


@dataclass
class Pigeonhole:
    """A store that keeps what it is handed, after failing as often as it is told to."""

    kept: list[tuple[bytes, Envelope]] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)

    def __call__(self, raw: bytes, envelope: Envelope) -> None:
        if self.failures:
            raise self.failures.pop()
        self.kept.append((raw, envelope))


class Client:
    """A mail server's end of the line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def hear(self) -> str:
        """One reply, all lines of it; "" at the end of the line."""
        lines = []
        while line := (await asyncio.wait_for(self.reader.readline(), 20)).decode():
            lines.append(line.rstrip("\r\n"))
            if line[3:4] != "-":
                break
        return "\n".join(lines)

    async def say(self, words: str | bytes) -> str:
        self.writer.write((words.encode() if isinstance(words, str) else words) + b"\r\n")
        return await self.hear()

    async def bring(self, raw: bytes, *recipients: str, sender: str = PLAYER) -> list[str]:
        """Bring a mail, which ends with CRLF and has its dots doubled; one reply for each recipient is heard."""
        assert (await self.say(f"MAIL FROM:{sender}")).startswith("250")
        for one in recipients or (REF,):
            assert (await self.say(f"RCPT TO:{one}")).startswith("250")
        assert (await self.say("DATA")).startswith("354")
        self.writer.write(raw + b".\r\n")
        return [await self.hear() for _ in recipients or (REF,)]


@contextlib.asynccontextmanager
async def calling(place: Listening, path=None):
    if place.port is None:
        reader, writer = await asyncio.open_unix_connection(path)
    else:
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
    client = Client(reader, writer)
    try:
        assert (await client.hear()).startswith("220 mx.acquire.example")
        assert "PIPELINING" in await client.say("LHLO mta.acquire.example")
        yield client
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def ours(address: str) -> bool:
    return address.casefold().endswith("@acquire.example")


def door(store, **other) -> Door:
    return Door("mx.acquire.example", ours, store, **other)


def run(conversation, store, *, max_bytes=1024 * 1024, **other):
    """Hold a conversation, `conversation(client, place)`, with a listener of its own."""

    async def all_of_it():
        async with (
            listening(LmtpSettings(port=0, max_bytes=max_bytes), door(store, **other)) as place,
            calling(place) as client,
        ):
            return await conversation(client, place)

    return asyncio.run(all_of_it())


def test_a_mail_is_stored_as_it_came_with_its_envelope():
    store = Pigeonhole()
    raw = b"From: a\r\n\r\ntile 5C\r\n"
    said = run(lambda client, _: client.bring(raw, "<ref+x.y.7.abc@acquire.example>"), store)
    assert said == ["250 2.0.0 Stored"]
    assert store.kept == [(raw, Envelope("alice@players.example", ("ref+x.y.7.abc@acquire.example",)))]


def test_the_null_sender_is_an_empty_sender():
    store = Pigeonhole()
    run(lambda client, _: client.bring(b"x\r\n", sender="<>"), store)
    assert store.kept[0][1].sender == ""


def test_each_recipient_gets_a_reply_and_the_mail_is_stored_once():
    store = Pigeonhole()

    async def conversation(client, _):
        said = await client.bring(b"x\r\n", REF, "<ref+a@acquire.example>", REF)
        return [*said, await client.say("NOOP")]

    assert run(conversation, store) == ["250 2.0.0 Stored"] * 3 + ["250 OK"]
    assert [one.recipients for _, one in store.kept] == [("ref@acquire.example", "ref+a@acquire.example")]


@pytest.mark.parametrize("fault", [OSError("disk of /srv is full"), ValueError("500"), MemoryError()])
def test_any_fault_of_the_store_is_temporary_for_every_recipient_and_says_nothing(fault):
    store, heard = Pigeonhole(failures=[fault]), []

    async def conversation(client, _):
        first = await client.bring(b"x\r\n", REF, "<ref+a@acquire.example>")
        return first, await client.bring(b"x\r\n")

    first, again = run(conversation, store, fault=heard.append)
    assert first == ["451 4.3.0 Not now: keep it and come again"] * 2
    assert again == ["250 2.0.0 Stored"]
    assert heard == [fault]
    assert len(store.kept) == 1


def test_a_fault_is_temporary_for_every_recipient_though_nobody_can_be_told_of_it():
    def deaf(error):
        raise RuntimeError(f"cannot write down: {error}")

    async def conversation(client, _):
        return [*await client.bring(b"x\r\n", REF, "<ref+a@acquire.example>"), *await client.bring(b"x\r\n")]

    said = run(conversation, Pigeonhole(failures=[OSError("disk of /srv is full")]), fault=deaf)
    assert said == ["451 4.3.0 Not now: keep it and come again"] * 2 + ["250 2.0.0 Stored"]


def test_a_fault_in_judging_a_recipient_is_temporary_too():
    def broken(address):
        raise RuntimeError(f"database at /srv/games is locked for {address}")

    async def conversation():
        async with (
            listening(LmtpSettings(port=0), Door("mx.acquire.example", broken, Pigeonhole())) as place,
            calling(place) as client,
        ):
            await client.say(f"MAIL FROM:{PLAYER}")
            return await client.say(f"RCPT TO:{REF}")

    assert asyncio.run(conversation()) == "451 4.3.0 Not now: keep it and come again"


@pytest.mark.parametrize(
    ("recipient", "said"),
    [
        ("<ref@elsewhere.example>", "550 5.1.1 No such mailbox here"),
        ("<postmaster>", "550 5.1.1 No such mailbox here"),
        (b"<r\xff@acquire.example>", "553 5.1.3 That is no address of ours"),
        (b"<r\x00@acquire.example>", "553 5.1.3 That is no address of ours"),
    ],
)
def test_who_is_not_ours_is_refused_at_once_and_the_others_get_their_mail(recipient, said):
    store = Pigeonhole()
    given_to = recipient if isinstance(recipient, bytes) else recipient.encode()

    async def conversation(client, _):
        await client.say(f"MAIL FROM:{PLAYER}")
        refusal = await client.say(b"RCPT TO:" + given_to)
        await client.say(f"RCPT TO:{REF}")
        await client.say("DATA")
        return refusal, await client.say("x\r\n.")

    assert run(conversation, store) == (said, "250 2.0.0 Stored")
    assert store.kept[0][1].recipients == ("ref@acquire.example",)


def test_without_a_recipient_of_ours_no_mail_is_read():
    async def conversation(client, _):
        await client.say(f"MAIL FROM:{PLAYER}")
        await client.say("RCPT TO:<ref@elsewhere.example>")
        return await client.say("DATA")

    assert run(conversation, Pigeonhole()).startswith("503")


def test_too_many_recipients_are_for_another_copy():
    async def conversation(client, _):
        await client.say(f"MAIL FROM:{PLAYER}")
        return [await client.say(f"RCPT TO:<ref+{one}@acquire.example>") for one in range(201)]

    said = run(conversation, Pigeonhole())
    assert {one[:3] for one in said[:200]} == {"250"}
    assert said[200].startswith("452 4.5.3")


def test_what_is_beyond_measure_is_refused_for_each_recipient_and_the_line_goes_on():
    store = Pigeonhole()

    async def conversation(client, _):
        announced = await client.say(f"MAIL FROM:{PLAYER} SIZE=9999")
        brought = await client.bring(b"x" * 70 + b"\r\n" + b"y" * 70 + b"\r\n", REF, REF)
        return announced, brought, await client.bring(b"z" * 90 + b"\r\n")

    announced, brought, after = run(conversation, store, max_bytes=100)
    assert announced.startswith("552")
    assert [one[:9] for one in brought] == ["552 5.3.4"] * 2
    assert after == ["250 2.0.0 Stored"]
    assert [len(raw) for raw, _ in store.kept] == [92]


def test_lines_without_end_nul_and_bare_line_ends_are_stored_as_they_are():
    store = Pigeonhole()
    raw = b"\x00" * 10 + b"\r\n" + b"x" * 300_000 + b"\r\nbare\n.\nbare\r.\r\xff\xfe\r\n"
    said = run(lambda client, _: client.bring(raw), store)
    assert said == ["250 2.0.0 Stored"]
    assert store.kept[0][0] == raw


def test_a_mail_in_another_script_comes_in():
    store = Pigeonhole()

    async def conversation(client, _):
        assert (await client.say("MAIL FROM:<jürgen@spieler.example> BODY=8BITMIME SMTPUTF8")).startswith(
            "250"
        )
        assert (await client.say("RCPT TO:<réf@acquire.example>")).startswith("250")
        await client.say("DATA")
        return await client.say("Grüße\r\n.")

    assert run(conversation, store) == "250 2.0.0 Stored"
    assert store.kept == [
        ("Grüße\r\n".encode(), Envelope("jürgen@spieler.example", ("réf@acquire.example",)))
    ]


def test_a_sender_of_no_script_at_all_is_storable():
    store = Pigeonhole()

    async def conversation(client, _):
        await client.say(b"MAIL FROM:<\xff\x01@players.example>")
        await client.say(f"RCPT TO:{REF}")
        await client.say("DATA")
        return await client.say("x\r\n.")

    assert run(conversation, store) == "250 2.0.0 Stored"
    assert store.kept[0][1].sender == "\ufffd\ufffd@players.example"


def test_all_words_of_a_mail_may_come_at_once():
    store = Pigeonhole()

    async def conversation(client, _):
        client.writer.write(
            f"MAIL FROM:{PLAYER}\r\nRCPT TO:{REF}\r\nDATA\r\n..a\r\n.\r\n"
            f"MAIL FROM:<>\r\nRCPT TO:{REF}\r\nDATA\r\n.\r\nQUIT\r\n".encode()
        )
        return [(await client.hear())[:3] for _ in range(9)]

    assert run(conversation, store) == ["250", "250", "354", "250", "250", "250", "354", "250", "221"]
    assert [raw for raw, _ in store.kept] == [b".a\r\n", b""]


@pytest.mark.parametrize(
    "words",
    ["EHLO x", "HELO x", "VRFY ref", "MAIL FROM:<", "RCPT TO:" + REF, "AUTH PLAIN AAA=", "\x00", "LHLO"],
)
def test_what_is_not_lmtp_changes_nothing(words):
    store = Pigeonhole()

    async def conversation(client, _):
        said = await client.say(words)
        return said, await client.bring(b"x\r\n")

    said, after = run(conversation, store)
    assert said
    assert "Error" not in said.partition(":")[2]
    assert after == ["250 2.0.0 Stored"]


def test_who_is_silent_is_sent_away():
    async def all_of_it():
        async with listening(LmtpSettings(port=0), door(Pigeonhole(), patience=0.05)) as place:
            reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
            said = await asyncio.wait_for(reader.read(), 20)
            writer.close()
            return said

    assert asyncio.run(all_of_it()).startswith(b"220")


def test_a_slow_store_is_waited_for_however_impatient_we_are(monkeypatch):
    lines, clock_stands = [], []

    class Watched(lmtp._Line):
        def connection_made(self, transport):
            super().connection_made(transport)
            lines.append(self)

    def store(*_):
        clock_stands.append(lines[0]._timeout_handle.cancelled())

    async def conversation(client, _):
        said = await client.bring(b"x\r\n")
        clock_stands.append(lines[0]._timeout_handle.cancelled())
        return said

    monkeypatch.setattr(lmtp, "_Line", Watched)
    assert run(conversation, store) == ["250 2.0.0 Stored"]
    assert clock_stands == [True, False]


def test_a_line_that_drops_in_the_middle_of_a_mail_stores_nothing():
    store = Pigeonhole()

    async def conversation(client, place):
        await client.say(f"MAIL FROM:{PLAYER}")
        await client.say(f"RCPT TO:{REF}")
        await client.say("DATA")
        client.writer.write(b"half a mai")
        await client.writer.drain()
        client.writer.transport.abort()
        async with calling(place) as other:
            return await other.bring(b"whole\r\n")

    assert run(conversation, store) == ["250 2.0.0 Stored"]
    assert [raw for raw, _ in store.kept] == [b"whole\r\n"]


def test_fifty_lines_at_once_all_get_their_word():
    store = Pigeonhole()

    async def one(place, number):
        async with calling(place) as client:
            return await client.bring(b"%d\r\n" % number)

    async def conversation(_, place):
        return await asyncio.gather(*(one(place, number) for number in range(50)))

    assert run(conversation, store) == [["250 2.0.0 Stored"]] * 50
    assert sorted(int(raw) for raw, _ in store.kept) == list(range(50))


def test_at_the_end_what_is_being_stored_is_answered_and_the_others_are_told_to_come_again():
    kept, begun, may_end = [], threading.Event(), threading.Event()

    def slow(raw, _envelope):
        begun.set()
        may_end.wait(20)
        kept.append(raw)

    async def all_of_it():
        async with contextlib.AsyncExitStack() as callers:
            async with listening(LmtpSettings(port=0), door(slow)) as place:
                idle = await callers.enter_async_context(calling(place))
                halfway = await callers.enter_async_context(calling(place))
                storing = await callers.enter_async_context(calling(place))
                for client in (halfway, storing):
                    await client.say(f"MAIL FROM:{PLAYER}")
                    await client.say(f"RCPT TO:{REF}")
                    await client.say("DATA")
                halfway.writer.write(b"half a mai")
                storing.writer.write(b"whole\r\n.\r\n")
                await asyncio.to_thread(begun.wait, 20)
                asyncio.get_running_loop().call_later(0.05, may_end.set)
            return [await idle.hear(), await halfway.hear(), await storing.hear(), await storing.hear()]

    said = asyncio.run(all_of_it())
    assert [one[:3] for one in said] == ["421", "421", "250", "421"]
    assert kept == [b"whole\r\n"]


def test_a_socket_in_the_file_system_serves_as_well_even_where_one_was_left_behind(tmp_path):
    store, place = Pigeonhole(), tmp_path / "lmtp"

    async def once():
        async with (
            listening(LmtpSettings(socket=place), door(store)) as listener,
            calling(listener, place) as client,
        ):
            assert place.stat().st_mode & 0o777 == 0o666
            return await client.bring(b"x\r\n")

    assert asyncio.run(once()) == ["250 2.0.0 Stored"]
    assert not place.exists()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(place))
    assert asyncio.run(once()) == ["250 2.0.0 Stored"]


@pytest.mark.parametrize("by_port", [True, False])
def test_a_place_where_somebody_listens_already_is_refused(tmp_path, by_port):
    async def twice():
        first = LmtpSettings(port=0) if by_port else LmtpSettings(socket=tmp_path / "lmtp")
        async with listening(first, door(Pigeonhole())) as place:
            second = LmtpSettings(port=place.port, socket=first.socket)
            async with listening(second, door(Pigeonhole())):
                pass

    with pytest.raises(ListenError, match=r"port|somebody listens already"):
        asyncio.run(twice())


@given(
    st.lists(
        st.sampled_from([b".", b"..", b"\r\n", b"\n", b"\r", b"x", b"\x00\xff", b"y" * 70_000]), max_size=12
    )
)
@settings(max_examples=60, deadline=None)
def test_any_bytes_that_a_server_brings_are_those_that_are_stored(pieces):
    raw = b"".join(pieces) + b"\r\n"
    stuffed = b"\r\n".join(b"." + one if one.startswith(b".") else one for one in raw.split(b"\r\n"))
    store = Pigeonhole()
    assert run(lambda client, _: client.bring(stuffed), store) == ["250 2.0.0 Stored"]
    assert store.kept[0][0] == raw
