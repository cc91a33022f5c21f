"""What `referee.toml` says of the mail: who we are, and which servers take and bring it. As values."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Literal, TypeAlias

from referee.mail.office import Office

Tls: TypeAlias = Literal["starttls", "tls", "none"]
"""How a line is made secret: after a greeting, from the first byte, or not at all."""

MIB: Final = 1024 * 1024
PATIENCE: Final = 60.0
"""Seconds to wait for a server's next word."""
EVERY: Final = 60.0
EVERY_FILE: Final = 10.0
KEEP_DAYS: Final = 90
FOLDER: Final = "INBOX"
LISTENING: Final = "127.0.0.1"
LARGEST: Final = 16 * MIB


@dataclass(frozen=True, slots=True)
class SmtpSettings:
    """The server that takes what we send. Without `user` nobody logs in; `timeout` is in seconds, for each step."""

    host: str
    port: int
    tls: Tls = "starttls"
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca_file: Path | None = None
    """Certificates to trust instead of the system's."""
    timeout: float = PATIENCE


@dataclass(frozen=True, slots=True)
class LmtpSettings:
    """Where `referee serve` listens: at `host` and `port`, or at a socket in the file system; one of the two is set.

    `max_bytes` is how large a mail may be to be taken at all: what is too large for orders, but not for this, gets
    an answer instead of a bounce.
    """

    host: str = LISTENING
    port: int | None = None
    socket: Path | None = None
    max_bytes: int = LARGEST


@dataclass(frozen=True, slots=True)
class ImapSettings:
    """A mailbox from which mail is fetched every so many seconds.

    What was fetched is moved to `done_folder`, or stays in `folder` and is flagged as seen where there is none.
    """

    host: str
    user: str
    password: str = field(repr=False)
    port: int = 993
    tls: Tls = "tls"
    folder: str = FOLDER
    done_folder: str | None = None
    every: float = EVERY
    ca_file: Path | None = None
    timeout: float = PATIENCE


@dataclass(frozen=True, slots=True)
class MaildirSettings:
    """A Maildir (the folder that holds `new`, `cur` and `tmp`), looked into every so many seconds."""

    path: Path
    every: float = EVERY_FILE


@dataclass(frozen=True, slots=True)
class MailSettings:
    """All of it. Where a server is None, that way is not used; `keep_days` is how long mails are kept when done."""

    office: Office
    smtp: SmtpSettings | None = None
    lmtp: LmtpSettings | None = None
    imap: ImapSettings | None = None
    maildir: MaildirSettings | None = None
    keep_days: int = KEEP_DAYS
    secret_file: Path | None = None
    """Where the secret was read; None where it stands in `referee.toml` itself."""


@dataclass(frozen=True, slots=True)
class FoundMail:
    """What is sound of the mail's settings, and all that is not, each a whole sentence with what to write.

    `office` is None where that is at fault; of the servers each that is not there, or is at fault. Where there is no
    section for it (`is_set_up` is false) the faults are those of the other sections.
    """

    office: Office | None
    smtp: SmtpSettings | None
    lmtp: LmtpSettings | None
    imap: ImapSettings | None
    maildir: MaildirSettings | None
    keep_days: int
    secret_file: Path | None
    faults: tuple[str, ...]
    is_set_up: bool = True

    def settings(self) -> MailSettings | None:
        """All of it, where nothing is at fault."""
        if self.faults or self.office is None:
            return None
        return MailSettings(
            self.office, self.smtp, self.lmtp, self.imap, self.maildir, self.keep_days, self.secret_file
        )


def is_this_machine(host: str) -> bool:
    """Whether what goes there leaves this machine by no line."""
    return host.lower() == "localhost" or (is_ip(host) and ip_address(host).is_loopback)


def is_ip(host: str) -> bool:
    """Whether it is an address of the network and no name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
