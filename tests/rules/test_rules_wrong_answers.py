"""An answer that the rules do not allow is refused by the play, whoever gave it (referee/rules/table.py)."""

from __future__ import annotations

import pytest
from case_file import cases_in
from case_position import place_of

from referee.rules import table as t
from referee.rules.apply import apply
from referee.rules.plays import play

POSITION = """
=== A position in which every question is asked
board:
     1 2 3 4 5 6 7
  C  . . . . L . .
  D  . . . . L . .
  E  . . I I * A A
  G  o . . . . . .
alice: 3 Luxor, 3 Tower; hand 5E
bob: 21 Tower
others: carol
"""
FOUNDING = POSITION.replace("hand 5E", "hand 2G")


class TableWithAnswers:
    """Gives the answers that it was told, one for each kind of question."""

    pool = 0

    def __init__(self, text, answers):
        (case,) = cases_in(text)
        self.now = place_of(case).truth
        self.answers = {
            t.WhichTile: None,
            t.WhichSurvivor: "Imperial",
            t.WhichOrder: ("Luxor", "American"),
            t.WhatOfShares: t.Disposition(),
            t.WhichChain: "Festival",
            t.WhatToBuy: (),
            t.WhetherToEnd: False,
        } | answers

    def ask(self, question):
        answer = self.answers[type(question)]
        return question.options[0].tile if answer is None else answer

    def emit(self, event):
        apply(self.now, event)

    def draw(self):
        return None


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (POSITION, t.WhichSurvivor, "Tower"),
        (POSITION, t.WhichOrder, ("Luxor",)),
        (POSITION, t.WhichOrder, ("Luxor", "Luxor")),
        (POSITION, t.WhichOrder, ("Luxor", "Imperial")),
        (POSITION, t.WhatOfShares, t.Disposition(sell=4)),
        (POSITION, t.WhatOfShares, t.Disposition(sell=-1)),
        (POSITION, t.WhatOfShares, t.Disposition(trade=1)),
        (POSITION, t.WhatOfShares, t.Disposition(trade=-2)),
        (POSITION, t.WhatOfShares, t.Disposition(sell=2, trade=2)),
        (FOUNDING, t.WhichChain, "Luxor"),
        (POSITION, t.WhatToBuy, (("Imperial", 4),)),
        (POSITION, t.WhatToBuy, (("Imperial", 2), ("Imperial", 2))),
        (POSITION, t.WhatToBuy, (("Imperial", 0),)),
        (POSITION, t.WhatToBuy, (("Imperial", -1),)),
    ],
)
def test_an_answer_against_the_rules_is_refused(text, question, answer):
    with pytest.raises(ValueError, match=r"cannot|is no order of"):
        play(TableWithAnswers(text, {question: answer}), "alice", "orders")


@pytest.mark.parametrize("text", [POSITION, FOUNDING])
def test_with_answers_that_the_rules_allow_the_same_play_is_played(text):
    assert play(TableWithAnswers(text, {}), "alice", "orders") is None


def test_a_chain_that_is_not_on_the_board_cannot_be_bought():
    with pytest.raises((ValueError, KeyError)):
        play(TableWithAnswers(POSITION, {t.WhatToBuy: (("Tower", 1),)}), "alice", "orders")


def test_a_tile_that_is_not_among_the_options_cannot_be_laid():
    with pytest.raises((ValueError, StopIteration)):
        play(TableWithAnswers(POSITION, {t.WhichTile: "1A"}), "alice", "orders")
