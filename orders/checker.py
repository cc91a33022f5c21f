"""Notes: what is understood, and surely not meant.

A note never keeps a line from counting, and says nothing that the player does not know. A check that is in doubt
is silent: a note too many teaches players to read none. Source: ORDERS.md, "What the referee answers".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orders import (
    check_conditions,
    check_file,
    check_moment,
    check_order,
    check_position,
    check_powers,
    check_together,
)
from orders.check_base import Note, Situation, laid_out

if TYPE_CHECKING:
    from orders.check_base import Check
    from orders.reader import Reading

__all__ = ["CHECKS", "Note", "Situation", "notes"]

CHECKS: Final[tuple[Check, ...]] = (
    check_file.without_round,
    check_file.not_read,
    check_file.ready_alone,
    check_file.after_wrapped,
    check_file.empty_block,
    check_file.by_the_die,
    check_file.over_limit,
    check_order.never_reached,
    check_order.after_any,
    check_order.branch_never_reached,
    check_together.alternatives,
    check_together.unordered_rest,
    check_conditions.same_for_ever,
    check_conditions.contradictions,
    check_conditions.against_itself,
    check_moment.not_yet,
    check_moment.first_turn_uncovered,
    check_moment.one_play,
    check_position.tile_not_there,
    check_position.safe_chain,
    check_position.sold_out,
    check_powers.spent_power,
    check_powers.over_power,
    check_powers.one_power,
)
"""Every class of notes; of each, what it tells stands in its docstring."""


def notes(reading: Reading, situation: Situation | None) -> tuple[Note, ...]:
    """All notes on a file, in the order of its lines; without a situation those that need no position."""
    file = laid_out(reading, situation)
    found = dict.fromkeys(note for check in CHECKS for note in check(file))
    return tuple(sorted(found, key=lambda note: note.line))
