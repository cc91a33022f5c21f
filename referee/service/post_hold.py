"""Letters that are held since a backup was put in place: what had not gone out when it was made may have since."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final, Literal, TypeAlias

from referee.db.outbox import change, last_letter, letters_on_their_way
from referee.db.sending import remember, remembered
from referee.db.unit import Unit
from referee.errors import UserError
from referee.service.game_log import Work

_HELD: Final = "held"
_MANY: Final = 1_000_000
"""More letters than ever wait."""

Fate: TypeAlias = Literal["all", "none"]
"""Of the letters that the backup had: all go out, or none does."""


@dataclass(frozen=True, slots=True)
class Held:
    """Since when all letters are held; `last` is the number of the last letter that the backup had."""

    since: str
    last: int

    def in_words(self) -> str:
        """A sentence for whoever looks after the machine."""
        return (
            f"Outgoing mail is held since {self.since}, when a backup was restored: what waits in it may have gone "
            "out since the backup was made. Look at referee mail queue; then let it go: referee mail release --all "
            "(it goes out, perhaps for the second time) or --none (it never does; what was written since goes out)."
        )


@dataclass(frozen=True, slots=True)
class Released:
    """How many letters of the backup go out, or never do."""

    letters: int
    fate: Fate


def hold(work: Work) -> int:
    """Hold all letters until the referee says what becomes of them; how many wait. In the transaction of `work`."""
    last = last_letter(work.unit)
    remember(work.unit, _HELD, json.dumps(asdict(Held(work.at, last))))
    return len(_waiting(work.unit, last))


def held(unit: Unit) -> Held | None:
    """Since when letters are held; None if they are not."""
    stored = remembered(unit, _HELD)
    return None if stored is None else Held(**json.loads(stored))


def release(work: Work, fate: Fate) -> Released:
    """Hold letters no longer: those that the backup had go out or are given up. Raises UserError if none are held."""
    found = held(work.unit)
    if found is None:
        raise UserError("No mail is held back: nothing was changed. What waits: referee mail queue")
    waiting = _waiting(work.unit, found.last)
    if fate == "none":
        for key in waiting:
            change(work.unit, key, state="dropped", done=work.at)
    remember(work.unit, _HELD, None)
    return Released(len(waiting), fate)


def _waiting(unit: Unit, last: int) -> list[int]:
    """The letters that had not gone out, up to a number."""
    return [
        one.key
        for one in letters_on_their_way(unit, _MANY)
        if one.state in {"waiting", "started"} and one.key <= last
    ]
