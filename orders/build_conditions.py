"""From the parser's trees to conditions.

Source: ORDERS.md, "Conditions".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, cast

from lark import Token, Tree

from orders import tree
from orders.build_names import UNRESOLVED, Mend, NameBuilder
from orders.printer import chain_text
from orders.problems import MAX_TERMS, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from orders.logical import Logical
    from orders.names import Names
    from orders.problems import Problems

    Parsed = Tree[Token] | Token
    FactBuilder = Callable[..., tree.AnyFact]

_SIGNS: Final[dict[str, tree.Operator]] = {
    "<": "<",
    "<=": "<=",
    "=<": "<=",
    "=": "=",
    "==": "=",
    "<>": "<>",
    "!=": "<>",
    ">=": ">=",
    "=>": ">=",
    ">": ">",
}
_RELATIONS: Final[dict[str, tree.Operator]] = {
    "LEAST": ">=",
    "MOST": "<=",
    "MORE": ">",
    "LESS": "<",
    "NOT": "<>",
}
_VERBS: Final[dict[str, Literal["bought", "sold", "traded", "kept"]]] = {
    "BOUGHT": "bought",
    "SOLD": "sold",
    "TRADED": "traded",
    "KEPT": "kept",
    "BUY": "bought",
    "SELL": "sold",
    "TRADE": "traded",
    "KEEP": "kept",
}


class ConditionBuilder(NameBuilder):
    """Builds the conditions of one logical line."""

    def __init__(self, logical: Logical, names: Names, problems: Problems) -> None:
        super().__init__(logical, names, problems)
        self._terms = 0

    def condition(self, parsed: Parsed) -> tree.Condition:
        """A whole condition; more than 200 terms are refused with the whole text."""
        self._terms = 0
        return self._condition(parsed)

    def effect(self, parsed: Tree[Token]) -> tree.TileEffect:
        """What a tile does or would do."""
        word, *chains = parsed.children
        named = [self.chain(cast("Tree[Token]", chain)) for chain in chains]
        at = self.at(word)
        match cast("Token", word).type.removesuffix("S"):
            case "FOUND":
                return tree.Founds(at=at)
            case "GROW":
                return tree.Grows(*named, at=at)
            case "MERGE":
                self._check_two_chains(named, chains)
                return tree.Merges(*named, at=at)
            case _:
                return tree.StandsAlone(at=at)

    # --- and, or, not, comparisons ---

    def _condition(self, parsed: Parsed) -> tree.Condition:
        node = cast("Tree[Token]", parsed)
        match node.data:
            case "and_":
                return self._and(node)
            case "or_":
                return self._or(node)
            case "not_":
                return tree.Not(self._condition(node.children[1]), at=self.at(node))
            case "comparison":
                return self._comparison(node)
            case _:
                self._count(1)
                return self._fact(node)

    def _and(self, node: Tree[Token]) -> tree.And:
        parts: list[tree.Condition] = []
        for child in node.children:
            part = self._condition(child)
            parts.extend(part.conditions if isinstance(part, tree.And) else (part,))
        return tree.And(tuple(parts), at=parts[0].at)

    def _or(self, node: Tree[Token]) -> tree.Or:
        parts: list[tree.Condition] = []
        for child in node.children:
            part = self._condition(child)
            parts.extend(part.conditions if isinstance(part, tree.Or) else (part,))
        return tree.Or(tuple(parts), at=parts[0].at)

    def _comparison(self, node: Tree[Token]) -> tree.Compare:
        left, *relation, right = node.children
        operator: tree.Operator = "="
        if relation:
            word = relation[0]
            operator = _SIGNS[word.value] if isinstance(word, Token) else _RELATIONS[_last_type(word)]
        one, other = self._sum(left), self._sum(right)
        self._count(len(one.parts) + len(other.parts) - 1)
        return tree.Compare(one, operator, other, at=one.at)

    def _count(self, terms: int) -> None:
        self._terms += terms
        if self._terms > MAX_TERMS:
            raise RefusedError(
                f"A condition has at most {MAX_TERMS} terms, the one in line {self.logical.start.line} has more. "
                "Nothing of this text was read: write a shorter condition."
            )

    # --- sums ---

    def _sum(self, parsed: Parsed) -> tree.Sum:
        parts: list[tuple[int, tree.Term]] = []
        sign = 1
        for child in cast("Tree[Token]", parsed).children:
            node = cast("Tree[Token]", child)
            if node.data == "sign":
                sign = 1 if cast("Token", node.children[0]).type == "PLUS" else -1
            elif node.data == "sum":
                parts.extend((sign * inner, term) for inner, term in self._sum(node).parts)
            else:
                parts.append((sign, self._term(node)))
        return tree.Sum(tuple(parts), at=parts[0][1].at)

    def _term(self, node: Tree[Token]) -> tree.Term:
        children = node.children
        first = cast("Token", children[0])
        at = self.at(first)
        match node.data:
            case "number":
                return tree.Number(self.number(first), at=at)
            case "chain_figure":
                what = cast("Literal['size', 'price', 'bonus', 'bank']", first.type.lower())
                return tree.ChainFigure(what, self.chain(cast("Tree[Token]", children[-1])), at=at)
            case "shares":
                return self._shares(first, cast("Tree[Token]", children[-1]), at)
            case "stat":
                return self._stat(first, cast("Token", children[-1]), at)
            case "tiles_left":
                return tree.GameFigure("tiles left", at=at)
            case "round":
                return tree.GameFigure("round", at=at)
            case _:
                return tree.GameFigure("players", at=at)

    def _shares(self, owner: Token, chain: Tree[Token], at: tree.At) -> tree.Shares:
        who = self.owner(owner)
        if self.is_other(who):
            self.not_private(owner, "other people's shares")
        return tree.Shares(who, self.chain(chain, owned=True), at=at)

    def _stat(self, owner: Token, figure: Token, at: tree.At) -> tree.Stat:
        who = self.owner(owner)
        what = cast("Literal['cash', 'value', 'rank', 'tiles']", figure.type.lower())
        if who == tree.ANYONE and what != "value":
            self.problem(
                "illegal",
                figure,
                f"Of `anyone` only the value and shares can be asked, not `{what}`. Write a player.",
                ("`value`", "a chain"),
            )
        elif what in {"value", "rank"} or (what == "cash" and self.is_other(who)):
            self.not_private(owner, f"`{owner.value}{'' if owner.type == 'MY' else chr(39) + 's'} {what}`")
        return tree.Stat(who, what, at=at)

    # --- facts ---

    def _fact(self, node: Tree[Token]) -> tree.AnyFact:
        negated = any(isinstance(child, Token) and child.type == "NOT" for child in node.children)
        children = [
            child for child in node.children if not (isinstance(child, Token) and child.type == "NOT")
        ]
        return _FACTS[node.data](self, children, self.at(node), negated=negated)

    def _chain_is(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.ChainIs:
        chain = self.chain(cast("Tree[Token]", children[0]))
        state = cast("Token", children[1])
        if state.type == "AVAILABLE":
            self._available(chain, state, self.span(children[0])[0], negated=negated)
        safe = state.type == "SAFE"
        return tree.ChainIs(chain, "safe" if safe else "active", negated=negated, at=at)

    def _available(self, chain: tree.ChainRef, state: Token, start: int, *, negated: bool) -> None:
        name = chain_text(chain) if self.resolved(chain) else "X"
        on_board = f"{name} is active" if negated else f"{name} is not active"
        shares = f"bank's {name} = 0" if negated else f"bank's {name} > 0"
        self.problem(
            "ambiguous",
            state,
            f"`available` may mean the chain or its shares; of the shares you would write `{shares}`.",
            ("`active`", "`safe`"),
            on_board,
            Mend(start, self.span(state)[1], on_board),
        )

    def _leads(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.Leads:
        who = self.who(children[0])
        self.not_private(children[0], "`lead` and `leads`")
        return tree.Leads(who, self.chain(cast("Tree[Token]", children[-1])), negated=negated, at=at)

    def _place_in(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.PlaceIn:
        self._only_me(
            children[0], "`am` goes with `I`. Write `I am first in …`, or `… leads …` of another player."
        )
        place = cast("Token", children[1])
        self.not_private(place, f"`{place.value.lower()} in`")
        chain = self.chain(cast("Tree[Token]", children[2]))
        return tree.PlaceIn(1 if place.type == "FIRST" else 2, chain, negated=negated, at=at)

    def _on_board(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.OnBoard:
        return tree.OnBoard(self.tile(cast("Token", children[0])), negated=negated, at=at)

    def _playable(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.Playable:
        return tree.Playable(self.tile(cast("Token", children[0])), negated=negated, at=at)

    def _holds(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.Holds:
        self._only_me(children[0], "You know only your own tiles. Write `I hold …`.")
        return tree.Holds(self.tile(cast("Token", children[-1])), negated=negated, at=at)

    def _tile_would(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.TileWould:
        tile = self.tile(cast("Token", children[0]))
        return tree.TileWould(tile, self.effect(cast("Tree[Token]", children[1])), negated=negated, at=at)

    def _founded(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.Founded:
        return tree.Founded(
            self.who(children[0]), self.chain(cast("Tree[Token]", children[1])), negated=negated, at=at
        )

    def _merged(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.Merged:
        chains = [self.chain(cast("Tree[Token]", child)) for child in children[1:]]
        self._check_two_chains(chains, children[1:])
        return tree.Merged(self.who(children[0]), *chains, negated=negated, at=at)

    def _played(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.Played:
        return tree.Played(
            self.who(children[0]), self.tile(cast("Token", children[1])), negated=negated, at=at
        )

    def _dealt(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.Dealt:
        who = self.who(children[0])
        verb = _VERBS[cast("Token", children[1]).type]
        *number, chain = cast("Tree[Token]", children[2]).children
        count = self.count(cast("Token", number[0])) if number else 1
        return tree.Dealt(who, verb, self.chain(cast("Tree[Token]", chain)), count, negated=negated, at=at)

    def _used(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.UsedPower:
        power = self.power(cast("Tree[Token]", children[1]))
        return tree.UsedPower(self.who(children[0]), power, negated=negated, at=at)

    def _missed(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.Missed:
        return tree.Missed(self.who(children[0]), negated=negated, at=at)

    def _left(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.Left:
        return tree.Left(self.who(children[0]), negated=negated, at=at)

    def _was_founded(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.WasFounded:
        return tree.WasFounded(self.chain(cast("Tree[Token]", children[0])), negated=negated, at=at)

    def _was_taken_over(self, children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.WasTakenOver:
        chains = [self.chain(cast("Tree[Token]", child)) for child in children]
        self._check_two_chains(chains, children)
        return tree.WasTakenOver(*chains, negated=negated, at=at)

    def _can_end(self, _children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.EndIs:
        return tree.EndIs("possible", negated=negated, at=at)

    def _end_announced(self, _children: Sequence[Parsed], at: tree.At, *, negated: bool) -> tree.EndIs:
        return tree.EndIs("announced", negated=negated, at=at)

    def _only_me(self, parsed: Parsed, message: str) -> None:
        who = self.who(parsed)
        if who != UNRESOLVED and self.is_other(who):
            self.problem("illegal", parsed, message, ("`I`",))

    def _check_two_chains(self, chains: Sequence[tree.ChainRef], parsed: Sequence[Parsed]) -> None:
        if len(chains) > 1 and chains[0] == chains[1] and self.resolved(chains[0]):
            self.problem(
                "illegal",
                parsed[1],
                "A chain cannot be taken over by itself. Write two chains.",
                ("another chain",),
            )


def _last_type(parsed: Tree[Token]) -> str:
    return cast("Token", parsed.children[-1]).type


_FACTS: Final[dict[str, FactBuilder]] = {
    name: getattr(ConditionBuilder, f"_{name}")
    for name in (
        "chain_is",
        "leads",
        "place_in",
        "on_board",
        "playable",
        "holds",
        "tile_would",
        "founded",
        "merged",
        "played",
        "dealt",
        "used",
        "missed",
        "left",
        "was_founded",
        "was_taken_over",
        "can_end",
        "end_announced",
    )
}
