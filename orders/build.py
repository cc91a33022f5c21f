"""From the parser's trees to the syntax tree: names resolved, and what the rules of the language forbid found.

Source: ORDERS.md, "Statements" (decisions).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, cast

from lark import Token, Tree

from orders import tree
from orders.build_conditions import ConditionBuilder
from orders.build_names import Mend

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Parsed = Tree[Token] | Token

NO_POWERS: Final = (
    "This game is played without special powers: `use` has no meaning in it. Take the line out."
)


class Builder(ConditionBuilder):
    """Builds one logical line. What is wrong goes to `problems`; the node is then of no use."""

    def line(self, parsed: Tree[Token]) -> tree.Line:
        """A decision, with its guard before it (`if C, STATEMENT`) or after it."""
        order, *guard_tree = parsed.children[::-1] if parsed.data == "if_line" else parsed.children
        decision = self.decision(order)
        if isinstance(decision, tree.UseOrder) and not self.names.vocabulary.special_powers:
            return tree.Line(decision, at=self.logical.start)  # more than that cannot be wrong with it
        if parsed.data == "if_line":
            guard = tree.Guard(self.condition(parsed.children[1]), at=self.at(parsed))
            return tree.Line(decision, guard, at=self.logical.start)
        return tree.Line(
            decision, self._guard(_tree(guard_tree[0])) if guard_tree else None, at=self.logical.start
        )

    def block_condition(self, parsed: Tree[Token]) -> tree.Condition:
        """The condition of `if C` and `else if C`."""
        return self.condition(parsed.children[1])

    def decision(self, parsed: Parsed) -> tree.Decision:
        """Any of the decisions."""
        node = _tree(parsed)
        return _DECISIONS[node.data](self, node.children)

    def _guard(self, parsed: Tree[Token]) -> tree.Guard:
        word = _token(parsed.children[0])
        condition = self.condition(parsed.children[1])
        return tree.Guard(condition, unless=word.type == "UNLESS", at=self.at(word))

    # --- tile ---

    def _tile(self, children: Sequence[Parsed]) -> tree.TileOrder:
        return tree.TileOrder(self._entries(_tree(children[0])), at=self.logical.start)

    def _entries(self, parsed: Tree[Token]) -> tuple[tree.TheTile | tree.AnyTile, ...]:
        entries: list[tree.TheTile | tree.AnyTile] = []
        for child in parsed.children:
            node = _tree(child)
            if node.data == "but":
                entries[-1] = self._without(entries[-1], node)
            else:
                entries.append(self._entry(node))
        return tuple(entries)

    def _entry(self, parsed: Tree[Token]) -> tree.TheTile | tree.AnyTile:
        first = _token(parsed.children[0])
        if first.type == "SQUARE":
            return tree.TheTile(self.tile(first), at=self.at(first))
        if len(parsed.children) == 1:
            return tree.AnyTile(at=self.at(first))
        effect = self.effect(_tree(parsed.children[-1]))
        return tree.AnyTile(effect, negated=len(parsed.children) > 2, at=self.at(first))  # noqa: PLR2004 - the `not`

    def _without(self, entry: tree.TheTile | tree.AnyTile, but: Tree[Token]) -> tree.TheTile | tree.AnyTile:
        word, *tiles = but.children
        left_out = tuple(self.tile(_token(tile)) for tile in tiles)
        if isinstance(entry, tree.AnyTile):
            return tree.AnyTile(entry.effect, entry.negated, left_out, at=entry.at)
        self.problem(
            "invalid",
            word,
            f"`but` leaves tiles out of `any`, and `{entry.tile}` is one tile already. Write `any but …`.",
            ("`any` before `but`", "`if`", "`unless`", "the end of the line"),
        )
        return entry

    # --- found, survivor, settle ---

    def _found(self, children: Sequence[Parsed]) -> tree.FoundOrder:
        return tree.FoundOrder(self._preferences(children), at=self.logical.start)

    def _survivor(self, children: Sequence[Parsed]) -> tree.SurvivorOrder:
        return tree.SurvivorOrder(self._preferences(children), at=self.logical.start)

    def _settle(self, children: Sequence[Parsed]) -> tree.SettleOrder:
        return tree.SettleOrder(self._preferences(children), at=self.logical.start)

    def _preferences(self, children: Sequence[Parsed]) -> tuple[tree.ChainChoice, ...]:
        return tuple(self._choice(_tree(child)) for child in _tree(children[0]).children)

    def _choice(self, parsed: Tree[Token]) -> tree.ChainChoice:
        return tree.AnyChain(at=self.at(parsed)) if parsed.data == "any_chain" else self.chain(parsed)

    # --- merger ---

    def _merger(self, children: Sequence[Parsed]) -> tree.MergerOrder:
        _, *choices, steps = children
        defunct = self._choice(_tree(choices[0]))
        into = self._choice(_tree(choices[1])) if len(choices) > 1 else None
        if into == defunct and not isinstance(into, tree.AnyChain) and self.resolved(defunct):
            self.problem(
                "illegal",
                choices[1],
                "A chain cannot be taken over by itself. Write the chain that goes under first, then the one that "
                "survives.",
                ("another chain",),
            )
        return tree.MergerOrder(
            defunct,
            into,
            tuple(self._step(_tree(step)) for step in _tree(steps).children),
            at=self.logical.start,
        )

    def _step(self, parsed: Tree[Token]) -> tree.Step:
        action, amount, *received = (_token(child) for child in parsed.children)
        what = cast("Literal['trade', 'sell', 'keep']", action.type.lower())
        at = self.at(action)
        if amount.type == "ENOUGH":
            self.not_private(amount, "`trade enough to lead`")
            return tree.Step("trade", "enough", at=at)
        if amount.type != "NUMBER":
            if received:
                self._trade_all_for(amount, received[0])
            return tree.Step(what, cast("Literal['all', 'rest']", amount.type.lower()), at=at)
        count = self.count(amount)
        if what == "trade":
            self._check_trade(count, amount, received[0] if received else None)
        return tree.Step(what, count, at=at)

    def _trade_all_for(self, amount: Token, received: Token) -> None:
        self.problem(
            "illegal",
            received,
            f"How many shares `{amount.value.lower()}` gives is known only when it happens.",
            ("`,`", "`if`", "`unless`", "the end of the line"),
            f"trade {amount.value.lower()}",
            self._step_mend(amount, received, amount.value.lower()),
        )

    def _check_trade(self, count: int, given: Token, received: Token | None) -> None:
        """Two for one; `trade 2 for 1` is how the rule is phrased and may mean all (ORDERS.md, merger)."""
        got = None if received is None else self.number(received)
        if count % 2:
            self.problem(
                "illegal",
                given,
                f"Shares are traded two for one, and {count} is odd.",
                ("an even number", "`all`", "`rest`"),
                f"trade {max(2, count - 1)}",
                self._step_mend(given, received, str(max(2, count - 1))),
            )
        elif received is not None and count == 2 and got == 1:  # noqa: PLR2004 - the rule's own figures
            self.problem(
                "ambiguous",
                given,
                "Two shares or all? `trade 2 for 1` is how the rule is phrased. Write `trade 2` for two shares, "
                "`trade all` for as many as possible.",
                ("`trade 2`", "`trade all`"),
            )
        elif received is not None and got != count // 2:
            self.problem(
                "illegal",
                received,
                f"Shares are traded two for one: {count} shares give {count // 2}.",
                (str(count // 2),),
                f"trade {count} for {count // 2}",
                self._step_mend(given, received, f"{count} for {count // 2}"),
            )

    def _step_mend(self, given: Token, received: Token | None, words: str) -> Mend:
        """What stands behind `trade` is to be these words."""
        return Mend(self.span(given)[0], self.span(received or given)[1], words)

    # --- buy ---

    def _buy(self, children: Sequence[Parsed]) -> tree.BuyOrder:
        exactly = False
        lots: tuple[tree.Lot | tree.EnoughLot, ...] = ()
        leaving = 0
        for child in children:
            if isinstance(child, Token):
                exactly = child.type == "EXACTLY"
            elif child.data == "lots":
                lots = self._lots(child)
            else:
                leaving = self.number(_token(child.children[0]))
        return tree.BuyOrder(lots, exactly, leaving, at=self.logical.start)

    def _lots(self, parsed: Tree[Token]) -> tuple[tree.Lot | tree.EnoughLot, ...]:
        return tuple(self._lot(_tree(lot)) for lot in parsed.children)

    def _lot(self, parsed: Tree[Token]) -> tree.Lot | tree.EnoughLot:
        first = _token(parsed.children[0])
        if first.type == "ENOUGH":
            self.not_private(first, "`enough … to lead`")
            return tree.EnoughLot(self.chain(_tree(parsed.children[1])), at=self.at(first))
        count = self.count(first)
        return tree.Lot(count, self.chain(_tree(parsed.children[1])), at=self.at(first))

    # --- end game, use ---

    def _end_game(self, _children: Sequence[Parsed]) -> tree.EndOrder:
        return tree.EndOrder(at=self.logical.start)

    def _use(self, children: Sequence[Parsed]) -> tree.UseOrder:
        parsed = _tree(children[0])
        if not self.names.vocabulary.special_powers:
            self.problem("illegal", parsed, NO_POWERS)
            return tree.UseOrder("buy 5", at=self.logical.start)  # never used
        power = self.power(parsed)
        lots: tuple[tree.Lot | tree.EnoughLot, ...] = ()
        swaps: tuple[tree.Swap, ...] = ()
        tiles: tuple[tree.TheTile | tree.AnyTile, ...] = ()
        for child in parsed.children:
            if isinstance(child, Token):
                continue
            if child.data == "lots":
                lots = self._lots(child)
            elif child.data == "swaps":
                swaps = tuple(self._swap(_tree(swap)) for swap in child.children)
            else:
                tiles = self._entries(child)
        return tree.UseOrder(power, lots, swaps, tiles, at=self.logical.start)

    def _swap(self, parsed: Tree[Token]) -> tree.Swap:
        given, gave, received, got = parsed.children
        count, half = self.count(_token(given)), self.count(_token(received))
        swap = tree.Swap(self.chain(_tree(gave)), self.chain(_tree(got)), max(half, 1), at=self.at(given))
        if count and half and count != 2 * half:  # 0 is a problem already
            self.problem(
                "illegal",
                given,
                f"Shares are traded two for one: {count} for {half} is not. Write `{2 * half} … for {half} …`.",
                (str(2 * half),),
            )
        elif swap.gave == swap.got and self.resolved(swap.gave):
            self.problem(
                "illegal", got, "A chain is traded for another one. Write two chains.", ("another chain",)
            )
        return swap


_DECISIONS: dict[str, Callable[[Builder, Sequence[Parsed]], tree.Decision]] = {
    "tile_order": Builder._tile,  # noqa: SLF001 - the class's own table
    "found_order": Builder._found,  # noqa: SLF001 - ditto
    "survivor_order": Builder._survivor,  # noqa: SLF001 - ditto
    "settle_order": Builder._settle,  # noqa: SLF001 - ditto
    "merger_order": Builder._merger,  # noqa: SLF001 - ditto
    "buy_order": Builder._buy,  # noqa: SLF001 - ditto
    "end_order": Builder._end_game,  # noqa: SLF001 - ditto
    "use_order": Builder._use,  # noqa: SLF001 - ditto
}


def _tree(parsed: Parsed) -> Tree[Token]:
    return cast("Tree[Token]", parsed)


def _token(parsed: Parsed) -> Token:
    return cast("Token", parsed)
