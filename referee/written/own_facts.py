"""The facts of a club's own edition one by one: what each may be, and how it is written in TOML."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from orders.handles import chain_name_fault
from orders.words import Beginning, beginning
from referee.rules.editions import EDITIONS, RUNGS_ABOVE_LOW, Chain, Edition
from referee.written.toml_values import is_number, is_switch, is_texts, shown, switch_text

ID: Final = re.compile(r"[a-z][a-z0-9_]{1,19}")
LONGEST_TITLE: Final = 60
MOST_COLUMNS: Final = 50
MOST_ROWS: Final = 26
MOST_SHARES: Final = 99
MOST_TILES_IN_HAND: Final = 20
MOST_TILES: Final = MOST_COLUMNS * MOST_ROWS
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 8
MOST_BOUGHT: Final = 20
MOST_SIZES: Final = 20
SMALLEST_CHAIN: Final = 2
HIGHEST_PRICE: Final = 9_900
HIGHEST_SUM: Final = 99_900
"""The most dollars of a bonus, and of the cash at the start: what the columns of a report have room for."""
STEP: Final = 100
TWO: Final = 2
BONUSES: Final = (2, 3)

EXAMPLES: Final = {
    "id": 'id = "quayside"',
    "title": 'title = "The edition of our club"',
    "extends": 'extends = "classic"',
    "board": "board = [12, 9]",
    "low": 'low = ["Luxor", "Tower"]',
    "middle": 'middle = ["American", "Festival", "Worldwide"]',
    "high": 'high = ["Continental", "Imperial"]',
    "sizes": "sizes = [2, 3, 4, 5, 6, 11, 21, 31, 41]",
    "prices": "prices = [200, 300, 400, …]",
    "first_price": "first_price = 200",
    "price_step": "price_step = 100",
    "bonuses": "bonuses = 2 (or 3, or rows: bonuses = [[2000, 1000], [3000, 1500], …])",
    "shares": "shares = 25",
    "cash": "cash = 6000",
    "hand": "hand = 6",
    "safe": "safe = 11",
    "end": "end = 41",
    "tile_order": 'tile_order = "number" (then letter; or "letter", then number)',
    "players": "players = [2, 6]",
    "buy_limit": "buy_limit = 3",
    "bank_tile": 'bank_tile = "returned" (or "laid")',
    "switches": '[switches] and below it, for instance, dead_tiles = "once"',
}
"""All that a file can say, as it is written."""


class FactError(ValueError):
    """A value that cannot be, as the end of a sentence that begins with its key."""


def _unreadable(key: str) -> FactError:
    return FactError(f"cannot be read. Write, for instance: {EXAMPLES[key]}")


def _number(key: str, least: int, most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if not is_number(value):
            raise _unreadable(key)
        if not least <= value <= most:
            raise FactError(f"is {value}; it can be {least} to {most}")
        return value

    return read


def _money(key: str, most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if not is_number(value):
            raise _unreadable(key)
        _check_money(value, most)
        return value

    return read


def _check_money(value: int, most: int) -> None:
    if not STEP <= value <= most or value % STEP:
        raise FactError(f"has {value}: money is a multiple of 100, here from 100 to {most}")


def _numbers(key: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not value or not all(is_number(one) for one in value):
        raise _unreadable(key)
    return tuple(value)


def _one_of(key: str, *allowed: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        if not isinstance(value, str):
            raise _unreadable(key)
        if value not in allowed:
            raise FactError(f"is {_shown(value)}; it can be {' or '.join(allowed)}")
        return value

    return read


def _shown(text: str) -> str:
    return repr(shown(text))


def _id(value: object) -> str:
    if not isinstance(value, str):
        raise _unreadable("id")
    if not ID.fullmatch(value):
        raise FactError(
            f"is {_shown(value)}; it is a small letter, then small letters, digits or _, 2 to 20 characters"
        )
    if value in EDITIONS:
        raise FactError(f"is {value}, which is an edition already; give yours another name")
    return value


def _title(value: object) -> str:
    if not isinstance(value, str):
        raise _unreadable("title")
    if not value.strip() or len(value) > LONGEST_TITLE or not (value.isascii() and value.isprintable()):
        raise FactError(f"is a line of 1 to {LONGEST_TITLE} plain characters, without accents")
    if beginning(value) is not Beginning.OTHER:
        raise FactError("begins like an order, and reports are quoted in orders; begin it with another word")
    return value.strip()


def _board(value: object) -> tuple[int, ...]:
    numbers = _numbers("board", value)
    if len(numbers) != TWO:
        raise _unreadable("board")
    columns, rows = numbers
    if not (1 <= columns <= MOST_COLUMNS and 1 <= rows <= MOST_ROWS):
        raise FactError(
            f"has {columns} columns and {rows} rows; "
            f"it can have 1 to {MOST_COLUMNS} columns and 1 to {MOST_ROWS} rows"
        )
    return numbers


def _chains(key: str) -> Callable[[object], tuple[Chain, ...]]:
    def read(value: object) -> tuple[Chain, ...]:
        if not is_texts(value):
            raise _unreadable(key)
        faults = [f"{_shown(name)}: {fault}" for name in value if (fault := chain_name_fault(name))]
        if faults:
            raise FactError(f"has a chain that cannot be named so. {'; '.join(faults)}")
        return tuple(value)

    return read


def _sizes(value: object) -> tuple[int, ...]:
    sizes = _numbers("sizes", value)
    if sizes[0] != SMALLEST_CHAIN:
        raise FactError("begins with the smallest chain, which has 2 tiles")
    if len(sizes) > MOST_SIZES:
        raise FactError(f"has {len(sizes)} steps; it can have {MOST_SIZES}")
    for before, after in pairwise(sizes):
        if after <= before:
            raise FactError(f"has {after} after {before}; each is larger than the one before")
    return sizes


def _prices(value: object) -> tuple[int, ...]:
    prices = _numbers("prices", value)
    for price in prices:
        _check_money(price, HIGHEST_PRICE)
    for before, after in pairwise(prices):
        if after <= before:
            raise FactError(f"has {after} after {before}; each is higher than the one before")
    return prices


def _bonuses(value: object) -> int | tuple[tuple[int, ...], ...]:
    if is_number(value) and value in BONUSES:
        return value
    if not isinstance(value, list) or not value:
        raise _unreadable("bonuses")
    rows = tuple(_numbers("bonuses", row) for row in value)
    places = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != places or places not in BONUSES:
            raise FactError(f"has {len(row)} in row {number}; all rows have two bonuses, or all have three")
        for amount in row:
            _check_money(amount, HIGHEST_SUM)
        if list(row) != sorted(row, reverse=True):
            raise FactError(
                f"has a lower place above a higher one in row {number}; begin with the highest bonus"
            )
    return rows


def _players(value: object) -> tuple[int, ...]:
    numbers = _numbers("players", value)
    if len(numbers) != TWO:
        raise _unreadable("players")
    fewest, most = numbers
    if not FEWEST_PLAYERS <= fewest <= most <= MOST_PLAYERS:
        raise FactError(
            f"is {fewest} to {most}; say the fewest and the most, from {FEWEST_PLAYERS} to {MOST_PLAYERS}"
        )
    return numbers


def _switches(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _unreadable("switches")
    for name, one in value.items():
        if not is_switch(one):
            raise FactError(
                f"has no value that can be read for {shown(name)}. Write, for instance: auto_end = true"
            )
    return {name: switch_text(one) for name, one in value.items()}


READERS: Final[dict[str, Callable[[object], Any]]] = {
    "id": _id,
    "title": _title,
    "extends": _one_of("extends", *EDITIONS),
    "board": _board,
    "low": _chains("low"),
    "middle": _chains("middle"),
    "high": _chains("high"),
    "sizes": _sizes,
    "prices": _prices,
    "first_price": _money("first_price", HIGHEST_PRICE),
    "price_step": _money("price_step", HIGHEST_PRICE),
    "bonuses": _bonuses,
    "shares": _number("shares", 1, MOST_SHARES),
    "cash": _money("cash", HIGHEST_SUM),
    "hand": _number("hand", 1, MOST_TILES_IN_HAND),
    "safe": _number("safe", SMALLEST_CHAIN, MOST_TILES),
    "end": _number("end", SMALLEST_CHAIN, MOST_TILES),
    "tile_order": _one_of("tile_order", "number", "letter"),
    "players": _players,
    "buy_limit": _number("buy_limit", 1, MOST_BOUGHT),
    "bank_tile": _one_of("bank_tile", "laid", "returned"),
    "switches": _switches,
}
"""What makes a fact of a value, or raises FactError; by key, in the order in which a file would say them."""


def words_of(edition: Edition) -> dict[str, Any]:
    """An edition in the words of the file of a club's own, its values as TOML gives them."""
    tiers: dict[str, list[str]] = {
        tier: [one for one, its in edition.tiers.items() if its == tier] for tier in RUNGS_ABOVE_LOW
    }
    return {
        "id": edition.id,
        "title": edition.title,
        "board": [edition.columns, edition.rows],
        **tiers,
        "sizes": list(edition.bands),
        "prices": list(edition.prices),
        "bonuses": [list(row) for row in edition.bonuses],
        "shares": edition.shares,
        "cash": edition.cash,
        "hand": edition.hand,
        "safe": edition.safe,
        "end": edition.end,
        "tile_order": edition.tile_order,
        "players": list(edition.players),
        "buy_limit": edition.buy_limit,
        "bank_tile": edition.bank_tile,
        "switches": edition.defaults,
    }
