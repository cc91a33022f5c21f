"""A club's own edition: what comes of it, and everything that can be wrong with it."""

from __future__ import annotations

import tomllib

import pytest

from orders.handles import EVERY_CHAIN
from referee.errors import FaultsError
from referee.rules.editions import CLASSIC, EDITIONS, HASBRO_2016
from referee.written.own_edition import own_edition
from referee.written.own_facts import EXAMPLES, READERS

LIKE_CLASSIC = {"id": "quay", "extends": "classic"}
WHOLE = {
    "id": "quay",
    "title": "The club on the quay",
    "board": [8, 6],
    "low": ["Astoria"],
    "middle": ["Bellevue", "Carlton"],
    "high": ["Danieli"],
    "sizes": [2, 3, 4, 6],
    "first_price": 300,
    "price_step": 200,
    "bonuses": 2,
    "shares": 12,
    "cash": 4000,
    "hand": 3,
    "safe": 6,
    "end": 12,
    "tile_order": "letter",
    "players": [3, 4],
    "buy_limit": 2,
    "bank_tile": "laid",
    "switches": {"holdings": "private", "auto_end": True},
}


def faults(table):
    with pytest.raises(FaultsError) as refused:
        own_edition(table)
    return list(refused.value.faults)


def without(key, **more):
    return {name: value for name, value in (WHOLE | more).items() if name != key}


# --- what comes of it ---


def test_an_edition_is_what_its_file_says():
    edition = own_edition(WHOLE)
    assert (edition.id, edition.title, edition.columns, edition.rows) == (
        "quay",
        "The club on the quay",
        8,
        6,
    )
    assert edition.tiers == {"Astoria": "low", "Bellevue": "middle", "Carlton": "middle", "Danieli": "high"}
    assert edition.chains == ("Astoria", "Bellevue", "Carlton", "Danieli")
    assert edition.prices == (300, 500, 700, 900, 1100, 1300)
    assert edition.bonuses[0] == (3000, 1500)
    assert edition.bonuses[5] == (13000, 6500)
    assert (edition.shares, edition.cash, edition.hand, edition.buy_limit) == (12, 4000, 3, 2)
    assert (edition.safe, edition.end, edition.tile_order, edition.players) == (6, 12, "letter", (3, 4))
    assert edition.bank_tile == "laid"
    assert edition.price_by_size["Astoria"][2:7] == (300, 500, 700, 700, 900)
    assert edition.price_by_size["Danieli"][2:7] == (700, 900, 1100, 1100, 1300)


def test_its_switches_are_those_of_the_printed_editions_unless_it_says_otherwise():
    assert own_edition(WHOLE).defaults == {
        "stall_end": "false",
        "dead_tiles": "once",
        "sole_holder": "first_second",
        "holdings": "private",
        "auto_end": "true",
    }
    assert own_edition(WHOLE | {"switches": {"dead_tiles": "None"}}).defaults["dead_tiles"] == "none"


def test_what_it_does_not_say_is_as_in_the_edition_that_it_extends():
    edition = own_edition(LIKE_CLASSIC)
    assert (edition.id, edition.title, edition.variants) == ("quay", "quay", {})
    for name in (
        "columns",
        "rows",
        "tiers",
        "bands",
        "prices",
        "bonuses",
        "shares",
        "cash",
        "hand",
        "safe",
        "end",
    ):
        assert getattr(edition, name) == getattr(CLASSIC, name)
    for name in ("tile_order", "players", "buy_limit", "bank_tile", "defaults"):
        assert getattr(edition, name) == getattr(CLASSIC, name)


@pytest.mark.parametrize("base", EDITIONS)
def test_every_edition_can_be_extended_and_keeps_its_price_card(base):
    edition = own_edition({"id": "quay", "extends": base})
    assert (edition.prices, edition.bonuses) == (EDITIONS[base].prices, EDITIONS[base].bonuses)
    assert edition.defaults == EDITIONS[base].defaults


def test_no_handle_can_be_mistaken_for_a_chain_of_any_edition_that_ships():
    assert set(EVERY_CHAIN) == {chain.lower() for edition in EDITIONS.values() for chain in edition.chains}


def test_chains_of_one_tier_can_be_changed_alone():
    edition = own_edition(LIKE_CLASSIC | {"high": ["Zeta"]})
    assert edition.chains == ("Luxor", "Tower", "American", "Festival", "Worldwide", "Zeta")
    assert edition.tiers["Zeta"] == "high"


def test_buy_limit_and_bank_tile_need_not_be_said():
    edition = own_edition(
        {key: WHOLE[key] for key in WHOLE if key not in {"buy_limit", "bank_tile", "title"}}
    )
    assert (edition.buy_limit, edition.bank_tile, edition.title) == (3, "returned", "quay")


def test_more_bonuses_than_the_edition_that_is_extended_change_what_a_sole_holder_gets():
    edition = own_edition(LIKE_CLASSIC | {"bonuses": 3})
    assert edition.bonuses[0] == (2000, 1500, 1000)
    assert edition.bonuses[10] == (12000, 8200, 6000)
    assert edition.defaults["sole_holder"] == "first_third"
    fewer = own_edition({"id": "quay", "extends": "hasbro_2016", "bonuses": 2})
    assert (fewer.bonuses[0], fewer.defaults["sole_holder"]) == ((2000, 1000), "first_second")
    assert fewer.bands == HASBRO_2016.bands


def test_prices_and_rows_of_bonuses_can_be_written_out():
    prices = [100, 300, 400, 600, 1000, 2000]
    rows = [
        [900, 500, 100],
        [2000, 900, 200],
        [2000, 1000, 300],
        [2500, 1000, 400],
        [5000, 4000, 500],
        [9000, 600, 500],
    ]
    table = without("first_price", prices=prices, bonuses=rows)
    del table["price_step"]
    edition = own_edition(table)
    assert edition.prices == tuple(prices)
    assert edition.bonuses_at("Danieli", 2) == (2000, 1000, 300)
    assert edition.defaults["sole_holder"] == "first_third"


# --- what can be wrong with one value ---

CANNOT_BE_READ = {
    "id": 5,
    "title": ["quay"],
    "extends": True,
    "board": [12, 9, 3],
    "low": "Luxor",
    "middle": [["American"]],
    "high": [1],
    "sizes": [],
    "prices": [200, True],
    "first_price": "200",
    "price_step": 1.5,
    "bonuses": 4,
    "shares": True,
    "cash": 16**400,
    "hand": "six",
    "safe": None,
    "end": {},
    "tile_order": 1,
    "players": [2, 6.0],
    "buy_limit": False,
    "bank_tile": [],
    "switches": "once",
}


READ_FROM_THE_EXAMPLE = {
    "id": "quayside",
    "title": "The edition of our club",
    "extends": "classic",
    "board": (12, 9),
    "low": ("Luxor", "Tower"),
    "middle": ("American", "Festival", "Worldwide"),
    "high": ("Continental", "Imperial"),
    "sizes": (2, 3, 4, 5, 6, 11, 21, 31, 41),
    "prices": (200, 300, 400),
    "first_price": 200,
    "price_step": 100,
    "bonuses": 2,
    "shares": 25,
    "cash": 6000,
    "hand": 6,
    "safe": 11,
    "end": 41,
    "tile_order": "number",
    "players": (2, 6),
    "buy_limit": 3,
    "bank_tile": "returned",
    "switches": {"dead_tiles": "once"},
}


def test_every_example_is_toml_that_can_be_read():
    """Written as it stands, without the remark in brackets and the `…` for more of the same."""
    read = {}
    for key, example in EXAMPLES.items():
        written = example.partition(" (")[0].replace(", …", "").replace(" and below it, for instance, ", "\n")
        ((name, value),) = tomllib.loads(written).items()
        read[name] = READERS[key](value)
    assert read == READ_FROM_THE_EXAMPLE


def test_rows_of_bonuses_are_read_as_their_example_has_them():
    rows = EXAMPLES["bonuses"].partition("rows: ")[2].removesuffix(")").replace(", …", "")
    assert READERS["bonuses"](tomllib.loads(rows)["bonuses"]) == ((2000, 1000), (3000, 1500))


def test_a_value_that_cannot_be_read_is_told_with_an_example():
    assert list(CANNOT_BE_READ) == list(READERS) == list(EXAMPLES)
    told = faults(CANNOT_BE_READ)
    for key in READERS:
        assert f"`{key}` cannot be read. Write, for instance: {EXAMPLES[key]}." in told
    assert len(told) == len(READERS)


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        (
            "id",
            "Quay",
            "is 'Quay'; it is a small letter, then small letters, digits or _, 2 to 20 characters",
        ),
        ("id", "classic", "is classic, which is an edition already; give yours another name"),
        ("title", "x" * 61, "is a line of 1 to 60 plain characters, without accents"),
        ("title", "Café", "is a line of 1 to 60 plain characters, without accents"),
        ("title", "one\ntwo", "is a line of 1 to 60 plain characters, without accents"),
        ("title", " ", "is a line of 1 to 60 plain characters, without accents"),
        (
            "title",
            "buy 3 Luxor",
            "begins like an order, and reports are quoted in orders; begin it with another word",
        ),
        ("board", [51, 9], "has 51 columns and 9 rows; it can have 1 to 50 columns and 1 to 26 rows"),
        ("board", [12, 27], "has 12 columns and 27 rows; it can have 1 to 50 columns and 1 to 26 rows"),
        ("board", [0, 9], "has 0 columns and 9 rows; it can have 1 to 50 columns and 1 to 26 rows"),
        (
            "low",
            ["Tile", "Ax"],
            (
                "has a chain that cannot be named so. 'Tile': it is a word of the order language; give it another "
                "name; 'Ax': a chain's name is one word of 3 to 12 letters A to Z, the first large and the others "
                "small"
            ),
        ),
        ("sizes", [3, 4], "begins with the smallest chain, which has 2 tiles"),
        ("sizes", [2, 4, 4], "has 4 after 4; each is larger than the one before"),
        ("sizes", [2, *range(3, 23)], "has 21 steps; it can have 20"),
        ("prices", [200, 250], "has 250: money is a multiple of 100, here from 100 to 9900"),
        ("prices", [200, 200], "has 200 after 200; each is higher than the one before"),
        ("prices", [0, 100], "has 0: money is a multiple of 100, here from 100 to 9900"),
        ("first_price", 10000, "has 10000: money is a multiple of 100, here from 100 to 9900"),
        ("price_step", -100, "has -100: money is a multiple of 100, here from 100 to 9900"),
        ("bonuses", [[2000, 1000], [3000]], "has 1 in row 2; all rows have two bonuses, or all have three"),
        ("bonuses", [[2000]], "has 1 in row 1; all rows have two bonuses, or all have three"),
        ("bonuses", [[2000, 50]], "has 50: money is a multiple of 100, here from 100 to 99900"),
        (
            "bonuses",
            [[1000, 2000]],
            "has a lower place above a higher one in row 1; begin with the highest bonus",
        ),
        ("shares", 0, "is 0; it can be 1 to 99"),
        ("cash", 6050, "has 6050: money is a multiple of 100, here from 100 to 99900"),
        ("hand", 21, "is 21; it can be 1 to 20"),
        ("safe", 1, "is 1; it can be 2 to 1300"),
        ("end", 1301, "is 1301; it can be 2 to 1300"),
        ("tile_order", "rows", "is 'rows'; it can be number or letter"),
        ("players", [6, 2], "is 6 to 2; say the fewest and the most, from 2 to 8"),
        ("players", [1, 6], "is 1 to 6; say the fewest and the most, from 2 to 8"),
        ("players", [2, 9], "is 2 to 9; say the fewest and the most, from 2 to 8"),
        ("buy_limit", 21, "is 21; it can be 1 to 20"),
        ("bank_tile", "removed", "is 'removed'; it can be laid or returned"),
        (
            "switches",
            {"auto_end": []},
            "has no value that can be read for auto_end. Write, for instance: auto_end = true",
        ),
    ],
)
def test_a_value_that_cannot_be_is_told_with_what_it_can_be(key, value, fault):
    assert f"`{key}` {fault}." in faults(LIKE_CLASSIC | {key: value})


def test_only_editions_that_ship_can_be_extended():
    (told,) = faults({"id": "quay", "extends": "mine.toml"})
    assert told == (
        "`extends` is 'mine.toml'; it can be classic or avalon_hill_1995 or hasbro_1999 or wotc_2008 or hasbro_2016 "
        "or renegade_2023."
    )


def test_an_unknown_key_is_told_with_the_nearest_there_is():
    assert faults(LIKE_CLASSIC | {"borad": [12, 9]}) == ["there is no `borad`. Did you mean `board`?"]
    assert faults(LIKE_CLASSIC | {"qqq": 1}) == [
        (
            "there is no `qqq`. There are id, title, extends, board, low, middle, high, sizes, prices, first_price, "
            "price_step, bonuses, shares, cash, hand, safe, end, tile_order, players, buy_limit, bank_tile, switches."
        )
    ]


# --- what is missing ---


@pytest.mark.parametrize(
    "key",
    ["board", "sizes", "bonuses", "shares", "cash", "hand", "safe", "end", "tile_order", "players"],
)
def test_what_every_edition_must_say_is_missed(key):
    assert faults(without(key)) == [
        (
            f"missing: `{key}`. Write, for instance: {EXAMPLES[key]}. "
            'Or name an edition that is the same there: extends = "classic".'
        )
    ]


def test_a_name_is_missed_even_where_another_edition_is_extended():
    assert faults({"extends": "classic"}) == ['missing: `id`. Write, for instance: id = "quayside".']


def test_all_that_is_missing_is_told_together():
    assert faults({"id": "quay"}) == [
        (
            "missing: `board`, `low` or `middle` or `high`, `sizes`, `prices` or `first_price` or `price_step`, "
            "`bonuses`, `shares`, `cash`, `hand`, `safe`, `end`, `tile_order`, `players`. "
            "Write, for instance: board = [12, 9]. "
            'Or name an edition that is the same there: extends = "classic".'
        )
    ]


# --- what does not fit together ---


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        (
            {"middle": ["Bellevue"], "high": []},
            "there are 2 chains in low, middle and high; there can be 3 to 8.",
        ),
        (
            {"high": ["Excelsior", "Fortuna", "Grand", "Hilton", "Imperial", "Jolly"]},
            "there are 9 chains in low, middle and high; there can be 3 to 8.",
        ),
        (
            {"high": ["Danieli", "Astoria"]},
            "the chain Astoria is there 2 times. Name each chain once, in low, middle or high.",
        ),
        (
            {"high": ["Carmen"]},
            (
                "Carlton and Carmen begin alike, and the board shows 3 letters at the most. "
                "Give one of them another name."
            ),
        ),
        ({"safe": 13}, "`safe` is 13 and `end` 12. A chain is safe before it can end the game."),
        ({"end": 49}, "`end` is 49, but the board has 48 tiles. Say a smaller one."),
        ({"sizes": [2, 49]}, "`sizes` go up to 49, but the board has 48 tiles. Leave out what is above."),
        (
            {"hand": 12},
            (
                "4 players need 52 tiles at the start (one each for the set-up, and `hand`), but the board has 48. "
                "Say a larger board, fewer players or a smaller hand."
            ),
        ),
        (
            {"prices": [200, 300, 400, 500, 600, 700]},
            "`prices` and `first_price` say the same. Leave one of them out.",
        ),
        (
            {"price_step": 2000},
            "the prices go up to 10300; they can go up to 9900. Say a lower `first_price` or `price_step`.",
        ),
        (
            {"bonuses": [[2000, 1000]]},
            (
                "`bonuses` has 1 rows; it needs 6. That is one for each of the 4 `sizes`, "
                "and 2 more for the higher chains."
            ),
        ),
        (
            {"bonuses": 3},
            (
                "three bonuses are printed for prices from 200 to 1200 only, in steps of 100, "
                "and there is a price of 1300. "
                "Write the rows yourself: bonuses = [[2000, 1500, 1000], …]."
            ),
        ),
        (
            {"switches": {"sole_holder": "first_third"}},
            "[switches] sole_holder = first_third needs three bonuses. Say first_second, or bonuses = 3.",
        ),
        ({"switches": {"holdings": "secret"}}, "[switches] holdings = secret: expected public or private."),
        (
            {"switches": {"end_size": 31}},
            "[switches] end_size has no default of its own in an edition: say it as `end`, above [switches].",
        ),
        (
            {"switches": {"tycoon": True}},
            "[switches] tycoon has no default of its own in an edition: say `bonuses = 3`, above [switches].",
        ),
        (
            {"switches": {"teams": True}},
            (
                "[switches] teams has no default of its own in an edition: "
                "say it for each game, since it depends on how many play."
            ),
        ),
        (
            {"switches": {"two_players": "plain"}},
            (
                "[switches] two_players has no default of its own in an edition: "
                "say it for each game, since it depends on how many play."
            ),
        ),
    ],
)
def test_what_does_not_fit_together_is_told(more, fault):
    assert faults(WHOLE | more) == [fault]


def test_a_ladder_must_have_a_price_for_every_step_of_the_highest_chains():
    table = without("first_price", prices=[200, 300, 400, 500])
    del table["price_step"]
    assert faults(table) == [
        "`prices` has 4; it needs 6. That is one for each of the 4 `sizes`, and 2 more for the higher chains."
    ]


def test_an_unknown_switch_is_told_with_those_there_are():
    (told,) = faults(LIKE_CLASSIC | {"switches": {"hodlings": "private"}})
    assert told.startswith("[switches] there is no switch hodlings; there are auto_end, dead_tiles, ")


def test_everything_that_is_wrong_is_told_at_once():
    told = faults(
        WHOLE | {"safe": 20, "shares": 0, "bord": 1, "switches": {"holdings": "secret"}, "high": ["Card"]}
    )
    assert told == [
        "`shares` is 0; it can be 1 to 99.",
        "there is no `bord`. Did you mean `board`?",
        "Carlton and Card begin alike, and the board shows 3 letters at the most. Give one of them another name.",
        "`safe` is 20 and `end` 12. A chain is safe before it can end the game.",
        "[switches] holdings = secret: expected public or private.",
    ]
