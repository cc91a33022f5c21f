"""What a referee can rule, and what is said of that which he cannot."""

import pytest

from referee.round.opening import NewGame, open_game
from referee.round.ruling import MOST_WORDS, ruling_faults
from referee.rules import events as e
from referee.rules.apply import fold


@pytest.fixture
def state():
    """Everybody has $6,000 and no share, but for alice's 3 Tower."""
    found = fold(entry.event for entry in open_game(NewGame(("alice", "bob", "carol")), "seed"))
    found.shares["alice"]["Tower"], found.bank["Tower"] = 3, 22
    return found


def ruling(text="So be it.", *, payments=(), transfers=()):
    return e.RulingMade(
        text,
        tuple({"seat": seat, "amount": amount} for seat, amount in payments),
        tuple({"seat": seat, "chain": chain, "count": count} for seat, chain, count in transfers),
        ends=False,
    )


@pytest.mark.parametrize(
    "what",
    [
        ruling(),
        ruling("x" * MOST_WORDS),
        ruling(payments=[("alice", 100), ("bob", -6000)]),
        ruling(payments=[("bob", 9_993_900)]),
        ruling(payments=[("bob", -6100), ("bob", 100)]),
        ruling(transfers=[("alice", "Tower", -3)]),
        ruling(transfers=[("bob", "Tower", 22)]),
        ruling(transfers=[("bob", "Tower", 25), ("alice", "Tower", -3)]),
    ],
)
def test_all_that_a_seat_or_the_bank_has_can_be_ruled_away_to_the_last(state, what):
    assert list(ruling_faults(state, what)) == []


@pytest.mark.parametrize(
    ("what", "faults"),
    [
        (ruling(" "), ["the ruling's words are missing"]),
        (
            ruling("one\ntwo"),
            ["the ruling's words must stand on one line, and be such as can be printed"],
        ),
        (
            ruling("x" * (MOST_WORDS + 1)),
            [f"the ruling's words are {MOST_WORDS + 1} characters, and {MOST_WORDS} are allowed"],
        ),
        (ruling(payments=[("zoe", 100)]), ["there is no player zoe"]),
        (
            ruling(payments=[("bob", 0), ("bob", 150)]),
            [
                "bob cannot be given $0: it must be a multiple of $100, and not 0",
                "bob cannot be given $150: it must be a multiple of $100, and not 0",
            ],
        ),
        (ruling(payments=[("bob", -6100)]), ["bob has $6,000, and cannot lose $6,100"]),
        (ruling(payments=[("bob", 9_994_000)]), ["bob would have $10,000,000, more than anybody can have"]),
        (ruling(transfers=[("zoe", "Tower", 1)]), ["there is no player zoe"]),
        (ruling(transfers=[("bob", "Spire", 1)]), ["there is no chain Spire"]),
        (ruling(transfers=[("bob", "Tower", 0)]), ["bob is given no share of Tower"]),
        (
            ruling(transfers=[("alice", "Tower", -2), ("alice", "Tower", -2)]),
            ["alice has 3 of Tower, and cannot give up 4"],
        ),
        (ruling(transfers=[("bob", "Tower", 23)]), ["the bank has 22 of Tower, and cannot give 23"]),
    ],
)
def test_what_cannot_be_ruled_is_named(state, what, faults):
    assert list(ruling_faults(state, what)) == faults
