"""What can be the name of a chain in an edition of a club's own."""

from __future__ import annotations

import pytest

from orders.handles import EVERY_CHAIN, chain_name_fault
from orders.lexicon import LANGUAGE_WORDS
from orders.parser import words
from orders.reader import read
from orders.vocabulary import Vocabulary


@pytest.mark.parametrize("chain", EVERY_CHAIN)
def test_every_printed_chain_could_be_a_club_s_own(chain):
    assert chain_name_fault(chain.capitalize()) is None


@pytest.mark.parametrize(
    "chain", ["luxor", "LUXOR", "McHale", "Ab", "Abcdefghijklm", "Two Words", "Ax3", "Çelik", "", "A-B"]
)
def test_a_chain_s_name_is_one_word_written_large(chain):
    assert chain_name_fault(chain) == (
        "a chain's name is one word of 3 to 12 letters A to Z, the first large and the others small"
    )


@pytest.mark.parametrize(
    "chain", ["Tile", "Merger", "Bank", "Cash", "Largest", "Nothing", "Press", "Three", "Twelve"]
)
def test_a_word_of_the_order_language_is_no_chain(chain):
    assert chain_name_fault(chain) == "it is a word of the order language; give it another name"


@pytest.mark.parametrize(
    ("chain", "word"),
    [("Games", "game"), ("Keys", "key"), ("Mergre", "merger"), ("Foundd", "found"), ("Rond", "round")],
)
def test_what_is_nearly_a_statement_word_is_no_chain(chain, word):
    assert (
        chain_name_fault(chain)
        == f"it is nearly the word '{word}' of the order language; give it another name"
    )


def test_no_word_that_the_grammar_knows_could_be_a_chain():
    assert {word for word in words() if word.isalpha()} <= LANGUAGE_WORDS


def test_chains_of_a_club_are_understood_in_orders_by_any_clear_beginning():
    club = Vocabulary(("Astoria", "Bellevue", "Tomson", "Holders", "Amstel"), 14, 10, ("Ann", "Ben"), "Ann")
    reading = read(
        "found To, Holders\nbuy 2 am, 1 bell if I hold 5C and to is active\nmerger any into hold: trade all\n"
        "buy 3B if Ben founded Hold and my ast > 2",
        club,
    )
    assert [problem.message for problem in reading.problems] == []
    assert not reading.unread
