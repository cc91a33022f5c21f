"""Requests that are answered by mail: `help`, `status`, `rules`, `report [N]`, and `address NEW`.

They begin with everyday words, and the prose around orders does too. So only a line that is one of them from its
first word to its last is one: `Help me with this, please` and `Report follows` are none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from orders import tree
from orders.problems import MAX_DIGITS

if TYPE_CHECKING:
    from typing import Literal

_BEGINNINGS: Final = frozenset({"help", "stat", "rule", "repo", "addr"})
"""Four letters tell nearly every line apart that is none: each line of a text is asked."""

_ASKS: Final = re.compile(
    r"\s*(?:(?P<what>help|status|rules)"
    r"|report(?:(?:\s*:\s*|\s+)(?:round(?:\s*:\s*|\s+))?(?P<round>[0-9]+))?"
    r"|address(?:\s*:\s*|\s+)(?P<address>\S.*))"
    r"[\s:?.!]*\Z",
    re.IGNORECASE | re.DOTALL,
)
_NAMED: Final = re.compile(r"[^<>@]*<[^<>]*@[^<>]*>\Z")
"""`Alice Smith <alice@players.example>`: meant as an address, though not a plain one."""

_BETWEEN: Final = frozenset({"or", "and", "&", "/", ",", ";"})
_LINK: Final = re.compile(r"\s*<mailto:[^\s<>]*>\s*\Z", re.IGNORECASE)
_SHOWN: Final = re.compile(r"(?:mailto:)?([^\s<>]+)\Z", re.IGNORECASE)
_LINKED: Final = re.compile(r"(?:(?P<shown>[^\s<>]+)\s*)?<(?:mailto:)?(?P<linked>[^\s<>]+)>\Z", re.IGNORECASE)
_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_MAILBOX: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+{_LABEL}")
_LONGEST_LOCAL: Final = 64
_LONGEST: Final = 254
"""Characters of an address: RFC 5321, 4.5.3.1."""

_LONGEST_LINE: Final = 1_000

NO_MAILBOX: Final = (
    "`address` stands alone on its line with one new address, without a name and written plainly."
)
EXAMPLE: Final = "`address alice@players.example`"
NO_REPORT: Final = (
    f"A report has the number of its round, of at most {MAX_DIGITS} digits; 0 is the first one."
)


def questions(orders: tree.Orders) -> tuple[tree.Question, ...]:
    """What a text asks of the referee that is answered by mail, each once, in the order of the text."""
    return tuple(dict.fromkeys(one for one in orders.requests if isinstance(one, tree.Question)))


def is_question(text: str) -> bool:
    """Whether a line in plain characters is a question from its first to its last word, well asked or not."""
    if text.lstrip()[:4].lower() not in _BEGINNINGS:
        return False
    match = _ASKS.match(text) if len(text) <= _LONGEST_LINE else None
    return match is not None and (match["address"] is None or _is_meant_as_addresses(match["address"]))


def is_link(text: str) -> bool:
    """Whether a line is a link alone, as mail programs write it behind an address, and cut it off."""
    return _LINK.match(text) is not None


def read_question(text: str, at: tree.At) -> tree.Question | str:
    """What a line asks for which `is_question` is true; why it cannot be answered, in whole sentences."""
    match = _ASKS.match(text)
    assert match is not None  # noqa: S101 - the caller has looked
    if match["what"]:
        return tree.Ask(cast('Literal["help", "status", "rules"]', match["what"].lower()), at=at)
    if match["address"]:
        address = mailbox_in(match["address"])
        return NO_MAILBOX if address is None else tree.NewAddress(address, at=at)
    if match["round"] is None:
        return tree.AskReport(at=at)
    if len(match["round"]) > MAX_DIGITS:
        return NO_REPORT
    return tree.AskReport(int(match["round"]), at=at)


def mailbox_in(text: str) -> str | None:
    """The one plain mailbox that a text is, be it in angle brackets or a link; None where it is something else."""
    text = text.strip().rstrip(".,;:!? ")
    linked = _LINKED.match(text)
    plain = _SHOWN.match(text)
    if linked:
        shown = _SHOWN.match(linked["shown"]) if linked["shown"] else None
        if shown and shown[1].lower() != linked["linked"].lower():
            return None
        found = shown[1] if shown else linked["linked"]
    elif plain:
        found = plain[1]
    else:
        return None
    fits = len(found) <= _LONGEST and len(found.partition("@")[0]) <= _LONGEST_LOCAL
    return found if fits and _MAILBOX.fullmatch(found) else None


def _is_meant_as_addresses(text: str) -> bool:
    """Whether there is nothing but addresses: `Address all letters to bob@players.example` is prose."""
    words = [word for word in text.lower().split() if word not in _BETWEEN]
    return all("@" in word for word in words) or _NAMED.match(text.rstrip(" .,;:!?")) is not None
