"""`game.toml`: what a game is opened with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.errors import UserError, listed_faults, named
from referee.round.opening import NewGame
from referee.service.edition_file import edition_meant
from referee.service.toml_file import is_missing, toml_of
from referee.written.toml_values import is_seed, is_switches, is_text, is_texts, shown, switch_text

GAME_FILE: Final = "game.toml"
ENOUGH: Final = 16
"""Characters of a seed that nobody finds by trying."""

KEYS: Final = ("name", "edition", "players", "switches", "bag", "seed")


@dataclass(frozen=True, slots=True)
class GameFile:
    """The name of the game and what it is opened with."""

    name: str
    plan: NewGame


def read_game_file(file: Path) -> GameFile:
    """What a `game.toml` asks for; whether it can be had is decided when the game is opened.

    Raises UserError with all that cannot be read.
    """
    table = _table(file)
    faults = list(_faults_of(table))
    if faults:
        raise UserError(listed_faults(file, faults))
    bag, seed = table.get("bag"), table.get("seed")
    plan = NewGame(
        edition=edition_meant(table.get("edition", "classic"), file.parent),
        players=tuple(table["players"]),
        switches={name: switch_text(value) for name, value in table.get("switches", {}).items()},
        bag=None if bag is None else tuple(bag),
        seed=None if seed is None else str(seed),
    )
    return GameFile(table["name"], plan)


def _faults_of(table: dict[str, Any]) -> Iterator[str]:
    """What is not there, and what cannot be read; each a whole sentence."""
    unknown = [f"`{shown(key)}`" for key in table if key not in KEYS]
    if unknown:
        yield f"there is no setting {' or '.join(unknown)}. Those there are: {', '.join(KEYS)}."
    for key in ("name", "players"):
        if key not in table:
            yield f"`{key}` is missing. {EXAMPLES[key]}"
    for key, value in table.items():
        if key in KEYS and not SHAPES[key](value):
            yield f"`{key}` cannot be read. {EXAMPLES[key]}"


def is_seed_weak(seed: str | None, *, is_bag_given: bool) -> bool:
    """Whether somebody could try all likely seeds against the seal, and so know the order of the tiles."""
    return not is_bag_given and seed is not None and len(seed) < ENOUGH


def game_from_words(name: str, players: tuple[str, ...], edition: str, switches: Sequence[str]) -> GameFile:
    """The same from the words of a command; each switch is said as `SWITCH=VALUE`."""
    found: dict[str, str] = {}
    for said in switches:
        switch, sign, value = (part.strip() for part in said.partition("="))
        if not (switch and sign and value):
            raise UserError(f"--set {said}: write it as --set SWITCH=VALUE, as in --set holdings=private.")
        if switch in found:
            raise UserError(f"--set {switch} is said twice. Leave one out.")
        found[switch] = value
    plan = NewGame(players=players, edition=edition_meant(edition, Path()), switches=found)
    return GameFile(name, plan)


def _table(file: Path) -> dict[str, Any]:
    if is_missing(file):
        raise UserError(f"there is no {named(file)}. It says who plays which edition; see the README.")
    return toml_of(file, "the file that describes the game")


SHAPES: Final[dict[str, Callable[[object], bool]]] = {
    "name": is_text,
    "edition": is_text,
    "players": is_texts,
    "switches": is_switches,
    "bag": is_texts,
    "seed": is_seed,
}
EXAMPLES: Final = {
    "name": 'Write, for instance: name = "harbour"',
    "edition": 'Write, for instance: edition = "classic"',
    "players": 'Write, for instance: players = ["alice", "bob", "carol"]',
    "switches": 'Write [switches] and below it, for instance: holdings = "private"',
    "bag": 'Write the tiles in the order in which they are drawn: bag = ["5C", "9A", …]',
    "seed": 'Write, for instance: seed = "a text that nobody can guess"',
}
