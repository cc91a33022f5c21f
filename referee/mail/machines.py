"""Which mails no person wrote to us: our own that come back, answers of machines, lists.

They must be known before anything is answered: two machines that answer each other do not stop.
"""

from __future__ import annotations

import re
from typing import Final

from referee.mail.addresses import addressed, same_domain
from referee.mail.envelope import Envelope
from referee.mail.message import Mail
from referee.mail.recipients import is_ours
from referee.mail.world import Identity

MAX_RECEIVED: Final = 50

_OWN_MARKS: Final = ("x-acquire-referee", "x-acquire-loop")
"""Headers that every mail of a referee bears."""

_NOBODYS_PRECEDENCE: Final = ("bulk", "junk", "auto_reply")
_AUTOREPLY: Final = ("x-autoreply", "x-autorespond")
_LISTS: Final = {"list-id": "List-Id", "list-post": "List-Post"}
_NULL_SENDERS: Final = ("", "<>", "mailer-daemon", "<mailer-daemon>")
"""Postfix tells the null sender to a pipe as MAILER-DAEMON, and writes it so into the Return-Path that it adds."""

_COMMENT = re.compile(r"\([^()]*+\)")
_WORD = re.compile(r"[^\s;,()]++")
_OWN_ID = re.compile(r"<[a-z2-7]{24}@([^@>]++)>")


def is_own(mail: Mail, envelope: Envelope, identity: Identity) -> bool:
    """Whether a mail is one of ours that has come back."""
    writers = [address for value in mail.headers("from") for address in addressed(value)]
    return (
        any(mail.header(name) is not None for name in _OWN_MARKS)
        or any(is_ours(address, identity) for address in writers)
        or bool(envelope.sender and is_ours(envelope.sender, identity))
        or _is_own_id(mail.thread_id or "", identity)
    )


def has_null_sender(mail: Mail, envelope: Envelope) -> bool:
    """Whether a mail was sent by nobody, as bounces are, so that none can come back from an answer."""
    sender = envelope.sender if envelope.sender is not None else mail.header("return-path")
    return sender is not None and sender.strip().lower() in _NULL_SENDERS


def is_machine_report(mail: Mail) -> bool:
    """Whether a mail is a machine's report: on a delivery, on what was shown to somebody, on abuse."""
    return any(value.lower().startswith("multipart/report") for value in mail.headers("content-type"))


def machine_of(mail: Mail) -> str:
    """By which mark a machine wrote a mail, as a clause; "" where there is none."""
    if any(word not in {"", "no"} for word in _first_words(mail, "auto-submitted")):
        return "auto-reply (Auto-Submitted)"
    if any(word in _NOBODYS_PRECEDENCE for word in _first_words(mail, "precedence")):
        return "auto-reply (Precedence)"
    if any(word != "no" for name in _AUTOREPLY for word in _first_words(mail, name)):
        return "auto-reply (X-Autoreply)"
    for name, spelt in _LISTS.items():
        if mail.header(name) is not None:
            return f"list mail ({spelt})"
    if len(mail.headers("received")) > MAX_RECEIVED:
        return "mail loop (Received count)"
    return ""


def _is_own_id(message_id: str, identity: Identity) -> bool:
    """Whether a Message-ID has the form of ours: others may have theirs from the same provider."""
    found = _OWN_ID.fullmatch(message_id)
    return found is not None and same_domain(found.group(1), identity.domain)


def _first_words(mail: Mail, name: str) -> list[str]:
    """The first word of each value of a field, comments left out, in lower case; "" where there is none."""
    found = [_WORD.search(_COMMENT.sub(" ", value)) for value in mail.headers(name)]
    return ["" if word is None else word.group().lower() for word in found]
