"""The switches of a game: which there are, which values they take, which fit. Source: RULES.md, "Switches"."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from referee.errors import UserError
from referee.rules.editions import Edition


class SwitchError(UserError):
    """A switch that cannot be set so; the message says what can be."""


@dataclass(frozen=True, slots=True)
class Switches:
    """The values in force, every one of them decided when the game is opened."""

    plays_per_round: Literal["players+1", "players"]
    order_of_play: Literal["ranked", "seats"]
    holdings: Literal["public", "private"]
    end_size: int
    auto_end: bool
    stall_end: bool
    dead_tiles: Literal["until_clean", "once", "none"]
    sole_holder: Literal["first_second", "first_third", "all"]
    two_players: Literal["plain"] | None
    unordered_stock: Literal["sell", "keep"]
    value_counts: Literal["all", "first"]

    def as_data(self) -> dict[str, Any]:
        """As it stands in the first event of a game."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Switches:
        """What `as_data` wrote down."""
        return cls(**data)


TRUTH: Final = ("false", "true")

VALUES: Final[dict[str, tuple[str, ...]]] = {
    "plays_per_round": ("players+1", "players"),
    "order_of_play": ("ranked", "seats"),
    "holdings": ("public", "private"),
    "end_size": (),  # the edition's own, or the short one
    "auto_end": TRUTH,
    "stall_end": ("true", "false"),
    "dead_tiles": ("until_clean", "once", "none"),
    "sole_holder": ("first_second", "first_third", "all"),
    "two_players": ("plain",),
    "unordered_stock": ("sell", "keep"),
    "value_counts": ("all", "first"),
}
"""Every switch with its values; the first is the default unless the edition says otherwise."""

SHORT_GAME: Final = "31"

NOT_YET: Final[dict[str, tuple[str, ...]]] = {
    "plays_per_round": ("1",),
    "two_players": ("bank", "four_hands"),
    "teams": ("true",),
    "special_powers": ("true",),
    "tycoon": ("true",),
    "leaver": ("defaults", "substitute"),
}
"""What RULES.md knows and this referee cannot do: asking for it is refused, never half done."""

ALREADY_SO: Final = {"teams": "false", "special_powers": "false", "tycoon": "false"}
"""Saying that one does without them is no mistake."""

TWO: Final = 2
THREE_BONUSES: Final = 3


def resolve_switches(
    edition: Edition, players: int, asked: dict[str, str]
) -> tuple[Switches, tuple[str, ...]]:
    """The values in force for a game, and which of those that somebody asked for do not fit it.

    `asked` maps switch to value as text, in any case. Raises SwitchError for an unknown switch or value, for one
    that is not available yet, and for two players without `two_players = "plain"`.
    """
    values = {name: value.strip().lower() for name, value in asked.items()}
    for name, value in values.items():
        _check_one(edition, name, value)
    ignored = []
    if "two_players" in values and players != TWO:
        ignored.append("two_players")
    if values.get("sole_holder") == "first_third" and len(edition.bonuses[0]) < THREE_BONUSES:
        ignored.append("sole_holder")
    if players == TWO and "two_players" not in values:
        raise SwitchError(
            "a game for two needs to say how: the special two-player rules are not available yet; "
            'set two_players = "plain" to play as with more players'
        )
    chosen = {name: value for name, value in values.items() if name not in ignored}

    def value_of(name: str) -> Any:  # noqa: ANN401 (the Literal types of the fields are checked by _check_one)
        return chosen.get(name) or edition.defaults.get(name) or VALUES[name][0]

    return (
        Switches(
            plays_per_round=value_of("plays_per_round"),
            order_of_play=value_of("order_of_play"),
            holdings=value_of("holdings"),
            end_size=int(chosen.get("end_size", edition.end)),
            auto_end=value_of("auto_end") == "true",
            stall_end=value_of("stall_end") == "true",
            dead_tiles=value_of("dead_tiles"),
            sole_holder=value_of("sole_holder"),
            two_players="plain" if players == TWO else None,
            unordered_stock=value_of("unordered_stock"),
            value_counts=value_of("value_counts"),
        ),
        tuple(f"{name} = {values[name]}" for name in ignored),
    )


def _check_one(edition: Edition, name: str, value: str) -> None:
    if ALREADY_SO.get(name) == value:
        return
    if value in NOT_YET.get(name, ()):
        raise SwitchError(f"{name} = {value} is not available yet")
    if name in NOT_YET and name not in VALUES:
        allowed = (*((ALREADY_SO[name],) if name in ALREADY_SO else ()), *NOT_YET[name])
        raise SwitchError(f"{name} = {value}: expected {' or '.join(allowed)}")
    if name not in VALUES:
        raise SwitchError(f"there is no switch {name}; there are {', '.join(sorted(VALUES))}")
    allowed = VALUES[name] or tuple(dict.fromkeys((str(edition.end), SHORT_GAME)))
    if value not in allowed:
        raise SwitchError(f"{name} = {value}: expected {' or '.join(allowed)}")
