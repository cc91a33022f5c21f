"""The opening of a game beside what its log says of it: which switches there are, and everything decided again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import takewhile
from typing import Final

from referee.round import opening
from referee.round.adjudicate import chance_of
from referee.rules import events as e
from referee.rules.editions import EDITIONS, Edition, Variant
from referee.rules.sides import persons_in
from referee.rules.switches import TRUTH, VALUES, switch_fault
from referee.written.adopting import adopt
from referee.written.own_edition import own_edition
from referee.written.own_facts import words_of

ANY_NAME: Final = "harbour"
"""What an adopted game is called is no event of its log."""


def switch_faults(opened: e.GameOpened) -> Iterator[str]:
    """The switches of an opening that have a value which no switch has, as clauses; they may not fit the game."""
    edition, switches = Edition.from_data(opened.edition), opened.switches
    yield from (f"the switch {name} is missing" for name in VALUES if name not in switches)
    for name, value in switches.items():
        if name == "two_players" and value is None:
            continue
        if not _is_written_so(name, value):
            yield f"the switch {name} cannot be {value!r}"
        elif (fault := switch_fault(edition, name, _text(value))) is not None:
            yield fault


def _is_written_so(name: str, value: object) -> bool:
    """Whether a value is of the type with which a log has it."""
    if name == "end_size":
        return type(value) is int
    return isinstance(value, bool if set(VALUES.get(name, ())) == set(TRUTH) else str)


def _text(value: str | bool | int) -> str:  # noqa: FBT001 (a value out of a log, no flag of ours)
    """A switch's value as somebody would set it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def edition_differences(opened: e.GameOpened) -> Iterator[str]:
    """Where the edition of an opening is not the one of that name, or none that a club can have, as clauses.

    Raises UserError for what cannot be an edition.
    """
    edition = Edition.from_data(opened.edition)
    named = EDITIONS.get(edition.id)
    if named is not None and opened.switches.get("tycoon") is True:
        named = named.varied("tycoon") or named
    again = own_edition(words_of(edition)) if named is None else named
    for name in _PLAYED:
        said, has = getattr(edition, name), getattr(again, name)
        if said != has and (name != "bank_tile" or opened.switches.get("two_players") == "bank"):
            yield f"the edition {edition.id} has {name} {said}, and should have {has}"


_PLAYED: Final = tuple(one.name for one in fields(Edition) if one.name not in {"id", "title", "variants"})
"""What a game is played with of an edition."""


def opened_again(entries: Sequence[e.Entry]) -> list[e.Entry]:
    """The events of an opening as they come from its edition, switches, players and seal, up to the first round's.

    Raises UserError for what cannot be opened.
    """
    opened = next(entry.event for entry in entries if isinstance(entry.event, e.GameOpened))
    position = next((entry.event for entry in entries if isinstance(entry.event, e.PositionAdopted)), None)
    chance = chance_of(entries)
    seed = chance.seed if opened.seed_given else None
    if position is None:
        plan = opening.NewGame(
            players=_persons(opened),
            edition=_asked_for(opened),
            switches=_asked(opened),
            bag=chance.given,
            seed=seed,
        )
        again = opening.open_game(plan, chance.seed)
    else:
        given = {"seed": seed, "bag": None if chance.given is None else list(chance.given)}
        table = _position_as_told(opened, position, entries)
        table |= {key: value for key, value in given.items() if value is not None}
        again = adopt(table, chance.seed).entries
    return [_as_it_was_written(again[0], opened), *again[1:]]


def _as_it_was_written(entry: e.Entry, opened: e.GameOpened) -> e.Entry:
    """The opening with the words of the log for its edition, if they say the same."""
    event = entry.event
    if isinstance(event, e.GameOpened) and Edition.from_data(event.edition) == Edition.from_data(
        opened.edition
    ):
        return replace(entry, event=replace(event, edition=opened.edition))
    return entry


def _position_as_told(
    opened: e.GameOpened, position: e.PositionAdopted, entries: Sequence[e.Entry]
) -> dict[str, object]:
    """A position as its file says it."""
    hands = {
        entry.event.seat: list(entry.event.tiles)
        for entry in takewhile(lambda one: one.round is None, entries)
        if isinstance(entry.event, e.HandAdopted)
    }
    return {
        "name": ANY_NAME,
        "edition": _asked_for(opened),
        "switches": _asked(opened),
        "round": position.round + 1,
        "next": position.next,
        "order": list(position.order),
        "chains": position.chains,
        "loose": list(position.loose),
        "out_of_play": list(position.out_of_play),
        "players": {
            seat: {
                "cash": position.cash[seat],
                "shares": position.shares[seat],
                "hand": hands.get(seat, []),
                "misses": position.misses[seat],
                "powers": position.powers[seat],
                "left": seat in position.left,
            }
            for seat in opened.seats
        },
    }


def _persons(opened: e.GameOpened) -> tuple[str, ...]:
    """Who plays: each with one seat, or two with two each."""
    four_hands = opened.switches.get("two_players") == "four_hands"
    return (persons_in(opened.seats) if four_hands else None) or opened.seats


def _asked(opened: e.GameOpened) -> dict[str, str]:
    """The switches that give those in force, with what was asked for and did not fit."""
    in_force = {name: _text(value) for name, value in opened.switches.items() if value is not None}
    ignored = (one.partition(" = ") for one in opened.ignored)
    asked = {name: value for name, _, value in ignored}
    # those that were ignored in their order: so they are listed
    return asked | {name: value for name, value in in_force.items() if name not in asked}


def _asked_for(opened: e.GameOpened) -> Edition:
    """The edition that somebody asked for: the one played, or the one that a switch made that of."""
    played = Edition.from_data(opened.edition)
    named = EDITIONS.get(played.id)
    if opened.switches.get("tycoon") is not True or named is None or "tycoon" not in named.variants:
        return played
    variant = Variant(played.title, played.bonuses, played.players)
    return replace(played, variants={"tycoon": variant})
