"""The words of a statement as chains, players, tiles and numbers; what cannot be is a problem.

Source: ORDERS.md, "Reading a text" (Chains, Tiles, Money, Numbers, Handles).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, cast

from lark import Token, Tree

from orders import tree
from orders.handles import handle_fault
from orders.nearest import nearest_chain, nearest_of, nearest_player, nearest_tile
from orders.problems import MAX_DIGITS

if TYPE_CHECKING:
    from orders.logical import Logical
    from orders.names import Names
    from orders.problems import Kind, Problems

    Parsed = Tree[Token] | Token

UNRESOLVED: Final = ""
"""Stands for a name that was a problem; the node it stands in is never used."""

_FIGURES: Final = ("cash", "value", "rank", "tiles")
"""What may stand in place of a chain after `my` and `'s`."""

_OWNING: Final = re.compile(r"\s*'s?")

POWERS: Final[dict[str, tuple[str, tree.Power]]] = {
    "FREE": ("3", "3 free"),
    "BUY": ("5", "buy 5"),
    "TRADE": ("2", "trade 2"),
    "TAKE": ("5", "take 5 tiles"),
    "PLACE": ("4", "place 4 tiles"),
}


class Mend(NamedTuple):
    """What stands from `start` to `end` in a logical line, and the words to put in its place."""

    start: int
    end: int
    words: str


class NameBuilder:
    """What all statements have in common. `mends` are the changes that the problems found propose."""

    def __init__(self, logical: Logical, names: Names, problems: Problems) -> None:
        self.logical = logical
        self.names = names
        self.problems = problems
        self.mends: list[Mend] = []

    # --- places and problems ---

    def at(self, parsed: Parsed) -> tree.At:
        """Where it begins in the original text."""
        while not isinstance(parsed, Token):
            parsed = parsed.children[0]
        return self.logical.at(parsed.start_pos or 0)

    def problem(
        self,
        kind: Kind,
        where: Parsed,
        message: str,
        expected: tuple[str, ...] = (),
        suggestion: str | None = None,
        mend: Mend | None = None,
    ) -> None:
        """A problem of this line. Without a `mend` the suggestion is for the place of the word."""
        self.problems.add(kind, self.at(where), message, expected, suggestion)
        if mend is not None:
            self.mends.append(mend)
        elif suggestion is not None:
            self.mends.append(Mend(*self.span(where), suggestion))

    def span(self, parsed: Parsed) -> tuple[int, int]:
        """Where the first word of it begins and ends in the logical line."""
        while not isinstance(parsed, Token):
            parsed = parsed.children[0]
        start = parsed.start_pos or 0
        return start, start + len(parsed.value)

    def not_private(self, where: Parsed, what: str) -> None:
        """Where holdings are private, what is computed from them is an error when the file is read."""
        if self.names.vocabulary.private_holdings:
            self.problem(
                "illegal",
                where,
                f"In this game nobody knows what the others hold, and {what} would tell. Write a condition on what "
                "is public: size, price, bank, or what somebody did.",
                (
                    "`size of …`",
                    "`price of …`",
                    "`bank's …`",
                    "`my` shares",
                    "`my cash`",
                    "what somebody did",
                ),
            )

    # --- numbers ---

    def number(self, token: Token) -> int:
        """0 to 9,999,999, with or without $ and commas; 0 where it was a problem."""
        digits = token.value.lstrip("$").replace(",", "").lstrip("0")
        if len(digits) > MAX_DIGITS:
            self.problem(
                "illegal",
                token,
                f"Numbers have at most {MAX_DIGITS} digits. Write a smaller one.",
                ("a number up to 9999999",),
            )
            return 0
        return int(digits or "0")

    def count(self, token: Token) -> int:
        """A number of shares: at least 1."""
        number = self.number(token)
        if number == 0 and not token.value.lstrip("$").replace(",", "").strip("0"):
            self.problem(
                "illegal", token, "Shares are counted from 1. Write at least 1.", ("a number from 1",)
            )
        return number

    # --- names ---

    def tile(self, token: Token) -> str:
        """`5C`, `c5`, `5-C` as `5C`; it must be a square of the board."""
        plain = token.value.replace("-", "").upper()
        number, letter = (plain[:-1], plain[-1]) if plain[-1].isalpha() else (plain[1:], plain[0])
        column, row = int(number), ord(letter) - ord("A") + 1
        vocabulary = self.names.vocabulary
        if not (1 <= column <= vocabulary.columns and row <= vocabulary.rows):
            last = f"{vocabulary.columns}{chr(ord('A') + vocabulary.rows - 1)}"
            self.problem(
                "illegal",
                token,
                f"`{token.value}` is not on this board, which goes from 1A to {last}.",
                ("a tile of this board",),
                nearest_tile(token.value, self.names),
            )
        return f"{column}{letter}"

    def chain(self, parsed: Tree[Token], *, owned: bool = False) -> tree.ChainRef:
        """A chain by its name, its beginning, or a description; `owned`: a figure might stand in its place."""
        first = cast("Token", parsed.children[0])
        at = self.logical.at(first.start_pos or 0)
        if parsed.data == "chain":
            return tree.Named(self.chain_name(first, owned=owned), at=at)
        if parsed.data == "founded_by":
            return tree.FoundedBy(self._founder(cast("Token", parsed.children[1])), at=at)
        if parsed.data == "the_survivor":
            return tree.TheSurvivor(at=at)
        which = cast("Token", parsed.children[1]).type.lower()
        return tree.Extreme(cast("Literal['largest', 'smallest', 'cheapest', 'dearest']", which), at=at)

    def resolved(self, chain: tree.ChainChoice) -> bool:
        """Whether the name in it, if there is one, was understood."""
        return not (isinstance(chain, tree.Named) and chain.chain == UNRESOLVED)

    def chain_name(self, token: Token, *, owned: bool = False) -> str:
        """The edition's name of a chain."""
        found = self.names.chains(token.value)
        near = None if found else nearest_chain(token.value, self.names)
        figure = nearest_of(token.value, _FIGURES) if owned and near is None else None
        if len(found) == 1:
            return found[0]
        if found:
            self.problem(
                "ambiguous",
                token,
                f"`{token.value}` may be more than one chain. Write more of the name.",
                found,
            )
        elif figure is not None:
            self.problem(
                "invalid",
                token,
                f"`{_short(token.value)}` is no word of the language, and no chain of this game.",
                (*(f"`{one}`" for one in _FIGURES), *self.names.vocabulary.chains),
                figure,
            )
        else:
            self.problem(
                "invalid",
                token,
                f"There is no chain `{_short(token.value)}` in this game.",
                self.names.vocabulary.chains,
                near,
            )
        return UNRESOLVED

    def who(self, parsed: Parsed) -> tree.Who:
        """A handle as the game writes it, or `I`, `anyone`, `nobody`."""
        token = cast("Token", parsed)
        who = self.names.who(token.value)
        if who is not None:
            return who
        handles = self.names.vocabulary.handles
        if seats := self.names.seats_of(token.value):
            self.problem(
                "ambiguous",
                token,
                f"`{_short(token.value)}` plays several seats. Write which one: {' or '.join(seats)}.",
                seats,
            )
        elif handles is None:
            fault = handle_fault(token.value, self.names.vocabulary.chains)
            self.problem("invalid", token, f"`{_short(token.value)}` is no player: {fault}.", ("a player",))
        else:
            self.problem(
                "invalid",
                token,
                f"There is no player `{_short(token.value)}` in this game; names of players are written in full.",
                (*handles, "I", "anyone", "nobody"),
                nearest_player(token.value, self.names),
            )
        return UNRESOLVED

    def owner(self, parsed: Parsed) -> tree.Who:
        """Whose: `my`, a handle, or `anyone`."""
        token = cast("Token", parsed)
        if token.type == "MY":
            return tree.ME
        who = self.who(token)
        if who == tree.ME:
            start, end = self.span(token)
            owning = _OWNING.match(self.logical.text, end)
            mend = Mend(start, owning.end() if owning else end, "my")
            self.problem("invalid", token, "Your own things are `my` things.", ("`my`",), "my", mend)
        if who == tree.NOBODY:
            self.problem(
                "invalid",
                token,
                "Nobody has nothing that could be counted. Write `anyone's`: the most that any one other has.",
                ("`my`", "a player with `'s`", "`anyone's`"),
            )
        return who

    def is_other(self, who: tree.Who) -> bool:
        """Whether it is somebody else than the writer."""
        return who != tree.ME and not self.names.is_mine(who)

    def power(self, parsed: Tree[Token]) -> tree.Power:
        """A power by its number and word."""
        number, word = _number_and_word(parsed)
        right, power = POWERS[word.type]
        if number.value != right:
            self.problem(
                "invalid",
                number,
                "There is no such power.",
                tuple(f"`{one}`" for _, one in POWERS.values()),
                power,
                Mend(*self.span(number), right),
            )
        return power

    def _founder(self, token: Token) -> tree.Who:
        who = self.who(token)
        if who in {tree.ANYONE, tree.NOBODY}:
            self.problem(
                "invalid", token, f"Which chain is `the chain {who} founded`? Write a player.", ("a player",)
            )
        return who


def _number_and_word(parsed: Tree[Token]) -> tuple[Token, Token]:
    first, second = cast("list[Token]", parsed.children[:2])
    return (first, second) if first.type == "NUMBER" else (second, first)


def _short(word: str) -> str:
    """A word as a message can show it."""
    return word if len(word) <= 40 else word[:39] + "…"  # noqa: PLR2004 - what fits into a line
