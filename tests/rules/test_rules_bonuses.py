"""Bonuses of every tie, as vectors, and what holds of all of them (RULES.md, "Bonuses")."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.editions import CLASSIC, EDITIONS, HASBRO_2016
from referee.rules.scoring import bonuses, up_to_100

VECTORS = json.loads((Path(__file__).parent / "bonus_vectors.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_the_vector_pays_as_it_says(vector):
    edition = EDITIONS[vector["edition"]]
    if "variant" in vector:
        edition = edition.varied(vector["variant"])
    chain = next(chain for chain, tier in edition.tiers.items() if tier == vector["tier"])
    amounts = edition.bonuses_at(chain, vector["size"])
    paid = bonuses(vector["holdings"], amounts, edition.defaults["sole_holder"])
    assert {bonus.seat: bonus.amount for bonus in paid} == vector["pay"]
    assert all(bonus.shares == vector["holdings"][bonus.seat] for bonus in paid)


def test_every_edition_has_its_vectors():
    assert {vector["edition"] for vector in VECTORS} == set(EDITIONS)


@pytest.mark.parametrize("chain", ["Bolt", "Echo"])
@pytest.mark.parametrize(
    ("holdings", "pay"),
    [
        ((3, 2, 0), (7000, 5000, 0)),
        ((3, 3, 1), (6000, 6000, 3500)),
        ((3, 2, 2, 1), (7000, 4300, 4300, 0)),
        ((4, 3, 1, 1), (7000, 5000, 1800, 1800)),
    ],
    ids=["all different", "first tied", "second tied", "third tied"],
)
def test_the_worked_examples_of_the_10x10_rulebook(chain, holdings, pay):
    seats = dict(zip("abcd", holdings, strict=False))
    paid = {
        bonus.seat: bonus.amount for bonus in bonuses(seats, HASBRO_2016.bonuses_at(chain, 5), "first_third")
    }
    assert tuple(paid.get(seat, 0) for seat in seats) == pay


@pytest.mark.parametrize(
    ("sole_holder", "amounts", "places", "paid"),
    [
        ("first_second", (7000, 3500), (1, 2), 10500),
        ("first_second", (7000, 5000, 3500), (1, 2), 12000),
        ("first_third", (7000, 5000, 3500), (1, 3), 10500),
        ("all", (7000, 5000, 3500), (1, 2, 3), 15500),
        ("all", (7000, 3500), (1, 2), 10500),
    ],
)
def test_a_sole_holder_gets_what_the_switch_says(sole_holder, amounts, places, paid):
    (bonus,) = bonuses({"alice": 0, "bob": 2}, amounts, sole_holder)
    assert (bonus.seat, bonus.places, bonus.amount) == ("bob", places, paid)


def test_nobody_is_paid_where_nobody_holds_a_share():
    assert bonuses({"alice": 0, "bob": 0}, (7000, 3500), "first_second") == ()


def test_a_part_is_rounded_up_to_100_and_never_down():
    assert [up_to_100(pool, 3) for pool in (3000, 3001, 3100, 3300, 3301)] == [1000, 1100, 1100, 1100, 1200]


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 8), min_size=1),
    st.sampled_from([CLASSIC, HASBRO_2016]),
    st.integers(2, 60),
)
def test_more_shares_never_pay_less_and_equal_shares_pay_equally(holdings, edition, size):
    amounts = edition.bonuses_at(edition.chains[0], size)
    paid = dict.fromkeys(holdings, 0)
    for bonus in bonuses(holdings, amounts, "all"):
        paid[bonus.seat] += bonus.amount
    for one, ones in holdings.items():
        for other, others in holdings.items():
            if ones == others:
                assert paid[one] == paid[other]
            elif ones > others:
                assert paid[one] >= paid[other]
    assert not any(amount for seat, amount in paid.items() if not holdings[seat])
    if any(holdings.values()):
        assert paid[max(holdings, key=holdings.__getitem__)] > 0


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 8), min_size=2), st.integers(2, 60))
def test_the_places_that_are_paid_are_those_of_the_ranks_and_rounding_adds_less_than_100_a_player(
    holdings, size
):
    amounts = HASBRO_2016.bonuses_at("Bolt", size)
    paid = bonuses(holdings, amounts, "first_third")
    shared = {bonus.places for bonus in paid}
    assert sorted(place for places in shared for place in places) == list(range(1, min(3, len(holdings)) + 1))
    pool = sum(amounts[place - 1] for places in shared for place in places)
    assert pool <= sum(bonus.amount for bonus in paid) < pool + 100 * len(paid)
