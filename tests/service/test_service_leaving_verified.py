"""Verifying finds seats that changed hands otherwise than they can."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seats_referee import SUBSTITUTE, Referee
from service_helpers import PLAYERS, open_harbours

from referee.round.adjudicate import leave
from referee.round.views import view_of
from referee.rules import events as e
from referee.service.verify_game import what_happened
from referee.service.verify_reports import report_faults


@pytest.fixture
def sat(tmp_path):
    """Opens harbour with some switches, for some players."""
    with open_harbours(tmp_path) as opens:
        yield lambda *switches, **who: Referee(opens(*switches, **who))


def changed(game: Referee, kind: type[e.Event], **to: object) -> list[e.Entry]:
    """The log with the first event of a kind told otherwise."""
    entries = list(game.log.written)
    place = next(n for n, one in enumerate(entries) if isinstance(one.event, kind))
    entries[place] = replace(entries[place], event=replace(entries[place].event, **to))
    return entries


def faults(entries: list[e.Entry]) -> str:
    from referee.service.invariants import broken

    return "; ".join(broken(entries))


def test_verifying_finds_holders_that_cannot_follow_each_other(sat):
    game = sat(*SUBSTITUTE)
    game.leaves("bob")
    game.comes("bob")
    assert "holder 3 of bob came where holder 2 was to come" in faults(changed(game, e.SeatFilled, tenure=3))
    assert "bob was handed over with 1A, not with its hand" in faults(
        changed(game, e.HandAdopted, tiles=("1A",))
    )
    without = [one for one in game.log.written if not isinstance(one.event, e.SeatFilled)]
    assert "the hand of bob was handed over to nobody" in faults(without)
    assert "bob was filled, and its hand was not handed over" in faults(
        [*game.log.written[:-1], e.Entry(e.SeatLeft("removed", seat="bob"), 1)]
    )
    twice = [*game.log.written[:-2], game.log.written[-3]]
    assert "bob had been left before" in faults(twice)


def test_verifying_finds_somebody_who_came_where_the_defaults_play_for_good(sat):
    game = sat()
    game.leaves("bob")
    entries = [
        *game.log.written,
        e.Entry(e.SeatFilled(2, seat="bob"), 1),
        e.Entry(e.HandAdopted(tuple(view_of(game.log.entries, "bob").hand("bob")), seat="bob"), 1),
    ]
    assert "bob was filled, and it had been left for good" in faults(entries)


def test_verifying_finds_a_play_by_the_defaults_of_a_seat_that_is_held(sat):
    game = sat()
    game.resolve(*PLAYERS)
    assert "was played by the defaults, and it was not left for good" in faults(
        changed(game, e.TilePlaced, by="left")
    )


def test_the_audit_finds_an_end_that_a_leaver_did_not_bring_and_one_that_he_did(sat):
    from referee.service.audit import differences

    game = sat(players=("alice", "bob"))
    before = list(game.log.entries)
    ended = [*before, *leave(before, ["bob"], "removed")]
    assert list(differences(ended)) == []
    cut = ended[: len(before) + 1]
    (difference,) = differences(cut)
    assert difference.startswith(
        "the leaving of bob, event 2: nothing more happened, but decided again game_ended (why one_left, ranking "
    )


def test_verifying_misses_the_report_of_who_came_in(sat):
    game = sat(*SUBSTITUTE)
    game.resolve(*PLAYERS)
    game.comes("bob")
    records = game.work.unit.records("harbour")
    published = game.work.unit.publications("harbour")
    entries, wrong = what_happened(records)
    assert wrong == []
    assert list(report_faults(published, entries, records)) == []
    last = published[-1]
    assert (last.recipient, last.seq) == ("bob", len(records))
    assert list(report_faults(published[:-1], entries, records)) == [
        "the report of round 1 for bob is missing"
    ]


def test_verifying_finds_a_report_for_a_seat_that_nobody_holds(sat):
    game = sat(*SUBSTITUTE)
    game.leaves("bob")
    game.resolve("alice", "carol", "dave")
    records = game.work.unit.records("harbour")
    published = game.work.unit.publications("harbour")
    entries, _ = what_happened(records)
    alices = next(one for one in published if one.recipient == "alice" and one.round == 1)
    wrong = list(report_faults([*published, replace(alices, recipient="bob")], entries, records))
    assert wrong == ["the report of round 1 for bob was published, and nobody held that seat"]
