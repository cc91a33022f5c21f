"""A Maildir as a source: what lies there unread is stored, and then counts as read.

A mail is unread in `new`, and in `cur` as long as it has no flag S (a mail program moves mails there on its own).
It is stored first and moved afterwards: who is killed in between stores it again, and `intake` knows it as the same.
What is being delivered, in `tmp`, is left alone.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.errors import named
from referee.mail.settings import MaildirSettings
from referee.mail.sources import CUT_AT, Brought, SourceError, Store, Unmarked, forget_marked, store_once

_FLAGS: Final = ":2,"
_SEEN: Final = "S"
_TRASHED: Final = "T"
_LONGEST_NAME: Final = 255
"""Bytes of a file's name."""


def bring(settings: MaildirSettings, store: Store, unmarked: Unmarked | None = None) -> Brought:
    """Store every unread mail, in the order of delivery, and mark it as read.

    A mail that cannot be read, or could not be marked, is told of and left; the others go on. What is in `unmarked`
    is not stored again, only marked; what cannot be is put there. SourceError if there is no such Maildir, or nothing
    may be moved in it. What `store` raises is passed on: that mail and those after it stay unread.
    """
    stored, faults = 0, []
    unmarked = set() if unmarked is None else unmarked
    for mail in _unread(settings.path):
        if len(os.fsencode(_when_read(mail).name)) > _LONGEST_NAME:
            faults.append(
                f"{named(mail)} cannot be marked as read: its name is too long. Give it a shorter one."
            )
            continue
        try:
            raw = _read(mail)
        except FileNotFoundError:
            continue  # another program has moved it: it is found again if it is unread
        except OSError as problem:
            faults.append(f"{named(mail)} cannot be read: {problem.strerror}. Look at the file.")
            continue
        stored += store_once(raw, store, unmarked)
        try:
            _mark_read(mail)
        except FileNotFoundError:
            pass
        except OSError as problem:
            faults.append(f"{named(mail)} was taken, but cannot be marked as read: {problem.strerror}.")
            continue
        forget_marked(raw, unmarked)
    return Brought(stored, tuple(faults))


def _unread(maildir: Path) -> Iterator[Path]:
    found = []
    for folder in ("new", "cur"):
        try:
            with os.scandir(maildir / folder) as entries:
                found += [(_delivered(one), one.path) for one in entries if _is_unread(folder, one.name)]
        except OSError as problem:
            raise SourceError(
                f"{maildir} is no Maildir that can be read: {folder} in it: {problem.strerror}. "
                f"Correct `path` in [mail.maildir], or the rights of the folder."
            ) from problem
        if not os.access(maildir / folder, os.W_OK | os.X_OK):
            raise SourceError(
                f"In {maildir / folder} no mail can be marked as read, so none was taken. Correct the rights of the "
                "folder."
            )
    return (Path(path) for _, path in sorted(found))


def _is_unread(folder: str, name: str) -> bool:
    if name.startswith("."):
        return False
    flags = name.rpartition(_FLAGS)[2] if _FLAGS in name else ""
    return folder == "new" or (_SEEN not in flags and _TRASHED not in flags)


def _delivered(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_mtime_ns
    except OSError:
        return 0  # what is wrong with it, reading it will tell


def _read(mail: Path) -> bytes:
    """The bytes of a mail; OSError if it is no plain file or cannot be read."""
    opened = os.open(mail, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(opened, "rb") as file:  # noqa: PTH123  # a pipe must not be waited for, a link not followed
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise OSError(0, "it is no plain file")
        return file.read(CUT_AT)


def _mark_read(mail: Path) -> None:
    mail.rename(_when_read(mail))


def _when_read(mail: Path) -> Path:
    """Where a mail lies that was read."""
    name, _, flags = mail.name.partition(_FLAGS)
    seen = "".join(sorted({*flags, _SEEN}))
    return mail.parent.parent / "cur" / f"{name}{_FLAGS}{seen}"
