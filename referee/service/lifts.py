"""Events of older schemas in the shape that they have today."""

from __future__ import annotations

from typing import Final

from referee.db.codec import JSON
from referee.db.lift import Lifts, Step
from referee.rules.events import SCHEMAS

NEW_SWITCHES: Final[dict[str, JSON]] = {
    "teams": False,
    "special_powers": False,
    "leaver": "defaults",
    "tycoon": False,
}
"""The switches that the first schema of an opening did not know, as every game was then played."""

WITH_PRESS: Final[dict[str, JSON]] = {"press": "open"}
"""The switch that the second schema did not know: of games opened before there was press, it has none to tell."""


def _opening_with(new: dict[str, JSON]) -> Step:
    def lifted(data: dict[str, JSON]) -> dict[str, JSON]:
        switches = data["switches"]
        return {**data, "switches": {**new, **(switches if isinstance(switches, dict) else {})}}

    return lifted


LIFTS: Final = Lifts(
    known=SCHEMAS,
    steps={
        ("game_opened", 1): _opening_with(NEW_SWITCHES),
        ("game_opened", 2): _opening_with(WITH_PRESS),
        ("orders_filed", 1): lambda data: {**data, "resign": False},
        ("bonus_paid", 1): lambda data: {**data, "paid": True},
    },
)
"""What has had another schema: switches and `resign` came with leaving, `paid` with the bank as a holder."""
