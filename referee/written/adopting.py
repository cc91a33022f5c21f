"""A game that was begun elsewhere: from what a file says of its position to the first events of a log here.

Source: RULES.md, "Adopted games": only at the boundary of a round, the pool sealed then, the stall counters at 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.errors import FaultsError, UserError
from referee.round.chance import SCHEME, Chance
from referee.round.opening import RULESET, plays_of_round
from referee.rules import events as e
from referee.rules.editions import Edition, edition_named
from referee.rules.sides import HANDS
from referee.rules.switches import TWO, SwitchError, Switches, resolve_switches
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
    faults: list[str] = []
    edition = _edition(table.get("edition", "classic"), faults)
    if edition is None:
        faults += [*unknown_keys(table, EXAMPLES), *missing_keys(table, NEEDED, EXAMPLES)]
        raise FaultsError(faults)
    facts, unread = facts_of(table, edition)
    played, switches, ignored = _switches(edition, facts, unread)
    asked = Asked(facts, played, switches)
    faults = [*unread, *position_faults(asked)]
    if not faults:
        faults += pool_faults(asked)
    if faults or switches is None:
        raise FaultsError(faults)
    chance = Chance(facts.seed if facts.seed is not None else fresh_seed, facts.bag)
    entries = _entries(asked, switches, ignored, chance)
    return Adoption(
        facts.name or "", entries, tuple(position_notes(asked)), facts.seed, facts.bag is not None
    )


def _edition(said: object, faults: list[str]) -> Edition | None:
    """The edition meant; None, and why in `faults`, where there is none."""
    if isinstance(said, Edition):
        return said
    try:
        if isinstance(said, dict):
            return own_edition(said)
        if isinstance(said, str):
            return edition_named(said)
        faults.append(f"`edition` cannot be read. Write {EXAMPLES['edition']}.")
    except FaultsError as problem:
        faults += [f"[edition] {fault}" for fault in problem.faults]
    except UserError as problem:
        faults.append(f"`edition`: {problem}")
    return None


def _switches(
    edition: Edition, facts: PositionFacts, faults: list[str]
) -> tuple[Edition, Switches | None, tuple[str, ...]]:
    """The edition as it is played, the switches in force (None: they cannot be told), and those that do not fit."""
    usable = {}
    for name, value in facts.switches.items():
        try:
            resolve_switches(edition, len(facts.players), {name: value})
        except SwitchError as problem:
            faults.append(f"[switches] {problem}. Correct it.")
        else:
            usable[name] = value
    if not facts.players:
        return edition, None, ()
    seats = tuple(facts.players)
    persons = len(seats)
    if facts.switches.get("two_players") == "four_hands" and len(seats) in {TWO, TWO * len(HANDS)}:
        names = _two_with_four_hands(seats)
        if names is None:
            faults.append(
                "[players.…]: with two_players = four_hands each of the two has two seats. Write them in their "
                "order, as in [players.alice_1], [players.bob_1], [players.alice_2], [players.bob_2]."
            )
            return edition, None, ()
        persons = len(names)
    fewest, most = edition.players
    if not fewest <= persons <= most:
        faults.append(
            f"{edition.id} is for {fewest} to {most} players, not {persons}. Write [players.…] for each of them."
        )
        return edition, None, ()
    return resolve_switches(edition, persons, usable)


def _two_with_four_hands(seats: tuple[e.Seat, ...]) -> tuple[str, ...] | None:
    """The handles of the two persons who have these four seats, None if nobody has."""
    persons = tuple(seat.removesuffix(HANDS[0]) for seat in seats[:TWO])
    return persons if tuple(person + hand for hand in HANDS for person in persons) == seats else None


def _entries(asked: Asked, switches: Switches, ignored: tuple[str, ...], chance: Chance) -> list[e.Entry]:
    """The first events of a game whose position has no fault."""
    facts, edition = asked.facts, asked.edition
    seats, number, opens = tuple(facts.players), facts.round or 1, facts.next or ""
    order = facts.order or ()
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
        cash={seat: player.cash or 0 for seat, player in players},
        shares={
            seat: {chain: held for chain, held in player.shares.items() if held} for seat, player in players
        },
        hands={seat: len(player.hand or ()) for seat, player in players},
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
        *(e.HandAdopted(player.hand or (), seat=seat) for seat, player in players),
    ]
    first = e.RoundOpened(plays_of_round(order, opens, switches), None)
    return [*(e.Entry(event) for event in set_up), e.Entry(first, round=number)]
