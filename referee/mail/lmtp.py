"""The door for a mail server: an LMTP listener. A mail is stored first; only then is it said to be accepted.

What may go wrong with us is temporary for the server that brings a mail: it keeps the mail and comes again. Only what
will never do is refused for good: a recipient who is not ours, and a mail beyond all measure.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import aiosmtpd.smtp
from aiosmtpd.lmtp import LMTP

from referee.errors import UserError
from referee.mail.envelope import Envelope
from referee.mail.settings import LmtpSettings
from referee.mail.sources import Store, clean_address

PATIENCE: Final = 300.0
"""Seconds in which a server must say its next word, or bring its whole mail (RFC 5321, 4.5.3.2.7)."""

MOST_RECIPIENTS: Final = 200
"""Of one mail (RFC 5321, 4.5.3.1.8: at least 100); a server brings the others with another copy."""

GRACE: Final = 30.0
"""Seconds in which, at the end, those whose mail is being stored get their answer."""

_LONGEST_COMMAND: Final = 4096
"""Bytes. Addresses of ours with their tokens are long, and longer ones are no harm."""

_PIECE: Final = 64 * 1024
"""Bytes of one line that are read at a time; a line of a mail may be longer."""

STORED: Final = "250 2.0.0 Stored"
NOT_OURS: Final = "550 5.1.1 No such mailbox here"
NOT_AN_ADDRESS: Final = "553 5.1.3 That is no address of ours"
TOO_MANY: Final = "452 4.5.3 Too many recipients of one mail"
TOO_LARGE: Final = "552 5.3.4 That is too large for a letter"
NOT_NOW: Final = "451 4.3.0 Not now: keep it and come again"
GOING: Final = "421 4.3.2 We are closing: keep it and come again"


class ListenError(UserError):
    """The place where the listener should stand cannot be had."""


def _unheard(_: Exception) -> None:
    """Where nobody wants to hear of faults."""


@dataclass(frozen=True, slots=True)
class Door:
    """Who stands at the door.

    `name` is what we call ourselves, `is_ours` whether an address is one of ours. `store` is called in a thread, one
    mail after another, in the order in which they came. `fault` hears of what went wrong in `is_ours` and in `store`:
    the server that brought the mail does not.
    """

    name: str
    is_ours: Callable[[str], bool]
    store: Store
    fault: Callable[[Exception], None] = _unheard
    patience: float = PATIENCE


@dataclass(slots=True)
class _House:
    """What all lines share: the thread that stores, who is connected, and whether the door is being closed."""

    door: Door
    max_bytes: int
    clerk: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "lmtp-store"))
    lines: set[_Line] = field(default_factory=set)
    closing: bool = False
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the last one has gone after the door was closed."""


class _Porter:
    """What aiosmtpd asks us while a mail is announced; it finds the answers by their names."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def handle_EHLO(  # noqa: N802
        self,
        _line: object,
        session: aiosmtpd.smtp.Session,
        _envelope: object,
        name: str,
        replies: list[str],
    ) -> list[str]:
        """What we can do: several words may come at once, too, which LMTP demands (RFC 2033, 5)."""
        session.host_name = name
        return [replies[0], "250-PIPELINING", *replies[1:]]

    async def handle_RCPT(  # noqa: N802
        self,
        _line: object,
        _session: object,
        envelope: aiosmtpd.smtp.Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        """Whether we take a mail for an address."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        if clean_address(address) != address:
            return NOT_AN_ADDRESS
        if not self._door.is_ours(address):
            return NOT_OURS
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"


class _Line(LMTP):
    """One connection.

    aiosmtpd's own way to read a mail is replaced: it gives one reply where LMTP wants one for each recipient, refuses
    long lines for good, and keeps every line as an object of its own.
    """

    line_length_limit = _PIECE

    def __init__(self, house: _House) -> None:
        door = house.door
        self.command_size_limits = collections.defaultdict(lambda: _LONGEST_COMMAND)
        super().__init__(
            _Porter(door),
            data_size_limit=house.max_bytes,
            enable_SMTPUTF8=True,
            hostname=door.name,
            ident="LMTP",
            timeout=door.patience,
            loop=asyncio.get_running_loop(),
        )
        self._house = house
        self.storing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has come in."""
        super().connection_made(transport)
        self._house.lines.add(self)
        if self._house.closing:
            self.part()

    def connection_lost(self, error: Exception | None) -> None:
        """Somebody has gone."""
        super().connection_lost(error)
        self._house.lines.discard(self)
        if self._house.closing and not self._house.lines:
            self._house.left.set()

    async def handle_exception(self, error: Exception) -> str:
        """Any fault of ours, for the server on the line: temporary, and no word of what it was."""
        self._tell(error)
        return NOT_NOW

    def _tell(self, error: Exception) -> None:
        """Let the house hear of a fault. Where even that fails the line goes on: its server must get its word."""
        with contextlib.suppress(Exception):
            self._house.door.fault(error)

    async def smtp_VRFY(self, arg: str) -> None:  # noqa: N802
        """Nobody learns here which addresses there are."""
        del arg
        await self.push("252 2.0.0 Send it and see")

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """The mail itself: read, stored, and then one reply for each recipient (RFC 2033, 4.2)."""
        if self.envelope is None or not self.envelope.rcpt_tos:
            await self.push("503 5.5.1 Say first for whom it is")
            return
        if arg:
            await self.push("501 5.5.4 Syntax: DATA")
            return
        recipients = tuple(self.envelope.rcpt_tos)
        sender = clean_address((self.envelope.mail_from or "").removeprefix("<").removesuffix(">"))
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        raw = await self._read_mail()
        if raw is None:
            reply = TOO_LARGE
        else:
            reply = await self._store(raw, Envelope(sender, tuple(dict.fromkeys(recipients))))
        self.envelope = self._create_envelope()
        await self.push("\r\n".join([reply] * len(recipients)))
        if self._house.closing:
            self.part()

    async def _read_mail(self) -> bytes | None:
        """The mail up to the lone dot, without the doubled dots; None if it is too large (it is read to its end)."""
        mail, size, begins = bytearray(), 0, True
        while True:
            try:
                piece, ends = await self._reader.readuntil(b"\r\n"), True
            except asyncio.LimitOverrunError as long:
                piece, ends = await self._reader.readexactly(long.consumed), False
            if begins and piece == b".\r\n":
                return bytes(mail) if size <= self._house.max_bytes else None
            size += len(piece)
            if size <= self._house.max_bytes:
                mail += piece[1:] if begins and piece.startswith(b".") else piece
            else:
                mail.clear()
            begins = ends

    async def _store(self, raw: bytes, envelope: Envelope) -> str:
        """Have a mail stored, and say what to reply. The other side's clock stands still: it is we who are slow."""
        if self._timeout_handle is not None:
            self._timeout_handle.cancel()
        self.storing = True
        try:
            await self.loop.run_in_executor(self._house.clerk, self._house.door.store, raw, envelope)
        except Exception as error:  # noqa: BLE001  # whatever it is, the server must keep the mail
            self._tell(error)
            return NOT_NOW
        finally:
            self.storing = False
            if self.transport is not None:
                self._reset_timeout()
        return STORED

    def part(self) -> None:
        """Take leave of whoever is on the line; what he has not been told is stored, he keeps."""
        if isinstance(self.transport, asyncio.WriteTransport) and not self.transport.is_closing():
            self.transport.write(GOING.encode() + b"\r\n")
            self.transport.close()

    def cut(self) -> None:
        """End the line with no word more."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()


@dataclass(frozen=True, slots=True)
class Listening:
    """Where the listener stands, as a person reads it; `port` is that of an address, None at a socket."""

    place: str
    port: int | None


@contextlib.asynccontextmanager
async def listening(settings: LmtpSettings, door: Door) -> AsyncIterator[Listening]:
    """Take mails as long as the block runs. ListenError if the place cannot be had.

    At the end nobody new is let in, what is being stored is stored and answered, and the others are told to come
    again.
    """
    logging.getLogger("mail.log").setLevel(
        logging.CRITICAL
    )  # aiosmtpd writes down addresses and what is said
    house = _House(door, settings.max_bytes)
    server = await _open(settings, lambda: _Line(house))
    try:
        if settings.socket is not None:
            yield Listening(str(settings.socket), None)
        else:
            port = server.sockets[0].getsockname()[1]
            yield Listening(f"{settings.host}:{port}", port)
    finally:
        await _close(server, house)
        if settings.socket is not None:
            settings.socket.unlink(missing_ok=True)


async def _open(settings: LmtpSettings, line: Callable[[], _Line]) -> asyncio.Server:
    loop = asyncio.get_running_loop()
    try:
        if settings.socket is None:
            return await loop.create_server(line, settings.host, settings.port or 0)
        if _somebody_listens(settings.socket):
            raise ListenError(f"At {settings.socket} somebody listens already. End that first.")
        server = await loop.create_unix_server(line, settings.socket)
        settings.socket.chmod(0o666)  # the mail server is another user; the folder says who may come in
    except OSError as problem:
        place = settings.socket or f"{settings.host}, port {settings.port}"
        reason = problem.strerror or str(problem)
        raise ListenError(
            f"Mail cannot be taken at {place}: {reason}. Choose another place in [mail.lmtp]."
        ) from problem
    return server


def _somebody_listens(place: Path) -> bool:
    """Whether a socket is in use; one that was left behind is none of anybody's."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knock:
        knock.connect(str(place))
        return True
    return False


async def _close(server: asyncio.Server, house: _House) -> None:
    house.closing = True
    server.close()
    for line in tuple(house.lines):
        if not line.storing:
            line.part()
    if house.lines:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(house.left.wait(), GRACE)
    for line in tuple(house.lines):
        line.cut()
    await asyncio.to_thread(house.clerk.shutdown)
