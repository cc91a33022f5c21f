"""Games of every kind in which rounds are opened again, within each other too, and the referee rules now and then."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest
from adopted_games import PLANS, orders_filed
from game_checks import check_events, check_round, check_secrets

from referee.round import adjudicate
from referee.round.desk import desk_of
from referee.round.effective import effective
from referee.round.opening import open_game
from referee.round.reopening import first_plays, reopened
from referee.round.ruling import ruling_faults
from referee.rules import events as e
from referee.rules.apply import fold
from referee.service.audit import differences, reopening_differences
from referee.service.invariants import broken

MOST_ROUNDS = 7
MOST_REOPENINGS = 3


@dataclass
class Corrected:
    """A game that goes on from its whole log, whatever is cancelled of it."""

    chance: random.Random
    written: list[e.Entry]
    tenures: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def entries(self) -> list[e.Entry]:
        return effective(self.written)

    @property
    def desk(self):
        return desk_of(self.entries)

    def append(self, entries) -> None:
        self.written += entries

    def file(self) -> None:
        self.append(orders_filed(self.entries, self.chance, 0.03))

    def resolve(self) -> list[e.Entry]:
        happened = adjudicate.resolve(self.entries)
        self.append(happened)
        return happened

    def rule(self) -> None:
        state, desk = fold(one.event for one in self.entries), self.desk
        seat, other = self.chance.sample(desk.seats, 2)
        chain = self.chance.choice(state.edition.chains)
        ruling = e.RulingMade(
            "A mistake of mine.",
            ({"seat": seat, "amount": 300}, {"seat": other, "amount": -100}),
            ({"seat": seat, "chain": chain, "count": self.chance.choice((1, -1))},),
            ends=self.chance.random() < 0.15,
        )
        if not list(ruling_faults(state, ruling)):
            self.seen["ruled"] += 1
            self.append(adjudicate.rule(self.entries, ruling))

    def change_holders(self) -> None:
        """Somebody leaves by the referee's word, or another comes in."""
        desk, state = self.desk, fold(one.event for one in self.entries)
        seat = self.chance.choice(desk.seats)
        if self.chance.random() < 0.4 and seat not in desk.left:
            self.append(adjudicate.leave(self.entries, [seat], "removed"))
        elif seat not in desk.left or not desk.switches.plays_for_leavers:
            self.tenures[seat] += 1
            events = (
                e.SeatFilled(1 + self.tenures[seat], seat=seat),
                e.HandAdopted(tuple(state.hand(seat)), seat=seat),
            )
            self.append(e.Entry(event, desk.round) for event in events)

    def reopen(self) -> int | None:
        begins = first_plays(self.entries)
        if not begins:
            return None
        number = self.chance.choice(sorted(begins))
        self.seen["reopened"] += 1
        self.seen["reopened at the end"] += self.desk.ended is not None
        nested = any(isinstance(one.event, e.RoundReopened) for one in self.entries[begins[number] :])
        self.seen["a reopening was cancelled"] += nested
        self.seen["a newcomer stays"] += any(
            isinstance(one.event, e.SeatFilled) for one in self.entries[begins[number] :]
        )
        self.append(reopened(self.written, number, "I had overlooked a mail"))
        return number


def check(game: Corrected) -> None:
    check_round(game.entries)
    assert broken(game.written) == []


def play(name: str, seed: int) -> Corrected:
    chance = random.Random(f"{name} {seed}")
    game = Corrected(chance, open_game(PLANS[name], f"corrected {seed}"))
    reopenings = 0
    for _ in range(MOST_ROUNDS + 3 * MOST_REOPENINGS):
        if game.desk.ended is None:
            game.file()
            if chance.random() < 0.2:
                game.rule()
        if game.desk.ended is None and chance.random() < 0.15:
            game.change_holders()
        if game.desk.ended is None:
            game.resolve()
        if reopenings < MOST_REOPENINGS and (chance.random() < 0.3 or game.desk.ended is not None):
            reopenings += game.reopen() is not None
            check(game)
        if game.desk.ended is not None or game.desk.last_round > MOST_ROUNDS:
            break
    return game


@pytest.mark.parametrize("name", PLANS)
def test_games_with_reopenings_and_rulings_keep_every_tile_share_and_dollar_and_are_decided_again_alike(name):
    game = play(name, 0)
    check(game)
    assert list(differences(game.entries)) == []
    assert list(reopening_differences(game.written)) == []
    check_secrets(game.entries)
    check_events([one.event for one in game.entries])


MET = {
    ("classic for four", 3): {"ruled", "reopened", "a reopening was cancelled", "a newcomer stays"},
    ("two with the bank, turn by turn", 1): {"reopened at the end"},
    ("six, once each a round", 2): {"ruled", "a newcomer stays", "a reopening was cancelled"},
}


@pytest.mark.parametrize(("name", "seed"), MET)
def test_some_games_of_the_sample_meet_what_is_to_be_checked(name, seed):
    game = play(name, seed)
    assert {what for what, count in game.seen.items() if count} >= MET[name, seed]
    assert list(differences(game.entries)) == []
    assert list(reopening_differences(game.written)) == []


def facts_of(happened):
    return [(one.round, one.play, one.event) for one in happened]


@pytest.mark.parametrize("name", PLANS)
def test_rounds_opened_again_with_the_same_orders_give_identical_facts(name):
    chance = random.Random(name)
    game = Corrected(chance, open_game(PLANS[name], "the same again"))
    first: dict[int, list] = {}
    while game.desk.ended is None and game.desk.last_round < MOST_ROUNDS:
        game.append(_decided(game.entries, chance))
        number = game.desk.round
        first[number] = facts_of(game.resolve())
    for number in sorted(first, reverse=True)[::2]:
        game.append(reopened(game.written, number, "look again"))
        for again in range(number, max(first) + 1):
            assert facts_of(game.resolve()) == first[again], again
    assert broken(game.written) == []


def _decided(entries, chance):
    """Orders of which none is `ready` alone: that would not be kept."""
    filed = orders_filed(entries, chance, 0.0)
    return [one for one in filed if not (isinstance(one.event, e.OrdersFiled) and one.event.orders is None)]
