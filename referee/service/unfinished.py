"""When something fails after the game was changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class UnfinishedError(Exception):
    """The game was changed, but what should follow was not all done; the message says what stands where.

    The command line prints the message without a trace and exits with status 70: it is no refusal.
    """


@contextmanager
def told_truly(done: str, but: str) -> Iterator[None]:
    """Turn what the file system refuses into an UnfinishedError: `done` stands, `but` is not as it should be."""
    try:
        yield
    except OSError as problem:
        where = f"{problem.filename2 or problem.filename}: " if problem.filename else ""
        raise UnfinishedError(f"{done}, but {but}: {where}{problem.strerror or problem}.") from problem
