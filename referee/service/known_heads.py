"""Whose heads they are that reports state: a game may have had another name when a report of it was sent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import TypeAlias

from referee.db.links import Head
from referee.db.witnesses import games_through, missed_by
from referee.errors import UserError
from referee.service.game_log import Work
from referee.service.report_heads import Heads

Inspect: TypeAlias = Callable[[], AbstractContextManager[Work]]


def settled(stated: Heads, games: Collection[str], inspect: Inspect) -> Heads:
    """The heads by what their games, which are those of a database, are called there.

    A head is of the game that is called as stated, if its log goes through it; else of another one whose log does. Of
    no log it stays where it is stated; or, if there is no game of that name, where other heads under it belong.
    """
    names = {name.casefold(): name for name in games}
    found = Heads(None if stated.is_typed else stated.where)
    for said in stated.games:
        heads = stated.of(said)
        elsewhere = _elsewhere(names.get(said), heads, inspect)
        moved_to = set(elsewhere.values())
        own = next(iter(moved_to)) if said not in names and len(moved_to) == 1 else said
        for head in heads:
            found.put(elsewhere.get(head, own), head, said=said)
    return found


def must_have_heads(stated: Heads, found: Heads, games: Iterable[str]) -> None:
    """Refuse to verify games by `stated` heads if there is none among them (`found`) of one."""
    without = [name for name in games if not found.of(name)]
    if stated.games and without:
        others = ", ".join(sorted(found.games))
        raise UserError(
            f"{stated.where} states no head of {', '.join(without)}, but of {others}. Nothing was verified: take a "
            "report of that game, or say the other name."
        )


def _elsewhere(game: str | None, heads: Collection[Head], inspect: Inspect) -> Mapping[Head, str]:
    """Of some heads, which `game` should have, those that only another game has, with its name.

    Its log must hold: else whoever writes a log anew could put the true hashes among the records of any other game,
    and the heads would no longer be asked of the one that they speak of. No two games have the same id, so that two
    logs that hold have no record in common.
    """
    try:
        with inspect() as work:
            missed = set(heads) if game is None else missed_by(work.unit, game, heads)
            through = {head: games_through(work.unit, head) for head in missed}
            others = dict.fromkeys(name for names in through.values() for name in names)
            sound = {name for name in others if not work.unit.verify(name)}
    except UserError:  # what cannot be read is told of when the game is verified
        return {}
    return {head: name for head, names in through.items() for name in names if name in sound}
