"""A mailbox at a provider as a source: what lies there is stored, and then flagged as seen or moved away.

Nothing is remembered of the mailbox but what stands in it, so that new numbers of the mails (UIDVALIDITY) do no harm.
A mail is fetched without being marked, stored, and only then marked; who is killed in between stores it again, and
`intake` knows it as the same.
"""

from __future__ import annotations

import base64
import contextlib
import imaplib
import ssl
from collections.abc import Iterator
from typing import Final, TypeAlias

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, UnexpectedCommandStatusError
from imap_tools.utils import check_command_status

from referee.errors import named
from referee.mail.settings import ImapSettings
from referee.mail.sources import CUT_AT, Brought, SourceError, Store, Unmarked, forget_marked, store_once

Problem: TypeAlias = ImapToolsError | imaplib.IMAP4.error | OSError

_PROBLEMS: Final = (ImapToolsError, imaplib.IMAP4.error, OSError)
"""What the line, the server and the libraries may raise (a fault of TLS is an OSError)."""

_MOST_UNREAD: Final = 10
"""Mails that a server cannot read, after which it is left alone until the next look."""


class _NotMarkedError(Exception):
    """The server does not let a mail be marked that was stored; the message goes on from its number."""


def bring(settings: ImapSettings, store: Store, unmarked: Unmarked | None = None) -> Brought:
    """Store each mail of the folder in the order of arrival, and mark it at once.

    With a `done_folder` all mails in the folder are new, whoever may have read them; without one those not flagged as
    seen are. A mail that the server cannot read, or does not let us mark, is told of and left; the others go on.
    What is in `unmarked` is not stored again, only marked; what cannot be is put there. SourceError if the server
    cannot be used or falls silent: what was stored before is stored. What `store` raises is passed on: that mail and
    those after it stay as they are.
    """
    stored, unread, faults = 0, set[str](), dict[str, str]()
    unmarked = set() if unmarked is None else unmarked
    is_over = False
    while not is_over:
        with _mailbox(settings) as mailbox:
            _make_done_folder(settings, mailbox)
            for uid in _asked(settings, mailbox):
                if uid in unread or uid in faults:
                    continue
                raw = _fetched(settings, mailbox, uid)
                if raw is None:
                    unread.add(uid)
                    if _is_sent_away(mailbox):
                        break
                    continue
                stored += store_once(raw, store, unmarked)
                try:
                    with _told(settings):
                        _mark(settings, mailbox, uid)
                except _NotMarkedError as refused:
                    faults[uid] = f"Mail {uid} in {named(settings.folder)} at {settings.host} {refused}"
                    continue
                forget_marked(raw, unmarked)
            is_over = not _is_sent_away(mailbox) or len(unread) > _MOST_UNREAD
    faults |= {uid: _unread(settings, uid) for uid in unread}
    return Brought(stored, tuple(faults[uid] for uid in sorted(faults, key=int)))


def _unread(settings: ImapSettings, uid: str) -> str:
    return (
        f"Mail {uid} in {named(settings.folder)} at {settings.host} could not be fetched: the server has it no more, "
        "or cannot read it. Look at it there, or delete it."
    )


def look(settings: ImapSettings) -> int:
    """How many mails would be brought now; nothing is changed. SourceError as `bring`."""
    with _mailbox(settings) as mailbox:
        return len(_asked(settings, mailbox))


@contextlib.contextmanager
def _mailbox(settings: ImapSettings) -> Iterator[BaseMailBox]:
    with _told(settings):
        mailbox = _connected(settings)
    try:
        with _told(settings):
            _log_in(settings, mailbox)
            mailbox.folder.set(settings.folder)
        yield mailbox
    finally:
        _hang_up(mailbox)


def _make_done_folder(settings: ImapSettings, mailbox: BaseMailBox) -> None:
    with _told(settings):
        if settings.done_folder is not None and not mailbox.folder.exists(settings.done_folder):
            mailbox.folder.create(settings.done_folder)


def _hang_up(mailbox: BaseMailBox) -> None:
    """Say farewell if the line still stands; nothing depends on it."""
    try:
        mailbox.logout()
    except _PROBLEMS:
        with contextlib.suppress(OSError):
            mailbox.client.shutdown()


def _connected(settings: ImapSettings) -> BaseMailBox:
    host, port, timeout = settings.host, settings.port, settings.timeout
    if settings.tls == "none":
        return MailBoxUnencrypted(host, port, timeout)
    try:
        trusted = ssl.create_default_context(
            cafile=settings.ca_file
        )  # without one Python would believe anybody
    except OSError as problem:
        reason = problem.strerror or "it holds no certificate"
        raise SourceError(
            f"{settings.ca_file} cannot be used: {reason}. Correct `ca_file` in [mail.imap]."
        ) from None
    if settings.tls == "tls":
        return MailBox(host, port, timeout, ssl_context=trusted)
    return MailBoxStartTls(host, port, timeout, ssl_context=trusted)


def _log_in(settings: ImapSettings, mailbox: BaseMailBox) -> None:
    if "AUTH=PLAIN" in mailbox.client.capabilities or not f"{settings.user}{settings.password}".isascii():
        mailbox.login_utf8(settings.user, settings.password, None)
    else:
        mailbox.login(settings.user, settings.password, None)


def _asked(settings: ImapSettings, mailbox: BaseMailBox) -> list[str]:
    """The numbers of the mails that are to be taken. Asked without a charset, which some servers refuse."""
    with _told(settings):
        found = mailbox.uids("UNDELETED" if settings.done_folder else "UNSEEN UNDELETED", charset=None)
        return sorted(found, key=int)


def _fetched(settings: ImapSettings, mailbox: BaseMailBox, uid: str) -> bytes | None:
    """The bytes of a mail as they are (imap_tools keeps only what it has parsed), or its beginning if it is huge.

    None where the server has no such mail any more, or cannot read this one: that must not keep back the others.
    """
    with _told(settings):
        try:
            status, parts = mailbox.client.uid("FETCH", uid, f"(UID BODY.PEEK[]<0.{CUT_AT}>)")
        except imaplib.IMAP4.abort:
            if not _is_sent_away(mailbox):
                raise
            return None
    for part in parts if status == "OK" else ():
        if isinstance(part, tuple) and b"BODY[]" in part[0].upper():
            return bytes(part[1])
    return None


def _is_sent_away(mailbox: BaseMailBox) -> bool:
    """Whether the server has taken leave of us, as Dovecot does of who wants a mail that it cannot read."""
    return bool(mailbox.client.untagged_responses.get("BYE"))


def _mark(settings: ImapSettings, mailbox: BaseMailBox, uid: str) -> None:
    """Only the flag, or the move: imap_tools' `flag` also clears away what others have marked as deleted.

    Raises _NotMarkedError where the server says no.
    """
    try:
        check_command_status(
            mailbox.client.uid("STORE", uid, "+FLAGS.SILENT", r"(\Seen)"), UnexpectedCommandStatusError
        )
        if settings.done_folder is not None:
            mailbox.move(uid, settings.done_folder)
    except UnexpectedCommandStatusError as problem:
        how = "marked as seen" if settings.done_folder is None else f"moved to {named(settings.done_folder)}"
        raise _NotMarkedError(
            f"was taken, but cannot be {how}: {_without_password(settings, problem)}. Do that by hand, or correct "
            "the rights of the mailbox."
        ) from None


@contextlib.contextmanager
def _told(settings: ImapSettings) -> Iterator[None]:
    """Tell what goes wrong at the server as something that a user can mend, and without the password."""
    try:
        yield
    except ssl.SSLCertVerificationError as problem:
        raise SourceError(
            f"The certificate of {settings.host} is not one that is trusted here: {problem.verify_message}. "
            f"Correct `host` in [mail.imap], or name the certificate of its maker as `ca_file`."
        ) from None
    except _PROBLEMS as problem:
        raise SourceError(
            f"The mailbox of {settings.user} at {settings.host}, port {settings.port}, cannot be read: "
            f"{_without_password(settings, problem)}."
        ) from None


def _without_password(settings: ImapSettings, problem: Problem) -> str:
    """What went wrong, in the server's words: some servers say back what they were told."""
    if isinstance(problem, UnexpectedCommandStatusError):
        words = (
            part.decode(errors="replace") for part in problem.command_result[1] if isinstance(part, bytes)
        )
        told = " ".join(words) or "the server refuses it"
    else:
        told = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
    for form in sorted(_forms(settings), key=len, reverse=True):
        told = told.replace(form, "…")
    return named(told).rstrip(".")


def _forms(settings: ImapSettings) -> set[str]:
    """The password in each way in which it is sent, and as Python shows what was sent."""
    plain = f"\0{settings.user}\0{settings.password}".encode()
    quoted = settings.password.replace("\\", "\\\\").replace('"', '\\"')
    forms = {settings.password, quoted, base64.b64encode(plain).decode()}
    return {shown for form in forms for shown in (form, repr(form.encode())[2:-1]) if shown}
