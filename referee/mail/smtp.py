"""Handing letters to a mail server, one at a time and step by step; whatever comes of it is a value.

The steps are driven one by one, so that it can be written down that a letter's bytes are about to go out before they
do, and so that a line that drops before the final dot (nothing was taken) differs from one that drops after it (who
knows). The library's own `data` writes both at once.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, Self, TypeAlias, TypeVar

from aiosmtplib import SMTP, SMTPException, SMTPResponse, SMTPResponseException
from aiosmtplib.protocol import normalize_message_line_endings

from referee.errors import cut
from referee.mail.settings import SmtpSettings
from referee.mail.wire import wire_address

Step: TypeAlias = Literal["connect", "tls", "auth", "mail", "rcpt", "data"]

PATIENCE_AFTER_THE_DOT: Final = 5
"""How many times as long as for other steps the server's word is waited for when it has all: who gives up there does
not know what became of the letter (RFC 5321, 4.5.3.2.6)."""

STEPS_OF_A_LETTER: Final = 5 + PATIENCE_AFTER_THE_DOT
"""No letter takes longer than so many times the time-out: MAIL, RCPT, DATA, its bytes, the dot, and RSET."""

_PATIENCE_AT_THE_END: Final = 5.0
"""Seconds: a goodbye is not worth more."""
_LONGEST_WORD: Final = 300
_GO_ON: Final = 354
_CLOSING: Final = 421
_LOG_IN_FIRST: Final = 530
_SUCCESS, _PERMANENT = 2, 5
_MEANING: Final = range(_SUCCESS, _PERMANENT + 1)
_STATUS: Final = re.compile(r"([245]\.\d{1,3}\.\d{1,3})\b")
_OUR_FAULT: Final = "5.7."
"""Security or policy (RFC 3463): the server does not want it from us, which says nothing against the recipient."""

_NEEDS_UTF8: Final = "5.6.7"
_FIRST_DOT: Final = re.compile(rb"(?m)^\.")


@dataclass(frozen=True, slots=True)
class Parcel:
    """What is handed over: `sender` is "" for the null sender, `body` the finished mail."""

    sender: str
    recipient: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Sent:
    """The server has taken the letter."""

    said: str


@dataclass(frozen=True, slots=True)
class RefusedRecipient:
    """The server does not take letters to this recipient, now or (`permanent`) at all; others are not concerned.

    `status` is that of RFC 3463 (`5.1.1`), "" where none is told.
    """

    code: int
    status: str
    said: str
    permanent: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """The server does not take letters from us. `code` is None where it was not a reply that said so."""

    step: Step
    code: int | None
    said: str
    permanent: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """The line dropped, or nothing came over it in time. Unless `before_dot` the server may have taken the letter."""

    step: Step
    before_dot: bool
    said: str


Outcome: TypeAlias = Sent | RefusedRecipient | Refused | Lost

_T = TypeVar("_T")


async def open_line(settings: SmtpSettings, greeting: str) -> Line | Refused:
    """Connect, make the line secret and log in, as far as the settings say so; `greeting` is the name for EHLO.

    A certificate that does not fit the host is a refusal.
    """
    context = _context(settings)
    if isinstance(context, Refused):
        return context
    client = SMTP(
        hostname=settings.host,
        port=settings.port,
        timeout=settings.timeout,
        local_hostname=greeting,
        use_tls=settings.tls == "tls",
        start_tls=False,  # its own step, so that it is known which one failed
        tls_context=context,
    )
    steps: list[tuple[Step, Callable[[], Awaitable[object]]]] = [
        ("connect", client.connect),
        ("connect", client.ehlo),
    ]
    if settings.tls == "starttls":
        steps += [("tls", client.starttls), ("connect", client.ehlo)]
    if settings.user is not None:
        user, password = settings.user, settings.password or ""
        steps.append(("auth", lambda: client.login(user, password)))
    for step, take in steps:
        try:
            await take()
        except (SMTPException, OSError, ValueError) as problem:
            client.close()
            return _refusal(step, problem)
        except BaseException:
            client.close()
            raise
    protocol, transport = client.protocol, client.transport
    if protocol is None or not isinstance(transport, asyncio.WriteTransport):
        return Refused("connect", None, "the line was dropped", permanent=False)
    transport.set_write_buffer_limits(high=1)  # at 0 a secret line would wait although nothing is left
    writer = asyncio.StreamWriter(transport, protocol, None, asyncio.get_running_loop())
    return Line(client, writer, settings.timeout)


class Line:
    """An open line to a server, which `open_line` gives. Close it, or use it in an `async with`."""

    def __init__(self, client: SMTP, writer: asyncio.StreamWriter, timeout: float) -> None:
        """Speak through a client that is connected and logged in; `timeout` is in seconds, for each step.

        `writer` writes to the client's own connection: `drain` waits until nothing is left here.
        """
        self._client = client
        self._writer = writer
        self._timeout = timeout

    @property
    def is_open(self) -> bool:
        """Whether another letter can go over it."""
        return self._client.is_connected

    async def send(self, parcel: Parcel, about_to_start: Callable[[], None]) -> Outcome:
        """Hand over one letter. `about_to_start` is called when the server waits for its bytes, before the first.

        If that raises, or anything else interrupts it, the line is closed and no more of the letter goes out.
        """
        try:
            asked = await self._offer(parcel.sender, parcel.recipient)
            if asked is not None:
                return asked
            answer = await self._say("data", b"DATA")
            if isinstance(answer, Lost):
                return answer
            if answer.code != _GO_ON:
                return await self._begin_anew(_refused("data", answer))
            about_to_start()
            return await self._hand_over(parcel.body)
        except BaseException:
            self._hang_up()
            raise

    async def ask(self, sender: str, recipient: str) -> RefusedRecipient | Refused | Lost | None:
        """What the server would say to a letter, as far as its envelope goes; None if it takes it. None is sent."""
        asked = await self._offer(sender, recipient)
        return await self._begin_anew(None) if asked is None else asked

    async def close(self) -> None:
        """Say goodbye, if there is still somebody to say it to."""
        try:
            with suppress(SMTPException, OSError):  # how the line ends changes nothing of what went over it
                if self._client.is_connected:
                    await self._client.quit(timeout=min(self._timeout, _PATIENCE_AT_THE_END))
        finally:
            self._hang_up()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _offer(self, sender: str, recipient: str) -> RefusedRecipient | Refused | Lost | None:
        """MAIL and RCPT; None if both were taken."""
        envelope = self._envelope(sender, recipient)
        if isinstance(envelope, RefusedRecipient):
            return envelope
        mail, rcpt = envelope
        answer = await self._say("mail", *mail)
        if isinstance(answer, Lost):
            return answer
        if not _is(answer, _SUCCESS):
            return await self._begin_anew(_refused("mail", answer))
        answer = await self._say("rcpt", *rcpt)
        if isinstance(answer, Lost):
            return answer
        return None if _is(answer, _SUCCESS) else await self._begin_anew(_refused_recipient(answer))

    def _envelope(
        self, sender: str, recipient: str
    ) -> tuple[tuple[bytes, ...], tuple[bytes, ...]] | RefusedRecipient:
        """The words of both commands."""
        try:
            mail_from = wire_address(sender) if sender else ""
            rcpt_to = wire_address(recipient)
        except ValueError as problem:
            return RefusedRecipient(553, "5.1.3", f"not tried: {problem}", permanent=True)
        needs_utf8 = not (mail_from.isascii() and rcpt_to.isascii())
        if needs_utf8 and not self._client.supports_extension("smtputf8"):
            said = "not tried: the address is not ASCII, and the server does not take such (SMTPUTF8)"
            return RefusedRecipient(553, _NEEDS_UTF8, said, permanent=True)
        option = (b"SMTPUTF8",) if needs_utf8 else ()
        return (
            (b"MAIL", b"FROM:<%b>" % mail_from.encode(), *option),
            (b"RCPT", b"TO:<%b>" % rcpt_to.encode()),
        )

    async def _hand_over(self, body: bytes) -> Outcome:
        """The bytes, and then the dot: until it is on the way the server must not take the letter for whole."""
        stuffed = _FIRST_DOT.sub(b"..", normalize_message_line_endings(body))
        try:
            async with asyncio.timeout(self._timeout):
                self._writer.write(stuffed)
                await self._writer.drain()
        except (SMTPException, OSError) as problem:  # a time-out is an OSError
            self._hang_up()
            return Lost("data", before_dot=True, said=_words(problem))
        if not self._client.is_connected:
            return Lost("data", before_dot=True, said="the line was dropped before the end of the letter")
        return await self._finish()

    async def _finish(self) -> Outcome:
        """The final dot, and what the server says to all of it."""
        answer = await self._say("data", b".", patience=PATIENCE_AFTER_THE_DOT, before_dot=False)
        if isinstance(answer, Lost):
            return answer
        if _is(answer, _SUCCESS):
            return Sent(_told(answer))
        return _refused("data", answer)

    async def _say(
        self, step: Step, *words: bytes, patience: int = 1, before_dot: bool = True
    ) -> SMTPResponse | Lost:
        """The server's reply; Lost where there is none, or one with which it hangs up or which means nothing."""
        try:
            answer = await self._client.execute_command(*words, timeout=patience * self._timeout)
        except (SMTPException, OSError) as problem:
            self._hang_up()
            return Lost(step, before_dot, _words(problem))
        if answer.code == _CLOSING:
            self._hang_up()
            return Lost(step, before_dot=True, said=_told(answer))  # a refusal, so nothing was taken
        if answer.code // 100 not in _MEANING:
            self._hang_up()
            return Lost(step, before_dot, said=_told(answer))
        return answer

    def _hang_up(self) -> None:
        """At once: what still waits here to go out shall not."""
        self._writer.transport.abort()
        self._client.close()

    async def _begin_anew(self, outcome: _T) -> _T:
        """Forget what was said of a letter, so that the next can be sent; whoever cannot do that is left."""
        answer = await self._say("rcpt", b"RSET")
        if isinstance(answer, SMTPResponse) and not _is(answer, _SUCCESS):
            self._hang_up()
        return outcome


def _context(settings: SmtpSettings) -> ssl.SSLContext | Refused | None:
    if settings.tls == "none":
        return None
    try:
        return ssl.create_default_context(cafile=settings.ca_file)
    except OSError as problem:
        said = f"the file of certificates (ca_file) cannot be used: {_words(problem)}"
        return Refused("tls", None, said, permanent=True)


def _refusal(step: Step, problem: Exception) -> Refused:
    """Why no line came about; a broken certificate shows while connecting where TLS begins with the first byte."""
    if isinstance(problem, SMTPResponseException):
        answer = SMTPResponse(problem.code, str(problem.message))
        return Refused(step, problem.code, _told(answer), permanent=_is(answer, _PERMANENT))
    cause = problem if isinstance(problem, ssl.SSLError) else problem.__cause__
    if isinstance(cause, ssl.SSLError):
        return Refused("tls", None, _words(cause), permanent=isinstance(cause, ssl.SSLCertVerificationError))
    return Refused(step, None, _words(problem), permanent=False)


def _refused(step: Step, answer: SMTPResponse) -> Refused:
    return Refused(step, answer.code, _told(answer), permanent=_is(answer, _PERMANENT))


def _refused_recipient(answer: SMTPResponse) -> RefusedRecipient | Refused:
    """Whom the refusal concerns: him, or us."""
    if answer.code == _LOG_IN_FIRST:
        return Refused("auth", answer.code, _told(answer), permanent=True)
    found = _STATUS.match(answer.message)
    status = found[1] if found else ""
    permanent = _is(answer, _PERMANENT) and not status.startswith(_OUR_FAULT)
    return RefusedRecipient(answer.code, status, _told(answer), permanent)


def _is(answer: SMTPResponse, kind: int) -> bool:
    return answer.code // 100 == kind


def _told(answer: SMTPResponse) -> str:
    return harmless_words(f"{answer.code} {answer.message}")


def _words(problem: BaseException) -> str:
    return harmless_words(str(problem) or type(problem).__name__)


def harmless_words(text: str) -> str:
    """What a server says, on one line and no longer than helps; nothing in it that moves a cursor."""
    line = "".join(one if one.isprintable() else " " for one in text)
    return cut(" ".join(line.split()), _LONGEST_WORD)
