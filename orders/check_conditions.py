"""Notes about conditions that decide nothing.

Source: ORDERS.md, "Conditions" and "What the referee answers" (notes).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orders import tree
from orders.check_base import Note, conjuncts, nodes
from orders.check_logic import constant, contradiction
from orders.print_words import condition_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from orders.check_base import File


def _conditions(file: File) -> Iterator[tuple[int, tree.Condition, bool]]:
    """Every condition with its line, and whether it is one of standing orders."""
    for place in file.places:
        if place.line.guard is not None:
            yield place.row, place.line.guard.condition, place.standing
    for block in file.blocks:
        for branch in block.block.branches:
            if branch.condition is not None:
                yield branch.at.line, branch.condition, block.standing


def same_for_ever(file: File) -> Iterator[Note]:
    """`always-true`, `never-true`: a comparison that no position can change."""
    for row, condition, standing in _conditions(file):
        for node in nodes(condition):
            if not isinstance(node, tree.Compare):
                continue
            holds = constant(node, None if standing else file.situation)
            if holds is None:
                continue
            kind, how = ("always-true", "always") if holds else ("never-true", "never")
            yield Note(
                node.at.line or row,
                kind,
                f"`{condition_text(node)}` {how} holds, whatever happens. Leave it out, or correct the number.",
            )


def contradictions(file: File) -> Iterator[Note]:
    """`contradiction`: two conditions joined by `and` that can never hold together."""
    for row, condition, _ in _conditions(file):
        for node in nodes(condition):
            clash = contradiction(node.conditions) if isinstance(node, tree.And) else None
            if clash is not None:
                one, other = (condition_text(part) for part in clash)
                yield Note(
                    node.at.line or row,
                    "contradiction",
                    f"`{one}` and `{other}` can never hold together. Correct one of them, or write `or`.",
                )


def against_itself(file: File) -> Iterator[Note]:
    """`contradiction`: a line that counts only where it cannot be carried out."""
    for place in file.places:
        facts = set().union(*(conjuncts(guard) for guard in place.guards))
        match place.decision:
            case tree.BuyOrder(lots=lots) if lots:
                wrong = [_off_board(lot.chain) for lot in lots]
                why = "shares can be bought only of a chain that is on the board"
            case tree.FoundOrder(chains=chains):
                wrong = [_on_board(chain) for chain in chains]
                why = "only a chain that is not on the board can be founded"
            case tree.TileOrder(entries=entries):
                wrong = [_not_to_be_laid(entry) for entry in entries]
                why = "it can be placed only from your hand"
            case _:
                continue
        if all(facts & denied for denied in wrong):
            yield Note(
                place.row,
                "contradiction",
                f"This line can never be carried out: {why}, and its condition asks for the opposite. Turn the "
                "condition round.",
            )


def _off_board(chain: tree.ChainRef) -> set[tree.Condition]:
    active = tree.ChainIs(chain, "active")
    return {tree.Not(active), tree.ChainIs(chain, "active", negated=True)}


def _on_board(chain: tree.ChainChoice) -> set[tree.Condition]:
    return set() if isinstance(chain, tree.AnyChain) else {tree.ChainIs(chain, "active")}


def _not_to_be_laid(entry: tree.TheTile | tree.AnyTile) -> set[tree.Condition]:
    if isinstance(entry, tree.AnyTile):
        return set()
    return {
        tree.OnBoard(entry.tile),
        tree.Not(tree.Holds(entry.tile)),
        tree.Holds(entry.tile, negated=True),
        tree.Not(tree.Playable(entry.tile)),
        tree.Playable(entry.tile, negated=True),
    }
