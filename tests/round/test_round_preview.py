"""The preview is the same play at a table without bag, dice and other players."""

from __future__ import annotations

import random
from copy import deepcopy

import pytest
from games_of_chance import HANDLES, RandomTable
from random_orders import Writer

from orders.reader import read
from referee.round.adjudicate import RoundTable
from referee.round.chance import Chance
from referee.round.desk import Desk, Filed
from referee.round.pool import Pool
from referee.round.preview import preview
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e
from referee.rules.apply import apply
from referee.rules.plays import play

ALL_ANY = "tile any\nfound any\nsurvivor any\nsettle any\nmerger any: sell all\n"


class AtTheTable:
    """A random position in which `me` opens a round, and everything needed to foresee and to play it."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        players = chance.randint(2, 6)
        game = RandomTable(seed, players, chance.choice(("classic", "hasbro_2016")))
        seat = game.now.order[0]
        for _ in range(chance.randrange(8 * players)):
            if play(game, seat, "orders") is not None:
                break
            seat = game.now.next_after(seat)
        self.truth, self.me = game.now, seat
        start = self.truth.order.index(seat)
        plays = tuple(self.truth.order[(start + number) % players] for number in range(players + 1))
        apply(self.truth, e.RoundOpened(plays, None))
        self.view = self.view_of(seat)
        self.words = vocabulary_of(self.truth, seat)
        self.text = Writer(self.view, seat, chance).orders()
        self.bag = [tile for tile in self.truth.edition.board.tiles if tile not in self.known()]

    def known(self):
        held = {tile for seat in self.truth.seats for tile in self.truth.hand(seat)}
        return {*self.truth.board, *self.truth.out_of_play, *held}

    def view_of(self, seat):
        view = deepcopy(self.truth)
        for other in view.seats:
            if other != seat:
                view.racks[other] = []
        return view

    def pool(self):
        return Pool(Chance("preview", tuple(self.bag)), sorted(self.bag))

    def foreseen(self):
        return preview(self.view, self.me, read(self.text, self.words).orders)

    def played(self, others: str = ALL_ANY) -> list[e.OrderApplied]:
        """What decided the own first play in earnest."""
        seats = self.truth.seats
        desk = Desk(seats, round=self.truth.round, last_round=self.truth.round, plays=self.truth.plays)
        for seat in seats:
            desk.filed[seat, self.truth.round] = Filed(self.text if seat == self.me else others)
        views = {seat: self.view_of(seat) for seat in seats}
        table = RoundTable(deepcopy(self.truth), views, desk, Chance("preview"), self.pool())
        table.begin_play(1)
        play(table, self.me, "orders")
        events = (entry.event for entry in table.entries)
        return [one for one in events if isinstance(one, e.OrderApplied) and one.seat == self.me]


@pytest.mark.parametrize("part", range(10))
def test_what_is_foreseen_of_a_play_in_which_nobody_else_can_matter_is_what_happens(part):
    foreseen_in_all = 0
    for seed in range(50 * part, 50 * part + 50):
        position = AtTheTable(seed)
        first = position.foreseen()[0]
        for told, done in zip(first.decisions, position.played(), strict=False):
            if told.answer is None:
                assert done.default is None or "die" in done.default or done.line is not None
                break
            assert (told.question, told.answer, told.default) == (done.question, done.answer, done.default)
            assert [one.line for one in told.used[:1]] == [one for one in [done.line] if one is not None]
            foreseen_in_all += 1
    assert foreseen_in_all > 50


def test_a_preview_goes_to_the_end_of_the_play_unless_a_die_or_somebody_else_decides():
    for seed in range(60):
        position = AtTheTable(seed)
        first = position.foreseen()[0]
        done = position.played()
        if first.open_end is None:
            assert len(first.decisions) == len(done)
        else:
            assert "decides next" in first.open_end or "die" in first.open_end


def test_a_preview_changes_nothing_and_knows_nothing_but_the_view():
    position = AtTheTable(7)
    before = deepcopy(position.view)
    told = position.foreseen()
    assert position.view == before
    position.truth.racks = {seat: [] for seat in position.truth.seats}
    position.bag.reverse()
    assert position.foreseen() == told


def test_the_opener_is_told_of_both_turns_and_everybody_else_of_one():
    position = AtTheTable(3)
    assert len(position.foreseen()) == 2
    other = next(seat for seat in position.truth.seats if seat != position.me)
    told = preview(position.view_of(other), other, read(ALL_ANY, position.words).orders)
    assert len(told) == 1


def test_a_second_turn_that_depends_on_a_die_or_on_others_is_not_made_up():
    position = AtTheTable(3)
    told = preview(position.view, position.me, read("tile any\n", position.words).orders)
    assert len(position.truth.hand(position.me)) > 1
    assert told[0].decisions[-1].answer is None
    assert told[1].decisions == ()
    assert "depends" in told[1].open_end


def test_a_default_that_stands_in_is_called_by_its_name():
    position = AtTheTable(11)
    told = preview(position.view, position.me, read("buy nothing\n", position.words).orders)
    assert told[0].decisions[0].default is not None
    assert not told[0].decisions[0].used


def test_positions_are_of_every_number_of_players():
    assert {len(AtTheTable(seed).truth.seats) for seed in range(40)} == set(range(2, len(HANDLES) + 1))
