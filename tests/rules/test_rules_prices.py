"""Price tables, bonus tables and the facts of both editions, entry by entry (RULES.md, "Editions").

`price_tables.json` has, for each edition and tier, rows of: smallest size, largest size (null: no limit), price of
a share, bonuses. It was written down from the printed tables, not computed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.rules.editions import CLASSIC, EDITIONS, HASBRO_2016, Edition

TABLES = json.loads((Path(__file__).parent / "price_tables.json").read_text())
ROWS = [
    pytest.param(
        EDITIONS[edition], tier, *row, id=f"{edition}, {tier}, {row[0]} to {row[1] or 'the last tile'}"
    )
    for edition, tiers in TABLES.items()
    for tier, rows in tiers.items()
    for row in rows
]


@pytest.mark.parametrize(("edition", "tier", "smallest", "largest", "price", "bonuses"), ROWS)
def test_every_size_of_a_band_has_its_price_and_bonuses(edition, tier, smallest, largest, price, bonuses):
    chains = [chain for chain, its in edition.tiers.items() if its == tier]
    assert chains
    for chain in chains:
        for size in range(smallest, (largest or edition.columns * edition.rows) + 1):
            assert edition.price_by_size[chain][size] == price
            assert edition.bonuses_at(chain, size) == tuple(bonuses)


def test_the_tables_have_every_size_once():
    for edition, tiers in TABLES.items():
        for rows in tiers.values():
            assert rows[0][0] == 2
            assert rows[-1][1] is None
            assert [row[1] + 1 for row in rows[:-1]] == [row[0] for row in rows[1:]], edition


def test_first_bonus_is_ten_prices_and_the_last_five():
    for edition in (CLASSIC, HASBRO_2016):
        for chain in edition.chains:
            for size in range(2, edition.columns * edition.rows + 1):
                bonuses = edition.bonuses_at(chain, size)
                price = edition.price_by_size[chain][size]
                assert (bonuses[0], bonuses[-1]) == (10 * price, 5 * price)


def test_second_of_three_bonuses_is_the_printed_row_by_rung():
    row = [1500, 2200, 3000, 3700, 4200, 5000, 5700, 6200, 7000, 7700, 8200]
    assert [second for _, second, _ in HASBRO_2016.bonuses] == row


def test_a_chain_that_is_not_on_the_board_costs_nothing():
    assert {CLASSIC.price_by_size[chain][0] for chain in CLASSIC.chains} == {0}


@pytest.mark.parametrize(
    ("edition", "chains", "tiers"),
    [
        (
            CLASSIC,
            "Luxor Tower American Festival Worldwide Continental Imperial",
            "low low middle middle middle high high",
        ),
        (HASBRO_2016, "Nestor Spark Etch Fleet Rove Bolt Echo", "low low middle middle middle high high"),
    ],
    ids=["classic", "hasbro_2016"],
)
def test_chains_and_tiers_are_in_the_edition_s_order(edition: Edition, chains: str, tiers: str):
    assert edition.chains == tuple(chains.split())
    assert list(edition.tiers.values()) == tiers.split()


@pytest.mark.parametrize(
    ("edition", "facts"),
    [
        (CLASSIC, (12, 9, 25, 6000, 6, 11, 41, 3, 2, (2, 6))),
        (HASBRO_2016, (10, 10, 24, 6000, 6, 10, 38, 3, 3, (2, 6))),
    ],
    ids=["classic", "hasbro_2016"],
)
def test_board_shares_cash_hand_safe_end_limit_bonuses_and_players(edition: Edition, facts: tuple):
    assert facts == (
        edition.columns,
        edition.rows,
        edition.shares,
        edition.cash,
        edition.hand,
        edition.safe,
        edition.end,
        edition.buy_limit,
        len(edition.bonuses[0]),
        edition.players,
    )


def test_classic_tiles_go_by_number_then_letter():
    by_rank = sorted(CLASSIC.tile_rank, key=CLASSIC.tile_rank.__getitem__)
    assert by_rank[:10] == ["1A", "1B", "1C", "1D", "1E", "1F", "1G", "1H", "1I", "2A"]
    assert CLASSIC.tile_rank["9I"] < CLASSIC.tile_rank["10A"]
    assert (by_rank[-1], len(by_rank)) == ("12I", 108)


def test_tiles_of_the_10x10_board_go_by_letter_then_number():
    by_rank = sorted(HASBRO_2016.tile_rank, key=HASBRO_2016.tile_rank.__getitem__)
    assert by_rank[:11] == ["1A", "2A", "3A", "4A", "5A", "6A", "7A", "8A", "9A", "10A", "1B"]
    assert (by_rank[-1], len(by_rank)) == ("10J", 100)


def test_tiles_touch_up_down_left_and_right_and_not_around_the_edge():
    near = CLASSIC.board.neighbours
    assert set(near["5C"]) == {"4C", "6C", "5B", "5D"}
    assert set(near["1A"]) == {"2A", "1B"}
    assert set(near["12I"]) == {"11I", "12H"}
    assert set(near["12A"]) == {"11A", "12B"}
    assert all(tile in near[other] for tile, others in near.items() for other in others)


def test_an_edition_is_the_same_after_it_was_written_down_and_read():
    for edition in EDITIONS.values():
        assert Edition.from_data(json.loads(json.dumps(edition.as_data()))) == edition
