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


FIRST = object()
"""The first tile that can be laid."""


class TableWithAnswers:
    """Gives the answers that it was told, one for each kind of question."""

    pool = 0

    def __init__(self, text, answers):
        (case,) = cases_in(text)
        self.now = place_of(case).truth
        self.answers = {
            t.WhichTile: FIRST,
            t.WhichSurvivor: "Imperial",
            t.WhichOrder: ("Luxor", "American"),
            t.WhatOfShares: t.Disposition(),
            t.WhichChain: "Festival",
            t.WhatToBuy: (),
            t.WhetherToEnd: False,
        } | answers

    def ask(self, question):
        answer = self.answers[type(question)]
        if isinstance(question, t.WhetherPower) and question.offers is None:
            return None  # nothing at the beginning
        return question.options[0].tile if answer is FIRST else answer

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


POWERS = """
=== A position for every power
switch: special_powers = true
Luxor: 1A-2A
Tower: 1C-2C
Imperial: 1E-2E
alice: 5 Luxor, 2 Tower, 2 American; hand 12I
bob: 24 Imperial
others: carol
"""


@pytest.mark.parametrize(
    "use",
    [
        t.PowerUse("3 free", taken=(("Luxor", 4),)),
        t.PowerUse("3 free", taken=(("Luxor", 2), ("Tower", 2))),
        t.PowerUse("3 free", taken=(("Imperial", 2),)),
        t.PowerUse("3 free", taken=(("Luxor", 0),)),
        t.PowerUse("trade 2"),
        t.PowerUse("trade 2", trades=(("Luxor", "Luxor"),)),
        t.PowerUse("trade 2", trades=(("Tower", "Luxor"), ("Tower", "Luxor"))),
        t.PowerUse("trade 2", trades=(("Luxor", "Imperial"), ("Luxor", "Imperial"))),
        t.PowerUse("trade 2", trades=(("American", "Luxor"),)),
        t.PowerUse("trade 2", trades=(("Luxor", "American"),)),
        t.PowerUse("trade 2", trades=(("Luxor", "Tower"), ("Tower", "Luxor"), ("Luxor", "Tower")) * 2),
    ],
)
def test_a_use_of_a_power_against_the_rules_is_refused(use):
    with pytest.raises(ValueError, match="cannot"):
        play(TableWithAnswers(POWERS, {t.WhetherPower: use}), "alice", "orders")


def test_a_chain_that_is_not_on_the_board_cannot_be_had_free():
    use = t.PowerUse("3 free", taken=(("American", 1),))
    with pytest.raises((ValueError, KeyError)):
        play(TableWithAnswers(POWERS, {t.WhetherPower: use}), "alice", "orders")


@pytest.mark.parametrize(("count", "is_left"), [(3, True), (4, False), (5, False)])
def test_buying_five_is_spent_by_the_fourth_share_whatever_was_said_before(count, is_left):
    answers = {t.WhetherPower: t.PowerUse("buy 5"), t.WhatToBuy: (("Luxor", count),)}
    table = TableWithAnswers(POWERS, answers)
    play(table, "alice", "orders")
    assert ("buy 5" in table.now.powers["alice"]) is is_left


def test_more_than_five_cannot_be_bought_with_it_nor_more_than_three_without():
    for use, count in ((t.PowerUse("buy 5"), 6), (None, 4)):
        answers = {t.WhetherPower: use, t.WhatToBuy: (("Luxor", count),)}
        with pytest.raises(ValueError, match="cannot take"):
            play(TableWithAnswers(POWERS, answers), "alice", "orders")
