"""A position written down as TOML, which `adopt` takes: what a referee of another game would write by hand."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from referee.rules.board import Tile
from referee.rules.editions import EDITIONS, Edition
from referee.rules.state import LOOSE, State
from referee.written.own_facts import ID, words_of

WIDTH: Final = 78

HANDS_SHOWN: Final = "It shows the hands of all players: it is for the referee alone."
POOL_SHOWN: Final = (
    "It shows the hands of all players, which tiles will be drawn, and how dice will fall: it is for the referee "
    "alone, and the game is open to whoever reads it."
)
NOT_IN_IT: Final = (
    "Orders that players have filed, standing ones too, are no part of a position: they file them again. Conditions "
    "on what happened before it see nothing of that, and the count of plays that placed nothing begins at 0."
)


def position_text(
    game: str, state: State, *, seed: str | None = None, bag: Sequence[Tile] | None = None
) -> str:
    """The position with which the round of a state is played, none of whose plays has begun.

    With `seed` and `bag` (the tiles left, first drawn first) the game that adopts it goes on exactly so.
    """
    return "\n".join((*_lines(game, state, seed, bag), ""))


def _lines(game: str, state: State, seed: str | None, bag: Sequence[Tile] | None) -> Iterator[str]:
    secret = HANDS_SHOWN if seed is None and bag is None else POOL_SHOWN
    yield from _comment(f"{game}, as it stands when round {state.round} is played. {secret}")
    yield from _comment(NOT_IN_IT)
    own = _own_edition(state)
    yield f"name = {_value(game)}"
    if own is None:
        yield f"edition = {_value(state.edition.id)}"
    yield f"round = {state.round}"
    yield f"order = {_list(state.order)}"
    yield f"next = {_value(state.plays[0])}"
    rank = state.edition.tile_rank
    loose = sorted((tile for tile, chain in state.board.items() if chain == LOOSE), key=rank.__getitem__)
    yield f"loose = {_list(loose)}"
    yield f"out_of_play = {_list(state.out_of_play)}"
    yield f"pool = {state.tiles_left}"
    if seed is not None:
        yield f"seed = {_value(seed)}"
    if bag is not None:
        yield f"bag = {_list(bag)}"
    if own is not None:
        yield from _edition(own)
    yield from ("", "[switches]")
    for name, value in state.switches.as_data().items():
        if value is not None:
            yield f"{name} = {_value(value)}"
    yield from ("", "[chains]")
    for chain in state.active():
        tiles = sorted((tile for tile, its in state.board.items() if its == chain), key=rank.__getitem__)
        yield f"{chain} = {_list(tiles)}"
    if state.sizes:
        yield from ("", "[sizes]", *(f"{chain} = {state.sizes[chain]}" for chain in state.active()))
    yield from ("", "[bank]", *(f"{chain} = {left}" for chain, left in state.bank.items()))
    for seat in state.seats:
        yield from _player(state, seat)


def _player(state: State, seat: str) -> Iterator[str]:
    yield from ("", f"[players.{seat}]")
    yield f"cash = {state.cash[seat]}"
    held = ", ".join(f"{chain} = {count}" for chain, count in state.shares[seat].items() if count)
    yield f"shares = {{ {held} }}" if held else "shares = {}"
    yield f"hand = {_list(state.hand(seat))}"
    yield f"misses = {state.misses[seat]}"
    if state.switches.special_powers:
        yield f"powers = {_list(state.powers[seat])}"
    if seat in state.left:
        yield "left = true"


def _own_edition(state: State) -> dict[str, Any] | None:
    """What the edition says of itself where it is none of those that have a name; None where it is."""
    edition = state.edition
    named = EDITIONS.get(edition.id)
    if named is not None and state.switches.tycoon:
        named = named.varied("tycoon")
    if named is not None and _played_alike(named, state):
        return None
    name = edition.id if edition.id not in EDITIONS and ID.fullmatch(edition.id) else f"{edition.id[:16]}_own"
    return words_of(edition) | {"id": name}


def _played_alike(named: Edition, state: State) -> bool:
    """Whether two editions make the same game; the switches that they begin with stand all in the file."""
    mine, its = words_of(state.edition), words_of(named)
    without = {"title", "switches"} | (set() if state.switches.two_players == "bank" else {"bank_tile"})
    return all(mine[key] == its[key] for key in mine if key not in without)


def _edition(facts: dict[str, Any]) -> Iterator[str]:
    yield from ("", "[edition]")
    for key, value in facts.items():
        if not isinstance(value, dict):
            yield f"{key} = {_list(value) if isinstance(value, list) else _value(value)}"
    yield from ("", "[edition.switches]")
    yield from (f"{name} = {_value(value)}" for name, value in facts["switches"].items())


def _comment(text: str) -> Iterator[str]:
    yield from textwrap.wrap(text, WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


def _list(values: Iterable[Any]) -> str:
    """An array on one line, or on several if it is long."""
    words = [_list(value) if isinstance(value, list) else _value(value) for value in values]
    whole = f"[{', '.join(words)}]"
    if len(whole) <= WIDTH:
        return whole
    lines = textwrap.wrap(", ".join(words), WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(("[", *lines, "]"))


def _value(value: str | bool | int) -> str:  # noqa: FBT001 (a value of TOML, no flag of ours)
    """A value as TOML writes it; TOML escapes what JSON escapes, and DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
