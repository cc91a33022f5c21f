"""Invariants of whole games by post with random order files, of every edition, number of players and switch."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from every_option import BOUND, FACTORS, OWN_END, pairs_to_cover, plan_of, rows
from game_checks import check_board, check_events, check_nothing_lost
from games_of_chance import RandomTable
from pairwise import pairs_of
from random_games import Tally, play_by_post

from orders import conditions, tree
from referee.round.opening import open_game
from referee.rules import events as e
from referee.rules.editions import EDITIONS
from referee.rules.switches import VALUES, resolve_switches

QUESTIONS = {"tile", "found", "survivor", "settle", "merger", "buy", "end", "use", "next"}

FACTS = set(tree.AnyFact.__args__)

TERMS = (tree.ChainFigure, tree.Shares, tree.Stat, tree.GameFigure, tree.Number)

MORE = ((0, 1000),)
"""Games beside one of every row, for what is rare: row and seed."""

REACHED = {
    *(f"used {power}" for power in ("3 free", "buy 5", "trade 2", "take 5 tiles", "place 4 tiles")),
    *(f"tile of orders {effect}" for effect in ("loose", "found", "grow", "merge")),
    *(f"tile of missed {effect}" for effect in ("loose", "grow", "merge")),
    *(f"tile of left {effect}" for effect in ("loose", "grow", "merge")),
    *(f"tile of bank {effect}" for effect in ("loose", "grow", "merge")),
    *("bank_tile_drawn", "bank_tile_returned", "bank_tile_removed", "pool_remixed"),
    *(f"bonus of {whom}" for whom in ("the bank", "third place", "others")),
    *("left resigned", "left removed", "came into an empty seat", "came in place of another"),
    *("missed", "missed by an empty seat", "decided by standing orders", "die_rolled"),
    *("1 taken over", "2 taken over"),
    *("dead_tile_set_aside", "placement_skipped", "shares_traded"),
    *(f"ended {why}" for why in ("announced", "auto", "stalled", "one_left", "abandoned")),
    *("ranked by side", "ranked by seat"),
}
"""What the sample must meet at least once, so that no check of it checks nothing."""

SELDOM = {"tile of left found"}
"""What only hundreds of games must meet."""

CANNOT_MEET = {
    "three bonuses are paid in hasbro_2016 and with tycoon alone, and never with the bank": {
        ("sole_holder=first_third", f"edition={edition}")
        for edition in ("classic", "avalon_hill_1995", "hasbro_1999", "wotc_2008")
    }
    | {("sole_holder=first_third", "two_players=bank")},
    "only renegade_2023 has a tycoon variant, for three or more": {
        ("tycoon=true", f"edition={edition}")
        for edition in ("classic", "avalon_hill_1995", "hasbro_1999", "wotc_2008", "hasbro_2016")
    }
    | {("tycoon=true", "players=2")}
    | {("tycoon=true", f"two_players={how}") for how in ("bank", "four_hands", "plain")},
    "wotc_2008 is for three or more": {("edition=wotc_2008", "players=2")}
    | {("edition=wotc_2008", f"two_players={how}") for how in ("bank", "four_hands", "plain")},
    "two_players is for two": {
        (f"players={count}", f"two_players={how}")
        for count in (3, 4, 5, 6)
        for how in ("bank", "four_hands", "plain")
    }
    | {("players=2", "two_players=not for two")},
    "teams are for four": {("teams=true", f"players={count}") for count in (2, 3, 5, 6)}
    | {("teams=true", f"two_players={how}") for how in ("bank", "four_hands", "plain")},
    "partners sit opposite each other": {
        ("order_of_play=ranked", "teams=true"),
        ("order_of_play=ranked", "two_players=four_hands"),
    },
}
"""The pairs of values that no game can have, by the reason."""


def test_the_games_of_the_sample_bring_every_two_values_together_that_can_meet():
    met = {pair for row in rows() for pair in pairs_of(row)}
    every = {
        frozenset([(one, mine), (other, yours)])
        for one, other in combinations(FACTORS, 2)
        for mine, yours in product(FACTORS[one], FACTORS[other])
    }
    never = {
        frozenset(tuple(value.split("=")) for value in pair) for pair in set().union(*CANNOT_MEET.values())
    }
    assert met == every - never
    assert met == pairs_to_cover()
    assert len(every) == 1122
    assert len(rows()) <= 45


def test_every_switch_and_every_value_of_it_is_among_the_factors():
    assert {"edition", "players", *VALUES} == set(FACTORS)
    assert all(set(values) <= set(FACTORS[name]) for name, values in VALUES.items())


def test_a_game_of_the_sample_is_opened_with_all_that_its_row_says():
    for row in rows():
        opening = open_game(plan_of(row), "seed")[0].event
        assert opening.ignored == ()
        assert opening.edition["id"] == row["edition"]
        for name in VALUES:
            played = opening.switches[name]
            said = {True: "true", False: "false", None: "not for two"}.get(played, str(played))
            assert said == row[name] or (name == "end_size" and row[name] == OWN_END)


def test_what_cannot_meet_is_refused_or_ignored_whatever_else_is_chosen():
    for one, other in set().union(*CANNOT_MEET.values()):
        fixed = dict(value.split("=") for value in (one, other))
        free = {name: FACTORS[name] for name in BOUND if name not in fixed}
        for values in product(*free.values()):
            row = fixed | dict(zip(free, values, strict=True))
            edition, count = EDITIONS[row["edition"]], int(row["players"])
            _, _, ignored = resolve_switches(edition, count, plan_of(row).switches)
            too_few = count < edition.players[0]
            no_way_for_two = count == 2 and row["two_players"] == "not for two"
            assert ignored or too_few or no_way_for_two, row


def test_games_of_every_two_options_keep_every_tile_share_and_dollar_and_replay_as_they_were_played(
    monkeypatch,
):
    met, tally = watch(monkeypatch), Tally()
    for number, row in enumerate(rows()):
        play(row, number, tally)
    for number, seed in MORE:
        play(rows()[number], seed, tally)
    check_tally(tally, met, least=1, rare={"settle"})
    assert sorted(REACHED - set(tally.happened)) == []


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(8))
def test_thousands_of_random_games_meet_every_condition_a_hundred_times_true_and_false(monkeypatch, part):
    met, tally = watch(monkeypatch), Tally()
    for again in range(6):
        for number, row in enumerate(rows()):
            play(row, 10_000 * (part + 1) + 100 * again + number, tally)
    check_tally(tally, met, least=100, rare=set())
    assert sorted((REACHED | SELDOM) - set(tally.happened)) == []


def play(row, seed: int, tally: Tally) -> None:
    """A game, which says which it is when something of it is wrong."""
    try:
        play_by_post(seed, row, tally)
    except BaseException as fault:
        fault.add_note(f"in the game of seed {seed} with {row}")
        raise


def test_games_of_every_two_options_through_the_pure_rules_end_with_all_tiles_shares_and_dollars():
    for row in rows():
        play_by_the_rules(row, range(3))


@pytest.mark.fuzz
@pytest.mark.parametrize("number", range(len(rows())))
def test_hundreds_of_games_through_the_pure_rules_end_with_all_tiles_shares_and_dollars(number):
    play_by_the_rules(rows()[number], range(1000, 1300))


def play_by_the_rules(row, seeds) -> None:
    """By orders at random; now and then a play is missed, or of somebody who has left."""
    plan = plan_of(row)
    manners = ("orders", "orders", "orders", "missed", "orders", "left", "orders")
    for seed in seeds:
        table = RandomTable(seed, len(plan.players), plan.edition, **plan.switches)
        why = table.play_to_the_end(manners if seed % 2 else ("orders",))
        assert (why, table.now.ended) == (why, why)
        check_nothing_lost([e.Entry(event) for event in table.events], table.now)
        check_board(table.now)
        check_events(table.events)


def check_tally(tally: Tally, met: Counter, *, least: int, rare: set[str]) -> None:
    assert tally.by_line >= 0.6 * (tally.by_line + tally.by_default), tally
    assert {question for question, count in tally.kinds.items() if count} | rare == QUESTIONS
    assert not tally.problems, tally.problems[0]
    seldom = {
        (kind.__name__, outcome): met[kind, outcome]
        for kind in (*FACTS, *TERMS, tree.And, tree.Or, tree.Not)
        for outcome in (True, False)
        if met[kind, outcome] < least
    }
    assert not seldom


def watch(monkeypatch) -> Counter:
    """Counts each kind of condition as it is met true and false; a comparison counts for each kind of its terms."""
    met: Counter = Counter()
    original = conditions.holds

    def watched(condition, position):
        outcome = original(condition, position)
        if isinstance(condition, tree.Compare):
            for _, term in (*condition.left.parts, *condition.right.parts):
                met[type(term), outcome] += 1
        else:
            met[type(condition), outcome] += 1
        return outcome

    monkeypatch.setattr(conditions, "holds", watched)
    return met
