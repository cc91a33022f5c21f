"""Who plays together: a team, or both seats of one person. Source: RULES.md, "Switches" and "Two players"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from referee.rules.events import EndReason, Seat
from referee.rules.state import State
from referee.rules.switches import Switches

SEAT_SUFFIXES: Final = ("_1", "_2")
"""What is put behind a person's handle for each of the two seats he plays."""


def seats_for(players: tuple[str, ...], switches: Switches) -> tuple[Seat, ...]:
    """The seats of some persons, in seat order: one each, or two each with `four_hands` (1 and 3, 2 and 4)."""
    if switches.two_players == "four_hands":
        return two_seats_each(players)
    return players


def two_seats_each(persons: tuple[str, ...]) -> tuple[Seat, ...]:
    """The seats of persons each of whom plays two, in seat order."""
    return tuple(person + suffix for suffix in SEAT_SUFFIXES for person in persons)


def persons_in(seats: tuple[Seat, ...]) -> tuple[str, ...] | None:
    """The persons whose `two_seats_each` some seats are, None if they are nobody's."""
    persons = tuple(seat.removesuffix(SEAT_SUFFIXES[0]) for seat in seats[: len(seats) // len(SEAT_SUFFIXES)])
    return persons if two_seats_each(persons) == seats else None


def person_of(seat: Seat, switches: Switches) -> str:
    """The handle of the person who plays a seat."""
    return seat[: -len(SEAT_SUFFIXES[0])] if switches.two_players == "four_hands" else seat


def persons_of(seats: Sequence[Seat], switches: Switches) -> dict[str, tuple[Seat, ...]]:
    """Everybody who plays, by handle, with the seats he plays: one each, or two each with `four_hands`."""
    persons: dict[str, tuple[Seat, ...]] = {}
    for seat in seats:
        person = person_of(seat, switches)
        persons[person] = (*persons.get(person, ()), seat)
    return persons


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The sides of a game, in seat order: each the seats that win together."""
    return sides_of(state.seats, state.switches)


def sides_of(seats: tuple[Seat, ...], switches: Switches) -> tuple[tuple[Seat, ...], ...]:
    """The sides that some seats make, in seat order."""
    if switches.teams or switches.two_players == "four_hands":
        return (seats[::2], seats[1::2])
    return tuple((seat,) for seat in seats)


def side_name(state: State, side: tuple[Seat, ...]) -> str | None:
    """What a side is called in a ranking: the team or the person; None where every seat is for itself."""
    if state.switches.two_players == "four_hands":
        return person_of(side[0], state.switches)
    return " + ".join(side) if state.switches.teams else None


def side_total(switches: Switches, amounts: Sequence[int]) -> int:
    """What a side has of its seats' dollars: a team's are added up, a person's are those of his richer seat."""
    return sum(amounts) if switches.teams else max(amounts)


def why_over(state: State) -> EndReason | None:
    """Why nobody is left to play on, as a `game_ended` says it; None while the game goes on."""
    return why_over_without(state.seats, state.left, state.switches)


def why_over_without(seats: tuple[Seat, ...], left: Collection[Seat], switches: Switches) -> EndReason | None:
    """Why some seats cannot play on when the holders of `left` have left; None if they can.

    With `leaver = "defaults"` one side alone that still has a member ends the game, with `substitute` only an empty
    table does.
    """
    staying = [side for side in sides_of(seats, switches) if any(seat not in left for seat in side)]
    if not staying:
        return "abandoned"
    return "one_left" if len(staying) == 1 and switches.plays_for_leavers else None
