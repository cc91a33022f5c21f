"""What of a text is carried out, and what is not because of its problems.

Source: ORDERS.md, "What the referee answers" (what replaces what).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orders import tree
from orders.printer import print_sections, print_standing
from referee.round.desk import InForce


@dataclass(frozen=True, slots=True)
class Taken:
    """What a text changes: the canonical decisions and standing orders (None: not touched), and requests."""

    decisions: str | None
    standing: str | None
    withdrawn: bool
    ready: bool
    resigns: bool

    @property
    def decides(self) -> bool:
        """Whether there are decisions in it."""
        return bool(self.decisions or self.standing)


def what_is_taken(
    orders: tree.Orders, sections: tuple[tree.Section, ...], earlier: InForce, *, unclear: bool
) -> tuple[Taken, list[str]]:
    """What of a text is carried out, and what is not because of its problems."""
    remarks = []
    withdrawn = said(orders, tree.Withdraw)
    if withdrawn and unclear:
        withdrawn = False
        remarks.append("Nothing is withdrawn by a text with problems.")
    decisions = print_sections(sections) if sections else None
    if decisions is not None and unclear and earlier.orders and not earlier.problems:
        decisions = None
        remarks.append("Your earlier decisions, filed without problems, stand; these do not replace them.")
    standing = orders.standing
    if standing is not None and unclear:
        standing = None
        remarks.append("A standing block is not taken from a text with problems.")
    text = None if standing is None else print_standing(standing) if standing else ""
    ready = said(orders, tree.Ready)
    if ready and unclear:
        ready = False
        remarks.append("You are not ready: say so again with the corrected orders.")
    resigns = said(orders, tree.Resign)
    if resigns and unclear:
        resigns = False
        remarks.append("Nobody resigns by a text with problems: say so again with the corrected orders.")
    return Taken(decisions, text, withdrawn, ready, resigns), remarks


def holds_orders(orders: tree.Orders) -> bool:
    """Whether anything was understood that is carried out: press, notes and the like alone are not orders."""
    carried_out = any(
        isinstance(request, tree.Ready | tree.Withdraw | tree.Resign) for request in orders.requests
    )
    decisions = any(_decides(section.items) for section in orders.sections)
    return decisions or orders.standing is not None or carried_out


def _decides(items: Sequence[tree.Item]) -> bool:
    return any(isinstance(item, tree.Line | tree.AsBefore) for item in tree.walk(items))


def said(orders: tree.Orders, kind: type[tree.Request]) -> bool:
    """Whether there is a request of that kind in a text."""
    return any(isinstance(request, kind) for request in orders.requests)
