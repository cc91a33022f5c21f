"""Verifying press: the words that are still there are those whose digests the log has; words may be deleted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from referee.db.links import digest_of
from referee.db.press import PressWords
from referee.rules.events import Entry
from referee.service.publish_press import digests_in

HEADING: Final = b"THE PRESS"
"""The line above press in a report: no other is the same, since words stand behind a bar."""


def press_faults(entries: Sequence[Entry], words: Sequence[PressWords]) -> Iterator[str]:
    """Words that nobody has published so, as clauses; `entries` are those of a whole log."""
    published = set(digests_in(entries))
    for one in words:
        if one.digest not in published:
            yield f"there are words of press for {one.digest[:12]}, and no record tells of them"
        elif digest_of(one.salt, one.words) != one.digest:
            yield f"the words of press {one.digest[:12]} are not those that were published"


def without_press(body: bytes) -> bytes:
    """A report without its last section, the press, but for its foot."""
    lines = body.splitlines(keepends=True)
    bare = [line.rstrip(b"\r\n") for line in lines]
    if HEADING not in bare:
        return body
    foot = max((place for place, line in enumerate(bare) if line and not line.strip(b"-")), default=len(bare))
    return b"".join((*lines[: bare.index(HEADING)], *lines[foot:]))
