"""A mail server on this machine that does what a test tells it, word by word, and remembers what it took.

    with Puppet(rcpt=["451 4.7.1 come later"]) as server:
        ...
    assert server.taken == []

For each step there is a list of what to do the first time, the second time and so on; after that all is well. The
steps are `connect`, `ehlo`, `mail`, `rcpt`, `data`, `bytes` (the first have come), `dot` and `rset`. What to do
is a reply, or one of the words below; a function is given what was said and returns one of them, or None.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass

from referee.mail.settings import SmtpSettings

DROP = "drop"
"""Hang up without a word."""
HANG = "hang"
"""Say nothing any more."""
TAKE_AND_DROP, TAKE_AND_HANG = "take and drop", "take and hang"
"""At the dot: take the letter, and then do that."""

PATIENCE = 60
"""Seconds after which a test that waits for something fails."""

FINE = {
    "connect": "220 puppet ESMTP",
    "ehlo": "250-puppet\r\n250 ENHANCEDSTATUSCODES",
    "mail": "250 2.1.0 fine",
    "rcpt": "250 2.1.5 fine",
    "data": "354 go on",
    "dot": "250 2.0.0 taken",
    "rset": "250 2.0.0 forgotten",
    "quit": "221 2.0.0 bye",
}


@dataclass(frozen=True)
class Taken:
    """A letter that the server has answered for."""

    sender: str
    recipient: str
    body: bytes


class HungUpError(Exception):
    """The server has hung up."""


class Puppet:
    """Use it in a `with`: it listens from its beginning, at `port`, to its end."""

    def __init__(self, **script):
        self.script = {step: list(actions) for step, actions in script.items()}
        self.taken: list[Taken] = []
        self.heard: list[str] = []
        self.lines = 0
        self.port = 0
        self._reached = defaultdict(threading.Event)
        self._talks = set()  # a loop alone does not keep alive who waits for nothing
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def settings(self, **more) -> SmtpSettings:
        """How to reach it."""
        return SmtpSettings("127.0.0.1", self.port, tls="none", timeout=PATIENCE, **more)

    def wait_until(self, step: str) -> None:
        """Wait until a step was reached (and, if it is HANG, is being hung at)."""
        assert self._reached[step].wait(PATIENCE), f"{step} was not reached: {self.heard}"

    def __enter__(self):
        self._thread.start()
        self._server = self._call(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_):
        self._call(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def _call(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    async def _stop(self):
        self._server.close()
        serving = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)

    async def _serve(self, reader, writer):
        self.lines += 1
        self._talks.add(asyncio.current_task())
        try:
            await self._answer(writer, "connect", "")
            await self._talk(reader, writer)
        except (HungUpError, ConnectionError, asyncio.CancelledError, asyncio.IncompleteReadError):
            writer.transport.abort()
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def _talk(self, reader, writer):
        sender = recipient = ""
        while line := (await reader.readline()).decode().rstrip("\r\n"):
            verb = line.partition(" ")[0].lower()
            said = await self._answer(writer, verb, line)
            if verb == "mail":
                sender = line.partition("<")[2].partition(">")[0]
            elif verb == "rcpt":
                recipient = line.partition("<")[2].partition(">")[0]
            elif verb == "data" and said.startswith("354"):
                await self._take(reader, writer, sender, recipient)
            elif verb == "quit":
                return

    async def _take(self, reader, writer, sender, recipient):
        line, lines = await reader.readline(), []
        await self._answer(writer, "bytes", "", silent=True)
        while line != b".\r\n":
            if not line:
                raise HungUpError
            lines.append(line[1:] if line.startswith(b".") else line)
            line = await reader.readline()
        letter = Taken(sender, recipient, b"".join(lines))
        action = self._next("dot", "")
        if action in {TAKE_AND_DROP, TAKE_AND_HANG} or action.startswith("2"):
            self.taken.append(letter)
        await self._do(writer, "dot", action.removeprefix("take and "))

    def meet(self, count: int) -> list:
        """What to do the first times at a step: wait until so many are at it."""
        everybody, here = asyncio.Event(), []

        async def wait():
            here.append(1)
            if len(here) == count:
                everybody.set()
            await everybody.wait()

        return [lambda _line: wait()] * count

    async def _answer(self, writer, step, line, *, silent=False):
        action = self._next(step, line)
        if inspect.isawaitable(action):
            await action
            action = FINE[step]
        if not (silent and action == ""):
            await self._do(writer, step, action)
        return action

    def _next(self, step, line):
        self.heard.append(step)
        actions = self.script.get(step, [])
        action = actions.pop(0) if actions else None
        if callable(action):
            action = action(line)
        return FINE.get(step, "") if action is None else action

    async def _do(self, writer, step, action):
        if action not in {DROP, HANG}:
            writer.write(f"{action}\r\n".encode())
            await writer.drain()
        self._reached[step].set()
        if action == DROP:
            raise HungUpError
        if action == HANG:
            await asyncio.Event().wait()
