"""The final reckoning: chain by chain and player by player, and it adds up."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from harbour import report as harbour_report
from report_case import SAMPLES, sample

from referee.rules import events as e


def number(text):
    return 0 if text == "." else int(text.replace(",", "").replace("$", ""))


def result(text):
    """The rows of the result, those of seats: place (none below the name of a side), seat, whether it left, figures.

    The figures are cash, bonuses, shares, total. And the sides with a name: place, name, total.
    """
    rows = text[text.index("\nRESULT") :].split("\n\n")[0].strip().splitlines()[1:]
    seats, sides = [], []
    for row in rows:
        read = re.fullmatch(r"(\S*) +([\w+ ]+?)(, left)?((?: +[\d,.]+)+)", row)
        if read is not None:
            place, name, left, figures = read[1], read[2], bool(read[3]), [*map(number, read[4].split())]
            if len(figures) == 1:
                sides.append((place, name, figures[0]))
            else:
                seats.append((place, name, left, *figures))
    return seats, sides


def reckoning(text):
    """Per chain: tiles and price, and per seat what it got as bonus and for shares."""
    part = text[text.index("FINAL RECKONING") : text.index("THE BOARD")]
    chains = {}
    for line in part.splitlines():
        if head := re.fullmatch(r"(\w+) \((\d+) tiles?, \$([\d,]+) a share\):", line):
            last = chains[head[1]] = {
                "tiles": int(head[2]),
                "price": number(head[3]),
                "bonus": {},
                "sold": {},
            }
        elif bonus := re.match(r"  [\dsthndr+]+ bonus +\$([\d,]+)  (\w+), (\d+) share", line):
            last["bonus"][bonus[2]] = (number(bonus[1]), int(bonus[3]))
        elif sold := re.match(r"  shares +\$([\d,]+)  (\w+) sold (\d+)", line):
            last["sold"][sold[2]] = (number(sold[1]), int(sold[3]))
    return chains


@pytest.mark.parametrize("number_of_game", SAMPLES)
def test_the_result_adds_up_and_agrees_with_the_reckoning_chain_by_chain(number_of_game):
    game = sample(number_of_game)
    text = game.report(game.rounds)
    ended = next(one.event for one in game.entries if isinstance(one.event, e.GameEnded))
    state = game.state(game.rounds)
    (rows, _), chains = result(text), reckoning(text)
    assert [(row[1], row[2], row[6]) for row in rows] == [
        (one["seat"], one["left"], one["money"]) for one in ended.ranking
    ]
    assert set(chains) == set(state.sizes)
    for _, seat, _, cash, bonuses, sold, total in rows:
        assert cash == state.cash[seat]
        assert cash + bonuses + sold == total
        assert bonuses == sum(one["bonus"].get(seat, (0, 0))[0] for one in chains.values())
        assert sold == sum(one["sold"].get(seat, (0, 0))[0] for one in chains.values())
    for chain, told in chains.items():
        assert (told["tiles"], told["price"]) == (state.sizes[chain], state.price(chain))
        for seat, (amount, count) in told["sold"].items():
            assert count == state.shares[seat][chain]
            assert amount == count * told["price"]
        for seat, (_, shares) in told["bonus"].items():
            assert shares == state.shares[seat][chain]


@pytest.mark.parametrize("number_of_game", SAMPLES)
def test_the_plays_that_the_end_left_over_are_called_void(number_of_game):
    game = sample(number_of_game)
    state = game.state(game.rounds)
    left = state.plays[state.plays_over :]
    flat = " ".join(game.report(game.rounds).split())
    if left:
        assert f"The plays left in this round are void: {', '.join(left)}." in flat
    else:
        assert "void" not in flat


def test_shared_places_are_marked_as_such():
    game = sample(0)
    entries = game.seen_by(None)
    for place, entry in enumerate(entries):
        if isinstance(entry.event, e.GameEnded):
            shared = tuple(one | {"place": 1} for one in entry.event.ranking)
            entries[place] = replace(entry, event=replace(entry.event, ranking=shared))
    game = replace(game, entries=entries)
    rows, sides = result(game.report(game.rounds))
    assert [row[0] for row in rows] == ["1st="] * 2
    assert not sides


def test_the_seal_is_opened_with_what_it_was_made_of():
    even, odd = sample(0), sample(1)
    told = even.report(even.rounds)
    assert '|  "kept secret"' in told
    assert "The order of tiles that was given:" not in told
    told = odd.report(odd.rounds)
    order = next(one.event.order for one in odd.entries if isinstance(one.event, e.BagOpened))
    part = told[told.index("The order of tiles that was given:") : told.index("-----")]
    assert tuple(re.findall(r"\d+[A-J]", part)) == order
    assert "5ea1" * 16 in told


@pytest.mark.parametrize(
    ("seed", "lines"),
    [
        ("a1b2", ["|  a1b2"]),
        ("tile 5C", ['|  "tile 5C"']),
        ("schön\n", ['|  "sch\\u00f6n\\n"']),
        ("x" * 70, ["|  " + "x" * 64, "|  " + "x" * 6]),
    ],
)
def test_any_seed_is_printed_so_that_it_can_be_typed_again(seed, lines):
    game = sample(0)
    entries = [
        replace(one, event=e.BagOpened(seed, None)) if isinstance(one.event, e.BagOpened) else one
        for one in game.entries
    ]
    text = replace(game, entries=entries).report(game.rounds)
    part = text[text.index("Made of this seed") :].split("\n\n")[0]
    assert part.splitlines()[1:] == lines


def test_who_ended_the_game_and_why_is_told_first():
    text = harbour_report(6)
    assert "round 6, the last" in text.splitlines()[0]
    assert text.splitlines()[2].startswith(
        "The end of the game was announced by Alice; the reason then: Tower has"
    )
    assert "Next is round" not in text
    assert "ORDER FORM" not in harbour_report(6, "Alice")
    assert "Only for Alice. You ended with $16,500, 2nd of 4." in harbour_report(6, "Alice")


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("auto", "ended by itself"),
        ("stalled", "nobody could go on"),
        ("abandoned", "The game was abandoned: nobody is left to play it."),
    ],
)
def test_a_game_that_nobody_ended_says_what_ended_it(why, words):
    game = sample(0)
    entries = [
        replace(one, event=replace(one.event, why=why)) if isinstance(one.event, e.GameEnded) else one
        for one in game.entries
        if not isinstance(one.event, e.EndAnnounced)
    ]
    assert words in replace(game, entries=entries).report(game.rounds)
