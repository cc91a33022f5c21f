"""What comes of a mail: one shape for everything that can arrive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from referee.mail.tokens import Side

Outcome: TypeAlias = Literal["orders", "confirms", "ignored", "rejected", "held"]
"""`orders`: a known person wrote a text. `confirms`: a reply to a question about a new address. `ignored`: nobody's
words, or heard before. `rejected`: not taken. `held`: the referee must look at it."""

Reply: TypeAlias = Literal["answer", "error", "none", "notice", "stranger"]
"""Who hears of it: `answer` and `error` go to the person's registered address, `notice` tells the registered person
that somebody wrote in his name, `stranger` is one short mail a day at most to an unknown but proven sender."""

Proof: TypeAlias = Literal["token", "key", "dmarc", "referee"]
"""How it is known who wrote: by the address that was answered, by a key, by the word of our own server, or because
the referee said so of a mail that was held."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Who wrote, and how we know. Of a token also for which game, under which handle, and to which round's report.

    With proof None somebody only says that he is this person. `address` is where the mail says that it comes from,
    None where it does not say so in one plain address.
    """

    person: int | None
    address: str | None
    proof: Proof | None
    game: str | None = None
    handle: str | None = None
    round: int | None = None


NO_MAILBOX: Final = "5.1."
"""How a status begins where a server says that there is no such mailbox (RFC 3463, 3.2): that alone counts against an
address, whether a letter is refused with it or comes back."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """A mail of ours that did not arrive, or not yet: where `permanent` is False it is only late.

    `recipient` is as the bounce tells it, "" where it does not. `status` is that of RFC 3463 (`5.1.1`), "" where none
    is told. `letter` is its name in the outbox, None where the bounce did not come to an address minted by us.
    """

    recipient: str
    permanent: bool
    status: str
    letter: str | None


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A reply to our question about a new address: `change` is its number, `side` which address answered."""

    change: int
    side: Side


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a mail. `reason` is a clause as `auto-reply (Auto-Submitted)`; "" for orders.

    `text` is what the sender himself wrote, to be read by the order language. `remarks` are sentences for the answer:
    what of the mail was not read, and why.
    """

    outcome: Outcome
    reason: str = ""
    reply: Reply = "none"
    sender: Sender | None = None
    text: str = ""
    remarks: tuple[str, ...] = ()
    bounce: Bounce | None = None
    confirmation: Confirmation | None = None
