"""What one player knows stands in nobody else's report."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from option_games import LOCK, MOLE, PIER, SHED
from report_case import A_FEW, sample, secret, some_rounds

from referee.rules import events as e
from referee.rules.apply import fold


def tiles_named(text):
    """All tiles that a report names or marks as somebody's hand."""
    return set(re.findall(r"(?<![\w:])\d{1,2}[A-J](?!\w)", text))


@pytest.mark.parametrize("number", A_FEW)
def test_a_hand_stands_in_its_own_report_and_in_no_other(number):
    game = sample(number)
    for round_number in some_rounds(game):
        state = game.state(round_number)
        if any(isinstance(one.event, e.GameEnded) and one.round == round_number for one in game.entries):
            continue
        hands = {seat: set(state.hand(seat)) for seat in game.seats}
        for reader in (None, *game.seats):
            text = game.report(round_number, reader)
            named = tiles_named(
                re.sub(r"(?m)^[|] #.*$", "", text)
            )  # the examples of the language name tiles too
            for seat, hand in hands.items():
                if seat == reader:
                    assert hand <= named
                else:
                    assert not hand & named
            marked = sum(line.count(" * ") for line in text.splitlines() if line[:1] == " ")
            if reader is None:
                assert not marked


@pytest.mark.parametrize("number", A_FEW)
def test_orders_and_what_they_decided_stand_in_no_other_report(number):
    game = sample(number)
    marks = {seat: secret(seat) for seat in game.seats}
    seen = set()
    for round_number in some_rounds(game):
        for reader in (None, *game.seats):
            text = game.report(round_number, reader)
            for seat, mark in marks.items():
                if mark in text:
                    assert seat == reader
                    seen.add(seat)
    assert seen


@pytest.mark.parametrize("number", A_FEW)
def test_the_roll_that_picked_a_tile_and_what_the_seal_was_made_of_are_told_to_nobody_else(number):
    game = sample(number)
    for round_number in some_rounds(game)[:-1]:
        for reader in (None, *game.seats):
            text = game.report(round_number, reader)
            assert "kept secret" not in text
            rolls = [
                entry
                for entry in game.entries
                if isinstance(entry.event, e.DieRolled)
                and entry.round == round_number
                and e.is_for_seat_alone(entry.event)
                and entry.event.seat == reader
            ]
            assert len(re.findall(r"\bdie +tile", text)) == len(rolls)


@pytest.mark.parametrize("number", [6, 14, "powers, private", "bank, private"])
def test_with_private_holdings_nothing_is_added_up_for_others(number):
    game = sample(number)
    for round_number in some_rounds(game)[:-1]:
        state = game.state(round_number)
        assert state.switches.holdings == "private"
        for reader in (None, *game.seats):
            text = game.report(round_number, reader)
            table = text[text.index("\nHOLDINGS") : text.index("\nListed in playing order")].splitlines()[2:]
            for line, seat in zip(table, state.order, strict=True):
                assert len(line.split()) == 3 if seat != reader else len(line.split()) > 3
            assert "leads" not in text
            if reader:
                assert not re.search(r"are worth [^.]* of \d", text)


@pytest.mark.parametrize("game", [PIER, MOLE, LOCK, SHED], ids=lambda game: game.name)
def test_with_private_holdings_nobody_is_told_what_another_has_in_cash(game):
    """Everybody's cash ends in two digits of his own, which no purchase and no bonus changes."""
    own = {seat: 37 + 10 * place for place, seat in enumerate(game.order)}
    game = replace(
        game,
        switches=game.switches | {"holdings": "private"},
        cash={seat: dollars + own[seat] for seat, dollars in game.cash.items()},
        orders={seat: text for seat, text in game.orders.items() if "end game" not in text},
    )
    assert not any(isinstance(one.event, e.GameEnded) for one in game.entries())
    for reader in (None, *game.order):
        text = game.report(reader)
        found = {int(figure[-2:]) for figure in re.findall(r"(?<![\w:])(?:\d{1,3},\d{3}|\d{3})(?!\w)", text)}
        assert found & set(own.values()) == ({own[reader]} if reader else set())


def test_a_report_is_made_of_the_entries_handed_in_alone():
    """Events of others change nothing in a reader's report, since it never sees them."""
    game = sample(0)
    seat = game.seats[0]
    view = fold(one.event for one in game.seen_by(seat))
    assert all(not view.hand(other) for other in game.seats if other != seat)
