"""A small house for intake: three people in two games, in memory, and mails made of few words."""

from dataclasses import dataclass, field

from referee.mail.envelope import Envelope
from referee.mail.intake import intake
from referee.mail.tokens import reply_address
from referee.mail.world import Identity, PlayerNow

IDENTITY = Identity("ref@acquire.example", b"test-secret", ("mx.acquire.example",))
ALICE, BOB, CAROL, DAVE = 1, 2, 3, 4
FOUND_TRUE = "mx.acquire.example; dmarc=pass header.from=players.example"
ORDERS = "game: harbour\ntile 5C, 6D\nbuy 2 Luxor, 1 Tower\n"


@dataclass
class SmallWorld:
    """Alice, Bob and Carol play Harbour; Dave plays Quay, where Alice's seat was another's before."""

    identity: Identity = IDENTITY
    heard: dict = field(default_factory=dict)
    people: dict = field(
        default_factory=lambda: {
            "alice@players.example": ALICE,
            "bob@players.example": BOB,
            "carol@players.example": CAROL,
            "dave@xn--bro-hoa.example": DAVE,
        }
    )
    keys: dict = field(default_factory=lambda: {"K7Q9-XM42": ALICE, "B0B0-B0B0": BOB})
    players: tuple = (
        PlayerNow("harbour", "alice", 1, ALICE),
        PlayerNow("harbour", "bob", 1, BOB),
        PlayerNow("harbour", "carol", 1, CAROL),
        PlayerNow("Quay-2", "Dave_X", 1, DAVE),
        PlayerNow("Quay-2", "Al", 3, ALICE),
        PlayerNow("Quay-2", "Nobody1", 1, None),
    )

    def contents_under(self, message_id):
        return self.heard.get(message_id, ())

    def player(self, game, handle):
        asked = (game.casefold(), handle.casefold())
        return next(
            (one for one in self.players if (one.game.casefold(), one.handle.casefold()) == asked), None
        )

    def person_at(self, address):
        return self.people.get(address.casefold())

    def person_with_key(self, key):
        return self.keys.get(key.upper())

    def is_player(self, person, game):
        return any(one.person == person and one.game == game for one in self.players)

    def remember(self, mail):
        self.heard.setdefault(mail.message_id, []).append(mail.content)


def reply_to(game="harbour", handle="alice", round_number=7, tenure=1, identity=IDENTITY):
    return reply_address(identity, game, handle, round_number, tenure)


def mail(text=ORDERS, *more, remove=(), **headers):
    """The bytes of a mail from Alice that our server found true; `headers` replace, `more` are added at the end.

    An underscore in a name stands for a hyphen; a value may be a list for several fields, each added in place.
    """
    fields = {
        "Return-Path": "<alice@players.example>",
        "Authentication-Results": FOUND_TRUE,
        "Received": "from mail.players.example by mx.acquire.example; Sat, 28 Nov 2026 10:00:00 +0000",
        "From": "Alice Tester <alice@players.example>",
        "To": "ref@acquire.example",
        "Subject": "orders for harbour",
        "Date": "Sat, 28 Nov 2026 09:59:30 +0000",
        "Message-ID": "<one@mail.players.example>",
    }
    for name in remove:
        del fields[name]
    for name, value in headers.items():
        spelt = name.replace("_", "-")
        fields[next((known for known in fields if known.lower() == spelt.lower()), spelt)] = value
    lines = [
        f"{name}: {one}"
        for name, value in fields.items()
        for one in (value if isinstance(value, list) else [value])
    ]
    return "\r\n".join([*lines, *more, "", text.replace("\n", "\r\n")]).encode()


def taken(raw, *, to=(), sender=None, world=None):
    """The verdict on a mail."""
    return intake(raw, Envelope(sender, tuple(to)), world or SmallWorld())
