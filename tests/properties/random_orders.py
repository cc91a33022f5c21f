"""Order files at random, written by somebody who sees his own view: most lines fit, none is certain to.

Every statement and every kind of condition that the game can have is written sooner or later. What is written
is text, as a player would send it.
"""

from __future__ import annotations

import random

from referee.rules.events import POWERS
from referee.rules.legality import options
from referee.rules.state import State


class Writer:
    """One player writing orders for one round.

    `brief` is how probable it is that a kind of line is left out; who does not want the game to end `announces` not.
    """

    def __init__(
        self, view: State, me: str, chance: random.Random, *, brief: float = 0, announces: bool = True
    ) -> None:
        self.brief = brief
        self.kinds = (
            *(self.tile, self.found, self.survivor, self.settle, self.merger, self.merger, self.buy),
            *((self.end,) if announces else ()),
        )
        self.view = view
        self.me = me
        self.chance = chance
        self.others = [seat for seat in view.seats if seat != me]
        self.hand = view.hand(me)
        self.playable = [look.tile for look in options(view, me)]
        self.is_open = view.switches.holdings == "public"
        self.has_powers = view.switches.special_powers

    def orders(self, *, heading: bool = False) -> str:
        """A whole file, or the part of it under a seat's heading where somebody plays two."""
        lines: list[str] = [f"seat {self.me}"] if heading else []
        if not heading and self.chance.random() < 0.3:
            lines.append(f"round {self.view.round}")
        if self.chance.random() < 0.4:
            lines += ["first turn", *self.turn(), "second turn", *self.turn()]
        else:
            lines += self.turn()
        if not heading and self.chance.random() < 0.3:
            lines += ["standing", *(f"  {line}" for line in self.fallback()), "end"]
        if self.chance.random() < 0.2:
            lines.append("ready")
        return "\n".join(lines) + "\n"

    def turn(self) -> list[str]:
        """The lines under one heading."""
        lines: list[str] = []
        for make in self.kinds:
            if not self.brief or self.chance.random() >= self.brief:
                lines += self.maybe_in_block(make)
        if self.has_powers and self.chance.random() < 0.6:
            lines += [line for _ in range(3) for line in self.maybe_in_block(self.use)]
        return lines + (self.fallback() if self.chance.random() < 0.8 else [])

    def fallback(self) -> list[str]:
        """Lines that answer nearly always."""
        chains = ", ".join(f"3 {chain}" for chain in self.some(self.view.edition.chains, 7))
        steps = self.chance.choice(("trade all, sell rest", "keep all", "sell 2, trade rest, keep rest"))
        return [
            "tile any that does not merge, any",
            f"found {', '.join(self.some(self.view.edition.chains, 7))}",
            "survivor any",
            "settle any",
            f"merger any: {steps}",
            f"buy {chains}",
        ]

    def maybe_in_block(self, make) -> list[str]:
        kind = self.chance.random()
        if kind < 0.35:
            return [make()]
        if kind < 0.6:
            return [f"{make()} {self.chance.choice(('if', 'unless'))} {self.condition()}"]
        lines = [f"if {self.condition()}", f"  {make()}"]
        if kind < 0.8:
            lines += [f"else if {self.condition()}", f"  {make()}", f"  {self.buy()}"]
        if kind < 0.9:
            lines += ["else", f"  {make()}"]
        return [*lines, "end"]

    # --- statements ---

    def tile(self) -> str:
        entries = self.some(self.playable or self.hand or ["5C"], 2)
        if self.chance.random() < 0.5:
            entries.append(self.any_tile())
        if self.chance.random() < 0.3:
            entries.insert(0, self.any_tile())
        last = f"any but {', '.join(self.some(self.hand or ['5C'], 2))}"
        return "tile " + ", ".join([*entries, last] if self.chance.random() < 0.2 else entries)

    def any_tile(self) -> str:
        effect = self.chance.choice(
            (
                "founds",
                f"grows {self.chain()}",
                "merges",
                f"merges {self.chain()}",
                f"merges {self.two_chains(' into ')}",
                "stands alone",
            )
        )
        if self.chance.random() < 0.3:
            verb, _, rest = effect.partition(" ")
            return f"any that does not {verb.removesuffix('s')} {rest}".rstrip()
        return f"any that {effect}"

    def found(self) -> str:
        return f"found {', '.join(self.prefs())}"

    def survivor(self) -> str:
        return f"survivor {', '.join(self.prefs())}"

    def settle(self) -> str:
        return f"settle {', '.join(self.prefs())}"

    def prefs(self) -> list[str]:
        chains = [self.chain() for _ in range(self.chance.randint(1, 3))]
        return [*chains, "any"] if self.chance.random() < 0.4 else chains

    def merger(self) -> str:
        defunct, survivor = self.some(self.view.edition.chains, 2, least=2)
        whom = self.chance.choice(
            (
                f"{defunct} into {survivor}",
                defunct,
                f"any into {survivor}",
                "any",
                f"{self.described()} into any",
            )
        )
        steps = [
            f"{self.chance.choice(('trade', 'trade', 'sell', 'keep'))} {self.chance.choice((2, 4, 6, 'all'))}"
            for _ in range(self.chance.randint(1, 3))
        ]
        if self.is_open and self.chance.random() < 0.2:
            steps.insert(0, "trade enough to lead")
        return f"merger {whom}: {', '.join(steps)}"

    def buy(self) -> str:
        if self.chance.random() < 0.05:
            return "buy nothing"
        lots = [
            f"enough {self.chain()} to lead"
            if self.is_open and self.chance.random() < 0.2
            else f"{self.chance.randint(1, 3)} {chain}"
            for chain in self.actives(3)
        ]
        exactly = "exactly " if self.chance.random() < 0.15 else ""
        leaving = f" leaving {self.chance.randint(0, 30) * 100}" if self.chance.random() < 0.2 else ""
        return f"buy {exactly}{', '.join(lots)}{leaving}"

    def end(self) -> str:
        return "end game"

    def use(self) -> str:
        power = self.chance.choice(POWERS)
        if power == "3 free":
            return f"use 3 free: {', '.join(f'{self.chance.randint(1, 3)} {chain}' for chain in self.actives(3))}"
        if power == "trade 2":
            gave, got = self.swapped()
            times = self.chance.randint(1, 3)
            return f"use trade 2: {2 * times} {gave} for {times} {got}"
        if power == "place 4 tiles" and self.chance.random() < 0.6:
            return f"use {power}: {', '.join([*self.some(self.playable or ['5C'], 3), 'any'])}"
        return f"use {power}"

    def swapped(self) -> list[str]:
        mine = [chain for chain, held in self.view.shares[self.me].items() if held > 1]
        gave = self.chance.choice(mine or self.view.edition.chains)
        others = [chain for chain in self.view.active() or self.view.edition.chains if chain != gave]
        return [gave, self.chance.choice(others or [one for one in self.view.edition.chains if one != gave])]

    def actives(self, most: int) -> list[str]:
        return self.some(self.view.active() or self.view.edition.chains, most)

    # --- conditions ---

    def condition(self, depth: int = 0) -> str:
        kind = self.chance.random()
        if depth < 2 and kind < 0.1:
            return f"not ({self.condition(depth + 1)})"
        if depth < 2 and kind < 0.25:
            joined = self.chance.choice((" and ", " or "))
            return (
                "(" + joined.join(self.condition(depth + 1) for _ in range(self.chance.randint(2, 3))) + ")"
            )
        return self.chance.choice((self.comparison, self.fact, self.fact, self.fact))()

    def comparison(self) -> str:
        left = self.term()
        if self.chance.random() < 0.25:
            left = f"{left} {self.chance.choice('+-')} {self.term()}"
        operator = self.chance.choice(
            ("<", "<=", "=", "<>", ">=", ">", "is at least", "is less than", "is not")
        )
        return f"{left} {operator} {self.term() if self.chance.random() < 0.5 else self.number()}"

    def number(self) -> int:
        return self.chance.choice((0, 1, 2, 3, 5, 10, 25, 400, 3000, 6000, 12000))

    def term(self) -> str:
        who = self.chance.choice(self.others)
        chain = self.chain()
        open_alone = (
            f"{who}'s {chain}",
            f"anyone's {chain}",
            f"{who}'s cash",
            "my value",
            f"{who}'s value",
            "anyone's value",
            "my rank",
            f"{who}'s rank",
        )
        return self.chance.choice(
            (
                f"size of {chain}",
                f"price of {chain}",
                f"bonus of {chain}",
                f"bank's {chain}",
                f"my {chain}",
                "my cash",
                "my tiles",
                f"{who}'s tiles",
                "tiles left",
                "round",
                "players",
                *(open_alone if self.is_open else ()),
            )
        )

    def fact(self) -> str:
        negated = self.chance.random() < 0.3
        who = self.chance.choice([*self.others, *self.others, "I", "anyone", "nobody"])
        chain, tile, pair = self.chain(), self.tile_name(), self.two_chains(" into ")
        effect = self.chance.choice(
            ("founds", "grows", f"grows {chain}", "merges", f"merges {chain}", f"merges {pair}")
        )
        did = " did not" if negated and who not in ("anyone", "nobody") else ""
        deed = self.chance.choice(
            (
                ("founded", "found", chain),
                ("merged", "merge", chain),
                ("merged", "merge", pair),
                ("played", "play", tile),
                ("bought", "buy", chain),
                ("bought", "buy", f"{self.chance.randint(1, 3)} {chain}"),
                ("sold", "sell", chain),
                ("traded", "trade", f"2 {chain}"),
                ("kept", "keep", chain),
                ("missed", "miss", ""),
                ("left", "leave", ""),
                ("used", "use", self.chance.choice(POWERS)),
            )
        )
        past = f"{who}{did} {deed[1] if did else deed[0]} {deed[2]}".rstrip()
        n = " not" if negated else ""
        ranks = (
            f"I do not lead {chain}" if negated else f"I lead {chain}",
            f"{self.chance.choice(self.others)} leads {chain}",
            f"I am{n} {self.chance.choice(('first', 'second'))} in {chain}",
        )
        return self.chance.choice(
            (
                past,
                past,
                past,
                f"{chain} is{n} active",
                f"{chain} is{n} safe",
                *(ranks if self.is_open else ()),
                f"{tile} is{n} on the board",
                f"{tile} is{n} playable",
                f"I do not hold {tile}" if negated else f"I hold {tile}",
                f"{tile} {effect}",
                f"{chain} was{n} founded",
                f"{chain} was{n} taken over",
                self.two_chains(f" was{n} taken over by "),
                "the game can end",
                "the end is announced",
            )
        )

    # --- words ---

    def chain(self) -> str:
        if self.chance.random() < 0.12:
            return self.described()
        active = self.view.active()
        return self.chance.choice(
            active if active and self.chance.random() < 0.7 else self.view.edition.chains
        )

    def two_chains(self, between: str) -> str:
        """Two different ones."""
        return between.join(self.chance.sample(self.view.edition.chains, 2))

    def described(self) -> str:
        return self.chance.choice(
            (
                f"the chain {self.chance.choice(self.others)} founded",
                "the survivor",
                f"the {self.chance.choice(('largest', 'smallest', 'cheapest', 'dearest'))} chain",
            )
        )

    def tile_name(self) -> str:
        if self.hand and self.chance.random() < 0.7:
            return self.chance.choice(self.hand)
        return self.chance.choice(self.view.edition.board.tiles)

    def some(self, things, most: int, least: int = 1) -> list[str]:
        count = min(len(things), self.chance.randint(least, max(least, most)))
        return self.chance.sample(list(things), count)
