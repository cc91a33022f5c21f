"""Asks the warm process (warm_program.py) for a process that runs `referee WORDS`, and waits for it.

As a script it stands for `referee` itself, in a shell: warm_client.py SOCKET WORDS... It loads next to nothing.
"""

import json
import os
import signal
import socket
import sys


class Asked:
    """A process that was forked from the warm one; `streams` are the descriptors of its standard streams."""

    def __init__(self, place: str, streams: tuple[int, int, int], **typed: object) -> None:
        """`place` is the warm process's socket; `typed` is as in `warm_program.Typed`."""
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(place)
        socket.send_fds(self._line, [b"\n"], streams)
        self._line.sendall(f"{json.dumps(typed)}\n".encode())
        self._told = self._line.makefile("r")
        self.pid = int(self._told.readline())
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status, or the signal that killed it as a negative number; raises TimeoutError."""
        if self.returncode is None:
            self._line.settimeout(timeout)
            self.returncode = int(self._told.readline())
            self._told.close()
            self._line.close()
        return self.returncode

    def signals(self, number: int) -> None:
        """Send a signal, if it has not ended."""
        if self.returncode is None:
            try:
                os.kill(self.pid, number)
            except ProcessLookupError:
                return

    def kill(self) -> None:
        """End it at once."""
        self.signals(signal.SIGKILL)


if __name__ == "__main__":
    here = os.getcwd()  # noqa: PTH109  # pathlib takes long to load
    asked = Asked(sys.argv[1], (0, 1, 2), words=sys.argv[2:], folder=here, environ=dict(os.environ))
    status = asked.wait()
    if status < 0:
        os.kill(os.getpid(), -status)
    sys.exit(status)
