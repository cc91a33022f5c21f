"""Asking servers whether they would do what we shall want of them; nothing is brought or taken."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from referee.mail.settings import LmtpSettings, MaildirSettings, SmtpSettings
from referee.mail.smtp import Lost, Refused, RefusedRecipient, open_line

Door: TypeAlias = Literal["free", "ours", "other"]
"""Where our LMTP listener stands or shall stand: nobody is there, we are, somebody else is."""

PATIENCE: Final = 5.0
"""Seconds: it is this machine that is asked."""

_GREETING: Final = 512
_OURS: Final = b" LMTP\r\n"
"""How the greeting of our listener ends."""
LONGEST_SOCKET: Final = 107
"""Bytes of the path of a socket (unix(7), sun_path)."""


@dataclass(frozen=True, slots=True)
class Willing:
    """What a server said to letters from us: `trouble` if it takes none, else to which addresses it takes none."""

    trouble: Refused | Lost | None
    refused: dict[str, RefusedRecipient]


async def ask_smtp(settings: SmtpSettings, greeting: str, sender: str, recipients: Iterable[str]) -> Willing:
    """Connect, log in, and ask for each recipient as far as a letter begins, then take it back."""
    refused: dict[str, RefusedRecipient] = {}
    line = await open_line(settings, greeting)
    if isinstance(line, Refused):
        return Willing(line, refused)
    async with line:
        for recipient in recipients:
            answer = await line.ask(sender, recipient)
            if isinstance(answer, RefusedRecipient):
                refused[recipient] = answer
            elif answer is not None:
                return Willing(answer, refused)
    return Willing(None, refused)


def knock(settings: LmtpSettings) -> Door:
    """Who stands where `referee serve` shall listen. OSError if nobody does, and we could not either."""
    try:
        with _line_to(settings) as line:
            greeting = line.recv(_GREETING)
    except (ConnectionRefusedError, FileNotFoundError):
        _try_to_stand_there(settings)
        return "free"
    except TimeoutError:
        return "other"
    return "ours" if greeting.startswith(b"220 ") and greeting.endswith(_OURS) else "other"


def _line_to(settings: LmtpSettings) -> socket.socket:
    if settings.socket is None:
        return socket.create_connection((settings.host, settings.port or 0), PATIENCE)
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.settimeout(PATIENCE)
    try:
        line.connect(os.fspath(settings.socket))
    except BaseException:
        line.close()
        raise
    return line


def _try_to_stand_there(settings: LmtpSettings) -> None:
    if settings.socket is None:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as place:
            place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            place.bind((settings.host, settings.port or 0))
        return
    if not _may_use(settings.socket.parent):
        raise PermissionError(0, f"nothing can be made in {settings.socket.parent}")
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(settings.socket.lstat().st_mode):
            raise FileExistsError(0, "something else is there")


def unusable_in(settings: MaildirSettings) -> tuple[Path, ...]:
    """The folders of a Maildir that are missing, or in which we may not read and move mails."""
    folders = (settings.path / name for name in ("new", "cur"))
    return tuple(folder for folder in folders if not _may_use(folder))


def _may_use(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.R_OK | os.W_OK | os.X_OK)
