"""What the tests of the two corpora of mails share: a case through the real intake, and what must come of it."""

from intake_world import SmallWorld, taken

from orders.printer import canonical
from orders.reader import read
from orders.vocabulary import Vocabulary
from referee.mail.message import parse
from referee.mail.verdict import Bounce

WORDS = Vocabulary(
    chains=("Luxor", "Tower", "American", "Worldwide", "Festival", "Imperial", "Continental"),
    columns=12,
    rows=9,
)
PERSONS = {"alice": 1, "bob": 2, "carol": 3, None: None}
OUTCOMES = {"orders recovered": "orders", "ignored": "ignored", "rejected": "rejected"}
HELD = ("sender not authenticated", "token belongs to another player")
"""The corpus calls them rejected; they are kept for the referee, who can accept them."""
REPLIES = {
    "ack": "answer",
    "error": "error",
    "none": "none",
    "notice-to-registered": "notice",
    "rate-limited": "stranger",
}


def verdict_on(folder, case):
    """What the intake says of the mail of a case."""
    world = SmallWorld()
    if "after" in case:
        world.remember(parse((folder / case["after"]).read_bytes()))
    return taken(
        (folder / case["file"]).read_bytes(),
        to=[case["envelope_to"]] if "envelope_to" in case else (),
        world=world,
    )


def understood(text):
    """The orders in a text; it must have no problem."""
    reading = read(text, WORDS)
    assert reading.problems == ()
    return canonical(reading.orders)


def comes_as_told(verdict, case):
    """Whether a verdict is what the index says of a case; `orders` it does not look at."""
    kind, _, reason = case["expected"].partition(": ")
    assert verdict.reason == reason
    assert verdict.outcome == ("held" if reason in HELD else OUTCOMES[kind])
    assert verdict.reply == REPLIES[case["reply"]]
    if kind == "orders recovered":
        assert verdict.sender.person == PERSONS[case["sender"]]
    else:
        assert verdict.text == ""
    if verdict.sender is not None and case["sender"] is not None:
        assert verdict.sender.person in {PERSONS[case["sender"]], None}
    if "bounce" in case:
        assert verdict.bounce == Bounce(**case["bounce"], letter=None)


def orders_of(case):
    """The text that the index says a mail holds."""
    return "\n".join(case["orders"])
