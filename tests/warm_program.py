"""The program in processes of their own that are forked from a warm one: each starts at once.

To start Python and to load the program takes a second of the processor, most of what a test of one command takes.
A fork is as real a process: it has its own streams, folder, environment and memory, and dies alone. What it does not
show is what is loaded at the start, and what depends on how Python itself is called: for that, start the program.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import NoReturn, TextIO

from warm_client import Asked

WARMING_UP = (
    ("new", "pier", "--players", "alice,bob,carol"),
    ("resolve", "pier", "--missing"),
    ("report", "pier", "--for", "alice"),
    ("status",),
)
PATIENCE = 120
"""Seconds after which a command that does not end is killed."""
FAULT = 99
"""The exit status of a fork that met something that is not the program's."""


@dataclass(frozen=True)
class Typed:
    """What is typed, in which folder and environment, and what is done about it.

    With `by`, `module:function` of these tests, the function is called instead of the program: with the program's
    `main` and with `args`. `path` is where modules are looked for.
    """

    words: tuple[str, ...]
    folder: str
    environ: dict[str, str]
    by: str | None = None
    args: tuple[object, ...] = ()
    path: tuple[str, ...] = ()


def starts(
    *words: object,
    folder: Path,
    streams: tuple[int, int, int],
    environ: Mapping[str, str] = os.environ,
    by: str | None = None,
    args: tuple[object, ...] = (),
) -> Asked:
    """`referee WORDS` in a process that goes on by itself."""
    typed = Typed(tuple(map(str, words)), str(folder), dict(environ), by, args, tuple(sys.path))
    return Asked(str(_warm() / "socket"), streams, **asdict(typed))


def types(
    *words: object, given: bytes = b"", together: bool = False, **how: object
) -> subprocess.CompletedProcess[bytes]:
    """Type `referee WORDS` and wait for what comes of it; `how` is as in `starts`.

    `given` is its standard input; `together`: whether its errors go where its output goes.
    """
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(given)
        stdin.seek(0)
        streams = (stdin.fileno(), out.fileno(), (out if together else err).fileno())
        process = starts(*words, streams=streams, **how)
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(list(words), process.returncode, out.read(), err.read())


def heard(*words: object, **how: object) -> tuple[Asked, TextIO]:
    """`referee WORDS` in a process that goes on by itself, and what it says, which is to be closed."""
    reading, writing = os.pipe()
    with Path(os.devnull).open() as nothing:
        process = starts(*words, streams=(nothing.fileno(), writing, writing), **how)
    os.close(writing)
    return process, os.fdopen(reading)


def shell_folder() -> Path:
    """A folder with a program `referee`, for a shell: it asks for a process, and stands for it."""
    return _warm() / "bin"


@cache
def _warm() -> Path:
    """The folder of the one warm process of this process of tests, with which it ends."""
    place = tempfile.TemporaryDirectory(prefix="referee-warm-")
    folder = Path(place.name)
    (folder / "bin").mkdir()
    command = folder / "bin" / "referee"
    client = Path(__file__).with_name("warm_client.py")
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -IS "{client}" "{folder}/socket" "$@"\n')
    command.chmod(0o755)
    server = subprocess.Popen(
        [sys.executable, __file__, str(folder / "socket")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )

    def ends() -> None:
        server.stdin.close()
        server.wait(60)
        server.stdout.close()
        place.cleanup()

    atexit.register(ends)
    assert server.stdout.readline() == b"warm\n"
    return folder


def serve(place: str) -> None:
    """Be the warm process, until the standard input is closed: a process is forked for each that is asked for."""
    _warm_up()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(place)
        listener.listen()
        sys.stdout.write("warm\n")
        sys.stdout.flush()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the keepers
        while True:
            ready, _, _ = select.select([listener, sys.stdin], [], [])
            if sys.stdin in ready:
                return
            line, _ = listener.accept()
            if not os.fork():
                listener.close()
                _keep(line)
            line.close()


def _warm_up() -> None:
    """Load all of the program, and let it do once what costs time the first time."""
    import typer

    import referee

    for one in pkgutil.walk_packages(referee.__path__, "referee."):
        if not one.name.endswith((".env", "__main__")):
            importlib.import_module(one.name)
    with suppress(ImportError):
        import psycopg  # noqa: F401  # loaded as late as the first URL otherwise
    from referee.cli import main, screen

    command = typer.main.get_command(main.app)
    typer.main.get_command = lambda _: command
    with (
        tempfile.TemporaryDirectory() as folder,
        Path(os.devnull).open("w") as nowhere,
        redirect_stdout(nowhere),
    ):
        for words in WARMING_UP:
            main.app(["--db", f"{folder}/referee.db", *words], standalone_mode=False)
    screen._DONE.clear()  # what was done here is none of what is typed later
    gc.freeze()


def _keep(line: socket.socket) -> NoReturn:
    """Fork what was asked for, and tell its number, then how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _, streams, _, _ = socket.recv_fds(line, 1, 3)
    with line.makefile("r") as told:
        typed = Typed(**json.loads(told.readline()))
    child = os.fork()
    if not child:
        line.close()
        _be(typed, streams)
    for one in streams:
        os.close(one)
    with suppress(BrokenPipeError):  # nobody may wait any more
        line.sendall(f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        line.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _be(typed: Typed, streams: list[int]) -> NoReturn:
    """Look to the program like a process of its own, and end as it ends."""
    try:
        signal.alarm(PATIENCE)
        os.environ.clear()
        os.environ.update(typed.environ)
        time.tzset()
        os.chdir(typed.folder)
        for one, there in zip(streams, (0, 1, 2), strict=True):
            os.dup2(one, there)
        os.closerange(3, max(streams) + 1)
        sys.stdin, sys.stdout, sys.stderr = (
            os.fdopen(one, how, encoding=old.encoding, errors=old.errors, closefd=False)
            for one, (how, old) in enumerate(zip("rww", (sys.stdin, sys.stdout, sys.stderr), strict=True))
        )
        sys.argv = ["referee", *typed.words]
        _call(typed)
        sys.exit(0)
    except SystemExit as leaving:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(leaving.code or 0)
    except BaseException:  # noqa: BLE001  # the fork must end here, whatever it met
        traceback.print_exc()
        sys.stderr.flush()
    os._exit(FAULT)


def _call(typed: Typed) -> None:
    from referee.cli.main import main

    if typed.by is None:
        main()
        return
    sys.path[:] = typed.path
    module, _, function = typed.by.partition(":")
    getattr(importlib.import_module(module), function)(main, *typed.args)


if __name__ == "__main__":
    serve(sys.argv[1])
