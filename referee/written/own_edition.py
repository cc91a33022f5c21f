"""A club's own edition: from what its file says to an edition, or all that is wrong with it.

Source of what there is to say: RULES.md, "Editions".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from referee.errors import FaultsError
from referee.rules.editions import (
    CLASSIC,
    EDITIONS,
    PRICES,
    PRINTED_WITH_THREE,
    PRINTED_WITH_TWO,
    RUNGS_ABOVE_LOW,
    THREE_BONUSES,
    Chain,
    Edition,
    Tier,
)
from referee.rules.switches import switch_fault
from referee.written.own_facts import EXAMPLES, HIGHEST_PRICE, READERS, FactError, words_of
from referee.written.toml_values import did_you_mean, shown

FEWEST_CHAINS: Final = 3
"""As many as the examples of the order language name."""
MOST_CHAINS: Final = 8
TOLD_APART: Final = 3
"""The letters with which each chain must differ from all others: tables and board show no more."""
ABOVE: Final = max(RUNGS_ABOVE_LOW.values())
"""The rungs of the ladder beyond those of the low tier."""

TIERS: Final = tuple(RUNGS_ABOVE_LOW)
PRINTED_LADDER: Final = {"first_price": 200, "price_step": 100}
"""The one ladder of all printed editions."""
NEEDED: Final = (
    *("id", "board", "chains", "sizes", "price", "bonuses", "shares", "cash", "hand", "safe", "end"),
    *("tile_order", "players"),
)
SAID_BY: Final = {"chains": TIERS, "price": ("prices", *PRINTED_LADDER)}
"""What is said by one of several keys."""
NOT_EXTENDED: Final = ("id", "title", "prices", "switches")
"""What a file never has from the edition that it extends: it says it, or it has what follows from the rest."""
ELSEWHERE: Final = {
    "end_size": "say it as `end`, above [switches]",
    "tycoon": "say `bonuses = 3`, above [switches]",
    "teams": "say it for each game, since it depends on how many play",
    "two_players": "say it for each game, since it depends on how many play",
}
"""Switches whose default an edition of one's own cannot decide, with what to do instead."""
THREE: Final = 3


def own_edition(table: Mapping[str, object]) -> Edition:
    """The edition that a table of TOML describes, completed from the one that it extends.

    Raises FaultsError with all faults that do not hide each other.
    """
    facts, faults = _read(table)
    faults += _missing(table)
    base = EDITIONS.get(facts.get("extends", ""))
    whole = ({} if base is None else _facts_of(base, table)) | facts
    faults += [fault for check in CHECKS for fault in check(whole)]
    if faults:
        raise FaultsError(faults)
    return _edition(whole, base)


def _read(table: Mapping[str, object]) -> tuple[dict[str, Any], list[str]]:
    """Every value by itself: what could be read, and what is wrong with the others."""
    facts: dict[str, Any] = {}
    faults = []
    for key, value in table.items():
        if key not in READERS:
            faults.append(f"there is no `{shown(key)}`. {did_you_mean(key, tuple(READERS), '`')}")
            continue
        try:
            facts[key] = READERS[key](value)
        except FactError as problem:
            faults.append(f"`{key}` {problem}.")
    return facts, faults


def _missing(table: Mapping[str, object]) -> Iterator[str]:
    """What is neither said nor known from the edition that is extended."""
    needed = ("id",) if "extends" in table else NEEDED
    missing = [key for key in needed if not any(said in table for said in SAID_BY.get(key, (key,)))]
    if not missing:
        return
    names = [" or ".join(f"`{said}`" for said in SAID_BY.get(key, (key,))) for key in missing]
    example = EXAMPLES[SAID_BY.get(missing[0], missing)[0]]
    like = "" if "extends" in table else ' Or name an edition that is the same there: extends = "classic".'
    yield f"missing: {', '.join(names)}. Write, for instance: {example}.{like}"


def _facts_of(base: Edition, table: Mapping[str, object]) -> dict[str, Any]:
    """What an edition says of itself, in the words of a file; title and ladder are the file's own affair."""
    words = words_of(base) | {"bonuses": len(base.bonuses[0])}
    # what the file says, and says badly, is not taken from elsewhere
    return {
        key: READERS[key](said) for key, said in words.items() if key not in NOT_EXTENDED and key not in table
    }


# --- what must fit together; each looks only at what could be read ---


def _chain_faults(facts: dict[str, Any]) -> Iterator[str]:
    chains = [chain for tier in TIERS for chain in facts.get(tier, ())]
    if any(tier in facts for tier in TIERS) and not FEWEST_CHAINS <= len(chains) <= MOST_CHAINS:
        yield (
            f"there are {len(chains)} chains in low, middle and high; there can be {FEWEST_CHAINS} to {MOST_CHAINS}."
        )
    for chain, count in Counter(chains).items():
        if count > 1:
            yield f"the chain {chain} is there {count} times. Name each chain once, in low, middle or high."
    for one, other in combinations(dict.fromkeys(chains), 2):
        if one[:TOLD_APART] == other[:TOLD_APART]:
            yield (
                f"{one} and {other} begin alike, and the board shows {TOLD_APART} letters at the most. "
                "Give one of them another name."
            )


def _size_faults(facts: dict[str, Any]) -> Iterator[str]:
    if {"safe", "end"} <= facts.keys() and facts["safe"] > facts["end"]:
        yield f"`safe` is {facts['safe']} and `end` {facts['end']}. A chain is safe before it can end the game."
    if "board" not in facts:
        return
    columns, rows = facts["board"]
    tiles = columns * rows
    if facts.get("end", 0) > tiles:
        yield f"`end` is {facts['end']}, but the board has {tiles} tiles. Say a smaller one."
    if "sizes" in facts and facts["sizes"][-1] > tiles:
        yield f"`sizes` go up to {facts['sizes'][-1]}, but the board has {tiles} tiles. Leave out what is above."
    if {"hand", "players"} <= facts.keys():
        most = facts["players"][1]
        needed = most * (facts["hand"] + 1)
        if needed > tiles:
            yield (
                f"{most} players need {needed} tiles at the start (one each for the set-up, and `hand`), but the "
                f"board has {tiles}. Say a larger board, fewer players or a smaller hand."
            )


def _price_faults(facts: dict[str, Any]) -> Iterator[str]:
    if "prices" in facts:
        if doubled := [key for key in PRINTED_LADDER if key in facts]:
            yield f"`prices` and `{doubled[0]}` say the same. Leave one of them out."
        if "sizes" in facts and len(facts["prices"]) != _rungs(facts):
            yield f"`prices` has {len(facts['prices'])}; it needs {_rungs(facts)}. {_why_so_many(facts)}"
    elif "sizes" in facts and _ladder(facts)[-1] > HIGHEST_PRICE:
        yield (
            f"the prices go up to {_ladder(facts)[-1]}; they can go up to {HIGHEST_PRICE}. "
            "Say a lower `first_price` or `price_step`."
        )


def _bonus_faults(facts: dict[str, Any]) -> Iterator[str]:
    bonuses = facts.get("bonuses")
    if isinstance(bonuses, tuple):
        if "sizes" in facts and len(bonuses) != _rungs(facts):
            yield f"`bonuses` has {len(bonuses)} rows; it needs {_rungs(facts)}. {_why_so_many(facts)}"
    elif bonuses == THREE and "sizes" in facts:
        strange = [price for price in _ladder(facts) if price not in PRICES]
        if strange:
            yield (
                f"three bonuses are printed for prices from {PRICES[0]} to {PRICES[-1]} only, in steps of 100, and "
                f"there is a price of {strange[0]}. Write the rows yourself: bonuses = [[2000, 1500, 1000], …]."
            )
    sole = facts.get("switches", {}).get("sole_holder")
    if sole == "first_third" and bonuses is not None and _places(bonuses) < THREE:
        yield "[switches] sole_holder = first_third needs three bonuses. Say first_second, or bonuses = 3."


def _switch_faults(facts: dict[str, Any]) -> Iterator[str]:
    for name, value in facts.get("switches", {}).items():
        if name in ELSEWHERE:
            yield f"[switches] {name} has no default of its own in an edition: {ELSEWHERE[name]}."
            continue
        fault = switch_fault(CLASSIC, name, value)
        if fault is not None:
            yield f"[switches] {fault}."


CHECKS: Final = (_chain_faults, _size_faults, _price_faults, _bonus_faults, _switch_faults)


def _rungs(facts: dict[str, Any]) -> int:
    return len(facts["sizes"]) + ABOVE


def _why_so_many(facts: dict[str, Any]) -> str:
    return (
        f"That is one for each of the {len(facts['sizes'])} `sizes`, and {ABOVE} more for the higher chains."
    )


def _ladder(facts: dict[str, Any]) -> tuple[int, ...]:
    """The prices, rung by rung."""
    if "prices" in facts:
        return tuple(facts["prices"])
    first, step = (facts.get(key, usual) for key, usual in PRINTED_LADDER.items())
    return tuple(first + step * rung for rung in range(_rungs(facts)))


def _places(bonuses: int | tuple[tuple[int, ...], ...]) -> int:
    return bonuses if isinstance(bonuses, int) else len(bonuses[0])


# --- what comes of it ---


def _edition(facts: dict[str, Any], base: Edition | None) -> Edition:
    prices = _ladder(facts)
    bonuses = facts["bonuses"]
    columns, rows = facts["board"]
    return Edition(
        id=facts["id"],
        title=facts.get("title", facts["id"]),
        columns=columns,
        rows=rows,
        tiers=_tiers(facts),
        bands=facts["sizes"],
        prices=prices,
        bonuses=_bonus_rows(bonuses, prices),
        shares=facts["shares"],
        cash=facts["cash"],
        hand=facts["hand"],
        safe=facts["safe"],
        end=facts["end"],
        tile_order=facts["tile_order"],
        players=facts["players"],
        defaults=_defaults(base, _places(bonuses)) | facts.get("switches", {}),
        buy_limit=facts.get("buy_limit", 3),
        bank_tile=facts.get("bank_tile", "returned"),
    )


def _tiers(facts: dict[str, Any]) -> dict[Chain, Tier]:
    return {chain: tier for tier in TIERS for chain in facts.get(tier, ())}


def _bonus_rows(
    bonuses: int | tuple[tuple[int, ...], ...], prices: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    if isinstance(bonuses, tuple):
        return bonuses
    if bonuses == THREE:
        return tuple(THREE_BONUSES[PRICES.index(price)] for price in prices)
    return tuple((10 * price, 5 * price) for price in prices)


def _defaults(base: Edition | None, places: int) -> dict[str, str]:
    """The switches of the edition that is extended, or of all printed ones; a sole holder goes by the bonuses."""
    printed = PRINTED_WITH_THREE if places == THREE else PRINTED_WITH_TWO
    return printed | ({} if base is None else base.defaults) | {"sole_holder": printed["sole_holder"]}
