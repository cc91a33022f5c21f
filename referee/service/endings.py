"""Why a game is over, in words."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "announced": "its end was announced",
    "auto": "it ended by itself, as soon as it could",
    "stalled": "nobody placed a tile for a whole turn",
    "one_left": "only one player or team is left",
    "abandoned": "nobody is left",
    "ruling": "the referee ended it by a ruling",
}
"""What the reasons of `game_ended` mean, each as the end of a sentence."""


def over(why: str | None) -> str:
    """`its end was announced`, for a reason as the log has it."""
    return WORDS.get(why or "", f"{why}")
