"""A game that was begun elsewhere: from what a file says of its position to the first events of a log here.

Source: RULES.md, "Adopted games": only at the boundary of a round, the pool sealed then, the stall counters at 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from referee.errors import FaultsError, UserError
from referee.round.chance import SCHEME, Chance
from referee.round.opening import RULESET, plays_of_round
from referee.rules import events as e
from referee.rules.editions import Edition, edition_named
from referee.rules.sides import persons_in, two_seats_each
from referee.rules.switches import TWO, Switches, resolve_switches, switch_fault
from referee.written.own_edition import own_edition
from referee.written.position_checks import Asked, pool_faults, position_faults, position_notes
from referee.written.position_facts import (
    EXAMPLES,
    NEEDED,
    PositionFacts,
    facts_of,
    missing_keys,
    unknown_keys,
)

Fact = TypeVar("Fact")

FOUR_SEATS: Final = two_seats_each(("alice", "bob"))
"""How the seats of two with four hands are called."""


@dataclass(frozen=True, slots=True)
class Adoption:
    """A game to be entered: its name, its first events, and what its referee may want to look at again.

    `seed` is the one that the file gives, `has_bag` tells whether it gives the order of the tiles.
    """

    name: str
    entries: list[e.Entry]
    notes: tuple[str, ...]
    seed: str | None
    has_bag: bool


def adopt(table: Mapping[str, object], fresh_seed: str) -> Adoption:
    """The game that a table of TOML describes; `fresh_seed` is taken where the file gives none.

    `table["edition"]` is an id, a table that describes a club's own, or an Edition. Raises FaultsError with all
    faults that do not hide each other.
    """
    edition = _edition(table)
    facts, unread = facts_of(table, edition)
    persons = _persons(facts)
    misseated = list(_seat_faults(edition, facts, persons))
    misset = dict(_switch_faults(edition, facts))
    ignored: tuple[str, ...] = ()
    played, switches = edition, None
    if persons is not None and not misseated:
        usable = {name: value for name, value in facts.switches.items() if name not in misset}
        played, switches, ignored = resolve_switches(edition, persons, usable)
    asked = Asked(facts, played, switches)
    faults = [*unread, *misset.values(), *misseated, *position_faults(asked), *pool_faults(asked)]
    if faults or switches is None:
        raise FaultsError(faults)
    chance = Chance(facts.seed if facts.seed is not None else fresh_seed, facts.bag)
    return Adoption(
        _known(facts.name, "name"),
        _entries(asked, switches, ignored, chance),
        tuple(position_notes(asked)),
        facts.seed,
        facts.bag is not None,
    )


def _edition(table: Mapping[str, object]) -> Edition:
    """The edition meant. Raises FaultsError where there is none, with what can be told of the position without."""
    said = table.get("edition", "classic")
    if isinstance(said, Edition):
        return said
    try:
        if isinstance(said, dict):
            return own_edition(said)
        if isinstance(said, str):
            return edition_named(said)
        faults = [f"`edition` cannot be read. Write {EXAMPLES['edition']}."]
    except FaultsError as problem:
        faults = [f"[edition] {fault}" for fault in problem.faults]
    except UserError as problem:
        faults = [f"`edition`: {problem}"]
    raise FaultsError([*faults, *unknown_keys(table, EXAMPLES), *missing_keys(table, NEEDED, EXAMPLES)])


def _switch_faults(edition: Edition, facts: PositionFacts) -> Iterator[tuple[str, str]]:
    """The switches that cannot be set so, each with what is told of it."""
    for name, value in facts.switches.items():
        fault = switch_fault(edition, name, value)
        if fault is not None:
            yield name, f"[switches] {fault}. Correct it."


def _persons(facts: PositionFacts) -> int | None:
    """How many play, None where nobody is said to, or two with four hands have not the seats that are theirs."""
    seats = tuple(facts.players)
    if facts.switches.get("two_players") != "four_hands" or len(seats) not in {TWO, len(FOUR_SEATS)}:
        return len(seats) or None
    persons = persons_in(seats)
    return TWO if persons is not None and len(persons) == TWO else None


def _seat_faults(edition: Edition, facts: PositionFacts, persons: int | None) -> Iterator[str]:
    """Whether the edition is for as many as play."""
    fewest, most = edition.players
    if persons is None and facts.players:
        where = ", ".join(f"[players.{seat}]" for seat in FOUR_SEATS)
        yield (
            "[players.…]: with two_players = four_hands each of the two has two seats. Write them in their order, as "
            f"in {where}."
        )
    elif persons is not None and not fewest <= persons <= most:
        yield (
            f"{edition.id} is for {fewest} to {most} players, not {persons}. Write [players.…] for each of them."
        )


def _known(fact: Fact | None, key: str) -> Fact:
    """What a position without faults says. Raises ValueError where it does not: a check has been missed."""
    if fact is None:
        raise ValueError(f"a position that says no `{key}` was found to have no fault")
    return fact


def _entries(asked: Asked, switches: Switches, ignored: tuple[str, ...], chance: Chance) -> list[e.Entry]:
    """The first events of a game whose position has no fault."""
    facts, edition = asked.facts, asked.edition
    seats, order = tuple(facts.players), _known(facts.order, "order")
    number, opens = _known(facts.round, "round"), _known(facts.next, "next")
    hands = {seat: _known(player.hand, "hand") for seat, player in facts.players.items()}
    opened = e.GameOpened(
        edition=edition.as_data(),
        ruleset=RULESET,
        switches=switches.as_data(),
        ignored=ignored,
        seats=seats,
        bag_given=chance.given is not None,
        seed_given=facts.seed is not None,
    )
    players = facts.players.items()
    position = e.PositionAdopted(
        round=number - 1,
        next=opens,
        order=order,
        chains={chain: list(tiles) for chain, tiles in facts.chains.items()},
        loose=facts.loose,
        out_of_play=facts.out_of_play,
        cash={seat: _known(player.cash, "cash") for seat, player in players},
        shares={
            seat: {chain: held for chain, held in player.shares.items() if held} for seat, player in players
        },
        hands={seat: len(hand) for seat, hand in hands.items()},
        misses={seat: player.misses for seat, player in players},
        powers={seat: list(player.powers or ()) for seat, player in players},
        left=tuple(seat for seat, player in players if player.left),
        tiles_left=len(asked.pool()),
    )
    set_up = [
        opened,
        e.BagSealed(SCHEME, chance.seal()),
        e.BagKept(chance.seed, chance.given),
        position,
        *(e.HandAdopted(hand, seat=seat) for seat, hand in hands.items()),
    ]
    first = e.RoundOpened(plays_of_round(order, opens, switches), None)
    return [*(e.Entry(event) for event in set_up), e.Entry(first, round=number)]
