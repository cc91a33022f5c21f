"""Notes about lines that are in each other's way.

Source: ORDERS.md, "The one rule" and "What the referee answers" (notes).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from orders import tree
from orders.check_base import MOST_COMPARED, TURNS, Note, OwnTurn, chains_in, conjuncts, tiles_in, to_be_had
from orders.check_logic import implies
from orders.print_words import condition_text
from orders.printer import line_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from orders.check_base import File, Place, Situation


@dataclass(frozen=True, slots=True)
class _Beaten:
    """A line and what stands in its way."""

    place: Place
    by: Place
    surely: bool


def never_reached(file: File) -> Iterator[Note]:
    """`never-reached`: whenever the line could answer, one above it answers; `duplicate`: with the same words."""
    for beaten in _beaten(file):
        place, by = beaten.place, beaten.by
        if beaten.surely and place.line == by.line:
            yield Note(
                place.row,
                "duplicate",
                f"Line {by.row} says the same, so this line never counts. Take one of them out.",
            )
        elif beaten.surely:
            yield Note(
                place.row,
                "never-reached",
                f"This line is never reached: whenever it could count, line {by.row} (`{_short(by)}`) has answered "
                f"already. Write it above line {by.row}, or take it out.",
            )
        else:
            nothing = "buys nothing" if isinstance(by.decision, tree.BuyOrder) else "cannot be played"
            yield Note(
                place.row,
                "never-reached",
                f"Line {by.row} (`{_short(by)}`) has no condition and comes first: this line is reached only if it "
                f"{nothing}. If this line is the exception, write it above line {by.row}.",
            )


def _beaten(file: File) -> Iterator[_Beaten]:
    """Lines that are beaten in every turn in which they could count, in the order of the text."""
    found: dict[int, dict[tuple[str | None, tree.Turn], _Beaten]] = {}
    for (seat, turn), view in file.views.items():
        beaten_here = [*_beaten_in(file, view), *(_beaten_by_tiles(file, view) if turn == "first" else ())]
        for beaten in beaten_here:
            found.setdefault(beaten.place.number, {}).setdefault((seat, turn), beaten)
    for number in sorted(found):
        place = file.places[number]
        seats = file.seats() if place.seat is None else (place.seat,)
        if all((seat, turn) in found[number] for seat in seats for turn in _turns_of(place, file.situation)):
            yield next(iter(found[number].values()))


def _turns_of(place: Place, situation: Situation | None) -> tuple[tree.Turn, ...]:
    """The turns in which the line may be asked."""
    if place.turn != "all":
        return (place.turn,)
    only_one = situation is not None and len(situation.own_plays) == 1
    if only_one and not place.standing and isinstance(place.decision, OwnTurn):
        return ("first",)
    return TURNS


def _beaten_in(file: File, view: Sequence[Place]) -> Iterator[_Beaten]:
    above: dict[type[tree.Decision], list[Place]] = {}
    for place in view:
        uppers = above.setdefault(type(place.decision), [])
        answering = [upper for upper in uppers if _answers(upper, place)]
        by = next((upper for upper in answering if _comes_first(upper, place)), None)
        by = by or _whichever_branch(file, answering, place)
        if by is not None:
            yield _Beaten(place, by, surely=True)
            continue  # what beats this one beats all that it would beat
        exception = next((upper for upper in uppers if _hides_exception(file, upper, place)), None)
        if exception is not None:
            yield _Beaten(place, exception, surely=False)
        if len(uppers) < MOST_COMPARED:
            uppers.append(place)


def _comes_first(upper: Place, place: Place) -> bool:
    """Whether the upper line counts whenever the lower one does."""
    return (
        upper.standing == place.standing
        and place.path[: len(upper.path)] == upper.path
        and all(implies(place.guards, guard) for guard in upper.guards)
    )


def _whichever_branch(file: File, answering: Sequence[Place], place: Place) -> Place | None:
    """The first of the lines of a block above with an `else`, if each of its branches has one that answers."""
    branches: dict[tree.At, dict[int, Place]] = {}
    for upper in answering:
        if upper.path and not upper.guards and upper.standing == place.standing:
            *around, (block, number) = upper.path
            depth = len(around)
            if place.path[:depth] == tuple(around) and block not in (at for at, _ in place.path[depth:]):
                branches.setdefault(block, {}).setdefault(number, upper)
    for block, answers in branches.items():
        if block in file.with_else and len(answers) == len(file.conditions[block]) + 1:
            return answers[min(answers)]
    return None


def _answers(upper: Place, place: Place) -> bool:
    """Whether the upper decision answers in every case in which the lower one could."""
    match upper.decision, place.decision:
        case tree.BuyOrder() as over, tree.BuyOrder() as under:
            return _buys(over, under)
        case tree.TileOrder() as over, tree.TileOrder() as under:
            return tree.AnyTile() in over.entries or set(under.entries) <= set(over.entries)
        case tree.MergerOrder() as over, tree.MergerOrder() as under:
            return _leaves_nothing(over) and _is_about(over, under)
        case tree.FoundOrder() as over, tree.FoundOrder() as under:
            return _prefers(over.chains, under.chains)
        case tree.SurvivorOrder() as over, tree.SurvivorOrder() as under:
            return _prefers(over.chains, under.chains)
        case tree.SettleOrder() as over, tree.SettleOrder() as under:
            return _prefers(over.chains, under.chains)
        case tree.EndOrder(), tree.EndOrder():
            return True
        case over, under:
            return over == under


def _buys(over: tree.BuyOrder, under: tree.BuyOrder) -> bool:
    if not over.lots or over == under:
        return True
    if not under.lots or over.exactly or over.leaving > under.leaving:
        return False
    plain = {lot.chain for lot in over.lots if isinstance(lot, tree.Lot)}
    return all(lot.chain in plain for lot in under.lots)


def _prefers(over: Sequence[tree.ChainChoice], under: Sequence[tree.ChainChoice]) -> bool:
    return tree.AnyChain() in over or set(under) <= set(over)


def _leaves_nothing(order: tree.MergerOrder) -> bool:
    """Shares can be traded only as far as the bank goes, and in pairs; sold and kept without limit."""
    return any(step.action != "trade" and step.amount in ("all", "rest") for step in order.steps)


def _is_about(over: tree.MergerOrder, under: tree.MergerOrder) -> bool:
    defunct = isinstance(over.defunct, tree.AnyChain) or over.defunct == under.defunct
    return defunct and (over.into in (None, tree.AnyChain()) or over.into == under.into)


# --- an exception below its rule -------------------------------------------------------------------------


def _hides_exception(file: File, upper: Place, place: Place) -> bool:
    """Whether a purchase without condition stands above one with: surely the lower was to come first.

    Unless it may be meant as a fallback: the upper chains cannot be had now, or the condition speaks of them.
    """
    over, under = upper.decision, place.decision
    if not isinstance(over, tree.BuyOrder) or not isinstance(under, tree.BuyOrder):
        return False
    if over.exactly or over.leaving or not under.lots or not all(_is_plain(lot) for lot in over.lots):
        return False
    conditions = _exception_to(file, upper, place)
    mine = chains_in(over)
    if not conditions or any(_asks_for_supply(one, mine | chains_in(under)) for one in conditions):
        return False
    if mine & {chain for one in conditions for chain in chains_in(one)}:
        return False
    situation = file.situation
    return situation is None or place.standing or any(to_be_had(chain, situation) for chain in mine)


def _exception_to(file: File, upper: Place, place: Place) -> list[tree.Condition]:
    """The conditions that the lower line has and the upper, which has none of its own, has not."""
    depth = len(upper.path)
    if upper.guards or upper.standing != place.standing or place.path[:depth] != upper.path:
        return []
    return [*file.conditions_around(place, depth), *place.guards]


def _is_plain(lot: tree.Lot | tree.EnoughLot) -> bool:
    return isinstance(lot, tree.Lot) and isinstance(lot.chain, tree.Named)


def _asks_for_supply(condition: tree.Condition, chains: set[str]) -> bool:
    """Whether it only asks if there is anything to be bought, or anything left."""
    match condition:
        case tree.ChainIs(state="active") | tree.Compare():
            is_bank = isinstance(condition, tree.ChainIs) or _is_of_bank(condition)
            return is_bank and chains_in(condition) <= chains
        case tree.WasTakenOver() | tree.Merged():
            return True
        case _:
            return False


def _is_of_bank(compare: tree.Compare) -> bool:
    terms = [term for _, term in (*compare.left.parts, *compare.right.parts)]
    figures = [term for term in terms if isinstance(term, tree.ChainFigure)]
    return bool(figures) and all(term.what == "bank" for term in figures)


def _beaten_by_tiles(file: File, view: Sequence[Place]) -> Iterator[_Beaten]:
    """Lines with a condition below a tile in the hand, playable now, that is ordered without one."""
    situation = file.situation
    if situation is None or file.seats() != (None,):
        return
    there = set(situation.hand) - situation.unplayable
    certain: list[Place] = []
    for place in view:
        order = place.decision
        if not isinstance(order, tree.TileOrder) or place.standing:
            continue
        for upper in certain:
            conditions = _exception_to(file, upper, place)
            if conditions and not tiles_in(upper.decision) & {
                tile for one in conditions for tile in tiles_in(one)
            }:
                yield _Beaten(place, upper, surely=False)
                break
        if len(certain) < MOST_COMPARED and tiles_in(order) & there:
            certain.append(place)


# --- within a line ---------------------------------------------------------------------------------------


def after_any(file: File) -> Iterator[Note]:
    """`never-reached`: what stands in a line behind something that always answers."""
    for place in file.places:
        decision = place.decision
        match decision:
            case tree.TileOrder():
                always, rest = "any", _behind(decision.entries, tree.AnyTile())
            case tree.FoundOrder() | tree.SurvivorOrder() | tree.SettleOrder():
                always, rest = "any", _behind(decision.chains, tree.AnyChain())
            case tree.MergerOrder():
                always, rest = _behind_all(decision)
            case _:
                continue
        if rest:
            does = "takes all the shares" if isinstance(decision, tree.MergerOrder) else "means the die"
            yield Note(
                place.row,
                "never-reached",
                f"`{always}` {does}, so what follows it in this line never counts. Write `{always}` last, or leave "
                "out one of them.",
            )


def _behind(entries: Sequence[tree.Node], any_: tree.Node) -> bool:
    return any_ in entries[:-1]


def _behind_all(order: tree.MergerOrder) -> tuple[str, bool]:
    for step in order.steps[:-1]:
        if step.action != "trade" and step.amount in ("all", "rest"):
            return f"{step.action} {step.amount}", True
    return "", False


def branch_never_reached(file: File) -> Iterator[Note]:
    """`never-reached`: an `else if` whose condition holds only where one above it holds already."""
    for place in file.blocks:
        above: list[tree.Branch] = []
        for branch in place.block.branches:
            if branch.condition is None:
                continue
            given = conjuncts(branch.condition)
            by = next((one for one in above if one.condition and implies(given, one.condition)), None)
            if by is not None and by.condition is not None:
                yield Note(
                    branch.at.line,
                    "never-reached",
                    f"This branch is never reached: whenever its condition holds, so does the one in line "
                    f"{by.at.line} (`{condition_text(by.condition)}`), which comes first. Write the narrower "
                    "condition above the wider one.",
                )
            if len(above) < MOST_COMPARED:
                above.append(branch)


def _short(place: Place) -> str:
    text = line_text(place.line)
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004 - what a line of an answer holds
