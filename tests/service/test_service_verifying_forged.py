"""A record that is slipped into a log, well sealed: `verify` or `verify --audit` finds it, whatever it is, wherever.

Each kind of event is put into every place of a sample: all of the set-up, all of a round, and all of the end, of an
ordinary game and of one with the bank, all powers, and seats that are left and filled.
"""

from __future__ import annotations

import pytest
from forged_logs import FORGED, ORDINARY, RICH, found_in, log_of, up_to_round

from referee.rules import events as e

TOLD = {"orders_filed", "orders_withdrawn", "ruling_made"}
"""What a referee writes down as it comes, in a round that nobody has played in: only what comes of it is decided.

Press too is what somebody has said; it stands where a round closes.
"""


def places_of_round(entries, number):
    return [place for place, entry in enumerate(entries) if entry.round == number]


def is_open(entries, place):
    """Whether a record that is put there stands in a round that nobody has played in."""
    for entry in reversed(entries[:place]):
        if isinstance(entry.event, e.RoundOpened):
            return True
        if entry.play is not None or isinstance(entry.event, e.RoundClosed):
            return False
    return False


def with_forged(entries, place, event):
    """The log with an event put there, once of the play that it stands in and once of none."""
    before = entries[place - 1]
    following = entries[place] if place < len(entries) else before
    plays = {None, before.play, following.play}
    if is_open(entries, place):
        plays.add(1)
    for play in sorted(plays, key=str):
        forged = e.Entry(
            event, before.round if event.KIND != "round_opened" else (before.round or 0) + 1, play
        )
        yield play, [*entries[:place], forged, *entries[place:]]


def missed(entries, places, event):
    """Where a forged event was not found."""
    return [
        (place, play)
        for place in places
        for play, forged in with_forged(entries, place, event)
        if not (play is None and is_told(entries, place, event)) and not found_in(forged)
    ]


def is_told(entries, place, event):
    """Whether that is what a referee may have been told there, and nothing was decided by it yet."""
    if isinstance(event, e.SeatLeft) and place == len(entries):
        return is_open(entries, place)
    if isinstance(event, e.PressPublished):
        return place < len(entries) and isinstance(entries[place].event, e.RoundClosed)
    return event.KIND in TOLD and is_open(entries, place)


def test_there_is_a_forged_event_of_every_kind_and_the_logs_hold_without():
    assert set(FORGED) == set(e.KINDS)
    assert {kind for kind, event in FORGED.items() if kind != event.KIND} == set()
    for name in (ORDINARY, RICH):
        assert found_in(up_to_round(log_of(name), 3)) == []


@pytest.mark.parametrize("kind", FORGED)
@pytest.mark.parametrize("name", [ORDINARY, RICH])
def test_a_forged_record_in_the_set_up_and_in_the_first_rounds_is_found(name, kind):
    entries = up_to_round(log_of(name), 3)
    first, second = places_of_round(entries, 1), places_of_round(entries, 2)
    assert missed(entries, [*range(1, first[0] + 1), *first[1::5], *second, len(entries)], FORGED[kind]) == []


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_record_where_a_seat_was_left_and_filled_is_found(kind):
    entries = up_to_round(log_of(RICH), 8)
    changes = (e.SeatLeft, e.SeatFilled, e.HandAdopted)
    around = [
        near
        for place, entry in enumerate(entries)
        if entry.round and isinstance(entry.event, changes)
        for near in (place, place + 1)
    ]
    assert len(around) == 6
    assert missed(entries, sorted(set(around)), FORGED[kind]) == []


@pytest.mark.parametrize("kind", FORGED)
@pytest.mark.parametrize("name", [ORDINARY, RICH])
def test_a_forged_record_in_the_reckoning_or_after_the_end_is_found(name, kind):
    entries = list(log_of(name))
    places = [place for place in places_of_round(entries, entries[-1].round) if entries[place].play is None]
    reckoning = [
        place for place in places if not isinstance(entries[place].event, e.OrdersFiled | e.RoundOpened)
    ]
    assert missed(entries, [*reckoning, len(entries)], FORGED[kind]) == []


@pytest.mark.parametrize("name", [ORDINARY, RICH])
def test_a_record_that_is_left_out_is_found_whatever_its_kind(name):
    whole = log_of(name)
    unnoticed = []
    for kind in e.KINDS.keys() - TOLD:
        place = next((place for place, one in enumerate(whole) if kind == one.event.KIND), None)
        if place is not None:
            number = whole[place].round or 1
            entries = up_to_round(whole, number + 1) if number < whole[-1].round else list(whole)
            unnoticed += [] if found_in([*entries[:place], *entries[place + 1 :]]) else [kind]
    assert unnoticed == []
