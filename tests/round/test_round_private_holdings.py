"""With `holdings = private` nothing in orders may depend on what others hold (ORDERS.md, end of "Conditions")."""

from __future__ import annotations

import pytest

from orders.reader import read
from referee.round.opening import NewGame, open_game
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import fold

PLAYERS = ("alice", "bob", "carol")

HIDDEN = [
    "buy 1 Luxor if Bob's Luxor > 2",
    "buy 1 Luxor if anyone's Luxor > 2",
    "buy 1 Luxor if Bob's cash > 2000",
    "buy 1 Luxor if Bob's value > 2000",
    "buy 1 Luxor if Bob's rank = 1",
    "buy 1 Luxor if anyone's value > 2000",
    "buy 1 Luxor if my rank = 1",
    "buy 1 Luxor if my value > 2000",
    "buy 1 Luxor if I lead Luxor",
    "buy 1 Luxor if I do not lead Luxor",
    "buy 1 Luxor if Bob leads Luxor",
    "buy 1 Luxor if nobody leads Luxor",
    "buy 1 Luxor if I am second in Luxor",
    "buy 1 Luxor if I am first in Luxor",
    "buy 1 Luxor if not (my cash > 100 and not I lead Luxor)",
    "buy 1 Luxor unless my cash > Bob's cash",
    "buy enough Luxor to lead",
    "merger Luxor into Tower: trade enough to lead",
    "if I lead Luxor\n  buy 1 Luxor\nend",
    "end game if my rank = 1",
]
KNOWN = [
    "buy 1 Luxor if my Luxor > 2",
    "buy 1 Luxor if my cash > 2000",
    "buy 1 Luxor if bank's Luxor > 2",
    "buy 1 Luxor if Bob bought 2 Luxor",
    "buy 1 Luxor if Bob sold 2 Luxor",
    "buy 1 Luxor if Bob founded Luxor",
    "buy 1 Luxor if size of Luxor > 2 and price of Luxor < 900",
    "buy 1 Luxor if bonus of Luxor > 2000",
    "buy 1 Luxor if Bob's tiles < 6",
    "buy 1 Luxor if my tiles < 6",
    "buy 1 Luxor if tiles left > 2",
    "buy 1 Luxor if Luxor is safe",
    "buy 1 Luxor if Bob missed",
    "buy 1 the chain Bob founded",
]


def problems_of(text, holdings):
    entries = open_game(NewGame(PLAYERS, switches={"holdings": holdings}, seed="seed"), "unused")
    state = fold(entry.event for entry in entries)
    return read(text + "\n", vocabulary_of(state, "alice")).problems


@pytest.mark.parametrize("text", HIDDEN)
def test_what_rests_on_others_holdings_is_a_problem_of_the_file(text):
    assert problems_of(text, "private")
    assert not problems_of(text, "public")


@pytest.mark.parametrize("text", KNOWN)
def test_what_is_public_or_the_own_may_be_asked(text):
    assert not problems_of(text, "private")
