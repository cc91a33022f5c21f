"""Price tables, bonus tables and the facts of all editions, entry by entry (RULES.md, "Editions").

`price_tables.json` has, for each printed card and tier, rows of: smallest size, largest size (null: no limit), price
of a share, bonuses. It was written down from the printed tables, not computed.
"""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.rules.editions import (
    AVALON_HILL_1995,
    CLASSIC,
    EDITIONS,
    HASBRO_1999,
    HASBRO_2016,
    RENEGADE_2023,
    WOTC_2008,
    Edition,
    edition_named,
)

TYCOON = RENEGADE_2023.varied("tycoon")
TABLES = json.loads((Path(__file__).parent / "price_tables.json").read_text())
CARDS = {
    "classic": (CLASSIC, "classic"),
    "avalon_hill_1995": (AVALON_HILL_1995, "classic"),
    "hasbro_1999": (HASBRO_1999, "classic"),
    "wotc_2008": (WOTC_2008, "classic"),
    "hasbro_2016": (HASBRO_2016, "hasbro_2016"),
    "renegade_2023": (RENEGADE_2023, "classic"),
    "tycoon": (TYCOON, "tycoon"),
}
CHAINS = {
    "classic": ("Luxor Tower", "American Festival Worldwide", "Continental Imperial"),
    "avalon_hill_1995": ("Luxor Tower", "American Festival Worldwide", "Continental Imperial"),
    "hasbro_1999": ("Sackson Zeta", "America Fusion Hydra", "Phoenix Quantum"),
    "wotc_2008": ("Sackson Worldwide", "American Festival Imperial", "Continental Tower"),
    "hasbro_2016": ("Nestor Spark", "Etch Fleet Rove", "Bolt Echo"),
    "renegade_2023": ("Sackson Tower", "American Festival Worldwide", "Continental Imperial"),
    "tycoon": ("Sackson Tower", "American Festival Worldwide", "Continental Imperial"),
}
FACTS = {
    "classic": (12, 9, 25, 6000, 6, 11, 41, 3, 2, "number", (2, 6)),
    "avalon_hill_1995": (12, 9, 25, 6000, 6, 11, 41, 3, 2, "number", (2, 6)),
    "hasbro_1999": (12, 9, 25, 6000, 6, 11, 41, 3, 2, "letter", (2, 6)),
    "wotc_2008": (12, 9, 25, 6000, 6, 11, 41, 3, 2, "letter", (3, 6)),
    "hasbro_2016": (10, 10, 24, 6000, 6, 10, 38, 3, 3, "letter", (2, 6)),
    "renegade_2023": (12, 9, 25, 6000, 6, 11, 41, 3, 2, "letter", (2, 6)),
    "tycoon": (12, 9, 25, 6000, 6, 11, 41, 3, 3, "letter", (3, 6)),
}
BY_DEFAULT = {  # stall_end, dead_tiles, sole_holder; what becomes of the bank's tile
    "classic": ("true", "until_clean", "first_second", "laid"),
    "avalon_hill_1995": ("false", "once", "first_second", "returned"),
    "hasbro_1999": ("false", "once", "first_second", "returned"),
    "wotc_2008": ("false", "once", "first_second", "returned"),
    "hasbro_2016": ("false", "once", "first_third", "returned"),
    "renegade_2023": ("false", "once", "first_second", "returned"),
    "tycoon": ("false", "once", "first_third", "returned"),
}
ROWS = [
    pytest.param(edition, tier, *row, id=f"{name}, {tier}, {row[0]} to {row[1] or 'the last tile'}")
    for name, (edition, table) in CARDS.items()
    for tier, rows in TABLES[table].items()
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
    for edition, _ in CARDS.values():
        for chain in edition.chains:
            for size in range(2, edition.columns * edition.rows + 1):
                bonuses = edition.bonuses_at(chain, size)
                price = edition.price_by_size[chain][size]
                assert (bonuses[0], bonuses[-1]) == (10 * price, 5 * price)


def test_second_of_three_bonuses_is_the_printed_row_by_rung():
    row = [1500, 2200, 3000, 3700, 4200, 5000, 5700, 6200, 7000, 7700, 8200]
    assert [second for _, second, _ in HASBRO_2016.bonuses] == row
    assert [second for _, second, _ in TYCOON.bonuses] == row


def test_a_chain_that_is_not_on_the_board_costs_nothing():
    assert {CLASSIC.price_by_size[chain][0] for chain in CLASSIC.chains} == {0}


def test_there_are_the_editions_of_the_rules_and_classic_is_the_first():
    assert list(EDITIONS) == [name for name in CARDS if name != "tycoon"]
    assert all(edition.id == name for name, edition in EDITIONS.items())


@pytest.mark.parametrize("name", CARDS)
def test_chains_and_tiers_are_in_the_edition_s_order(name):
    edition, _ = CARDS[name]
    assert edition.chains == tuple(" ".join(CHAINS[name]).split())
    assert (
        tuple(
            " ".join(chain for chain in edition.chains if edition.tiers[chain] == tier)
            for tier in ("low", "middle", "high")
        )
        == (CHAINS[name])
    )


@pytest.mark.parametrize("name", CARDS)
def test_board_shares_cash_hand_safe_end_limit_bonuses_tile_order_and_players(name):
    edition, _ = CARDS[name]
    assert FACTS[name] == (
        edition.columns,
        edition.rows,
        edition.shares,
        edition.cash,
        edition.hand,
        edition.safe,
        edition.end,
        edition.buy_limit,
        len(edition.bonuses[0]),
        edition.tile_order,
        edition.players,
    )


@pytest.mark.parametrize("name", CARDS)
def test_switches_by_default_and_the_bank_s_tile(name):
    edition, _ = CARDS[name]
    stall_end, dead_tiles, sole_holder, bank_tile = BY_DEFAULT[name]
    assert edition.defaults == {"stall_end": stall_end, "dead_tiles": dead_tiles, "sole_holder": sole_holder}
    assert edition.bank_tile == bank_tile


@pytest.mark.parametrize(
    ("edition", "chain", "price"),
    [
        (CLASSIC, "Tower", 200),
        (WOTC_2008, "Tower", 400),
        (RENEGADE_2023, "Tower", 200),
        (CLASSIC, "Worldwide", 300),
        (WOTC_2008, "Worldwide", 200),
        (CLASSIC, "Imperial", 400),
        (WOTC_2008, "Imperial", 300),
    ],
    ids=lambda one: getattr(one, "id", str(one)),
)
def test_the_tier_belongs_to_the_edition_and_not_to_the_name(edition, chain, price):
    assert edition.price_by_size[chain][2] == price


def test_the_first_price_of_tower_at_wotc_2008_is_that_of_the_high_tier():
    assert WOTC_2008.tiers["Tower"] == "high"
    assert (WOTC_2008.price_by_size["Tower"][2], WOTC_2008.bonuses_at("Tower", 2)) == (400, (4000, 2000))


def test_tycoon_is_a_variant_of_renegade_2023_and_of_no_other():
    assert [name for name, edition in EDITIONS.items() if edition.varied("tycoon")] == ["renegade_2023"]
    assert RENEGADE_2023.varied("teams") is None
    assert TYCOON.varied("tycoon") is None
    assert (TYCOON.id, TYCOON.title) == ("renegade_2023", "Renegade 2023, tycoon")


def test_an_edition_is_found_by_its_name_in_any_case_and_a_club_s_own_is_itself():
    assert edition_named(" Hasbro_1999 ") is HASBRO_1999
    own = replace(CLASSIC, id="own")
    assert edition_named(own) is own
    with pytest.raises(UserError) as refused:
        edition_named("hasbro")
    assert str(refused.value) == (
        "there is no edition 'hasbro'; there are classic, avalon_hill_1995, hasbro_1999, wotc_2008, hasbro_2016, "
        "renegade_2023. A club's own is named by its file, as in mine.toml."
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


@pytest.mark.parametrize("name", CARDS)
def test_an_edition_is_the_same_after_it_was_written_down_and_read(name):
    edition, _ = CARDS[name]
    read = Edition.from_data(json.loads(json.dumps(edition.as_data())))
    assert read == replace(edition, variants={})  # which could have been played is no fact of a game
    assert read.as_data() == edition.as_data()
    facts = {one.name for one in fields(Edition)} - {"tiers", "variants"}
    assert edition.as_data().keys() == facts | {"chains"}


def test_an_edition_of_an_old_log_does_not_say_what_becomes_of_the_bank_s_tile():
    data = HASBRO_2016.as_data()
    del data["bank_tile"]
    assert Edition.from_data(data) == HASBRO_2016
