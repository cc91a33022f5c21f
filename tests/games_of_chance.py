"""Random games through the pure rules: a table with the truth alone, and players who decide by chance."""

from __future__ import annotations

import random
from itertools import cycle

from referee.round.chance import Chance
from referee.round.opening import NewGame, open_game
from referee.round.pool import pool_after
from referee.rules import events as e
from referee.rules import table as t
from referee.rules.apply import apply, fold
from referee.rules.plays import play, settle_the_game

HANDLES = ("alice", "bob", "carol", "dave", "erin", "frank")


class RandomTable:
    """A game of `players` whose every decision is a legal one at random; the same seed gives the same game."""

    def __init__(self, seed: int, players: int = 4, edition: str = "classic", **switches: str) -> None:
        opened = open_game(NewGame(HANDLES[:players], edition, switches), str(seed))
        self.now = fold(entry.event for entry in opened)
        self.events = [entry.event for entry in opened]
        self.random = random.Random(seed)
        self._pool = pool_after(opened, Chance(str(seed)))
        self._remixes = 0

    def emit(self, event):
        apply(self.now, event)
        self.events.append(event)

    @property
    def pool(self):
        return len(self._pool)

    def draw(self):
        return self._pool.draw()

    def remix(self, tile):
        self._remixes += 1
        label = f"remix {self._remixes}"
        self._pool.put_back(tile)
        self._pool.remix(label)
        return label

    def ask(self, question):
        match question:
            case t.WhetherToEnd(moment=moment):
                return moment == "after buying"
            case t.WhichTile(options=options):
                return self.random.choice(options).tile
            case t.WhichNextTile(options=options):
                return self.random.choice((None, *options)) and self.random.choice(options).tile
            case t.WhetherPower():
                return self._some_power(question)
            case t.WhichChain(options=options) | t.WhichSurvivor(options=options):
                return self.random.choice(options)
            case t.WhichOrder(options=options):
                return tuple(self.random.sample(options, len(options)))
            case t.WhatOfShares(held=held, to_trade=to_trade):
                trade = self.random.randrange(to_trade // 2 + 1) * 2
                return t.Disposition(self.random.randint(0, held - trade), trade)
            case t.WhatToBuy():
                return self._some_shares(question)

    def _some_shares(self, question):
        limit, cash, bought = question.limit, question.cash, []
        for chain in self.random.sample(list(question.prices), len(question.prices)):
            count = min(limit, cash // question.prices[chain], question.bank[chain])
            if count:
                bought.append((chain, count))
                limit -= count
                cash -= count * question.prices[chain]
        return tuple(bought)

    def _some_power(self, question):
        power = self.random.choice((None, *question.options))
        if power == "3 free":
            free = [chain for chain in self.now.active() if self.now.bank[chain]][:3]
            return t.PowerUse(power, tuple((chain, 1) for chain in free)) if free else None
        if power == "trade 2":
            held = [chain for chain, count in question.offers.trades.held.items() if count >= 2]
            bank = [chain for chain, count in question.offers.trades.bank.items() if count]
            trades = [(gave, got) for gave in held for got in bank if gave != got][:1]
            return t.PowerUse(power, trades=tuple(trades)) if trades else None
        return t.PowerUse(power) if power else None

    def play_to_the_end(self, manners: tuple[e.Manner, ...] = ("orders",)) -> str:
        """Why the game ended; `manners` are how the seats play, one after the other and then again."""
        seat = self.now.order[0]
        for manner in cycle(manners):
            why = play(self, seat, manner)
            if why is not None:
                break
            seat = self.now.next_after(seat)
        settle_the_game(self, why)
        return why
