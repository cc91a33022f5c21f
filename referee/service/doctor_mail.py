"""What is set up for mail: the settings, the secret, our address, and the servers in and out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from referee.mail import imap
from referee.mail.probe import LONGEST_SOCKET, ask_smtp, knock, unusable_in
from referee.mail.settings import ImapSettings, LmtpSettings, MaildirSettings, SmtpSettings, is_this_machine
from referee.mail.smtp import Refused
from referee.mail.sources import SourceError
from referee.mail.tokens import LOCAL_LIMIT, LONGEST_NAMES, bounce_address, longest_local, reply_address
from referee.mail.wire import wire_domain
from referee.mail.world import Identity
from referee.service.findings import Finding, Patient
from referee.service.send_mail import without_addresses

FAULTS_OF: Final = {
    "secret": ("[mail] `secret",),
    "mail in": ("[mail.lmtp]", "[mail.imap]", "[mail.maildir]"),
    "mail out": ("[mail.smtp]",),
}
"""How the faults in the settings begin that are another check's; all others are those of the settings."""

ANY_LETTER: Final = "a" * 24
"""As long as the name of a letter is."""


def settings(patient: Patient) -> Iterator[Finding]:
    """Whether the file can be read, and all that is wrong in it."""
    if patient.trouble is not None:
        yield Finding("settings", "fault", patient.trouble)
        return
    elsewhere = tuple(beginning for ones in FAULTS_OF.values() for beginning in ones)
    found = () if patient.mail is None else patient.mail.faults
    faults = [fault for fault in found if not fault.startswith(elsewhere)]
    yield from (Finding("settings", "fault", f"{patient.file}: {fault}") for fault in faults)
    if not patient.plays_by_mail:
        there = "says nothing of mail" if patient.file.exists() else "is not there"
        yield Finding("settings", "ok", f"{patient.file} {there}: no mail is taken or sent.")
    elif not faults:
        yield Finding("settings", "ok", f"{patient.file} is read.")


def secret(patient: Patient) -> Iterator[Finding]:
    """Whether the secret is there, long enough, and nobody else's."""
    if patient.mail is None or not patient.plays_by_mail:
        return
    faults = _faults("secret", patient)
    yield from faults
    if not faults:
        where = patient.mail.secret_file or patient.file
        yield Finding("secret", "ok", f"{where}: long enough, and only its owner can read it.")


def address(patient: Patient) -> Iterator[Finding]:
    """Our own address: whether tokens have room in it, and whose word on senders is taken."""
    office = None if patient.mail is None else patient.mail.office
    if office is None:
        return
    identity = office.identity
    yield from _room_for_tokens(identity)
    if not identity.authserv_ids:
        yield Finding(
            "address",
            "warning",
            "`authserv_id` is not set: nobody is believed by his address, only by a reply token or his key.",
            "Where your own server writes Authentication-Results, write the name that stands in them.",
        )
    if office.referee is None:
        yield Finding(
            "address",
            "warning",
            "`referee` is not set: nobody is told when a mail is held or the queue stands.",
            "Write your own address there.",
        )


def mail_in(patient: Patient) -> Iterator[Finding]:
    """Each way in: whether it stands open."""
    mail = patient.mail
    if mail is None or not patient.plays_by_mail:
        return
    faults = _faults("mail in", patient)
    yield from faults
    if mail.lmtp is not None:
        yield _lmtp(mail.lmtp)
    if mail.imap is not None:
        yield _imap(mail.imap)
    if mail.maildir is not None:
        yield _maildir(mail.maildir)
    if not any((mail.lmtp, mail.imap, mail.maildir, faults)):
        yield Finding(
            "mail in", "ok", "nothing is listened to or fetched: mail comes through `referee receive` alone."
        )


def mail_out(patient: Patient) -> Iterator[Finding]:
    """Whether the server takes letters from us; none is sent."""
    mail = patient.mail
    if mail is None or not patient.plays_by_mail:
        return
    faults = _faults("mail out", patient)
    yield from faults
    if mail.smtp is not None and mail.office is not None:
        yield from _smtp(mail.smtp, mail.office.identity)
    elif mail.smtp is None and not faults:
        yield Finding(
            "mail out",
            "fault",
            "there is no [mail.smtp]: answers and reports are written, and go nowhere.",
            "Write the section; SETTING-UP.md shows it.",
        )


def _faults(check: str, patient: Patient) -> list[Finding]:
    found = () if patient.mail is None else patient.mail.faults
    return [Finding(check, "fault", fault) for fault in found if fault.startswith(FAULTS_OF[check])]


def _room_for_tokens(identity: Identity) -> Iterator[Finding]:
    if identity.reply_style == "none":
        yield Finding(
            "address",
            "warning",
            'with reply = "none" no reply bears a token.',
            'If your server takes addresses with a `+`, or all mail of the domain, write "plus" or "whole".',
        )
        return
    missing = longest_local(identity) - LOCAL_LIMIT
    room = "for tokens there is room, whatever the names."
    if missing > 0:
        most = LONGEST_NAMES - missing
        room = f"for tokens there is room where a game's name and a handle have {most} characters at most."
    yield Finding("address", "ok", f"{identity.address}: {room}")


def _lmtp(lmtp: LmtpSettings) -> Finding:
    place = str(lmtp.socket) if lmtp.socket is not None else f"{lmtp.host}, port {lmtp.port}"
    if lmtp.socket is not None and len(str(lmtp.socket).encode()) > LONGEST_SOCKET:
        return Finding("mail in", "fault", f"LMTP at {place}: the path is too long.", "Choose a shorter one.")
    try:
        door = knock(lmtp)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        return Finding(
            "mail in", "fault", f"LMTP at {place}: {reason}.", "Choose another place in [mail.lmtp]."
        )
    if door == "other":
        return Finding(
            "mail in", "fault", f"LMTP at {place}: another program listens there.", "Choose another place."
        )
    if lmtp.socket is None and not is_this_machine(lmtp.host):
        return Finding(
            "mail in",
            "warning",
            f"LMTP at {place} can be reached from other machines: whoever reaches it can write any sender.",
            'Write host = "127.0.0.1", or let a firewall see to it.',
        )
    if door == "free":
        return Finding("mail in", "warning", f"LMTP at {place}: nobody listens.", "Start it: referee serve")
    return Finding("mail in", "ok", f"LMTP at {place}: the referee listens.")


def _imap(found: ImapSettings) -> Finding:
    try:
        waiting = imap.look(found)
    except SourceError as problem:
        return Finding("mail in", "fault", f"IMAP: {problem}", "Look at [mail.imap].")
    count = f"{waiting} mail{'' if waiting == 1 else 's'} to be fetched"
    return Finding("mail in", "ok", f"IMAP: {found.user} at {found.host}, {found.folder}: {count}.")


def _maildir(found: MaildirSettings) -> Finding:
    unusable = unusable_in(found)
    if unusable:
        folders = " and ".join(map(str, unusable))
        return Finding(
            "mail in",
            "fault",
            f"Maildir: {folders} cannot be read and written.",
            "Let the referee's user do so, or correct `path` in [mail.maildir].",
        )
    return Finding("mail in", "ok", f"Maildir: {found.path} can be read and written.")


def _smtp(smtp: SmtpSettings, identity: Identity) -> Iterator[Finding]:
    place = f"{smtp.host}, port {smtp.port}"
    own = {identity.address: "the referee's own address"}
    if identity.reply_style != "none":
        own[reply_address(identity, "game", "player", 1, 1)] = "an address of ours with a token"
    answer = asyncio.run(
        ask_smtp(smtp, wire_domain(identity.domain), bounce_address(identity, ANY_LETTER), own)
    )
    if answer.trouble is not None:
        step = answer.trouble.step
        said = f"{place}: {TROUBLES[step]}: {_sentence(answer.trouble.said)}"
        lasting = isinstance(answer.trouble, Refused) and answer.trouble.permanent
        todo = MENDING[step] if lasting or step == "connect" else "If it stays so, ask who runs the server."
        yield Finding("mail out", "fault", said, todo)
        return
    secured = "in the clear" if smtp.tls == "none" else "over TLS"
    known = "" if smtp.user is None else f", logged in as {smtp.user}"
    yield Finding("mail out", "ok", f"{place} takes letters from {identity.address}, {secured}{known}.")
    for recipient, refusal in answer.refused.items():
        if not refusal.permanent:
            continue  # greylisting, for instance: it says nothing
        yield Finding(
            "mail out",
            "warning",
            f"{place} does not take letters to {own[recipient]}: {_sentence(refusal.said)}",
            "Replies of players may come back to them. Let the server take it, or see `reply` in SETTING-UP.md.",
        )


def _sentence(said: str) -> str:
    """What a server said, without addresses, which may be tokens, and with a full stop."""
    return f"{without_addresses(said).rstrip('.')}."


TROUBLES: Final = {
    "connect": "no line",
    "tls": "the line cannot be made secret",
    "auth": "it does not let us in",
    "mail": "it does not take letters from us",
    "rcpt": "it does not say whom it takes letters to",
    "data": "it does not take letters",
}
MENDING: Final = {
    "connect": "Look at `host` and `port` in [mail.smtp]; does the server run?",
    "tls": "Look at `host`, `tls` and `ca_file` in [mail.smtp].",
    "auth": "Look at `user` and the password in [mail.smtp].",
    "mail": "The server must take letters from `address`, also with what comes behind a `+`.",
    "rcpt": "Ask who runs the server.",
    "data": "Ask who runs the server.",
}
