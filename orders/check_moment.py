"""Notes about when a line is read: events that cannot have happened by then, and plays that there are not.

Source: ORDERS.md, "Moments" and "What the referee answers" (notes).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from orders import tree
from orders.check_base import TURNS, Note, OwnTurn, nodes
from orders.print_words import chain_text, fact_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from orders.check_base import File, Place, Situation

_TWO: Final = 2

_BEFORE_OWN_TILE: Final = (tree.TileOrder,)
_BEFORE_OWN_MERGER: Final = (tree.TileOrder, tree.FoundOrder, tree.SurvivorOrder, tree.SettleOrder)
_BEFORE_OWN_PURCHASE: Final = (*_BEFORE_OWN_MERGER, tree.BuyOrder)


def not_yet(file: File) -> Iterator[Note]:
    """`not-yet`: an event that cannot have happened when the line is read, because its turn comes later."""
    situation = file.situation
    if situation is None or len(situation.plays) < len(situation.seats):
        return  # in rounds of one play an event may be of the round before
    for said in _said(file):
        for node in nodes(said.words):
            if all(_is_later(node, place, situation) for place in said.places):
                yield Note(_row(node, said), "not-yet", _why(node, situation))


_Reads: TypeAlias = "dict[tuple[tree.Turn, type[tree.Decision]], Place]"
"""For which decisions something is read: one for each turn and kind, since these say when it is read."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A condition or decision, and the decisions for which it is read."""

    words: tree.Node
    places: tuple[Place, ...]


def _said(file: File) -> Iterator[_Said]:
    """What is read in the player's own plays alone."""
    reads: dict[tuple[tree.At, int], _Reads] = {}
    elsewhere = {step for _, path in file.press for step in path}
    here = {place.number for place, _ in file.of_this_position()}
    for place in file.places:
        if place.number in here and isinstance(place.decision, OwnTurn):
            yield _Said(place.decision, (place,))
            if place.line.guard is not None:
                yield _Said(place.line.guard.condition, (place,))
            for step in place.path:
                reads.setdefault(step, {})[place.turn, type(place.decision)] = place
        else:
            elsewhere.update(place.path)
    for block, conditions in file.conditions.items():
        below: _Reads = {}
        for number in range(len(conditions), -1, -1):  # the last of them for an `else`
            if (block, number) in elsewhere:
                break  # whatever stands above is read for that too
            below |= reads.get((block, number), {})
            if below and number < len(conditions):
                yield _Said(conditions[number], tuple(below.values()))


def _is_later(node: tree.Node, place: Place, situation: Situation) -> bool:
    """Whether what the words tell can only happen after the line is read for the last time."""
    plays = _plays_of(place, situation)
    if not plays:
        return False  # told by `one-play`
    before = set(situation.plays[: plays[-1]])
    match node:
        case tree.Founded(who=who) | tree.FoundedBy(who=who):
            return _cannot_have(who, before, place, situation, _BEFORE_OWN_MERGER)
        case tree.Merged(who=who):
            return _cannot_have(who, before, place, situation, _BEFORE_OWN_MERGER)
        case tree.Played(who=who):
            return _cannot_have(who, before, place, situation, _BEFORE_OWN_TILE)
        case tree.Dealt(verb="bought", who=who):
            return _cannot_have(who, before, place, situation, _BEFORE_OWN_PURCHASE)
        case tree.Missed(who=who) | tree.UsedPower(who=who):
            return who in situation.seats and who != situation.me and who not in before
        case tree.WasFounded() | tree.WasTakenOver():
            return not before and isinstance(place.decision, _BEFORE_OWN_MERGER)
        case _:
            return False


def _cannot_have(
    who: tree.Who,
    before: set[str],
    place: Place,
    situation: Situation,
    comes_first: tuple[type[tree.Decision], ...],
) -> bool:
    """Whether none of those meant has played before; of the own play, `comes_first` is decided before the event."""
    if who == tree.NOBODY:
        return False
    if who == tree.ANYONE:
        return not before and isinstance(place.decision, comes_first)
    if who in (tree.ME, situation.me):
        return situation.me not in before and isinstance(place.decision, comes_first)
    return who in situation.seats and who not in before


def _plays_of(place: Place, situation: Situation) -> Sequence[int]:
    """The own plays in which the line counts."""
    own = situation.own_plays
    if place.turn == "all":
        return own
    return own[:1] if place.turn == "first" else own[1:]


def _row(node: tree.Node, said: _Said) -> int:
    return node.at.line or said.places[0].row


def _why(node: tree.Node, situation: Situation) -> str:
    who = getattr(node, "who", tree.ANYONE)
    if isinstance(node, tree.FoundedBy):
        words = chain_text(node)
        result = "there can be no such chain yet when this is read"
    else:
        words = fact_text(cast("tree.AnyFact", node))
        negated = isinstance(node, tree.Fact) and node.negated
        result = "it always holds when this is read" if negated else "it cannot be true yet when this is read"
    if who in (tree.ME, situation.me):
        reason = "you decide this before it can happen"
    elif who == tree.ANYONE:
        reason = "nobody plays before you"
    else:
        reason = f"{who} plays after you"
    return (
        f"`{words}`: {result}, for {reason} (the plays of round {situation.round}: "
        f"{', '.join(situation.plays)}). Ask for something that you can see by then, or leave it out."
    )


def first_turn_uncovered(file: File) -> Iterator[Note]:
    """`first-turn-uncovered`, `second-turn-uncovered`: headings are used, and a play has no `tile` line."""
    situation = file.situation
    headed = [section for section in file.orders.sections if section.turn != "all"]
    if not headed or file.as_before or file.seats() != (None,):
        return
    if situation is None:
        turns = [TURNS[0]] if all(section.turn == "second" for section in file.orders.sections) else []
    else:
        turns = list(TURNS[: len(situation.own_plays)])
    kept = situation.standing if situation is not None and file.orders.standing is None else ()
    if any(isinstance(node, tree.TileOrder) for item in kept for node in nodes(item)):
        return
    for turn in turns:
        if any(isinstance(place.decision, tree.TileOrder) for place in file.views[None, turn]):
            continue
        yield Note(
            headed[0].at.line,
            f"{turn}-turn-uncovered",
            f"No `tile` line counts in your {turn} play: the die chooses the tile. Write one below `{turn} turn`, or "
            "below `all turns` for both.",
        )


def one_play(file: File) -> Iterator[Note]:
    """`one-play`: lines for a second play of somebody who has only one in this round."""
    for place, situation in file.of_this_position():
        only_play = len(situation.plays) == 1  # nothing comes after it in its round, nobody's merger either
        asked_there = only_play or isinstance(place.decision, OwnTurn)
        if place.turn == "second" and asked_there and len(situation.own_plays) == 1:
            yield Note(
                place.row,
                "one-play",
                f"You have one play in round {situation.round}, and below `second turn` stands what counts after it: "
                "this line is never asked for. Write it below `first turn`, or above all headings.",
            )
            return
