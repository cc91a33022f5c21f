"""Games of every edition, number of players and switch: which there are to play, so that every two values meet.

Source of what fits what: RULES.md, "Editions" and "Switches".
"""

from __future__ import annotations

from functools import cache
from itertools import product

from games_of_chance import HANDLES
from pairwise import Row, covering_rows, feasible_pairs

from referee.round.opening import NewGame
from referee.rules.editions import EDITIONS, edition_named
from referee.rules.switches import VALUES, resolve_switches

OWN_END, NOT_FOR_TWO = "the edition's", "not for two"
"""What stands in a row where a switch is not set: the end size of the edition, and `two_players` with more."""

FACTORS = {
    "edition": tuple(EDITIONS),
    "players": ("2", "3", "4", "5", "6"),
    **VALUES,
    "end_size": (OWN_END, "31"),
    "two_players": (NOT_FOR_TWO, *VALUES["two_players"]),
}
BOUND = ("edition", "players", "tycoon", "two_players", "teams", "order_of_play", "sole_holder")
"""The factors of which some values exclude some of another; every other goes with everything."""

FREE = {name: values for name, values in FACTORS.items() if name not in BOUND}


@cache
def bound_rows() -> list[Row]:
    """Every way to set the factors that depend on each other of which nothing is refused or ignored."""
    rows = (dict(zip(BOUND, values, strict=True)) for values in product(*map(FACTORS.__getitem__, BOUND)))
    return [row for row in rows if _fits(row)]


@cache
def rows() -> list[Row]:
    """The games to play, one a row."""
    return covering_rows(bound_rows(), FREE)


def pairs_to_cover():
    """Every two values that can meet in a game."""
    return feasible_pairs(bound_rows(), FREE)


def plan_of(row: Row) -> NewGame:
    """The game that a row describes."""
    unset = (OWN_END, NOT_FOR_TWO)
    switches = {
        name: value
        for name, value in row.items()
        if name not in ("edition", "players") and value not in unset
    }
    return NewGame(HANDLES[: int(row["players"])], row["edition"], switches)


def _fits(row: Row) -> bool:
    plan, count = plan_of(row), int(row["players"])
    edition, _, ignored = resolve_switches(edition_named(plan.edition), count, plan.switches)
    fewest, most = edition.players
    is_set = "two_players" in plan.switches
    return fewest <= count <= most and not ignored and is_set == (count == len("12"))
