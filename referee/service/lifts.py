"""Events of older schemas in the shape that they have today."""

from __future__ import annotations

from typing import Final

from referee.db.codec import JSON
from referee.db.lift import Lifts
from referee.rules.events import SCHEMAS

NEW_SWITCHES: Final[dict[str, JSON]] = {
    "teams": False,
    "special_powers": False,
    "leaver": "defaults",
    "tycoon": False,
}
"""The switches that the first schema of an opening did not know, as every game was then played."""


def _opening_with_all_switches(data: dict[str, JSON]) -> dict[str, JSON]:
    switches = data["switches"]
    return {**data, "switches": {**NEW_SWITCHES, **(switches if isinstance(switches, dict) else {})}}


LIFTS: Final = Lifts(
    known=SCHEMAS,
    steps={
        ("game_opened", 1): _opening_with_all_switches,
        ("orders_filed", 1): lambda data: {**data, "resign": False},
        ("bonus_paid", 1): lambda data: {**data, "paid": True},
    },
)
"""What has had a second schema: switches and `resign` came with leaving, `paid` with the bank as a holder."""
