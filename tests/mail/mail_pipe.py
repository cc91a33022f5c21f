"""What Postfix's pipe(8) runs in the tests.

Postfix runs no command as root, and another user may not read the folders in which these tests and their Python lie.
So what it runs is a short script that hands arguments and standard input to the test process through a socket; there
the true command is started, and its exit status, or the signal that killed it, goes back the same way.
"""

from __future__ import annotations

import socketserver
import struct
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

SCRIPT = """\
#!/usr/bin/perl
use strict;
use IO::Socket::UNIX;
my $line = IO::Socket::UNIX->new(Peer => "SOCKET") or exit 75;
binmode STDIN;
print $line pack("N", scalar @ARGV), map { pack("N/a*", $_) } @ARGV;
print $line $_ while <STDIN>;
$line->flush;
shutdown($line, 1);
my $status = <$line>;
exit 75 unless defined $status;
kill -$status, $$ if $status < 0;
exit $status;
"""


class Pipe:
    """The script at `path`, which runs `command` with the arguments that it is given, as long as the block runs."""

    def __init__(
        self, path: Path, command: Sequence[str], folder: Path | None, environ: Mapping[str, str] | None
    ) -> None:
        self._path, self._command, self._folder, self._environ = path, list(command), folder, environ

    def __enter__(self) -> Self:
        place = self._path.with_name(f"{self._path.name}.socket")
        self._path.write_text(SCRIPT.replace("SOCKET", str(place)))
        self._path.chmod(0o755)
        self._server = socketserver.ThreadingUnixStreamServer(str(place), self._handler())
        place.chmod(0o666)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _handler(self) -> type[socketserver.StreamRequestHandler]:
        pipe = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                (count,) = struct.unpack("!I", self.rfile.read(4))
                words = []
                for _ in range(count):
                    (length,) = struct.unpack("!I", self.rfile.read(4))
                    words.append(self.rfile.read(length).decode())
                done = subprocess.run(
                    [*pipe._command, *words],
                    input=self.rfile.read(),
                    cwd=pipe._folder,
                    env=pipe._environ,
                    check=False,
                )
                self.wfile.write(b"%d\n" % done.returncode)

        return Handler
