"""What a bounce says: which of our mails did not arrive, where, and why.

A delivery report (RFC 3464) is read field by field. What older servers write is left to flufl.bounce, which knows
their words; it tells no status.
"""

from __future__ import annotations

import logging
import re
from copy import copy
from email import message_from_string
from email.message import Message
from typing import Final, TypeAlias

from flufl.bounce import all_failures

from referee.mail.addresses import all_addresses
from referee.mail.message import FAULTS, Mail, harmless
from referee.mail.verdict import Bounce

_STATUS = re.compile(r"[245]\.[0-9]{1,3}\.[0-9]{1,3}")
_ACTIONS: Final = {"failed": True, "fail": True, "error": True, "delayed": False}
_ENCLOSED: Final = ("message/rfc822", "message/global")
_RECEIPTS: Final = ("delivered", "relayed", "expanded")
_LONGEST_ADDRESS: Final = 320
_MOST_BLOCKS: Final = 100
_MOST_HEURISTICS: Final = 64 * 1024
"""Bytes up to which a mail is searched for the words of older servers, which takes many passes over it."""

logging.getLogger("flufl.bounce").disabled = True
"""It writes the whole trace of what a hostile mail made of it, where we have an answer for that."""


def bounce_of(mail: Mail, letter: str | None) -> Bounce | None:
    """What a mail from a machine says of one that did not arrive; None where it says nothing of that.

    `letter` is the name of ours that it came back for, as its own address proves.
    """
    told = _delivery_status(mail)
    if told is None:
        told = _by_its_words(mail)
    if told is None:
        return None
    recipient, permanent, status = told
    return Bounce(recipient=recipient, permanent=permanent, status=status, letter=letter)


def receipt_of(mail: Mail) -> str:
    """Which kind of receipt a machine's report is, as a clause; "" where it is none."""
    if any(part.get_content_type() == "message/disposition-notification" for part in _reports(mail)):
        return "read receipt"
    if any(_first_word(block, "action") in _RECEIPTS for block in _blocks(mail)):
        return "delivery receipt"
    return ""


_Told: TypeAlias = tuple[str, bool, str]
"""A recipient, whether it is for good, and a status."""


def _delivery_status(mail: Mail) -> _Told | None:
    """The first failure of a delivery report, or else its first delay: a letter of ours has one recipient."""
    told: list[_Told] = []
    for block in _blocks(mail):
        permanent = _ACTIONS.get(_first_word(block, "action"))
        if permanent is not None:
            status = _STATUS.match(_field(block, "status"))
            told.append((_recipient(block), permanent, "" if status is None else status.group()))
    return min(told, key=lambda one: not one[1], default=None)


def _by_its_words(mail: Mail) -> _Told | None:
    """What flufl.bounce makes of a mail. Python's parser and its own code fail on some that are made to be odd."""
    if len(mail.raw) > _MOST_HEURISTICS:
        return None
    try:
        delayed, failed = all_failures(_without_enclosed(mail))
    except FAULTS:
        return None
    for permanent, found in ((True, failed), (False, delayed)):
        addresses = sorted(address for raw in found for address in all_addresses(harmless(raw)))
        if addresses:
            return addresses[0][:_LONGEST_ADDRESS], permanent, ""
    return None


def _without_enclosed(mail: Mail) -> Message:
    """A mail without the mails in it: what came back may hold a bounce of its own, or somebody's words about one."""
    if not mail.message.is_multipart():
        return mail.message
    told = copy(mail.message)
    told.set_payload([part for part in _reports(mail) if part.get_content_type() not in _ENCLOSED])
    return told


def _reports(mail: Mail) -> list[Message]:
    """The parts of a machine's report; not those of the mail that came back in it."""
    parts = mail.message.get_payload() if mail.message.is_multipart() else []
    return [part for part in parts if isinstance(part, Message)]


def _blocks(mail: Mail) -> list[Message]:
    """What a delivery report says of each recipient."""
    return [block for part in _reports(mail) for block in _blocks_in(part)]


def _blocks_in(part: Message) -> list[Message]:
    kind = part.get_content_type()
    if kind not in {"message/delivery-status", "message/global-delivery-status"} or not part.is_multipart():
        return []
    blocks = [block for block in part.get_payload() if isinstance(block, Message)]
    if kind == "message/delivery-status":
        return blocks
    # Python's parser knows no blocks in this kind (RFC 6533): all but the first are the text of one mail to it.
    texts = [str(block.get_payload()) for block in blocks if not block.is_multipart()]
    return blocks + [message_from_string(one) for text in texts for one in text.split("\n\n")[:_MOST_BLOCKS]]


def _recipient(block: Message) -> str:
    """The address as we wrote it where it is told, or else the one that it led to; "" where neither is."""
    for name in ("original-recipient", "final-recipient"):
        if addresses := all_addresses(_field(block, name)):
            return addresses[0][:_LONGEST_ADDRESS]
    return ""


def _first_word(block: Message, name: str) -> str:
    return (_field(block, name).lower().split() or [""])[0]


def _field(block: Message, name: str) -> str:
    try:
        return harmless(str(block.get(name, "")).encode("utf-8", "surrogateescape"))
    except FAULTS:
        return ""
