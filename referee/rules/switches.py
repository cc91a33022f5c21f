"""The switches of a game: which there are, which values they take, which fit. Source: RULES.md, "Switches"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from referee.errors import UserError
from referee.rules.editions import Edition


class SwitchError(UserError):
    """A switch that cannot be set so; the message says what can be."""


@dataclass(frozen=True, slots=True)
class Switches:
    """The values in force, every one of them decided when the game is opened.

    `two_players` is None where more than two play.
    """

    plays_per_round: Literal["players+1", "1", "players"]
    order_of_play: Literal["ranked", "seats"]
    holdings: Literal["public", "private"]
    end_size: int
    auto_end: bool
    stall_end: bool
    dead_tiles: Literal["until_clean", "once", "none"]
    sole_holder: Literal["first_second", "first_third", "all"]
    teams: bool
    two_players: Literal["bank", "four_hands", "plain"] | None
    special_powers: bool
    unordered_stock: Literal["sell", "keep"]
    value_counts: Literal["all", "first"]
    leaver: Literal["defaults", "substitute"]
    tycoon: bool
    press: Literal["open", "moderated", "none"]

    @property
    def one_play_a_round(self) -> bool:
        """Whether a round is one play, so that most seats have none in it."""
        return self.plays_per_round == "1"

    @property
    def plays_for_leavers(self) -> bool:
        """Whether a seat that was left plays on by the defaults; otherwise it waits for somebody else."""
        return self.leaver == "defaults"

    def as_data(self) -> dict[str, Any]:
        """As it stands in the first event of a game."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Switches:
        """What `as_data` wrote down."""
        return cls(**data)


TRUTH: Final = ("false", "true")

VALUES: Final[dict[str, tuple[str, ...]]] = {
    "plays_per_round": ("players+1", "1", "players"),
    "order_of_play": ("ranked", "seats"),
    "holdings": ("public", "private"),
    "end_size": (),  # the edition's own, or the short one
    "auto_end": TRUTH,
    "stall_end": ("true", "false"),
    "dead_tiles": ("until_clean", "once", "none"),
    "sole_holder": ("first_second", "first_third", "all"),
    "teams": TRUTH,
    "two_players": ("bank", "four_hands", "plain"),
    "special_powers": TRUTH,
    "unordered_stock": ("sell", "keep"),
    "value_counts": ("all", "first"),
    "leaver": ("defaults", "substitute"),
    "tycoon": TRUTH,
    "press": ("open", "moderated", "none"),
}
"""Every switch with its values; the first is the default unless the edition says otherwise."""

SHORT_GAME: Final = "31"

TWO: Final = 2
IN_TEAMS: Final = 4
WITH_A_THIRD: Final = 3


@dataclass(frozen=True, slots=True)
class _Table:
    """Who plays what, as far as it decides which switches fit."""

    edition: Edition
    players: int
    values: dict[str, str]

    @property
    def is_for_four_hands(self) -> bool:
        return self.players == TWO and self.values.get("two_players") == "four_hands"

    @property
    def has_bank(self) -> bool:
        return self.players == TWO and self.values.get("two_players", "bank") == "bank"

    @property
    def is_in_teams(self) -> bool:
        return self.values.get("teams") == "true" and self.players == IN_TEAMS


_FITS: Final[dict[tuple[str, str | None], Callable[[_Table], bool]]] = {
    ("two_players", None): lambda table: table.players == TWO,
    ("teams", "true"): lambda table: table.is_in_teams,
    ("order_of_play", "ranked"): lambda table: not (table.is_in_teams or table.is_for_four_hands),
    ("sole_holder", "first_third"): lambda table: (
        len(table.edition.bonuses[0]) >= WITH_A_THIRD and not table.has_bank
    ),
}
"""Which values (None: any) fit not every game, and which they fit; `tycoon` is a matter of the edition."""


def resolve_switches(
    edition: Edition, players: int, asked: dict[str, str]
) -> tuple[Edition, Switches, tuple[str, ...]]:
    """The edition and the values in force for a game, and which of those that somebody asked for do not fit it.

    `players` are persons. `asked` maps switch to value as text, in any case. Where the switch `tycoon` makes
    another edition of the one asked for, it is that one that comes back. Raises SwitchError for an unknown switch
    or value.
    """
    values = {name: value.strip().lower() for name, value in asked.items()}
    for name, value in values.items():
        fault = switch_fault(edition, name, value)
        if fault is not None:
            raise SwitchError(fault)
    played = _varied(edition, players, values)
    table = _Table(played, players, values)
    ignored = tuple(
        f"{name} = {value}" for name, value in values.items() if not _fits(table, edition, name, value)
    )
    chosen = {name: value for name, value in values.items() if f"{name} = {value}" not in ignored}
    return played, _decided(played, table, chosen), ignored


def _varied(edition: Edition, players: int, values: dict[str, str]) -> Edition:
    """The edition as a switch that makes a variant of it has it, if so many play that."""
    if values.get("tycoon") != "true":
        return edition
    varied = edition.varied("tycoon")
    return varied if varied and varied.players[0] <= players <= varied.players[1] else edition


def _decided(edition: Edition, table: _Table, chosen: dict[str, str]) -> Switches:
    defaults = {name: values[0] for name, values in VALUES.items() if values} | edition.defaults
    if table.is_in_teams or table.is_for_four_hands:
        defaults["order_of_play"] = "seats"
    if table.has_bank:
        defaults["sole_holder"] = "first_second"
    value: dict[str, Any] = defaults | chosen
    return Switches(
        plays_per_round=value["plays_per_round"],
        order_of_play=value["order_of_play"],
        holdings=value["holdings"],
        end_size=int(value.get("end_size", edition.end)),
        auto_end=value["auto_end"] == "true",
        stall_end=value["stall_end"] == "true",
        dead_tiles=value["dead_tiles"],
        sole_holder=value["sole_holder"],
        teams=value["teams"] == "true",
        two_players=value["two_players"] if table.players == TWO else None,
        special_powers=value["special_powers"] == "true",
        unordered_stock=value["unordered_stock"],
        value_counts=value["value_counts"],
        leaver=value["leaver"],
        tycoon=value["tycoon"] == "true",
        press=value["press"],
    )


def _fits(table: _Table, asked_for: Edition, name: str, value: str) -> bool:
    if name == "tycoon":
        return value == "false" or table.edition is not asked_for
    fits = _FITS.get((name, value)) or _FITS.get((name, None))
    return fits is None or fits(table)


def switch_fault(edition: Edition, name: str, value: str) -> str | None:
    """Why a switch cannot be set so (`value` in small letters), whoever plays; None if it can be."""
    if name not in VALUES:
        return f"there is no switch {name}; there are {', '.join(sorted(VALUES))}"
    allowed = VALUES[name] or tuple(dict.fromkeys((str(edition.end), SHORT_GAME)))
    return None if value in allowed else f"{name} = {value}: expected {' or '.join(allowed)}"
