"""Standard output and error that never fail: a command is not stopped half-way because nobody can read its answer.

What went wrong with the answer is asked when the command is over; until then it does what it was told.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any, TextIO

STANDARD = (0, 1, 2)
"""The descriptors of the standard streams."""


class Outlet(io.RawIOBase):
    """A descriptor that takes everything; `failure` is the first reason why it did not go out."""

    def __init__(self, descriptor: int) -> None:
        """Write to `descriptor`, which is never closed from here."""
        super().__init__()
        self.failure: OSError | None = None
        self._descriptor = descriptor

    def writable(self) -> bool:
        """Always."""
        return True

    def fileno(self) -> int:
        """The descriptor."""
        return self._descriptor

    def isatty(self) -> bool:
        """Whether a person looks at it."""
        return os.isatty(self._descriptor)

    def write(self, data: Any, /) -> int:  # noqa: ANN401 (any buffer: Python 3.11 has no name for it)
        """How many bytes were taken; after a failure all of them are, and go nowhere."""
        if self.failure is None:
            try:
                return os.write(self._descriptor, data)
            except OSError as problem:
                self.failure = problem
        return memoryview(data).nbytes

    @property
    def complaint(self) -> str | None:
        """Why the output is incomplete; None if it is not, or if its reader had read enough (`| head`)."""
        if self.failure is None or self.failure.errno == errno.EPIPE:
            return None
        return self.failure.strerror or type(self.failure).__name__


def open_streams() -> Outlet:
    """Put streams that never fail in the place of standard output and error; where the answer goes.

    A stream that was closed leads nowhere from now on, and its descriptor is taken: otherwise the next file to be
    opened, the database perhaps, would get it. `sys.stdin` stays None if it was closed.
    """
    for descriptor in STANDARD:
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free: this one
    answer, complaints = Outlet(1), Outlet(2)
    sys.stdout, sys.stderr = _text(answer, sys.stdout), _text(complaints, sys.stderr)
    return answer


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person looks at a stream, which may be closed (None)."""
    return stream is not None and stream.isatty()


def _text(outlet: Outlet, before: TextIO | None) -> TextIO:
    return io.TextIOWrapper(
        io.BufferedWriter(outlet),
        encoding=before.encoding if before is not None else "utf-8",
        errors="replace",
        line_buffering=outlet.isatty(),
    )
